"""What a seat sees as one row of numbers: its planes, then its scalars."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponticello.engine.observation import ObservationSpec

NUMBER = np.int16  # of observations: planes need a byte, but points do not fit into one
MARK = np.int8  # of masks


def planes_size(spec: ObservationSpec) -> int:
    """Returns how many numbers all planes have."""
    return len(spec.planes) * spec.height * spec.width


def as_seen(spec: ObservationSpec, flat: bool, view: NDArray[Any]) -> Any:
    """Returns what a seat sees, or what all seats of a batch see, in the form of `view_space`; nothing is copied."""
    if flat:
        return view
    planes, scalars = np.split(view, [planes_size(spec)], axis=-1)
    return {"planes": planes.reshape(*view.shape[:-1], *spec.planes_shape), "scalars": scalars}
