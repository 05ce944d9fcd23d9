"""Who has tried which puzzle, how each guest does at the puzzles of a game, and how hard the puzzles turn out to be."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ponticello.analysis.puzzles.rating import BEGINNER, Rated, after_try
from ponticello.server.storage.schema import puzzle_ratings, puzzle_tries, puzzlers

ATTEMPTS = 3  # at writing what another server writes at the same moment


@dataclass(frozen=True)
class PuzzleStanding:
    """How a guest does at the puzzles of a game."""

    rating: float = BEGINNER
    tries: int = 0
    solved: int = 0
    streak: int = 0
    best: int = 0


class Puzzling:
    """The part of the storage that knows of puzzles."""

    reads: AsyncEngine

    def _transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        raise NotImplementedError

    async def puzzle_standings(self, guest: str) -> dict[str, PuzzleStanding]:
        """Returns how a guest does, by game."""
        columns = [puzzlers.c[name] for name in ("game", "rating", "tries", "solved", "streak", "best")]
        async with self.reads.connect() as connection:
            found = await connection.execute(select(*columns).where(puzzlers.c.guest == guest))
            return {game: PuzzleStanding(*rest) for game, *rest in found}

    async def tried_puzzles(self, guest: str, game: str) -> dict[str, bool]:
        """Returns the puzzles of a game that a guest has tried, the first first, and whether the try that counts was right."""
        wanted = select(puzzle_tries.c.puzzle, puzzle_tries.c.solved).where(
            puzzle_tries.c.guest == guest, puzzle_tries.c.game == game
        )
        async with self.reads.connect() as connection:
            return {row.puzzle: row.solved for row in await connection.execute(wanted.order_by(puzzle_tries.c.at))}

    async def puzzle_ratings(self, game: str) -> dict[str, float]:
        """Returns the ratings of the puzzles of a game that anybody has tried."""
        wanted = select(puzzle_ratings.c.puzzle, puzzle_ratings.c.rating).where(puzzle_ratings.c.game == game)
        async with self.reads.connect() as connection:
            return {row.puzzle: row.rating for row in await connection.execute(wanted)}

    async def note_puzzle(self, guest: str, game: str, puzzle: str, first: float, solved: bool, now: float) -> bool:
        """Keeps how a guest's first try at a puzzle ended, and rates both; `first` is the rating with which the puzzle begins.

        A later try changes nothing. Tells whether this one counted.
        """
        tried = {"guest": guest, "game": game, "puzzle": puzzle, "solved": solved, "at": now}
        for _ in range(ATTEMPTS):
            try:
                async with self._transaction() as connection:
                    await connection.execute(insert(puzzle_tries).values(tried))
                    await self._rate(connection, guest, game, puzzle, first, solved)
                return True
            except IntegrityError:  # it was tried before, or another server has just rated the puzzle for the first time
                if puzzle in await self.tried_puzzles(guest, game):
                    return False
        return False

    async def _rate(self, connection: AsyncConnection, guest: str, game: str, puzzle: str, first: float, solved: bool) -> None:
        who, what = {"guest": guest, "game": game}, {"game": game, "puzzle": puzzle}
        before = await _row(connection, puzzlers, who)
        known = await _row(connection, puzzle_ratings, what)
        was = PuzzleStanding() if before is None else PuzzleStanding(*(before[name] for name in PuzzleStanding.__annotations__))
        hard = Rated(first) if known is None else Rated(known["rating"], known["tries"])
        solver, hard = after_try(Rated(was.rating, was.tries), hard, solved)
        streak = was.streak + 1 if solved else 0
        now = {
            "rating": solver.rating,
            "tries": solver.tries,
            "solved": was.solved + solved,
            "streak": streak,
            "best": max(was.best, streak),
        }
        await _keep(connection, puzzlers, who, now, is_new=before is None)
        await _keep(connection, puzzle_ratings, what, {"rating": hard.rating, "tries": hard.tries}, is_new=known is None)


async def _row(connection: AsyncConnection, table: Table, key: dict[str, str]) -> Any:
    wanted = select(table).where(*(table.c[name] == value for name, value in key.items())).with_for_update()
    return (await connection.execute(wanted)).mappings().first()


async def _keep(connection: AsyncConnection, table: Table, key: dict[str, str], values: dict[str, Any], is_new: bool) -> None:
    if is_new:
        await connection.execute(insert(table).values({**key, **values}))
    else:
        await connection.execute(update(table).where(*(table.c[name] == value for name, value in key.items())).values(values))
