"""A guest's results: by game and level, the best alone, where they stand, and their last matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import HTMLResponse

from ponticello.engine.game import Rulebook
from ponticello.engine.mind import Level
from ponticello.engine.words import mark, say
from ponticello.games import names, rulebook
from ponticello.server.access.address import origin_of
from ponticello.server.access.identity import acting_guest, server_of
from ponticello.server.matches.new_match import FRIENDLY
from ponticello.server.matches.outcomes import ALONE, AMONG_PEOPLE, DRAWN, LOST, WON, Outcome
from ponticello.server.pages.reader import read_reader
from ponticello.server.pages.render import render
from ponticello.server.pages.site import go
from ponticello.server.storage.guests import Guest
from ponticello.server.storage.results import Tally

MOST_MATCHES = 20
SAID = {WON: mark("won"), LOST: mark("lost"), DRAWN: mark("drawn")}

router = APIRouter(include_in_schema=False)


@dataclass
class Counts:
    """How often somebody has won, lost and drawn."""

    name: str
    won: int = 0
    lost: int = 0
    drawn: int = 0

    def add(self, tally: Tally) -> None:
        """Counts more."""
        setattr(self, tally.outcome, getattr(self, tally.outcome) + tally.number)


@dataclass
class GameResults:
    """A guest's results at one game."""

    book: Rulebook
    stands: int  # the level to play next
    rows: list[Counts] = field(default_factory=list)
    alone: int = 0  # matches
    best: str = ""  # of them, in words

    @property
    def level(self) -> Level:
        """Whom they meet next."""
        return self.book.levels[self.stands - 1]


@dataclass(frozen=True)
class ListedResult:
    """One match in the list of the last ones."""

    id: str
    title: str
    against: str
    outcome: str
    score: str
    ended: float
    hinted: bool


def results_of(tallies: Sequence[Tally], levels: dict[str, int]) -> list[GameResults]:
    """Returns the results at each game that somebody has played: by level, then against people, then alone."""
    found = []
    for name in names():
        own = sorted(
            (tally for tally in tallies if tally.game == name), key=lambda tally: (tally.level == AMONG_PEOPLE, tally.level)
        )
        if not own:
            continue
        shown = GameResults(rulebook(name), levels.get(name, FRIENDLY))
        rows: dict[int, Counts] = {}
        for tally in own:
            if tally.outcome == ALONE:
                shown.alone += tally.number
                shown.best = in_words(shown.book, tally.best)
            else:
                rows.setdefault(tally.level, Counts(opponent(shown.book, tally.level))).add(tally)
        shown.rows = list(rows.values())
        found.append(shown)
    return found


def opponent(book: Rulebook, level: int) -> str:
    """Returns against whom a match was played."""
    if level == AMONG_PEOPLE:
        return say("other people")
    name = book.levels[level - 1].name if level <= len(book.levels) else ""
    return say("{name}, level {number}", name=name, number=level) if name else say("level {number}", number=level)


def in_words(book: Rulebook, score: int | None) -> str:
    """Returns the score of a lone player in words, with the title that it has earned."""
    if score is None:
        return ""
    points = book.worth(score)
    return points if book.award is None else say("{points}: {title}", points=points, title=say(book.award(score)))


def listed_result(result: Outcome) -> ListedResult:
    """Returns a match as it stands in the list."""
    book = rulebook(result.game)
    against = say("alone") if result.outcome == ALONE else say("against {name}", name=opponent(book, result.level))
    score = "" if result.score is None else in_words(book, result.score) if result.outcome == ALONE else book.worth(result.score)
    said = "" if result.outcome == ALONE else say(SAID[result.outcome])
    return ListedResult(result.match, book.title, against, said, score, result.ended, result.hinted)


@router.get("/me/results")
async def own_results(request: Request) -> HTMLResponse:
    """Shows a guest how they have done."""
    reader, server = await read_reader(request), server_of(request)
    levels = await server.climbing.levels(reader.guest)
    games: list[GameResults] = []
    latest: list[ListedResult] = []
    shut = {one.match for one in await server.daily.tries(reader.guest, server.daily.today())}
    if reader.guest is not None:
        games = results_of(await server.storage.tallies(reader.guest.id), levels)
        found = await server.storage.latest_results(reader.guest.id, MOST_MATCHES)
        latest = [listed_result(one) for one in found if one.game in names()]
    return await render(request, "results.html", reader=reader, results=games, latest=latest, shut=shut, levels=levels)


@router.post("/m/{id}/level")
async def other_level(
    request: Request,
    id: str,
    guest: Annotated[Guest, Depends(acting_guest)],
    origin: Annotated[str | None, Depends(origin_of)],
    level: Annotated[str, Form(max_length=10)],
) -> Response:
    """Begins the next match against bots of another level."""
    return go(f"/m/{(await server_of(request).climbing.play_on(id, guest, level, origin)).id}")
