"""`ponticello engine`: plays for another program. Its work is in `engine_session`."""

from __future__ import annotations

from typing import Annotated

import typer

from ponticello.cli.command import command


@command(
    "engine",
    ("ponticello engine --game GAME --level 2", "what others can seat"),
    ("ponticello play GAME --against engine:COMMAND", "seats such a program here"),
    summary="Play for another program, in a line protocol.",
)
def engine_command(
    game: Annotated[
        str | None, typer.Option(metavar="NAME", help="The game, until the other side names one.", show_default=False)
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="Who thinks; see `ponticello players`.", show_default="the strongest"),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Makes levels that count repeatable.", show_default=False)
    ] = None,
    threads: Annotated[int | None, typer.Option(metavar="N", min=1, help="How many cores think.", show_default="all")] = None,
) -> None:
    """Play for another program: moves are asked for and answered in lines, as docs/engine-protocol.md says."""
    from ponticello.cli.engine_session import serve

    serve(game, level, seed, threads)
