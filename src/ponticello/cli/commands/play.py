"""`ponticello play`: a game in the terminal. Its work is in `game_setup` and `terminal_game`."""

from __future__ import annotations

from typing import Annotated

import typer

from ponticello.cli.arguments import GameOptions, PlayerCount
from ponticello.cli.command import command


@command(
    "play",
    ("ponticello play", "choose a game from a list"),
    ("ponticello play GAME --names Ann,Bo", "two people at one keyboard"),
    ("ponticello play GAME --against 2", "against the house, at level 2"),
    ("ponticello play GAME --against 2,4 --seat 3", "against two of the house"),
    ("ponticello play GAME --watch", "the house plays itself"),
    ("ponticello play GAME --OPTION VALUE", "with an option of the game"),
    ("ponticello play --resume", "go on where you stopped"),
    ("ponticello play --resume FILE", "the game of a record file"),
    summary="Play in the terminal.",
    takes_game_flags=True,
)
def play_command(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME [--OPTION VALUE]",
            help="The name of a game and any of its options; `ponticello games` lists both. With --resume: a game or a file.",
            show_default=False,
        ),
    ] = None,
    players: PlayerCount = None,
    names: Annotated[
        str | None, typer.Option(metavar="ANN,BO", help="The players' names, with commas between.", show_default=False)
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            help="Who plays the other seats: a level by number or name, random, greedy, uct, net, or engine:COMMAND; "
            "several with commas between. `ponticello players` lists them.",
            metavar="PLAYER",
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="Your seat in a game with --against; usually 1.", show_default=False)
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="Makes chance and the house repeatable; otherwise they are secret.", show_default=False
        ),
    ] = None,
    option: GameOptions = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an unfinished game.")] = False,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="How long the house thinks about a turn.", show_default=False)
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(metavar="N", help="How many games it tries in its head instead.", show_default=False)
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="The house plays all seats, and you watch.")] = False,
    pause: Annotated[
        float | None,
        typer.Option(metavar="S", min=0, max=3600, help="Seconds to look at the board between turns.", show_default="1"),
    ] = None,
) -> int:
    """Play in the terminal: moves are typed, ? lists them, hint suggests one, help explains the rest.

    Every turn is saved at once. Leave with quit, Ctrl-C or Ctrl-D and go on later with --resume.
    """
    from ponticello.cli.game_setup import PlayRequest, play

    return play(
        PlayRequest(words or (), players, names, against, seat, seed, option or (), resume, seconds, simulations, watch, pause)
    )
