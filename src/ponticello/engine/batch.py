"""Many games at once: an array of positions that steps, lists its legal actions and plays itself out on all cores."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from ponticello.engine.dice import Dice
from ponticello.engine.errors import IllegalMove
from ponticello.engine.record import R, Records

BLOCKS = 64  # pieces of work handed to the cores
SEED_BITS = 0x7FFFFFFFFFFFFFFF

_cores = threading.Lock()  # some of Numba's thread pools cannot be entered twice


class Batch(Generic[R]):
    """Games of one kind, side by side. Chance settles itself, so that a game always waits for a player or is over."""

    def __init__(self, start: R, count: int, *, seats: int, actions: int, seed: int = 0) -> None:
        from ponticello.engine import parallel

        if count < 1:
            raise ValueError(f"a batch needs at least one game, not {count}")
        self._parallel = parallel
        self.seats = seats
        self.actions = actions
        self.states = Records.of(start, count)
        self._dice = Records(Dice, np.zeros(count, Dice.dtype))
        self._marks = np.zeros((min(BLOCKS, count), actions), np.int8)
        with _cores:
            parallel.start_all(self.states, self._dice, self._marks, seed & SEED_BITS)

    def __len__(self) -> int:
        return len(self.states)

    @property
    def actors(self) -> NDArray[np.int64]:
        """The seat to act in every game (the lowest, if several), -1 where the game is over."""
        seats = np.empty(len(self), np.int64)
        with _cores:
            self._parallel.actors_all(self.states, seats)
        return seats

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games are over."""
        return self.actors < 0

    @property
    def scores(self) -> NDArray[np.int64]:
        """A row for every game: the points of each seat."""
        scores = np.zeros((len(self), self.seats), np.int64)
        with _cores:
            self._parallel.points_all(self.states, scores)
        return scores

    @property
    def legal_mask(self) -> NDArray[np.bool_]:
        """A row for every game, a column for every action: may the seat to act play it?"""
        marks = np.zeros((len(self), self.actions), np.int8)
        with _cores:
            self._parallel.legal_all(self.states, marks)
        return marks.view(np.bool_)

    def step(self, actions: Sequence[int] | NDArray[np.integer[Any]]) -> None:
        """Plays one action in every game; a game that is over ignores its own. If any is illegal, nothing is played."""
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (len(self),):
            raise ValueError(f"step needs one action for each of the {len(self)} games, not an array of shape {chosen.shape}")
        inside = (chosen >= 0) & (chosen < self.actions)
        reasons = np.zeros(len(self), np.int64)
        playing = ~self.over
        with _cores:
            self._parallel.refusals_all(self.states, np.where(inside, chosen, 0), reasons)
            refused = np.flatnonzero(playing & ((reasons != 0) | ~inside))
            if len(refused):
                raise IllegalMove(f"game {refused[0]} of the batch refuses action {chosen[refused[0]]}; see legal_mask")
            self._parallel.step_all(self.states, self._dice, self._marks, chosen)

    def playout(self) -> NDArray[np.int64]:
        """Plays every game to its end at random; returns how many actions each took."""
        counts = np.zeros(len(self), np.int64)
        with _cores:
            self._parallel.play_out_all(self.states, self._dice, self._marks, counts)
        return counts
