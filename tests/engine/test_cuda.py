"""The rules on a GPU, without one: every kernel of every game is compiled and assembled for a GPU, by the compilers from PyPI.

What the kernels do is compared with a processor where there is a GPU: benchmarks/gpu.py.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ponticello.engine import native
from ponticello.games import names
from ponticello.table.game import game

pytestmark = pytest.mark.slow

TARGET = "sm_90"

# In a process of its own, since what a GPU would say is told to numba-cuda in its place.
COMPILE = """
import sys
from pathlib import Path
from types import SimpleNamespace
from numba import cuda
from numba.cuda import dispatcher, types
from numba.cuda.np.numpy_support import from_dtype
import ponticello as pc
from ponticello.engine import cuda_kernels as kernels
from ponticello.engine.cuda_compiler import tables_in_memory
from ponticello.engine.dice import Dice
from ponticello.engine.native import register_rules

dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=(9, 0))  # what it asks a GPU while it compiles

def row(number, axes=1):
    return types.Array(number, axes, "C")

game, folder = pc.game(sys.argv[1]), Path(sys.argv[2])
states, dice = row(from_dtype(game.rulebook.state.dtype)), row(from_dtype(Dice.dtype))
marks, one = row(types.int8, 2), types.int64
numbers, flags, results = row(types.int32), row(types.int8), row(types.int32, 2)
register_rules()
signatures = {
    "step_all": (states, states, dice, marks, numbers, one, flags, results, results),
    "choose_all": (states, marks, dice, numbers),
    "legal_blocks": (states, one, row(one)),
    "observe_blocks": (states, flags, one, row(one), one, row(one)),
}
for name, signature in signatures.items():
    with tables_in_memory():
        code, _ = cuda.compile_ptx(getattr(kernels, name), signature, cc=(9, 0))
    assert ".const" not in code, "no table lies in constant memory"
    assert name != "step_all" or "ponticello_table_" in code, "what is compiled are the rules of this game, with their tables"
    (folder / f"{name}.ptx").write_text(code)
"""


def assembler() -> Path:
    """Returns the assembler of the wheel nvidia-cuda-nvcc."""
    nvidia = pytest.importorskip("nvidia")
    return next(file for folder in nvidia.__path__ for file in Path(folder).glob("**/bin/ptxas"))


@pytest.mark.parametrize("name", names())
def test_all_kernels_are_compiled_and_assembled_for_a_gpu(name: str, tmp_path: Path) -> None:
    pytest.importorskip("numba_cuda")
    done = subprocess.run([sys.executable, "-c", COMPILE, name, tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found = sorted(tmp_path.glob("*.ptx"))
    assert len(found) == 4
    for code in found:
        built = subprocess.run(
            [assembler(), f"--gpu-name={TARGET}", code, "-o", code.with_suffix(".cubin")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert built.returncode == 0, built.stderr[-3000:]


@pytest.mark.parametrize("name", names())
def test_a_record_whose_type_is_of_another_class_is_known_by_its_game(name: str) -> None:
    """numba-cuda can have a class of its own for types of records. A verb that did not know it would answer as for any game."""
    from numba.core.types import Record
    from numba.np.numpy_support import from_dtype

    class RecordElsewhere(Record):  # type: ignore[misc]
        """A type of records that equals none of Numba's, whatever its fields."""

    kind = game(name).rulebook.state
    here = from_dtype(kind.dtype)
    fields = [(field, {"type": each.type, "offset": each.offset}) for field, each in here.fields.items()]
    there = RecordElsewhere(fields, here.size, here.aligned)
    assert here != there
    for verb in native._generics:
        for known in (here, there):
            assert native._chooser(verb)(known) is verb.answers.get(kind, verb.default), verb.default.__name__
