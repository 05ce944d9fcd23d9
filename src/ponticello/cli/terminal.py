"""The person at the terminal: what is printed, what is typed, and how one leaves."""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING

from ponticello.players.player import Thought
from ponticello.table.position import Position

if TYPE_CHECKING:
    from rich.console import Console


class Departure(BaseException):
    """The person leaves the table: Ctrl-C, Ctrl-D, the end of the input, or a signal to stop.

    It comes at any moment, in anybody's code, and like KeyboardInterrupt is none of the errors which that code expects.
    """

    def __init__(self, signum: int = 0) -> None:
        super().__init__(signum)
        self.exit_code = 128 + signum if signum else 0


def new_console() -> Console:
    """Returns a console that prints text as it is."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False)


def in_colour(console: Console) -> bool:
    """Tells whether a board should come in colours."""
    return console.is_terminal and console.color_system is not None and not console.no_color


def say(console: Console, text: str, style: str = "") -> None:
    """Prints sentences: broken between words on a screen, as they are in a pipe."""
    console.print(text, style=style, soft_wrap=not console.is_terminal)


def print_board(console: Console, position: Position, last: tuple[int, ...] = ()) -> None:
    """Prints a board, never wrapped."""
    from rich.text import Text

    colour = in_colour(console)
    board = position.text(colour=colour, last=last).rstrip("\n")
    if colour:
        console.print(Text.from_ansi(board), no_wrap=True, crop=False, overflow="ignore")
    else:
        console.file.write(board + "\n")


FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
SLOW = 3.0  # seconds beyond the usual after which a delay is explained
COMPILING = "The rules are being compiled for this computer; that takes about a minute, once."


@contextlib.contextmanager
def thinking(console: Console, name: str, seconds: float, secret: bool = False) -> Iterator[Callable[[Thought], None]]:
    """Shows on a terminal that somebody thinks and, unless that is secret, about what; it is to be told how thoughts proceed."""
    if not console.is_terminal or console.is_dumb_terminal:
        yield lambda thought: None
        return
    from rich.live import Live
    from rich.text import Text

    began = time.monotonic()
    last: list[Thought] = []

    def line() -> Text:
        passed = time.monotonic() - began
        about = f" about {last[-1].move}" if last and not secret else ""
        tried = f" ({last[-1].simulations:,} games tried)" if last else ""
        sentence = COMPILING if not last and passed > seconds + SLOW else f"{name} is thinking{about}{tried}"
        return Text(f"{FRAMES[int(10 * passed) % len(FRAMES)]} {sentence}", style="dim", no_wrap=True, overflow="ellipsis")

    with Live(
        get_renderable=line, console=console, refresh_per_second=10, transient=True, redirect_stdout=False, redirect_stderr=False
    ):
        yield last.append


TICK = 0.25  # seconds


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
    def heeding(self) -> Iterator[None]:
        """Hears the signals to stop while the house thinks, too; what it was about to play is not played."""
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
    def listening(self) -> Iterator[None]:
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
