"""The puzzles that come with the games: each has one answer, proven anew for as many as there is time for. Nothing here names a
game."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from ponticello.analysis.puzzles.book import POINTS, WIN, Puzzle, load, path_of, shelf, write
from ponticello.analysis.puzzles.finder import MARGIN, at_a_glance, same, tempting
from ponticello.analysis.puzzles.solver import Solver, whole_turns
from ponticello.engine.errors import BadData
from ponticello.engine.words import speaking
from ponticello.games import names
from ponticello.languages import language

SHIPPED = [name for name in names() if shelf(name)]
POSITIONS = 1_500_000  # that are looked at for a game, in some seconds
every_game = pytest.mark.parametrize("name", SHIPPED)


def sample(name: str) -> list[Puzzle]:
    """Returns some puzzles of a game, the same each time: in an order that says nothing, as many as are quickly proven."""
    chosen: list[Puzzle] = []
    left = POSITIONS
    for puzzle in sorted(shelf(name), key=lambda each: hashlib.sha256(";".join(each.before).encode()).digest()):
        if puzzle.positions <= left:
            chosen.append(puzzle)
            left -= puzzle.positions
    return chosen


def below(puzzle: Puzzle) -> int:
    """Returns what every other turn must stay below: not even a draw, or clearly fewer points."""
    return {WIN: 0, POINTS: puzzle.target - MARGIN + 1}.get(puzzle.kind, puzzle.target)


def prove(puzzle: Puzzle) -> None:
    """Fails unless each turn that is asked for is the only one that reaches the goal."""
    script = tuple(move.action for move in puzzle.cards)
    solver = Solver(puzzle.position, puzzle.seat, puzzle.goal, puzzle.turns, script)
    for played, at in enumerate(puzzle.answers):
        position, answer = puzzle.steps[at]
        cards = sum(moves[0].seat not in range(position.players) for _, moves in puzzle.steps[:at])
        answered = tuple(move.action for move in answer)
        for turn in whole_turns(position, puzzle.seat) or ():
            unclear = below(puzzle) if played == 0 else puzzle.target
            value = solver.value(position, unclear - 1, puzzle.target, after=turn, played=played, cards=cards)
            assert value is not None
            assert value >= puzzle.target if same(turn, answered) else value < unclear, (puzzle.game, puzzle.number, turn)


def test_every_game_of_the_package_has_sixty() -> None:
    assert {name: len(shelf(name)) for name in SHIPPED} == dict.fromkeys(("connections", "hashi", "ponte", "skybridge"), 60)


@every_game
@pytest.mark.slow
def test_a_sample_has_one_answer_each(name: str) -> None:
    chosen = sample(name)
    assert len(chosen) >= 8
    for puzzle in chosen:
        prove(puzzle)


@every_game
@pytest.mark.slow
def test_the_answer_does_not_spring_to_mind(name: str) -> None:
    for puzzle in sample(name)[:8]:
        answer = tuple(move.action for move in puzzle.steps[0][1])
        assert not any(same(answer, turn) for turn in tempting(puzzle.position, puzzle.seat))
        assert not same(answer, at_a_glance(puzzle.position, puzzle.seat))


@every_game
@pytest.mark.slow
def test_the_whole_book_can_be_played_and_is_told_in_french(name: str, tmp_path: Path) -> None:
    puzzles = load(path_of(name), name)
    copy = tmp_path / "copy.toml"
    copy.write_text(write(puzzles), encoding="utf-8")
    assert load(copy, name, play=False) == puzzles
    assert len({puzzle.before for puzzle in puzzles}) == len(puzzles)
    assert [puzzle.grade for puzzle in puzzles] == sorted(puzzle.grade for puzzle in puzzles)
    assert all(puzzle.refuted for puzzle in puzzles)
    english = [puzzle.task() for puzzle in puzzles]
    with speaking(language("fr")):
        assert not set(english) & {puzzle.task() for puzzle in puzzles}


@every_game
def test_grades_are_mixed(name: str) -> None:
    assert len({puzzle.grade for puzzle in shelf(name)}) >= 3
    assert len({puzzle.kind for puzzle in shelf(name)}) >= 2


BROKEN = {
    "kind = 7": "kind: must be a text, not 7",
    "asked = 9": "puzzle[0].asked: the line has only",
    'line = ["P1 nonsense"]': "puzzle 1 cannot be played",
    'before = "nonsense"': "puzzle 1 cannot be played",
    'kind = "soup"': "no puzzles of the kind 'soup'; there are: win, points",
    'refuted = ["soup"]': "must be a turn, a colon and the answer to it",
    'colour = "red"': "colour: unknown key; allowed are: kind, target",
}


@pytest.mark.parametrize("line", BROKEN)
def test_a_broken_book_is_refused_in_one_sentence(line: str, tmp_path: Path) -> None:
    name = SHIPPED[0]
    key = line.partition(" =")[0]
    text = write(shelf(name)[:1])
    if key == "before":
        kept = text.partition("before =")[0].rstrip()
    else:
        kept = "\n".join(each for each in text.splitlines() if not each.startswith(f"{key} ="))
    book = tmp_path / "mine.toml"
    book.write_text(kept.replace("[[puzzle]]", f"[[puzzle]]\n{line}"), encoding="utf-8")
    with pytest.raises(BadData) as refused:
        load(book, name)
    assert BROKEN[line] in str(refused.value) and "\n" not in str(refused.value)
