"""`ponticello boards`: the boards that are shipped, and one's own. Their work is in `own_boards` and `board_trials`."""

from __future__ import annotations

from typing import Annotated

import typer

from ponticello.cli.arguments import GameName
from ponticello.cli.command import Group, command

BoardFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A TOML file with a board, or the name of a shipped one.", show_default=False)
]
BoardGame = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME", help="The game; it need not be said if only one reads the file.", show_default=False),
]


@command("list", ("ponticello boards list", "of every game that has boards as data"))
def list_command(game: GameName = None) -> None:
    """List the shipped boards with what there is to know about them."""
    from ponticello.cli.own_boards import list_boards

    list_boards(game)


@command("check", ("ponticello boards check mine.toml", "what is wrong, or what it is like"))
def check_command(file: BoardFile, game: BoardGame = None) -> None:
    """Check a board of your own: what is wrong with it, or what there is to know about it."""
    from ponticello.cli.own_boards import check

    check(file, game)


@command(
    "draw",
    ("ponticello boards draw mine.toml", "to mine.svg"),
    ("ponticello boards draw mine.toml --svg -", "to the standard output"),
)
def draw_command(
    file: BoardFile,
    game: BoardGame = None,
    svg: Annotated[
        str | None,
        typer.Option(metavar="OUT", help="Where the picture goes; - is the standard output.", show_default="beside the file"),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Draw what so many players have.", show_default="every different board")
    ] = None,
) -> None:
    """Draw a board as it is before the first move."""
    from ponticello.cli.own_boards import draw

    draw(file, game, svg, players)


@command(
    "try",
    ("ponticello boards try mine.toml", "10,000 games of each kind, solo"),
    ("ponticello boards try mine.toml --players 4", "for four players"),
    ("ponticello boards try mine.toml --games 500", "a first impression"),
    summary="Play many games on a board and report.",
)
def try_command(
    file: BoardFile,
    game: BoardGame = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, max=100_000, help="How many games of each kind.")] = 10_000,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="The number of players.", show_default="as few as the game allows")
    ] = None,
) -> int:
    """Play random and greedy games on a board and report how it plays. Ctrl-C reports what has been played so far."""
    from ponticello.cli.board_trials import try_out

    return try_out(file, game, games, players)


boards_group = Group(
    "boards",
    summary="Boards: the shipped ones and your own.",
    about="Boards as data: look at the shipped ones, and check, draw and try out your own.",
    examples=(
        ("ponticello boards list", "the boards that are shipped"),
        ("ponticello boards check mine.toml", "is it a board, and what is it like?"),
        ("ponticello boards draw mine.toml", "a picture beside the file"),
        ("ponticello boards try mine.toml", "how it plays"),
        ("ponticello play GAME --board mine.toml", "play on it"),
    ),
    commands=(list_command, check_command, draw_command, try_command),
)
