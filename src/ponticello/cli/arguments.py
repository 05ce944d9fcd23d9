"""What several commands take on the command line, declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

GameName = Annotated[str | None, typer.Argument(metavar="GAME", help="One game only.", show_default=False)]
OneGame = Annotated[str, typer.Argument(metavar="GAME", help="The game.", show_default=False)]
OnlyGame = Annotated[str | None, typer.Option("--game", metavar="NAME", help="One game only.", show_default=False)]
PlayerCount = Annotated[int | None, typer.Option("--players", metavar="N", help="The number of players.", show_default=False)]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game, spelt out.", show_default=False),
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record file, usually *.pont.", show_default=False)]
GameNumber = Annotated[
    int | None, typer.Option("--game", metavar="K", help="Which game of a file with several, from 1.", show_default=False)
]
