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
from ponticello.games.ponte.actions import PASS, TAKE_DARK, TAKE_LIGHT, cell_under, end_of, is_bridge, is_tile, start_of, way_of
from ponticello.games.ponte.board import AREA, CONFLICT_START, CONFLICT_WAYS, CONFLICTS
from ponticello.games.ponte.candidates import close, close_to_both, list_spans, open_cell, strike_off_span
from ponticello.games.ponte.indices import as_index
from ponticello.games.ponte.lands import add_tile, connect, land_at, may_grow, raise_island, size_with, touches_island
from ponticello.games.ponte.position import (
    BLOCKED,
    CHOICE,
    DARK,
    FREE,
    ISLAND,
    LIGHT,
    OPENING_SECOND,
    OVER,
    SEA,
    SECOND_TILE,
    TURN,
    Ponte,
    has_any_tile,
    has_tile,
    mover,
)
from ponticello.games.ponte.second_tile import can_finish_turn, remember_partner
from ponticello.games.ponte.strips import has_neighbour, is_bridged, mark_bridged, mark_tile

# Why an action is refused.
NOT_NOW, OFF_BOARD, OCCUPIED, UNDER_BRIDGE, BY_ISLAND, TOO_LARGE, TOUCHING, NO_SECOND, NO_TILES = range(1, 10)
NO_BRIDGES, NOT_YOUR_END, BRIDGED_END, TILE_UNDER, CROSSING, MUST_LAY = range(10, 16)

SPOILT_BY_ONE = 5  # cells on which or beside which a tile lies: its own and four more


# Start


def who_acts(phase: int, turn: int, light_seat: int) -> int:
    """Says who is to move, a bit for each seat: seat 0 opens, seat 1 chooses a colour, then dark and light take turns."""
    if phase == OVER:
        return 0
    if phase <= OPENING_SECOND:
        return 1
    if phase == CHOICE:
        return 2
    return 1 << (light_seat if turn == LIGHT else 1 - light_seat)


ACTORS = np.array([who_acts(*moment) for moment in product(range(OVER + 1), (LIGHT, DARK), (0, 1))], np.int64).reshape(-1, 2, 2)


@rule
def actors(state: Ponte) -> int:
    """Says who is to move, from the table, since random games ask after every action."""
    return int(ACTORS[as_index(state.phase, 8), mover(state), as_index(state.light_seat, 2)])


@rule
def is_to_act(state: Ponte, seat: int) -> bool:
    """Tells whether it is a seat's move."""
    return actors(state) >> seat & 1 == 1


@rule
def seat_of(state: Ponte, colour: int) -> int:
    """Returns the seat that plays a colour; before the choice, seat 0 lays the light tiles."""
    return state.light_seat if colour == LIGHT else 1 - state.light_seat


@rule
def colour_of(state: Ponte, seat: int) -> int:
    """Returns the colour that a seat plays."""
    return LIGHT if seat == state.light_seat else DARK


# A turn


@rule
def refusal(state: Ponte, seat: int, action: int) -> int:
    """Lay two tiles or one bridge; pass only if two tiles cannot be laid. First come two light tiles and a choice of colour."""
    if not is_to_act(state, seat):
        return NOT_NOW
    if state.phase == CHOICE:
        return LEGAL if action == TAKE_LIGHT or action == TAKE_DARK else NOT_NOW
    if is_tile(action) and state.phase == TURN:
        return first_tile_refusal(state, mover(state), action)
    if is_tile(action):
        return tile_refusal(state, mover(state), action)
    if state.phase != TURN:
        return NOT_NOW
    if is_bridge(action):
        return bridge_refusal(state, mover(state), action)
    if action == PASS:
        return MUST_LAY if can_lay_two(state, mover(state)) else LEGAL
    return NOT_NOW


@rule
def first_tile_refusal(state: Ponte, colour: int, cell: int) -> int:
    """One tile alone is never a turn: the first must leave a second one, and room for it."""
    if state.tiles[colour] < 2:
        return NO_TILES
    reason = tile_refusal(state, colour, cell)
    if reason == LEGAL and not can_finish_turn(state, colour, cell):
        return NO_SECOND
    return reason


@rule
def can_lay_two(state: Ponte, colour: int) -> bool:
    """Tells whether a colour still has two tiles and a pair of cells for them."""
    for k in range(state.open_count[colour]):
        if first_tile_refusal(state, colour, open_cell(state, colour, k)) == LEGAL:
            return True
    return False


