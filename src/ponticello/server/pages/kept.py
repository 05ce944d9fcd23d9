"""Keeps what was made lately, up to so many bytes: what is asked for again need not be made again."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")
ENTRY = 300  # bytes that an entry takes beside what is kept


class Kept(Generic[T]):
    """Values by key, those that were not asked for longest given up first."""

    def __init__(self, most: int, size: Callable[[T], int] = sys.getsizeof) -> None:
        self._most, self._size = most, size
        self._values: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self.bytes = 0

    def find(self, key: Hashable) -> T | None:
        """Returns the value of a key, if it is kept."""
        found = self._values.get(key)
        if found is None:
            return None
        self._values.move_to_end(key)
        return found[0]

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Returns the value of a key, which is made if it is not there."""
        found = self.find(key)
        if found is not None:
            return found
        value = make()
        size = self._size(value) + ENTRY
        self._values[key] = value, size
        self.bytes += size
        while self.bytes > self._most:
            _, (_, gone) = self._values.popitem(last=False)
            self.bytes -= gone
        return value
