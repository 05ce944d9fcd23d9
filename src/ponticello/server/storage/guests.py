"""Guests and their tokens in the database: whoever plays here, and the hashes by which they are known again."""

from __future__ import annotations

import hashlib
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ponticello.server.storage.schema import guests, tokens

GUEST, TOKEN = "guest ", "token "  # how servers tell each other that a guest has changed, or a token; of a match they tell the id


@dataclass(frozen=True)
class Guest:
    """Somebody who plays here: a secret id, and a name for the others."""

    id: str
    name: str


def digest(secret: str) -> str:
    """Returns what is kept of a secret that only its owner needs to know."""
    return hashlib.sha256(secret.encode()).hexdigest()


BY_ID = select(guests).where(guests.c.id == bindparam("known"))
BY_RECOVERY = select(guests).where(guests.c.recovery == bindparam("known"))
BY_TOKEN = select(guests).where(
    guests.c.id == select(tokens.c.guest).where(tokens.c.hash == bindparam("known")).scalar_subquery()
)


class Guests:
    """The part of the storage that knows guests."""

    reads: AsyncEngine

    def _transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        raise NotImplementedError

    async def _tell(self, connection: AsyncConnection, *news: str) -> None:
        raise NotImplementedError

    async def add_guest(self, guest: Guest, now: float) -> None:
        """Keeps a new guest."""
        async with self._transaction() as connection:
            await connection.execute(insert(guests).values(id=guest.id, name=guest.name, created=now))

    async def guest(self, guest: str) -> Guest | None:
        """Returns a guest by the secret id."""
        return await self._guest(BY_ID, guest)

    async def guest_by_recovery(self, code: str) -> Guest | None:
        """Returns the guest of a recovery link."""
        return await self._guest(BY_RECOVERY, digest(code))

    async def guest_by_token(self, token: str) -> Guest | None:
        """Returns the guest who has made a token."""
        return await self._guest(BY_TOKEN, digest(token))

    async def _guest(self, question: Select[Any], known: str) -> Guest | None:
        async with self.reads.connect() as connection:
            found = (await connection.execute(question, {"known": known})).first()
        return None if found is None else Guest(found.id, found.name)

    async def rename(self, guest: str, name: str) -> None:
        """Gives a guest another name, from the next match on."""
        async with self._transaction() as connection:
            await connection.execute(update(guests).where(guests.c.id == guest).values(name=name))
            await self._tell(connection, GUEST + guest)

    async def set_recovery(self, guest: str, code: str) -> None:
        """Makes a new recovery link the valid one."""
        async with self._transaction() as connection:
            await connection.execute(update(guests).where(guests.c.id == guest).values(recovery=digest(code)))

    async def add_token(self, guest: str, token: str, label: str, now: float) -> None:
        """Keeps what is needed to know a token again."""
        async with self._transaction() as connection:
            await connection.execute(insert(tokens).values(hash=digest(token), guest=guest, label=label, created=now))

    async def tokens_of(self, guest: str) -> list[tuple[str, str, float]]:
        """Returns a guest's tokens: the beginning of the hash, the label, and when each was made."""
        wanted = select(tokens).where(tokens.c.guest == guest).order_by(tokens.c.created)
        async with self.reads.connect() as connection:
            return [(row.hash[:12], row.label, row.created) for row in (await connection.execute(wanted)).all()]

    async def is_token(self, hash: str) -> bool:
        """Tells whether a token is worth anything."""
        async with self.reads.connect() as connection:
            return (await connection.execute(select(tokens.c.hash).where(tokens.c.hash == hash))).first() is not None

    async def remove_token(self, guest: str, beginning: str) -> list[str]:
        """Makes a token worthless; returns its hash, for whoever still trusts it."""
        meant = (tokens.c.guest == guest) & tokens.c.hash.startswith(beginning, autoescape=True)
        async with self._transaction() as connection:
            gone = list((await connection.execute(select(tokens.c.hash).where(meant))).scalars())
            await connection.execute(delete(tokens).where(tokens.c.hash.in_(gone)))
            await self._tell(connection, GUEST + guest, *(TOKEN + hash for hash in gone))
        return gone
