"""The net: what a seat sees goes in; how likely each action is and what every seat may expect come out.

It is plain JAX over a dictionary of arrays. A trunk of residual blocks is of 3x3 convolutions where a game says where on the
board its actions stand, and of dense layers elsewhere; then a dense layer or two read the policy and the value from it. Small is
strong: who plays with it on a small computer looks further ahead the cheaper it is.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from ponticello.engine.batch import Batch
from ponticello.engine.native import interpreted
from ponticello.engine.observation import ObservationSpec
from ponticello.table.game import Game

Weights = dict[str, Any]
Reads = tuple[tuple[int, int], ...]

VALUE_UNITS = 32
FEW_PLANES = 4
FEW_VALUES = 6  # an entry with no higher ones is read as steps
PER_TEN_POINTS = 10.0  # alone, a net counts in tens of points


@dataclass(frozen=True)
class Shape:
    """How large a net is, and what it reads and says."""

    planes: int
    height: int
    width: int
    scalars: int
    actions: int
    seats: int
    units: int  # of a dense layer, or channels of a convolution
    blocks: int
    convolutions: bool
    places: tuple[int, ...] | None = None  # where each action stands on the board (see ObservationSpec), if that is known
    # What dense layers read: entries of the planes and, behind them, the scalars, each with a number that it must reach to count
    # as 1, or with 0 for the entry as it is, those in the end. Where nothing is said, all entries as they are.
    reads: Reads | None = None

    @property
    def cells(self) -> int:
        """The cells of the board."""
        return self.height * self.width

    @property
    def action_planes(self) -> int:
        """How many planes hold all actions that stand on the board."""
        return max(self.places) // self.cells + 1 if self.places else 0

    @property
    def hopes(self) -> int:
        """How many numbers the value is: every seat's share of the victory, and its lead in the end; alone, its points."""
        return 1 if self.seats == 1 else 2 * self.seats

    @property
    def inputs(self) -> int:
        """How many numbers go into the first of the dense layers."""
        return self.planes * self.cells + self.scalars if self.reads is None else len(self.reads)


def shape_for(
    game: Game,
    players: int,
    units: int | None = None,
    blocks: int | None = None,
    convolutions: bool | None = None,
    reads: Iterable[Sequence[int]] | None = None,
) -> Shape:
    """Returns the shape of a net for a game; what is None is as suits its board."""
    spec = game.observation_spec(players)
    if convolutions is None:
        convolutions = spec.action_places is not None
    return Shape(
        *spec.planes_shape,
        len(spec.scalars),
        game.rulebook.actions,
        players,
        units or (32 if convolutions else 192),
        blocks or (4 if convolutions else 3),
        convolutions,
        spec.action_places,
        None if reads is None or convolutions else tuple((entry, least) for entry, least in reads),
    )


def new_weights(shape: Shape, scales: tuple[Any, Any], seed: int) -> Weights:
    """Returns the weights of a net that has learned nothing: blocks pass on what they get, and all actions are equally likely."""
    random = np.random.default_rng(seed)

    def dense(inputs: int, outputs: int, size: float = 1.0) -> Any:
        return random.normal(0, size * (2.0 / inputs) ** 0.5, (inputs, outputs))

    def convolution(inputs: int, outputs: int) -> Any:
        return random.normal(0, (2.0 / (9 * inputs)) ** 0.5, (outputs, inputs, 3, 3))

    weights: Weights = {"scale planes": scales[0], "scale scalars": scales[1]}
    units = shape.units
    if shape.convolutions:
        weights["first"] = convolution(shape.planes, units)
        weights["from scalars"] = dense(shape.scalars, units)
    else:
        weights["first"] = dense(shape.inputs, units)
    weights["first bias"] = np.zeros(units)
    for k in range(shape.blocks):
        weights[f"in {k}"] = convolution(units, units) if shape.convolutions else dense(units, units)
        weights[f"in bias {k}"] = np.zeros(units)
        weights[f"out {k}"] = np.zeros_like(weights[f"in {k}"])
        weights[f"out bias {k}"] = np.zeros(units)
    pooled = 2 * units if shape.convolutions else units
    if shape.convolutions and shape.places is not None:
        weights["policy planes"] = dense(units, shape.action_planes, 0.1)
        weights["policy"] = dense(pooled, words_of(shape), 0.1)
    elif shape.convolutions:
        weights["policy planes"] = dense(units, FEW_PLANES)
        weights["policy"] = dense(FEW_PLANES * shape.cells, shape.actions, 0.1)
    else:
        weights["policy"] = dense(units, shape.actions, 0.1)
    weights["policy bias"] = np.zeros(weights["policy"].shape[1])
    weights["before value"] = dense(pooled, VALUE_UNITS)
    weights["before value bias"] = np.zeros(VALUE_UNITS)
    weights["value"] = dense(VALUE_UNITS, shape.hopes, 0.1)
    weights["value bias"] = np.zeros(shape.hopes)
    return {name: jnp.asarray(array, jnp.float32) for name, array in weights.items()}