@rule
def mid_turn(state: Ponte, seat: int) -> bool:
    """Between the two tiles of a turn there is no going on to something else."""
    return (state.phase == SECOND_TILE or state.phase == OPENING_SECOND) and is_to_act(state, seat)


@rule
def play(state: Ponte, seat: int, action: int) -> None:
    """Carries out an action and passes the turn on."""
    if is_tile(action):
        lay_tile(state, mover(state), as_index(action, AREA))
        if state.phase != SECOND_TILE:
            state.phase += 1  # OPENING, OPENING_SECOND, CHOICE and TURN, SECOND_TILE follow each other
            return
    elif is_bridge(action):
        lay_bridge(state, mover(state), action)
    elif action == PASS:
        state.last_turn = 1
    else:
        state.light_seat = 1 if action == TAKE_LIGHT else 0
    end_turn(state)


# Islands and sandbanks


@rule
def tile_refusal(state: Ponte, colour: int, cell: int) -> int:
    """A tile needs a free cell; land never exceeds four tiles; an island touches no other land of its colour, even at corners."""
    lies_here = state.cells[cell]
    if lies_here != FREE:
        return OFF_BOARD if lies_here == SEA else UNDER_BRIDGE if lies_here == BLOCKED else OCCUPIED
    if touches_island(state, colour, cell):
        return BY_ISLAND
    if not may_grow(state, colour, cell):
        return TOO_LARGE if size_with(state, colour, cell) > ISLAND else TOUCHING
    return LEGAL


@rule
def lay_tile(state: Ponte, colour: int, cell: int) -> None:
    """A tile makes or enlarges a land, perhaps to an island, and opens spans for bridges."""
    state.tiles[colour] -= 1
    state.cells[cell] = colour + 1
    mark_tile(state, colour, cell)
    close_to_both(state, cell)
    land = add_tile(state, colour, cell)
    if state.land_size[land] == ISLAND:
        raise_island(state, colour, land)
    list_spans(state, colour, cell)


# Bridges


@rule
def bridge_refusal(state: Ponte, colour: int, bridge: int) -> int:
    """A bridge from the common supply joins two tiles of one colour, if nothing is in its way."""
    if state.bridges == 0:
        return NO_BRIDGES
    if not (has_tile(state, colour, start_of(bridge)) and has_tile(state, colour, end_of(bridge))):
        return NOT_YOUR_END
    return span_refusal(state, bridge)


@rule
def span_refusal(state: Ponte, bridge: int) -> int:
    """Says what is in the way of a bridge between two tiles of one colour."""
    if is_span_free(state, bridge):
        return LEGAL
    if has_bridged_end(state, bridge):
        return BRIDGED_END
    return TILE_UNDER if is_above_tile(state, bridge) else CROSSING


@rule
def is_span_free(state: Ponte, bridge: int) -> bool:
    """A tile carries one bridge, no tile lies under a bridge, and no bridge crosses another one.

    All three are asked at once, since none of the answers is likely enough for the processor to guess.
    """
    return not (has_bridged_end(state, bridge) | is_above_tile(state, bridge) | crosses_bridge(state, bridge))


@rule
def has_bridged_end(state: Ponte, bridge: int) -> bool:
    """Tells whether a tile at an end of a bridge carries one already."""
    return is_bridged(state, start_of(bridge)) | is_bridged(state, end_of(bridge))


@rule
def is_above_tile(state: Ponte, bridge: int) -> bool:
    """Tells whether a tile of either colour lies under a bridge."""
    return has_any_tile(state, cell_under(bridge, 0)) | has_any_tile(state, cell_under(bridge, 1))


@rule
def crosses_bridge(state: Ponte, bridge: int) -> bool:
    """Tells whether a bridge would cross one on the board."""
    return state.barred[start_of(bridge)] >> way_of(bridge) & 1 == 1


@rule
def lay_bridge(state: Ponte, colour: int, bridge: int) -> None:
    """A bridge blocks the cells under it, bars what would cross it, and links the two lands."""
    start, end = start_of(bridge), end_of(bridge)
    mark_bridged(state, start)
    mark_bridged(state, end)
    for k in range(2):
        state.cells[cell_under(bridge, k)] = BLOCKED
        close_to_both(state, cell_under(bridge, k))
    bar_crossings(state, bridge)
    state.laid[state.laid_count] = bridge
    state.laid_count += 1
    state.bridges -= 1
    state.bridges_of[colour] += 1
    connect(state, colour, land_at(state, colour, start), land_at(state, colour, end))


