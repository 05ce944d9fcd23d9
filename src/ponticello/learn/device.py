"""Where self-play happens: in the memory of this machine or of a GPU. Arrays go from the loops to JAX and back without a copy.

Both devices offer the same: `zeros`, `array` and `records` make what the loops work on, `run` calls one of them, `lend` shows
JAX an array of the loops, `take` shows the loops one of JAX, and `host` copies one to this machine if it is not there.
"""

from __future__ import annotations

import os
from typing import Any

import jax
import numpy as np

from ponticello.engine import cpu_device
from ponticello.engine.errors import BadOption, NoDevice
from ponticello.engine.record import Records
from ponticello.engine.words import say
from ponticello.learn import loops

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX would take most of a GPU's memory, which the games need too


class Processor:
    """The memory of this machine, worked on by all cores."""

    name = "cpu"

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Returns a new array."""
        return cpu_device.zeros(shape, dtype)

    def array(self, given: Any) -> Any:
        """Returns an array of the loops with the values given."""
        return np.ascontiguousarray(given)

    def records(self, given: Records[Any]) -> Any:
        """Returns records of the loops."""
        return given

    def new_records(self, kind: Any, count: int) -> Any:
        """Returns so many records of the loops, all of it 0."""
        return Records(kind, np.zeros(count, kind.dtype))

    def run(self, name: str, *arguments: Any) -> None:
        """Calls one of the loops over all games."""
        cpu_device.run_on_all_cores(getattr(loops, name), *arguments)

    def lend(self, array: Any) -> Any:
        """Returns an array of the loops as one of JAX, in the same memory."""
        return jax.dlpack.from_dlpack(array)

    def take(self, array: Any) -> Any:
        """Returns an array of JAX as one of the loops, once it is computed."""
        return np.asarray(array)

    def host(self, array: Any) -> Any:
        """Returns an array of the loops as one of NumPy."""
        return np.asarray(array)


class Gpu:
    """The memory of a GPU, worked on by a thread for each game."""

    name = "cuda"

    def __init__(self) -> None:
        from ponticello.engine import cuda_device
        from ponticello.engine.cuda_compiler import Kernel

        self._device = cuda_device.find()
        if jax.default_backend() != "gpu":
            raise NoDevice(say("JAX does not see the GPU: pip install 'jax[cuda13]'"))
        from ponticello.learn import cuda_loops

        self._kernels = {name: Kernel(value) for name, value in vars(cuda_loops).items() if name.endswith("_all")}
        self._threads = cuda_device.THREADS

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Returns a new array."""
        return self._device.zeros(shape, dtype)

    def array(self, given: Any) -> Any:
        """Returns an array of the loops with the values given."""
        return self._device.array(given, np.shape(given))

    def records(self, given: Records[Any]) -> Any:
        """Returns records of the loops."""
        return self._device.records(given)

    def new_records(self, kind: Any, count: int) -> Any:
        """Returns so many records of the loops, all of it 0."""
        return self._device.zeros((count * kind.dtype.itemsize,), np.int8).array.view(kind.dtype)

    def run(self, name: str, *arguments: Any) -> None:
        """Calls one of the loops over all games."""
        given = [getattr(argument, "array", argument) for argument in arguments]
        self._kernels[name].launch(-(-len(given[0]) // self._threads), self._threads, 0, *given)

    def lend(self, array: Any) -> Any:
        """Returns an array of the loops as one of JAX, in the same memory, once the loops have written it."""
        return jax.dlpack.from_dlpack(array)

    def take(self, array: Any) -> Any:
        """Returns an array of JAX as one of the loops, once it is computed."""
        from numba import cuda

        return cuda.as_cuda_array(array.block_until_ready())

    def host(self, array: Any) -> Any:
        """Returns an array of the loops as one of NumPy."""
        return np.asarray(array)


DEVICES = {"cpu": Processor, "cuda": Gpu}


def device_of(name: str) -> Any:
    """Returns a device by its name."""
    if name not in DEVICES:
        listed = ", ".join(DEVICES)
        raise BadOption(
            say("{option} cannot be {value}; choose one of: {choices}", option="device", value=repr(name), choices=listed)
        )
    return DEVICES[name]()
