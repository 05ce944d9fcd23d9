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

CLEARED_FIRST = {"legal_all": (1,), "observe_all": (2, 3)}  # the arguments that a kernel expects to be all 0

# Measured on an H200. Few threads that find their small records in the caches are faster than many that do not; large records
# nobody finds there, and the more threads wait for memory the better. Shared memory leaves room for few threads.
THREADS = 64  # of a block
SMALL_RECORD = 4096  # bytes
MOST_BLOCKS = 8  # for each multiprocessor
MOST_BLOCKS_PLAYING_OUT = 4
SHARED_MEMORY = 48 * 1024  # bytes that any block may ask for
GAMES_OF_A_BLOCK = (32, 16)  # that write through shared memory, as many as have room there
PADDED = 32  # rows: arrays are as long as whole blocks of games
WORD = 8  # bytes


class CudaArray:
    """An array in the memory of a GPU, in C order. torch, JAX and CuPy take it without a copy; `np.asarray` makes one.

    >>> torch.as_tensor(batch.legal_mask, device="cuda")    # doctest: +SKIP
    >>> jax.dlpack.from_dlpack(batch.legal_mask)            # doctest: +SKIP
    """

    def __init__(self, array: Any, shape: tuple[int, ...] | None = None, dtype: Any = None) -> None:
        self.array = array  # as numba-cuda knows it
        self.shape: tuple[int, ...] = array.shape if shape is None else shape
        self.dtype: np.dtype[Any] = np.dtype(array.dtype if dtype is None else dtype)
        self.words: Any = None  # the same memory as words, for who writes many entries at once

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
        there: NDArray[Any] = self.array.copy_to_host().view(self.dtype).reshape(self.shape)
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

        kernels = {name: value for name, value in vars(cuda_kernels).items() if name.endswith(("_all", "_blocks"))}
        self._kernels = {name: Kernel(function) for name, function in kernels.items()}
        self._processors = int(_cuda().get_current_device().MULTIPROCESSOR_COUNT)

    def records(self, given: Records[Any]) -> Any:
        """Returns records in the GPU's memory."""
        return _cuda().to_device(given.array)

    def host_records(self, given: Any, kind: Any) -> Records[Any]:
        """Returns a copy of records in this machine's memory."""
        return Records(kind, given.copy_to_host())

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> CudaArray:
        """Returns a new array, in memory that is as long as whole blocks of games."""
        count, *rest = shape
        padded = -(-count // PADDED) * PADDED
        words = _cuda().device_array(padded * int(np.prod(rest)) * np.dtype(dtype).itemsize // WORD, np.int64)
        made = CudaArray(words.view(dtype).reshape((padded, *rest))[:count])
        made.words = words
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
        elif name in CLEARED_FIRST and self._run_in_shared_memory(name, *arguments):
            return
        else:
            for k in CLEARED_FIRST.get(name, ()):
                self._clear(arguments[k])
            given = [argument.array if isinstance(argument, CudaArray) else argument for argument in arguments]
            blocks = self._blocks(name, len(arguments[0]), given[0].dtype.itemsize)
            self._kernels[name].launch(blocks, THREADS, 0, *given)

    def _blocks(self, name: str, games: int, size: int) -> int:
        """Returns how many blocks a kernel runs over games whose records are so large."""
        most = MOST_BLOCKS_PLAYING_OUT if name == "play_out_all" else MOST_BLOCKS
        needed = -(-games // THREADS)
        return needed if size > SMALL_RECORD else min(needed, most * self._processors)

    def _run_in_shared_memory(self, name: str, states: Any, *arguments: Any) -> bool:
        """Calls the kernel that writes masks or observations through shared memory, if it pays; tells whether it did."""
        arrays = [each for each in arguments if isinstance(each, CudaArray) and each.ndim == 2]
        bytes_a_game = sum(array.shape[1] * array.dtype.itemsize for array in arrays)
        games = next((games for games in GAMES_OF_A_BLOCK if games * bytes_a_game <= SHARED_MEMORY), 0)
        waits_for_memory = name == "legal_all" and states.dtype.itemsize > SMALL_RECORD
        if games == 0 or waits_for_memory:
            return False
        given = [argument.array for argument in arguments if argument not in arrays]
        for array in arrays:
            given += [array.shape[1], array.words]
        blocks = -(-states.shape[0] // games)
        self._kernels[name.replace("_all", "_blocks")].launch(blocks, games, games * bytes_a_game, states, *given)
        return True

    @staticmethod
    def _clear(array: CudaArray) -> None:
        from numba.cuda.cudadrv import driver

        driver.device_memset(array.array, 0, array.array.nbytes, stream=_cuda().default_stream())
