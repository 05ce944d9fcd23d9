"""The rules of Ponte del Diavolo (Martin Ebel, 2007), in the order in which a player learns them.

Lay two tiles or one bridge. Four tiles side by side are an island, fewer a sandbank; islands keep their distance. Bridges link
them, and linked islands are worth more than lone ones.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from ponticello.engine.dice import Dice, draw
from ponticello.engine.native import implement, rule
from ponticello.engine.record import Ints
from ponticello.engine.verbs import LEGAL
from ponticello.games.ponte.board import (
    AREA,
    BESIDE,
    CONFLICT_START,
    CONFLICT_WAYS,
    CONFLICTS,
    REACH,
    UNDER,
)
from ponticello.games.ponte.lands import (
    connect,
    find_neighbours,
    fit_together,
    grow_land,
    is_by_island,
    join_lands,
    near,
    new_island_touches,
    number_land,
    raise_island,
    size_with,
)
from ponticello.games.ponte.position import (
    BLOCKED,
    BRIDGE,
    CHOICE,
    DARK,
    DARK_TILE,
    FREE,
    ISLAND,
    LIGHT,
    LIGHT_TILE,
    NOWHERE,
    OPENING_SECOND,
    OVER,
    PASS,
    SEA,
    SECOND_TILE,
    TAKE_DARK,
    TAKE_LIGHT,
    TURN,
    Ponte,
    close,
    close_to_both,
    ends_in_reach,
    is_bridged,
    is_open,
    land_at,
    note_bridged,
    note_span,
    note_tile,
    sides,
    strike_off_span,
)

# Why an action is refused.
NOT_NOW, OFF_BOARD, OCCUPIED, UNDER_BRIDGE, BY_ISLAND, TOO_LARGE, TOUCHING, NO_SECOND, NO_TILES = range(1, 10)
NO_BRIDGES, NOT_YOUR_END, BRIDGED_END, TILE_UNDER, CROSSING, MUST_LAY = range(10, 16)


@rule
def seat_of(state: Ponte, colour: int) -> int:
    """Returns the seat that plays a colour; before the choice, seat 0 lays the light tiles."""
    return state.light_seat if colour == LIGHT else 1 - state.light_seat


def who_acts(phase: int, turn: int, light_seat: int) -> int:
    """Says who is to move, a bit for each seat: seat 0 opens, seat 1 chooses a colour, then dark and light take turns."""
    if phase == OVER:
        return 0
    if phase <= OPENING_SECOND:
        return 1
    if phase == CHOICE:
        return 2
    return 1 << (light_seat if turn == LIGHT else 1 - light_seat)


ACTORS = np.array([who_acts(*moment) for moment in product(range(OVER + 1), (LIGHT, DARK), (0, 1))], np.int64)


@rule
def actors(state: Ponte) -> int:
    """Says who is to move, from the table, since random games ask after every action."""
    return int(ACTORS[(state.phase << 2 | state.turn << 1 | state.light_seat) & 31])


# Islands and sandbanks


@rule
def tile_refusal(state: Ponte, colour: int, cell: int) -> int:
    """A tile needs a free cell; land never exceeds four tiles; an island touches no other land of its colour, even at corners."""
    lies_here = state.cells[cell]
    if lies_here != FREE:
        return OFF_BOARD if lies_here == SEA else UNDER_BRIDGE if lies_here == BLOCKED else OCCUPIED
    if is_by_island(state, colour, cell):
        return BY_ISLAND
    return growth_refusal(state, colour, cell)


@rule
def growth_refusal(state: Ponte, colour: int, cell: int) -> int:
    """The part of the rule that looks at the land a tile becomes part of, its cell being free and away from islands."""
    return size_refusal(state, colour, cell, size_with(state, colour, cell))


@rule
def size_refusal(state: Ponte, colour: int, cell: int, size: int) -> int:
    """The same, the size of that land being known."""
    if size < ISLAND:
        return LEGAL
    if size > ISLAND:
        return TOO_LARGE
    return TOUCHING if new_island_touches(state, colour, cell) else LEGAL


@rule
def serves_as_partner(state: Ponte, colour: int, cell: int, size: int, other: int) -> bool:
    """Tells whether an open cell is surely one for a second tile: a sandbank of its own, if the first tile makes no island."""
    apart = BESIDE >> min(abs(cell - other), 31) & 1 == 0
    return (sides(state, colour, other) == 0) & apart & (size < ISLAND)


@rule
def knows_partner(state: Ponte, colour: int, cell: int, size: int) -> bool:
    """Tells whether the partner found last serves here too."""
    other = state.partner[colour] & 255
    return is_open(state, colour, other) & serves_as_partner(state, colour, cell, size, other)


@rule
def has_partner(state: Ponte, colour: int, cell: int, size: int) -> bool:
    """Tells whether a second tile could follow one on this cell; a turn is two tiles or none."""
    return knows_partner(state, colour, cell, size) or search_partner(state, colour, cell, size) != NOWHERE


@rule
def search_partner(state: Ponte, colour: int, cell: int, size: int) -> int:
    """Returns a cell for the second tile of a turn that begins here, or NOWHERE."""
    for k in range(state.open_count[colour]):
        other = state.open_cells[colour, k] & 255
        if serves_as_partner(state, colour, cell, size, other):
            return other
    for k in range(state.open_count[colour]):
        other = state.open_cells[colour, k] & 255
        if not near(cell, other) and growth_refusal(state, colour, other) == LEGAL:
            return other
    for k in range(state.open_count[colour]):
        other = state.open_cells[colour, k] & 255
        if near(cell, other) and other != cell and growth_refusal(state, colour, other) == LEGAL:
            if fit_together(state, colour, cell, other):
                return other
    return NOWHERE


@rule
def first_tile_refusal(state: Ponte, colour: int, cell: int) -> int:
    """The first tile of a turn must leave room for the second."""
    if state.tiles[colour] < 2:
        return NO_TILES
    reason = tile_refusal(state, colour, cell)
    if reason == LEGAL and not has_partner(state, colour, cell, size_with(state, colour, cell)):
        return NO_SECOND
    return reason


@rule
def can_lay_two(state: Ponte, colour: int) -> bool:
    """Tells whether a colour still has two tiles and a pair of cells for them."""
    for k in range(state.open_count[colour]):
        if first_tile_refusal(state, colour, state.open_cells[colour, k]) == LEGAL:
            return True
    return False


# Bridges


@rule
def bridge_refusal(state: Ponte, colour: int, start: int, way: int) -> int:
    """A bridge joins two unbridged tiles of one colour, with no tile under it and no bridge across it."""
    if state.bridges == 0:
        return NO_BRIDGES
    end = start + REACH[way]
    if state.cells[start] != colour + 1:
        return NOT_YOUR_END
    if end >= AREA or state.cells[end] != colour + 1:
        return NOT_YOUR_END
    return span_refusal(state, start, way)


@rule
def is_span_free(state: Ponte, start: int, way: int) -> bool:
    """Tells whether nothing is in the way of a bridge; as span_refusal, but without branches that would be mere guesses."""
    end = start + REACH[way] & 255
    under = 1 << state.cells[start + UNDER[way, 0] & 255] | 1 << state.cells[start + UNDER[way, 1] & 255]
    blocked = (under >> LIGHT_TILE | under >> DARK_TILE | state.barred[start] >> way) & 1
    return not (is_bridged(state, start) | is_bridged(state, end) | (blocked == 1))


@rule
def span_refusal(state: Ponte, start: int, way: int) -> int:
    """The part of the rule that looks at the span alone, its two ends being of one colour."""
    if is_bridged(state, start) or is_bridged(state, start + REACH[way] & 255):
        return BRIDGED_END
    for k in range(2):
        under = state.cells[start + UNDER[way, k] & 255]
        if under == LIGHT_TILE or under == DARK_TILE:
            return TILE_UNDER
    if state.barred[start] >> way & 1:
        return CROSSING
    return LEGAL


# A turn


@rule
def refusal(state: Ponte, seat: int, action: int) -> int:
    """Lay two tiles or one bridge; pass only if two tiles cannot be laid. First come two light tiles and a choice of colour."""
    if actors(state) >> seat & 1 == 0:
        return NOT_NOW
    if state.phase == CHOICE:
        return LEGAL if action == TAKE_LIGHT or action == TAKE_DARK else NOT_NOW
    if action < BRIDGE:
        if state.phase == TURN:
            return first_tile_refusal(state, state.turn, action)
        return tile_refusal(state, state.turn, action)
    if state.phase != TURN:
        return NOT_NOW
    if action < TAKE_LIGHT:
        return bridge_refusal(state, state.turn, (action - BRIDGE) >> 3, (action - BRIDGE) & 7)
    if action == PASS:
        return MUST_LAY if can_lay_two(state, state.turn) else LEGAL
    return NOT_NOW


@rule
def play(state: Ponte, seat: int, action: int) -> None:
    """Carries out an action and passes the turn on."""
    if action < BRIDGE:
        lay_tile(state, state.turn & 1, action & 255)
        if state.phase != SECOND_TILE:
            state.phase += 1  # OPENING, OPENING_SECOND, CHOICE and TURN, SECOND_TILE follow each other
            return
    elif action < TAKE_LIGHT:
        lay_bridge(state, state.turn & 1, action)
    elif action == PASS:
        if state.turn == DARK:
            state.phase = OVER
            return
        state.last_turn = 1
        state.turn = DARK
        return
    else:
        state.light_seat = 1 if action == TAKE_LIGHT else 0
    end_turn(state)


@rule
def end_turn(state: Ponte) -> None:
    """Dark follows light and light dark; after light has passed, dark's next turn is the last."""
    if state.last_turn:
        state.phase = OVER
        return
    state.turn = 1 - state.turn
    state.phase = TURN


