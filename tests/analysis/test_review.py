"""Reviews: right where the end is near, without hindsight, the same for everybody, and never lost."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction

import pytest

import ponticello as pc
from ponticello.analysis import Review, review, reviewing
from ponticello.analysis.model import FIND, MISTAKE, POINT, SLIP, TURNING_POINT, VICTORY, Study
from ponticello.analysis.study import study
from ponticello.analysis.verdicts import verdict_on
from ponticello.engine import verbs
from ponticello.engine.verbs import CHANCE
from ponticello.table.position import Position
from tests.analysis.finished_matches import finished_match
from tests.engine.warmth import warm_up

Worth = tuple[Fraction, ...]

# Tables at which nothing is decided at the same time by others.
ALONE_OR_IN_TURN = [("connections", 1), ("hashi", 1), ("ponte", 2), ("skybridge", 2), ("skybridge", 3)]
MOST_POSITIONS = 6_000  # that are looked at one by one


class TooLarge(Exception):
    """There is more to look at than a test has time for."""


class BruteForce:
    """What a position is worth if everybody plays best: all that can follow is looked at, through the rules alone."""

    def __init__(self) -> None:
        self.seen: dict[bytes, Worth] = {}

    def worth(self, position: Position) -> Worth:
        content = position.content
        if content not in self.seen:
            if len(self.seen) > MOST_POSITIONS:
                raise TooLarge
            self.seen[content] = self._worth(position)
        return self.seen[content]

    def _worth(self, position: Position) -> Worth:
        if position.over:
            if position.players == 1:
                return (Fraction(int(verbs.outlook(position.state, 0))),)
            winners = position.winners
            return tuple(Fraction(VICTORY * (seat in winners), len(winners)) for seat in range(position.players))
        if position.actors == (CHANCE,):
            moves = position.legal_moves(CHANCE)
            weights = [verbs.weight(position.state, move.action) for move in moves]
            parts = [
                [weight * share for share in self.worth(position.play(move))] for move, weight in zip(moves, weights, strict=True)
            ]
            return tuple(sum(column) / Fraction(sum(weights)) for column in zip(*parts, strict=True))
        (seat,) = position.actors
        return max((self.worth(position.play(move)) for move in position.legal_moves(seat)), key=lambda worth: worth[seat])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), ALONE_OR_IN_TURN)
def test_near_the_end_it_agrees_with_brute_force(name: str, players: int) -> None:
    warm_up(name)
    compared = better = 0
    for seed in (1, 2):
        match = finished_match(name, players, seed)
        brute = BruteForce()
        for step in reversed(review(match, simulations=128).steps):
            if not step.exact or step.is_chance:
                continue
            try:
                before, after = (brute.worth(match.position_after(at)) for at in (step.at, step.until))
            except TooLarge:
                break
            near = 1 if players > 1 else 3  # alone, an average over draws is rounded to a hundredth of a point
            for seat in (step.seat,) if players > 2 else range(players):  # between equals a third may gain or lose
                assert abs(step.before[seat] - before[seat]) <= near
                assert abs(step.after[seat] - after[seat]) <= near
            assert abs(step.loss - (before[step.seat] - after[step.seat])) <= 2 * near
            compared += len(match.position_after(step.at).legal_actions(step.seat)) > 1
            if step.better:
                instead = match.position_after(step.at).play(step.better_turn, step.seat)
                assert abs(brute.worth(instead)[step.seat] - before[step.seat]) <= near, "the better turn is a best one"
                better += 1
    assert compared >= 3 and (better or players > 1), "who plays at random alone misses something in the end"


def same_until(match: pc.Match, moves: int, seed: int) -> pc.Match:
    """Returns a match that goes on otherwise after a number of moves, with other cards too."""
    other = pc.Match(match.position_after(0), seed=seed, begin=False)
    for move in match.moves[:moves]:
        other.carry_out([move])
    chooser = random.Random(seed)
    other.settle_chance()
    while not other.over:
        seat = chooser.choice(other.actors)
        other.play(chooser.choice(other.legal_moves(seat)), seat)
    return other


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("hashi", 1), ("connections", 2), ("skybridge", 3), ("ponte", 2)])
def test_a_turn_is_judged_without_what_came_after_it(name: str, players: int) -> None:
    warm_up(name)
    match = finished_match(name, players)
    turn = [turn for turn in match.turns() if turn.seat != CHANCE][5]
    other = same_until(match, turn.until, 77)
    assert other.moves != match.moves
    again = next(found for found in other.turns() if found.at == turn.at)
    assert study(other, again, 32, 3) == study(match, turn, 32, 3)


@pytest.mark.slow
def test_where_all_act_at_once_a_turn_is_judged_without_what_the_others_did() -> None:
    warm_up("connections")
    match = finished_match("connections", 2)
    at = next(k for k in range(30, match.length) if match.moves[k].seat == CHANCE) + 1
    studies = set()
    for choice in (0, 3):
        table = pc.Match(match.position_after(0), seed=5, begin=False)
        for move in match.moves[:at]:
            table.carry_out([move])
        table.play(table.legal_moves(0)[choice], 0)
        mine = table.play(table.legal_moves(1)[1], 1)
        turn = next(turn for turn in table.turns() if turn.seat == 1 and turn.moves == tuple(mine) and turn.at >= at)
        studies.add(study(table, turn, 32, 0))
    # The seed of the question is the number of moves before the turn, which is the same in both.
    assert len(studies) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("hashi", 1), ("skybridge", 3)])
def test_it_is_the_same_for_everybody_and_goes_on_where_it_stopped(name: str, players: int) -> None:
    warm_up(name)
    match = finished_match(name, players)
    whole = review(match, simulations=64, threads=1)
    assert review(match, simulations=64, threads=3).to_json() == whole.to_json()
    assert review(match, simulations=64, seed=1).steps != whole.steps
    stopped = []
    for so_far in reviewing(match, simulations=64):
        stopped.append(so_far)
        if so_far.simulations >= 32:
            break
    for begun in stopped:
        stored = Review.from_json(begun.to_json())
        assert stored == begun
        assert review(match, simulations=64, start=stored).to_json() == whole.to_json()
    assert not stopped[0].finished and stopped[0].simulations == 0, "the first is there before anything is tried"


def test_a_review_in_the_middle_of_a_pass_goes_on_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished_match("skybridge", 2)
    asked: list[int] = []

    def answer(match: pc.Match, turn: pc.Turn, simulations: int, seed: int) -> Study:
        asked.append(turn.at)
        nothing = (0,) * match.players
        return Study(simulations, nothing if turn.seat == CHANCE else (VICTORY // 2,) * 2, nothing)

    module = sys.modules[reviewing.__module__]
    monkeypatch.setattr(module, "study", answer)
    monkeypatch.setattr(module, "worth_of_position", lambda *_: None)
    monkeypatch.setattr(module, "BETWEEN", 0.0)
    steps = reviewing(match, simulations=32, threads=1)
    glance = next(steps)
    half = next(so_far for so_far in steps if so_far.progress >= 0.5)
    steps.close()
    asked.clear()
    done = review(match, simulations=32, start=Review.from_json(half.to_json()))
    assert done.finished and done.simulations == 32
    assert len(asked) == round((1 - half.progress) * len(glance.steps))


def test_what_is_no_review_or_not_of_this_match_is_refused() -> None:
    match = finished_match("skybridge", 2)
    begun = next(reviewing(match, simulations=1))
    for text in ("", "[]", "{}", "null", "7", begun.to_json()[:-9], begun.to_json().replace('"steps"', '"stairs"')):
        with pytest.raises(pc.BadRecord, match="not a review"):
            Review.from_json(text)
    with pytest.raises(pc.BadRecord, match="another version"):
        Review.from_json(begun.to_json().replace('"format":1', '"format":0'))
    with pytest.raises(pc.BadOption, match="another match"):
        review(finished_match("skybridge", 3), start=begun)
    with pytest.raises(pc.BadOption, match="not over"):
        review(pc.game("ponte").match(seed=1))
    with pytest.raises(pc.BadOption, match="seconds must be more than 0"):
        review(match, 0)


def judged(players: int, loss: float, before: Sequence[float], after: Sequence[float], **known: object) -> str:
    unit = VICTORY if players > 1 else POINT
    found = Study(**{"simulations": 64, "sure": True, "given_up": (-round(loss * unit),) + (0,) * (players - 1), **known})  # type: ignore[arg-type]
    return verdict_on(0, found, *(tuple(round(unit * share) for share in shares) for shares in (before, after)))


def test_what_turns_are_called() -> None:
    even, behind = (0.5, 0.5), (0.4, 0.6)
    assert judged(2, 0.04, even, behind) == ""
    assert judged(2, 0.05, even, behind) == SLIP
    assert judged(2, 0.10, behind, (0.3, 0.7)) == MISTAKE
    assert judged(2, 0.10, even, behind) == TURNING_POINT, "it took the lead away"
    assert judged(2, 0.25, behind, (0.15, 0.85)) == TURNING_POINT
    assert judged(2, 0.25, behind, (0.15, 0.85), sure=False) == "", "separate searches do not agree"
    assert judged(2, 0.25, behind, (0.15, 0.85), simulations=32) == "", "too few tries to call anybody names"
    assert judged(2, 0.0, even, even, overlooked=VICTORY // 20) == FIND
    assert judged(2, 0.0, even, even, overlooked=VICTORY // 25) == ""
    assert [judged(1, points, (40,), (39,)) for points in (0.9, 1, 2.5, 5)] == ["", SLIP, MISTAKE, TURNING_POINT]


def test_who_does_not_ask_for_it_does_not_load_it() -> None:
    code = "import sys, ponticello as pc; assert 'ponticello.analysis' not in sys.modules; pc.analysis.review; print('there')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "there\n"
    with pytest.raises(AttributeError, match="no attribute 'analyses'"):
        pc.analyses  # noqa: B018
