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
from ponticello.engine.words import count, say
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
        raise PonticelloError(say("say which game: ponticello print GAME; games with sheets are: {games}", games=with_sheets()))
    rulebook = find_rulebook(word)
    if rulebook.print_sheets is None:
        raise BadOption(
            say("{game} has no sheets to print; games with sheets are: {games}", game=rulebook.title, games=with_sheets())
        )
    options = rulebook.read_options(read_flags(rulebook, others, option or (), FLAGS))
    seats = rulebook.read_players(players)
    people = count(seats, "player")
    if output is None:
        output = Path(f"{rulebook.name}-{seats}-{'player' if seats == 1 else 'players'}.pdf")
    write_file(output, rulebook.print_sheets(paper, seats, options))
    size = "A4" if paper == "a4" else "US Letter"
    print(
        say(
            "{file}: {game} for {people} on {paper}; print it at full size (100 %).",
            file=output,
            game=rulebook.title,
            people=people,
            paper=size,
        )
    )


def with_sheets() -> str:
    """Returns the names of the games that can be played on paper, as a list."""
    return ", ".join(name for name in game_names() if find_rulebook(name).print_sheets is not None)
