"""Shows what a game says to a person, and whether all of it went through the words that can be translated."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator

from ponticello.engine import verbs
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.engine.words import speaking
from ponticello.table.match import Match
from ponticello.table.position import Position
from tests.french import catalogue_of

WORDS = re.compile(r"[^\W\d_]{3,}")  # names of cells, pieces and moves are shorter


class Brackets:
    """A language in which every sentence stands in brackets, so that what was not said through it stands outside."""

    def sentence(self, english: str, home: str) -> str:
        return f"\u27e6{english}\u27e7"

    def things(self, one: str, many: str, number: int, home: str) -> str:
        return f"\u27e6{one if number == 1 else many}\u27e7"


def unsaid(text: str) -> list[str]:
    """Returns the words of a text that stand in no brackets."""
    bare = text
    while (fewer := re.sub("\u27e6[^\u27e6\u27e7]*\u27e7", "", bare)) != bare:
        bare = fewer
    return WORDS.findall(bare)


def never_said(make: Callable[[], Match], seed: int) -> set[str]:
    """Returns the words about a match that could not be translated."""
    with speaking(Brackets()):
        return {word for text in told(make(), seed) for word in unsaid(text)}


def english_in(texts: Iterable[str], game: str) -> list[str]:
    """Returns the English sentences of a game's catalogue that occur in some texts, each by its longest piece."""
    sentences = [message.id for message in catalogue_of(game) if isinstance(message.id, str)]
    pieces = [max(re.split(r"\{[^}]*\}", sentence), key=len) for sentence in sentences]
    page = "\n".join(texts)
    return [piece for piece in pieces if len(WORDS.findall(piece)) > 1 and piece in page]


def told(match: Match, seed: int) -> Iterator[str]:
    """Goes through all that a person reads of a match: the board and its words, the turns, and why some moves are refused."""
    chooser = random.Random(seed)
    for at in range(0, len(match.moves) + 1, 5):
        position = match.position_after(at)
        yield position.describe()
        for seat in range(match.players):
            yield from position.explain(seat)
        yield from refusals(position, chooser)
        for seat in position.actors:
            yield from pictured(position.svg(targets=position.legal_moves(seat) if seat != CHANCE else ()))
    for turn in match.turns():
        yield match.tell(turn)
    yield from pictured(match.svg())


def refusals(position: Position, chooser: random.Random) -> Iterator[str]:
    """Returns why some moves are refused."""
    state = position.state
    for action in chooser.sample(range(position.game.rulebook.actions), 60):
        for seat in range(position.players):
            reason = verbs.refusal(state, seat, action)
            if reason != LEGAL:
                yield position.game.rulebook.why(state, seat, action, reason)


def pictured(svg: str) -> Iterator[str]:
    """Returns the words of a picture, seen and unseen."""
    for node in ET.fromstring(svg).iter():
        if node.text and node.text.strip() and not node.tag.endswith("style"):
            yield node.text
