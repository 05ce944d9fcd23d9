"""The positions that a net learns from: what was seen, what a search thought of it, and how the game ended."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponticello.learn.net import Shape


class Memory:
    """Rows that are written round and round, one a position; the oldest are forgotten."""

    def __init__(self, shape: Shape, rows: int, device: Any) -> None:
        self.rows = rows
        self.written = 0  # in all, those that were forgotten too
        self._device = device
        self.planes = device.zeros((rows, shape.planes * shape.cells), np.int8)
        self.scalars = device.zeros((rows, shape.scalars), np.int16)
        self.targets = device.zeros((rows, shape.actions), np.int8)
        self.values = device.zeros((rows, shape.hopes), np.int32)
        self.seats = device.zeros((rows,), np.int8)
        self.known = device.zeros((rows,), np.int8)  # 1 where the game is over, so that one can learn from the row

    def next_rows(self, count: int) -> int:
        """Returns the first of so many rows that are written next."""
        assert self.rows % count == 0, "games are written side by side, and the memory is as long as a number of such rows"
        row = self.written % self.rows
        self.written += count
        return row

    def known_rows(self) -> NDArray[np.int64]:
        """Returns the rows that one can learn from."""
        return np.flatnonzero(self._device.host(self.known))

    def lent(self) -> tuple[Any, ...]:
        """Returns planes, scalars, targets and values as arrays of JAX in the same memory."""
        return tuple(self._device.lend(array) for array in (self.planes, self.scalars, self.targets, self.values))
