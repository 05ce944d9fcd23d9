"""The player that looks no further than the end of its own turn."""

from __future__ import annotations

import numpy as np

from ponticello.engine import verbs
from ponticello.engine.dice import Dice, new_dice
from ponticello.engine.greedy import TRIALS, choose_greedily
from ponticello.engine.record import Records, repeated
from ponticello.players.player import BasePlayer, Decision, Question, hoped_shares
from ponticello.table.position import Position


class GreedyPlayer(BasePlayer):
    """Plays whatever leaves it with the best outlook; it may overlook a share of its actions."""

    def __init__(self, seed: int = 0, *, name: str = "greedy", overlooks: float = 0.0) -> None:
        self.name = name
        self._seed = seed
        self._overlooks = round(1000 * overlooks)
        self._dice = Records(Dice, new_dice(seed).array)

    def __repr__(self) -> str:
        return f"GreedyPlayer({self._seed})"

    def decide(self, asked: Question) -> Decision:
        """Returns the action with the best outlook at the end of the turn; it needs no time to think."""
        seen, seat = asked.seen, asked.seat
        state = seen.state
        kind = type(state)
        marks = np.zeros((TRIALS, seen.game.rulebook.actions), np.int8)
        trials = Records(kind, repeated(state.array, TRIALS))
        action = choose_greedily(Records(kind, state.array), trials, self._dice, seat, marks, self._overlooks)
        move = seen.move(int(action), seat)
        verbs.play(state, seat, move.action)
        return Decision(move, hoped_shares(Position(seen.game, seen.players, state)), (move,))