@rule
def mid_turn(state: Ponte, seat: int) -> bool:
    """Between the two tiles of a turn there is no going on to something else."""
    return (state.phase == SECOND_TILE or state.phase == OPENING_SECOND) and actors(state) >> seat & 1 == 1


@rule
def lay_tile(state: Ponte, colour: int, cell: int) -> None:
    """Lays a tile, which makes or enlarges a land and opens spans for bridges."""
    colour, cell = colour & 1, cell & 255
    state.tiles[colour] -= 1
    note_tile(state, colour, cell)
    close_to_both(state, cell)
    a, b, c, d = find_neighbours(state, colour, cell)
    land = number_land(state, a, b, c, d)
    grow_land(state, colour, land, cell)
    if a + b + c + d > land:
        join_lands(state, colour, land, a, b, c, d)
    if state.land_size[land] == ISLAND:
        raise_island(state, colour, land)
    ends = ends_in_reach(state, colour, cell)
    ends = note_span(state, colour, cell, ends)  # most tiles open up to two, and no loop guesses how many as fast
    ends = note_span(state, colour, cell, ends)
    while ends != 0:
        ends = note_span(state, colour, cell, ends)


@rule
def lay_bridge(state: Ponte, colour: int, action: int) -> None:
    """Lays a bridge, blocks what is under it, bars what would cross it, and links the two lands."""
    start = (action - BRIDGE) >> 3 & 255
    way = (action - BRIDGE) & 7
    end = start + REACH[way] & 255
    note_bridged(state, start)
    note_bridged(state, end)
    for k in range(2):
        under = start + UNDER[way, k] & 255
        state.cells[under] = BLOCKED
        close_to_both(state, under)
    table = 1 - state.parallel_knights
    for k in range(CONFLICTS):
        state.barred[start + CONFLICT_START[table, way, k] & 255] |= CONFLICT_WAYS[table, way, k]
    state.laid[state.laid_count] = action
    state.laid_count += 1
    state.bridges -= 1
    state.bridges_of[colour] += 1
    connect(state, colour, land_at(state, colour, start), land_at(state, colour, end))


