"""`ponticello learn`: a lesson at the terminal, step by step, and the first game after it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ponticello.cli.lesson_session import LessonSession
from ponticello.games import names
from ponticello.table.lessons import lesson_of
from tests.cli.conftest import Run

Open = Callable[..., Any]


def test_it_lists_the_lessons_and_how_far_one_has_come(run: Run) -> None:
    shown = run("learn")
    assert shown.returncode == 0
    assert all(f"({name}): 0 of {lesson_of(name).length} done" in shown.stdout for name in names())


@pytest.mark.parametrize("name", names())
def test_all_steps_of_a_game_can_be_typed(run: Run, name: str) -> None:
    lines = [line for step in lesson_of(name).steps for line in (step.answer, "")]
    shown = run("learn", name, lines=[*lines, "quit"])
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.count("step ") >= lesson_of(name).length and "Your first game" in shown.stdout
    assert f"({name}): {len(lesson_of(name).steps)} of" in run("learn").stdout


def test_what_is_typed_is_answered(run: Run, data: Path) -> None:
    lines = ["g7", "a5,a6", "?", "show", "g9", "g10", "quit"]
    shown = run("learn", "ponte", "--step", "3", lines=lines).stdout
    for words in ("g7 already has a dark tile", "no island of four", "g9,g10 is right.", "1 lone island: 1 point."):
        assert words in shown
    assert json.loads((data.parent / "lessons.json").read_text()) == {"ponte": [3]}


def test_one_goes_on_where_one_stopped_and_back_and_on(run: Run) -> None:
    run("learn", "ponte", lines=["d4,e6", "quit"])
    shown = run("learn", "ponte", lines=["back", "next", "next", "q"]).stdout
    assert [shown.count(f"step {number} of") for number in (1, 2, 3)] == [1, 2, 1]


def test_the_first_game_is_against_the_gentlest_with_a_hint_at_every_turn(run: Run) -> None:
    shown = run("learn", "skybridge", "--step", "12", lines=["", "quit"]).stdout
    assert "Try " in shown and " % to win." in shown
    assert lesson_of("skybridge").rulebook.levels[0].name in shown


def test_mistakes_are_one_sentence(run: Run) -> None:
    for words, sentence in {
        ("learn", "chess"): "no game 'chess'",
        ("learn", "ponte", "--step", "40"): "has 12 steps, not 40",
        ("learn", "--step", "2"): "say of which game",
    }.items():
        shown = run(*words)
        assert shown.returncode == 2 and sentence in shown.stderr and shown.stdout == ""


def test_a_file_that_makes_no_sense_is_no_obstacle(run: Run, data: Path) -> None:
    data.parent.mkdir(parents=True, exist_ok=True)
    (data.parent / "lessons.json").write_text("[1, 2", encoding="utf-8")
    assert "0 of" in run("learn").stdout
    run("learn", "ponte", lines=["d4,e6", "q"])
    assert "(ponte): 1 of" in run("learn").stdout


def test_it_speaks_french(run: Run) -> None:
    shown = run("--language", "fr", "learn", "ponte", lines=["d4,e6", "q"]).stdout
    assert "Deux tuiles claires" in shown and "Ce coup place des tuiles en d4 et e6." in shown


def test_a_game_without_lessons_begins_with_the_game() -> None:
    asked: list[str] = []

    class Silent:
        is_terminal = False

        def print(self, *words: object, **style: object) -> None:
            asked.extend(map(str, words))

    lesson = lesson_of("ponte")
    bare = type(lesson)(lesson.rulebook, (), {})
    LessonSession(bare, Silent(), lambda prompt: "").teach(1)  # type: ignore[arg-type]
    assert any("step 1 of 1: Your first game" in line for line in asked)
