"""A day as one guest may know it: what there is to play, what came of it, and the others' results once one's own try is over."""

from __future__ import annotations

from dataclasses import dataclass

from ponticello.analysis.puzzles.book import Puzzle
from ponticello.engine.game import Rulebook
from ponticello.engine.words import say
from ponticello.server.daily.daily import Daily, HouseResult
from ponticello.server.daily.tally import Place, counts, distribution, places, told_result
from ponticello.server.storage.daily import Day, Try
from ponticello.server.storage.guests import Guest
from ponticello.table.days import MISSED, SOLVED, Streak, is_dealt, streak

FRESH, PLAYING, DONE = "fresh", "playing", "done"


@dataclass(frozen=True)
class GameOfDay:
    """What a day has of one game, as a guest may know it."""

    book: Rulebook
    puzzle: Puzzle | None  # None for a deal
    own: Try | None
    is_past: bool
    result: str  # of the own try
    places: tuple[Place, ...]  # the table of the day; empty before the own try is over
    streak: Streak
    spread: tuple[tuple[str, int], ...]  # of the own results on all days
    house: HouseResult
    shared: str  # a line that gives nothing away; empty without a result

    @property
    def is_deal(self) -> bool:
        """Whether it is a deal to be played, not a puzzle."""
        return self.puzzle is None

    @property
    def state(self) -> str:
        """How far the guest has come."""
        if self.own is None:
            return FRESH
        return DONE if self.own.is_over else PLAYING


@dataclass(frozen=True)
class DayReport:
    """A day as a guest may know it."""

    day: str
    is_past: bool
    secret: str | None  # published when the day is over
    games: tuple[GameOfDay, ...]

    @property
    def is_awaited(self) -> bool:
        """Whether something is still being worked out."""
        return any(game.house.is_awaited for game in self.games)

    def shared(self, site: str) -> str:
        """Returns what a guest can show others without spoiling anything; empty before there is a result."""
        lines = [game.shared for game in self.games if game.shared]
        return "\n".join([f"Ponticello · {self.day}", *lines, f"{site}/daily"]) if lines else ""


async def report(daily: Daily, guest: Guest | None, day: Day) -> DayReport:
    """Returns a day as a guest may know it."""
    is_past, own = daily.is_past(day.day), await daily.tries(guest)
    games = []
    for book in await daily.games():
        puzzle = await daily.puzzle(day, book.name)
        if puzzle is not None or is_dealt(book.name):
            games.append(await _game(daily, guest, day, book, puzzle, [one for one in own if one.game == book.name]))
    return DayReport(day.day, is_past, day.secret if is_past else None, tuple(games))


async def _game(
    daily: Daily, guest: Guest | None, day: Day, book: Rulebook, puzzle: Puzzle | None, tries: list[Try]
) -> GameOfDay:
    own, is_past = next((one for one in tries if one.day == day.day), None), daily.is_past(day.day)
    counted = [one for one in tries if counts(one)]
    all_tries = await daily.tries_on(day.day, book.name) if is_past or (own is not None and own.is_over) else []
    return GameOfDay(
        book=book,
        puzzle=puzzle,
        own=own,
        is_past=is_past,
        result="" if own is None else told_result(book, own),
        places=tuple(places(book, all_tries, guest.id if guest else None)),
        streak=streak((one.day for one in counted), daily.today()),
        spread=tuple(_spread(counted)),
        house=await daily.house(day.day, book.name, all_tries, begin=own is not None),
        shared=await _shared(daily, book, own),
    )


def _spread(counted: list[Try]) -> list[tuple[str, int]]:
    solved = [one.solved for one in counted if one.solved is not None]
    if solved:
        return [(say("solved"), sum(solved)), (say("not solved"), len(solved) - sum(solved))]
    return distribution([one.score for one in counted if one.score is not None])


async def _shared(daily: Daily, book: Rulebook, own: Try | None) -> str:
    if own is None or not counts(own):
        return ""
    if own.solved is not None:
        return f"{book.title} {SOLVED if own.solved else MISSED}"
    return f"{book.title} {await daily.shape(own)} {told_result(book, own)}".replace("  ", " ")
