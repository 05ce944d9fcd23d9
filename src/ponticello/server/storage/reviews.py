"""What matches could have been, as far as that is worked out: which server works on it, and what it has found so far."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from sqlalchemy import and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ponticello.server.settings import Settings
from ponticello.server.storage.quotas import REVIEW, forget_day, hold_to_day
from ponticello.server.storage.schema import reviews

OPEN, DONE, FAILED = "open", "done", "failed"


@dataclass(frozen=True)
class KeptReview:
    """A review as it is kept."""

    match: str
    version: int  # of its format
    state: str
    content: str | None  # as JSON; None until there is a first one
    guest: str  # who has asked for it
    server: str | None  # which works on it, if any does


class Reviews:
    """The part of the storage that keeps reviews."""

    settings: Settings
    reads: AsyncEngine

    def _transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        raise NotImplementedError

    async def review(self, match: str) -> KeptReview | None:
        """Returns the review of a match, if somebody has asked for one."""
        columns = (reviews.c.match, reviews.c.version, reviews.c.state, reviews.c.content, reviews.c.guest, reviews.c.server)
        async with self.reads.connect() as connection:
            found = (await connection.execute(select(*columns).where(reviews.c.match == match))).first()
        return None if found is None else KeptReview(*found)

    async def ask_for_review(self, match: str, version: int, guest: str, origin: str | None, server: str, now: float) -> bool:
        """Notes that a review is wanted, and which server begins with it; tells whether nobody had asked for it before.

        One that has failed, or that an older version has written, is made anew. Who has asked too often today is refused.
        """
        is_old = and_(reviews.c.match == match, or_(reviews.c.state == FAILED, reviews.c.version != version))
        try:
            async with self._transaction() as connection:
                await connection.execute(delete(reviews).where(is_old))
                known = await connection.execute(select(reviews.c.match).where(reviews.c.match == match))
                if known.first() is not None:
                    return False
                await hold_to_day(connection, self.settings, REVIEW, guest, origin, now)
                values = {"match": match, "version": version, "state": OPEN, "guest": guest, "asked": now}
                await connection.execute(insert(reviews).values(**values, server=server, beat=now))
        except IntegrityError:  # somebody else has asked at the same moment
            return False
        return True

    async def claim_reviews(self, server: str, now: float, lost: float, version: int, most: int) -> list[str]:
        """Takes over reviews on which no server works any more, the oldest first; returns of which matches.

        A server that has not been heard of for some seconds is taken for lost. Of two that try at once, one gets it.
        """
        is_free = and_(
            reviews.c.state == OPEN,
            reviews.c.version == version,
            or_(reviews.c.server.is_(None), reviews.c.beat <= now - lost),
        )
        async with self.reads.connect() as connection:
            wanted = select(reviews.c.match).where(is_free).order_by(reviews.c.asked).limit(most)
            free = list((await connection.execute(wanted)).scalars())
        if not free:
            return []
        async with self._transaction() as connection:
            taken = update(reviews).where(is_free, reviews.c.match.in_(free)).values(server=server, beat=now)
            return list((await connection.execute(taken.returning(reviews.c.match))).scalars())

    async def reviews_beat(self, server: str, matches: Collection[str], now: float) -> None:
        """Says that a server still works on some reviews."""
        if matches:
            async with self._transaction() as connection:
                ours = and_(reviews.c.server == server, reviews.c.match.in_(matches))
                await connection.execute(update(reviews).where(ours).values(beat=now))

    async def keep_review(self, match: str, server: str, state: str, content: str | None, now: float) -> bool:
        """Keeps what is found so far; tells whether the review is still this server's to work on."""
        ours = and_(reviews.c.match == match, reviews.c.server == server, reviews.c.state == OPEN)
        values: dict[str, object] = {"state": state, "beat": now}
        if content is not None:
            values["content"] = content
        async with self._transaction() as connection:
            return bool((await connection.execute(update(reviews).where(ours).values(values))).rowcount)

    async def release_reviews(self, server: str) -> None:
        """Lets go of all reviews that a server works on, because it stops: another one may go on at once."""
        async with self._transaction() as connection:
            ours = and_(reviews.c.server == server, reviews.c.state == OPEN)
            await connection.execute(update(reviews).where(ours).values(server=None))

    async def count_request(self, what: str, guest: str, origin: str | None, now: float) -> None:
        """Counts something that may be asked for only so often in a day; refuses who has done so too often."""
        async with self._transaction() as connection:
            await hold_to_day(connection, self.settings, what, guest, origin, now)

    async def forget_requests(self, now: float) -> None:
        """Forgets who has asked for what more than a day ago."""
        async with self._transaction() as connection:
            await forget_day(connection, now)
