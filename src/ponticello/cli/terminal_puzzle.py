"""A puzzle at the terminal: the board, what is asked, and the turns as they are typed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ponticello.analysis.puzzles.book import Puzzle, shelf
from ponticello.analysis.puzzles.solving import Attempt, told_line, told_refutation
from ponticello.cli.console import new_console, print_board, print_text
from ponticello.cli.keyboard import Departure, Keyboard
from ponticello.cli.move_list import columns, matching
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.people import called
from ponticello.engine.words import say
from ponticello.games import rulebook

if TYPE_CHECKING:
    from rich.console import Console


def solve(game: str, number: int | None, grade: int | None) -> int:
    """Lets the person at the keyboard solve a puzzle; returns the exit code."""
    puzzle = pick(rulebook(game).name, number, grade)
    keyboard = Keyboard()
    console = new_console()
    try:
        with keyboard.hearing_signals():
            return TerminalPuzzle(puzzle, console, keyboard).play()
    except Departure as departure:
        return departure.exit_code


def pick(game: str, number: int | None, grade: int | None) -> Puzzle:
    """Returns the puzzle that is asked for, or any of a grade."""
    puzzles = shelf(game)
    title = rulebook(game).title
    if not puzzles:
        raise BadOption(say("{game} has no puzzles; make some: ponticello puzzles make {name}", game=title, name=game))
    if number is not None:
        if number > len(puzzles):
            raise BadOption(
                say("there is no puzzle {number}; {game} has 1 to {last}", number=number, game=title, last=len(puzzles))
            )
        return puzzles[number - 1]
    fitting = [puzzle for puzzle in puzzles if grade in (None, puzzle.grade)]
    if not fitting:
        raise BadOption(say("{game} has no puzzle of grade {grade}", game=title, grade=grade))
    return random.choice(fitting)


class TerminalPuzzle:
    """One puzzle, asked until it is solved or given up."""

    def __init__(self, puzzle: Puzzle, console: Console, keyboard: Keyboard) -> None:
        self.puzzle = puzzle
        self.console = console
        self.ask = keyboard.ask
        self.attempt = Attempt(puzzle)
        self.missed = False  # whether a wrong turn was tried, or the solution asked for

    def play(self) -> int:
        """Asks for one turn after another; returns the exit code."""
        with called((), you=self.puzzle.seat):
            self._introduce()
            while not self.attempt.solved:
                line = self.ask("> ").strip()
                if line.lower() in ("q", "quit"):
                    return 0
                try:
                    if line.lower() == "solution":
                        self.missed = True
                        break
                    if line:
                        self._answer(line)
                except PonticelloError as error:
                    print_text(self.console, str(error), "red")
            for notation, words in told_line(self.puzzle):
                print_text(self.console, f"{notation}  {words}" if notation else words)
        return 0

    @property
    def is_judged(self) -> bool:
        """Whether the first try has ended, one way or the other."""
        return self.missed or self.attempt.solved

    def _introduce(self) -> None:
        puzzle = self.puzzle
        head = say("{game}, puzzle {number}", game=puzzle.rulebook.title, number=puzzle.number)
        print_text(self.console, f"{head} ({say(puzzle.grade_name)})", "bold")
        self._show()
        print_text(self.console, say("Type a turn; ? lists the moves, solution gives in, quit leaves."), "dim")

    def _show(self) -> None:
        print_board(self.console, self.attempt.position, self.attempt.last)
        for words in self.attempt.told():
            print_text(self.console, words)

    def _answer(self, line: str) -> None:
        if line.startswith("?"):
            moves = self.attempt.position.legal_moves(self.puzzle.seat)
            found = matching(moves, line[1:].strip()) if line[1:].strip() else moves
            print_text(self.console, "\n".join(columns(found, self.console.width)))
            return
        tried = self.attempt.try_turn(line)
        if tried.right:
            self.attempt = tried.next
            print_text(self.console, say("Solved!") if self.attempt.solved else say("That is it. And now?"), "green")
            if not self.attempt.solved:
                self._show()
        else:
            self.missed = True
            print_text(self.console, told_refutation(self.puzzle, tried.refutation), "red")
