"""The rules of Skybridge (Adam Ritchey, 2006), in the order in which a player learns them.

Nine towers grow on a square of three by three. Blocks go where the city is lowest, roofs settle who owns a tower, and a bridge
lets its owner count two towers as one. No piece ever rests on its own colour.

Sets of towers are nine bits, sets of neighbouring pairs twelve, so that "the lowest towers this colour may build on" is a few
machine instructions.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from ponticello.engine.dice import Dice, draw
from ponticello.engine.native import implement, rule
from ponticello.engine.record import Grid, Ints, Record, int8, int16
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.games.skybridge.board import ALL_TOWERS, COUNT, PAIR_A, PAIR_B, PAIRS, PAIRS_AT, PAIRS_WITHIN, TOWERS

COLOURS = 4
NEUTRAL = 3  # the fourth colour, which belongs to nobody in a game of three

# The kinds of piece. Their order is that of the action numbers.
THREE, TWO, ROOF, BRIDGE = 0, 1, 2, 3
KINDS = 4
FLOORS = np.array([3, 2, 0, 1], np.int64)

NOBODY = -1

# The phases of a game.
LOT, PLAY, OVER = 0, 1, 2

# The actions: a block or roof of a colour on a tower, a colour's bridge on a pair, and the lot that falls on a seat.
BRIDGES = COLOURS * BRIDGE * TOWERS
LOTS = BRIDGES + COLOURS * PAIRS
ACTIONS = LOTS + COLOURS

# Why an action is refused.
NOT_NOW, NO_PIECE, OTHER_COLOUR_TURN, CLOSED, OWN_COLOUR, NOT_LOWEST = range(1, 7)
BARE_ROOF, BARE_BRIDGE, UNEVEN, SAME_BRIDGE = range(7, 11)

MOST_PIECES = 36  # on one tower
MOST_FLOORS = 84


class Skybridge(Record):
    """A position. A piece is written as colour * 4 + kind."""

    seats: int8
    rotation: int8  # 1 if, with two players, the four colours take turns
    bare_roofs: int8  # 1 if a roof may lie on a bare foundation
    phase: int8
    turn: int8  # the seat to move; with rotation, the colour
    stock: Annotated[Grid, np.int8, COLOURS * COLOURS, KINDS]  # pieces in hand, by seat * 4 + colour and kind

    height: Annotated[Ints, np.int8, TOWERS]
    top: Annotated[Ints, np.int8, TOWERS]  # the piece on top, or NOBODY
    owner: Annotated[Ints, np.int8, TOWERS]  # the colour of the roof, or NOBODY
    bridge_on: Annotated[Ints, np.int8, COLOURS]  # the pair a colour's bridge joins, or NOBODY
    stack: Annotated[Grid, np.int8, TOWERS, MOST_PIECES]  # the pieces of a tower from the ground up
    pieces: Annotated[Ints, np.int8, TOWERS]

    towers_at: Annotated[Ints, np.int16, MOST_FLOORS + 1]  # towers of each height
    ground: int16  # the least height of a tower without a roof
    open_towers: int16  # towers without a roof
    built: int16  # towers with at least one piece
    topped: Annotated[Ints, np.int16, COLOURS]  # towers that show a colour on top
    level: int16  # pairs of equal height


def set_up(state: Skybridge, players: int, rotation: bool, bare_roofs: bool) -> None:
    """Deals the pieces: a colour each, two each for two players, and for three a share of the fourth."""
    state.seats = players
    state.rotation = players == 2 and rotation
    state.bare_roofs = bare_roofs
    state.open_towers = ALL_TOWERS
    state.towers_at[0] = ALL_TOWERS
    state.level = (1 << PAIRS) - 1
    for tower in range(TOWERS):
        state.top[tower] = NOBODY
        state.owner[tower] = NOBODY
    for colour in range(COLOURS):
        state.bridge_on[colour] = NOBODY
    for colour in range(COLOURS if players != 3 else NEUTRAL):
        seat = colour % players
        for kind, count in ((THREE, 4), (TWO, 4), (ROOF, 2), (BRIDGE, 1)):
            state.stock[seat * COLOURS + colour, kind] = count
    if players == 3:
        for seat in range(3):
            state.stock[seat * COLOURS + NEUTRAL, THREE] = 1
            state.stock[seat * COLOURS + NEUTRAL, TWO] = 1


@rule
def seat_to_move(state: Skybridge) -> int:
    """Returns the seat whose turn it is; with rotation the colours take turns and alternate between the two seats."""
    return state.turn & 1 if state.rotation else state.turn


@rule
def actors(state: Skybridge) -> int:
    """The lot decides who begins; then one seat after another."""
    if state.phase == OVER:
        return 0
    if state.phase == LOT:
        return 1 << CHANCE
    return 1 << seat_to_move(state)


# Where a piece may go


@rule
def not_on_own(state: Skybridge, colour: int) -> int:
    """No piece rests on its own colour, and nothing on a roof: returns the towers left."""
    return state.open_towers & ~state.topped[colour]


@rule
def lowest(state: Skybridge, towers: int) -> int:
    """Returns the lowest of a set of open towers."""
    if towers == 0:
        return 0
    height = state.ground
    while state.towers_at[height] & towers == 0:
        height += 1
    return state.towers_at[height] & towers


@rule
def for_block(state: Skybridge, colour: int) -> int:
    """A block goes on the lowest tower it may rest on; the player chooses among equals."""
    return lowest(state, not_on_own(state, colour))


@rule
def for_roof(state: Skybridge, colour: int) -> int:
    """A roof goes at any height, on another colour's piece; on a bare foundation only by house rule."""
    towers = not_on_own(state, colour)
    return towers if state.bare_roofs else towers & state.built


