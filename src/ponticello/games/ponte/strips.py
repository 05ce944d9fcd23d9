"""The tiles of the board once more, as strips of bits, and what is found there at one look.

A strip is four rows of the padded board in one number, sixteen bits a row, a bit for each column: the row before the one it is
named after comes in the lowest bits, then the row itself and the two after it. Each row has a strip, so a tile stands in four.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from ponticello.engine.bits import lowest_bit
from ponticello.engine.native import rule
from ponticello.games.ponte.actions import BRIDGE
from ponticello.games.ponte.board import REACH, SPANS, STRIDE, WAYS, passed_over
from ponticello.games.ponte.indices import as_index
from ponticello.games.ponte.position import DARK, LIGHT, Ponte

ROWS = 4  # of a strip
FIRST_ROW = (1 << STRIDE) - 1

# In a strip that is moved so that a cell's column is the second, the cells around it and those beside it are these bits.
AROUND_BITS = 0b111 | 0b111 << 16 | 0b111 << 32
SIDE_BITS = 0b010 | 0b101 << 16 | 0b010 << 32

# In the strip of the row before, moved so that a cell's column is the third, the cells a bridge away are these bits, but for the
# row two after the cell's. It is the last of the cell's own strip, and is put into the gap behind the first five bits.
AWAY_BITS = 0b11111 | 0b10001 << 16 | 0b10001 << 32 | 0b10001 << 48
LAST_ROW, LAST_BITS, GAP = 48, 0b11111, 5

NO_END = 1 << 62  # a bit that no cell has

# A product with this number has the nine bits around a cell side by side, above the lowest 32.
GATHER = 1 << 32 | 1 << 19 | 1 << 6


def _away_bit(rows: int, columns: int) -> int:
    """Returns which bit a cell a bridge away has."""
    return GAP + columns + 2 if rows == 2 else (rows + 2) * STRIDE + columns + 2


# For every set of tiles around a cell: the ends that a bridge can reach from there without passing over one of them.
REACHED = np.zeros(512, np.int64)
for _span, _sign in product(SPANS, (1, -1)):
    _rows, _columns = _span[0] * _sign, _span[1] * _sign
    _covered = sum(1 << (row + 1) * 3 + column + 1 for row, column in set(passed_over(_rows, _columns)))
    for _tiles in range(512):
        if not _tiles & _covered:
            REACHED[_tiles] |= 1 << _away_bit(_rows, _columns)

# The bridge from cell 0 to the one of such a bit, as an action.
BRIDGE_TO = np.zeros(64, np.int64)
for _way, (_rows, _columns) in enumerate(SPANS):
    BRIDGE_TO[_away_bit(_rows, _columns)] = BRIDGE + _way
    BRIDGE_TO[_away_bit(-_rows, -_columns)] = BRIDGE + _way - REACH[_way] * WAYS


@rule
def strip_of(row: int) -> int:
    """Returns the place of a row's strip in `strips`, rows of the padded board being counted from 0; they begin with row -2."""
    return row + 2


@rule
def mark_tile(state: Ponte, colour: int, cell: int) -> None:
    """Notes a tile in the four strips that show its row."""
    row, bit = cell >> 4, 1 << (cell & 15)
    for k in range(ROWS):
        state.strips[colour, strip_of(row + 1 - k)] |= bit << k * STRIDE


@rule
def mark_bridged(state: Ponte, cell: int) -> None:
    """Notes that a bridge rests on the tile of a cell, in the four strips that show its row."""
    row, bit = cell >> 4, 1 << (cell & 15)
    for k in range(ROWS):
        state.bridged[strip_of(row + 1 - k)] |= bit << k * STRIDE


@rule
def is_bridged(state: Ponte, cell: int) -> bool:
    """Tells whether a bridge rests on the tile of a cell."""
    return state.bridged[strip_of(cell >> 4)] >> (STRIDE + (cell & 15)) & 1 == 1


@rule
def has_neighbour(state: Ponte, colour: int, cell: int) -> bool:
    """Tells whether a tile of a colour lies beside a cell, corners left aside."""
    return state.strips[colour, strip_of(cell >> 4)] >> ((cell & 15) - 1) & SIDE_BITS != 0


@rule
def touch_others(state: Ponte, colour: int, a: int, b: int, c: int, d: int) -> bool:
    """Tells whether the four cells of an island touch tiles of a colour beside themselves, with a side or a corner."""
    top = min(min(a, b), min(c, d)) >> 4
    corner = top * STRIDE
    island = 1 << (a - corner) | 1 << (b - corner) | 1 << (c - corner) | 1 << (d - corner)
    wide = island | island << 1 | island >> 1  # in every row one cell further to both sides
    around = wide | wide << STRIDE | wide >> STRIDE
    within = state.strips[colour, strip_of(top + 1)] & around & ~island
    above = state.strips[colour, strip_of(top)] & wide & FIRST_ROW
    below = state.strips[colour, strip_of(top + 3)] >> 2 * STRIDE & wide >> 3 * STRIDE & FIRST_ROW
    return within | above | below != 0


@rule
def ends_in_reach(state: Ponte, colour: int, cell: int) -> int:
    """Returns the tiles that a bridge from a cell could reach over free cells and rest on, as the bits a bridge away."""
    own, before, left = strip_of(cell >> 4), strip_of((cell >> 4) - 1), (cell & 15) - 2
    upper = state.strips[colour, before] & ~state.bridged[before]
    lower = state.strips[colour, own] & ~state.bridged[own]
    around = (state.strips[LIGHT, own] | state.strips[DARK, own]) >> (left + 1) & AROUND_BITS
    ends = (upper >> left & AWAY_BITS) | (lower >> (left + LAST_ROW) & LAST_BITS) << GAP
    return ends & int(REACHED[around * GATHER >> 32 & 511])


@rule
def bridge_to_first(cell: int, ends: int) -> int:
    """Returns the bridge between a cell and the first of some ends in its reach, as an action; any number if there is none."""
    return cell * WAYS + int(BRIDGE_TO[as_index(lowest_bit(ends | NO_END), 64)])


@rule
def without_first(ends: int) -> int:
    """Returns all of some ends but the first."""
    return ends & ends - 1
