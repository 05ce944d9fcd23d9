"""How matches ended for guests: kept when they end, and read by game, by level, or the latest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, and_, func, insert, not_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ponticello.server.matches.facts import OVER
from ponticello.server.matches.outcomes import AMONG_PEOPLE, UNCOUNTED, Outcome
from ponticello.server.storage.schema import matches, results, seatings

LATELY = 40  # matches that are looked through for where a guest stands; two of each game are enough


@dataclass(frozen=True)
class Tally:
    """How often a guest's matches of a game at a level ended in one way, and how well at best."""

    game: str
    level: int
    outcome: str
    number: int
    best: int | None  # the score of the best one


class Results:
    """The results of guests."""

    reads: AsyncEngine

    def _transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        raise NotImplementedError

    async def tallies(self, guest: str) -> list[Tally]:
        """Returns a guest's results by game and level, counted by the database."""
        columns = (results.c.game, results.c.level, results.c.outcome)
        counted = (
            select(*columns, func.count().label("number"), func.max(results.c.standing).label("standing"))
            .where(results.c.guest == guest, results.c.outcome != UNCOUNTED)
            .group_by(*columns)
        ).subquery()
        same = and_(
            results.c.guest == guest, *(results.c[name] == counted.c[name] for name in ("game", "level", "outcome", "standing"))
        )
        best = select(func.max(results.c.score)).where(same).scalar_subquery()
        wanted = select(counted.c.game, counted.c.level, counted.c.outcome, counted.c.number, best.label("best"))
        async with self.reads.connect() as connection:
            return [Tally(*row) for row in (await connection.execute(wanted)).all()]

    async def latest_results(self, guest: str, most: int) -> list[Outcome]:
        """Returns a guest's last matches that count, the latest first."""
        wanted = (
            select(results)
            .where(results.c.guest == guest, results.c.outcome != UNCOUNTED)
            .order_by(results.c.ended.desc(), results.c.match)
            .limit(most)
        )
        async with self.reads.connect() as connection:
            return [Outcome(**row) for row in (await connection.execute(wanted)).mappings()]

    async def latest_at_levels(self, guest: str, game: str | None = None) -> dict[str, list[tuple[int, str]]]:
        """Returns the levels and outcomes of a guest's last matches against bots, by game, the latest first."""
        wanted = (
            select(results.c.game, results.c.level, results.c.outcome)
            .where(results.c.guest == guest, results.c.level > AMONG_PEOPLE, results.c.outcome != UNCOUNTED)
            .order_by(results.c.ended.desc(), results.c.match)
            .limit(LATELY)
        )
        if game is not None:
            wanted = wanted.where(results.c.game == game)
        found: dict[str, list[tuple[int, str]]] = {}
        async with self.reads.connect() as connection:
            for row in await connection.execute(wanted):
                found.setdefault(row.game, []).append((row.level, row.outcome))
        return found

    async def without_results(self, guest: str, most: int) -> list[str]:
        """Returns matches of a guest that were over before results were kept, the latest first."""
        kept = select(results.c.match).where(results.c.match == seatings.c.match, results.c.seat == seatings.c.seat).exists()
        wanted = (
            select(matches.c.id)
            .join(seatings, seatings.c.match == matches.c.id)
            .where(seatings.c.guest == guest, matches.c.status == OVER, not_(kept))
            .order_by(matches.c.touched.desc())
            .limit(most)
        )
        async with self.reads.connect() as connection:
            return list(dict.fromkeys((await connection.execute(wanted)).scalars()))

    async def add_results(self, new: Sequence[Outcome]) -> None:
        """Keeps the results of a match that was over before; somebody else may have done so at the same moment."""
        try:
            async with self._transaction() as connection:
                await connection.run_sync(insert_results, new)
        except IntegrityError:
            pass


def insert_results(connection: Connection, new: Iterable[Outcome]) -> None:
    """Writes results."""
    if lines := [asdict(one) for one in new]:
        connection.execute(insert(results), lines)
