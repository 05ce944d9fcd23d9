"""Compiled rules: never older than the sources, compiled once, and never needed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import ponticello
from ponticello.engine import native

pytestmark = pytest.mark.slow

PACKAGE = Path(ponticello.__file__).parent

PLAYOUTS = """
import numpy as np, sys
import ponticello as pc
from ponticello.engine.dice import Dice, new_dice
from ponticello.engine.playouts import run_playouts
from ponticello.engine.record import Records
game = pc.game("skybridge")
start = game.position(2).state
totals = np.zeros(2, np.int64)
run_playouts(Records.of(start, 1), Records.of(start, 1), Records(Dice, new_dice(1).array),
             np.zeros(game.rulebook.actions, np.int8), 50, totals)
print("totals", totals.tolist())
dispatcher = run_playouts.dispatcher
if dispatcher is not None:
    print("hits", sum(dispatcher.stats.cache_hits.values()), "misses", sum(dispatcher.stats.cache_misses.values()))
"""

TABLE = """
import sys
import ponticello as pc
match = pc.game("skybridge").match(2, seed=3)
while not match.over:
    match.play(match.legal()[0])
print(match.status, match.explain().count("."))
batch = pc.game("skybridge").batch(3)
print(batch.playout().min() > 0, batch.over.all(), batch.legal_mask.any())
print("numba imported:", "numba" in sys.modules)
"""


def run(code: str, package: Path = PACKAGE, **environment: str) -> str:
    """Runs code in a fresh process, with the package from a given folder."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PONTICELLO", "NUMBA"))}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**inherited, "PYTHONPATH": str(package.parent), **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package that tests may edit."""
    target = tmp_path_factory.mktemp("copy") / "ponticello"
    shutil.copytree(PACKAGE, target, ignore=shutil.ignore_patterns("__pycache__"))
    return target


def test_an_edited_rule_is_seen_and_an_unedited_one_is_not_compiled_again(sources: Path, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    with ThreadPoolExecutor(2) as pool:  # of two processes at the same time one compiles, and the other waits for it
        both = pool.map(lambda _: run(PLAYOUTS, sources, PONTICELLO_CACHE=cache), range(2))
    first, second = sorted(both, key=lambda said: said.splitlines()[-1])
    assert "hits 0 misses 1" in first and "hits 1 misses 0" in second
    again = run(PLAYOUTS, sources, PONTICELLO_CACHE=cache)
    assert "hits 1 misses 0" in again
    assert first.splitlines()[0] == again.splitlines()[0]
    assert len(list(Path(cache, "compiled").iterdir())) == 1

    # One floor less for a block of three: a rule called by a rule called by the compiled function, in another file.
    rules = sources / "games" / "skybridge" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    assert text.count("FLOORS = np.array([3, 2, 0, 1]") == 1
    rules.write_text(text.replace("FLOORS = np.array([3, 2, 0, 1]", "FLOORS = np.array([2, 2, 0, 1]"), encoding="utf-8")
    edited = run(PLAYOUTS, sources, PONTICELLO_CACHE=cache)
    assert "hits 0 misses 1" in edited and edited.splitlines()[0] != first.splitlines()[0]
    assert edited.splitlines()[0] == run(PLAYOUTS, sources, PONTICELLO_INTERPRET="1").splitlines()[0]
    assert len(list(Path(cache, "compiled").iterdir())) == 2


def test_importing_the_package_does_not_import_the_compiler() -> None:
    code = "import sys, ponticello as pc; match = pc.game('ponte').match(); match.play(match.legal()[0]); match.svg(); str(match)"
    assert run(code + "; print('numba' in sys.modules)").strip() == "False"


def test_interpreted_rules_need_no_compiler() -> None:
    output = run(TABLE, PONTICELLO_INTERPRET="1").splitlines()
    assert output[1:] == ["True True False", "numba imported: False"]
    assert run(PLAYOUTS, PONTICELLO_INTERPRET="1").startswith("totals [")


def test_a_machine_without_numba_can_play(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['numba'] = None\nsys.modules['llvmlite'] = None\n")
    path = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
    assert run(TABLE, PYTHONPATH=path).splitlines()[1] == "True True False"
    code = "import ponticello as pc; pc.game('ponte').compile(); print(pc.game('ponte').match().legal()[0])"
    assert run(code, PYTHONPATH=path).strip() == "a1"


COUNT = """
import numpy as np, pathlib
import ponticello as pc
from ponticello.engine import native
pc.game("skybridge").compile()
print(pc.game("skybridge").position(2).play("first 1").legal[0])
print(native.cache_folder())
"""


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    move, folder = run(COUNT, PONTICELLO_CACHE=str(blocked / "cache")).splitlines()
    assert move == "C3@a1" and blocked.read_text() == "in the way"
    shutil.rmtree(folder)


def in_a_terminal(code: str, **environment: str) -> str:
    """Runs code in a fresh process whose error output is a terminal; returns what that terminal shows."""
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent), "TERM": "xterm", **environment},
        stdin=slave,
        stderr=slave,
        stdout=subprocess.DEVNULL,
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            piece = os.read(master, 4096)
        except OSError:  # how Linux says that the other end has gone
            break
        if not piece:
            break
        shown += piece
    os.close(master)
    assert process.wait(timeout=300) == 0, shown.decode()
    return shown.decode()


def test_a_person_is_told_about_the_first_compilation_only(tmp_path: Path) -> None:
    code = "import ponticello as pc; pc.game('skybridge').compile(); pc.game('skybridge').compile()"
    shown = in_a_terminal(code, PONTICELLO_CACHE=str(tmp_path))
    assert "Compiling the rules of Skybridge for the first time" in shown
    assert in_a_terminal(code, PONTICELLO_CACHE=str(tmp_path)) == ""
    assert run(code + "; print('done')", PONTICELLO_CACHE=str(tmp_path)) == "done\n"


def test_old_caches_are_forgotten(tmp_path: Path) -> None:
    old, recent = tmp_path / "compiled" / "old", tmp_path / "compiled" / "recent"
    for folder in (old, recent):
        folder.mkdir(parents=True)
        (folder / "x.nbi").write_text("compiled")
    os.utime(old, (1_000_000, 1_000_000))
    code = "from ponticello.engine.native import cache_folder; print(cache_folder())"
    made = Path(run(code, PONTICELLO_CACHE=str(tmp_path)).strip())
    assert made.is_dir() and made.parent == tmp_path / "compiled" and recent.exists() and not old.exists()


def test_the_fingerprint_covers_rules_and_engine(sources: Path) -> None:
    code = "from ponticello.engine.native import sources_hash; print(sources_hash())"
    seen = {run(code, sources)}
    for file in ("games/ponte/board.py", "engine/verbs.py", "games/skybridge/new.py"):
        with (sources / file).open("a", encoding="utf-8") as edited:
            edited.write("# a remark\n")
        seen.add(run(code, sources))
    assert len(seen) == 4


@pytest.mark.parametrize(("value", "expected"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_the_switch_for_interpreting(monkeypatch: pytest.MonkeyPatch, value: str, expected: bool) -> None:
    pytest.importorskip("numba")
    monkeypatch.setenv("PONTICELLO_INTERPRET", value)
    assert native.interpreted() is expected


def test_host_programs_keep_their_own_cache() -> None:
    code = "from numba.core import config; config.CACHE_DIR = 'mine'; from ponticello.engine import native; "
    code += "native._dispatcher(native.rule, native.cache_folder(), False); print(config.CACHE_DIR)"
    assert run(code).strip() == "mine"
