"""What is known even of a match that cannot be read."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from ponticello.server.storage.schema import guests, matches, seatings


@dataclass(frozen=True)
class Outline:
    """The game of a match, when it was made, and which guests sit there."""

    game: str
    created: float
    names: tuple[str, ...]


async def read_outline(engine: AsyncEngine, match: str) -> Outline:
    """Returns the little that is known of a match without understanding the rest of it."""
    wanted = select(matches.c.game, matches.c.created).where(matches.c.id == match)
    people = select(guests.c.name).join(seatings, seatings.c.guest == guests.c.id).where(seatings.c.match == match)
    async with engine.connect() as connection:
        found = (await connection.execute(wanted)).one()
        names = (await connection.execute(people.order_by(seatings.c.seat))).scalars()
        return Outline(found.game, found.created, tuple(names))
