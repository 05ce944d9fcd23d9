"""One game that is stepped from outside: chance settles itself, and after every step all that is true lies ready."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponticello.engine.advance import advance
from ponticello.engine.dice import Dice, new_dice
from ponticello.engine.record import Records
from ponticello.envs.views import MARK, NUMBER, planes_size
from ponticello.table.game import Game, game
from ponticello.table.position import Position

NO_ACTION = -1
FIRST_TO_ACT = -1


class Stepper:
    """A game and what its seats see. `eyes` are the seats that are looked through after every step; FIRST_TO_ACT is one of them.

    Every step writes new arrays, so that those who have got the last ones may keep them.
    """

    def __init__(self, game: Game, players: int, eyes: Sequence[int]) -> None:
        self.game = game
        self.players = players
        self.actions = game.rulebook.actions
        self.spec = game.observation_spec(players)
        self._planes = planes_size(self.spec)
        self._numbers = self._planes + len(self.spec.scalars)
        self._start = game.position(players).state
        self._states = Records.of(self._start, 1)
        self._dice: Records[Dice] | None = None
        self._eyes = np.array(eyes, np.int64)
        self._chosen = np.full(players, NO_ACTION, np.int64)
        self._scores, self._standings = np.zeros(players, np.int64), np.zeros(players, np.int64)
        self.acting = 0  # the seats to act, a bit each; 0 when the game is over
        self.masks: NDArray[np.int8] = np.zeros((0, 0), MARK)  # a row for each of the eyes: the legal actions
        self.views: NDArray[np.int16] = np.zeros((0, 0), NUMBER)  # and what is seen

    def start(self, seed: int | None = None) -> None:
        """Begins the game anew. With a seed so do the dice; without one they go on, and begin with something nobody knows."""
        if seed is not None or self._dice is None:
            self._dice = Records(Dice, new_dice(secrets.randbits(62) if seed is None else seed).array)
        self._states[0] = self._start
        self._settle()
        self._advance()

    def play(self, seat: int, action: int) -> None:
        """Plays a legal action of one seat."""
        self._chosen[seat] = action
        self._advance()
        self._chosen[seat] = NO_ACTION

    def play_all(self, actions: Sequence[int]) -> None:
        """Plays a legal action of every seat that is to act, all at once; NO_ACTION for the others."""
        self._chosen[:] = actions
        self._advance()
        self._chosen[:] = NO_ACTION

    @property
    def seat_to_act(self) -> int:
        """The first seat to act, or -1 when the game is over."""
        return (self.acting & -self.acting).bit_length() - 1

    @property
    def scores(self) -> list[int]:
        """The points of every seat."""
        return self._scores.tolist()

    @property
    def standings(self) -> list[int]:
        """How every seat stands, tie-breaks included: more is better."""
        return self._standings.tolist()

    @property
    def position(self) -> Position:
        """The position as it is, with what seats hide from each other."""
        return Position(self.game, self.players, self._states[0].copy())

    def look(self, seat: int) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """Returns the legal actions of a seat and what it sees, whoever is to act."""
        masks, views = self._arrays(1)
        self._call(np.array([seat], np.int64), masks, views)
        return masks[0], views[0]

    def _advance(self) -> None:
        self.masks, self.views = self._arrays(len(self._eyes))
        self.acting = self._call(self._eyes, self.masks, self.views)

    def _arrays(self, rows: int) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        return np.empty((rows, self.actions), MARK), np.empty((rows, self._numbers), NUMBER)

    def _settle(self) -> None:
        """Settles what is the same in every call."""
        same = (self._chosen, 1, self._planes, self._scores, self._standings)
        self._call: Callable[..., int] = advance.with_first(self._states, self._dice, *same)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "game": (self.game.name, self.game.options), "_call": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        name, options = state["game"]
        self.__dict__.update(state, game=game(name, **options))
        self._settle()
