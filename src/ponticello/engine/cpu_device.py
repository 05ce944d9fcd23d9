"""A batch in the memory of this machine, as NumPy arrays, worked on by all cores."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ponticello.engine import parallel
from ponticello.engine.record import R, Records
from ponticello.engine.verbs import LEGAL

if TYPE_CHECKING:
    from ponticello.engine.batch import Batch

ALIGNED = 64  # bytes

_cores = threading.Lock()  # some of Numba's thread pools cannot be entered twice


def records(given: Records[R]) -> Records[R]:
    """Returns records where the loops can work on them."""
    return given


def host_records(given: Records[R], kind: type[R]) -> Records[R]:
    """Returns a copy of records."""
    return Records(kind, given.array.copy())


def zeros(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Returns a new array. It begins where JAX wants one to begin that it takes without a copy."""
    wanted = int(np.prod(shape)) * np.dtype(dtype).itemsize
    room = np.zeros(wanted + ALIGNED, np.uint8)
    first = -room.ctypes.data % ALIGNED
    made: NDArray[Any] = room[first : first + wanted].view(dtype).reshape(shape)
    return made


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


def first_refused(batch: Batch[Any], chosen: NDArray[np.int64], mask: Any) -> int | None:
    """Returns the first game that refuses its action, or None; a mask that is true now spares asking the rules."""
    inside = (chosen >= 0) & (chosen < batch.actions)
    tried = np.where(inside, chosen, 0)
    if mask is None:
        reasons = np.empty(len(chosen), np.int32)
        run("refusals_all", batch.states, tried, reasons)
        legal = reasons == LEGAL
    else:
        legal = mask[np.arange(len(chosen)), tried] == 1
    refused = np.flatnonzero(~(legal & inside) & (batch.actors >= 0))
    return int(refused[0]) if len(refused) else None


def value(array: NDArray[Any], at: int) -> int:
    """Returns one entry of an array."""
    return int(array[at])


def run(name: str, *arguments: Any) -> None:
    """Calls a function over all games."""
    if name == "clear":
        arguments[0][...] = 0
    elif name == "over_all":
        np.less(arguments[0], 0, out=arguments[1].view(np.bool_))
    else:
        run_on_all_cores(getattr(parallel, name), *arguments)


def run_on_all_cores(function: Callable[..., None], *arguments: Any) -> None:
    """Calls a function whose loops run on all cores, when nobody else does."""
    with _cores:
        function(*arguments)
