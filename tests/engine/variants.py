"""Every game with every number of players and every choice of options, and random games of each."""

from __future__ import annotations

import inspect
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import ponticello
from ponticello.engine import verbs
from ponticello.engine.game import Option, Rulebook, Value, spellings
from ponticello.engine.record import Record
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.games import names, rulebook
from ponticello.table.game import Game, game
from ponticello.table.match import Match
from ponticello.table.position import Position

SEATS = range(CHANCE + 1)
MOST_LETTERS = 200


@dataclass(frozen=True)
class Variant:
    """One way to play one game."""

    name: str
    players: int
    options: tuple[tuple[str, Value], ...]

    def __str__(self) -> str:
        return "-".join([self.name, f"{self.players}p", *(f"{name}_{spellings(value)[0]}" for name, value in self.options)])

    @property
    def rulebook(self) -> Rulebook:
        return rulebook(self.name)

    @property
    def is_usual(self) -> bool:
        """Whether all options are as they are if nobody says otherwise."""
        return all(option.default == value for option, (_, value) in zip(self.rulebook.options, self.options, strict=True))

    @property
    def game(self) -> Game:
        return game(self.name, **dict(self.options))

    def start(self) -> Position:
        return self.game.position(self.players)

    def match(self, seed: int) -> Match:
        return self.game.match(self.players, seed=seed)


def usual_first(option: Option) -> list[Value]:
    """Returns the choices of an option, the default first."""
    return sorted(option.choices, key=lambda choice: choice != option.default)


def variants_of(name: str) -> Iterator[Variant]:
    """Goes through all ways to play one game; those that differ in nothing, because an option changes nothing for a number of
    players, count once: all that the rules know stands in the position."""
    options = rulebook(name).options
    for players in rulebook(name).players:
        starts: set[bytes] = set()
        for values in itertools.product(*map(usual_first, options)):
            variant = Variant(name, players, tuple((option.name, value) for option, value in zip(options, values, strict=True)))
            start = bytes_of(variant.start())
            if start not in starts:
                yield variant
            starts.add(start)


def play_at_random(match: Match, seed: int, most: int = 100_000) -> Match:
    """Plays random moves on a table, at most so many, until the game is over."""
    chooser = random.Random(seed)
    for _ in range(most):
        if match.over:
            break
        seat = chooser.choice(match.actors)
        match.play(chooser.choice(match.legal(seat)), seat)
    return match


@cache
def finished(variant: Variant, seed: int) -> Match:
    """Returns a random game played to its end. It is shared: look at it, do not touch it."""
    return play_at_random(variant.match(seed), seed)


def stations(variant: Variant, seed: int, count: int) -> list[Position]:
    """Returns some positions of a random game: its start, its last three and others evenly between."""
    length = len(finished(variant, seed).moves)
    chosen = {round(k * length / count) for k in range(count)} | {length - 2, length - 1, length}
    return [finished(variant, seed).position_after(at) for at in sorted(chosen)]


def bytes_of(position: Position) -> bytes:
    """Returns the content of a position."""
    return content(position.state)


def content(record: Record) -> bytes:
    """Returns the bytes of all fields of a record, without what lies between them."""
    return b"".join(record.array[field].tobytes() for field in record.dtype.names or ())


VARIANTS = [variant for name in names() for variant in variants_of(name)]

# Those of the games that come with the package: of these the tests also keep counts and stories.
PACKAGE = Path(ponticello.__file__).parent
SHIPPED = [variant for variant in VARIANTS if Path(inspect.getfile(variant.rulebook.state)).is_relative_to(PACKAGE)]


def is_sentence(text: str) -> bool:
    """Tells whether a text is one line that a person can take in at a glance."""
    return bool(text.strip()) and "\n" not in text and len(text) < MOST_LETTERS


def not_refused(position: Position, seat: int) -> list[int]:
    """Returns the actions that no rule refuses, one by one."""
    state = position.state
    return [action for action in range(position.game.rulebook.actions) if verbs.refusal(state, seat, action) == LEGAL]
