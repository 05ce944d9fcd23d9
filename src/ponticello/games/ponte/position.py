"""A position of Ponte del Diavolo, and what it remembers so that the rules are quickly applied.

One fact makes this fast: what has become impossible stays impossible. Land only grows, islands stand for ever, so a cell that
is closed to a colour never opens again, nor does a span for a bridge. Each colour therefore keeps a list of cells and spans that
were possible when last looked at, and whoever draws one that no longer is takes it off the list for good.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from ponticello.engine.native import rule
from ponticello.engine.record import Grid, Ints, Record, int8
from ponticello.games.ponte.board import AREA, STRIDE, WAYS, cell_at
from ponticello.games.ponte.indices import as_index

LIGHT, DARK = 0, 1
FREE, LIGHT_TILE, DARK_TILE, BLOCKED, SEA = 0, 1, 2, 3, 4  # a tile is its colour + 1
ISLAND = 4
NOWHERE = -1

# The phases of a game; in the first three nobody owns a colour yet.
OPENING, OPENING_SECOND, CHOICE, TURN, SECOND_TILE, OVER = 0, 1, 2, 3, 4, 5

MOST_CELLS = 144
MOST_TILES = 60
MOST_BRIDGES = 22
LANDS = 128  # more than there are tiles; 0 is no land
MOST_SPANS = MOST_TILES * WAYS
ROOM_FOR_SPANS = 512  # the next power of two


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

    strips: Annotated[Grid, np.int64, 2, STRIDE + 3]  # the tiles of a colour once more: see strips.py
    bridged: Annotated[Ints, np.int64, STRIDE + 3]  # the tiles on which a bridge rests, as strips
    barred: Annotated[Ints, np.int16, AREA]  # bit by way: a span from here would cross a bridge

    land: Annotated[Grid, np.int8, 2, AREA + 2 * STRIDE]  # the number of a colour's sandbank or island (see land_at), 0 for none
    land_cells: Annotated[Ints, np.int64, LANDS]  # the cells of a land, packed (see tile_of)
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
def mover(state: Ponte) -> int:
    """Returns the colour to move."""
    return as_index(state.turn, 2)


@rule
def has_tile(state: Ponte, colour: int, cell: int) -> bool:
    """Tells whether a tile of a colour lies on a cell."""
    return state.cells[cell] == colour + 1


@rule
def has_any_tile(state: Ponte, cell: int) -> bool:
    """Tells whether a tile of either colour lies on a cell."""
    return has_tile(state, LIGHT, cell) | has_tile(state, DARK, cell)
