"""Learning alone by trial: what a move was worth, what follows from it, and that only what is legal and seen is used."""

from __future__ import annotations

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import ponticello as pc
from ponticello.engine.errors import BadOption
from ponticello.engine.verbs import aim
from ponticello.games.hashi.board import ISLANDS
from ponticello.games.hashi.goals import BLUE_FLAGS
from ponticello.learn import trial
from ponticello.learn.device import Processor
from ponticello.learn.net import PER_TEN_POINTS, new_weights, shape_for, usual_scales, what_varies
from ponticello.learn.run import Run, goal_number
from ponticello.learn.training import Pupil, new_pupil, turns_of
from ponticello.learn.trial import Trial, Tried, learn_from, surprises
from tests.learn.conftest import TINY

pytestmark = pytest.mark.slow


def new_trial(name: str, *, convolutions: bool = False, goal: int = 0, bonus: float = 0.0) -> tuple[Trial, Pupil]:
    """Returns four games that a small net is to play alone, and that net."""
    game = pc.game(name)
    shape = shape_for(game, 1, 8, 1, convolutions, what_varies(game, 1))
    scales = usual_scales(game, 1, game.observation_spec(1))
    turns = turns_of(game, 1, shape)
    trial = Trial(game, shape, turns, Processor(), 4, 16, seed=3, goal=goal, bonus=bonus)
    return trial, new_pupil(new_weights(shape, scales, 1))


def test_a_surprise_is_how_what_is_expected_changes_and_later_ones_count_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "TRACE", 0.5)
    said = jnp.array([[1.0], [2.0], [4.0], [9.0]])
    ended = jnp.array([[False], [True], [False]])
    results = jnp.array([[0.0], [6.0], [0.0]])  # the second move ends a game; the third begins another
    surprises.clear_cache()
    found, reached = surprises(said, ended, results, jnp.zeros((3, 1)))
    given, with_gifts = surprises(said, ended, results, jnp.array([[0.0], [0.5], [0.0]]))
    surprises.clear_cache()
    assert found[:, 0].tolist() == [1.0 + 0.5 * 4.0, 6.0 - 2.0, 9.0 - 4.0]
    assert reached[:, 0].tolist() == [4.0, 6.0, 9.0]
    assert given[:, 0].tolist() == [1.0 + 0.5 * 4.5, 4.5, 5.0] and with_gifts[:, 0].tolist() == [4.25, 6.5, 9.0]


def test_a_goal_is_worth_something_at_each_move_that_has_come_nearer_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "PLIES", 40)  # so that no game ends
    (plain, pupil), (drawn, _) = new_trial("hashi"), new_trial("hashi", goal=BLUE_FLAGS, bonus=2.0)
    one, other = plain._play(pupil.weights), drawn._play(pupil.weights)
    assert (one.actions == other.actions).all(), "what has been learned so far is played"
    given = np.asarray(drawn._gifts())
    blue = [aim(state, 0, BLUE_FLAGS) for state in drawn.batch.positions()]
    assert max(blue) > 0 and given.tolist() == pytest.approx([2.0 * count / PER_TEN_POINTS for count in blue])
    assert (np.asarray(other.reached) >= np.asarray(one.reached) - 1e-6).all() and (other.reached > one.reached).any()
    assert not plain._gifts().any()


@pytest.mark.parametrize("convolutions", [False, True])
@pytest.mark.parametrize("name", ["hashi", "connections"])
def test_what_is_tried_is_legal_and_what_comes_of_it_is_told(
    name: str, convolutions: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "PLIES", 60)  # so that games end
    games, pupil = new_trial(name, convolutions=convolutions)
    tried = games._play(pupil.weights)
    rows = jnp.arange(len(tried.actions))
    assert len(rows) == games.positions == 240 and games.ended >= 4
    assert tried.legal[rows, tried.actions].all()
    assert (tried.odds < 0.01).all() and np.isfinite(np.asarray(tried.surprise)).all()
    last = np.asarray(games.batch.final_scores)[:, 0] / PER_TEN_POINTS
    sign = -1 if pc.game(name).rulebook.fewest_win else 1
    for result in sign * last:
        assert np.isclose(np.asarray(tried.reached), result).any(), "a last move is worth the result"


