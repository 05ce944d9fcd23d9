"""Reads matches from the database: a slice at a time, so that a long one holds nobody up, and as far as they can be read."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from dataclasses import dataclass
from time import perf_counter

from sqlalchemy.exc import SQLAlchemyError

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say
from ponticello.server.errors import NoSuchMatch
from ponticello.server.matches.facts import Facts
from ponticello.server.matches.rows import Row
from ponticello.server.matches.table import Table
from ponticello.server.storage.database import Storage
from ponticello.server.storage.outline import Outline, read_outline
from ponticello.server.watchdog import watched

log = logging.getLogger("ponticello.server")
SLICE = 0.01  # seconds for which rows are added up before others have their turn
MOST_ROWS = 500  # that are asked for at a time
MOST_REMAINS = 200  # that are kept
UNREADABLE = (AttributeError, LookupError, TypeError, UnicodeError, json.JSONDecodeError)  # what settings of a match may raise
GARBLED = "decode to UTF-8"  # how SQLite complains of bytes that are no text


@dataclass(frozen=True)
class Remains:
    """What can be said of a match that cannot be read to its end."""

    id: str
    outline: Outline
    facts: Facts | None  # what was settled when it was made, unless that cannot be read either
    table: Table | None  # how it stood before the first row that cannot be read


class Unreadable(PonticelloError):
    """A match cannot be read: its rows are damaged, its game is gone, or a newer version has written them."""

    def __init__(self, remains: Remains) -> None:
        super().__init__(say("this match cannot be read any more; who runs this table finds the reason in the log"))
        self.remains = remains


class Reading:
    """Reads matches, each once for all who ask at the same time, and all of them in turns."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._under_way: dict[str, asyncio.Task[Table | Remains | None]] = {}
        self._turn = asyncio.Lock()  # of who adds rows up: however many are read, the event loop waits for one slice at a time
        self._set_aside: OrderedDict[str, Remains] = OrderedDict()  # not tried again before the next start
        self._said: set[str] = set()

    async def read(self, id: str) -> Table:
        """Returns a match as it stands on disk; whoever asks while it is being read waits for the same."""
        self._refuse_broken(id)
        task = self._under_way.get(id)
        if task is None:
            task = self._under_way[id] = asyncio.create_task(watched("reading a match", self._read(id)))
            task.add_done_callback(lambda task: self._done(id, task))
        found = await asyncio.shield(task)
        if found is None:
            raise NoSuchMatch(say("there is no match behind this link; perhaps it is not complete"))
        if isinstance(found, Remains):
            raise Unreadable(found)
        return found

    def _done(self, id: str, task: asyncio.Task[Table | Remains | None]) -> None:
        del self._under_way[id]
        if not task.cancelled():
            task.exception()  # was somebody's to hear of; if all have gone away meanwhile, it is nobody's

    async def read_on(self, table: Table) -> Table:
        """Returns a match with the rows that others have written since."""
        self._refuse_broken(table.id)
        found = await self._add_rows(table)
        if isinstance(found, Remains):
            raise Unreadable(found)
        return found

    def _refuse_broken(self, id: str) -> None:
        if id in self._set_aside:
            raise Unreadable(self._set_aside[id])

    async def _read(self, id: str) -> Table | Remains | None:
        if not (id.isascii() and id.isalnum()):
            return None
        try:
            facts = await self._storage.facts(id)
        except SQLAlchemyError as error:
            if not is_garbled(error):
                raise
            return await self._remains(id, None, None, error)
        except UNREADABLE as error:
            return await self._remains(id, None, None, error)
        if facts is None:
            return None
        try:
            table = await laid(facts)
        except Exception as error:  # a game that is gone, an option of a newer version: whatever it is, it is this match's own
            return await self._remains(id, facts, None, error)
        return await self._add_rows(table)

    async def _add_rows(self, table: Table) -> Table | Remains:
        """Returns a table with all rows that have been written since, or how it stood before one that cannot be read."""
        while True:
            try:
                rows = await self._storage.rows_from(table.id, len(table.rows), MOST_ROWS)
            except SQLAlchemyError as error:
                if not is_garbled(error):
                    raise
                return await self._remains(table.id, table.facts, table, error)
            table, broken = await self._folded(table, rows)
            if broken is not None:
                return await self._remains(table.id, table.facts, table, broken)
            if len(rows) < MOST_ROWS:
                return table

    async def _folded(self, table: Table, rows: list[Row]) -> tuple[Table, Exception | None]:
        """Returns the table after some rows, and what is wrong with the first that cannot be added."""
        if not rows:
            return table, None
        after, done = table.copy(), 0
        broken: Exception | None = None
        while done < len(rows) and broken is None:
            async with self._turn:
                until = perf_counter() + SLICE
                while done < len(rows):
                    try:
                        add(after, rows[done])
                    except Exception as error:  # whatever is wrong with a row, it is wrong with this match only
                        broken = error
                        break
                    done += 1
                    if perf_counter() >= until:
                        break
                if done < len(rows):
                    await asyncio.sleep(0)
        if broken is not None:  # the row may have done half of what it does
            after, _ = await self._folded(table, rows[:done])
        return after, broken

    async def _remains(self, id: str, facts: Facts | None, table: Table | None, why: Exception) -> Remains:
        """Keeps what can be said of a match that cannot be read, and says so once."""
        remains = self._set_aside[id] = Remains(id, await read_outline(self._storage.engine, id), facts, table)
        if len(self._set_aside) > MOST_REMAINS:
            self._set_aside.popitem(last=False)
        if id not in self._said:
            self._said.add(id)
            place = "what was settled at its start" if table is None else f"row {len(table.rows)}"
            words = str(why).splitlines()[:1]
            log.error("match %s is set aside, %s cannot be read: %s: %s", id, place, type(why).__name__, *(words or [""]))
        return remains


async def laid(facts: Facts) -> Table:
    """Returns the table as a match begins; what was played before takes its time, during which nobody else waits."""
    return Table(facts) if facts.opening is None else await asyncio.to_thread(Table, facts)


def add(table: Table, row: Row) -> None:
    """Adds a row to a table, in its place."""
    if row.ply != len(table.rows):
        raise LookupError(f"row {len(table.rows)} is missing")
    table.add(row)


def is_garbled(error: SQLAlchemyError) -> bool:
    """Tells whether the database works and only what it holds is damaged."""
    return GARBLED in str(error)
