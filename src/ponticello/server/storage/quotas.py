"""How many matches somebody may leave open, and what may be asked for only so often in a day: counted in the database, so that
all servers agree."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from ponticello.engine.words import mark, say
from ponticello.server.errors import TooMany
from ponticello.server.matches.facts import PLAYING, WAITING
from ponticello.server.settings import Settings
from ponticello.server.storage.schema import matches, origins, requests

IS_OPEN = matches.c.status.in_((WAITING, PLAYING))
DAY = 86_400.0  # seconds
REVIEW, IMPORT = "review", "import"
AT_ADDRESS = 10  # times as many as one guest may all those ask for who share an address
REFUSALS = {
    REVIEW: (
        mark("you have asked for {most} reviews within a day; the next one can be asked for tomorrow"),
        mark("{most} reviews were asked for at your address within a day; the next one can be asked for tomorrow"),
    ),
    IMPORT: (
        mark("you have brought {most} records within a day; the next one can be brought tomorrow"),
        mark("{most} records were brought from your address within a day; the next one can be brought tomorrow"),
    ),
}


async def hold_to_quota(connection: AsyncConnection, settings: Settings, guest: str, origin: str | None) -> None:
    """Refuses another match to who has too many open ones, or asks from where too many were made today.

    Until the transaction ends nobody else makes a match for the same guest or from the same address, on any server.
    """
    if not settings.limits:
        return
    await _wait_in_line(connection, settings, guest, origin)
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


async def _wait_in_line(connection: AsyncConnection, settings: Settings, guest: str, origin: str | None) -> None:
    """Lets one transaction at a time count for a guest or an address, where several servers could."""
    if settings.is_shared:
        for whose in filter(None, (origin, guest)):
            await connection.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:whose, 0))"), {"whose": whose})


async def hold_to_day(
    connection: AsyncConnection, settings: Settings, what: str, guest: str, origin: str | None, now: float
) -> None:
    """Counts a request of a kind; refuses it to who has made too many within a day, or asks from where too many were made."""
    if not settings.limits:
        return
    await _wait_in_line(connection, settings, guest, origin)
    most = {REVIEW: settings.reviews_per_day, IMPORT: settings.imports_per_day}[what]
    told_alone, told_together = REFUSALS[what]
    lately = select(func.count()).select_from(requests).where(requests.c.what == what, requests.c.at > now - DAY)
    if (await connection.execute(lately.where(requests.c.guest == guest))).scalar_one() >= most:
        raise TooMany(say(told_alone, most=most))
    if origin is not None:
        near = (await connection.execute(lately.where(requests.c.address == origin))).scalar_one()
        if near >= AT_ADDRESS * most:
            raise TooMany(say(told_together, most=AT_ADDRESS * most))
    await connection.execute(insert(requests).values(what=what, guest=guest, address=origin, at=now))


async def forget_day(connection: AsyncConnection, now: float) -> None:
    """Forgets requests that do not count any more."""
    await connection.execute(delete(requests).where(requests.c.at <= now - DAY))


async def note_origin(connection: AsyncConnection, match: str, origin: str | None, now: float) -> None:
    """Notes from where a match was made, as a hash of today."""
    if origin is not None:
        await connection.execute(insert(origins).values(match=match, address=origin, made=now))


async def forget_origins(connection: AsyncConnection, before: float) -> None:
    """Forgets from where the matches of earlier days were made: their hashes mean nothing any more."""
    await connection.execute(delete(origins).where(origins.c.made < before))
