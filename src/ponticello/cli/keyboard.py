"""What the person at the terminal types, and how one leaves: a word, Ctrl-C, Ctrl-D, a closed window."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator
from types import FrameType

TICK = 0.25  # seconds


class Departure(BaseException):
    """The person leaves the table: Ctrl-C, Ctrl-D, the end of the input, or a signal to stop.

    It comes at any moment, in anybody's code, and like KeyboardInterrupt is none of the errors which that code expects.
    """

    def __init__(self, signum: int = 0) -> None:
        super().__init__(signum)
        self.exit_code = 128 + signum if signum else 0


class Keyboard:
    """Reads lines from a person or from a pipe. Signals to stop are heard only while it waits, so that no move is cut in two."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._waiting = False
        self._told = 0

    def ask(self, prompt: str) -> str:
        """Returns the next line; raises Departure when there is none or when it is time to stop."""
        self._waiting = True
        try:
            if self._told:
                raise Departure(self._told)
            if self.interactive:
                return input(prompt)
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            return line
        except EOFError:
            raise Departure from None
        finally:
            self._waiting = False

    @contextlib.contextmanager
    def interruptible(self) -> Iterator[None]:
        """Hears the signals to stop while a player thinks, too; what it was about to play is not played."""
        self._waiting = True
        try:
            if self._told:
                raise Departure(self._told)
            yield
        except Exception:
            if self._told:  # it may have come at a moment when others wrap what they catch
                raise Departure(self._told) from None
            raise
        finally:
            self._waiting = False

    @contextlib.contextmanager
    def hearing_signals(self) -> Iterator[None]:
        """Turns the signals to stop into a Departure."""
        if self.interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (arrow keys and a history for input)
        names = ("SIGINT", "SIGTERM", "SIGHUP")
        before = {number: signal.signal(number, self._hear) for name in names if (number := getattr(signal, name, None))}
        try:
            with ticking():
                yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _hear(self, signum: int, frame: FrameType | None) -> None:
        self._told = signum
        if self._waiting:
            raise Departure(signum)


@contextlib.contextmanager
def ticking() -> Iterator[None]:
    """Interrupts waiting for a key now and then. A signal that comes just before the wait begins would else be heard only after
    the next key, because Python runs its handlers between instructions."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda signum, frame: None)
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
