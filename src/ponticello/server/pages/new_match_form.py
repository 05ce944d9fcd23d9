"""The form for a new match: as it is offered, and as it comes back, with everything that was typed still in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ponticello.engine.game import Rulebook, spell
from ponticello.engine.words import mark
from ponticello.server.matches.facts import BOT, LINK, LOBBY, PERSON
from ponticello.server.matches.new_match import FRIENDLY, ME

KINDS = {
    ME: mark("me"),
    PERSON: mark("another person at this screen"),
    LINK: mark("whoever has the link"),
    LOBBY: mark("anybody in the lobby"),
    BOT: mark("a bot"),
}
WATCH = {
    "lobby": mark("If a seat is for the lobby"),
    "everybody": mark("Yes, the lobby lists the game"),
    "link": mark("Only with the link"),
}
PUBLIC = {"everybody": True, "link": False}


@dataclass
class SeatForm:
    """One seat of the form."""

    kind: str
    name: str = ""
    level: str = str(FRIENDLY)


@dataclass
class NewMatchForm:
    """What the form says, as text."""

    game: str
    players: int
    seats: list[SeatForm]
    options: dict[str, str]
    clock: str = "none"
    minutes: str = "10"
    seconds: str = "5"
    days: str = "3"
    watch: str = "lobby"  # who may watch: a key of WATCH

    def plan(self) -> dict[str, Any]:
        """Returns the match that is asked for; the table checks it. Seats beyond the number of players are left out."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "seats": [{"kind": seat.kind, "name": seat.name, "level": seat.level} for seat in self.seats[: self.players]],
            "clock": {"kind": self.clock, "minutes": self.minutes, "seconds": self.seconds, "days": self.days},
            "public": PUBLIC.get(self.watch),
        }


def blank_form(book: Rulebook, others: str = LINK, level: int = FRIENDLY) -> NewMatchForm:
    """Returns the form as it is offered: the reader in the first seat, the other seats alike, with bots of a level."""
    players = next((number for number in book.players if number > 1), book.players[0])
    seats = [SeatForm(ME)] + [SeatForm(others, level=str(level)) for _ in range(max(book.players) - 1)]
    return NewMatchForm(book.name, players, seats, {option.name: spell(option.default) for option in book.options})


def read_form(book: Rulebook, fields: Mapping[str, Any]) -> NewMatchForm:
    """Returns the form as somebody has filled it in; what is missing is as it was offered."""
    form = blank_form(book)

    def text(name: str, default: str) -> str:
        return str(fields.get(name, default)).strip()[:100]

    form.players = next((number for number in book.players if str(number) == text("players", "")), form.players)
    for number, seat in enumerate(form.seats, start=1):
        seat.kind = text(f"kind-{number}", seat.kind)
        seat.name = text(f"name-{number}", seat.name)
        seat.level = text(f"level-{number}", seat.level)
    form.options = {name: text(f"option-{name}", value) for name, value in form.options.items()}
    form.clock = text("clock", form.clock)
    form.minutes, form.seconds = text("minutes", form.minutes), text("seconds", form.seconds)
    form.days = text("days", form.days)
    form.watch = text("watch", form.watch)
    return form
