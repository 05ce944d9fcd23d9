"""`ponticello puzzles`: the shipped puzzles, and new ones. Its work is in `puzzle_making`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ponticello.cli.arguments import GameName, OneGame
from ponticello.cli.command import Group, command


@command("list", ("ponticello puzzles list GAME", "a line a puzzle"), ("ponticello puzzles list", "of every game"))
def list_command(game: GameName = None) -> None:
    """List the puzzles that come with a game: what is asked, how hard it is, and which players find it."""
    from ponticello.cli.puzzle_making import list_puzzles

    list_puzzles(game)


@command(
    "make",
    ("ponticello puzzles make GAME --count 20", "to puzzles-GAME.toml"),
    ("ponticello puzzles make GAME --count 40", "twenty more"),
    summary="Find new puzzles, on all cores.",
)
def make_command(
    game: OneGame,
    count: Annotated[int, typer.Option(metavar="N", min=1, max=10_000, help="How many puzzles.")] = 20,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where they go.", show_default="puzzles-GAME.toml")] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Games at a time.", show_default="one for each core")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The number of the first game to look through.")] = 1,
) -> int:
    """Let the machine play itself and look through its games for positions with exactly one answer, each proven.

    What was found is kept beside the file, in FILE.journal, so Ctrl-C loses nothing: the same command goes on.
    """
    from ponticello.cli.puzzle_making import make

    return make(game, count, out, jobs, seed)


puzzles_group = Group(
    "puzzles",
    summary="Puzzles: the shipped ones, and new ones.",
    about="Puzzles, each with exactly one answer: list the shipped ones, and let the machine find more.",
    examples=(
        ("ponticello puzzles list GAME", "those that come with a game"),
        ("ponticello puzzle GAME", "solve one"),
        ("ponticello puzzles make GAME --count 20", "find new ones"),
    ),
    commands=(list_command, make_command),
)
