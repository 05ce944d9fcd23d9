"""Compiles the rules for a GPU through numba-cuda: the tables of the rules go where a GPU has room for them."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ponticello.engine.native import cache_folder, compiling, register_rules

Launch = tuple[int, int, int, int]  # how many blocks, of how many threads, in which stream, with how much shared memory


class Kernel:
    """A function that many threads run, compiled for a kind of record when it is first called with it."""

    def __init__(self, function: Callable[..., None]) -> None:
        self.function = function
        self.dispatcher: Any = None
        self.ready: set[Any] = set()
        self.launchers: dict[Launch, Any] = {}

    def launch(self, blocks: int, threads: int, shared: int, *arguments: Any) -> None:
        """Runs some blocks of threads with so many bytes of shared memory each."""
        kinds = tuple(each.dtype for each in arguments if hasattr(each, "dtype"))
        launch = (blocks, threads, 0, shared)
        if kinds in self.ready:
            self._launcher(launch)(*arguments)
            return
        with compiling, tables_in_memory():
            register_rules()
            if self.dispatcher is None:
                self.dispatcher = _dispatcher(self.function)
            self._launcher(launch)(*arguments)
            self.ready.add(kinds)

    def _launcher(self, launch: Launch) -> Any:
        if launch not in self.launchers:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that a small batch does not keep a GPU busy is nobody's mistake
                self.launchers[launch] = self.dispatcher[launch]
        return self.launchers[launch]


def _dispatcher(function: Callable[..., None]) -> Any:
    """Returns a kernel whose cache lies in our folder, as `native` does for a processor."""
    from numba import cuda
    from numba.cuda.core import config

    settings: Any = config
    elsewhere = settings.CACHE_DIR
    settings.CACHE_DIR = str(cache_folder())
    try:
        return cuda.jit(cache=True)(function)
    finally:
        settings.CACHE_DIR = elsewhere


@contextmanager
def tables_in_memory() -> Iterator[None]:
    """Has tables put into the GPU's memory while a kernel is compiled.

    numba-cuda puts a copy for every use into constant memory, which is 64 KB and slow where threads look up different places.
    """
    from numba.cuda.target import CUDATargetContext

    context: Any = CUDATargetContext
    usual = context.make_constant_array
    context.make_constant_array = _table_in_memory
    try:
        yield
    finally:
        context.make_constant_array = usual


def _table_in_memory(context: Any, builder: Any, kind: Any, table: Any) -> Any:
    """Returns a table as an array in memory, one for all that use it in a module: it is named after its content."""
    from llvmlite import ir
    from numba.cuda.cudadrv import nvvm

    table = np.ascontiguousarray(table)
    content = bytearray(table.tobytes())
    name = "ponticello_table_" + hashlib.sha256(content).hexdigest()[:24]
    module = builder.module
    variable = module.globals.get(name)
    if variable is None:
        array = ir.ArrayType(ir.IntType(8), len(content))
        variable = ir.GlobalVariable(module, array, name, nvvm.ADDRSPACE_GLOBAL)
        variable.linkage = "internal"
        variable.global_constant = True
        variable.initializer = ir.Constant(array, content)
        variable.align = 16
    pointer = builder.addrspacecast(variable, ir.PointerType(ir.IntType(8)), "generic")
    made = context.make_array(kind)(context, builder)
    integer = context.get_constant
    from numba.cuda import types

    context.populate_array(
        made,
        data=builder.bitcast(pointer, made.data.type),
        shape=[integer(types.intp, size) for size in table.shape],
        strides=[integer(types.intp, stride) for stride in table.strides],
        itemsize=made.itemsize,
        parent=made.parent,
        meminfo=None,
    )
    return made._getvalue()
