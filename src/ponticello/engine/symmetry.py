"""The eight ways to turn and mirror a square, and what they do to squares of cells, directions and planes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Step = tuple[int, int]  # rows and columns


@dataclass(frozen=True)
class Turn:
    """One of them, as what it makes of a step by one row and of a step by one column."""

    name: str
    of_row: Step
    of_column: Step

    def step(self, rows: int, columns: int) -> Step:
        """Returns where a step leads after the turn."""
        return (
            rows * self.of_row[0] + columns * self.of_column[0],
            rows * self.of_row[1] + columns * self.of_column[1],
        )

    def place(self, row: int, column: int, side: int) -> Step:
        """Returns where a cell of a square with so many cells a side comes to lie."""
        last = side - 1
        rows, columns = self.step(2 * row - last, 2 * column - last)
        return (rows + last) // 2, (columns + last) // 2


# Rows are counted upwards or downwards as a game likes: a quarter turn leads from the first row to the first column.
ROTATIONS = (
    Turn("as it is", (1, 0), (0, 1)),
    Turn("a quarter turn", (0, 1), (-1, 0)),
    Turn("a half turn", (-1, 0), (0, -1)),
    Turn("three quarter turns", (0, -1), (1, 0)),
)
MIRRORS = (
    Turn("rows mirrored", (-1, 0), (0, 1)),
    Turn("columns mirrored", (1, 0), (0, -1)),
    Turn("mirrored in the diagonal", (0, 1), (1, 0)),
    Turn("mirrored in the other diagonal", (0, -1), (-1, 0)),
)
SQUARE = ROTATIONS + MIRRORS


def turned_planes(turn: Turn, planes: int, side: int, plane_after: Callable[[int], int]) -> NDArray[np.int64]:
    """Returns where each entry of some square planes goes; `plane_after` says which plane becomes which."""
    places = np.empty((planes, side, side), np.int64)
    for row in range(side):
        for column in range(side):
            to_row, to_column = turn.place(row, column, side)
            for plane in range(planes):
                places[plane, row, column] = (plane_after(plane) * side + to_row) * side + to_column
    return places.reshape(-1)


def turned_bits(bits: int, places: NDArray[np.int64]) -> int:
    """Returns a set of places, as bits, after a turn."""
    return sum(1 << int(places[k]) for k in range(len(places)) if bits >> k & 1)
