"""What has been drawn and told lately. Whoever sees the same position in the same language shares one drawing of it."""

from __future__ import annotations

import hashlib
import sys
import weakref
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ponticello.engine.people import People, called
from ponticello.engine.verbs import CHANCE
from ponticello.server.matches.table import Table
from ponticello.server.pages.kept import Kept
from ponticello.server.pages.render import picture
from ponticello.table.match import Match, Turn
from ponticello.table.position import Move, Position

Explanation = tuple[tuple[int, tuple[str, ...]], ...]  # for each seat its points, and where they come from

MEGABYTE = 1 << 20
MOST_TOLD = 50_000  # turns in words, of all matches together; some 500 bytes each

_pictures: Kept[Markup] = Kept(16 * MEGABYTE)
_descriptions: Kept[str] = Kept(4 * MEGABYTE)
_explanations: Kept[Explanation] = Kept(
    4 * MEGABYTE, lambda told: sum(sys.getsizeof(line) for _, lines in told for line in lines)
)


@dataclass(frozen=True)
class Sight:
    """A position in a language, with the people who play it: the same for everybody who sees the same and is told the same."""

    position: Position
    language: str
    name: bytes  # that only the same position of the same game has, told to the same people in the same language
    people: People


def sight(position: Position, language: str, people: People) -> Sight:
    """Returns a position as it is seen in a language, which must be the one that is spoken now."""
    name = hashlib.blake2b(position.content, digest_size=20)
    name.update(f"/{language}/{position.game.name}/{people!r}".encode())
    return Sight(position, language, name.digest(), people)


def board(
    seen: Sight, theme: str, view: str, targets: tuple[Move, ...] = (), last: tuple[int, ...] = (), pick: str = ""
) -> Markup:
    """Returns the picture of a position for a page."""
    offered = hashlib.blake2b("/".join(f"{move.text}={move.action}" for move in targets).encode(), digest_size=20).digest()

    def draw() -> Markup:
        with called(seen.people):
            return picture(seen.position.svg(theme=theme, view=view, targets=targets, last=last, pick=pick))

    return _pictures.get((seen.name, theme, view, offered, last, pick), draw)


def ghost(seen: Sight, theme: str, view: str, turn: tuple[Move, ...]) -> Markup:
    """Returns the picture of a position with a turn on it that could have been played there."""

    def draw() -> Markup:
        with called(seen.people):
            return picture(seen.position.ghost(turn, theme=theme, view=view))

    return _pictures.get((seen.name, theme, view, "ghost", tuple((move.seat, move.action) for move in turn)), draw)


def described(seen: Sight) -> str:
    """Returns a position in words."""

    def describe() -> str:
        with called(seen.people):
            return seen.position.describe()

    return _descriptions.get(seen.name, describe)


def signs(seen: Sight, theme: str) -> list[Markup]:
    """Returns for each seat what it plays with, as a small picture."""
    return [picture(seen.position.seat_sign(seat, theme=theme)) for seat in range(seen.position.players)]


def explained(seen: Sight) -> Explanation:
    """Returns for each seat its points and where they come from."""
    position = seen.position
    return _explanations.get(
        seen.name, lambda: tuple((score, tuple(position.explain(seat))) for seat, score in enumerate(position.scores))
    )


@dataclass(frozen=True)
class LogLine:
    """A line of the log: a turn in words."""

    number: int
    name: str  # empty where chance acts
    words: str


class ToldTurns:
    """The turns of a match in words of one language, by the number of moves before them.

    Positions are only pointed at: a match that has left the memory is told anew when it comes back.
    """

    def __init__(self) -> None:
        self.turns: dict[int, tuple[weakref.ref[Position], Turn, str]] = {}

    def words(self, match: Match, turn: Turn) -> str:
        """Returns a turn in words. Each is told once, unless it was taken back and played otherwise."""
        before = match.position_after(turn.at)
        known = self.turns.get(turn.at)
        if known is None or known[0]() is not before or known[1] != turn:
            words = match.tell(turn)
            known = self.turns[turn.at] = (
                weakref.ref(before),
                turn,
                words[:1].upper() + words[1:] if turn.seat == CHANCE else words,
            )
        return known[2]


_told: OrderedDict[tuple[str, str], ToldTurns] = OrderedDict()
_told_turns = 0


def log(table: Table, turns: Sequence[Turn], language: str) -> list[LogLine]:
    """Returns the turns in words, the newest first."""
    global _told_turns
    match = table.match
    if match is None:
        return []
    told = _told.setdefault((table.id, language), ToldTurns())
    _told.move_to_end((table.id, language))
    before = len(told.turns)
    names = [seat.name for seat in table.seats]
    lines = [
        LogLine(number, "" if turn.seat == CHANCE else names[turn.seat], told.words(match, turn))
        for number, turn in enumerate(turns, start=1)
    ]
    _told_turns += len(told.turns) - before
    while _told_turns > MOST_TOLD and len(_told) > 1:
        _told_turns -= len(_told.popitem(last=False)[1].turns)
    return lines[::-1]
