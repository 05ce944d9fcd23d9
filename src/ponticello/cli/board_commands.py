"""The commands of `ponticello boards`; their work is in `boards`, imported when one of them runs."""

from __future__ import annotations

from typing import Annotated

import typer

from ponticello.cli.helping import examples

boards_app = typer.Typer(rich_markup_mode=None)

BoardFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A TOML file with a board, or the name of a shipped one.", show_default=False)
]
BoardGame = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME", help="The game; it need not be said if only one reads the file.", show_default=False),
]


@boards_app.callback(
    invoke_without_command=True,
    epilog=examples(
        ("ponticello boards list", "the boards that are shipped"),
        ("ponticello boards check mine.toml", "is it a board, and what is it like?"),
        ("ponticello boards draw mine.toml", "a picture beside the file"),
        ("ponticello boards try mine.toml", "how it plays"),
        ("ponticello play GAME --board mine.toml", "play on it"),
    ),
)
def boards_command(context: typer.Context) -> None:
    """Boards as data: look at the shipped ones, and check, draw and try out your own."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@boards_app.command("list", epilog=examples(("ponticello boards list", "of every game that has boards as data")))
def list_boards_command(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game only.", show_default=False)] = None,
) -> None:
    """List the shipped boards with what there is to know about them."""
    from ponticello.cli.boards import list_boards

    list_boards(game)


@boards_app.command("check", epilog=examples(("ponticello boards check mine.toml", "what is wrong, or what it is like")))
def check_board_command(file: BoardFile, game: BoardGame = None) -> None:
    """Check a board of your own: what is wrong with it, or what there is to know about it."""
    from ponticello.cli.boards import check

    check(file, game)


@boards_app.command(
    "draw",
    epilog=examples(
        ("ponticello boards draw mine.toml", "to mine.svg"),
        ("ponticello boards draw mine.toml --svg -", "to the standard output"),
    ),
)
def draw_board_command(
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
    from ponticello.cli.boards import draw

    draw(file, game, svg, players)


@boards_app.command(
    "try",
    short_help="Play many games on a board and report.",
    epilog=examples(
        ("ponticello boards try mine.toml", "10,000 games of each kind, solo"),
        ("ponticello boards try mine.toml --players 4", "for four players"),
        ("ponticello boards try mine.toml --games 500", "a first impression"),
    ),
)
def try_board_command(
    file: BoardFile,
    game: BoardGame = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, max=100_000, help="How many games of each kind.")] = 10_000,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="The number of players.", show_default="as few as the game allows")
    ] = None,
) -> int:
    """Play random and greedy games on a board and report how it plays. Ctrl-C reports what has been played so far."""
    from ponticello.cli.boards import try_out

    return try_out(file, game, games, players)
