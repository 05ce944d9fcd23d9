"""A table that nobody has laid: a position to try a turn on, as in a lesson or a puzzle. Nothing is kept of it."""

from __future__ import annotations

from dataclasses import replace

from ponticello.engine.words import say
from ponticello.server.matches.facts import BOT, PERSON, Facts, Seat
from ponticello.server.matches.table import Table
from ponticello.server.pages.reader import Reader
from ponticello.server.storage.guests import Guest
from ponticello.table.match import Match

LEARNER = "learner"  # whoever it is


def practice_table(id: str, match: Match, seat: int) -> Table:
    """Returns a table at which a match stands, with whoever looks at one seat and bots at the others."""
    others = match.game.rulebook.levels[0].name
    seats = tuple(
        Seat(PERSON, LEARNER, say("You")) if place == seat else Seat(BOT, name=f"{others} {place + 1}", level=1)
        for place in range(match.players)
    )
    table = Table(Facts(id, match.game.name, match.game.options, seats, None, "practice", 0.0, LEARNER))
    match.names = tuple(place.name for place in seats)
    table.match = match
    return table


def as_learner(reader: Reader) -> Reader:
    """Returns a reader as who sits at such a table."""
    return replace(reader, guest=Guest(LEARNER, say("You")))
