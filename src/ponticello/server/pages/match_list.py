"""Matches as they stand in lists: in the lobby, and among one's own games."""

from __future__ import annotations

from dataclasses import dataclass

from ponticello.engine.words import count, listed, say
from ponticello.server.matches.facts import OPEN, OVER
from ponticello.server.matches.rows import TABLE
from ponticello.server.matches.snapshot import message
from ponticello.server.matches.table import Table
from ponticello.server.pages.render import option_words


@dataclass(frozen=True)
class ListedMatch:
    """One match in a list."""

    id: str
    title: str
    people: str  # who sits there, and for how many there is room; or which deal it is
    facts: tuple[str, ...]
    message: str
    touched: float
    mine: bool
    your_turn: bool
    over: bool
    deal: str | None = None  # the day to which it belongs


def listed_match(table: Table, guest: str | None) -> ListedMatch:
    """Returns a match as a guest sees it in a list."""
    own = table.seats_of(guest)
    return ListedMatch(
        id=table.id,
        title=table.game.title,
        people=people(table),
        facts=tuple(facts(table)),
        message=message(table, table.viewer_of(guest), own),
        touched=table.touched_for(own or [TABLE]),
        mine=bool(own),
        your_turn=not set(own).isdisjoint(table.awaited),
        over=table.status == OVER,
        deal=table.facts.deal.day if table.facts.deal else None,
    )


def people(table: Table) -> str:
    """Returns who sits at a table, and how many seats are free; who plays a deal of the day sits there alone."""
    if table.facts.deal is not None:
        return say("The deal of {day}", day=table.facts.deal.day)
    names = [seat.name for seat in table.seats if seat.kind not in OPEN]
    free = len(table.seats) - len(names)
    if not free:
        return listed(names)
    if not names:
        return say("{seats} free", seats=count(free, "seat"))
    return say("{names}; {seats} free", names=listed(names), seats=count(free, "seat"))


def facts(table: Table) -> list[str]:
    """Returns what is worth knowing before one sits down: the variants that are not the usual ones, and the clock."""
    usual = {option.name: option.default for option in table.game.rulebook.options}
    unusual = [f"{name}: {option_words(value)}" for name, value in table.game.options.items() if value != usual[name]]
    clock = table.facts.clock.words if table.facts.clock else say("no clock")
    return [count(len(table.seats), "player"), *unusual, clock]
