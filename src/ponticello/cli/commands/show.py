"""`ponticello show`: one position of a recorded game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from ponticello.cli.arguments import GameNumber, RecordFile
from ponticello.cli.command import command
from ponticello.cli.console import new_console, print_text
from ponticello.cli.files import write_file
from ponticello.cli.recorded_game import check_view, open_record, print_turn
from ponticello.engine import raster
from ponticello.engine.errors import BadOption
from ponticello.engine.words import say
from ponticello.table.film import after_turn

PIXELS = 1200  # the width of a PNG picture


@command(
    "show",
    ("ponticello show game.pont", "the end of the game"),
    ("ponticello show game.pont --move 0", "its start"),
    ("ponticello show game.pont --move 12 --svg board.svg", "a picture after turn 12"),
    ("ponticello show game.pont --png board.png", "the same as PNG"),
)
def show_command(
    file: RecordFile,
    move: Annotated[
        int | None,
        typer.Option(metavar="N", help="After turn N, as the record numbers them; 0 is the start.", show_default="the end"),
    ] = None,
    game: GameNumber = None,
    svg: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw a picture into a file; - is the standard output.", show_default=False)
    ] = None,
    png: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The same as PNG, by day unless the theme is dark.", show_default=False),
    ] = None,
    theme: Annotated[
        Literal["light", "dark", "auto"] | None,
        typer.Option(help="The colours of the picture; auto follows the reader's device.", show_default="auto"),
    ] = None,
    view: Annotated[
        str | None, typer.Option(metavar="SIDE", help="The side from which the picture is seen.", show_default=False)
    ] = None,
) -> None:
    """Show one position of a recorded game, as text or as a picture."""
    match = open_record(file, game)
    turns = len(match.turns())
    if move is not None and not 0 <= move <= turns:
        raise BadOption(say("there is no turn {number}; the game has {turns}, and 0 is the start", number=move, turns=turns))
    upto = turns if move is None else move
    if svg is None and png is None:
        if theme is not None or view is not None:
            raise BadOption(say("--theme and --view are for pictures; add --svg FILE or --png FILE"))
        console = new_console()
        print_turn(console, match, upto)
        if upto == turns and match.over:
            print_text(console, f"{match.status}.")
        return
    check_view(match, view)
    position, last = after_turn(match, upto)
    with match.called():
        picture = position.svg(theme=theme or "auto", view=view, last=last)
        if png is not None:
            by_day = position.svg(theme="dark" if theme == "dark" else "light", view=view, last=last)
            write_file(png, raster.png(by_day, PIXELS))
    if svg == "-":
        sys.stdout.write(picture + "\n")
    elif svg is not None:
        write_file(Path(svg), picture)
