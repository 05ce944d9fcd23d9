"""A review as it is kept: what was expected of every turn, and what was still possible for those who played themselves."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.util import find_spec

from ponticello.analysis.ended import Ended
from ponticello.analysis.model import FORMAT, LEFT, OUT_OF_TIME, RESIGNED, Review
from ponticello.analysis.possible import Hindsight
from ponticello.games import rulebook
from ponticello.server.matches.facts import BOT
from ponticello.server.matches.rows import Kind
from ponticello.server.matches.table import Table

ENDINGS = {Kind.RESIGN: RESIGNED, Kind.FLAG: OUT_OF_TIME, Kind.CLOSE: LEFT}
VERSION = 100 * FORMAT + 1  # what is kept under another one is worked out anew when somebody asks for it


@dataclass(frozen=True)
class Content:
    """What is found so far, as the JSON texts that the analysis writes and reads."""

    review: str | None = None
    hindsight: tuple[str, ...] = ()  # one for every seat that was looked at so far

    def to_json(self) -> str:
        """Returns it as one JSON object, in which programs find all of it."""
        review = "null" if self.review is None else self.review
        return f'{{"review":{review},"hindsight":[{",".join(self.hindsight)}]}}'

    @classmethod
    def from_json(cls, text: str | None) -> Content:
        """Returns what is kept."""
        if text is None:
            return cls()
        found = json.loads(text)
        review = None if found["review"] is None else json.dumps(found["review"], ensure_ascii=False)
        return cls(review, tuple(json.dumps(one, ensure_ascii=False) for one in found["hindsight"]))


@dataclass(frozen=True)
class Findings:
    """The same, to be shown."""

    review: Review | None
    hindsight: dict[int, Hindsight]  # by seat


def findings(text: str | None) -> Findings:
    """Returns what a review has found so far."""
    content = Content.from_json(text)
    looked_back = [Hindsight.from_json(one) for one in content.hindsight]
    review = None if content.review is None else Review.from_json(content.review)
    return Findings(review, {one.seat: one for one in looked_back})


def how_it_ended(table: Table) -> Ended | None:
    """Returns how a match ended, if not by its rules: before them, or with another winner, since who won there had given up."""
    match, result = table.match, table.result
    assert match is not None and result is not None
    if match.over and (match.players == 1 or set(result.winners) == set(match.winners)):
        return None
    rows = [row for row in table.rows if row.kind in ENDINGS and (not match.over or row.seat in match.winners)]
    seat, how = rows[-1].seat, ENDINGS[rows[-1].kind]
    return Ended(seat if seat >= 0 else match.actors[0], result.winners, how)


def can_look_back(game: str) -> bool:
    """Tells whether what was possible in hindsight can be worked out here: the game knows how, and OR-Tools is there."""
    return rulebook(game).optima is not None and find_spec("ortools") is not None


def seats_to_look_back(table: Table) -> list[int]:
    """Returns for whom it is worked out what was possible: those who played themselves, where the game knows how.

    The house's own try at the deal of a day is looked back on for all who have played it.
    """
    if not can_look_back(table.game.name) or table.match is None or not table.match.over:
        return []
    return [number for number, seat in enumerate(table.seats) if seat.kind != BOT or table.facts.deal is not None]
