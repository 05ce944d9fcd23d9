"""A batch in the memory of this machine, as NumPy arrays, worked on by all cores."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponticello.engine import parallel
from ponticello.engine.record import R, Records

_cores = threading.Lock()  # some of Numba's thread pools cannot be entered twice


def records(given: Records[R]) -> Records[R]:
    """Returns records where the loops can work on them."""
    return given


def zeros(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Returns a new array."""
    return np.zeros(shape, dtype)


def array(given: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """Returns an array of a shape with the values given."""
    return np.ascontiguousarray(np.broadcast_to(given, shape))


def as_bool(given: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Returns the same bytes as truth values."""
    return given.view(np.bool_)


def shaped(given: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Returns the same array in another shape."""
    return given.reshape(shape)


def actions(given: Any, count: int) -> NDArray[np.int64]:
    """Returns the actions of a step, one a game."""
    chosen = np.asarray(given, np.int64)
    if chosen.shape != (count,):
        raise ValueError(f"step needs one action for each of the {count} games, not an array of shape {chosen.shape}")
    return chosen


def first_refused(
    states: Records[R], chosen: NDArray[np.int64], reasons: NDArray[np.int32], mask: Any, size: int, actors: NDArray[np.int32]
) -> int | None:
    """Returns the first game that refuses its action, or None; a mask that is true now spares asking the rules."""
    inside = (chosen >= 0) & (chosen < size)
    tried = np.where(inside, chosen, 0)
    if mask is None:
        run("refusals_all", states, tried, reasons)
        legal = reasons == 0
    else:
        legal = mask[np.arange(len(chosen)), tried] == 1
    refused = np.flatnonzero((actors >= 0) & ~(legal & inside))
    return int(refused[0]) if len(refused) else None


def run(name: str, *arguments: Any) -> None:
    """Calls a function over all games."""
    if name == "clear":
        arguments[0][...] = 0
    elif name == "over_all":
        np.less(arguments[0], 0, out=arguments[1].view(np.bool_))
    else:
        with _cores:
            getattr(parallel, name)(*arguments)
