"""How many matches somebody may leave open, counted in the database so that all servers agree."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from ponticello.engine.words import say
from ponticello.server.errors import TooMany
from ponticello.server.matches.facts import PLAYING, WAITING
from ponticello.server.settings import Settings
from ponticello.server.storage.schema import matches, origins

IS_OPEN = matches.c.status.in_((WAITING, PLAYING))


async def hold_to_quota(connection: AsyncConnection, settings: Settings, guest: str, origin: str | None) -> None:
    """Refuses another match to who has too many open ones, or asks from where too many were made today.

    Until the transaction ends nobody else makes a match for the same guest or from the same address, on any server.
    """
    if not settings.limits:
        return
    if settings.is_shared:
        for whose in filter(None, (origin, guest)):
            await connection.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:whose, 0))"), {"whose": whose})
    own = select(func.count()).select_from(matches).where(matches.c.creator == guest, IS_OPEN)
    if (await connection.execute(own)).scalar_one() >= settings.open_per_guest:
        most = settings.open_per_guest
        raise TooMany(say("you have made {most} matches that are not over; finish or close one, then make another", most=most))
    if origin is None:
        return
    near = select(func.count()).select_from(origins.join(matches)).where(origins.c.address == origin, IS_OPEN)
    if (await connection.execute(near)).scalar_one() >= settings.open_per_address:
        most = settings.open_per_address
        raise TooMany(
            say("{most} matches made at your address today are not over; finish or close one, then make another", most=most)
        )


async def note_origin(connection: AsyncConnection, match: str, origin: str | None, now: float) -> None:
    """Notes from where a match was made, as a hash of today."""
    if origin is not None:
        await connection.execute(insert(origins).values(match=match, address=origin, made=now))


async def forget_origins(connection: AsyncConnection, before: float) -> None:
    """Forgets from where the matches of earlier days were made: their hashes mean nothing any more."""
    await connection.execute(delete(origins).where(origins.c.made < before))
