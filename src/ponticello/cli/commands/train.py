"""`ponticello train`: a net that learns a game. Its work is in `training_session`, and in `ponticello.learn`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ponticello.cli.arguments import GameOptions, PlayerCount
from ponticello.cli.command import command


@command(
    "train",
    ("ponticello train GAME --minutes 20", "train a net for twenty minutes"),
    ("ponticello train --resume FOLDER --minutes 60", "go on for an hour"),
    summary="Train a net that plays.",
    takes_game_flags=True,
)
def train_command(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME] [--OPTION VALUE]",
            help="The game and its options; `ponticello games` lists them.",
            show_default=False,
        ),
    ] = None,
    players: PlayerCount = None,
    minutes: Annotated[float, typer.Option(metavar="M", min=0, help="How long to train.")] = 20,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the run goes.", show_default="a new folder of yours")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Go on with the run of a folder.", show_default=False)
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER|NET",
            help="Begin with what another run has learned, say on a smaller board, or with the file of a net.",
            show_default=False,
        ),
    ] = None,
    option: GameOptions = None,
    units: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="How wide the net is.", show_default="as suits the game")
    ] = None,
    blocks: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="How deep the net is.", show_default="as suits the game")
    ] = None,
    layers: Annotated[
        Literal["dense", "convolutions"] | None, typer.Option(help="What the net is made of.", show_default="as suits the board")
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(metavar="N", min=2, help="What the net tries before a move, while it learns.", show_default="64")
    ] = None,
    goal: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Draw games alone to a goal of the game, as its puzzles have them.", show_default="no goal"
        ),
    ] = "",
    device: Annotated[Literal["cpu", "cuda"], typer.Option(help="Where games are played: on all cores, or on a GPU.")] = "cpu",
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Makes the beginning repeatable.")] = 1,
) -> int:
    """Train a net that plays: it learns from games of the strongest player here, then from games against itself.

    Everything is saved twice a minute. Ctrl-C stops and loses nothing; --resume goes on.
    """
    from ponticello.cli.training_session import TrainingRequest, run

    asked = TrainingRequest(
        words=tuple(words or ()),
        players=players,
        minutes=minutes,
        out=out,
        resume=resume,
        start=start,
        options=tuple(option or ()),
        units=units,
        blocks=blocks,
        layers=layers,
        simulations=simulations,
        goal=goal,
        seed=seed,
        device=device,
    )
    return run(asked)
