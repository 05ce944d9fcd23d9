"""`ponticello arena`: a tournament. Its work is in `tournament` and `tournament_tables`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from ponticello.cli.arguments import GameOptions
from ponticello.cli.command import command


class WithRay(TyperCommand):
    """A command whose `--ray` may do without an address."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Fills in the address that stands for this machine."""
        after = [*args[1:], "-"]
        return super().parse_args(
            ctx, [f"{word}=local" if word == "--ray" and after[k][:1] == "-" else word for k, word in enumerate(args)]
        )


@command(
    "arena",
    ("ponticello arena --game GAME --players random,greedy,level3 --games 200", "200 games of each pairing"),
    ("ponticello arena --game GAME --players uct@1s,uct@2000", "a second, or 2000 simulations, a move"),
    ("ponticello arena --game GAME --players 'greedy,engine:./mine'", "a program of your own"),
    ("ponticello arena --resume FILE", "go on with a tournament"),
    summary="Let players meet in a tournament.",
    takes_game_flags=True,
    cls=WithRay,
)
def arena_command(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[--OPTION VALUE]", help="Options of the game; `ponticello games` lists them.", show_default=False
        ),
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="NAME", help="The game.", show_default=False)] = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="A,B", help="Who plays. NAME@2s thinks two seconds a move, NAME@500 runs 500 simulations.", show_default=False
        ),
    ] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", help="Games of each pairing, in whole deals.", show_default="100")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="How many sit at a table; 1 to play alone.", show_default="2")
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Makes deals and players repeatable.", show_default="1")] = None,
    option: GameOptions = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Games at a time.", show_default="one for each core")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="[ADDRESS]", help="Play on a Ray cluster; without an address, on this machine.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where results go.", show_default="a new file of yours")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with the tournament of a file.", show_default=False)
    ] = None,
    anchor: Annotated[str | None, typer.Option(metavar="PLAYER", help="Whose rating is 0.", show_default="the weakest")] = None,
    json: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a summary.", show_default=False)] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the ratings, as SVG.", show_default=False)] = None,
    patience: Annotated[
        float, typer.Option(metavar="S", help="Seconds for a move of a player that has no time of its own, before it has lost.")
    ] = 300,
) -> int:
    """Let players meet in a tournament: everybody meets everybody, with the same deals from every seat.

    Every result is on disk at once. Ctrl-C shows how things stand; --resume goes on.
    """
    from ponticello.cli.tournament import ArenaRequest, run

    return run(
        ArenaRequest(
            *(words or (), game, players, games, seats, seed, option or (), jobs, ray, out, resume, anchor, json, plot, patience)
        )
    )
