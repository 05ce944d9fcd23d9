"""Many games side by side that play themselves, and remember every position with what was thought of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ponticello.engine.batch import Batch
from ponticello.engine.dice import Dice, new_dice
from ponticello.engine.record import Records
from ponticello.learn.memory import Memory
from ponticello.learn.net import Shape
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


class Thinkers:
    """Who thinks in many games side by side: a search in which a net judges or, if there is none, the mind of the game."""

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
        self.by_net = by_net
        self._device = device
        self._opening = opening
        self._points_sign = -1 if rulebook.fewest_win else 1
        room = NODES_A_TRY * (simulations + 1) + rulebook.actions
        plan = plan_of(rulebook.mind, game.match(players).position, 0)
        if by_net:
            plan[0].by_net, plan[0].per_point = 1, A_POINT
            plan[0].ripe, plan[0].heat, plan[0].rave, plan[0].exploration = 0, 1000, 0, EXPLORATION
        rolled = np.concatenate([new_dice(seed, stream).array for stream in range(1 << 20, (1 << 20) + 2 * games)])
        self.walkers = device.new_records(rulebook.state, 2 * games)
        self.plans = device.records(Records.of(plan[0], games))
        self._nodes = device.new_records(Node, games * room)
        self.thinkers = device.new_records(Thinker, games)
        self._dice = device.records(Records(Dice, rolled))
        self._marks = device.zeros((games, rulebook.actions), np.int8)
        self._played = device.zeros((games, SEATS * rulebook.actions if plan[0].rave else 1), np.int64)
        self._hopes = device.zeros((games, rulebook.actions), np.float32)
        self._planes = device.zeros((games, memory.planes.shape[1]), np.int8)
        self._scalars = device.zeros((games, memory.scalars.shape[1]), np.int16)
        self._actions = device.zeros((games,), np.int64)
        self._turns = device.array(turns_to_try(CONSIDERED, simulations))

    def choose(self, states: Any, row: int, judge: Judge | None = None) -> Any:
        """Returns an action for every game; what was seen and thought stands in the rows of the memory from `row` on."""
        self._think(states, row, judge)
        memory = self.memory
        kept = (memory.targets, memory.values, memory.seats, memory.known)
        found = (self.plans, self._nodes, self.thinkers, self._dice, self._hopes)
        self._device.run("decide_all", *found, *kept, self._actions, row, int(self.by_net), self._opening)
        return self._actions

    def note_ends(self, batch: Batch[Any], row: int) -> None:
        """Keeps the results of the games that have ended."""
        memory = self.memory
        results = (batch.ended, batch.final_scores, batch.final_standings)
        kept = (memory.values, memory.seats, memory.known, row, self._points_sign)
        self._device.run("note_ends_all", self.plans, self.thinkers, *results, *kept)

    def _think(self, states: Any, row: int, judge: Judge | None) -> None:
        """Grows a tree in every game."""
        run, memory = self._device.run, self.memory
        trees = (self.walkers, self.plans, self._nodes, self.thinkers, self._dice)
        run("start_thinking_all", states, *trees, memory.planes, memory.scalars, row)
        if judge is None:
            run("use_mind_all", *trees, self._marks, self._played, self.simulations)
            return
        for _ in range(self.simulations + 1):  # the first is about the root itself
            run("walk_all", *trees, self._marks, self._played, self._hopes, self._turns, self._planes, self._scalars)
            seen = self._device.lend(self._planes), self._device.lend(self._scalars)
            policy, value = (self._device.take(said) for said in judge(*seen))
            run("take_all", *trees, self._marks, self._played, self._hopes, policy, value)


class Guests:
    """Minds of the game at some of the seats, the same in every game of a place: a net meets others than its like."""

    def __init__(
        self, game: Game, players: int, games: int, shape: Shape, device: Any, simulations: int, seed: int, share: float
    ) -> None:
        self._memory = Memory(shape, games, device)  # of what they think nothing is learned
        self._minds = Thinkers(game, players, games, self._memory, device, simulations, seed, by_net=False, opening=0)
        self._device = device
        self.sits = np.random.default_rng(seed).random((games, players)) < share  # a row for each game

    def take_their_turns(self, states: Any, actions: Any) -> Any:
        """Returns the actions of all games, with their own in those in which one of them is to act."""
        theirs = self._device.host(self._minds.choose(states, 0))
        seats = self._device.host(self._memory.seats)
        turn = self.sits[np.arange(len(seats)), seats]
        return self._device.array(np.where(turn, theirs, self._device.host(actions)))


class SelfPlay:
    """Games that play themselves."""

    def __init__(
        self, game: Game, players: int, games: int, thinkers: Thinkers, device: Any, seed: int, guests: Guests | None = None
    ) -> None:
        self.thinkers, self.guests = thinkers, guests
        self.ended = 0
        self._device = device
        self.batch: Batch[Any] = game.batch(games, players, seed=seed, auto_reset="same step", device=device.name)

    def play(self, judge: Judge | None = None) -> None:
        """Thinks and plays one action in every game."""
        row = self.thinkers.memory.next_rows(len(self.batch))
        actions = self.thinkers.choose(self.batch.states, row, judge)
        if self.guests is not None:
            actions = self.guests.take_their_turns(self.batch.states, actions)
        self.batch.step(actions, check=False)
        self.thinkers.note_ends(self.batch, row)
        self.ended += int(np.sum(self._device.host(self.batch.ended)))
