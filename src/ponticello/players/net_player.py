"""Players that ask a net: one thinks ahead with it, one plays what it says at first sight."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ponticello.players.greedy import GreedyPlayer
from ponticello.players.net import Net, net_for
from ponticello.players.player import BasePlayer, Decision, Question
from ponticello.players.search import SearchPlayer
from ponticello.table.position import Position


class NetPlayer(SearchPlayer):
    """Plays what a tree search with a net finds best. Where there is no net, the game's own mind thinks."""

    def __init__(self, file: Path | None = None, *, name: str = "net", seed: int = 0, threads: int | None = None) -> None:
        super().__init__(name=name, seed=seed, threads=threads)
        self._file = file

    def __repr__(self) -> str:
        return f"NetPlayer({self.name!r}, seed={self._seed})"

    def net_for(self, seen: Position) -> Net | None:
        """Returns the net that judges positions, if there is one."""
        return net_for(seen.game, seen.players, self._file)


class PolicyPlayer(BasePlayer):
    """Plays the action that a net finds most likely, at once. Where there is no net, it looks to the end of its turn."""

    def __init__(self, file: Path | None = None, *, name: str = "policy", seed: int = 0) -> None:
        self.name = name
        self._seed = seed
        self._file = file
        self._greedy = GreedyPlayer(seed)

    def __repr__(self) -> str:
        return f"PolicyPlayer({self.name!r}, seed={self._seed})"

    def decide(self, asked: Question) -> Decision:
        """Returns the most likely legal action, and what the net expects."""
        seen, seat = asked.seen, asked.seat
        net = net_for(seen.game, seen.players, self._file)
        if net is None:
            return self._greedy.decide(asked)
        observed = seen.observation(seat)
        policy, value = net.judge(observed.planes[np.newaxis], observed.scalars[np.newaxis])
        legal = np.flatnonzero(seen.legal_mask(seat))
        move = seen.move(int(legal[np.argmax(policy[0, legal])]), seat)
        return Decision(move, expected_by(value[0].tolist(), seen, seat), (move,))


def expected_by(value: list[float], seen: Position, seat: int) -> tuple[float, ...]:
    """Returns what every seat may expect, as a net says it to the seat that looks."""
    if seen.players == 1:
        return (-value[0] if seen.game.rulebook.fewest_win else value[0],)
    shares = [max(value[(other - seat) % seen.players], 0.0) for other in range(seen.players)]
    return tuple(share / sum(shares) for share in shares)
