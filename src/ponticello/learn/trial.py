"""How a net learns a game alone by trial: it plays at first sight, and does more often what turned out better than it thought.

Who plays alone is told by every game what it brought, and nobody else has to be thought of, so this teaches more in a minute
than games that are searched. It is proximal policy optimisation: a round of moves in many games, from which the net learns a few
times without straying far from how it played them. What it expects is the result of the whole game, so the surprise of a move is
how that changes.

What nobody ever tries is never learned. So a run can at first be drawn to a goal of the game, by some points at each move for how
far it is reached; the next one, without them, keeps of that what pays.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ponticello.engine.batch import Batch
from ponticello.learn.net import PER_TEN_POINTS, Shape, Weights, inputs_of, judge_inputs
from ponticello.learn.training import ILLEGAL_LOGIT, Losses, Pupil, Turns, moved
from ponticello.table.game import Game

PLIES = 48  # moves in every game between two rounds of learning
EPOCHS = 3  # how often each is learned from
TRACE = 0.95  # how much the surprises of later moves count, each a little less than the one before
NEAR = 0.2  # how much likelier or less likely an action may become before it is tried again
CURIOSITY = 0.01  # what it is worth not to be sure


class Tried(NamedTuple):
    """What was met and done, a row for each move."""

    inputs: Any  # what went into the first layer of the net
    legal: Any
    actions: Any
    odds: Any  # the logarithm of how likely the action was when it was chosen
    surprise: Any  # how much better it turned out than was thought
    reached: Any  # what the game is worth, as far as is known by then, in tens of points


@functools.partial(jax.jit, static_argnums=1)
def chosen(weights: Weights, shape: Shape, planes: Any, scalars: Any, legal: Any, key: Any) -> tuple[Any, Any, Any, Any]:
    """Returns an action for each game as likely as the net finds it, the logarithm of that, what it expects, and what it read."""
    inputs = inputs_of(weights, shape, planes, scalars)
    logits, said = judge_inputs(weights, shape, inputs)
    odds = jax.nn.log_softmax(jnp.where(legal, logits, ILLEGAL_LOGIT))
    actions = jax.random.categorical(key, odds)
    return actions, odds[jnp.arange(len(odds)), actions], said[:, 0], inputs


@jax.jit
def turned(seen: tuple[Any, Any, Any], to_turned: Turns) -> tuple[Any, Any, Any]:
    """Returns planes, scalars and legal actions of all games, each on its board as it is turned."""
    planes, scalars, legal = (jnp.take_along_axis(array, way, axis=1) for array, way in zip(seen, to_turned, strict=True))
    return planes, scalars, legal


@jax.jit
def surprises(said: Any, ended: Any, results: Any, gifts: Any) -> tuple[Any, Any]:
    """Returns how much better each move turned out than was thought, and what the games are then worth; a row for each ply.

    `said` has one row more than the others: what is expected after the last move. Gifts are what a move brought at once.
    """
    step = gifts + jnp.where(ended, results, said[1:]) - said[:-1]

    def back(later: Any, now: tuple[Any, Any]) -> tuple[Any, Any]:
        found = now[0] + jnp.where(now[1], 0.0, TRACE * later)
        return found, found

    _, found = jax.lax.scan(back, jnp.zeros_like(said[0]), (step, ended), reverse=True)
    return found, said[:-1] + found


@functools.partial(jax.jit, static_argnums=0)
def learn_from(shape: Shape, pupil: Pupil, tried: Tried, rows: Any, rate: Any) -> tuple[Pupil, Losses]:
    """Makes one step with some of the moves."""
    some: Tried = jax.tree.map(lambda column: column[rows], tried)
    advantage = (some.surprise - tried.surprise.mean()) / (tried.surprise.std() + 1e-6)

    def total(weights: Weights) -> tuple[Any, Losses]:
        logits, said = judge_inputs(weights, shape, some.inputs)
        odds = jax.nn.log_softmax(jnp.where(some.legal, logits, ILLEGAL_LOGIT))
        ratio = jnp.exp(odds[jnp.arange(len(odds)), some.actions] - some.odds)
        gained = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - NEAR, 1 + NEAR) * advantage).mean()
        unsure = -jnp.where(some.legal, jnp.exp(odds) * odds, 0.0).sum(1).mean()
        missed = ((said[:, 0] - some.reached) ** 2).mean()
        return missed - gained - CURIOSITY * unsure, Losses(unsure, missed)

    gradient, found = jax.grad(total, has_aux=True)(pupil.weights)
    return moved(pupil, gradient, rate), found


class Trial:
    """Games side by side that a net plays alone, each on a board turned in its own way."""

    def __init__(
        self,
        game: Game,
        shape: Shape,
        turns: Turns,
        device: Any,
        games: int,
        batch: int,
        seed: int,
        *,
        goal: int = 0,
        bonus: float = 0.0,
    ) -> None:
        self.ended = 0
        self._goal, self._bonus = goal, bonus / PER_TEN_POINTS
        self._aims = device.zeros((games,), np.int32)
        self._shape, self._turns, self._device = shape, turns, device
        self._sign = -1 if game.rulebook.fewest_win else 1
        self._rows = batch
        self._random = np.random.default_rng(seed)
        self._key = jax.random.key(seed)
        self.batch: Batch[Any] = game.batch(games, 1, seed=seed, auto_reset="same step", device=device.name)

    @property
    def positions(self) -> int:
        """How many positions a round has."""
        return PLIES * len(self.batch)

    def round(self, pupil: Pupil, rate: float) -> tuple[Pupil, Losses]:
        """Plays some moves in every game and learns from them."""
        tried = self._play(pupil.weights)
        found = []
        for _ in range(EPOCHS):
            order = self._random.permutation(self.positions)
            for at in range(0, self.positions - self._rows + 1, self._rows):
                pupil, losses = learn_from(self._shape, pupil, tried, order[at : at + self._rows], rate)
                found.append(losses)
        return pupil, Losses(*(float(jnp.stack(each).mean()) for each in zip(*found, strict=True)))

    def _play(self, weights: Weights) -> Tried:
        """Plays some moves in every game; returns them, one game beside the other, one move after the other."""
        ways = self._random.integers(len(self._turns.planes), size=len(self.batch))
        to_turned = Turns(*(array[ways] for array in self._turns)) if len(self._turns.planes) > 1 else None
        story = []
        said = []
        for ply in range(PLIES + 1):
            seen = self._seen() if to_turned is None else turned(self._seen(), to_turned)
            self._key, key = jax.random.split(self._key)
            actions, odds, expected, inputs = chosen(weights, self._shape, *seen, key)
            said.append(expected)
            if ply == PLIES:
                break
            played = actions if to_turned is None else jnp.take_along_axis(to_turned.actions, actions[:, None], axis=1)[:, 0]
            self.batch.step(self._device.take(played), check=False)
            ended, scores = self._device.host(self.batch.ended), self._device.host(self.batch.final_scores)[:, 0]
            results = jnp.asarray(self._sign * scores / PER_TEN_POINTS, jnp.float32)
            story.append((inputs, seen[2], actions, odds, jnp.array(ended), results, self._gifts()))
            self.ended += int(ended.sum())
        *columns, ended, results, gifts = jax.tree.map(lambda *rows: jnp.stack(rows), *story)
        surprise, reached = surprises(jnp.stack(said), ended, results, gifts)
        flat: Tried = jax.tree.map(
            lambda column: column.reshape(-1, *column.shape[2:]), Tried._make([*columns, surprise, reached])
        )
        return flat

    def _gifts(self) -> Any:
        """Returns what every game gets for how far it has come towards the goal."""
        if self._goal:
            self._device.run("aim_all", self.batch.states, self._aims, self._goal)
        return jnp.asarray(self._bonus * self._device.host(self._aims), jnp.float32)

    def _seen(self) -> tuple[Any, Any, Any]:
        """Returns planes, scalars and legal actions of all games, as arrays that stay as they are."""
        seen = self.batch.observation
        planes, scalars, legal = (
            jnp.array(self._device.lend(each)) for each in (seen.planes, seen.scalars, self.batch.legal_mask)
        )
        return planes.reshape(len(planes), -1), scalars, legal
