"""How a net learns from positions: how far it was off, and a step in the direction that makes it less so (Adam)."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ponticello.learn.net import PER_TEN_POINTS, Shape, Weights, is_learned, judge
from ponticello.learn.thinking import A_POINT, NOT_YET
from ponticello.players.verdict import ONE
from ponticello.table.game import Game

FIRST, SECOND, TINY = 0.9, 0.999, 1e-8  # of Adam
DECAY = 1e-4  # of large weights, a step
SMOOTHING = 0.998  # of the mean of the last weights, which is what plays
CLIP = 1.0  # the longest step of the gradient
ILLEGAL_LOGIT = -1e9
USUAL_ERROR = 0.5  # tens of points by which a net is usually off: alone, so much counts as much as a policy that is off
POINTS = 0.1  # with others, how much it counts beside who wins by how many points everybody is ahead of the mean


class Pupil(NamedTuple):
    """A net that is being trained."""

    weights: Weights
    mean: Weights  # of the last weights
    momentum: Weights
    squares: Weights
    steps: Any


class Losses(NamedTuple):
    """How far a net is off: for the policy and the value in nats; for points, their squared error in fives of points."""

    policy: Any
    value: Any  # alone, this is for points
    points: Any = 0.0


def new_pupil(weights: Weights) -> Pupil:
    """Returns a net that has not been trained yet."""
    nothing = {name: jnp.asarray(np.zeros(array.shape, np.float32)) for name, array in weights.items()}
    return Pupil(weights, weights, nothing, nothing, jnp.asarray(np.int32(0)))


def losses(weights: Weights, shape: Shape, planes: Any, scalars: Any, targets: Any, values: Any) -> Losses:
    """Returns how far a net is off over some positions, in the mean."""
    logits, said = judge(weights, shape, planes, scalars)
    legal = targets >= 0
    wanted = jnp.maximum(targets, 0).astype(jnp.float32)
    wanted = wanted / wanted.sum(1, keepdims=True)
    odds = jax.nn.log_softmax(jnp.where(legal, logits, ILLEGAL_LOGIT))
    policy = -jnp.where(legal, wanted * odds, 0.0).sum(1).mean()
    if shape.seats == 1:
        hoped = values.astype(jnp.float32) / (A_POINT * PER_TEN_POINTS)
        return Losses(policy, (((said - hoped) / USUAL_ERROR) ** 2).mean())
    shares = values[:, : shape.seats].astype(jnp.float32) / ONE
    shares = shares / shares.sum(1, keepdims=True)
    value = -(shares * jax.nn.log_softmax(said[:, : shape.seats])).sum(1).mean()
    points = values[:, shape.seats :]
    tens = points.astype(jnp.float32) / (A_POINT * PER_TEN_POINTS)
    missed = (said[:, shape.seats :] - (tens - tens.mean(1, keepdims=True))) / USUAL_ERROR
    return Losses(policy, value, jnp.where(points == NOT_YET, 0.0, missed**2).mean())


class Turns(NamedTuple):
    """All ways to turn a board, as the places from which each entry comes; the first axis is the ways."""

    planes: Any
    scalars: Any
    actions: Any


def turns_of(game: Game, players: int, shape: Shape) -> Turns:
    """Returns the ways to turn the board of a game: a turned position teaches as much as another one.

    Where a board that is turned is another one, as with printed boards, dense layers would have to learn each anew: they learn
    the one that is played on.
    """
    ways = game.symmetries(players)
    if not shape.convolutions:
        begun = game.batch(1, players).observation
        ways = tuple(way for way in ways if all((way.turn_observation(begun)[k] == begun[k]).all() for k in range(2)))
    return Turns(*(jnp.asarray(np.argsort([getattr(way, name) for way in ways], axis=1)) for name in Turns._fields))


@functools.partial(jax.jit, static_argnums=0)
def learn(
    shape: Shape, turns: Turns, pupil: Pupil, memory: tuple[Any, ...], rows: Any, ways: Any, rate: float
) -> tuple[Pupil, Losses]:
    """Makes one step with some rows of a memory, each turned in its own way."""
    planes, scalars, targets, values = (array[rows] for array in memory)
    batch = (
        jnp.take_along_axis(planes, turns.planes[ways], axis=1),
        jnp.take_along_axis(scalars, turns.scalars[ways], axis=1),
        jnp.take_along_axis(targets, turns.actions[ways], axis=1),
        values,
    )

    def total(weights: Weights) -> tuple[Any, Losses]:
        found = losses(weights, shape, *batch)
        return found.policy + found.value + POINTS * found.points, found

    gradient, found = jax.grad(total, has_aux=True)(pupil.weights)
    return moved(pupil, gradient, rate), found


def moved(pupil: Pupil, gradient: Weights, rate: Any) -> Pupil:
    """Returns a net after a step of Adam."""
    steps = pupil.steps + 1
    length = jnp.sqrt(sum((gradient[name] ** 2).sum() for name in gradient if is_learned(name)))
    shorter = jnp.minimum(1.0, CLIP / (length + TINY))
    weights, mean, momentum, squares = {}, {}, {}, {}
    for name, before in pupil.weights.items():
        slope = gradient[name] * shorter
        momentum[name] = FIRST * pupil.momentum[name] + (1 - FIRST) * slope
        squares[name] = SECOND * pupil.squares[name] + (1 - SECOND) * slope**2
        along = momentum[name] / (1 - FIRST**steps)
        usual = jnp.sqrt(squares[name] / (1 - SECOND**steps)) + TINY
        learned = is_learned(name)
        weights[name] = before - rate * (along / usual + DECAY * before) if learned else before
        kept = jnp.minimum(SMOOTHING, steps / (steps + 10.0))
        mean[name] = kept * pupil.mean[name] + (1 - kept) * weights[name] if learned else before
    return Pupil(weights, mean, momentum, squares, steps)
