"""`ponticello score`: a finished board from the table, typed in as text, checked and scored. No game is known here."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ponticello.cli.command import command
from ponticello.cli.console import new_console, say
from ponticello.engine.errors import BadData, BadOption
from ponticello.games import rulebook
from ponticello.table.game import games

MOST_BYTES = 200_000
STDIN = "-"
STYLES = {"Broken:": "bold red", "Note:": "yellow"}


@command(
    "score",
    ("ponticello score GAME --form", "how to type a board in"),
    ("ponticello score GAME board.txt", "the score, with reasons"),
    ("ponticello score GAME -", "a board from the standard input"),
    summary="Score a finished board from the table.",
)
def score_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The name of a game.", show_default=False)],
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="The board as text; - is the standard input.", show_default=False)
    ] = None,
    form: Annotated[bool, typer.Option("--form", help="Print an example of the text, to fill in.")] = False,
) -> None:
    """Check and score a finished board that was played with the box or on paper."""
    chosen = rulebook(game)
    if chosen.typed_board is None:
        able = ", ".join(each.name for each in games() if each.typed_board) or "none yet"
        raise BadOption(f"{chosen.title} has no referee for boards on paper; these games have one: {able}")
    if form:
        sys.stdout.write(chosen.typed_board.form)
        return
    if file is None:
        raise BadOption(f"say which file the board is in, or - for standard input; see: ponticello score {chosen.name} --form")
    try:
        report = chosen.typed_board.score(read_board(file))
    except BadData as error:
        raise BadData(f"{'the board' if file == STDIN else file}: {error}") from None
    console = new_console()
    for line in report:
        head = line.split(maxsplit=1)[0] if line else ""
        say(console, line, STYLES.get(head, "" if line.startswith(" ") else "bold"))


def read_board(file: str) -> str:
    """Returns the text of a file, or of the standard input."""
    try:
        raw = sys.stdin.buffer.read(MOST_BYTES + 1) if file == STDIN else Path(file).read_bytes()
    except OSError as error:
        raise BadData(f"cannot be read: {error.strerror}") from None
    except ValueError:  # a name that no file can have
        raise BadData("cannot be read: no file has such a name") from None
    if len(raw) > MOST_BYTES:
        raise BadData(f"is larger than {MOST_BYTES // 1000} kB, which no board is")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadData("is not a text in UTF-8") from None
