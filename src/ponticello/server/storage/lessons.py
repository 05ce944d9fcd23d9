"""Which steps of the lessons guests have done."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ponticello.server.storage.schema import lessons


class Learned:
    """What guests have learned."""

    reads: AsyncEngine

    def _transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        raise NotImplementedError

    async def learned(self, guest: str) -> dict[str, set[int]]:
        """Returns the numbers of the steps that a guest has done, by game."""
        found: dict[str, set[int]] = {}
        async with self.reads.connect() as connection:
            for row in await connection.execute(select(lessons).where(lessons.c.guest == guest)):
                found.setdefault(row.game, set()).add(row.step)
        return found

    async def note_learned(self, guest: str, game: str, step: int) -> None:
        """Keeps that a guest has done a step; one that was done before stays so."""
        try:
            async with self._transaction() as connection:
                await connection.execute(insert(lessons).values(guest=guest, game=game, step=step))
        except IntegrityError:
            pass
