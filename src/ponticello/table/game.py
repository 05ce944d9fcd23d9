"""A game with its options settled: where matches, positions and batches come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ponticello import games as shelf
from ponticello.engine.batch import Batch
from ponticello.engine.game import Rulebook, Value
from ponticello.engine.playouts import mark_legal
from ponticello.engine.record import Record, Records
from ponticello.table.match import Match
from ponticello.table.position import Position


class Game:
    """A rulebook and the options it is played with."""

    def __init__(self, rulebook: Rulebook, options: Mapping[str, object]) -> None:
        self.rulebook = rulebook
        self.options: dict[str, Value] = rulebook.read_options(options)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"game({self.name!r}{options})"

    @property
    def name(self) -> str:
        """The short name, as `ponticello.game` takes it."""
        return self.rulebook.name

    @property
    def title(self) -> str:
        """The name on the box."""
        return self.rulebook.title

    def _start(self, players: int) -> Record:
        state = self.rulebook.state()
        self.rulebook.set_up(state, players, **self.options)
        return state

    def position(self, players: int | None = None) -> Position:
        """Returns the starting position."""
        players = self.rulebook.read_players(players)
        return Position(self, players, self._start(players))

    def match(self, players: int | None = None, *, seed: str | int | None = None, names: Sequence[str] | None = None) -> Match:
        """Returns a new match. Without a seed chance is secret and fair; with one it is repeatable."""
        if players is None and names is not None:
            players = len(names)
        return Match(self.position(players), seed=seed, names=names)

    def batch(self, count: int, players: int | None = None, *, seed: int = 0) -> Batch[Any]:
        """Returns many games at once, for simulation and research."""
        players = self.rulebook.read_players(players)
        return Batch(self._start(players), count, seats=players, actions=self.rulebook.actions, seed=seed)

    def compile(self) -> None:
        """Loads the compiled rules now (compiling them if this has never been done), so that every later list is fast."""
        marks = np.zeros(self.rulebook.actions, np.int8)
        mark_legal(Records(self.rulebook.state, self._start(self.rulebook.players[0]).array), 0, marks)


def game(name: str, /, **options: object) -> Game:
    """Returns a game by name, with options.

    >>> game("ponte", size=12)
    game('ponte', size=12, parallel_knights=True)
    """
    return Game(shelf.rulebook(name), options)


def games() -> list[Rulebook]:
    """Returns the rulebooks of all games."""
    return [shelf.rulebook(name) for name in shelf.names()]
