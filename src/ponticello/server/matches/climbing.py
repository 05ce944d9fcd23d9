"""Where a guest stands at a game: up after a win, down after two losses in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ponticello.engine.mind import Level
from ponticello.engine.words import say
from ponticello.games import names, rulebook
from ponticello.server.errors import NotNow
from ponticello.server.matches.facts import BOT, OVER
from ponticello.server.matches.new_match import FRIENDLY, ME
from ponticello.server.matches.outcomes import AMONG_PEOPLE, LOST, WON, level_of, outcomes
from ponticello.server.matches.permissions import own_seat
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.table import Table
from ponticello.server.storage.database import Guest

ENOUGH = 2  # losses in a row at a level, after which the one below is offered
AT_ONCE = 50  # old matches of a guest that are read before an answer
MOST_CAUGHT_UP = 10_000

Record = Sequence[tuple[int, str]]  # the levels and outcomes of matches against bots, the latest first


@dataclass(frozen=True)
class Offer:
    """Whom a guest should meet next, after a match against bots."""

    number: int  # the level
    level: Level
    before: str  # whom they have just met
    is_up: bool


class Climbing:
    """Knows how far guests have climbed, from the results that are kept."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._caught_up: set[str] = set()  # guests whose matches all have results

    async def levels(self, guest: Guest | None) -> dict[str, int]:
        """Returns the level at which a guest stands in the games that they have played against bots."""
        if guest is None:
            return {}
        await self.catch_up(guest.id)
        records = await self._matches.storage.latest_at_levels(guest.id)
        return {name: next_level(records[name], len(rulebook(name).levels)) for name in names() if name in records}

    async def offer(self, table: Table, guest: Guest | None) -> Offer | None:
        """Returns whom a guest should meet after a match against bots; nobody new if it should be the same again."""
        seats = table.seats_of(guest.id) if guest else []
        if guest is None or table.status != OVER or len(seats) != 1:
            return None
        met = level_of(table, seats[0])
        outcome = next(one.outcome for one in outcomes(table) if one.seat == seats[0])
        record = [(met, outcome)]
        if met == AMONG_PEOPLE or outcome not in (WON, LOST):
            return None
        if outcome == LOST:
            record = (await self._matches.storage.latest_at_levels(guest.id, table.game.name)).get(table.game.name, record)
        levels = table.game.rulebook.levels
        number = next_level(record, len(levels))
        if number == met or (outcome == LOST and number > met):
            return None
        before = next(seat.name for seat in table.seats if seat.level == met)
        return Offer(number, levels[number - 1], before, number > met)

    async def play_on(self, id: str, guest: Guest, level: object, origin: str | None = None) -> Table:
        """Lays the table once more, with bots of a level and everybody one seat further on."""
        table = await self._matches.open(id)
        own = own_seat(table, guest.id, None)
        if table.status != OVER or level_of(table, own) == AMONG_PEOPLE:
            raise NotNow(say("another level can be chosen when a match against bots is over"))
        seats = [{"kind": ME} if number == own else {"kind": BOT, "level": level} for number in range(len(table.seats))]
        facts = table.facts
        clock = facts.clock.as_json() if facts.clock else None
        return await self._matches.create(
            guest, game=facts.game, options=facts.options, seats=[*seats[1:], seats[0]], clock=clock, origin=origin
        )

    async def catch_up(self, guest: str) -> None:
        """Keeps the results of matches that were over before results were kept: some of them each time, until there is none."""
        if guest in self._caught_up:
            return
        storage = self._matches.storage
        old = await storage.without_results(guest, AT_ONCE)
        for id in old:
            found = await self._matches.found(id)
            if isinstance(found, Table):
                await storage.add_results(outcomes(found))
        if len(old) < AT_ONCE:
            if len(self._caught_up) >= MOST_CAUGHT_UP:
                self._caught_up.clear()
            self._caught_up.add(guest)


def next_level(record: Record, levels: int) -> int:
    """Returns the level to play next in a game that has so many.

    >>> next_level([], 5), next_level([(1, "won")], 5), next_level([(5, "won")], 5)
    (1, 2, 5)
    >>> next_level([(3, "lost")], 5), next_level([(3, "lost"), (3, "lost")], 5), next_level([(3, "lost"), (3, "won")], 5)
    (3, 2, 3)
    """
    if not record:
        return FRIENDLY
    level, outcome = record[0]
    if outcome == WON:
        return min(level + 1, levels)
    lost_in_a_row = len(record) >= ENOUGH and all(one == (level, LOST) for one in record[:ENOUGH])
    return min(max(level - 1, FRIENDLY) if lost_in_a_row else level, levels)
