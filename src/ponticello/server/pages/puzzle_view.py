"""A puzzle as a page shows it: a table that nobody has laid, at which a turn is put together as at any other, and then judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ponticello.analysis.puzzles.solving import Attempt, Tried, reply_to, told_line, told_refutation
from ponticello.engine.people import called
from ponticello.engine.words import say
from ponticello.server.matches.draft import Draft
from ponticello.server.matches.table import Table
from ponticello.server.pages.practice_table import as_learner, practice_table
from ponticello.server.pages.reader import Reader
from ponticello.server.pages.table_view import TableView, Wishes
from ponticello.table.position import Move

ASKING, WRONG, SOLVED, GIVEN_UP = "asking", "wrong", "solved", "given-up"


def puzzle_table(attempt: Attempt, moves: Sequence[Move]) -> Table:
    """Returns the table of a puzzle as far as somebody has come, and after some more moves."""
    puzzle = attempt.puzzle
    match = puzzle.match.copy()
    for _, played in puzzle.steps[: attempt.at]:
        match.carry_out(played)
    for move in moves:
        match.carry_out([move])
    return practice_table(f"puzzle-{puzzle.game}-{puzzle.number}-{attempt.found}", match, puzzle.seat)


class PuzzleView(TableView):
    """A puzzle as a reader looks at it, and what has come of the last try."""

    def __init__(
        self, attempt: Attempt, reader: Reader, wishes: Wishes, *, tried: Tried | None = None, given_up: bool = False
    ) -> None:
        self.attempt, self.tried, self.puzzle = attempt, tried, attempt.puzzle
        self.state = GIVEN_UP if given_up else SOLVED if attempt.solved else WRONG if tried and not tried.right else ASKING
        played = () if self.state != WRONG or tried is None else (*tried.moves, *reply_to(attempt, tried))
        super().__init__(puzzle_table(attempt, played), as_learner(reader), wishes)
        if self.state != ASKING or (tried is not None and tried.right):
            self.acting, self.draft = False, Draft(self.position)

    @property
    def is_over(self) -> bool:
        """Whether it is solved or given up, so that all of it may be told."""
        return self.state in (SOLVED, GIVEN_UP)

    @property
    def is_found(self) -> bool:
        """Whether the last try was right, but is not all that is asked for."""
        return self.state == ASKING and self.tried is not None

    def headline(self) -> str:
        """Returns what the rules ask for now, or what came of the try."""
        if self.state == ASKING and not self.is_found:
            with called(self.people):
                return say("Confirm your turn") if self.draft.complete else self.draft.position.task(self.seat)
        told = {SOLVED: say("Solved!"), WRONG: say("That is not it"), GIVEN_UP: say("The solution")}
        return told.get(self.state, say("That is it. And now?"))

    def judge(self, text: str) -> Tried:
        """Returns what comes of a turn; raises what refuses it."""
        with called(self.people):
            return self.attempt.try_turn(text)

    def _next(self, found: str) -> tuple[str, str]:
        """Returns where one goes on, and in which words."""
        here = f"/puzzles/{self.puzzle.game}/{self.puzzle.number}"
        if self.is_over:
            return f"/puzzles/{self.puzzle.game}", say("Next puzzle")
        again = f"{here}?found={found}" if self.attempt.found else here
        if self.is_found:
            return again, say("Go on")
        return (again, say("Try again")) if self.state == WRONG else ("", "")

    def puzzle_context(self, found: str) -> dict[str, Any]:
        """Returns all that the page says of the puzzle, nothing of the answer before the end; `found` is for its address."""
        puzzle, ended = self.puzzle, self.is_over
        next_step, next_words = self._next(found)
        with called(self.people):
            told = {
                "task": [f"{puzzle.task()}."] if ended else self.attempt.told(),
                "verdict": told_refutation(puzzle, self.tried.refutation) if self.tried and self.state == WRONG else "",
                "line": told_line(puzzle) if ended else [],
                "refuted": [(each.turn, told_refutation(puzzle, each)) for each in puzzle.refuted] if ended else [],
            }
        context = self.turn_context()
        levels = puzzle.rulebook.levels
        return {
            **context,
            **told,
            "may": dict.fromkeys(context["may"], False),  # a turn is all that there is to do
            "page": f"/puzzles/{puzzle.game}/{puzzle.number}/{found}",
            "title": f"{puzzle.rulebook.title} \u00b7 {say('Puzzle {number}', number=puzzle.number)} \u00b7 Ponticello",
            "puzzle": puzzle,
            "state": self.state,
            "next_step": next_step,
            "next_words": next_words,
            "finders": [levels[int(name.removeprefix("level")) - 1].name for name in puzzle.found_by] if ended else [],
        }
