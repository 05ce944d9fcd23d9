"""Puzzles at the command: listed without giving them away, solved, given up; and what is typed wrong is said in one sentence."""

from __future__ import annotations

import pytest

from ponticello.analysis.puzzles.book import shelf
from tests.cli.cli_shelf import NAMES

BOOKS = [name for name in NAMES if shelf(name)]


def answer_of(puzzle, found=0):
    return puzzle.rulebook.write_turn(puzzle.steps[puzzle.answers[found]][1])


@pytest.mark.parametrize("name", BOOKS)
def test_a_line_a_puzzle(run, name):
    listed = run("puzzles", "list", name)
    assert listed.returncode == 0 and listed.stderr == ""
    lines = listed.stdout.splitlines()
    assert len(lines) == len(shelf(name))
    for puzzle, line in zip(shelf(name), lines, strict=True):
        assert line.split()[:2] == [name, str(puzzle.number)] and puzzle.task() in line
        assert f" {answer_of(puzzle)} " not in line


@pytest.mark.parametrize("name", BOOKS)
def test_a_wrong_turn_is_refuted_and_the_right_one_solves(run, name):
    puzzle = max(shelf(name), key=lambda each: each.asked)
    turns = [answer_of(puzzle, found) for found in range(puzzle.asked)]
    played = run("puzzle", name, "--number", puzzle.number, lines=["nonsense", "?", puzzle.refuted[0].turn, *turns])
    assert played.returncode == 0 and played.stderr == ""
    assert "That is not it" in played.stdout and "Solved!" in played.stdout
    assert played.stdout.index("That is not it") < played.stdout.index("Solved!")
    assert played.stdout.count("And now?") == puzzle.asked - 1
    assert turns[0] in played.stdout.partition("Solved!")[2], "the line is told at the end"


def test_who_gives_in_is_told_and_who_leaves_is_not(run):
    puzzle = shelf(BOOKS[0])[0]
    given_in = run("puzzle", puzzle.game, "--number", 1, lines=["solution"]).stdout
    assert answer_of(puzzle) in given_in and "Solved!" not in given_in
    left = run("puzzle", puzzle.game, "--number", 1, lines=["quit"]).stdout
    assert puzzle.task() in left and "Your turn" not in left
    assert run("puzzle", puzzle.game, "--number", 1, lines=[]).returncode == 0


def test_what_is_not_there(run):
    name = BOOKS[0]
    for words, sentence in (
        (["puzzle", name, "--number", 5000], "there is no puzzle 5000"),
        (["puzzle", "nonsense"], "there is no game 'nonsense'"),
        (["puzzles", "list", "nonsense"], "there is no game 'nonsense'"),
        (["puzzle", name, "--grade", 9], "9"),
    ):
        refused = run(*words)
        assert refused.returncode == 2 and sentence in refused.stderr and refused.stderr.count("\n") == 1
