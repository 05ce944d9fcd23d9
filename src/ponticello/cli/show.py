"""`ponticello show` and `ponticello replay`: a recorded game, one position of it or turn by turn."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from rich.console import Console

from ponticello.cli.saved import records_of
from ponticello.cli.table import score_line, who, write_file
from ponticello.cli.terminal import Departure, Keyboard, new_console, print_board, say
from ponticello.engine.errors import BadOption
from ponticello.engine.verbs import CHANCE
from ponticello.table.match import Match
from ponticello.table.position import Position


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
    return position, tuple(move.action for move in moves)


def print_turn(console: Console, match: Match, number: int) -> None:
    """Prints the table as it stood after a number of turns, with what was said about the last one."""
    turns = match.turns()
    position, last = after_turn(match, number)
    if number == 0:
        headline = f"{match.game.title}: the start"
    else:
        turn = turns[number - 1]
        moves = match.game.rulebook.joiner.join(map(str, turn.moves))
        headline = f"{match.game.title}, turn {number} of {len(turns)}: {who(match, turn)} {moves}"
    say(console, headline, "bold")
    print_board(console, position, last)
    say(console, score_line(match.names, position.scores))
    if number and turns[number - 1].comment:
        say(console, turns[number - 1].comment, "italic")


def show(path: Path, number: int | None, move: int | None, svg: str | None, theme: str | None, view: str | None) -> None:
    """Shows one position of a recorded game, as text or as a picture."""
    match = open_record(path, number)
    turns = len(match.turns())
    if move is not None and not 0 <= move <= turns:
        raise BadOption(f"there is no turn {move}; the game has {turns}, and 0 is the start")
    upto = turns if move is None else move
    if svg is None:
        if theme is not None or view is not None:
            raise BadOption("--theme and --view are for pictures; add --svg FILE")
        console = new_console()
        print_turn(console, match, upto)
        if upto == turns and match.over:
            say(console, f"{match.status}.")
        return
    views = match.game.rulebook.views_of(match.players)
    if view is not None and view not in views:
        sides = f"choose one of: {', '.join(views)}" if len(views) > 1 else "it is drawn from one side only"
        raise BadOption(f"{match.game.title} cannot be seen from {view!r}; {sides}")
    position, last = after_turn(match, upto)
    picture = position.svg(theme=theme or "auto", view=view, last=last)
    if svg == "-":
        sys.stdout.write(picture + "\n")
    else:
        write_file(Path(svg), picture)


def replay(path: Path, number: int | None, delay: float | None, step: bool) -> int:
    """Shows a recorded game turn by turn: at a key, after a while, or, where nobody watches, at once."""
    match = open_record(path, number)
    keyboard = Keyboard()
    console = new_console()
    stepping = step or (keyboard.interactive and delay is None)
    turns = len(match.turns())
    for at in range(turns + 1):
        if console.is_terminal:
            console.clear()
        print_turn(console, match, at)
        if at == turns:
            break
        if not stepping:
            console.file.flush()
            time.sleep(delay or 0)
            if not console.is_terminal:
                console.print()
            continue
        try:
            if keyboard.ask("Enter: next turn, q: stop ").strip().lower() in ("q", "quit"):
                return 0
        except Departure:
            console.print()
            return 0
    console.print()
    say(console, match.explain() if match.over else match.status)
    return 0
