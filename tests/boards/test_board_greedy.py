"""The greedy player that boards are tried with: legal, repeatable, and clearly better than chance."""

from __future__ import annotations

import numpy as np
import pytest

import ponticello as pc
from ponticello.cli import progress
from ponticello.cli.board_trials import play_many
from ponticello.engine import verbs
from ponticello.engine.dice import new_dice
from ponticello.engine.greedy import GREEDY, RANDOM, TRIALS, greedy_action
from ponticello.engine.record import Records

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")


def standings(name, players, games, manner):
    """Returns the standing of the first seat at the end of each of some games."""
    *_, trial = play_many(pc.game(name).position(players), games, manner)
    assert len(trial) == games
    assert all(verbs.actors(final) == 0 for final in trial.finals)
    assert [verbs.points(final, 0) for final in trial.finals] == trial.scores[:, 0].tolist()
    return np.array([verbs.standing(final, 0) for final in trial.finals])


@pytest.mark.parametrize(("name", "games"), [("hashi", 6), ("connections", 20)])
def test_greedy_beats_random_clearly(name, games):
    greedy, random = standings(name, 1, games, GREEDY), standings(name, 1, 5 * games, RANDOM)
    error = np.hypot(greedy.std() / games**0.5, random.std() / (5 * games) ** 0.5)
    assert greedy.mean() - random.mean() > 3 * error
    assert np.median(greedy) > np.quantile(random, 0.75)


@pytest.mark.parametrize("name", [each.name for each in pc.games()])
def test_a_greedy_choice_is_the_best_there_is(name):
    """Where a turn is one action, no other one leaves the seat better off."""
    match = pc.game(name).match(2, seed=3)
    marks = np.zeros((TRIALS, match.game.rulebook.actions), np.int8)
    dice = new_dice(5)
    checked = 0
    for _ in range(6):
        seat = match.actors[0]
        state = match.position.state
        before = bytes(state)
        action = greedy_action(state, Records.of(state, TRIALS), seat, [row.data for row in marks], dice, 0)
        assert bytes(state) == before
        after = {move.action: match.position.play(move) for move in match.legal(seat)}
        assert action in after
        if not any(position.mid_turn(seat) for position in after.values()):
            best = max(verbs.outlook(position.state, seat) for position in after.values())
            assert verbs.outlook(after[action].state, seat) == best
            checked += 1
        match.play(match.position.move(action, seat))
    assert checked or name not in ("connections", "skybridge")


def test_equal_actions_are_equally_likely():
    position = pc.game("skybridge").match(2, seed=1).position
    seat, state = position.actors[0], position.state
    marks = [row.data for row in np.zeros((TRIALS, position.game.rulebook.actions), np.int8)]
    dice = new_dice(1)
    outlooks = {move.action: verbs.outlook(position.play(move).state, seat) for move in position.legal}
    equals = [action for action, outlook in outlooks.items() if outlook == max(outlooks.values())]
    assert len(equals) > 3
    drawn = [greedy_action(state, Records.of(state, TRIALS), seat, marks, dice, 0) for _ in range(40 * len(equals))]
    counts = [drawn.count(action) for action in equals]
    assert sum(counts) == len(drawn)
    assert min(counts) > 10
    assert max(counts) < 90


def test_who_overlooks_still_plays_and_sometimes_something_worse():
    position = pc.game("skybridge").match(2, seed=1).position
    seat, state = position.actors[0], position.state
    marks = [row.data for row in np.zeros((TRIALS, position.game.rulebook.actions), np.int8)]
    dice = new_dice(1)
    best = {greedy_action(state, Records.of(state, TRIALS), seat, marks, dice, 0) for _ in range(60)}
    blind = {greedy_action(state, Records.of(state, TRIALS), seat, marks, dice, 1000) for _ in range(10)}
    half = {greedy_action(state, Records.of(state, TRIALS), seat, marks, dice, 600) for _ in range(60)}
    legal = set(position.legal_actions(seat))
    assert blind <= legal and half <= legal and half - best


def test_where_no_bar_can_be_shown_lines_tell_how_far_the_games_are(monkeypatch, capsys):
    monkeypatch.setattr(progress, "BETWEEN", 0.0)
    with progress.games_bar(2000, lines=True) as tell_played:
        tell_played(1000)
        tell_played(2000)
    assert capsys.readouterr().err.splitlines() == ["games played: 1,000 of 2,000", "games played: 2,000 of 2,000"]
    with progress.games_bar(2000) as tell_played:
        tell_played(1000)
    monkeypatch.setattr(progress, "BETWEEN", 60.0)
    with progress.games_bar(2000, lines=True) as tell_played:
        tell_played(1000)
    assert capsys.readouterr().err == ""