def is_learned(name: str) -> bool:
    """Tells whether training changes an array of weights."""
    return not name.startswith("scale")


def judge(weights: Weights, shape: Shape, planes: Any, scalars: Any) -> tuple[Any, Any]:
    """Returns the logits of all actions, and of every seat's share of the victory, then its lead; alone, the points expected.

    Points are counted in tens. By how many everybody is ahead of the mean says more of a game than who won, so it is learned too;
    nobody asks for it in play.
    """
    return judge_inputs(weights, shape, inputs_of(weights, shape, planes, scalars))


def inputs_of(weights: Weights, shape: Shape, planes: Any, scalars: Any) -> tuple[Any, ...]:
    """Returns what goes into the first layer: scaled planes and scalars or, for dense layers, one row of what they read."""
    shown = planes.reshape(-1, shape.planes, shape.height, shape.width).astype(jnp.float32)
    numbers = scalars.astype(jnp.float32)
    scaled, counted = shown * weights["scale planes"][:, None, None], numbers * weights["scale scalars"]
    if shape.convolutions:
        return jax.lax.stop_gradient((scaled, counted))
    flat = jnp.concatenate([scaled.reshape(len(scaled), -1), counted], axis=1)
    if shape.reads is not None:
        entries, least = np.array(shape.reads).T
        steps = np.count_nonzero(least)
        plain = jnp.concatenate([shown.reshape(len(shown), -1), numbers], axis=1)
        reached = plain[:, entries[:steps]] >= least[:steps]
        flat = jnp.concatenate([reached.astype(jnp.float32), flat[:, entries[steps:]]], axis=1)
    return (jax.lax.stop_gradient(flat),)  # scales are not learned, and half the time of a step went into their slopes


def convolved(planes: Any, weights: Weights, name: str, bias: str) -> Any:
    """Returns planes after a convolution that keeps their size."""
    kernel, added = (weights[each].astype(planes.dtype) for each in (name, bias))
    return jax.lax.conv_general_dilated(planes, kernel, (1, 1), "SAME") + added[:, None, None]


def judge_inputs(
    weights: Weights, shape: Shape, inputs: tuple[Any, ...], convolve: Callable[..., Any] = convolved
) -> tuple[Any, Any]:
    """Returns what the net says of what goes into its first layer; somebody may look on at the convolutions."""
    trunk = inputs[0]
    if shape.convolutions:
        trunk = convolve(trunk.astype(planes_type()), weights, "first", "first bias")
        trunk = trunk + (inputs[1] @ weights["from scalars"])[:, :, None, None].astype(trunk.dtype)
    else:
        trunk = trunk @ weights["first"] + weights["first bias"]
    trunk = jax.nn.relu(trunk)
    for k in range(shape.blocks):
        if shape.convolutions:
            inner = jax.nn.relu(convolve(trunk, weights, f"in {k}", f"in bias {k}"))
            trunk = jax.nn.relu(trunk + convolve(inner, weights, f"out {k}", f"out bias {k}"))
        else:
            inner = jax.nn.relu(trunk @ weights[f"in {k}"] + weights[f"in bias {k}"])
            trunk = jax.nn.relu(trunk + inner @ weights[f"out {k}"] + weights[f"out bias {k}"])
    pooled = trunk
    if shape.convolutions:
        trunk = trunk.astype(jnp.float32)
        pooled = jnp.concatenate([trunk.mean((2, 3)), trunk.max((2, 3))], axis=1)
    hoped = jax.nn.relu(pooled @ weights["before value"] + weights["before value bias"])
    return policy_of(weights, shape, trunk, pooled), hoped @ weights["value"] + weights["value bias"]


