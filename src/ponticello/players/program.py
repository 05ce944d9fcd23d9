"""A program that runs beside this one and is spoken to in lines. Whatever it does, nobody waits for it without a limit."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Sequence
from typing import IO

from ponticello.engine.errors import PlayerFailed
from ponticello.engine.words import mark, say
from ponticello.players.protocol import MOST_LETTERS

FAREWELL = 1.0  # seconds that a program has to end by itself
LAST_WORDS = 4096  # bytes of the standard error that are kept
WAITING_LINES = 1000  # more than this and a program that nobody listens to is held up


class Ended(Exception):
    """The program will say no more; the sentence, with places for its {name} and some values, says what has become of it."""

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence)
        self.sentence, self.values = sentence, values


class Program:
    """A running program: its standard input and output are lines of text, its standard error is kept for the day it fails."""

    def __init__(self, command: Sequence[str], name: str) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that Ctrl-C is ours alone, and its own children end with it
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise PlayerFailed(say("{name} cannot be started: {reason}", name=name, reason=why)) from None
        self._heard: queue.Queue[str | Ended] = queue.Queue(WAITING_LINES)
        self._closed = threading.Event()
        self._errors = b""
        self._threads = [
            threading.Thread(target=work, args=(stream,), daemon=True)
            for work, stream in ((self._listen, self._process.stdout), (self._overhear, self._process.stderr))
        ]
        for thread in self._threads:
            thread.start()

    def say(self, line: str) -> None:
        """Sends a line. If the program is gone, the next question of what it says will tell."""
        assert self._process.stdin is not None
        left = memoryview(f"{line}\n".encode())
        with contextlib.suppress(OSError):
            while left:
                left = left[self._process.stdin.write(left) :]

    def hear(self, seconds: float) -> str | None:
        """Returns the next line, or nothing if none comes in time; raises Ended when no more can come."""
        try:
            line = self._heard.get(timeout=seconds)
        except queue.Empty:
            return None
        if isinstance(line, Ended):
            raise line
        return line

    @property
    def last_words(self) -> str:
        """The last lines of the standard error, in one."""
        lines = [line.strip() for line in self._errors.decode(errors="replace").splitlines()]
        return " / ".join([line for line in lines if line][-3:])

    def close(self, patience: float = FAREWELL) -> None:
        """Asks the program to end; soon after, ends it."""
        self.say("quit")
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
            self._process.wait()
        self._closed.set()
        for thread in self._threads:
            thread.join(FAREWELL)  # it lives on only if a child of the program has escaped and holds the pipe

    def _listen(self, stream: IO[bytes]) -> None:
        """Passes on the lines of the standard output."""
        begun = b""
        with stream:
            while chunk := stream.read(65536):
                *lines, begun = (begun + chunk).split(b"\n")
                for line in lines:
                    self._pass_on(line.decode(errors="replace").strip())
                if len(begun) > MOST_LETTERS:
                    sentence = mark("{name} printed more than {most} letters without a line break")
                    self._pass_on(Ended(sentence, most=f"{MOST_LETTERS:,}"))
                    return
        if begun.strip():
            self._pass_on(begun.decode(errors="replace").strip())
        self._pass_on(self._fate())

    def _pass_on(self, line: str | Ended) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._heard.put(line, timeout=0.1)
                return

    def _fate(self) -> Ended:
        """Returns what has become of a program whose output has ended."""
        try:
            code = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return Ended(mark("{name} closed its output"))
        if code < 0:
            with contextlib.suppress(ValueError):
                return Ended(mark("{name} was ended by {signal}"), signal=signal.Signals(-code).name)
        return Ended(mark("{name} ended with exit code {code}"), code=code)

    def _overhear(self, stream: IO[bytes]) -> None:
        with stream:
            while chunk := stream.read(65536):
                self._errors = (self._errors + chunk)[-LAST_WORDS:]
