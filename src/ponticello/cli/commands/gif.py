"""`ponticello gif`: a recorded game as a moving picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ponticello.cli.arguments import GameNumber, RecordFile
from ponticello.cli.command import command
from ponticello.cli.files import write_file
from ponticello.cli.recorded_game import check_view, open_record
from ponticello.engine import raster
from ponticello.engine.words import say
from ponticello.table.film import film

WIDTH = 480


@command(
    "gif",
    ("ponticello gif game.pont game.gif", "the whole game, turn by turn"),
    ("ponticello gif game.pont game.gif --theme dark --width 720", "by night, and larger"),
)
def gif_command(
    file: RecordFile,
    picture: Annotated[Path, typer.Argument(metavar="PICTURE", help="The file to write.", show_default=False)],
    game: GameNumber = None,
    theme: Annotated[Literal["light", "dark"], typer.Option(help="The colours of the picture.")] = "light",
    view: Annotated[
        str | None, typer.Option(metavar="SIDE", help="The side from which the picture is seen.", show_default=False)
    ] = None,
    width: Annotated[int, typer.Option(metavar="PIXELS", min=100, max=2000, help="How wide the picture is.")] = WIDTH,
) -> None:
    """Draw a recorded game as a moving picture, an animated GIF."""
    from ponticello.cli.progress import bar

    match = open_record(file, game)
    check_view(match, view)
    frames = film(match, theme, view)
    with bar(say("Drawing"), len(frames)) as told:
        content = raster.moving_picture(frames, width, told)
    write_file(picture, content)
