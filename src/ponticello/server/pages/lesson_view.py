"""A step of a lesson as a page shows it: a table that nobody has laid, at which one turn is put together as at any other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ponticello.engine.people import called
from ponticello.engine.words import say
from ponticello.server.matches.draft import Draft
from ponticello.server.matches.table import Table
from ponticello.server.pages.practice_table import as_learner, practice_table
from ponticello.server.pages.reader import Reader
from ponticello.server.pages.table_view import TableView, Wishes
from ponticello.table.lessons import Lesson, Step, Verdict
from ponticello.table.position import Move


def lesson_table(lesson: Lesson, number: int, moves: Sequence[Move] = ()) -> Table:
    """Returns the table of a step, as it finds it or after what was played there."""
    step = lesson.steps[number - 1]
    match = step.start.copy()
    match.carry_out(moves)
    return practice_table(f"{lesson.rulebook.name}-{number}", match, step.seat)


class LessonView(TableView):
    """A step as a reader looks at it, and what has come of it."""

    def __init__(self, lesson: Lesson, number: int, reader: Reader, wishes: Wishes, verdict: Verdict | None = None) -> None:
        self.lesson, self.number, self.verdict = lesson, number, verdict
        self.step: Step = lesson.steps[number - 1]
        super().__init__(lesson_table(lesson, number, verdict.moves if verdict else ()), as_learner(reader), wishes)
        if verdict is not None:
            self.acting, self.draft = False, Draft(self.position)

    def headline(self) -> str:
        """Returns what the rules ask for now, or that the step is done."""
        if self.verdict is not None:
            return say("Well done")
        with called(self.people):
            return say("Confirm your turn") if self.draft.complete else self.draft.position.task(self.seat)

    def judge(self, text: str) -> Verdict:
        """Returns what comes of a turn; raises what refuses it."""
        with called(self.people):
            return self.step.judge(text)

    def tries(self) -> list[tuple[str, str]]:
        """Returns the moves to try that rules refuse, and what they would do; the one that is the goal first."""
        moves = [*([self.step.answer] if self.step.refused else []), *(one.text for one in self.step.tries)]
        with called(self.people):
            return [(move, self.position.tell(self.position.moves_of(move, self.seat))) for move in moves]

    def answer(self) -> str:
        """Returns what would be right, in notation and in words; nothing where that is a button already."""
        if self.step.refused:
            return ""
        with called(self.people):
            does = self.position.tell(self.position.moves_of(self.step.answer, self.seat))
        return say("{move}: your turn {does}.", move=self.step.answer, does=does)

    def lesson_context(self) -> dict[str, Any]:
        """Returns all that the page says."""
        praise = self.verdict.words if self.verdict else ()
        shown = {
            "page": f"/learn/{self.lesson.rulebook.name}/{self.number}",
            "title": f"{say(self.step.title)} \u00b7 {self.lesson.rulebook.title} \u00b7 Ponticello",
            "lesson": self.lesson,
            "number": self.number,
            "step": self.step,
            "praise": praise,
            "tries": [] if self.verdict else self.tries(),
            "answer": "" if self.verdict else self.answer(),
            "next_step": f"/learn/{self.lesson.rulebook.name}/{self.number + 1}" if self.verdict else "",
        }
        context = self.turn_context()
        return {**context, **shown, "may": dict.fromkeys(context["may"], False)}  # a turn is all that there is to do
