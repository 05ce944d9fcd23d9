"""The geometry of Ponte's board: cells in a padded square, and the spans a bridge can take.

The board lies in a 16 x 16 square with at least two cells of open sea around it, so that looking two cells away never
leaves the array. A cell's number is row * 16 + column.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from ponticello.engine.native import rule

STRIDE = 16
AREA = STRIDE * STRIDE
MARGIN = 2

SIDES = np.array([-STRIDE, -1, 1, STRIDE], np.int64)
AROUND = np.array([-STRIDE - 1, -STRIDE, -STRIDE + 1, -1, 1, STRIDE - 1, STRIDE, STRIDE + 1], np.int64)
CORNERS = np.array([-STRIDE - 1, -STRIDE + 1, STRIDE - 1, STRIDE + 1], np.int64)

# The eight ways a bridge can lie, as (rows, columns) from its lower-numbered end: straight, diagonal, knight's jump.
SPANS = ((0, 2), (2, 0), (2, -2), (2, 2), (1, -2), (1, 2), (2, -1), (2, 1))
WAYS = len(SPANS)

Point = tuple[int, int]


def passed_over(rows: int, columns: int) -> tuple[Point, Point]:
    """Returns the cells under a span that starts at (0, 0): one, named twice, or the two of a knight's jump."""
    if abs(rows) == 1:
        return (0, columns // 2), (rows, columns // 2)
    if abs(columns) == 1:
        return (rows // 2, 0), (rows // 2, columns)
    return ((rows // 2, columns // 2),) * 2


def _side(a: Point, b: Point, c: Point) -> int:
    """Returns on which side of the line a-b the point c lies."""
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Tells whether the spans a-b and c-d cross between their ends."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _share(span: Point, start: Point) -> bool:
    """Tells whether two parallel knight's jumps, one from (0, 0) and one from another start, have a cell under both."""
    under = passed_over(*span)
    return len({*under}) == 2 and start != (0, 0) and any((p[0] + start[0], p[1] + start[1]) in under for p in under)


def _conflicts(parallel_knights: bool) -> tuple[np.ndarray, np.ndarray]:
    """For each way to lie: the starts (relative) and the ways of all spans that a bridge there rules out."""
    found: list[dict[int, int]] = []
    for way, (rows, columns) in enumerate(SPANS):
        a, b = (0, 0), (rows, columns)
        ways_out: dict[int, int] = {}
        for start_row, start_column in product(range(-4, 5), repeat=2):
            for other, (other_rows, other_columns) in enumerate(SPANS):
                c = (start_row, start_column)
                d = (start_row + other_rows, start_column + other_columns)
                if _cross(a, b, c, d) or (way == other and not parallel_knights and _share(b, c)):
                    offset = start_row * STRIDE + start_column
                    ways_out[offset] = ways_out.get(offset, 0) | 1 << other
        found.append(ways_out)
    longest = max(map(len, found))
    offsets = np.zeros((WAYS, longest), np.int64)
    ways = np.zeros((WAYS, longest), np.int64)
    for way, ways_out in enumerate(found):
        for k, (offset, others) in enumerate(sorted(ways_out.items())):
            offsets[way, k], ways[way, k] = offset, others
    return offsets, ways


REACH = np.array([rows * STRIDE + columns for rows, columns in SPANS], np.int64)
UNDER = np.array([[p[0] * STRIDE + p[1] for p in passed_over(*span)] for span in SPANS], np.int64)

# Row 0 of each: parallel knights may share a cell; row 1: they may not. A row ends in harmless (0, no way) pairs.
_allowed, _forbidden = _conflicts(parallel_knights=True), _conflicts(parallel_knights=False)
CONFLICTS = max(_allowed[0].shape[1], _forbidden[0].shape[1])
CONFLICT_START = np.zeros((2, WAYS, CONFLICTS), np.int64)
CONFLICT_WAYS = np.zeros((2, WAYS, CONFLICTS), np.int64)
for _row, (_offsets, _ways) in enumerate((_allowed, _forbidden)):
    CONFLICT_START[_row, :, : _offsets.shape[1]] = _offsets
    CONFLICT_WAYS[_row, :, : _ways.shape[1]] = _ways


def cell_at(row: int, column: int) -> int:
    """Returns the number of the cell in a row and column counted from 0."""
    return (row + MARGIN) * STRIDE + column + MARGIN


@rule
def row_of(cell: int) -> int:
    """Returns the row of a cell, counted from 0."""
    return cell // STRIDE - MARGIN


@rule
def column_of(cell: int) -> int:
    """Returns the column of a cell, counted from 0."""
    return cell % STRIDE - MARGIN
