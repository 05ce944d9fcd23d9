"""`ponticello puzzle`: a puzzle in the terminal. Its work is in `terminal_puzzle`."""

from __future__ import annotations

from typing import Annotated

import typer

from ponticello.cli.arguments import OneGame
from ponticello.cli.command import command


@command(
    "puzzle",
    ("ponticello puzzle GAME", "one you have not seen, as likely as not"),
    ("ponticello puzzle GAME --number 7", "the one with this number"),
    ("ponticello puzzle GAME --grade 1", "an easy one"),
    summary="Solve a puzzle in the terminal.",
)
def puzzle_command(
    game: OneGame,
    number: Annotated[int | None, typer.Option(metavar="N", min=1, help="Which one.", show_default="any")] = None,
    grade: Annotated[
        int | None, typer.Option(metavar="1-5", min=1, max=5, help="How hard, from easy to fiendish.", show_default="any")
    ] = None,
) -> int:
    """Solve a puzzle in the terminal: moves are typed, ? lists them, solution gives in, quit leaves."""
    from ponticello.cli.terminal_puzzle import solve

    return solve(game, number, grade)
