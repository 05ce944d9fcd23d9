"""`ponticello print`: the sheets of a game, as a PDF to print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ponticello.cli.words import read_flags, split_words
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.games import names as game_names
from ponticello.games import rulebook as find_rulebook

FLAGS = ("--players", "--paper", "--output", "--option", "--help")


def print_sheets(words: Sequence[str], players: int | None, paper: str, output: Path | None, pairs: Sequence[str]) -> None:
    """Writes the sheets of a game into a file and says so in one line."""
    word, others = split_words(words)
    if word is None:
        raise PonticelloError(f"say which game: ponticello print GAME; games with sheets are: {', '.join(games_with_sheets())}")
    rulebook = find_rulebook(word)
    if rulebook.print_sheets is None:
        raise BadOption(f"{rulebook.title} has no sheets to print; games with sheets are: {', '.join(games_with_sheets())}")
    options = rulebook.read_options(read_flags(rulebook, others, pairs, FLAGS))
    count = rulebook.read_players(players)
    people = f"{count} {'player' if count == 1 else 'players'}"
    if output is None:
        output = Path(f"{rulebook.name}-{people.replace(' ', '-')}.pdf")
    sheets = rulebook.print_sheets(paper, count, options)
    try:
        output.write_bytes(sheets)
    except OSError as error:
        raise PonticelloError(f"{output} cannot be written: {error.strerror}") from None
    size = "A4" if paper == "a4" else "US Letter"
    print(f"{output}: {rulebook.title} for {people} on {size}; print it at full size (100 %).")


def games_with_sheets() -> list[str]:
    """Returns the names of the games that can be played on paper."""
    return [name for name in game_names() if find_rulebook(name).print_sheets is not None]
