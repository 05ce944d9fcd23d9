"""What a day offers and what guests make of it. All that must be agreed on by several servers is agreed on by the database."""

from __future__ import annotations

import asyncio
import functools
import logging
import secrets
from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError

from ponticello.analysis.puzzles.book import Puzzle, has_puzzles, shelf
from ponticello.engine.errors import PonticelloError
from ponticello.engine.game import Rulebook
from ponticello.engine.words import say
from ponticello.games import names, rulebook
from ponticello.server.bots.bots import Bots
from ponticello.server.daily.tally import counts
from ponticello.server.errors import NoSuchDay, NotNow
from ponticello.server.matches.deal import Deal
from ponticello.server.matches.facts import BOT, OVER, PERSON, Facts, Seat
from ponticello.server.matches.new_match import new_id
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.table import Table
from ponticello.server.reviews.content import can_look_back
from ponticello.server.reviews.reviews import Reviews
from ponticello.server.storage.daily import HOUSE, Day, Try
from ponticello.server.storage.guests import Guest
from ponticello.server.watchdog import watched
from ponticello.table.days import day_of, end_of, is_dealt, seed_of, skyline

log = logging.getLogger("ponticello.server")
NO_REPEAT = 45  # days in which the same puzzle does not come again


@functools.cache
def games_of_day() -> tuple[Rulebook, ...]:
    """Returns the games that a day has something of: a deal, or else a puzzle. The first time some are tried out for that."""
    return tuple(rulebook(name) for name in names() if is_dealt(name) or has_puzzles(name))


@dataclass(frozen=True)
class HouseResult:
    """What the house makes of a deal when its day is over: how its strongest player does, and the most that was possible."""

    match: str | None = None
    score: int | None = None  # None as long as it plays
    best: int | None = None  # None as long as nothing is known, or where it cannot be
    is_proven: bool = False
    is_awaited: bool = False  # whether something is still being worked out


