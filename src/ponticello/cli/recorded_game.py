"""Record files as commands look at them: the games of a file, one of them, and the table after any of its turns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ponticello.cli.console import mover, print_board, print_text, score_line
from ponticello.engine.errors import BadOption, BadRecord
from ponticello.engine.words import say
from ponticello.table.film import after_turn
from ponticello.table.match import Match
from ponticello.table.pont import GameRecord, load_all

if TYPE_CHECKING:
    from rich.console import Console


def records_of(path: Path) -> list[GameRecord]:
    """Reads the games of a file; what is wrong with it is said together with its name."""
    try:
        return load_all(path)
    except BadRecord as error:
        sentence = str(error)
        raise BadRecord(sentence if str(path) in sentence else say("{where}: {what}", where=path, what=sentence)) from None


def open_record(path: Path, number: int | None) -> Match:
    """Returns one match of a record file; which one need not be said when there is only one."""
    records = records_of(path)
    if number is None and len(records) > 1:
        most = len(records)
        raise BadOption(say("{file} holds {games} games; say which with --game 1 to --game {games}", file=path, games=most))
    if number is not None and not 1 <= number <= len(records):
        most = len(records)
        raise BadOption(
            say("{file} has no game {number}; it holds {games}, counted from 1", file=path, number=number, games=most)
        )
    return records[(number or 1) - 1].replay()


def check_view(match: Match, view: str | None) -> None:
    """Refuses a side from which a game cannot be seen."""
    views = match.game.rulebook.views_of(match.players)
    if view is not None and view not in views:
        title, sides = match.game.title, ", ".join(views)
        if len(views) > 1:
            sentence = say("{game} cannot be seen from {side}; choose one of: {sides}", game=title, side=repr(view), sides=sides)
        else:
            sentence = say("{game} cannot be seen from {side}; it is drawn from one side only", game=title, side=repr(view))
        raise BadOption(sentence)


def print_turn(console: Console, match: Match, number: int) -> None:
    """Prints the table as it stood after a number of turns, with what was said about the last one."""
    turns = match.turns()
    position, last = after_turn(match, number)
    if number == 0:
        headline = say("{game}: the start", game=match.game.title)
    else:
        turn = turns[number - 1]
        headline = say(
            "{game}, turn {number} of {turns}: {name} {moves}",
            game=match.game.title,
            number=number,
            turns=len(turns),
            name=mover(match, turn),
            moves=turn,
        )
    print_text(console, headline, "bold")
    if number == 0 and match.game.rulebook.simultaneous and match.players > 1:
        print_text(console, say("All act at once; here the turns of a round follow one another, as they were completed."))
    with match.called():
        print_board(console, position, last)
    print_text(console, score_line(match.names, position.scores))
    if number and turns[number - 1].comment:
        print_text(console, turns[number - 1].comment, "italic")
