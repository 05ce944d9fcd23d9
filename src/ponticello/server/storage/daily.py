"""The days: what all who play on one have in common, and the one try of each guest at each game that counts."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, and_, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ponticello.server.matches.facts import PERSON, Facts
from ponticello.server.storage.schema import daily_days, daily_tries, guests, results

HOUSE = ""  # in the place of a guest: the strongest player of the house


@dataclass(frozen=True)
class Day:
    """What all have in common who play on a day."""

    day: str
    secret: str
    puzzles: dict[str, str]  # the keys of the puzzles of the day, by game


@dataclass(frozen=True)
class Try:
    """The try of a guest that counts, and what came of it as far as it has ended."""

    day: str
    game: str
    guest: str
    match: str | None  # of a deal
    solved: bool | None  # of a puzzle
    name: str = ""
    score: int | None = None  # of a deal that was played to its end
    standing: int | None = None  # the same as the game compares it: more is better
    ended: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes of it."""
        return self.solved is not None or self.ended is not None


class DailyTries:
    """The part of the storage that knows of days."""

    reads: AsyncEngine

    def _transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        raise NotImplementedError

    async def day(self, day: str) -> Day | None:
        """Returns a day; None if nobody has asked for it while it lasted."""
        async with self.reads.connect() as connection:
            found = (await connection.execute(select(daily_days).where(daily_days.c.day == day))).first()
        return None if found is None else Day(found.day, found.secret, found.puzzles)

    async def add_day(self, day: Day) -> Day:
        """Keeps a day, unless another server was faster; returns what is kept."""
        try:
            async with self._transaction() as connection:
                await connection.execute(insert(daily_days).values(day=day.day, secret=day.secret, puzzles=day.puzzles))
        except IntegrityError:
            return await self.day(day.day) or day
        return day

    async def days_before(self, day: str, most: int) -> list[Day]:
        """Returns the last days before one, the latest first."""
        wanted = select(daily_days).where(daily_days.c.day < day).order_by(daily_days.c.day.desc()).limit(most)
        async with self.reads.connect() as connection:
            return [Day(row.day, row.secret, row.puzzles) for row in await connection.execute(wanted)]

    async def tries_of(self, guest: str, day: str | None = None) -> list[Try]:
        """Returns the tries of a guest that count: all of them, the latest day first, or those of one day."""
        wanted = _tries().where(daily_tries.c.guest == guest).order_by(daily_tries.c.day.desc())
        return await self._tries(wanted if day is None else wanted.where(daily_tries.c.day == day))

    async def tries_on(self, day: str, game: str) -> list[Try]:
        """Returns the tries of all guests at a game of a day, and that of the house."""
        return await self._tries(_tries().where(daily_tries.c.day == day, daily_tries.c.game == game).order_by(daily_tries.c.at))

    async def _tries(self, wanted: Select[Any]) -> list[Try]:
        async with self.reads.connect() as connection:
            return [Try(**row) for row in (await connection.execute(wanted)).mappings()]

    async def note_puzzle_of_day(self, day: str, game: str, guest: str, solved: bool, now: float) -> bool:
        """Keeps how a guest's first try at the puzzle of a day ended; tells whether it was the first."""
        tried = {"day": day, "game": game, "guest": guest, "solved": solved, "at": now}
        try:
            async with self._transaction() as connection:
                await connection.execute(insert(daily_tries).values(tried))
        except IntegrityError:
            return False
        return True


def insert_try(connection: Connection, facts: Facts) -> None:
    """Notes a match that is somebody's counted try. A second one of the same day is refused by the database, and not made."""
    if facts.deal is not None and facts.deal.counted:
        seat = facts.seats[0]
        guest = seat.guest if seat.kind == PERSON else HOUSE
        tried = {"day": facts.deal.day, "game": facts.game, "guest": guest, "match": facts.id, "at": facts.created}
        connection.execute(insert(daily_tries).values(tried))


def _tries() -> Select[Any]:
    ended = and_(results.c.match == daily_tries.c.match, results.c.guest == daily_tries.c.guest)
    columns = [daily_tries.c[name] for name in ("day", "game", "guest", "match", "solved")]
    found = select(*columns, guests.c.name, results.c.score, results.c.standing, results.c.ended)
    return found.select_from(daily_tries.outerjoin(results, ended).outerjoin(guests, guests.c.id == daily_tries.c.guest))
