"""Self-play on a GPU, without one: its kernels are compiled and assembled, as those of batches are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.test_cuda import TARGET, assembler

pytestmark = pytest.mark.slow

COMPILE = """
import sys
from pathlib import Path
from types import SimpleNamespace
from numba import cuda
from numba.cuda import dispatcher, types
from numba.cuda.np.numpy_support import from_dtype
import ponticello as pc
from ponticello.engine.cuda_compiler import tables_in_memory
from ponticello.engine.dice import Dice
from ponticello.engine.native import register_rules
from ponticello.learn import cuda_loops as kernels
from ponticello.learn.thinking import Thinker
from ponticello.players.node import Node
from ponticello.players.verdict import Plan

dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=(9, 0))

def row(number, axes=1):
    return types.Array(number, axes, "C")

def records(kind):
    return row(from_dtype(kind.dtype))

state = records(pc.game("skybridge").rulebook.state)
trees = (state, records(Plan), records(Node), records(Thinker), records(Dice))
marks, played, reals = row(types.int8, 2), row(types.int64, 2), row(types.float32, 2)
seen = (row(types.int8, 2), row(types.int16, 2))
flags, numbers, results, one = row(types.int8), row(types.int64), row(types.int32, 2), types.int64
register_rules()
signatures = {
    "start_thinking_all": (state, *trees, *seen, one),
    "walk_all": (*trees, marks, played, reals, results, *seen),
    "take_all": (*trees, marks, played, reals, reals, reals),
    "decide_all": (*trees[1:], reals, marks, results, flags, flags, numbers, one, one, one),
    "note_ends_all": (trees[1], trees[3], flags, results, results, results, flags, flags, one, one),
}
for name, signature in signatures.items():
    with tables_in_memory():
        code, _ = cuda.compile_ptx(getattr(kernels, name), signature, cc=(9, 0))
    Path(sys.argv[1], f"{name}.ptx").write_text(code)
"""


def test_the_kernels_of_self_play_are_compiled_and_assembled(tmp_path: Path) -> None:
    pytest.importorskip("numba_cuda")
    done = subprocess.run([sys.executable, "-c", COMPILE, tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found = sorted(tmp_path.glob("*.ptx"))
    assert len(found) == 5
    for code in found:
        command = [assembler(), f"--gpu-name={TARGET}", code, "-o", code.with_suffix(".cubin")]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        assert built.returncode == 0, built.stderr[-3000:]
