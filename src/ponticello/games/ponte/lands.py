"""Lands, that is sandbanks and islands, and the networks that bridges make of them.

The cells of a land are kept packed in one number, eight bits each, in no particular order.
"""

from __future__ import annotations

from ponticello.engine.native import rule
from ponticello.games.ponte.board import AROUND, STRIDE
from ponticello.games.ponte.candidates import close
from ponticello.games.ponte.indices import as_index
from ponticello.games.ponte.position import ISLAND, LANDS, Ponte
from ponticello.games.ponte.strips import touch_others


@rule
def land_at(state: Ponte, colour: int, cell: int) -> int:
    """Returns the number of a colour's land on a cell, 0 for none; the rows of `land` begin a row of cells before the first."""
    return as_index(state.land[colour, cell + STRIDE], LANDS)


@rule
def unpacked(cells: int, k: int) -> int:
    """Returns one of some packed cells."""
    return cells >> 8 * k & 255


@rule
def tile_of(state: Ponte, land: int, k: int) -> int:
    """Returns the cell of one of a land's tiles."""
    return unpacked(state.land_cells[land], k)


@rule
def with_land(state: Ponte, cells: int, land: int) -> int:
    """Packs the cells of a land together with others."""
    return cells << 8 * state.land_size[land] | state.land_cells[land]


@rule
def find_neighbours(state: Ponte, colour: int, cell: int) -> tuple[int, int, int, int]:
    """Returns the different lands of a colour that a cell touches with its sides; 0 for none."""
    north = land_at(state, colour, cell - STRIDE)
    west = land_at(state, colour, cell - 1)
    east = land_at(state, colour, cell + 1)
    south = land_at(state, colour, cell + STRIDE)
    return (
        north,
        west * (west != north),
        east * ((east != north) & (east != west)),
        south * ((south != north) & (south != west) & (south != east)),
    )


@rule
def size_with(state: Ponte, colour: int, cell: int) -> int:
    """Returns how many tiles the land of a new tile would have."""
    a, b, c, d = find_neighbours(state, colour, cell)
    return 1 + state.land_size[a] + state.land_size[b] + state.land_size[c] + state.land_size[d]


@rule
def cells_with(state: Ponte, colour: int, cell: int) -> int:
    """Returns the cells, packed, that the land of a new tile would have."""
    a, b, c, d = find_neighbours(state, colour, cell)
    cells = with_land(state, with_land(state, cell, a), b)
    return with_land(state, with_land(state, cells, c), d)


@rule
def touches_island(state: Ponte, colour: int, cell: int) -> bool:
    """Tells whether a cell touches an island of a colour, with a side or a corner."""
    islands = 0
    for k in range(8):
        islands += state.land_size[land_at(state, colour, cell + AROUND[k])] == ISLAND
    return islands > 0


@rule
def touches_other_land(state: Ponte, colour: int, island: int) -> bool:
    """Tells whether an island, given by its packed cells, touches other land of its colour, with a side or a corner."""
    return touch_others(state, colour, unpacked(island, 0), unpacked(island, 1), unpacked(island, 2), unpacked(island, 3))


@rule
def may_grow(state: Ponte, colour: int, cell: int) -> bool:
    """Land never has more than four tiles, and an island touches no other land of its colour."""
    size = size_with(state, colour, cell)
    if size == ISLAND:
        return not touches_other_land(state, colour, cells_with(state, colour, cell))
    return size < ISLAND


@rule
def add_tile(state: Ponte, colour: int, cell: int) -> int:
    """Makes a new tile part of the lands beside it, which become one, or else a land of its own; returns its number."""
    a, b, c, d = find_neighbours(state, colour, cell)
    land = max(max(a, b), max(c, d))
    state.land_count += land == 0
    land = land if land != 0 else as_index(state.land_count, LANDS)
    grow_land(state, colour, land, cell)
    if a + b + c + d > land:
        for old in (a, b, c, d):
            if old != 0 and old != land:
                join_land(state, colour, old, land)
                connect(state, colour, land, old)
    return land


@rule
def grow_land(state: Ponte, colour: int, land: int, cell: int) -> None:
    """Makes a tile part of a land."""
    state.land[colour, cell + STRIDE] = land
    state.land_cells[land] = state.land_cells[land] << 8 | cell
    state.land_size[land] += 1


@rule
def join_land(state: Ponte, colour: int, old: int, land: int) -> None:
    """Moves the tiles of an old sandbank into another."""
    for k in range(state.land_size[old]):
        state.land[colour, tile_of(state, old, k) + STRIDE] = land
    state.land_cells[land] = with_land(state, state.land_cells[land], old)
    state.land_size[land] += state.land_size[old]


@rule
def raise_island(state: Ponte, colour: int, land: int) -> None:
    """Counts a new island and closes the cells around it to its colour."""
    network = state.network[land]
    state.islands[colour] += 1
    state.linked_islands[network] += 1
    state.points[colour] += state.linked_islands[network]
    for k in range(ISLAND):
        for j in range(8):
            close(state, colour, tile_of(state, land, k) + AROUND[j])


@rule
def connect(state: Ponte, colour: int, land: int, other: int) -> None:
    """Makes one network of two; islands that come together score for every pair of them."""
    kept, given_up = state.network[land], state.network[other]
    if kept != given_up:
        state.points[colour] += state.linked_islands[kept] * state.linked_islands[given_up]
        state.linked_islands[kept] += state.linked_islands[given_up]
        for k in range(LANDS):
            state.network[k] = kept if state.network[k] == given_up else state.network[k]
