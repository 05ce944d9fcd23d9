"""Bars that show how far many games have come, or a long piece of work."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ponticello.engine.words import say

BETWEEN = 15.0  # seconds between two lines where no bar can be shown


@contextlib.contextmanager
def games_bar(total: int, lines: bool = False) -> Iterator[Callable[[int], None]]:
    """Shows, where somebody watches, how far the games are and how long they will take; it is to be told how many were played.

    The bar appears with the first of them: what is compiled before announces itself. Where the standard error is no terminal
    `lines` are written to it instead, now and then.
    """
    columns = (
        TextColumn(say("Playing")),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn(say("left")),
        TimeRemainingColumn(),
    )
    with contextlib.ExitStack() as shown:
        bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
        task = bar.add_task("games", total=total)

        said = time.monotonic()

        def tell(played: int) -> None:
            nonlocal said
            if lines and bar.disable and time.monotonic() - said >= BETWEEN:
                said = time.monotonic()
                print(
                    say("games played: {played} of {total}", played=f"{played:,}", total=f"{total:,}"),
                    file=sys.stderr,
                    flush=True,
                )
            if not bar.live.is_started:
                shown.enter_context(bar)
            bar.update(task, completed=played)

        yield tell


@contextlib.contextmanager
def bar(doing: str, total: int) -> Iterator[Callable[[int], None]]:
    """Shows, where somebody watches, how far something is; it is to be told how much is done."""
    shown = Progress(
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with shown:
        task = shown.add_task(doing, total=total)
        yield lambda done: shown.update(task, completed=done)
