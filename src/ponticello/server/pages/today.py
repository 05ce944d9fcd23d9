"""What the first page says of today: how many deals are played, and a puzzle."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from ponticello.engine.game import Rulebook
from ponticello.engine.words import count
from ponticello.games import rulebook
from ponticello.server.daily.daily import Daily
from ponticello.server.storage.guests import Guest


@dataclass(frozen=True)
class Today:
    """What there is to do today, as far as the first page says it."""

    games: Sequence[Rulebook]  # that have a deal or a puzzle of the day
    done: int  # of them, that the reader has played
    left: str  # how long today still lasts
    puzzle: Rulebook | None  # of which a puzzle is offered: another game every day


async def today_for(daily: Daily, guest: Guest | None, puzzles: Sequence[str]) -> Today:
    """Returns what there is to do today for a reader."""
    day = daily.today()
    games = await daily.games()
    tried = {one.game for one in await daily.tries(guest, day) if one.is_over}
    turn = datetime.date.fromisoformat(day).toordinal()
    puzzle = rulebook(puzzles[turn % len(puzzles)]) if puzzles else None
    return Today(games, sum(book.name in tried for book in games), time_left(daily.seconds_left()), puzzle)


def time_left(seconds: float) -> str:
    """Returns how long there is until the next day."""
    minutes = max(1, -(-int(seconds) // 60))
    return count(minutes, "minute") if minutes < 60 else count(-(-minutes // 60), "hour")
