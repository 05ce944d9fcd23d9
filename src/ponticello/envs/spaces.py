"""What can be seen and done, as Gymnasium's spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ponticello.engine.observation import Feature, ObservationSpec

NUMBER = np.int16  # of observations: planes need a byte, but points do not fit into one
MARK = np.int8  # of masks


def planes_size(spec: ObservationSpec) -> int:
    """Returns how many numbers all planes have."""
    return len(spec.planes) * spec.height * spec.width


def view_space(spec: ObservationSpec, flat: bool) -> spaces.Space[Any]:
    """Returns the space of what a seat sees: one row of numbers, or planes and scalars apart."""
    area = spec.height * spec.width
    planes = [np.repeat(bounds, area) for bounds in _bounds(spec.planes)]
    scalars = _bounds(spec.scalars)
    if flat:
        return _box(*map(np.concatenate, zip(planes, scalars, strict=True)))
    return spaces.Dict(
        {"planes": _box(*(bounds.reshape(spec.planes_shape) for bounds in planes)), "scalars": _box(*scalars)},
    )


def masked_space(spec: ObservationSpec, flat: bool, actions: int) -> spaces.Dict:
    """Returns the space of what a seat sees together with its action mask."""
    return spaces.Dict(
        {"observation": view_space(spec, flat), "action_mask": spaces.Box(0, 1, (actions,), MARK)},
    )


def as_seen(spec: ObservationSpec, flat: bool, view: NDArray[Any]) -> Any:
    """Returns what a seat sees, or what all seats of a batch see, in the form of `view_space`; nothing is copied."""
    if flat:
        return view
    planes, scalars = np.split(view, [planes_size(spec)], axis=-1)
    return {"planes": planes.reshape(*view.shape[:-1], *spec.planes_shape), "scalars": scalars}


def _bounds(features: Sequence[Feature]) -> tuple[NDArray[Any], NDArray[Any]]:
    return np.array([feature.least for feature in features], NUMBER), np.array([feature.most for feature in features], NUMBER)


def _box(low: NDArray[Any], high: NDArray[Any]) -> spaces.Box:
    return spaces.Box(low, high, dtype=NUMBER)
