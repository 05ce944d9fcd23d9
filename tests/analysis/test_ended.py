"""Matches that somebody ended before their rules did: reviewed to the end, and the last step costs what was still expected."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import ponticello as pc
from ponticello.analysis import Ended, Review, review, reviewing
from ponticello.analysis.compose import compose
from ponticello.analysis.curve import curve_svg, curve_text
from ponticello.analysis.model import LEFT, OUT_OF_TIME, POINT, TURNING_POINT, VICTORY
from ponticello.analysis.report import report_page
from ponticello.engine.words import speaking
from ponticello.languages import language


@pytest.fixture(autouse=True)
def _without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")


def begun(name: str, players: int, moves: int = 8) -> pc.Match:
    """Returns a match of which only so much was played."""
    dice, match = random.Random(moves), pc.game(name).match(players, seed=4, names=["Ann", "Bo", "Cy"][:players])
    while match.length < moves or match.position.mid_turn(match.actors[0]):
        match.play(dice.choice(match.legal_moves(match.actors[0])))
    return match


@pytest.mark.parametrize("how", ["resigns", OUT_OF_TIME])
@pytest.mark.parametrize(("name", "players"), [("ponte", 2), ("skybridge", 3), ("connections", 2)])
def test_who_gives_up_or_has_no_time_left_gives_away_what_was_still_expected(name: str, players: int, how: str) -> None:
    match = begun(name, players)
    reviewed = next(reviewing(match, ended=Ended(seat=1, winners=(0,), how=how)))
    *played, last = reviewed.steps
    assert [(step.at, step.until) for step in played] == [(turn.at, turn.until) for turn in match.turns()]
    assert (last.turn, last.seat, last.is_ending) == (how, 1, True)
    assert last.after == (VICTORY, *[0] * (players - 1))
    assert last.loss == last.before[1] > 0
    for seat in range(players):
        balance = reviewed.balance(seat)
        assert balance.start + balance.luck + balance.own + balance.others == balance.result == VICTORY * (seat == 0)
    assert Review.from_json(reviewed.to_json()) == reviewed


@pytest.mark.parametrize(("name", "sign"), [("hashi", 1), ("connections", -1)])
def test_alone_the_points_stay_as_they_are(name: str, sign: int) -> None:
    match = begun(name, 1)
    [*_, last] = next(reviewing(match, ended=Ended(0))).steps
    assert last.after == (sign * POINT * match.scores[0],)
    assert last.loss == last.before[0] - last.after[0] > 0


def test_a_match_that_all_have_left_ends_with_what_was_expected_last() -> None:
    [*_, before, last] = next(reviewing(begun("ponte", 2), ended=Ended(0, how=LEFT))).steps
    assert last.before == last.after == before.after
    assert (last.loss, last.verdict) == (0, "")


def test_who_won_on_the_board_but_had_given_up_loses_it_in_the_end() -> None:
    match = begun("skybridge", 3, 0)
    dice = random.Random(1)
    while not match.over:
        match.play(dice.choice(match.legal_moves()))
    winner, other = match.winners[0], (match.winners[0] + 1) % 3
    [*_, last] = next(reviewing(match, ended=Ended(winner, (other,)))).steps
    assert last.before[winner] == VICTORY // len(match.winners)
    assert (last.after[winner], last.after[other]) == (0, VICTORY)


def test_giving_up_a_game_that_is_not_lost_is_a_turning_point_and_told_in_words() -> None:
    match, ended = begun("ponte", 2, 6), Ended(1, (0,))
    glanced = next(reviewing(match, ended=ended))
    reviewed = compose(match, [replace(found, simulations=64) for found in glanced.studies], seed=0, ended=ended)
    [*_, last] = reviewed.steps
    assert not any(step.verdict for step in glanced.steps), "a glance calls nobody names"
    assert last.verdict == TURNING_POINT
    assert last in reviewed.named()
    with match.called():
        assert "Bo, resigns: turning point" in curve_svg(reviewed)
        assert curve_text(reviewed, 40).rstrip().endswith("??")
        with speaking(language("fr")):
            assert "Bo : abandonne" in report_page(match, reviewed)


def test_what_cannot_be_an_ending_is_refused() -> None:
    match = begun("ponte", 2)
    for ended, why in (
        (Ended(2), "there is no player 3"),
        (Ended(0, (7,)), "there is no player 8"),
        (Ended(0, (1,), "sulks"), "'sulks'"),
        (None, "not over"),
    ):
        with pytest.raises(pc.BadOption, match=why):
            review(match, ended=ended)
    first = next(reviewing(match, ended=Ended(0, (1,))))
    with pytest.raises(pc.BadOption, match="another match"):
        review(match, start=first, ended=Ended(1, (0,)))
