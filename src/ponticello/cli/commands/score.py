"""`ponticello score`: a finished board from the table, typed in as text, checked and scored. No game is known here."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ponticello.cli.command import command
from ponticello.cli.console import new_console, print_text
from ponticello.engine import report
from ponticello.engine.errors import BadData, BadOption
from ponticello.engine.words import say
from ponticello.games import rulebook
from ponticello.table.game import games

MOST_BYTES = 200_000
STDIN = "-"


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
        able = ", ".join(each.name for each in games() if each.typed_board) or say("none yet")
        raise BadOption(
            say("{game} has no referee for boards on paper; these games have one: {games}", game=chosen.title, games=able)
        )
    if form:
        sys.stdout.write(chosen.typed_board.spoken_form())
        return
    if file is None:
        raise BadOption(
            say("say which file the board is in, or - for standard input; see: ponticello score {game} --form", game=chosen.name)
        )
    try:
        lines = chosen.typed_board.score(read_board(file))
    except BadData as error:
        raise BadData(say("{where}: {what}", where=say("the board") if file == STDIN else file, what=error)) from None
    console = new_console()
    for line in lines:
        print_text(console, line, style_of(line))


def style_of(line: str) -> str:
    """Returns how a line of a report looks: a headline, what belongs to one, a broken rule or a note."""
    if report.is_broken(line):
        return "bold red"
    if report.is_note(line):
        return "yellow"
    return "" if line.startswith(" ") else "bold"


def read_board(file: str) -> str:
    """Returns the text of a file, or of the standard input."""
    try:
        raw = sys.stdin.buffer.read(MOST_BYTES + 1) if file == STDIN else Path(file).read_bytes()
    except OSError as error:
        raise BadData(say("cannot be read: {reason}", reason=error.strerror)) from None
    except ValueError:  # a name that no file can have
        raise BadData(say("cannot be read: no file has such a name")) from None
    if len(raw) > MOST_BYTES:
        raise BadData(say("is larger than {size} kB, which no board is", size=MOST_BYTES // 1000))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadData(say("is not a text in UTF-8")) from None
