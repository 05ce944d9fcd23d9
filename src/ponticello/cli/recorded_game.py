"""Record files as commands look at them: the games of a file, one of them, and the table after any of its turns."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from ponticello.cli.console import print_board, say, score_line, turn_line
from ponticello.engine.errors import BadOption, BadRecord
from ponticello.engine.verbs import CHANCE
from ponticello.table.match import Match
from ponticello.table.pont import GameRecord, load_all
from ponticello.table.position import Position

if TYPE_CHECKING:
    from rich.console import Console


def records_of(path: Path) -> list[GameRecord]:
    """Reads the games of a file; what is wrong with it is said together with its name."""
    try:
        return load_all(path)
    except BadRecord as error:
        sentence = str(error)
        raise BadRecord(sentence if str(path) in sentence else f"{path}: {sentence}") from None


def open_record(path: Path, number: int | None) -> Match:
    """Returns one match of a record file; which one need not be said when there is only one."""
    records = records_of(path)
    if number is None and len(records) > 1:
        raise BadOption(f"{path} holds {len(records)} games; say which with --game 1 to --game {len(records)}")
    if number is not None and not 1 <= number <= len(records):
        raise BadOption(f"{path} has no game {number}; it holds {len(records)}, counted from 1")
    return records[(number or 1) - 1].replay()


def after_turn(match: Match, number: int) -> tuple[Position, tuple[int, ...]]:
    """Returns the position after a number of turns, and the actions of the last turn that a player has taken by then."""
    turns = match.turns()[:number]
    moves = next((turn.moves for turn in reversed(turns) if turn.seat != CHANCE), ())
    position = match.position_after(sum(len(turn.moves) for turn in turns))
    if any(after.at < before.at for before, after in pairwise(match.turns())):  # half turns come last, others' were played since
        position = match.position_after(0)
        for move in (move for turn in turns for move in turn.moves):
            position = position.play(move)
    return position, tuple(move.action for move in moves)


def print_turn(console: Console, match: Match, number: int) -> None:
    """Prints the table as it stood after a number of turns, with what was said about the last one."""
    turns = match.turns()
    position, last = after_turn(match, number)
    if number == 0:
        headline = f"{match.game.title}: the start"
    else:
        headline = f"{match.game.title}, turn {number} of {len(turns)}: {turn_line(match, turns[number - 1], ' ')}"
    say(console, headline, "bold")
    if number == 0 and match.game.rulebook.simultaneous and match.players > 1:
        say(console, "All act at once; here the turns of a round follow one another, as they were completed.")
    print_board(console, position, last)
    say(console, score_line(match.names, position.scores))
    if number and turns[number - 1].comment:
        say(console, turns[number - 1].comment, "italic")
