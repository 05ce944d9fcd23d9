"""What people say to each other at a match, in the database: beside its rows, read only by who sits there, and soon deleted."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, exists, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ponticello.server.matches.facts import OVER
from ponticello.server.storage.schema import matches, mutes, talk

TALK = "talk "  # how servers tell each other that something was said at a match
MOST_LINES = 200  # kept of a match; older ones are deleted


@dataclass(frozen=True)
class Line:
    """Something that somebody has said."""

    id: int
    seat: int
    kind: str
    text: str
    at: float
    unheard: tuple[str, ...]  # the guests who had muted the others


class TalkLines:
    """The part of the storage that knows what was said."""

    reads: AsyncEngine

    def _transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        raise NotImplementedError

    async def _tell(self, connection: AsyncConnection, *news: str) -> None:
        raise NotImplementedError

    async def add_line(self, match: str, seat: int, kind: str, text: str, at: float) -> int:
        """Keeps what somebody says, and who has muted the others; of a long talk the oldest lines go. Returns its number."""
        async with self._transaction() as connection:
            unheard = list((await connection.execute(select(mutes.c.guest).where(mutes.c.match == match))).scalars())
            values = {"match": match, "seat": seat, "kind": kind, "text": text, "at": at, "unheard": unheard}
            line = (await connection.execute(insert(talk).values(values).returning(talk.c.id))).scalar_one()
            old = select(talk.c.id).where(talk.c.match == match).order_by(talk.c.id.desc()).offset(MOST_LINES).limit(1)
            oldest = (await connection.execute(old)).scalar()
            if oldest is not None:
                await connection.execute(delete(talk).where(talk.c.match == match, talk.c.id <= oldest))
            await self._tell(connection, TALK + match)
        return int(line)

    async def lines(self, match: str, after: int = 0) -> list[Line]:
        """Returns what was said at a match after a line."""
        wanted = select(talk).where(talk.c.match == match, talk.c.id > after).order_by(talk.c.id)
        async with self.reads.connect() as connection:
            found = (await connection.execute(wanted)).all()
        return [Line(row.id, row.seat, row.kind, row.text, row.at, tuple(row.unheard)) for row in found]

    async def has_muted(self, match: str, guest: str) -> bool:
        """Tells whether a guest has muted the others at a match."""
        wanted = select(mutes.c.guest).where(mutes.c.match == match, mutes.c.guest == guest)
        async with self.reads.connect() as connection:
            return (await connection.execute(wanted)).first() is not None

    async def mute(self, match: str, guest: str, muted: bool) -> None:
        """Notes whether a guest wants to hear the others at a match."""
        async with self._transaction() as connection:
            await connection.execute(delete(mutes).where(mutes.c.match == match, mutes.c.guest == guest))
            if muted:
                await connection.execute(insert(mutes).values(match=match, guest=guest))
            await self._tell(connection, TALK + match)

    async def forget_talk(self, before: float) -> None:
        """Deletes what was said at matches that have been over for a while."""

        def is_old(match: ColumnElement[str]) -> ColumnElement[bool]:
            return exists().where(matches.c.id == match, matches.c.status == OVER, matches.c.touched < before)

        async with self.reads.connect() as connection:
            wanted = [select(talk.c.id).where(is_old(talk.c.match)), select(mutes.c.guest).where(is_old(mutes.c.match))]
            found = [(await connection.execute(one.limit(1))).first() for one in wanted]
        if any(found):
            async with self._transaction() as connection:
                await connection.execute(delete(talk).where(is_old(talk.c.match)))
                await connection.execute(delete(mutes).where(is_old(mutes.c.match)))
