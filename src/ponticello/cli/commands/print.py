"""`ponticello print`: the sheets of a game, as a PDF to print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ponticello.cli.arguments import GameOptions, PlayerCount
from ponticello.cli.command import command
from ponticello.cli.files import write_file
from ponticello.cli.game_flags import read_flags, split_words
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.games import names as game_names
from ponticello.games import rulebook as find_rulebook

FLAGS = ("--players", "--paper", "--output", "--option", "--help")


@command(
    "print",
    ("ponticello print GAME --players 4", "boards and pieces for four, on A4"),
    ("ponticello print GAME --paper letter", "on US Letter"),
    ("ponticello print GAME -o boards.pdf", "into a file of that name"),
    ("ponticello print GAME --OPTION VALUE", "with an option of the game"),
    summary="Make sheets to play on paper.",
    takes_game_flags=True,
)
def print_command(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME [--OPTION VALUE]",
            help="The name of a game and any of its options; `ponticello games` lists both.",
            show_default=False,
        ),
    ] = None,
    players: PlayerCount = None,
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="The size of the paper.")] = "a4",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The PDF to write.", show_default="GAME-N-players.pdf"),
    ] = None,
    option: GameOptions = None,
) -> None:
    """Make sheets to play on paper: boards, cards and tiles as a PDF to print at full size."""
    word, others = split_words(words or ())
    if word is None:
        raise PonticelloError(f"say which game: ponticello print GAME; games with sheets are: {', '.join(games_with_sheets())}")
    rulebook = find_rulebook(word)
    if rulebook.print_sheets is None:
        raise BadOption(f"{rulebook.title} has no sheets to print; games with sheets are: {', '.join(games_with_sheets())}")
    options = rulebook.read_options(read_flags(rulebook, others, option or (), FLAGS))
    count = rulebook.read_players(players)
    people = f"{count} {'player' if count == 1 else 'players'}"
    if output is None:
        output = Path(f"{rulebook.name}-{people.replace(' ', '-')}.pdf")
    write_file(output, rulebook.print_sheets(paper, count, options))
    size = "A4" if paper == "a4" else "US Letter"
    print(f"{output}: {rulebook.title} for {people} on {size}; print it at full size (100 %).")


def games_with_sheets() -> list[str]:
    """Returns the names of the games that can be played on paper."""
    return [name for name in game_names() if find_rulebook(name).print_sheets is not None]
