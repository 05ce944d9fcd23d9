"""What is printed at the terminal of a person, or into a pipe: sentences, boards, scores, and that somebody is thinking."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import mark, say, speaking, spoken
from ponticello.players.player import Thought
from ponticello.table.match import Match, Turn
from ponticello.table.position import Position

if TYPE_CHECKING:
    from rich.console import Console

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
SLOW = 3.0  # seconds beyond the usual after which a delay is explained
COMPILING = mark("The rules are being compiled for this computer; that takes about a minute, once.")


def new_console() -> Console:
    """Returns a console that prints text as it is."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False)


def in_colour(console: Console) -> bool:
    """Tells whether a board should come in colours."""
    return console.is_terminal and console.color_system is not None and not console.no_color


def print_text(console: Console, text: str, style: str = "") -> None:
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
    language = spoken()  # the line is drawn in a thread of its own

    def sentence(passed: float) -> str:
        if not last:
            return say(COMPILING) if passed > seconds + SLOW else say("{name} is thinking", name=name)
        tried = f"{last[-1].simulations:,}"
        if secret:
            return say("{name} is thinking (games tried: {number})", name=name, number=tried)
        return say("{name} is thinking about {move} (games tried: {number})", name=name, move=last[-1].move, number=tried)

    def line() -> Text:
        passed = time.monotonic() - began
        with speaking(language):
            said = sentence(passed)
        return Text(f"{FRAMES[int(10 * passed) % len(FRAMES)]} {said}", style="dim", no_wrap=True, overflow="ellipsis")

    with Live(
        get_renderable=line, console=console, refresh_per_second=10, transient=True, redirect_stdout=False, redirect_stderr=False
    ):
        yield last.append


def score_line(names: Sequence[str], scores: Sequence[int]) -> str:
    """Returns how many points everybody has."""
    return ", ".join(say("{name}: {points}", name=name, points=points) for name, points in zip(names, scores, strict=True))


def mover(match: Match, turn: Turn) -> str:
    """Returns who took a turn."""
    return say("chance") if turn.seat == CHANCE else match.names[turn.seat]


def turn_line(match: Match, turn: Turn) -> str:
    """Returns who took a turn, and its moves."""
    return say("{name}: {points}", name=mover(match, turn), points=turn)
