"""The rules of Skybridge (Adam Ritchey, 2006), in the order in which a player learns them.

Nine towers grow on a square of three by three. Blocks go where the city is lowest, roofs settle who owns a tower, and a bridge
lets its owner count two towers as one. No piece ever rests on its own colour.

Sets of towers and of pairs are bits. All that a colour can do is one set too: nine towers for each kind of block and for a roof,
twelve pairs.
"""

from __future__ import annotations

import numpy as np

from ponticello.engine.bits import count_bits, nth_bit
from ponticello.engine.dice import Dice, draw
from ponticello.engine.native import implement, rule
from ponticello.engine.record import Ints
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.games.skybridge.board import ALL_TOWERS, PAIR_A, PAIR_B, PAIRS, PAIRS_AT, PAIRS_WITHIN, TOWERS
from ponticello.games.skybridge.heights import as_high_as, lowest_of, with_height
from ponticello.games.skybridge.position import (
    BRIDGE,
    BRIDGES,
    COLOURS,
    KIND_MASK,
    KINDS,
    LOT,
    LOTS,
    NEUTRAL,
    NOBODY,
    ON_TOWERS,
    OVER,
    PLAY,
    ROOF,
    THREE,
    TWO,
    Skybridge,
    colour_of,
    hand_of,
    kind_of,
    note_turn,
    place_of,
    topped_by,
)

# The floors of a block of three, a block of two, a roof and a bridge.
FLOORS = np.array([3, 2, 0, 1], np.int64)

# Why an action is refused.
NOT_NOW, NO_PIECE, OTHER_COLOUR_TURN, CLOSED, OWN_COLOUR, NOT_LOWEST = range(1, 7)
BARE_ROOF, BARE_BRIDGE, UNEVEN, SAME_BRIDGE = range(7, 11)


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
    return state.open_towers & ~topped_by(state, colour) & ALL_TOWERS


@rule
def for_block(state: Skybridge, colour: int) -> int:
    """A block goes on the lowest tower it may rest on; the player chooses among equals."""
    return lowest_of(state.heights, not_on_own(state, colour))


@rule
def for_roof(state: Skybridge, colour: int) -> int:
    """A roof goes at any height, on another colour's piece; on a bare foundation only by house rule."""
    return not_on_own(state, colour) & (state.built | -state.bare_roofs)


@rule
def for_bridge(state: Skybridge, colour: int) -> int:
    """A bridge lies level on two neighbouring towers, each topped by another colour, and never exactly on another bridge."""
    return state.level & ~state.bridged & int(PAIRS_WITHIN[not_on_own(state, colour) & state.built])


@rule
def choices(state: Skybridge, seat: int, colour: int) -> int:
    """Returns all that a seat can do with a colour: towers for a block of three, for one of two and for a roof, and pairs."""
    hand = hand_of(seat, colour)
    blocks = for_block(state, colour)
    found = 0
    if state.stock[hand, THREE] > 0:
        found |= blocks
    if state.stock[hand, TWO] > 0:
        found |= blocks << TWO * TOWERS
    if state.stock[hand, ROOF] > 0:
        found |= for_roof(state, colour) << ROOF * TOWERS
    if state.stock[hand, BRIDGE] > 0:
        found |= for_bridge(state, colour) << BRIDGE * TOWERS
    return found


@rule
def colour_can_move(state: Skybridge, seat: int, colour: int) -> bool:
    """Tells whether any piece of a colour in a seat's hand fits anywhere."""
    hand = hand_of(seat, colour)
    if state.stock[hand, THREE] + state.stock[hand, TWO] > 0 and not_on_own(state, colour) != 0:
        return True
    if state.stock[hand, ROOF] > 0 and for_roof(state, colour) != 0:
        return True
    return state.stock[hand, BRIDGE] > 0 and for_bridge(state, colour) != 0


@rule
def may_play(state: Skybridge, colour: int) -> bool:
    """With rotation only the colour whose turn it is may be played; otherwise any."""
    return not state.rotation or state.turn == colour


@rule
def second_colour(state: Skybridge) -> int:
    """Returns the colour that the seat to move may play besides its first, or NOBODY. The first has the number of the turn."""
    if state.seats == 4 or state.rotation:
        return NOBODY
    return NEUTRAL if state.seats == 3 else state.turn + 2


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
    colour, kind, place = colour_of(action), kind_of(action), place_of(action)
    if not may_play(state, colour):
        return OTHER_COLOUR_TURN
    if state.stock[hand_of(seat, colour), kind] == 0:
        return NO_PIECE
    if kind == BRIDGE:
        return bridge_refusal(state, colour, place)
    return tower_refusal(state, colour, kind, place)


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
    return SAME_BRIDGE if state.bridged >> pair & 1 else LEGAL