@rule
def for_bridge(state: Skybridge, colour: int) -> int:
    """A bridge lies level on two neighbouring towers, each topped by another colour, and never exactly on another bridge."""
    pairs: int = state.level & PAIRS_WITHIN[not_on_own(state, colour) & state.built]
    for other in range(COLOURS):
        pair = state.bridge_on[other]
        if pair != NOBODY and covers_bridge(state, pair):
            pairs &= ~(1 << pair)
    return pairs


@rule
def covers_bridge(state: Skybridge, pair: int) -> bool:
    """Tells whether a bridge on this pair would lie exactly on another one."""
    top = state.top[PAIR_A[pair]]
    return top != NOBODY and top & 3 == BRIDGE and top == state.top[PAIR_B[pair]]


@rule
def colour_can_move(state: Skybridge, seat: int, colour: int) -> bool:
    """Tells whether any piece of a colour in a seat's hand fits anywhere."""
    hand = seat * COLOURS + colour
    if state.stock[hand, THREE] + state.stock[hand, TWO] > 0 and not_on_own(state, colour) != 0:
        return True
    if state.stock[hand, ROOF] > 0 and for_roof(state, colour) != 0:
        return True
    return state.stock[hand, BRIDGE] > 0 and for_bridge(state, colour) != 0


@rule
def may_play(state: Skybridge, colour: int) -> bool:
    """With rotation only the colour whose turn it is may be played; otherwise any."""
    return not state.rotation or state.turn == colour


# Why not


@rule
def refusal(state: Skybridge, seat: int, action: int) -> int:
    """One piece a turn, from one's own hand, where the rules of its kind allow."""
    if actors(state) >> seat & 1 == 0:
        return NOT_NOW
    if action >= LOTS:
        return LEGAL if state.phase == LOT and action - LOTS < state.seats else NOT_NOW
    if state.phase == LOT:
        return NOT_NOW
    if action >= BRIDGES:
        colour, kind = (action - BRIDGES) // PAIRS, BRIDGE
    else:
        colour, kind = action // (BRIDGE * TOWERS), action // TOWERS % BRIDGE
    if not may_play(state, colour):
        return OTHER_COLOUR_TURN
    if state.stock[seat * COLOURS + colour, kind] == 0:
        return NO_PIECE
    if kind == BRIDGE:
        return bridge_refusal(state, colour, (action - BRIDGES) % PAIRS)
    return tower_refusal(state, colour, kind, action % TOWERS)


@rule
def tower_refusal(state: Skybridge, colour: int, kind: int, tower: int) -> int:
    """Names the rule that keeps a block or a roof off a tower."""
    if state.open_towers >> tower & 1 == 0:
        return CLOSED
    if state.topped[colour] >> tower & 1:
        return OWN_COLOUR
    if kind == ROOF:
        return LEGAL if for_roof(state, colour) >> tower & 1 else BARE_ROOF
    return LEGAL if for_block(state, colour) >> tower & 1 else NOT_LOWEST


@rule
def bridge_refusal(state: Skybridge, colour: int, pair: int) -> int:
    """Names the rule that keeps a bridge off a pair of towers."""
    ends = 1 << PAIR_A[pair] | 1 << PAIR_B[pair]
    if state.open_towers & ends != ends:
        return CLOSED
    if state.built & ends != ends:
        return BARE_BRIDGE
    if state.level >> pair & 1 == 0:
        return UNEVEN
    if state.topped[colour] & ends:
        return OWN_COLOUR
    return SAME_BRIDGE if covers_bridge(state, pair) else LEGAL


# A turn


@rule
def play(state: Skybridge, seat: int, action: int) -> None:
    """Puts a piece on its tower or pair of towers; then the next who can move is to move."""
    if action >= LOTS:
        state.phase = PLAY
        state.turn = action - LOTS
        return
    if action >= BRIDGES:
        colour, pair = (action - BRIDGES) // PAIRS, (action - BRIDGES) % PAIRS
        state.stock[seat * COLOURS + colour, BRIDGE] -= 1
        state.bridge_on[colour] = pair
        put(state, colour, BRIDGE, PAIR_A[pair])
        put(state, colour, BRIDGE, PAIR_B[pair])
    else:
        colour, kind, tower = action // (BRIDGE * TOWERS), action // TOWERS % BRIDGE, action % TOWERS
        state.stock[seat * COLOURS + colour, kind] -= 1
        put(state, colour, kind, tower)
    pass_turn_on(state)


