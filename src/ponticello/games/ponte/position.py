"""A position of Ponte del Diavolo, and what it remembers so that the rules are quickly applied.

One fact makes this fast: what has become impossible stays impossible. Land only grows, islands stand for ever, so a cell that
is closed to a colour never opens again, nor does a span for a bridge. Each colour therefore keeps a list of cells and spans that
were possible when last looked at, and whoever draws one that no longer is takes it off the list for good.

Masks such as `& 255` change no number here. They tell the compiler that an index is not negative, so that it need not count
from the end of a row as Python does.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from ponticello.engine.native import rule
from ponticello.engine.record import Grid, Ints, Record, int8
from ponticello.games.ponte.board import (
    AREA,
    AROUND_BITS,
    AWAY_BITS,
    DE_BRUIJN,
    GAP,
    GATHER,
    LAST_BITS,
    LAST_ROW,
    REACHED,
    SIDE_BITS,
    SPAN_TO,
    STRIDE,
    WAYS,
    cell_at,
)

LIGHT, DARK = 0, 1
FREE, LIGHT_TILE, DARK_TILE, BLOCKED, SEA = 0, 1, 2, 3, 4  # a tile is its colour + 1
ISLAND = 4
NOWHERE = -1

# The phases of a game; in the first three nobody owns a colour yet.
OPENING, OPENING_SECOND, CHOICE, TURN, SECOND_TILE, OVER = 0, 1, 2, 3, 4, 5

# The actions: a tile on a cell, a bridge from a cell in one of eight ways, and four words.
BRIDGE = AREA
TAKE_LIGHT = BRIDGE + AREA * WAYS
TAKE_DARK = TAKE_LIGHT + 1
PASS = TAKE_LIGHT + 2
ACTIONS = TAKE_LIGHT + 3

MOST_CELLS = 144
MOST_TILES = 60
MOST_BRIDGES = 22
LANDS = 128  # more than there are tiles; 0 is no land
MOST_SPANS = MOST_TILES * WAYS


class Ponte(Record):
    """A position."""

    side: int8  # 10 or 12
    parallel_knights: int8  # 1 if two parallel knight bridges may share a blocked cell
    phase: int8
    turn: int8  # the colour to move
    light_seat: int8  # the seat that plays light, once chosen
    last_turn: int8  # 1 once light has passed
    tiles: Annotated[Ints, np.int8, 2]  # left to lay, by colour
    bridges: int8  # left to lay, for both

    cells: Annotated[Ints, np.int8, AREA]
    laid: Annotated[Ints, np.int16, MOST_BRIDGES]  # the bridges on the board, as actions, in order of play
    laid_count: int8

    strips: Annotated[Grid, np.int64, 2, STRIDE + 3]  # the tiles of a colour once more: row r's strip (see board.py) at r + 2
    bridged: Annotated[Ints, np.int64, STRIDE + 3]  # the tiles on which a bridge rests, as strips
    barred: Annotated[Ints, np.int16, AREA]  # bit by way: a span from here would cross a bridge

    land: Annotated[Grid, np.int8, 2, AREA + 2 * STRIDE]  # the number of a colour's sandbank or island (see land_at), 0 for none
    land_cells: Annotated[Ints, np.int64, LANDS]  # the cells of a land, eight bits each (see tile_of)
    land_size: Annotated[Ints, np.int8, LANDS]
    land_count: int8
    network: Annotated[Ints, np.int8, LANDS]  # the network that a land is part of, named after one of its lands
    linked_islands: Annotated[Ints, np.int8, LANDS]  # the islands of a network

    points: Annotated[Ints, np.int16, 2]
    islands: Annotated[Ints, np.int8, 2]
    bridges_of: Annotated[Ints, np.int8, 2]

    open_cells: Annotated[Grid, np.int16, 2, MOST_CELLS + 1]  # all cells, by colour: first those that may still be possible
    open_count: Annotated[Ints, np.int16, 2]
    place: Annotated[Grid, np.int16, 2, AREA]  # where a cell stands on that list; the sea has the last place
    partner: Annotated[Ints, np.int16, 2]  # the cell that last proved that a colour can lay a second tile
    open_spans: Annotated[Grid, np.int16, 2, MOST_SPANS + 1]  # spans that may still be possible, as actions
    span_count: Annotated[Ints, np.int16, 2]


def set_up(state: Ponte, players: int, size: int, parallel_knights: bool) -> None:
    """Prepares an empty board, 10 or 12 cells wide, with all tiles and bridges beside it."""
    side = state.side = size
    state.parallel_knights = parallel_knights
    state.bridges = 15 if side == 10 else 22
    for cell in range(AREA):
        state.cells[cell] = SEA
        state.place[LIGHT, cell] = state.place[DARK, cell] = MOST_CELLS
    for index in range(side * side):
        cell = cell_at(index // side, index % side)
        state.cells[cell] = FREE
        for colour in (LIGHT, DARK):
            state.open_cells[colour, index] = cell
            state.place[colour, cell] = index
    for colour in (LIGHT, DARK):
        state.open_count[colour] = side * side
        state.tiles[colour] = 40 if side == 10 else 60
        state.partner[colour] = cell_at(0, 0)
    for land in range(LANDS):
        state.network[land] = land


@rule
def is_open(state: Ponte, colour: int, cell: int) -> bool:
    """Tells whether a cell is among those that may still be possible for a colour."""
    return state.place[colour, cell] < state.open_count[colour]


@rule
def close(state: Ponte, colour: int, cell: int) -> None:
    """Closes a cell to a colour for ever: on its list it changes places with the last open cell, if it was one itself."""
    count = state.open_count[colour]
    place = state.place[colour, cell] & 255
    was_open = place < count
    new_place = (count - 1) & 255 if was_open else place
    last = state.open_cells[colour, new_place] & 255
    state.open_cells[colour, place] = last
    state.place[colour, last] = place
    state.open_cells[colour, new_place] = cell
    state.place[colour, cell] = new_place
    state.open_count[colour] = count - was_open


@rule
def close_to_both(state: Ponte, cell: int) -> None:
    """Closes a cell to both colours for ever."""
    close(state, LIGHT, cell)
    close(state, DARK, cell)


@rule
def is_bridged(state: Ponte, cell: int) -> bool:
    """Tells whether a bridge rests on the tile of a cell."""
    return state.bridged[(cell >> 4) + 2] >> (STRIDE + (cell & 15)) & 1 == 1


@rule
def note_tile(state: Ponte, colour: int, cell: int) -> None:
    """Puts a tile on the board."""
    state.cells[cell] = colour + 1
    row, bit = cell >> 4, 1 << (cell & 15)
    state.strips[colour, row + 3] |= bit
    state.strips[colour, row + 2] |= bit << STRIDE
    state.strips[colour, row + 1] |= bit << 2 * STRIDE
    state.strips[colour, row] |= bit << 3 * STRIDE


@rule
def note_bridged(state: Ponte, cell: int) -> None:
    """Notes that a bridge rests on the tile of a cell."""
    row, bit = cell >> 4, 1 << (cell & 15)
    state.bridged[row + 3] |= bit
    state.bridged[row + 2] |= bit << STRIDE
    state.bridged[row + 1] |= bit << 2 * STRIDE
    state.bridged[row] |= bit << 3 * STRIDE


@rule
def sides(state: Ponte, colour: int, cell: int) -> int:
    """Returns the tiles of a colour beside a cell, corners left aside, as bits."""
    return state.strips[colour, (cell >> 4) + 2] >> ((cell & 15) - 1) & SIDE_BITS


@rule
def land_at(state: Ponte, colour: int, cell: int) -> int:
    """Returns the number of a colour's land on a cell, 0 for none; the rows of `land` begin a row of cells before the first."""
    return state.land[colour, cell + STRIDE] & 127


