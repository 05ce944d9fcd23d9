"""`ponticello bench`: how fast this machine plays random games. Its work is in `speed`."""

from __future__ import annotations

from typing import Annotated

import typer

from ponticello.cli.arguments import OnlyGame
from ponticello.cli.command import command


@command(
    "bench",
    ("ponticello bench --seconds 5", "every game, five seconds a number"),
    summary="Measure how fast this machine plays.",
)
def bench_command(
    game: OnlyGame = None,
    seconds: Annotated[float, typer.Option(metavar="S", min=0.001, max=3600, help="How long to measure each number.")] = 2,
) -> None:
    """Measure how fast this machine plays random games, on one core and on all."""
    from ponticello.cli.speed import report_speed

    report_speed(game, seconds)
