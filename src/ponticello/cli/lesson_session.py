"""A lesson at the terminal: the board of a step, what there is to do, and what comes of what is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ponticello.cli.console import new_console, print_board, print_text
from ponticello.cli.keyboard import Departure, Keyboard
from ponticello.cli.learned_steps import learned, note_learned
from ponticello.cli.move_list import columns
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.people import called
from ponticello.engine.words import say
from ponticello.games import rulebook
from ponticello.table.game import games
from ponticello.table.lessons import FIRST_LEVEL, Lesson, Step, lesson_of

if TYPE_CHECKING:
    from rich.console import Console


def _help(step: Step) -> str:
    """Returns what can be typed, with a move to show how one is written, though not the one that is asked for."""
    moves = [str(move) for move in step.position.legal_moves(step.seat)]
    return say(
        "(a move is typed like {example}; ? lists them, show tells the answer, next and back go on and back, quit leaves)",
        example=next((move for move in moves if not any(turn.startswith(move) for turn in step.answers)), moves[0]),
    )


class Turned(Exception):
    """The person wants another step."""

    def __init__(self, by: int) -> None:
        self.by = by


def learn(name: str | None, step: int | None) -> int:
    """Teaches a game, or lists the lessons where none is named; returns the exit code."""
    console, keyboard = new_console(), Keyboard()
    if name is None:
        if step is not None:
            raise BadOption(say("say of which game that is a step: ponticello learn GAME --step {number}", number=step))
        _list_lessons(console)
        return 0
    lesson = lesson_of(rulebook(name).name)
    if step is not None and step > lesson.length:
        raise BadOption(
            say(
                "the lesson of {game} has {last} steps, not {number}", game=lesson.rulebook.title, last=lesson.length, number=step
            )
        )
    with keyboard.hearing_signals():
        try:
            done = learned(lesson.rulebook.name)
            first = next((number for number in range(1, lesson.length + 1) if number not in done), 1)
            LessonSession(lesson, console, keyboard.ask).teach(first if step is None else step)
        except Departure as departure:
            return departure.exit_code
    return _first_game(lesson)


def _list_lessons(console: Console) -> None:
    for book in games():
        done, last = len(learned(book.name)), lesson_of(book.name).length
        told = say("{game} ({name}): {done} of {total} done", game=book.title, name=book.name, done=done, total=last)
        print_text(console, told)
    console.print(say("Learn one with: ponticello learn NAME"), soft_wrap=True)


def _first_game(lesson: Lesson) -> int:
    from ponticello.cli.game_setup import PlayRequest, play

    note_learned(lesson.rulebook.name, lesson.length)
    return play(PlayRequest([lesson.rulebook.name], against=str(FIRST_LEVEL), hints=True))


class LessonSession:
    """The steps of a lesson, one after the other."""

    def __init__(self, lesson: Lesson, console: Console, ask: Callable[[str], str]) -> None:
        self.lesson, self.console, self.ask = lesson, console, ask

    def teach(self, number: int) -> None:
        """Goes through the steps, from one on, until the first game is to begin."""
        while number <= len(self.lesson.steps):
            try:
                self._teach(number)
                number += 1
            except Turned as turned:
                number = max(1, number + turned.by)
        self._print(self._heading(self.lesson.length, say("Your first game")), "bold")
        gentlest = self.lesson.rulebook.levels[FIRST_LEVEL - 1].name
        self._print(
            say(
                "Play against {name}, the gentlest of the house, with a hint at every turn. What is refused explains itself.",
                name=gentlest,
            )
        )
        self._wait()

    def _teach(self, number: int) -> None:
        step = self.lesson.steps[number - 1]
        if self.console.is_terminal:
            self.console.clear()
        self._print(self._heading(number, say(step.title)), "bold")
        names = [say("You") if seat == step.seat else say("Player {number}", number=seat + 1) for seat in range(step.players)]
        with called(names, you=step.seat):
            print_board(self.console, step.position.view(step.seat), step.start.last_actions(step.seat))
            self._print(say(step.words))
            if tries := [*([step.answer] if step.refused else []), *(one.text for one in step.tries)]:
                self._print(say("To see what is refused, type: {moves}", moves=" · ".join(tries)), "dim")
            self._print(_help(step), "dim")
            self._ask_until_right(step)
        note_learned(self.lesson.rulebook.name, number)
        self._wait()

    def _ask_until_right(self, step: Step) -> None:
        begun = ""
        while True:
            line = self.ask("> " if not begun else f"{begun}{step.game.rulebook.joiner}").strip()
            if not line or self._said(line, step, begun):
                begun = begun if line else ""
                continue
            turn = f"{begun}{step.game.rulebook.joiner}{line}" if begun else line
            try:
                verdict = step.judge(turn)
            except PonticelloError as error:
                self._print(str(error), "red")
                continue
            for sentence in verdict.words:
                self._print(sentence, "green" if verdict.is_right else "yellow")
            if verdict.is_right:
                return
            begun = "" if verdict.is_whole else turn

    def _said(self, line: str, step: Step, begun: str) -> bool:
        """Answers a word that is not a move; tells whether it was one."""
        word = line.lower()
        if word in ("q", "quit"):
            raise Departure
        if word in ("next", "back"):
            raise Turned(1 if word == "next" else -1)
        if word == "show":
            self._print(say("{move} is right.", move=step.answer))
        elif word == "?":
            position = step.position.play(begun, step.seat) if begun else step.position
            self._print("\n".join(columns(position.legal_moves(step.seat), self.console.width, None)))
        else:
            return False
        return True

    def _heading(self, number: int, title: str) -> str:
        book = self.lesson.rulebook
        return say(
            "{game}, step {number} of {total}: {title}", game=book.title, number=number, total=self.lesson.length, title=title
        )

    def _wait(self) -> None:
        if self.ask(say("(Enter goes on, quit leaves) ")).strip().lower() in ("q", "quit"):
            raise Departure

    def _print(self, text: str, style: str = "") -> None:
        print_text(self.console, text, style)
