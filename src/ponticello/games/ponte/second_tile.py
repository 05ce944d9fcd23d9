"""The second tile of a turn: once the first lies on a cell, is there a partner for it, a cell where the second may go?

One tile alone is never a turn, so a first tile is legal only if the answer is yes. Almost always any open cell without a tile
beside it will do, and one that did so last is remembered.
"""

from __future__ import annotations

from ponticello.engine.native import rule
from ponticello.games.ponte.board import AREA, STRIDE, column_of, row_of
from ponticello.games.ponte.candidates import is_open, open_cell
from ponticello.games.ponte.indices import as_index
from ponticello.games.ponte.lands import (
    cells_with,
    find_neighbours,
    may_grow,
    size_with,
    touches_other_land,
    unpacked,
    with_land,
)
from ponticello.games.ponte.position import ISLAND, NOWHERE, Ponte
from ponticello.games.ponte.strips import has_neighbour


@rule
def can_finish_turn(state: Ponte, colour: int, cell: int) -> bool:
    """Tells whether a second tile could follow one on this cell."""
    return last_partner_serves(state, colour, cell) or find_partner(state, colour, cell) != NOWHERE


@rule
def remember_partner(state: Ponte, colour: int, cell: int) -> bool:
    """Tells the same, and remembers the partner that was found."""
    if last_partner_serves(state, colour, cell):
        return True
    partner = find_partner(state, colour, cell)
    if partner == NOWHERE:
        return False
    state.partner[colour] = partner
    return True


@rule
def last_partner_serves(state: Ponte, colour: int, cell: int) -> bool:
    """Tells whether the partner found last serves here too."""
    other = as_index(state.partner[colour], AREA)
    return is_open(state, colour, other) & is_sure_partner(state, colour, cell, other)


@rule
def find_partner(state: Ponte, colour: int, cell: int) -> int:
    """Returns a cell for the second tile of a turn that begins here, or NOWHERE: the sure ones are tried before the others."""
    for k in range(state.open_count[colour]):
        other = open_cell(state, colour, k)
        if is_sure_partner(state, colour, cell, other):
            return other
    for k in range(state.open_count[colour]):
        other = open_cell(state, colour, k)
        if other != cell and may_grow(state, colour, other) and fit_together(state, colour, cell, other):
            return other
    return NOWHERE


@rule
def is_sure_partner(state: Ponte, colour: int, cell: int, other: int) -> bool:
    """Tells whether a tile on an open cell would surely do: a sandbank of its own, if the first tile completes no island."""
    lonely = not has_neighbour(state, colour, other)
    return lonely & are_apart(cell, other) & (size_with(state, colour, cell) < ISLAND)


@rule
def are_apart(cell: int, other: int) -> bool:
    """Tells whether two cells are neither the same nor side by side."""
    steps = abs(cell - other)
    return (steps > 1) & (steps != STRIDE)


@rule
def fit_together(state: Ponte, colour: int, first: int, second: int) -> bool:
    """Two tiles, each of which may lie there alone, may lie there together if that makes neither too large a land nor an island
    that touches other land."""
    ours = find_neighbours(state, colour, first)
    size, cells = 1 + size_with(state, colour, first), cells_with(state, colour, first) << 8 | second
    joined = not are_apart(first, second)
    for land in find_neighbours(state, colour, second):
        if land != 0 and land in ours:
            joined = True
        else:
            size += state.land_size[land]
            cells = with_land(state, cells, land)
    if joined:
        return size < ISLAND or (size == ISLAND and not touches_other_land(state, colour, cells))
    return not (completes_island_beside(state, colour, first, second) or completes_island_beside(state, colour, second, first))


@rule
def completes_island_beside(state: Ponte, colour: int, cell: int, other: int) -> bool:
    """Tells whether a tile completes an island that another cell touches, with a side or a corner."""
    if size_with(state, colour, cell) < ISLAND:
        return False
    island = cells_with(state, colour, cell)
    for k in range(ISLAND):
        tile = unpacked(island, k)
        if abs(row_of(tile) - row_of(other)) <= 1 and abs(column_of(tile) - column_of(other)) <= 1:
            return True
    return False
