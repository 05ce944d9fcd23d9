"""The tables that are kept in memory: as many as there is room for. The others are read again when somebody asks for them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from itertools import islice

from ponticello.server.matches.table import Table

MEGABYTE = 1 << 20
# What a table weighs, in bytes, a little more than was measured (benchmarks/memory.py).
BARE, ROW, POSITION, DIFFERENCE = 8000, 300, 400, 8  # of a past position an eighth differs from the one it leans on
MOST_LOOKS = 50  # at tables that might go, whenever one comes


class KeptTables:
    """Tables by the names of their matches, those that were not asked for longest first."""

    def __init__(self, megabytes: float, is_watched: Callable[[str], bool]) -> None:
        self._most = megabytes * MEGABYTE
        self._is_watched = is_watched
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._weights: dict[str, int] = {}
        self.weight = 0  # in bytes, of all of them

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, id: str) -> Table | None:
        """Returns a table that is kept, and keeps it a while longer."""
        table = self._tables.get(id)
        if table is not None:
            self._tables.move_to_end(id)
        return table

    def keep(self, table: Table) -> Table:
        """Keeps a table, unless a newer one of the same match is kept; returns the newer one."""
        known = self._tables.get(table.id)
        if known is not None and len(known.rows) >= len(table.rows):
            self._tables.move_to_end(table.id)
            return known
        self.forget(table.id)
        self._tables[table.id] = table
        self._weights[table.id] = weight_of(table)
        self.weight += self._weights[table.id]
        self._make_room()
        return table

    def forget(self, id: str) -> None:
        """Lets go of a table."""
        if self._tables.pop(id, None) is not None:
            self.weight -= self._weights.pop(id)

    def _make_room(self) -> None:
        """Lets go of tables that nobody looks at; those that somebody does would only be read again at once."""
        for id in list(islice(self._tables, min(MOST_LOOKS, len(self._tables) - 1))):
            if self.weight <= self._most:
                return
            if self._is_watched(id):
                self._tables.move_to_end(id)
            else:
                self.forget(id)


def weight_of(table: Table) -> int:
    """Returns about how many bytes a table takes."""
    positions = 0 if table.match is None else table.match.length
    size = table.game.rulebook.state.dtype.itemsize
    return BARE + size + ROW * len(table.rows) + positions * (POSITION + size // DIFFERENCE)
