"""The time that everything at the tables is dated with: even, and the same for all servers of a database.

No clock that somebody can set is read for it twice in a row without a look at one that nobody can (docs/decisions/0011).
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import astuple, dataclass

from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ponticello.server.settings import Settings
from ponticello.server.storage.schema import keys

log = logging.getLogger("ponticello.server")
NAME = "time"  # of the note among the keys
DRIFT = 2.0  # seconds; what differs by more is no drift: a clock was set, or has stood still
PROMPT = 1.0  # seconds; an answer that took longer does not say much about the moment
SILENT = 2.5  # beats after which a server that has left no note is not there
TRIES = 8

Transaction = Callable[[], AbstractAsyncContextManager[AsyncConnection]]
Source = Callable[[AsyncConnection], Awaitable[float]]


def steady() -> float:
    """Returns seconds on a clock that nobody sets, and that goes on while the machine sleeps, where there is such a one."""
    kind = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return time.monotonic() if kind is None else time.clock_gettime(kind)


async def system_time(_: AsyncConnection) -> float:
    """Returns the time of this machine."""
    return time.time()


async def database_time(connection: AsyncConnection) -> float:
    """Returns the time of PostgreSQL, which all of its servers share."""
    return float((await connection.execute(text("SELECT extract(epoch FROM clock_timestamp())"))).scalar_one())


@dataclass(frozen=True)
class Note:
    """What servers tell each other: by how much the source is corrected, and what it last said when it went on evenly."""

    correction: float
    source: float
    server: str


@dataclass(frozen=True)
class Reading:
    """What the source and the note said at a moment of the steady clock, which is known up to a blur."""

    source: float
    steady: float
    blur: float
    text: str | None  # of the note, as it stands in the database

    @property
    def note(self) -> Note:
        """The note; one that corrects nothing if there is none yet."""
        return Note(0.0, self.source, "") if self.text is None else Note(*json.loads(self.text))


class SharedTime:
    """The steady clock of this machine, set by the source (the database, or for a file this machine) and a shared correction."""

    def __init__(
        self,
        settings: Settings,
        engine: AsyncEngine,
        transaction: Transaction,
        *,
        source: Source | None = None,
        steady: Callable[[], float] = steady,
    ) -> None:
        self._settings, self._engine, self._transaction = settings, engine, transaction
        self._source = source or (database_time if settings.is_shared else system_time)
        self._steady = steady
        self._server = secrets.token_hex(8)
        self._started = self._steady()
        self._offset = time.time() - self._started  # until it is known better
        self._correction = 0.0

    def now(self) -> float:
        """Returns the time, in seconds since 1970, but for what the source has jumped."""
        return self._steady() + self._offset

    async def start(self) -> None:
        """Takes the time from the source. It never begins before what was last noted, even if a clock was set back meanwhile."""
        for _ in range(TRIES):
            seen = await self._read()
            correction = max(seen.note.correction, seen.note.source + seen.note.correction - seen.source)
            if (seen.text is not None and correction == seen.note.correction) or await self._write(seen, correction):
                break
        self._started = seen.steady
        self._set(seen, correction)

    async def compare(self) -> None:
        """Looks whether the source goes on as evenly as the steady clock: follows its drift, and corrects it if it has jumped."""
        for _ in range(TRIES):
            seen = await self._read()
            correction = seen.note.correction
            ahead = seen.source + correction - seen.steady - self._offset
            if abs(ahead) > DRIFT + seen.blur and not self._has_stood_still(seen):
                correction -= ahead
            is_settled = seen.steady - self._started > SILENT * self._settings.beat  # else the others know better
            if correction == seen.note.correction and self._settings.is_shared and not is_settled:
                break
            if await self._write(seen, correction):
                break
        else:
            return
        if abs(ahead) > DRIFT + seen.blur:
            log.warning("a clock is %+.1f s from where it should be; the time of the tables goes on evenly", ahead)
        if abs(ahead) > seen.blur or correction != self._correction:
            self._set(seen, correction)

    def _has_stood_still(self, seen: Reading) -> bool:
        """Tells whether the own clock is wrong: another server has found the source to be even, or has corrected it already."""
        note = seen.note
        if not self._settings.is_shared or note.server == self._server:
            return False
        return note.correction != self._correction or 0 <= seen.source - note.source <= SILENT * self._settings.beat

    def _set(self, seen: Reading, correction: float) -> None:
        self._correction = correction
        self._offset = seen.source + correction - seen.steady

    async def _read(self) -> Reading:
        """Returns what the source and the note say: the promptest of some answers, if none is prompt."""
        readings: list[Reading] = []
        async with self._engine.connect() as connection:
            while not readings or (readings[-1].blur > PROMPT / 2 and len(readings) < TRIES):
                found = (await connection.execute(select(keys.c.value).where(keys.c.name == NAME))).scalar()
                before = self._steady()
                source = await self._source(connection)
                after = self._steady()
                readings.append(Reading(source, (before + after) / 2, (after - before) / 2, found))
        return min(readings, key=lambda reading: reading.blur)

    async def _write(self, seen: Reading, correction: float) -> bool:
        """Leaves a note, unless somebody else has left one since; tells whether it is there."""
        value = json.dumps(astuple(Note(correction, seen.source, self._server)))
        try:
            async with self._transaction() as connection:
                if seen.text is None:
                    await connection.execute(insert(keys).values(name=NAME, value=value))
                    return True
                same = update(keys).where(keys.c.name == NAME, keys.c.value == seen.text)
                return (await connection.execute(same.values(value=value))).rowcount == 1
        except IntegrityError:
            return False
