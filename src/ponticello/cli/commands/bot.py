"""`ponticello bot`: a player at somebody else's web table. Its work is in `server_bot`."""

from __future__ import annotations

from typing import Annotated

import typer

from ponticello.cli.arguments import OnlyGame
from ponticello.cli.command import command


@command(
    "bot",
    ("ponticello bot --server URL --token T", "plays with whoever waits in the lobby"),
    ("ponticello bot --server URL --token T --match ID", "takes the open seat at one match"),
    ("ponticello bot --server URL --token T --game GAME --create", "waits in the lobby itself"),
    summary="Let a player of the house play at a server.",
)
def bot_command(
    server: Annotated[str, typer.Option(metavar="URL", help="The address of the web table.", show_default=False)],
    token: Annotated[
        str,
        typer.Option(
            metavar="T",
            help="A token from your profile page there: the bot plays under your name.",
            envvar="PONTICELLO_TOKEN",
            show_default=False,
        ),
    ],
    level: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="Who thinks; see `ponticello players`.", show_default="the level in the middle"),
    ] = None,
    game: OnlyGame = None,
    match: Annotated[
        str | None, typer.Option(metavar="ID", help="One match only, by its id or its link.", show_default=False)
    ] = None,
    create: Annotated[bool, typer.Option("--create", help="Make a match that waits in the lobby, and play it.")] = False,
) -> None:
    """Let a player of the house play at a server, all its matches at once, until Ctrl-C.

    It comes back by itself when the connection is lost or the server restarts.
    """
    from ponticello.cli.server_bot import BotRequest, run

    run(BotRequest(server, token, level, game, match, create))