# A turn


@rule
def play(state: Skybridge, seat: int, action: int) -> None:
    """Puts a piece on its tower or pair of towers; then the next who can move is to move."""
    if action >= LOTS:
        state.phase = PLAY
        state.turn = action - LOTS
        return
    colour, kind, place = colour_of(action), kind_of(action), place_of(action)
    state.stock[hand_of(seat, colour), kind] -= 1
    note_turn(state, action)
    if kind == BRIDGE:
        state.bridge_on[colour] = place
        put(state, colour, BRIDGE, PAIR_A[place])
        put(state, colour, BRIDGE, PAIR_B[place])
        state.bridged |= 1 << place
    else:
        put(state, colour, kind, place)
    pass_turn_on(state)


@rule
def put(state: Skybridge, colour: int, kind: int, tower: int) -> None:
    """Puts a piece on a tower and notes how the city looks now."""
    spot = 1 << tower
    for other in range(COLOURS):
        state.topped[other] &= ~spot
    state.topped[colour] |= spot
    state.top[tower] = colour * KINDS + kind
    state.pieces[tower] += 1
    state.built |= spot
    state.bridged &= ~PAIRS_AT[tower]
    state.owner[tower] = colour if kind == ROOF else NOBODY
    state.open_towers &= ~(spot if kind == ROOF else 0)
    raise_tower(state, tower, floors_of(kind))


@rule
def floors_of(kind: int) -> int:
    """Returns how many floors a piece adds: a block three or two, a bridge one, a roof none."""
    return int(FLOORS[kind & KIND_MASK])


@rule
def raise_tower(state: Skybridge, tower: int, floors: int) -> None:
    """Adds floors to a tower and notes which of its neighbours are as high now."""
    height = state.height[tower] + floors
    state.heights = with_height(state.heights, tower, state.height[tower], height)
    state.height[tower] = height
    level_with = int(PAIRS_WITHIN[as_high_as(state.heights, height)])
    state.level = state.level & ~PAIRS_AT[tower] | level_with & PAIRS_AT[tower]


@rule
def pass_turn_on(state: Skybridge) -> None:
    """A player who cannot move is skipped, and looked at again next time; the game ends when nobody can."""
    places = COLOURS if state.rotation else state.seats
    for _ in range(places):
        state.turn = state.turn + 1 if state.turn + 1 < places else 0
        if can_move(state):
            return
    state.phase = OVER


@rule
def can_move(state: Skybridge) -> bool:
    """Tells whether the seat to move has a piece that fits."""
    seat, second = seat_to_move(state), second_colour(state)
    return colour_can_move(state, seat, state.turn) or (second != NOBODY and colour_can_move(state, seat, second))


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


# All legal actions, and one of them at random


@rule
def mark_choices(state: Skybridge, seat: int, colour: int, marks: Ints) -> int:
    """Marks what a seat can do with a colour; returns how many actions that is."""
    places = choices(state, seat, colour)
    for place in range(ON_TOWERS):
        marks[colour * ON_TOWERS + place] = places >> place & 1
    for pair in range(PAIRS):
        marks[BRIDGES + colour * PAIRS + pair] = places >> ON_TOWERS + pair & 1
    return count_bits(places)


@rule
def add_legal(state: Skybridge, seat: int, marks: Ints) -> int:
    """Marks the legal actions of a seat, colour by colour; returns how many there are."""
    if actors(state) >> seat & 1 == 0:
        return 0
    if state.phase == LOT:
        for lot in range(state.seats):
            marks[LOTS + lot] = 1
        return state.seats
    count = mark_choices(state, seat, state.turn, marks)
    second = second_colour(state)
    return count if second == NOBODY else count + mark_choices(state, seat, second, marks)


@rule
def action_of(colour: int, choice: int) -> int:
    """Returns the action that a member of a colour's choices stands for."""
    return colour * ON_TOWERS + choice if choice < ON_TOWERS else BRIDGES + colour * PAIRS + choice - ON_TOWERS


@rule
def sample(state: Skybridge, seat: int, marks: Ints, dice: Dice) -> int:
    """Draws evenly among the legal actions of the one or two colours that the seat may play."""
    if state.phase == LOT:
        return LOTS + draw(dice, state.seats)
    colour, second = state.turn, second_colour(state)
    found = choices(state, seat, colour)
    if second == NOBODY:
        return action_of(colour, nth_bit(found, draw(dice, count_bits(found))))
    others = choices(state, seat, second)
    index = draw(dice, count_bits(found) + count_bits(others))
    if index >= count_bits(found):
        colour, found, index = second, others, index - count_bits(found)
    return action_of(colour, nth_bit(found, index))


implement(Skybridge, actors=actors, refusal=refusal, play=play, points=points, add_legal=add_legal, sample=sample)
