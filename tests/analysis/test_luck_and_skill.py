"""What luck, one's own turns and those of the others gave adds up to the result: exactly, in every game, at any depth."""

from __future__ import annotations

import random
import sys
from dataclasses import replace

import numpy as np
import pytest

import ponticello as pc
from ponticello.analysis import Review, review
from ponticello.analysis.compose import compose, rounded
from ponticello.analysis.model import POINT, VICTORY, Study
from ponticello.analysis.study import study
from ponticello.analysis.summary import balance_words, in_whole
from ponticello.analysis.worth import Worth
from ponticello.engine.people import called
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import speaking
from ponticello.languages import language
from tests.analysis.finished_matches import TABLES, finished_match
from tests.engine.warmth import warm_up

every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def check_sums(match: pc.Match, reviewed: Review) -> None:
    winners = match.winners
    for seat in range(match.players):
        balance = reviewed.balance(seat)
        assert balance.start + balance.luck + balance.own + balance.others == balance.result
        if match.players == 1:
            assert abs(balance.result) == POINT * abs(match.scores[0])
        else:
            assert balance.result * len(winners) == VICTORY * (seat in winners)
    assert [step.after for step in reviewed.steps[:-1]] == [step.before for step in reviewed.steps[1:]]
    if match.players > 1:
        assert all(sum(amounts) == VICTORY and min(amounts) >= 0 for amounts in reviewed.curve)


@every_table
def test_the_sum_is_the_result_whatever_the_searches_say(name: str, players: int) -> None:
    match = finished_match(name, players)
    chooser = random.Random(players)

    def some() -> tuple[int, ...]:
        return tuple(chooser.randrange(-VICTORY, VICTORY) for _ in range(players))

    studies = [Study(64, expected=some(), given_up=some(), sure=True) for _ in match.turns()]
    check_sums(match, compose(match, studies, seed=0))


@pytest.mark.slow
@every_table
def test_the_sum_of_a_real_review_is_the_result(name: str, players: int) -> None:
    warm_up(name)
    match = finished_match(name, players)
    reviewed = review(match, simulations=2)
    check_sums(match, reviewed)
    assert [(step.seat, step.turn, step.at, step.until) for step in reviewed.steps] == [
        (turn.seat, turn.text, turn.at, turn.until) for turn in match.turns()
    ]
    assert all(step.loss >= 0 for step in reviewed.steps)
    assert reviewed.simulations >= 2 and reviewed.finished and reviewed.progress == 1


def test_a_curve_moves_with_chance_by_what_it_gave() -> None:
    match = finished_match("hashi", 1)
    turns = match.turns()
    gifts = [Study(64, expected=(10 * k,)) if turn.seat == CHANCE else None for k, turn in enumerate(turns)]
    studies = [gift or Study(64, expected=(3000,), given_up=(-50,)) for gift in gifts]
    reviewed = compose(match, studies, seed=0)
    for gift, step in zip(gifts, reviewed.steps, strict=True):
        if gift is not None:
            assert abs(step.change(0) - gift.expected[0]) <= 2


@pytest.mark.slow
def test_what_can_be_drawn_is_worth_as_much_as_usual_on_average() -> None:
    """Whatever had been drawn instead: the gifts of all draws, by their chances, are next to nothing."""
    warm_up("hashi")
    match = finished_match("hashi", 1)
    turn = [turn for turn in match.turns() if turn.seat == CHANCE][9]
    chances = match.position_after(turn.at).chance
    gifts = {move: study(match, replace(turn, moves=(move,)), 512, 0).expected[0] for move in chances}
    assert len(gifts) > 3 and max(gifts.values()) - min(gifts.values()) > 2 * POINT
    assert abs(sum(chances[move] * gifts[move] for move in chances)) < POINT / 2


def test_what_the_dice_of_a_search_say_is_no_luck_of_all_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the dice alone decided what a position is worth, chance would give much in one match and take much in another."""
    monkeypatch.setattr(sys.modules[study.__module__], "worth_of_position", lambda *asked: Worth((asked[-1] % 1009 - 504.0,)))
    gifts = []
    for seed in range(12):
        match = finished_match("hashi", 1, seed)
        drawn = [turn for turn in match.turns() if turn.seat == CHANCE][2:7]
        gifts += [study(match, turn, 8, 0).expected[0] for turn in drawn]
    assert abs(np.mean(gifts)) < 2 * np.std(gifts) / len(gifts) ** 0.5
    assert len(set(gifts)) > len(gifts) / 2
    first = next(turn for turn in match.turns() if turn.seat == CHANCE)
    chances = match.position_after(first.at).chance
    gifts = [chances[move] * study(match, replace(first, moves=(move,)), 8, 0).expected[0] for move in chances]
    assert max(gifts) > 1 and abs(sum(gifts)) < 1, "before it all matches are much alike, so there nothing may be left over"


def test_shares_are_whole_numbers_that_add_up() -> None:
    assert rounded(np.array([-5.0, -1.0, -9.0])) == (VICTORY // 3,) * 3
    for seed in range(50):
        values = np.random.default_rng(seed).normal(VICTORY / 3, VICTORY / 3, size=2 + seed % 3)
        shares = rounded(values)
        assert sum(shares) == VICTORY and min(shares) >= 0


def reviewed_alone(start: int, luck: int, result: int) -> Review:
    """Returns the review of a match alone in which chance gave so much, and the rest was play."""
    match = finished_match("hashi", 1)
    whole = compose(match, [Study(0, expected=(0,), given_up=(0,)) for _ in match.turns()], seed=0)
    drawn, turn = (next(step for step in whole.steps if step.is_chance is wanted) for wanted in (True, False))
    steps = (
        replace(drawn, before=(start,), after=(start + luck,)),
        replace(turn, before=(start + luck,), after=(result,)),
    )
    return replace(whole, steps=steps)


@pytest.mark.parametrize(
    ("amounts", "english", "french"),
    [
        (
            (4400, 300, 4000),
            "44 points at the beginning; luck gave you 3 points more than usual and your play gave away 7 points;"
            " 40 points in the end.",
            "44 points au début ; la chance vous a donné 3 points de plus que d'habitude et votre jeu a laissé filer 7 points ;"
            " 40 points à la fin.",
        ),
        (
            (100, -100, 100),
            "1 point at the beginning; luck took 1 point from you and your play gained 1 point; 1 point in the end.",
            "1 point au début ; la chance vous a coûté 1 point et votre jeu a gagné 1 point ; 1 point à la fin.",
        ),
        (
            (0, 0, 0),
            "0 points at the beginning; luck gave you no more than usual and your play gave nothing away; 0 points in the end.",
            "0 point au début ; la chance ne vous a rien donné de plus que d'habitude et votre jeu n'a rien laissé filer ;"
            " 0 point à la fin.",
        ),
    ],
)
def test_one_sentence_says_so(amounts: tuple[int, int, int], english: str, french: str) -> None:
    reviewed = reviewed_alone(*amounts)
    with called(["Ann"], you=0):
        assert balance_words(reviewed, 0) == english
        with speaking(language("fr")):
            assert balance_words(reviewed, 0) == french


def test_the_numbers_of_the_sentence_add_up_too() -> None:
    chooser = random.Random(4)
    for _ in range(500):
        amounts = [chooser.randrange(-9999, 9999) for _ in range(4)]
        whole = in_whole(amounts, 100)
        assert sum(whole) == round(sum(amounts) / 100)
        assert all(abs(100 * a - b) < 100 for a, b in zip(whole, amounts, strict=True))
