"""The work of `ponticello puzzles`: lists what there is, and lets all cores look for more."""

from __future__ import annotations

from pathlib import Path

from ponticello.analysis.puzzles.book import Puzzle, shelf, write
from ponticello.analysis.puzzles.workshop import Journal, choose
from ponticello.analysis.puzzles.workshop import make as look_for_puzzles
from ponticello.cli.command import STOPPED
from ponticello.cli.console import new_console, print_text
from ponticello.cli.files import write_file
from ponticello.cli.progress import bar
from ponticello.engine.errors import BadOption
from ponticello.engine.words import count, listed, say
from ponticello.games import names, rulebook


def list_puzzles(game: str | None) -> None:
    """Prints a line for each puzzle of a game, or of all."""
    console = new_console()
    for name in names() if game is None else [rulebook(game).name]:
        puzzles = shelf(name)
        if not puzzles and game is not None:
            raise BadOption(
                say("{game} has no puzzles; make some: ponticello puzzles make {name}", game=rulebook(name).title, name=name)
            )
        for puzzle in puzzles:
            print_text(console, puzzle_line(puzzle))


def puzzle_line(puzzle: Puzzle) -> str:
    """Returns what there is to say of a puzzle without giving it away."""
    levels = puzzle.rulebook.levels
    finders = [levels[int(name.removeprefix("level")) - 1].name for name in puzzle.found_by]
    found = say("found by {players}", players=listed(finders)) if finders else say("found by no level")
    return f"{puzzle.game} {puzzle.number:>3}  {say(puzzle.grade_name):<9} {puzzle.task()} ({found})"


def make(game: str, wanted: int, out: Path | None, jobs: int | None, seed: int) -> int:
    """Looks for puzzles until there are enough, and writes them; says how to go on if it is stopped."""
    name = rulebook(game).name
    path = Path(f"puzzles-{name}.toml") if out is None else out
    journal = Journal(path.with_name(f"{path.name}.journal"), name)
    console = new_console()
    stopped = False
    try:
        with bar(say("Looking for puzzles"), wanted) as shown:
            shown(min(len(journal.puzzles()), wanted))
            look_for_puzzles(journal, wanted, lambda found, looked_through: shown(found), jobs=jobs, first=seed)
    except KeyboardInterrupt:
        stopped = True
    chosen = choose(journal.puzzles(), wanted)
    if chosen:
        write_file(path, write(chosen))
    sentence = say(
        "{puzzles} from {games}, written to {file}.",
        puzzles=count(len(chosen), "puzzle"),
        games=count(len(journal.found), "game"),
        file=path,
    )
    print_text(console, sentence)
    if stopped:
        print_text(console, say("The same command goes on where this one was stopped."))
    return STOPPED if stopped else 0