def test_what_turned_out_better_becomes_likelier_and_what_was_expected_comes_nearer() -> None:
    games, pupil = new_trial("connections")
    tried = games._play(pupil.weights)
    rows = np.arange(len(tried.actions))

    def odds_and_misses(pupil: Pupil) -> tuple[Any, Any]:
        _, odds, said = _judged(games, pupil, tried)
        return odds, (said - tried.reached) ** 2

    before, missed = odds_and_misses(pupil)
    for _ in range(20):
        pupil, losses = learn_from(games._shape, pupil, tried, rows, 0.003)
    after, missed_less = odds_and_misses(pupil)
    advantage = np.asarray(tried.surprise - tried.surprise.mean())
    assert float((np.asarray(after - before) * advantage).sum()) > 0
    assert missed_less.mean() < 0.8 * missed.mean() and losses.value < missed.mean()


def _judged(games: Trial, pupil: Pupil, tried: Tried) -> tuple[Any, Any, Any]:
    logits, said = trial.judge_inputs(pupil.weights, games._shape, tried.inputs)
    odds = jnp.where(tried.legal, logits, trial.ILLEGAL_LOGIT)
    odds = odds - jnp.log(jnp.exp(odds).sum(1, keepdims=True))
    return logits, odds[jnp.arange(len(odds)), tried.actions], said[:, 0]


def test_equal_seeds_try_the_same() -> None:
    (one, pupil), (other, _) = new_trial("hashi"), new_trial("hashi")
    mine, theirs = jax.tree.leaves(one._play(pupil.weights)), jax.tree.leaves(other._play(pupil.weights))
    assert len(mine) == len(theirs) == len(Tried._fields)
    assert all((here == there).all() for here, there in zip(mine, theirs, strict=True))


def test_dense_layers_learn_the_board_that_is_played_on() -> None:
    for name, ways in (("hashi", 1), ("skybridge", 8)):
        game = pc.game(name)
        players = min(game.rulebook.players)
        assert len(turns_of(game, players, shape_for(game, players, convolutions=False)).planes) == ways
        assert len(turns_of(game, players, shape_for(game, players, convolutions=True)).planes) == 8


def test_numbers_are_read_as_steps() -> None:
    game = pc.game("hashi")
    reads = what_varies(game, 1)
    spec = game.observation_spec(1)
    cells = spec.height * spec.width
    number = next(k for k, plane in enumerate(spec.planes) if plane.name == "number, own")
    steps: dict[int, list[int]] = {}
    for entry, least in reads:
        if number * cells <= entry < (number + 1) * cells:
            steps.setdefault(entry, []).append(least)
    assert len(steps) == ISLANDS
    assert all(found == list(range(1, len(found) + 1)) for found in steps.values())
    assert reads == sorted(reads, key=lambda read: read[1] == 0), "what is read as it is comes last"


def test_a_run_alone_learns_by_trial() -> None:
    run = Run.new(pc.game("connections"), 1, units=8, blocks=1, settings=TINY)
    assert run.who == "trial"
    run.try_some(0.001)
    assert run.progress.positions == 4 * trial.PLIES and int(run.pupil.steps) == 3 * (4 * trial.PLIES // TINY.batch)
    assert run.progress.games >= 4


def test_who_is_drawn_to_a_goal_learns_by_trial_however_much_was_played() -> None:
    settings = dataclasses.replace(TINY, trial_positions=0)
    size = {"units": 8, "blocks": 1}
    assert Run.new(pc.game("hashi"), 1, **size, settings=settings).who == "net"
    assert Run.new(pc.game("hashi"), 1, **size, settings=dataclasses.replace(settings, goal="blue")).who == "trial"


def test_a_goal_goes_by_its_name() -> None:
    assert goal_number(pc.game("hashi"), 1, "blue") == BLUE_FLAGS and goal_number(pc.game("hashi"), 1, "") == 0
    with pytest.raises(BadOption, match="goal cannot be 'green'; choose one of: red, blue"):
        goal_number(pc.game("hashi"), 1, "green")
    with pytest.raises(BadOption, match="say --players 1, or leave --goal out"):
        goal_number(pc.game("hashi"), 2, "blue")
