"""What a seat sees of a position as numbers for a program that learns, and how a board can be turned without changing the game.

An observation is two arrays: planes over the board, as int8, and a row of scalars, as int16. Both are whole numbers, since rules
know no others: they mean the same interpreted, compiled and on a GPU. A byte a cell is a quarter of what float32 would move, and
who trains a net scales and converts on the way into it. Points can be more than a byte holds, so scalars have two.

A game writes an observation through the verb `observe`, and says in an `ObservationSpec` what stands where.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

PLANE = np.int8
SCALAR = np.int16


@dataclass(frozen=True)
class Feature:
    """One plane or one scalar: its name, what it says in one sentence, and between which numbers it lies."""

    name: str
    help: str
    most: int = 1
    least: int = 0


@dataclass(frozen=True)
class ObservationSpec:
    """What an observation holds: planes of some height and width, [plane, row, column], and a row of scalars."""

    height: int
    width: int
    planes: tuple[Feature, ...]
    scalars: tuple[Feature, ...]
    # Where each action stands, for nets that read it there: number of some plane * cells + cell, -1 for one that stands nowhere.
    action_places: tuple[int, ...] | None = None

    @property
    def planes_shape(self) -> tuple[int, int, int]:
        """The shape of the planes of one observation."""
        return len(self.planes), self.height, self.width

    @property
    def scalars_shape(self) -> tuple[int]:
        """The shape of the scalars of one observation."""
        return (len(self.scalars),)


class Observation(NamedTuple):
    """What a seat sees: planes of shape `spec.planes_shape` as int8, scalars of shape `spec.scalars_shape` as int16.

    The observations of a batch have one axis more in front, for its games.
    """

    planes: Any
    scalars: Any


def empty_observation(spec: ObservationSpec) -> Observation:
    """Returns arrays for one observation, all 0."""
    return Observation(np.zeros(spec.planes_shape, PLANE), np.zeros(spec.scalars_shape, SCALAR))


@dataclass(frozen=True)
class Symmetry:
    """One way to turn or mirror a board so that the game stays the same.

    `actions`, `planes` and `scalars` say where each entry goes: what was at k is at actions[k] afterwards. So they serve a whole
    batch at once. `position` turns a record.
    """

    name: str
    actions: NDArray[np.int64]
    planes: NDArray[np.int64]  # over the flattened planes
    scalars: NDArray[np.int64]
    position: Callable[[Any], Any]  # (state) -> a new record

    def turn_action(self, action: int) -> int:
        """Returns an action as it is on the turned board."""
        return int(self.actions[action])

    def turn_mask(self, mask: NDArray[Any]) -> NDArray[Any]:
        """Returns masks or policies over the actions (the last axis) as they are on the turned board."""
        return _moved(mask, self.actions)

    def turn_observation(self, observation: Observation) -> Observation:
        """Returns one observation, or those of a batch, as they are on the turned board."""
        planes = np.asarray(observation.planes)
        flat = planes.reshape(*planes.shape[:-3], -1)
        return Observation(_moved(flat, self.planes).reshape(planes.shape), _moved(observation.scalars, self.scalars))


def _moved(values: Any, places: NDArray[np.int64]) -> NDArray[Any]:
    """Returns values with what was at k of the last axis at places[k]."""
    before: NDArray[Any] = np.asarray(values)
    moved = np.empty_like(before)
    moved[..., places] = before
    return moved
