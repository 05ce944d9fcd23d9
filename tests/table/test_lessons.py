"""Lessons: every answer is right, no goal is reached by accident, and together they show all rules. Nothing here names a rule."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ponticello.engine import verbs
from ponticello.engine.errors import BadData, IllegalMove
from ponticello.engine.people import called
from ponticello.engine.words import say, speaking
from ponticello.games import names
from ponticello.languages import language
from ponticello.players.glance import GlancePlayer
from ponticello.table import lessons
from ponticello.table.game import game
from ponticello.table.lessons import Lesson, Step, lesson_of, turns_in
from ponticello.table.position import Position

LESSONS = [name for name in names() if lesson_of(name).steps]
STEPS = [(name, number) for name in LESSONS for number in range(1, lesson_of(name).length)]
MOST_LETTERS = 150  # of what a step says
ACCIDENT = 0.25  # the share of legal turns, or of moves that could be tried, that may reach a goal
FEW = 10  # legal turns, of which it is enough that one does not
TRIED = 60  # turns

every_lesson = pytest.mark.parametrize("name", LESSONS)
every_step = pytest.mark.parametrize(("name", "number"), STEPS, ids=lambda part: str(part))


def step_of(name: str, number: int) -> Step:
    return lesson_of(name).steps[number - 1]


class Listener:
    """A language in which nothing changes; it hears what is said."""

    def __init__(self) -> None:
        self.heard: set[str] = set()

    def sentence(self, english: str, home: str) -> str:
        self.heard.add(english)
        return english

    def things(self, one: str, many: str, number: int, home: str) -> str:
        return one if number == 1 else many


def explained(positions: Iterator[Position]) -> set[str]:
    """Returns the sentences by which points are explained in some positions."""
    listener = Listener()
    with speaking(listener):
        for position in positions:
            for seat in range(position.players):
                position.explain(seat)
    return listener.heard


def after_answer(step: Step) -> Position:
    return step.position if step.refused else step.position.play(step.answer, step.seat)


def random_turn(position: Position, seat: int, dice: random.Random) -> str:
    """Returns a whole turn of a seat, each move as likely as the others."""
    moves = []
    while not moves or (seat in position.actors and position.mid_turn(seat)):
        moves.append(dice.choice(position.legal_moves(seat)))
        position = position.play(moves[-1])
    return position.game.rulebook.write_turn(moves)


def test_every_game_of_the_package_can_be_learned() -> None:
    assert {"ponte", "skybridge", "hashi", "connections"} <= set(LESSONS)


@every_lesson
def test_a_lesson_has_eight_to_twelve_things_to_do_the_last_of_them_a_game(name: str) -> None:
    lesson = lesson_of(name)
    assert 8 <= lesson.length <= 12 and lesson.length == len(lesson.steps) + 1
    players = {step.players for step in lesson.steps}
    assert players & {1} == set(lesson.rulebook.players) & {1} and max(players) > 1, "alone, if that can be, and with others"


@pytest.mark.parametrize("code", ["en", "fr"])
@every_step
def test_a_step_says_little(name: str, number: int, code: str) -> None:
    step = step_of(name, number)
    with speaking(language(code)):
        for words in map(say, (step.words, step.done, step.otherwise)):
            assert len(re.findall(r"[.!?](?: |$)", words)) <= 2 and len(words) <= MOST_LETTERS, words


@every_step
def test_the_answer_is_right_and_says_what_it_did(name: str, number: int) -> None:
    step = step_of(name, number)
    for answer in step.answers:
        verdict = step.judge(answer)
        assert verdict.is_right and verdict.words
        if not step.refused:
            assert step.position.tell(verdict.moves) in verdict.words[0]
            assert step.position.is_legal_turn(list(verdict.moves))


@every_step
def test_what_is_tried_is_refused_by_the_rule_that_the_step_names(name: str, number: int) -> None:
    step = step_of(name, number)
    for one in step.tries:
        with pytest.raises(IllegalMove) as refusal:
            step.position.play(one.text, step.seat)
        assert refusal.value.rule == one.rule
        if one.rule != step.refused:
            with pytest.raises(IllegalMove, match=re.escape(str(refusal.value))):
                step.judge(one.text)


@every_step
def test_a_goal_is_not_reached_by_accident(name: str, number: int) -> None:
    step, dice = step_of(name, number), random.Random(number)
    if step.refused:
        state, actions = step.position.state, range(lesson_of(name).rulebook.actions)
        refusals = [verbs.refusal(state, step.seat, action) for action in actions]
        wanted = [code for code, rule in lesson_of(name).rulebook.refusals.items() if rule == step.refused]
        assert sum(code in wanted for code in refusals) <= ACCIDENT * len(refusals)
        assert not any(step.judge(random_turn(step.position, step.seat, dice)).is_right for _ in range(5))
        return
    first = step.position.legal_moves(step.seat)
    assert len(first) > 1, "there is something to choose"
    turns = {random_turn(step.position, step.seat, dice) for _ in range(TRIED)}
    right = [turn for turn in turns if step.judge(turn).is_right]
    assert len(right) <= ACCIDENT * len(turns) if len(turns) >= FEW else len(right) < len(turns), right


@every_lesson
def test_every_rule_that_refuses_occurs_or_is_left_out_for_a_reason(name: str) -> None:
    lesson = lesson_of(name)
    shown = {step.refused for step in lesson.steps} | {one.rule for step in lesson.steps for one in step.tries}
    rules = set(lesson.rulebook.refusals.values())
    assert shown - {""} <= rules
    assert rules - shown == set(lesson.left_out) & rules
    assert all(len(reason.split()) > 5 for reason in lesson.left_out.values())


def whole_games(lesson: Lesson) -> Iterator[Position]:
    """Yields positions of some games that are played at a glance, alone where that can be, and by two."""
    for players in {lesson.rulebook.players[0], 2}:
        for seed in range(2):
            match = game(lesson.rulebook.name, **full(lesson)).match(players, seed=seed)
            yield match.position
            glances = [GlancePlayer(seed) for _ in range(players)]
            while not match.over:
                seat = match.actors[0]
                match.play(glances[seat].choose(match.view(seat), seat).move)
                if match.length % 9 == 0:
                    yield match.position
            yield match.position


def full(lesson: Lesson) -> dict[str, object]:
    """Returns options that make the most of a game: the last choice of those that have more than one word to choose from."""
    return {one.name: one.choices[-1] for one in lesson.rulebook.options if len(one.choices) > 1 and isinstance(one.default, str)}


@pytest.mark.slow
@every_lesson
def test_every_way_to_score_occurs_or_is_left_out_for_a_reason(name: str) -> None:
    lesson = lesson_of(name)
    titles = {str(lesson.rulebook.award(score)) for score in range(200)} if lesson.rulebook.award else set()
    shown = explained(position for step in lesson.steps for position in (step.position, after_answer(step)))
    played = explained(whole_games(lesson))
    assert len(played - titles) >= 3
    assert played - titles - shown - set(lesson.left_out) == set()
    assert not set(lesson.left_out) & shown


@every_lesson
def test_a_step_is_told_in_french(name: str) -> None:
    with speaking(language("fr")):
        for step in lesson_of(name).steps:
            with called(["Ann", "Bo", "Cy", "Di"], you=step.seat):
                french = step.judge(step.answer).words
            assert french and not any("Your turn" in sentence for sentence in french)
            assert say(step.words) != str(step.words)


def test_half_a_turn_is_not_judged_and_another_one_is_told() -> None:
    step = step_of("ponte", 3)
    assert not step.judge("g9").is_whole
    other = step.judge("a5,a6")
    assert other.is_whole and not other.is_right and "no island" in other.words[0]
    first = step_of("ponte", 1).judge("a1,b2")
    assert not first.is_right and "lays tiles on a1 and b2" in first.words[0], "without words of its own it says what it did"
    assert step_of("ponte", 1).judge("e6,d4").is_right, "in whatever order"


def test_a_game_without_lessons_has_a_first_game_to_offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "folder_of", lambda name: tmp_path)
    lesson = lesson_of.__wrapped__("ponte")
    assert (lesson.steps, lesson.length, lesson.left_out) == ((), 1, {})


WRONG = {
    "refused": ('answer = "a1,b2"\nrefused = "TOO_HOT"', "TOO_HOT"),
    "ends": ('answer = "a1,b2"\nends = "soon"', "soon"),
    "answer": ("", "answer"),
    "seat": ('answer = "dark"\nseat = 2', "player 2 may not act now"),
    "before": ('answer = "dark"\nbefore = "a1,b2; a1,b3"', "now a colour is chosen"),
    "key": ('answer = "a1,b2"\ngaol = 1', "gaol"),
}


@pytest.mark.parametrize("key", WRONG)
def test_what_is_wrong_in_a_lesson_is_said_with_its_place(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, wanted = WRONG[key]
    (tmp_path / lessons.FILE).write_text(f'[[step]]\ntitle = "T"\nwords = "W"\n{lines}\n', encoding="utf-8")
    monkeypatch.setattr(lessons, "folder_of", lambda name: tmp_path)
    with pytest.raises(BadData, match=wanted) as error:
        assert lesson_of.__wrapped__("ponte").steps[0].start
    assert lessons.FILE in str(error.value)


def test_turns_stand_one_after_the_other() -> None:
    assert turns_in("d4,e5; dark;\n a1,b1") == ("d4,e5", "dark", "a1,b1")
