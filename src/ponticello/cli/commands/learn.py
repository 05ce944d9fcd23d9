"""`ponticello learn`: a game step by step, on its own board. Its work is in `lesson_session`."""

from __future__ import annotations

from typing import Annotated

import typer

from ponticello.cli.command import command


@command(
    "learn",
    ("ponticello learn", "the lessons, and how far you have come"),
    ("ponticello learn GAME", "go on with the lesson of a game"),
    ("ponticello learn GAME --step 3", "at one of its steps"),
    summary="Learn a game step by step.",
)
def learn_command(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game to learn.", show_default=False)] = None,
    step: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="The step to begin with.", show_default="the first not done")
    ] = None,
) -> int:
    """Learn a game step by step: one idea and one thing to do at a time, then a first game with hints.

    Which steps are done is kept. Leave with quit, Ctrl-C or Ctrl-D.
    """
    from ponticello.cli.lesson_session import learn

    return learn(game, step)