class Daily:
    """The days of a server."""

    def __init__(self, matches: Matches, bots: Bots, reviews: Reviews) -> None:
        self._matches, self._bots, self._reviews = matches, bots, reviews
        self._storage = matches.storage
        self._working: dict[tuple[str, str], asyncio.Task[None]] = {}

    async def stop(self) -> None:
        """Lets go of what the house was about to play; whoever looks next lets it begin again."""
        for task in self._working.values():
            task.cancel()
        await asyncio.gather(*self._working.values(), return_exceptions=True)

    def today(self) -> str:
        """Returns which day it is, by the time that all servers share."""
        return day_of(self._matches.now())

    def is_past(self, day: str) -> bool:
        """Tells whether a day is over, and with it its secrets."""
        return day < self.today()

    def seconds_left(self) -> float:
        """Returns how long today still lasts."""
        return end_of(self.today()) - self._matches.now()

    async def games(self) -> tuple[Rulebook, ...]:
        """Returns the games that a day has something of."""
        return await asyncio.to_thread(games_of_day)

    async def day(self, day: str) -> Day | None:
        """Returns a day. Today is made by the first server that needs it; a day that nobody has looked at never was."""
        found = await self._storage.day(day)
        if found is not None or day != self.today():
            return found
        return await self._storage.add_day(Day(day, secrets.token_hex(32), await self._new_puzzles(day)))

    async def known_day(self, day: str | None) -> Day:
        """Returns a day that somebody asks for."""
        known = await self.day(day or "")
        if known is None:
            raise NoSuchDay(say("nobody looked in on that day, or it is still to come; today's deals are at /daily"))
        return known

    async def _new_puzzles(self, day: str) -> dict[str, str]:
        """Returns a puzzle for every game without a deal, drawn from those that were not there lately."""
        lately = [before.puzzles for before in await self._storage.days_before(day, NO_REPEAT)]
        found = {}
        for book in await self.games():
            if not is_dealt(book.name):
                keys = [puzzle.key for puzzle in await asyncio.to_thread(shelf, book.name)]
                used = {puzzles.get(book.name) for puzzles in lately}
                found[book.name] = secrets.choice([key for key in keys if key not in used] or keys)
        return found

    async def puzzle(self, day: Day, game: str) -> Puzzle | None:
        """Returns the puzzle of a day; None if it has a deal, or if the puzzle is no longer in the book."""
        key = day.puzzles.get(game)
        return next((puzzle for puzzle in await asyncio.to_thread(shelf, game) if puzzle.key == key), None) if key else None

    async def tries(self, guest: Guest | None, day: str | None = None) -> list[Try]:
        """Returns the tries of a guest that count: all of them, the latest day first, or those of one day."""
        return [] if guest is None else await self._storage.tries_of(guest.id, day)

    async def own_try(self, guest: Guest | None, day: str, game: str) -> Try | None:
        """Returns the try of a guest at a game of a day."""
        return next((one for one in await self.tries(guest, day) if one.game == game), None)

    async def play(self, guest: Guest, day: str, game: str, origin: str | None = None) -> Table:
        """Gives a guest a table with the deal of a day: the one that counts, until it is over, then others for practice."""
        book, known = rulebook(game), await self.day(day)
        if known is None or not is_dealt(book.name):
            raise NotNow(say("there is no deal of this game on that day"))
        tried = await self.own_try(guest, day, book.name)
        if tried is not None and tried.match is not None and not tried.is_over and not self.is_past(day):
            return await self._matches.open(tried.match)
        counted = tried is None and not self.is_past(day)
        facts = self._facts(known, book, Seat(PERSON, guest.id, guest.name), counted=counted)
        try:
            return await self._matches.make(facts, origin)
        except IntegrityError:  # the guest has begun it at the same moment, perhaps at another server
            tried = await self.own_try(guest, day, book.name)
            if tried is None or tried.match is None:
                raise
            return await self._matches.open(tried.match)

    def _facts(self, day: Day, book: Rulebook, seat: Seat, *, counted: bool) -> Facts:
        return Facts(
            id=new_id(),
            game=book.name,
            options=book.read_options({}),
            seats=(seat,),
            clock=None,
            seed=seed_of(day.secret, day.day, book.name),
            created=self._matches.now(),
            creator=seat.guest or HOUSE,
            deal=Deal(day.day, counted),
        )

    async def is_of_today(self, puzzle: Puzzle) -> bool:
        """Tells whether a puzzle is that of today."""
        today = await self._storage.day(self.today())
        return today is not None and today.puzzles.get(puzzle.game) == puzzle.key

    async def note_puzzle(self, guest: Guest, puzzle: Puzzle, solved: bool) -> None:
        """Keeps how a guest's first try at a puzzle ended, if it is today's."""
        if await self.is_of_today(puzzle):
            await self._storage.note_puzzle_of_day(self.today(), puzzle.game, guest.id, solved, self._matches.now())

    async def is_to_be_tried(self, guest: Guest | None, puzzle: Puzzle) -> bool:
        """Tells whether a puzzle is today's and a guest's try at it is still to come, whatever they knew of it before."""
        return await self.is_of_today(puzzle) and await self.own_try(guest, self.today(), puzzle.game) is None

    async def tries_on(self, day: str, game: str) -> list[Try]:
        """Returns the tries of everybody at a game of a day."""
        return await self._storage.tries_on(day, game)

    async def shape(self, tried: Try) -> str:
        """Returns how a try at a deal went, as a row of bars."""
        if tried.match is None or tried.score is None or not counts(tried):
            return ""
        table = await self._matches.found(tried.match)
        return skyline(table.match) if isinstance(table, Table) and table.match is not None else ""

    # What the house makes of it, once the day is over

    async def house(self, day: str, game: str, tries: list[Try], *, begin: bool) -> HouseResult:
        """Returns what the house has made of a deal, as far as it has come; if wanted, what is missing is begun with."""
        if not self.is_past(day) or not is_dealt(game):
            return HouseResult()
        id = next((one.match for one in tries if one.guest == HOUSE), None)
        if id is None:
            if begin:
                self._begin(day, game)
            return HouseResult(is_awaited=begin)
        table = await self._matches.found(id)
        if not isinstance(table, Table) or table.match is None:
            return HouseResult()
        if table.status != OVER:
            self._bots.look(table)
            return HouseResult(id, is_awaited=True)
        return await self._looked_back(table, table.match.scores[0])

    async def _looked_back(self, table: Table, score: int) -> HouseResult:
        if not can_look_back(table.game.name):
            return HouseResult(table.id, score)
        try:
            await self._reviews.ask(table.id, Guest(HOUSE, ""))
            kept = await self._reviews.kept(table)
        except PonticelloError as error:  # too many were asked for today; tomorrow is another day
            log.info("the deal of the day is not looked back on now: %s", error)
            kept = None
        hindsight = self._reviews.read(kept).hindsight.get(0) if kept is not None else None
        if hindsight is None:
            return HouseResult(table.id, score, is_awaited=kept is not None)
        best = hindsight.best
        return HouseResult(table.id, score, best.best, best.proven, is_awaited=not hindsight.done)

    def _begin(self, day: str, game: str) -> None:
        if (day, game) not in self._working:
            task = self._working[day, game] = asyncio.create_task(watched("the deal of the day", self._let_house_play(day, game)))
            task.add_done_callback(lambda _: self._working.pop((day, game), None))

    async def _let_house_play(self, day: str, game: str) -> None:
        """Lays a table for the strongest player of the house. It plays there as bots do, and any server plays on."""
        known, book = await self.day(day), rulebook(game)
        if known is None:
            return
        await self._bots.make_ready(book.name)  # else it would begin with what looks best at a glance
        strongest = Seat(BOT, name=book.levels[-1].name, level=len(book.levels))
        try:
            await self._matches.make(self._facts(known, book, strongest, counted=True), None)
        except IntegrityError:  # another server was faster
            return
