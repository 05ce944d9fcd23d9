"""The simplest opponent: any legal move, each as likely as the others."""

from __future__ import annotations

import numpy as np

from ponticello.engine import verbs
from ponticello.engine.dice import new_dice
from ponticello.players.player import BasePlayer, Decision, Question, equal_shares


class RandomPlayer(BasePlayer):
    """Plays at random, repeatably by its seed."""

    def __init__(self, seed: int = 0, *, name: str = "random") -> None:
        self.name = name
        self._seed = seed
        self._dice = new_dice(seed)

    def __repr__(self) -> str:
        return f"RandomPlayer({self._seed})"

    def decide(self, asked: Question) -> Decision:
        """Returns a random legal move of a seat, at once."""
        seen, seat = asked.seen, asked.seat
        marks = np.zeros(seen.game.rulebook.actions, np.int8)
        move = seen.move(verbs.sample(seen.state, seat, marks.data, self._dice), seat)
        return Decision(move, equal_shares(seen), (move,))