@rule
def bar_crossings(state: Ponte, bridge: int) -> None:
    """Notes all spans that would cross a bridge or, by house rule, run beside it over the same cell."""
    table = 1 - state.parallel_knights
    for k in range(CONFLICTS):
        start = as_index(start_of(bridge) + CONFLICT_START[table, way_of(bridge), k], AREA)
        state.barred[start] |= CONFLICT_WAYS[table, way_of(bridge), k]


# End


@rule
def end_turn(state: Ponte) -> None:
    """When light passes, dark has one more turn; when dark passes, or after that turn, the game is over."""
    if state.last_turn and state.turn == DARK:
        state.phase = OVER
        return
    state.turn = 1 - state.turn
    state.phase = TURN


# Score


@rule
def points(state: Ponte, seat: int) -> int:
    """A network of n islands is worth 1 + 2 + ... + n points; sandbanks link but count nothing."""
    return state.points[colour_of(state, seat)]


@rule
def standing(state: Ponte, seat: int) -> int:
    """Points decide, then islands, then bridges."""
    colour = colour_of(state, seat)
    return state.points[colour] * 10_000 + state.islands[colour] * 100 + state.bridges_of[colour]


# What is possible: a cell on a colour's list is free and away from its islands, and a span on it ends on two of its tiles


@rule
def cells_to_try(state: Ponte, colour: int) -> int:
    """Returns how many cells of a colour's list are worth a look; none if there are too few tiles for a turn."""
    return state.open_count[colour] if (state.phase != TURN) | (state.tiles[colour] >= 2) else 0


@rule
def spans_to_try(state: Ponte, colour: int) -> int:
    """Returns how many spans of a colour's list are worth a look; none if there is no bridge, or a second tile to lay."""
    return state.span_count[colour] if (state.phase == TURN) & (state.bridges > 0) else 0


@rule
def has_many_lonely(state: Ponte, colour: int) -> bool:
    """Tells whether so many open cells have no tile of a colour beside them that one serves as second tile, wherever the first
    lies, unless that completes an island: a cell and its four neighbours can spoil five of them."""
    found = 0
    for k in range(state.open_count[colour]):
        if not has_neighbour(state, colour, open_cell(state, colour, k)):
            found += 1
            if found > SPOILT_BY_ONE:
                return True
    return False


@rule
def add_legal(state: Ponte, seat: int, marks: Ints) -> int:
    """Marks the legal actions; only what is still on the lists needs a look."""
    if not is_to_act(state, seat):
        return 0
    if state.phase == CHOICE:
        marks[TAKE_LIGHT] = marks[TAKE_DARK] = 1
        return 2
    colour = mover(state)
    begins_turn = state.phase == TURN
    surely_finished = not begins_turn or has_many_lonely(state, colour)
    count = 0
    for k in range(cells_to_try(state, colour)):
        cell = open_cell(state, colour, k)
        if has_neighbour(state, colour, cell):
            size = size_with(state, colour, cell)
            fits = size <= ISLAND and (size < ISLAND or may_grow(state, colour, cell))
            finished = not begins_turn or (surely_finished and size < ISLAND)
        else:
            fits, finished = True, surely_finished
        if fits and (finished or can_finish_turn(state, colour, cell)):
            marks[cell] = 1
            count += 1
    if begins_turn and count == 0:
        marks[PASS] = 1
        count = 1
    for k in range(spans_to_try(state, colour)):
        bridge = state.open_spans[colour, k]
        if is_span_free(state, bridge):
            marks[bridge] = 1
            count += 1
    return count


@rule
def sample(state: Ponte, seat: int, marks: Ints, dice: Dice) -> int:
    """Draws evenly among the legal actions: picks from the lists of what was possible and strikes off what no longer is."""
    if state.phase == CHOICE:
        return TAKE_LIGHT + draw(dice, 2)
    colour = mover(state)
    begins_turn = state.phase == TURN
    while True:
        cells, spans = cells_to_try(state, colour), spans_to_try(state, colour)
        chosen = as_index(draw(dice, cells + spans + begins_turn), 1024)
        if chosen < cells:
            cell = open_cell(state, colour, chosen)
            if may_grow(state, colour, cell) and (not begins_turn or remember_partner(state, colour, cell)):
                return cell
            close(state, colour, cell)
        elif chosen < cells + spans:
            bridge = state.open_spans[colour, chosen - cells]
            if is_span_free(state, bridge):
                return bridge
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
    add_legal=add_legal,
    sample=sample,
)
