"""What has been drawn and told lately. Whoever sees the same position in the same language shares one drawing of it."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from ponticello.engine.people import People, called
from ponticello.engine.verbs import CHANCE
from ponticello.server.matches.table import Table
from ponticello.server.pages.render import picture
from ponticello.table.match import Turn
from ponticello.table.position import Move, Position

MOST_PICTURES = 256  # some 40 kB each
MOST_WORDS = 1024
MOST_LOGS = 2000  # matches


@dataclass(frozen=True)
class Sight:
    """A position in a language, with the people who play it: the same for everybody who sees the same and is told the same."""

    position: Position = field(compare=False)
    language: str
    game: str
    content: bytes
    people: People


def sight(position: Position, language: str, people: People) -> Sight:
    """Returns a position as it is seen in a language, which must be the one that is spoken now."""
    return Sight(position, language, position.game.name, position.content, people)


@functools.lru_cache(maxsize=MOST_PICTURES)
def board(
    seen: Sight, theme: str, view: str, targets: tuple[Move, ...] = (), last: tuple[int, ...] = (), pick: str = ""
) -> Markup:
    """Returns the picture of a position for a page."""
    with called(seen.people):
        return picture(seen.position.svg(theme=theme, view=view, targets=targets, last=last, pick=pick))


@functools.lru_cache(maxsize=MOST_WORDS)
def described(seen: Sight) -> str:
    """Returns a position in words."""
    with called(seen.people):
        return seen.position.describe()


@functools.lru_cache(maxsize=MOST_WORDS)
def signs(seen: Sight, theme: str) -> tuple[Markup, ...]:
    """Returns for each seat what it plays with, as a small picture."""
    return tuple(picture(seen.position.seat_sign(seat, theme=theme)) for seat in range(seen.position.players))


@functools.lru_cache(maxsize=MOST_WORDS)
def explained(seen: Sight) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Returns for each seat its points and where they come from."""
    position = seen.position
    return tuple((score, tuple(position.explain(seat))) for seat, score in enumerate(position.scores))


@dataclass(frozen=True)
class LogLine:
    """A line of the log: a turn in words."""

    number: int
    name: str  # empty where chance acts
    words: str


_told: OrderedDict[tuple[str, str], dict[int, tuple[Position, Turn, str]]] = OrderedDict()


def log(table: Table, turns: Sequence[Turn], language: str) -> list[LogLine]:
    """Returns the turns in words, the newest first. Each is told once, unless it was taken back and played otherwise."""
    match = table.match
    if match is None:
        return []
    told = _told.setdefault((table.id, language), {})
    _told.move_to_end((table.id, language))
    if len(_told) > MOST_LOGS:
        _told.popitem(last=False)
    lines = []
    for number, turn in enumerate(turns, start=1):
        before = match.position_after(turn.at)
        known = told.get(turn.at)
        if known is None or known[0] is not before or known[1] != turn:
            words = match.tell(turn)
            known = told[turn.at] = before, turn, words[:1].upper() + words[1:] if turn.seat == CHANCE else words
        lines.append(LogLine(number, "" if turn.seat == CHANCE else table.seats[turn.seat].name, known[2]))
    return lines[::-1]
