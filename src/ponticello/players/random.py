"""The simplest opponent: any legal move, each as likely as the others."""

from __future__ import annotations

import numpy as np

from ponticello.engine import verbs
from ponticello.engine.dice import new_dice
from ponticello.table.position import Move, Position


class RandomPlayer:
    """Plays at random, repeatably by its seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._dice = new_dice(seed)

    def __repr__(self) -> str:
        return f"RandomPlayer({self._seed})"

    def choose(self, position: Position, seat: int) -> Move:
        """Returns a random legal move of a seat."""
        seat = position.seat_to_act(seat)
        marks = np.zeros(position.game.rulebook.actions, np.int8)
        return position.move(verbs.sample(position.state, seat, marks.data, self._dice), seat)
