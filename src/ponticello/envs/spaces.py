"""What can be seen and done, as Gymnasium's spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ponticello.engine.observation import Feature, ObservationSpec
from ponticello.envs.views import MARK, NUMBER


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


def _bounds(features: Sequence[Feature]) -> tuple[NDArray[Any], NDArray[Any]]:
    return np.array([feature.least for feature in features], NUMBER), np.array([feature.most for feature in features], NUMBER)


def _box(low: NDArray[Any], high: NDArray[Any]) -> spaces.Box:
    return spaces.Box(low, high, dtype=NUMBER)
