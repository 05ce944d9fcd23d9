"""The simplest opponent: any legal move, each as likely as the others."""

from __future__ import annotations

import numpy as np

from ponticello.engine import verbs
from ponticello.engine.dice import new_dice
from ponticello.players.player import Cancelled, Decision, Progress, check_question, equal_shares
from ponticello.table.position import Position


class RandomPlayer:
    """Plays at random, repeatably by its seed."""

    def __init__(self, seed: int = 0, *, name: str = "random") -> None:
        self.name = name
        self._seed = seed
        self._dice = new_dice(seed)

    def __repr__(self) -> str:
        return f"RandomPlayer({self._seed})"

    def choose(
        self,
        position: Position,
        seat: int | None = None,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Decision:
        """Returns a random legal move of a seat, at once."""
        seat = check_question(position, seat, seconds, simulations)
        marks = np.zeros(position.game.rulebook.actions, np.int8)
        move = position.move(verbs.sample(position.view(seat).state, seat, marks.data, self._dice), seat)
        return Decision(move, equal_shares(position), (move,))

    def close(self) -> None:
        """Holds nothing."""
