"""Breaks the sources on purpose, one small change at a time, and sees whether the tests notice.

    python tests/mutations/run.py [NAME ...] [--jobs 2] [--list] [--no-baseline]

The changes stand in `mutations.toml`, each with the tests that should fail. Every one is made in a copy of the tree in a
temporary folder; before that the same tests must pass on a copy that is whole. A change that no test notices has survived: then
the exit code is 1.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PACKAGE = Path("src/ponticello")
COMPILED = ("engine", "games", "players")  # the folders whose every edit makes the compiler start afresh
PATIENCE = 300  # seconds; what takes longer hangs because of the change, and that is noticed too
PASSED, FAILED = 0, 1  # how pytest ends
CAUGHT, SURVIVED, BROKEN = "caught", "survived", "broken"
COLOURS = {CAUGHT: "green", SURVIVED: "red", BROKEN: "yellow"}


@dataclass(frozen=True)
class Mutation:
    """One thing broken on purpose."""

    name: str
    breaks: str  # in one sentence
    file: str  # under src/ponticello
    old: str
    new: str
    tests: tuple[str, ...]  # what should notice, as arguments of pytest
    compiled: bool = False  # whether these tests need compiled rules; the others run interpreted, which spares the compiler

    @property
    def path(self) -> Path:
        """The file from the root of the repository."""
        return PACKAGE / self.file

    @property
    def changes_rules(self) -> bool:
        """Whether compiled code is made from the file, so that it would have to be compiled anew."""
        return self.file.split("/")[0] in COMPILED

    @property
    def interpreted(self) -> bool:
        """Whether its tests run interpreted."""
        return self.changes_rules and not self.compiled

    def count(self, root: Path = ROOT) -> int:
        """Returns how often the old text stands in the file; 0 if there is no such file."""
        path = root / self.path
        return path.read_text(encoding="utf-8").count(self.old) if path.exists() else 0

    def apply(self, root: Path) -> None:
        """Breaks a copy of the tree."""
        path = root / self.path
        path.write_text(path.read_text(encoding="utf-8").replace(self.old, self.new), encoding="utf-8")


def mutations() -> list[Mutation]:
    """Reads the list."""
    listed = tomllib.loads((HERE / "mutations.toml").read_text(encoding="utf-8"))["mutation"]
    return [Mutation(**{**each, "tests": tuple(each["tests"])}) for each in listed]


@dataclass(frozen=True)
class Verdict:
    """What became of a mutation."""

    mutation: Mutation
    outcome: str
    by: str  # the first test that failed, or what went wrong
    seconds: float


def tracked() -> list[str]:
    """Returns the files of the tree, those not yet added included."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    )
    return [name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


@contextmanager
def copied(files: Iterable[str]) -> Iterable[Path]:
    """Gives a copy of the tree, for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="ponticello-mutation-", ignore_cleanup_errors=True) as folder:
        for name in files:
            (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, Path(folder) / name)
        yield Path(folder)


def run_tests(
    tree: Path, tests: Sequence[str], interpret: bool, *, own_cache: bool = False, patience: float = PATIENCE
) -> tuple[int | None, str]:
    """Runs tests on a copy; returns how pytest ended (None if it never did) and what it said."""
    settings = {"PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    if interpret:
        settings["PONTICELLO_INTERPRET"] = "1"
    if own_cache:
        settings["PONTICELLO_CACHE"] = str(tree / "cache")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=line", "-p", "no:cacheprovider", *tests]
    with subprocess.Popen(
        command,
        cwd=tree,
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            said, _ = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # with whatever it has started
            return None, ""
    return process.returncode, said


def try_out(mutation: Mutation, files: Iterable[str]) -> Verdict:
    """Makes one change and runs its tests."""
    began = time.monotonic()
    if mutation.count() != 1:
        return Verdict(mutation, BROKEN, f"its text is {mutation.count()} times in {mutation.path}", 0.0)
    with copied(files) as tree:
        mutation.apply(tree)
        ended, said = run_tests(tree, mutation.tests, mutation.interpreted, own_cache=mutation.changes_rules)
    seconds = time.monotonic() - began
    if ended is None:
        return Verdict(mutation, CAUGHT, f"no end within {PATIENCE} s", seconds)
    if ended == FAILED:
        failed = re.search(r"^(?:FAILED|ERROR) \S*?::(\S+)", said, re.MULTILINE)
        return Verdict(mutation, CAUGHT, failed[1] if failed else "", seconds)
    if ended == PASSED:
        return Verdict(mutation, SURVIVED, " ".join(mutation.tests), seconds)
    last = (said.strip().splitlines() or [f"pytest ended with {ended}"])[-1]
    return Verdict(mutation, BROKEN, last[:200], seconds)


def baseline(chosen: Sequence[Mutation], files: Iterable[str], console: Console) -> bool:
    """Tells whether all the tests pass as long as nothing is broken; else nothing that follows would mean anything."""
    for interpret in (False, True):
        tests = sorted({test for each in chosen if each.interpreted == interpret for test in each.tests})
        if not tests:
            continue
        console.print(f"{len(tests)} selections of tests on the whole tree, {'interpreted' if interpret else 'compiled'} ...")
        with copied(files) as tree:
            ended, said = run_tests(tree, tests, interpret, patience=6 * PATIENCE)
        if ended != PASSED:
            console.print(said[-4000:] or f"no end within {PATIENCE} s", markup=False, highlight=False)
            return False
    return True


def report(verdicts: Sequence[Verdict], console: Console) -> None:
    """Prints the table."""
    table = Table(title="Mutations")
    for column in ("mutation", "", "what it breaks", "first noticed by", "s"):
        table.add_column(column, justify="right" if column == "s" else "left", overflow="fold")
    for verdict in verdicts:
        outcome = f"[{COLOURS[verdict.outcome]}]{verdict.outcome}[/]"
        table.add_row(
            verdict.mutation.name, outcome, verdict.mutation.breaks, verdict.by.replace("[", r"\["), f"{verdict.seconds:.0f}"
        )
    console.print(table)
    counts = [f"{sum(verdict.outcome == outcome for verdict in verdicts)} {outcome}" for outcome in COLOURS]
    console.print(f"{len(verdicts)} mutations: {', '.join(counts)}")


def main() -> int:
    """Tries the mutations that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which ones, wildcards allowed (server-*); without, all of them")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--list", action="store_true", help="only says which there are")
    parser.add_argument("--no-baseline", action="store_true", help="does not run the tests on the whole tree first")
    wishes = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 180)
    listed = mutations()
    chosen = [each for each in listed if not wishes.names or any(fnmatch.fnmatch(each.name, name) for name in wishes.names)]
    unknown = [name for name in wishes.names if not any(fnmatch.fnmatch(each.name, name) for each in listed)]
    if unknown:
        parser.error(f"there is no mutation {', '.join(unknown)}; --list says which there are")
    if wishes.list:
        for each in chosen:
            console.print(f"{each.name}: {each.breaks}", highlight=False)
        return 0
    files = tracked()
    if not wishes.no_baseline and not baseline(chosen, files, console):
        console.print("These tests fail although nothing is broken, so they can tell nothing.")
        return 1
    verdicts: dict[str, Verdict] = {}
    with ThreadPoolExecutor(wishes.jobs) as pool:
        for done in as_completed([pool.submit(try_out, each, files) for each in chosen]):
            verdict = done.result()
            verdicts[verdict.mutation.name] = verdict
            console.print(
                f"{len(verdicts)}/{len(chosen)} {verdict.mutation.name}: {verdict.outcome} ({verdict.by})",
                markup=False,
                highlight=False,
            )
    report([verdicts[each.name] for each in chosen], console)
    return 0 if all(verdict.outcome == CAUGHT for verdict in verdicts.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
