"""A game with its options settled: where matches, positions and batches come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ponticello import games as shelf
from ponticello.engine.batch import AutoReset, Batch, Seeds, no_observations
from ponticello.engine.game import Rulebook, Value
from ponticello.engine.observation import ObservationSpec, Symmetry
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

    def batch(
        self,
        count: int,
        players: int | None = None,
        *,
        seed: Seeds = 0,
        device: str = "cpu",
        auto_reset: AutoReset = "off",
    ) -> Batch[Any]:
        """Returns many games at once, on all cores ("cpu") or on a GPU ("cuda"), for simulation and research.

        `seed` is one number, or one for each game. `auto_reset` says when a game that is over begins again: "off", at the
        "next step", or in the "same step".
        """
        players = self.rulebook.read_players(players)
        spec = None if self.rulebook.observation is None else self.observation_spec(players)
        return Batch(
            self._start(players),
            count,
            seats=players,
            actions=self.rulebook.actions,
            spec=spec,
            seed=seed,
            auto_reset=auto_reset,
            device=device,
        )

    def observation_spec(self, players: int | None = None) -> ObservationSpec:
        """Returns what an observation holds, for so many players: shapes, and the meaning of each plane and scalar."""
        if self.rulebook.observation is None:
            raise NotImplementedError(no_observations(self.title))
        return self.rulebook.observation(self.rulebook.read_players(players), self.options)

    def symmetries(self, players: int | None = None) -> tuple[Symmetry, ...]:
        """Returns the ways to turn the board that leave the game the same, as a group; the first leaves everything as it is."""
        if self.rulebook.symmetries is None:
            raise NotImplementedError(f"{self.title} does not say how its board can be turned: give its Rulebook `symmetries`")
        return self.rulebook.symmetries(self._start(self.rulebook.read_players(players)))

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
