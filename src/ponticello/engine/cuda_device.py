"""A batch in the memory of a GPU, worked on by a thread for each game. Needs numba-cuda and a GPU of NVIDIA's."""

from __future__ import annotations

import functools
import importlib.util
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ponticello.engine import dlpack
from ponticello.engine.errors import NoDevice
from ponticello.engine.native import interpreted
from ponticello.engine.record import Records
from ponticello.engine.words import say

if TYPE_CHECKING:
    from ponticello.engine.batch import Batch

WRITTEN_BY_GAME = {"legal_all": (1,), "observe_all": (2, 3)}  # the arguments that a kernel expects to be all 0
LONGEST_STAGED = 2048  # entries: longer rows have few that are not 0, and threads write them where they belong


class CudaArray:
    """An array in the memory of a GPU, in C order. torch, JAX and CuPy take it without a copy; `np.asarray` makes one.

    >>> torch.as_tensor(batch.legal_mask, device="cuda")    # doctest: +SKIP
    >>> jax.dlpack.from_dlpack(batch.legal_mask)            # doctest: +SKIP
    """

    def __init__(self, array: Any, shape: tuple[int, ...] | None = None, dtype: Any = None) -> None:
        self.array = array  # as numba-cuda knows it
        self.shape: tuple[int, ...] = array.shape if shape is None else shape
        self.dtype: np.dtype[Any] = np.dtype(array.dtype if dtype is None else dtype)
        self.staged: Any = None  # room for the same entries, those of all games side by side

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<CudaArray {self.dtype} {self.shape}>"

    @property
    def ndim(self) -> int:
        """How many axes it has."""
        return len(self.shape)

    @property
    def _pointer(self) -> int:
        return int(self.array.__cuda_array_interface__["data"][0])

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self._pointer, False),
            "strides": None,
            "stream": 1,  # the default one, on which a batch works
            "version": 3,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.CUDA, 0

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None) -> Any:
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("a batch hands out its own memory and makes no copies")
        _cuda().synchronize()  # whoever takes it may work on another stream
        return dlpack.lend(self._pointer, self.shape, self.dtype, self.__dlpack_device__(), self)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        there = self.array.copy_to_host().view(self.dtype).reshape(self.shape)
        return there if dtype is None else there.astype(dtype)


@functools.cache
def find() -> CudaDevice:
    """Returns the GPU, or says in one sentence why there is none."""
    if importlib.util.find_spec("numba_cuda") is None:
        raise NoDevice(say("a batch on a GPU needs numba-cuda: pip install 'ponticello[cuda]'"))
    if interpreted():
        raise NoDevice(say("a batch on a GPU needs compiled rules: unset PONTICELLO_INTERPRET"))
    if not _cuda().is_available():
        raise NoDevice(say("no GPU was found that CUDA can use; device='cpu' works everywhere"))
    return CudaDevice()


def _cuda() -> Any:
    from numba import cuda

    return cuda


class CudaDevice:
    """What a batch asks of a device: the same as `cpu_device` offers."""

    def __init__(self) -> None:
        from ponticello.engine import cuda_kernels
        from ponticello.engine.cuda_compiler import Kernel

        self._kernels = {name: Kernel(function) for name, function in vars(cuda_kernels).items() if name.endswith("_all")}
        self._lay_out_kernels = {1: Kernel(cuda_kernels.lay_out_bytes), 2: Kernel(cuda_kernels.lay_out_words)}
        self._tile, self._tile_rows = cuda_kernels.TILE, cuda_kernels.ROWS_AT_ONCE

    def records(self, given: Records[Any]) -> Any:
        """Returns records in the GPU's memory."""
        return _cuda().to_device(given.array)

    def host_records(self, given: Any, kind: Any) -> Records[Any]:
        """Returns a copy of records in this machine's memory."""
        return Records(kind, given.copy_to_host())

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> CudaArray:
        """Returns a new array."""
        made = CudaArray(_cuda().device_array(shape, dtype))
        self._clear(made)
        return made

    def array(self, given: Any, shape: tuple[int, ...]) -> CudaArray:
        """Returns an array of a shape with the values given."""
        return CudaArray(_cuda().to_device(np.ascontiguousarray(np.broadcast_to(given, shape))))

    def as_bool(self, given: CudaArray) -> CudaArray:
        """Returns the same bytes as truth values."""
        return CudaArray(given.array, given.shape, np.bool_)

    def shaped(self, given: CudaArray, shape: tuple[int, ...]) -> CudaArray:
        """Returns the same array in another shape."""
        return CudaArray(given.array, shape)

    def actions(self, given: Any, count: int) -> Any:
        """Returns the actions of a step, one a game; those on the GPU stay there."""
        chosen = given.array if isinstance(given, CudaArray) else given
        if hasattr(chosen, "__cuda_array_interface__"):
            chosen = _cuda().as_cuda_array(chosen)
        else:
            chosen = _cuda().to_device(np.ascontiguousarray(given, np.int64))
        if chosen.shape != (count,):
            raise ValueError(f"step needs one action for each of the {count} games, not an array of shape {chosen.shape}")
        return chosen

    def first_refused(self, batch: Batch[Any], chosen: Any, mask: Any) -> int | None:
        """Returns the first game that refuses its action, or None."""
        count = len(batch)
        first = _cuda().to_device(np.array([count], np.int64))
        marks = batch._marks if mask is None else mask
        self.run("check_all", batch.states, chosen, marks, mask is not None, batch.actions, first)
        found = int(first.copy_to_host()[0])
        return found if found < count else None

    def value(self, array: Any, at: int) -> int:
        """Returns one entry of an array."""
        return int(array[at])

    def run(self, name: str, *arguments: Any) -> None:
        """Calls a kernel over all games, or clears an array."""
        if name == "clear":
            self._clear(arguments[0])
            return
        given = [argument.array if isinstance(argument, CudaArray) else argument for argument in arguments]
        staged = []
        for k in WRITTEN_BY_GAME.get(name, ()):
            if arguments[k].shape[1] > LONGEST_STAGED:
                self._clear(arguments[k])
            else:
                given[k] = self._staged(arguments[k])
                staged.append(arguments[k])
        self._kernels[name](*given)
        for array in staged:
            self._lay_out(array)

    def _staged(self, array: CudaArray) -> Any:
        """Returns the room in which an array is first written, entry by entry."""
        if array.staged is None:
            array.staged = _cuda().device_array(array.shape, array.dtype, order="F")
            self._clear_memory(array.staged)
        return array.staged

    def _lay_out(self, array: CudaArray) -> None:
        """Lays what was written entry by entry out game by game."""
        games, entries = array.shape
        tiles = -(-games // self._tile), -(-entries // self._tile)
        kernel = self._lay_out_kernels[array.dtype.itemsize]
        kernel.launch((tiles, (self._tile, self._tile_rows)), array.staged, array.array)

    def _clear(self, array: CudaArray) -> None:
        self._clear_memory(array.array)

    @staticmethod
    def _clear_memory(array: Any) -> None:
        from numba.cuda.cudadrv import driver

        driver.device_memset(array, 0, array.nbytes, stream=_cuda().default_stream())
