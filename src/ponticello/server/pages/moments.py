"""A match at one moment as everybody may see it: what pictures, previews and embedded boards show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ponticello.engine.people import People, called
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import listed, say
from ponticello.server.matches.facts import OPEN, OVER, WAITING
from ponticello.server.matches.snapshot import ending, people_at
from ponticello.server.matches.table import Table
from ponticello.server.pages.viewer import known_turns, position_at, view_of
from ponticello.table.match import ONLOOKER, Turn
from ponticello.table.position import Position


@dataclass(frozen=True)
class Moment:
    """How a match stood after some turns, for somebody without a seat: what a running round hides is hidden here too."""

    table: Table
    turns: Sequence[Turn]  # all of them, not only those until now
    number: int
    position: Position
    view: str

    @property
    def turn(self) -> Turn | None:
        """The last turn."""
        return self.turns[self.number - 1] if self.number else None

    @property
    def last(self) -> tuple[int, ...]:
        """The actions to mark on the board: those of the last turn of a player."""
        turn = next((turn for turn in reversed(self.turns[: self.number]) if turn.seat != CHANCE), None)
        return tuple(move.action for move in turn.moves) if turn else ()

    def svg(self, theme: str) -> str:
        """Returns the board as a picture of its own."""
        with called(self.people):
            return self.position.svg(theme=theme, view=self.view, last=self.last)

    @property
    def people(self) -> People:
        """Who plays; how the match ended is said at its end only."""
        people = people_at(self.table, ONLOOKER, [])
        return people if self.number == len(self.turns) else replace(people, ending="")

    @property
    def record(self) -> str:
        """The record of the match, as far as everybody may know it."""
        assert self.table.match is not None
        return self.table.match.record(None if self.table.status == OVER else ONLOOKER)


def moment(table: Table, move: int | None, view: str | None) -> Moment:
    """Returns a match after some turns; all of them if nothing is said."""
    turns = known_turns(table, ONLOOKER)
    number = len(turns) if move is None else min(move, len(turns))
    return Moment(table, turns, number, position_at(table, ONLOOKER, turns, number), view_of(table, ONLOOKER, view))


def headline(table: Table) -> str:
    """Returns who plays what against whom."""
    names = [seat.name for seat in table.seats if seat.kind not in OPEN]
    if len(names) == 2 and len(table.seats) == 2:
        who = say("{name} against {other}", name=names[0], other=names[1])
    else:
        who = listed(names)
    return say("{game}: {players}", game=table.game.title, players=who) if names else table.game.title


def news(table: Table) -> str:
    """Returns how a match stands, as far as everybody may know it and as long as it stays so."""
    if table.status == OVER:
        with called([seat.name for seat in table.seats]):
            return ending(table)
    if table.status == WAITING:
        return say("There is a seat for you")
    return say("The match is being played. Look in!")