@rule
def put(state: Skybridge, colour: int, kind: int, tower: int) -> None:
    """Puts a piece on a tower and notes how the city looks now."""
    piece = colour * KINDS + kind
    state.stack[tower, state.pieces[tower]] = piece
    state.pieces[tower] += 1
    spot = 1 << tower
    if state.top[tower] != NOBODY:
        state.topped[state.top[tower] >> 2] &= ~spot
    state.topped[colour] |= spot
    state.top[tower] = piece
    state.built |= spot
    if kind == ROOF:
        state.owner[tower] = colour
        state.open_towers &= ~spot
    else:
        state.towers_at[state.height[tower]] &= ~spot
        state.height[tower] += FLOORS[kind]
        state.towers_at[state.height[tower]] |= spot
        level_with = PAIRS_WITHIN[state.towers_at[state.height[tower]]]
        state.level = state.level & ~PAIRS_AT[tower] | level_with & PAIRS_AT[tower]
    while state.open_towers != 0 and state.towers_at[state.ground] & state.open_towers == 0:
        state.ground += 1


@rule
def pass_turn_on(state: Skybridge) -> None:
    """A player who cannot move is skipped, and looked at again next time; the game ends when nobody can."""
    places = COLOURS if state.rotation else state.seats
    for _ in range(places):
        state.turn = (state.turn + 1) % places
        if can_move(state):
            return
    state.phase = OVER


@rule
def can_move(state: Skybridge) -> bool:
    """Tells whether the seat to move has a piece that fits."""
    seat = seat_to_move(state)
    for colour in range(COLOURS):
        if may_play(state, colour) and colour_can_move(state, seat, colour):
            return True
    return False


# The score


@rule
def colour_points(state: Skybridge, colour: int) -> int:
    """A colour counts the floors of its towers; one joined by its own bridge brings the other along; owning both doubles them."""
    total = 0
    for tower in range(TOWERS):
        if state.owner[tower] == colour:
            total += state.height[tower]
    pair = state.bridge_on[colour]
    if pair != NOBODY:
        a, b = PAIR_A[pair], PAIR_B[pair]
        if state.owner[a] == colour and state.owner[b] == colour:
            total += state.height[a] + state.height[b]
        elif state.owner[a] == colour:
            total += state.height[b]
        elif state.owner[b] == colour:
            total += state.height[a]
    return total


@rule
def points(state: Skybridge, seat: int) -> int:
    """A seat counts its colour; with two players, each of its two colours."""
    if state.seats == 2:
        return colour_points(state, seat) + colour_points(state, seat + 2)
    return colour_points(state, seat)


# Random play


@rule
def count_choices(state: Skybridge, hand: int, colour: int) -> int:
    """Returns how many actions a colour in a hand has."""
    blocks = (state.stock[hand, THREE] > 0) + (state.stock[hand, TWO] > 0)
    count = blocks * COUNT[for_block(state, colour)] if blocks > 0 else 0
    if state.stock[hand, ROOF] > 0:
        count += COUNT[for_roof(state, colour)]
    if state.stock[hand, BRIDGE] > 0:
        count += COUNT[for_bridge(state, colour)]
    return count


@rule
def nth_choice(state: Skybridge, hand: int, colour: int, index: int) -> int:
    """Returns one of these actions by its number: blocks of three first, then of two, roofs and bridges."""
    for kind in range(BRIDGE):
        if state.stock[hand, kind] > 0:
            towers = for_roof(state, colour) if kind == ROOF else for_block(state, colour)
            if index < COUNT[towers]:
                return (colour * BRIDGE + kind) * TOWERS + nth(towers, index)
            index -= COUNT[towers]
    return BRIDGES + colour * PAIRS + nth(for_bridge(state, colour), index)


@rule
def nth(places: int, index: int) -> int:
    """Returns a member of a set by its number."""
    for _ in range(index):
        places &= places - 1
    lowest: int = COUNT[(places & -places) - 1]
    return lowest


@rule
def sample(state: Skybridge, seat: int, marks: Ints, dice: Dice) -> int:
    """Draws evenly among the legal actions, counting them colour by colour."""
    if state.phase == LOT:
        return LOTS + draw(dice, state.seats)
    total = 0
    for colour in range(COLOURS):
        if may_play(state, colour):
            total += count_choices(state, seat * COLOURS + colour, colour)
    left = draw(dice, total)
    for colour in range(COLOURS):
        if may_play(state, colour):
            count = count_choices(state, seat * COLOURS + colour, colour)
            if left < count:
                return nth_choice(state, seat * COLOURS + colour, colour, left)
            left -= count
    return -1


implement(Skybridge, actors=actors, refusal=refusal, play=play, points=points, sample=sample)
