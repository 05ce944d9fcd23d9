"""Many games side by side that play themselves, and remember every position with what was thought of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponticello.engine.batch import Batch
from ponticello.engine.dice import Dice, new_dice
from ponticello.engine.record import Records
from ponticello.learn.memory import Memory
from ponticello.learn.thinking import A_POINT, Thinker, turns_to_try
from ponticello.players.node import Node
from ponticello.players.search import plan_of
from ponticello.players.verdict import SEATS
from ponticello.table.game import Game

Judge = Callable[[Any, Any], tuple[Any, Any]]  # planes and scalars of all games -> logits and values, as arrays of JAX

EXPLORATION = 1500  # below the root, in thousandths
CONSIDERED = 16  # actions of the root that a net tries
OPENING = 12  # positions of a game in which a mind plays what it tried often, not always what it tried most
NODES_A_TRY = 96  # room for the actions of that many positions, as many as there are on a crowded board


class SelfPlay:
    """Games that are played by a search in which a net judges or, if there is none, by the mind of the game."""

    def __init__(
        self,
        game: Game,
        players: int,
        games: int,
        memory: Memory,
        device: Any,
        simulations: int,
        seed: int,
        *,
        by_net: bool,
        opening: int = OPENING,
    ) -> None:
        rulebook = game.rulebook
        self.memory = memory
        self.simulations = simulations
        self.ended = 0
        self._device = device
        self.by_net = by_net
        self._opening = opening
        self._points_sign = -1 if rulebook.fewest_win else 1
        self.batch: Batch[Any] = game.batch(games, players, seed=seed, auto_reset="same step", device=device.name)
        room = NODES_A_TRY * (simulations + 1) + rulebook.actions
        plan = plan_of(rulebook.mind, game.match(players).position, 0)
        if by_net:
            plan[0].by_net, plan[0].per_point = 1, A_POINT
            plan[0].ripe, plan[0].heat, plan[0].rave, plan[0].exploration = 0, 1000, 0, EXPLORATION
        rolled = np.concatenate([new_dice(seed, stream).array for stream in range(1 << 20, (1 << 20) + 2 * games)])
        self._walkers = device.new_records(rulebook.state, 2 * games)
        self._plans = device.records(Records.of(plan[0], games))
        self._nodes = device.new_records(Node, games * room)
        self._thinkers = device.new_records(Thinker, games)
        self._dice = device.records(Records(Dice, rolled))
        self._marks = device.zeros((games, rulebook.actions), np.int8)
        self._played = device.zeros((games, SEATS * rulebook.actions if plan[0].rave else 1), np.int64)
        self._hopes = device.zeros((games, rulebook.actions), np.float32)
        self._planes = device.zeros((games, memory.planes.shape[1]), np.int8)
        self._scalars = device.zeros((games, memory.scalars.shape[1]), np.int16)
        self._actions = device.zeros((games,), np.int64)
        self._turns = device.array(turns_to_try(CONSIDERED, simulations))

    def play(self, judge: Judge | None = None) -> None:
        """Thinks and plays one action in every game."""
        row = self.memory.next_rows(len(self.batch))
        self._think(row, judge)
        self._remember(row)
        self.batch.step(self._actions, check=False)
        self._note_ends(row)

    def chosen(self, judge: Judge | None = None) -> NDArray[np.int64]:
        """Returns what would be played in every game; what was thought stands in the first rows of the memory."""
        self._think(0, judge)
        self._remember(0)
        return np.array(self._device.host(self._actions))

    def _think(self, row: int, judge: Judge | None) -> None:
        """Grows a tree in every game; what is seen goes to the rows of the memory from `row` on."""
        run, memory = self._device.run, self.memory
        trees = (self._walkers, self._plans, self._nodes, self._thinkers, self._dice)
        run("start_thinking_all", self.batch.states, *trees, memory.planes, memory.scalars, row)
        if judge is None:
            run("use_mind_all", *trees, self._marks, self._played, self.simulations)
            return
        for _ in range(self.simulations + 1):  # the first is about the root itself
            run("walk_all", *trees, self._marks, self._played, self._hopes, self._turns, self._planes, self._scalars)
            seen = self._device.lend(self._planes), self._device.lend(self._scalars)
            policy, value = (self._device.take(said) for said in judge(*seen))
            run("take_all", *trees, self._marks, self._played, self._hopes, policy, value)

    def _remember(self, row: int) -> None:
        memory = self.memory
        kept = (memory.targets, memory.values, memory.seats, memory.known)
        found = (self._plans, self._nodes, self._thinkers, self._dice, self._hopes)
        self._device.run("decide_all", *found, *kept, self._actions, row, int(self.by_net), self._opening)

    def _note_ends(self, row: int) -> None:
        memory, batch = self.memory, self.batch
        results = (batch.ended, batch.final_scores, batch.final_standings)
        kept = (memory.values, memory.seats, memory.known, row, self._points_sign)
        self._device.run("note_ends_all", self._plans, self._thinkers, *results, *kept)
        self.ended += int(np.sum(self._device.host(batch.ended)))
