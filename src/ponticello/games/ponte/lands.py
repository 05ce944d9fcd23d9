"""Lands, that is sandbanks and islands, and the networks that bridges make of them."""

from __future__ import annotations

from ponticello.engine.native import rule
from ponticello.games.ponte.board import AROUND, CORNERS, FIRST_ROW, SIDES, STRIDE
from ponticello.games.ponte.position import ISLAND, LANDS, Ponte, close, land_at, tile_of


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
    """Returns how many tiles the land around a new tile would have."""
    a, b, c, d = find_neighbours(state, colour, cell)
    return 1 + state.land_size[a] + state.land_size[b] + state.land_size[c] + state.land_size[d]


@rule
def is_by_island(state: Ponte, colour: int, cell: int) -> bool:
    """Tells whether a cell touches an island of a colour."""
    islands = 0
    for k in range(8):
        islands += state.land_size[land_at(state, colour, cell + AROUND[k])] == ISLAND
    return islands > 0


@rule
def with_land(state: Ponte, cells: int, land: int) -> int:
    """Puts the cells of a land behind others, eight bits each."""
    return cells << 8 * state.land_size[land] | state.land_cells[land]


@rule
def draw_island(cells: int) -> tuple[int, int]:
    """Returns the uppermost row of an island's four cells, and the cells as bits of a strip that begins with that row."""
    a, b, c, d = cells >> 24, cells >> 16 & 255, cells >> 8 & 255, cells & 255
    top = min(min(a, b), min(c, d)) >> 4
    corner = top * STRIDE
    return top, 1 << (a - corner) | 1 << (b - corner) | 1 << (c - corner) | 1 << (d - corner)


@rule
def new_island_touches(state: Ponte, colour: int, cell: int) -> bool:
    """Tells whether the island that a new tile completes would touch other land of its colour."""
    a, b, c, d = find_neighbours(state, colour, cell)
    cells = with_land(state, with_land(state, cell, a), b)
    top, island = draw_island(with_land(state, with_land(state, cells, c), d))
    wide = island | island << 1 | island >> 1  # in every row one cell further to both sides
    around = wide | wide << STRIDE | wide >> STRIDE
    within = state.strips[colour, top + 3] & around & ~island
    above = state.strips[colour, top + 2] & wide & FIRST_ROW
    below = state.strips[colour, top + 5] >> 2 * STRIDE & wide >> 3 * STRIDE & FIRST_ROW
    return within | above | below != 0


@rule
def near(cell: int, other: int) -> bool:
    """Tells whether new tiles on two cells could disturb each other: at most three steps along a land, and a corner."""
    return abs((cell >> 4) - (other >> 4)) + abs((cell & 15) - (other & 15)) <= 5


@rule
def fit_together(state: Ponte, colour: int, first: int, second: int) -> bool:
    """Tells whether two cells near each other, each open to a tile of a colour, can both take one."""
    return stands(state, colour, first, second) and stands(state, colour, second, first)


@rule
def stands(state: Ponte, colour: int, start: int, other: int) -> bool:
    """Tells whether the land around a new tile is small enough and, if an island, touches no other, given one more new tile."""
    b, c, d = 0, 0, 0  # with the start, the tiles of this land, found by walking from side to side
    size = 1
    walked = 0
    while walked < size:
        here = start if walked == 0 else b if walked == 1 else c if walked == 2 else d
        walked += 1
        for k in range(4):
            there = here + SIDES[k]
            if (there == start) | (there == b) | (there == c) | (there == d):
                continue
            if there == other or land_at(state, colour, there) != 0:
                size += 1
                if size > ISLAND:
                    return False
                b, c, d = (there, c, d) if size == 2 else (b, there, d) if size == 3 else (b, c, there)
    if size < ISLAND:
        return True
    for k in range(ISLAND):
        here = start if k == 0 else b if k == 1 else c if k == 2 else d
        for j in range(4):
            there = here + CORNERS[j]
            if (there == start) | (there == b) | (there == c) | (there == d):
                continue
            if there == other or land_at(state, colour, there) != 0:
                return False
    return True


@rule
def number_land(state: Ponte, a: int, b: int, c: int, d: int) -> int:
    """Returns the number of the land that a new tile beside the lands a to d is part of: one of theirs, or else a new one."""
    land = max(max(a, b), max(c, d))
    state.land_count += land == 0
    return land if land != 0 else state.land_count & 127


@rule
def grow_land(state: Ponte, colour: int, land: int, cell: int) -> None:
    """Makes a new tile part of a land."""
    state.land[colour, cell + STRIDE] = land
    state.land_cells[land] = state.land_cells[land] << 8 | cell
    state.land_size[land] += 1


@rule
def join_lands(state: Ponte, colour: int, land: int, a: int, b: int, c: int, d: int) -> None:
    """Makes one land of those that have grown together."""
    for k in range(4):
        old = a if k == 0 else b if k == 1 else c if k == 2 else d
        if old != 0 and old != land:
            join_land(state, colour, old, land)
            connect(state, colour, land, old)


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