# The score


@rule
def points(state: Ponte, seat: int) -> int:
    """A network of n islands is worth 1 + 2 + ... + n points; sandbanks link but count nothing."""
    return state.points[LIGHT if seat == state.light_seat else DARK]


@rule
def standing(state: Ponte, seat: int) -> int:
    """Points decide, then islands, then bridges."""
    colour = LIGHT if seat == state.light_seat else DARK
    return state.points[colour] * 10_000 + state.islands[colour] * 100 + state.bridges_of[colour]


# What is possible


@rule
def legal(state: Ponte, seat: int, marks: Ints) -> int:
    """Marks the legal actions; only what is still on the lists needs a look."""
    for action in range(len(marks)):
        marks[action] = 0
    if actors(state) >> seat & 1 == 0:
        return 0
    if state.phase == CHOICE:
        marks[TAKE_LIGHT] = marks[TAKE_DARK] = 1
        return 2
    colour = state.turn & 1
    second = state.phase != TURN
    count = 0
    if second or state.tiles[colour] >= 2:
        for k in range(state.open_count[colour]):
            cell = state.open_cells[colour, k] & 255
            size = size_with(state, colour, cell)
            if size_refusal(state, colour, cell, size) == LEGAL and (second or has_partner(state, colour, cell, size)):
                marks[cell] = 1
                count += 1
    if second:
        return count
    if count == 0:
        marks[PASS] = 1
        count = 1
    if state.bridges > 0:
        for k in range(state.span_count[colour]):
            span = state.open_spans[colour, k]
            if is_span_free(state, (span - BRIDGE) >> 3 & 255, (span - BRIDGE) & 7):
                marks[span] = 1
                count += 1
    return count


@rule
def sample(state: Ponte, seat: int, marks: Ints, dice: Dice) -> int:
    """Draws evenly among the legal actions: picks from the lists of what was possible and strikes off what no longer is."""
    if state.phase == CHOICE:
        return TAKE_LIGHT + draw(dice, 2)
    colour = state.turn & 1
    second = state.phase != TURN
    while True:
        cells = state.open_count[colour] if second | (state.tiles[colour] >= 2) else 0
        spans = 0 if second | (state.bridges == 0) else state.span_count[colour]
        chosen = draw(dice, cells + spans + (1 - second)) & 1023
        if chosen < cells:
            cell = state.open_cells[colour, chosen] & 255
            size = size_with(state, colour, cell)
            if size_refusal(state, colour, cell, size) == LEGAL:
                if second or knows_partner(state, colour, cell, size):
                    return cell
                partner = search_partner(state, colour, cell, size)
                if partner != NOWHERE:
                    state.partner[colour] = partner
                    return cell
            close(state, colour, cell)
        elif chosen < cells + spans:
            action = state.open_spans[colour, chosen - cells]
            if is_span_free(state, (action - BRIDGE) >> 3 & 255, (action - BRIDGE) & 7):
                return action
            strike_off_span(state, colour, chosen - cells)
        elif not can_lay_two(state, colour):
            return PASS


implement(
    Ponte,
    actors=actors,
    refusal=refusal,
    play=play,
    points=points,
    standing=standing,
    mid_turn=mid_turn,
    legal=legal,
    sample=sample,
)