def policy_of(weights: Weights, shape: Shape, trunk: Any, pooled: Any) -> Any:
    """Returns the logits of all actions.

    On a real board each action that stands in a cell is read there, and the others from the mean and the most of all cells; where
    nobody says which stand where, all are read from a few planes.
    """
    if not shape.convolutions:
        return pooled @ weights["policy"] + weights["policy bias"]
    planes = jnp.einsum("nchw,cp->nphw", trunk, weights["policy planes"]).reshape(len(trunk), -1)
    if shape.places is None:
        return jax.nn.relu(planes) @ weights["policy"] + weights["policy bias"]
    words = pooled @ weights["policy"] + weights["policy bias"]
    return jnp.concatenate([planes, words], axis=1)[:, order_of_actions(shape)]


def words_of(shape: Shape) -> int:
    """Returns how many actions do not stand on the board."""
    return sum(place < 0 for place in shape.places or ())


def order_of_actions(shape: Shape) -> NDArray[np.int64]:
    """Returns where each action is found in a row of the planes of actions and, behind them, the actions of no cell."""
    places = np.array(shape.places)
    behind = shape.action_planes * shape.cells + np.cumsum(places < 0) - 1
    found: NDArray[np.int64] = np.where(places < 0, behind, places)
    return found


def planes_type() -> Any:
    """Returns the numbers in which planes are convolved: those of 16 bits that a GPU is quickest with, or of 32 elsewhere."""
    return jnp.bfloat16 if jax.default_backend() == "gpu" else jnp.float32


@functools.partial(jax.jit, static_argnums=1)
def ask(weights: Weights, shape: Shape, planes: Any, scalars: Any) -> tuple[Any, Any]:
    """Returns what a net says as players want it: logits, and shares of the victory that sum to 1 or, alone, points."""
    policy, value = judge(weights, shape, planes, scalars)
    return policy, jax.nn.softmax(value[:, : shape.seats]) if shape.seats > 1 else value * PER_TEN_POINTS


def what_varies(game: Game, players: int, seed: int = 0) -> list[list[int]]:
    """Returns what dense layers read of a game: whatever is not the same in all of many random games.

    A number that is never large is read as steps, whether it is at least 1, at least 2 and so on: a 3 on an island is not half of
    a 6.
    """
    batch: Batch[Any] = game.batch(16 if interpreted() else 512, players, seed=seed, auto_reset="same step")
    least = most = entries_of(batch)
    for _ in range(100):
        batch.step(batch.choose(), check=False)
        seen = entries_of(batch)
        least, most = np.minimum(least, seen), np.maximum(most, seen)
    low, high = least.min(0), most.max(0)
    varying = np.flatnonzero(low < high).tolist()
    steps = [[k, step] for k in varying if high[k] <= FEW_VALUES for step in range(max(1, low[k] + 1), high[k] + 1)]
    return steps + [[k, 0] for k in varying if high[k] > FEW_VALUES]


def entries_of(batch: Batch[Any]) -> NDArray[np.int16]:
    """Returns what is seen in all games, planes and scalars behind one another."""
    seen = batch.observation
    return np.concatenate([np.asarray(seen.planes, np.int16).reshape(len(batch), -1), np.asarray(seen.scalars)], axis=1)


def usual_scales(game: Game, players: int, spec: ObservationSpec, seed: int = 0, games: int = 16) -> tuple[Any, Any]:
    """Returns by what each plane and each scalar is multiplied so that they differ about equally much, as random games show."""
    batch: Batch[Any] = game.batch(games, players, seed=seed, auto_reset="same step")
    sums, squares = (np.zeros(len(spec.planes) + len(spec.scalars)) for _ in range(2))
    rounds = 100
    for _ in range(rounds):
        seen = batch.observation
        planes = np.asarray(seen.planes, np.float64)
        numbers = np.asarray(seen.scalars, np.float64)
        sums += np.concatenate([planes.mean((0, 2, 3)), numbers.mean(0)])
        squares += np.concatenate([(planes**2).mean((0, 2, 3)), (numbers**2).mean(0)])
        batch.step(batch.choose(), check=False)
    deviation = np.sqrt(np.maximum(squares / rounds - (sums / rounds) ** 2, 0.0))
    scales = (1.0 / np.where(deviation < 0.02, 1.0, np.maximum(deviation, 0.1))).astype(np.float32)
    return scales[: len(spec.planes)], scales[len(spec.planes) :]
