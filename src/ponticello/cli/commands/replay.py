"""`ponticello replay`: a recorded game, turn by turn."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from ponticello.cli.arguments import GameNumber, RecordFile
from ponticello.cli.command import command
from ponticello.cli.console import new_console, print_text
from ponticello.cli.keyboard import Departure, Keyboard
from ponticello.cli.recorded_game import open_record, print_turn
from ponticello.engine.words import say


@command(
    "replay",
    ("ponticello replay game.pont", "turn by turn, Enter for the next"),
    ("ponticello replay game.pont --delay 2", "by itself, a turn every two seconds"),
)
def replay_command(
    file: RecordFile,
    game: GameNumber = None,
    delay: Annotated[
        float | None, typer.Option(metavar="S", min=0, max=3600, help="Seconds between turns.", show_default=False)
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every turn, even in a pipe.")] = False,
) -> None:
    """Show a recorded game turn by turn, with its comments."""
    match = open_record(file, game)
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
            if keyboard.ask(say("Enter: next turn, q: stop ")).strip().lower() in ("q", "quit"):
                return
        except Departure:
            console.print()
            return
    console.print()
    print_text(console, match.explain() if match.over else match.status)
