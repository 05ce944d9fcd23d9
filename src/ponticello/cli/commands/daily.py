"""`ponticello daily`: the deal of the day in the terminal. Its work is in `daily_session`."""

from __future__ import annotations

from typing import Annotated

import typer

from ponticello.cli.arguments import GameName
from ponticello.cli.command import command


@command(
    "daily",
    ("ponticello daily", "what there is today, and what to share"),
    ("ponticello daily GAME", "play the deal of the day, or solve its puzzle"),
    ("ponticello daily GAME --server URL --token T", "the one that all play at a server"),
    summary="Play the deal of the day.",
)
def daily_command(
    game: GameName = None,
    server: Annotated[str | None, typer.Option(metavar="URL", help="The address of a web table.", show_default=False)] = None,
    token: Annotated[
        str | None,
        typer.Option(metavar="T", help="A token from your profile page there.", envvar="PONTICELLO_TOKEN", show_default=False),
    ] = None,
) -> int:
    """Play the deal of the day: one try that counts, without hints, and nothing is taken back.

    Without --server the deals are your own, and different from everybody else's.
    """
    from ponticello.cli.daily_session import run

    return run(game, server, token)
