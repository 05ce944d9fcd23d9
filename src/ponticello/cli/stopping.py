"""How long work is stopped from outside: by Ctrl-C, and by SIGTERM, which `kill` sends."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from types import FrameType
from typing import TYPE_CHECKING

from ponticello.cli.command import STOPPED
from ponticello.engine.words import say

if TYPE_CHECKING:
    from rich.console import Console

SIGNALS = (signal.SIGINT, signal.SIGTERM)
SHOW_CURSOR, UP = "\x1b[?25h", "\x1b[A"


class Stopping:
    """Whether somebody has asked to stop: called by the work after each piece of it, which then ends by itself.

    The signals set a flag. An exception would come at any moment, and be lost where JAX calls Python while memory is collected.
    As long as there is nothing to save, the process ends at once: importing and compiling take long, and look at no flag.
    Ctrl-C again raises KeyboardInterrupt, but if the work knows already and is about to end, only the one after that does.
    """

    def __init__(self, console: Console) -> None:
        self.can_save = False  # to be said by whoever works
        self._told = 0  # how often
        self._known = False
        self._on_screen = console.is_terminal
        self._too_early = say("Stopped before anything new was saved.")
        self._patience = say("Stopping; Ctrl-C again interrupts at once.")

    def __call__(self) -> bool:
        self._known = self._told > 0
        return self._known

    @contextlib.contextmanager
    def hearing(self) -> Iterator[None]:
        """Hears the signals, also those that a shell lets its jobs in the background ignore."""
        before = {number: signal.signal(number, self._hear) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _hear(self, signum: int, frame: FrameType | None) -> None:
        if not self.can_save:
            self._write(f"{SHOW_CURSOR}\r{self._too_early}\n" if self._on_screen else f"{self._too_early}\n")
            os._exit(STOPPED)
        self._told += 1
        if self._told == 1:
            # On a screen that is the line below a table, which is drawn anew from where the cursor is.
            self._write(f"\n{self._patience}\r{UP}" if self._on_screen else f"{self._patience}\n")
        elif signum == signal.SIGINT and not (self._known and self._told == 2):
            raise KeyboardInterrupt

    def _write(self, text: str) -> None:
        """Writes past Python's streams, in the midst of whose work a signal may come."""
        with contextlib.suppress(OSError):
            os.write(1 if self._on_screen else 2, text.encode(errors="replace"))
