"""The geometry of Hex's board: a rhombus of hexagons, kept as a square of rows with a frame around it.

The frame is the players' own: red above and below the board, blue to its left and right. A stone at a side is therefore joined
to it as to another stone, and looking at a neighbour never leaves the array. A cell's number is row * STRIDE + column, both
counted with the frame.
"""

from __future__ import annotations

import numpy as np

LARGEST = 11  # cells along a side
STRIDE = LARGEST + 2
AREA = STRIDE * STRIDE

NEIGHBOURS = np.array([-STRIDE, -STRIDE + 1, -1, 1, STRIDE - 1, STRIDE], np.int64)

# By colour, red and blue: the step from cell to cell along one of its sides, and the step from that side towards the other.
ALONG = np.array([1, STRIDE], np.int64)
ACROSS = np.array([STRIDE, 1], np.int64)


def cell_at(row: int, column: int) -> int:
    """Returns the number of the cell in a row and column counted from 0."""
    return (row + 1) * STRIDE + column + 1


def row_of(cell: int) -> int:
    """Returns the row of a cell, counted from 0."""
    return cell // STRIDE - 1


def column_of(cell: int) -> int:
    """Returns the column of a cell, counted from 0."""
    return cell % STRIDE - 1