@rule
def tile_of(state: Ponte, land: int, k: int) -> int:
    """Returns the cell of one of a land's tiles; they stand in no particular order."""
    return state.land_cells[land] >> 8 * k & 255


@rule
def strike_off_span(state: Ponte, colour: int, place: int) -> None:
    """Takes a span off a colour's list; the last on the list takes its place."""
    last = (state.span_count[colour] - 1) & 511
    state.open_spans[colour, place] = state.open_spans[colour, last]
    state.span_count[colour] = last


@rule
def ends_in_reach(state: Ponte, colour: int, cell: int) -> int:
    """Returns the tiles that a bridge from a cell could reach over free cells and rest on, as the bits a bridge away."""
    row, above, left = (cell >> 4) + 2, (cell >> 4) + 1, (cell & 15) - 2
    upper = state.strips[colour, above] & ~state.bridged[above]
    lower = state.strips[colour, row] & ~state.bridged[row]
    around = (state.strips[LIGHT, row] | state.strips[DARK, row]) >> (left + 1) & AROUND_BITS
    ends = (upper >> left & AWAY_BITS) | (lower >> (left + LAST_ROW) & LAST_BITS) << GAP
    return ends & int(REACHED[around * GATHER >> 32 & 511])


@rule
def note_span(state: Ponte, colour: int, cell: int, ends: int) -> int:
    """Puts the span from a cell to the first of some ends, if there is any, on a colour's list; returns the other ends.

    Whether a bridge bars the span is seen when it is drawn.
    """
    end = ends & -ends
    count = state.span_count[colour] & 511
    state.open_spans[colour, count] = BRIDGE + cell * WAYS + SPAN_TO[end * DE_BRUIJN >> 58 & 63]
    state.span_count[colour] = count + (end != 0)
    return ends ^ end
