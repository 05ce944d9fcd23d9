"""The player that glances at a few moves. It needs no compiler, so a server lets it play until the stronger ones are loaded."""

from __future__ import annotations

import random

from ponticello.engine import verbs
from ponticello.players.player import BasePlayer, Decision, Question, hoped_shares

GLANCES = 10  # moves that are looked at


class GlancePlayer(BasePlayer):
    """Plays whatever leaves it with the best outlook right after it, among a few legal moves."""

    def __init__(self, seed: int = 0, *, name: str = "glance") -> None:
        self.name = name
        self._seed = seed
        self._random = random.Random(seed)

    def __repr__(self) -> str:
        return f"GlancePlayer({self._seed})"

    def decide(self, asked: Question) -> Decision:
        """Returns the move with the best outlook among some, the first of equals, at once."""
        seen, seat = asked.seen, asked.seat
        moves = seen.legal_moves(seat)
        glanced = self._random.sample(moves, min(GLANCES, len(moves)))
        move = max(glanced, key=lambda move: verbs.outlook(seen.play(move).state, seat))
        return Decision(move, hoped_shares(seen.play(move)), (move,))
