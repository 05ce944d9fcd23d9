"""`ponticello review`: what a finished game could have been. Its work is in `review_session`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ponticello.cli.arguments import GameNumber, RecordFile
from ponticello.cli.command import command


@command(
    "review",
    ("ponticello review game.pont", "where the game was won and lost"),
    ("ponticello review game.pont --seconds 60 --html review.html", "deeper, and as a page with pictures"),
    ("ponticello review game.pont --json review.json --resume", "go on where an earlier one stopped"),
    ("ponticello review game.pont --hindsight", "and what was still possible after each turn"),
)
def review_command(
    file: RecordFile,
    game: GameNumber = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", help="How long to think, about.", show_default="20")] = None,
    simulations: Annotated[
        int | None,
        typer.Option(metavar="N", help="Instead, how many games to try in each position.", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the searches; the same gives the same review.")] = 0,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the curve into a file.", show_default=False)] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with pictures of better moves.", show_default=False)
    ] = None,
    json: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all of it, for programs and to go on.", show_default=False)
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the review in the --json file.")] = False,
    hindsight: Annotated[
        bool, typer.Option("--hindsight", help="Also what was possible with all cards known; needs the extra `analysis`.")
    ] = False,
) -> int | None:
    """Review a finished game: what was expected, what was given away, and what was luck.

    Ctrl-C stops it and shows what is done.
    """
    from ponticello.cli.review_session import review_file

    return review_file(
        file,
        game,
        seconds=seconds,
        simulations=simulations,
        seed=seed,
        svg=svg,
        html=html,
        json=json,
        resume=resume,
        with_hindsight=hindsight,
    )
