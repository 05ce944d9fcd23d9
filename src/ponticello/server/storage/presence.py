"""Who is here, in the database: a row for each page that looks at a match, whichever server it looks through."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ponticello.server.storage.schema import seatings, sockets

HERE = "here "  # before the match at which somebody has come or gone, when servers tell each other
# What is asked all the time is put together once: that takes longer than the question.
OPENED = insert(sockets)
CLOSED = delete(sockets).where(sockets.c.id == bindparam("socket"))
LEFT = (
    update(seatings)
    .where(seatings.c.match == bindparam("match_"), seatings.c.seat == bindparam("seat_"))
    .values(left_at=bindparam("now"))
)
LOOKING = select(sockets.c.seat).where(sockets.c.match == bindparam("match"))


class Presences:
    """The part of the storage that knows who looks at what."""

    reads: AsyncEngine

    def _transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        raise NotImplementedError

    async def _tell(self, connection: AsyncConnection, *news: str) -> None:
        raise NotImplementedError

    async def socket_opened(self, socket: str, server: str, match: str, seat: int, now: float) -> None:
        """Notes that somebody looks at a match."""
        async with self._transaction() as connection:
            await connection.execute(OPENED, {"id": socket, "server": server, "match": match, "seat": seat, "beat": now})
            await connection.execute(LEFT, {"match_": match, "seat_": seat, "now": None})
            await self._tell(connection, HERE + match)

    async def socket_closed(self, socket: str, match: str, seat: int, now: float) -> None:
        """Notes that somebody looks away."""
        async with self._transaction() as connection:
            await connection.execute(CLOSED, {"socket": socket})
            if seat not in (await connection.execute(LOOKING, {"match": match})).scalars():
                await connection.execute(LEFT, {"match_": match, "seat_": seat, "now": now})
            await self._tell(connection, HERE + match)

    async def sockets_beat(self, server: str, now: float, lost: float) -> list[str]:
        """Says that all sockets of a server live, and forgets those of servers that have not said so; returns their matches."""
        async with self._transaction() as connection:
            await connection.execute(update(sockets).where(sockets.c.server == server).values(beat=now))
            gone = (await connection.execute(select(sockets).where(sockets.c.beat < now - lost))).all()
            for socket in gone:
                await connection.execute(delete(sockets).where(sockets.c.id == socket.id))
                await connection.execute(LEFT, {"match_": socket.match, "seat_": socket.seat, "now": now})
            left = sorted({socket.match for socket in gone})
            await self._tell(connection, *(HERE + match for match in left))
            return left

    async def server_stopped(self, server: str, now: float) -> None:
        """Notes that nobody looks through a server any more."""
        async with self._transaction() as connection:
            open_ = (await connection.execute(select(sockets.c.match, sockets.c.seat).where(sockets.c.server == server))).all()
            await connection.execute(delete(sockets).where(sockets.c.server == server))
            if held := [{"match_": row.match, "seat_": row.seat, "now": now} for row in open_ if row.seat >= 0]:
                await connection.execute(LEFT, held)
            await self._tell(connection, *(HERE + match for match in sorted({row.match for row in open_})))

    async def looking(self, match: str) -> list[int]:
        """Returns for which seats a match is looked at, once for each page."""
        async with self.reads.connect() as connection:
            return list((await connection.execute(LOOKING, {"match": match})).scalars())

    async def left(self, match: str) -> dict[int, float]:
        """Returns the seats whose owners have closed their pages, and when."""
        wanted = select(seatings.c.seat, seatings.c.left_at).where(seatings.c.match == match, seatings.c.left_at.is_not(None))
        async with self.reads.connect() as connection:
            return {row.seat: row.left_at for row in (await connection.execute(wanted)).all()}
