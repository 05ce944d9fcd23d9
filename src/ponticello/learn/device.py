"""Where self-play happens: in the memory of this machine or of a GPU. Arrays go from the loops to JAX and back without a copy."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from ponticello.engine import cpu_device
from ponticello.engine.record import Records
from ponticello.learn import loops


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
