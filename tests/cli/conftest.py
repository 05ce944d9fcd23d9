"""Tools of the command's tests: real processes, a real terminal, and games to type in."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ponticello as pc
from ponticello.cli import run_command
from tests.cli.cli_shelf import lines_of, whole_game

COMMAND = [sys.executable, "-m", "ponticello"]
PATIENCE = 120  # only a test that has gone wrong waits that long
TAKE_TERMINAL = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of saved games, of this test only."""
    monkeypatch.setenv("PONTICELLO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "data" / "games"


class Typed(io.TextIOWrapper):
    """A stream in memory that the command takes for a pipe."""

    def __init__(self, text: str = "") -> None:
        super().__init__(io.BytesIO(text.encode()), encoding="utf-8", newline="")

    def text(self) -> str:
        """Returns everything that was written."""
        self.flush()
        return self.buffer.getvalue().decode()  # type: ignore[attr-defined]


@pytest.fixture
def run(data: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in this process, with lines typed into a pipe. Starting real ones would take most of the time."""

    def run(*arguments: object, lines: list[str] | None = None) -> subprocess.CompletedProcess[str]:
        words = [str(argument) for argument in arguments]
        out, err = Typed(), Typed()
        with monkeypatch.context() as streams:
            streams.setattr(sys, "stdin", Typed("".join(f"{line}\n" for line in lines or [])))
            streams.setattr(sys, "stdout", out)
            streams.setattr(sys, "stderr", err)
            code = run_command(words)
        return subprocess.CompletedProcess(words, code, out.text(), err.text())

    return run


@pytest.fixture
def process(data: Path) -> Run:
    """Runs the command as a process of its own, with lines typed into a real pipe."""

    def run(*arguments: object, lines: list[str] | None = None) -> subprocess.CompletedProcess[str]:
        typed = "".join(f"{line}\n" for line in lines or [])
        return subprocess.run(
            [*COMMAND, *map(str, arguments)], input=typed, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
        )

    return run


class Terminal:
    """The command in a pseudo-terminal."""

    def __init__(self, *arguments: object, columns: int = 80, rows: int = 24) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        command = [sys.executable, "-c", TAKE_TERMINAL, *COMMAND, *map(str, arguments)]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
        os.close(theirs)
        self.output = ""
        self._seen = 0

    def type(self, text: str, end: str = "\n") -> None:
        """Types a text and, usually, Enter."""
        os.write(self._ours, (text + end).encode())

    def wait_for(self, text: str) -> None:
        """Reads on until a text appears after all that was waited for before."""
        end = time.monotonic() + PATIENCE
        while (found := self.output.find(text, self._seen)) < 0:
            assert time.monotonic() < end, f"{text!r} never came; the screen: {self.output[self._seen :]}"
            if not self._read(0.1):
                assert text in self.output[self._seen :], f"{text!r} never came; it ended with: {self.output[self._seen :]}"
        self._seen = found + len(text)

    def _read(self, patience: float) -> bool:
        if not select.select([self._ours], [], [], patience)[0]:
            return True
        try:
            got = os.read(self._ours, 65536)
        except OSError:
            return False
        self.output += got.decode(errors="replace")
        return bool(got)

    def hang_up(self) -> None:
        """Closes the terminal's window."""
        os.close(self._ours)
        self._ours = -1

    def finish(self) -> int:
        """Reads the rest and returns the exit code."""
        end = time.monotonic() + PATIENCE
        while self._ours >= 0 and self._read(0.1) and time.monotonic() < end:
            pass
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """Ends whatever is left."""
        self.process.kill()
        self.process.wait()
        if self._ours >= 0:
            self.hang_up()


@pytest.fixture
def terminal(data: Path) -> Iterator[Callable[..., Terminal]]:
    """Opens terminals and closes them after the test."""
    opened: list[Terminal] = []

    def start(*arguments: object, **size: int) -> Terminal:
        opened.append(Terminal(*arguments, **size))
        return opened[-1]

    yield start
    for each in opened:
        each.close()


@pytest.fixture
def games() -> Callable[..., tuple[pc.Match, list[str]]]:
    """Makes whole games, with the lines to type them."""

    def make(name: str, seed: int = 1, players: int | None = None) -> tuple[pc.Match, list[str]]:
        match = whole_game(name, seed, players)
        return match, lines_of(match)

    return make


@pytest.fixture
def only_record(data: Path) -> Callable[[], Path]:
    """Finds the one record of the folder."""

    def find() -> Path:
        (record,) = data.glob("*.pont")
        return record

    return find
