"""What lies on the board: a position read as lands, bridges and networks."""

from __future__ import annotations

import functools

from ponticello.games.ponte.actions import cell_under
from ponticello.games.ponte.board import AREA, cell_at
from ponticello.games.ponte.lands import land_at, tile_of
from ponticello.games.ponte.position import ISLAND, Ponte


@functools.cache
def squares(side: int) -> tuple[int, ...]:
    """Returns the cells of a board so many cells wide, row by row from a1."""
    return tuple(cell_at(row, column) for row in range(side) for column in range(side))


def lands(state: Ponte, colour: int) -> list[list[int]]:
    """Returns the islands and sandbanks of a colour, each as its cells."""
    found: dict[int, list[int]] = {}
    cells, tile = state.cells, colour + 1
    for cell in squares(state.side):
        if cells[cell] == tile:
            found.setdefault(land_at(state, colour, cell), []).append(cell)
    return list(found.values())


def bridges(state: Ponte) -> list[int]:
    """Returns the bridges on the board, as actions, in order of play."""
    return [state.laid[k] for k in range(state.laid_count)]


def land_of(state: Ponte, cell: int) -> list[int]:
    """Returns the cells of the land that a tile belongs to."""
    land = land_at(state, state.cells[cell] - 1, cell)
    return [tile_of(state, land, k) for k in range(state.land_size[land])]


def cells_under(bridge: int) -> set[int]:
    """Returns the cells that a bridge blocks."""
    return {cell_under(bridge, k) for k in range(2)}


def networks(state: Ponte, colour: int) -> list[list[list[int]]]:
    """Returns the networks of a colour that hold an island, each as the islands in it, the largest first."""
    found: dict[int, list[list[int]]] = {}
    for land in {land_at(state, colour, cell) for cell in range(AREA)}:
        if state.land_size[land] == ISLAND:
            found.setdefault(state.network[land], []).append(sorted(tile_of(state, land, k) for k in range(ISLAND)))
    return sorted(found.values(), key=lambda islands: (-len(islands), islands))
