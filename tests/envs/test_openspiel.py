"""The games as Python games of OpenSpiel: its own simulations, its algorithms, and what seats may know."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import cfr, exploitability, get_all_states, mcts, minimax, random_agent
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import ponticello as pc
from ponticello.engine.errors import BadOption
from ponticello.envs import openspiel
from tests.envs.variants import every_variant, usual_variants, variants_at_once

LAST_ROUND = "ponticello_connections(opening=69,seed=63)"  # in which it matters what both do
END_OF_PONTE = "ponticello_ponte(opening=90,seed=1)"


def loaded(name: str, players: int, **wishes: Any) -> Any:
    return pyspiel.load_game(f"ponticello_{name}", {"players": players, **wishes})


def played(state: Any, actions: int, seed: int) -> Any:
    """Plays at random, at most so many actions."""
    chooser = np.random.default_rng(seed)
    for _ in range(actions):
        if state.is_terminal():
            break
        state.apply_action(int(chooser.choice(state.legal_actions())))
    return state


@pytest.mark.slow
@every_variant
def test_the_simulations_of_openspiel_pass(name: str, players: int) -> None:
    """With the fewest players every state is written and read too, which plays all of its game again; with many, only the later
    part of the game is looked at."""
    fewest = players == min(pc.game(name).rulebook.players)
    game = loaded(name, players, opening=25 * players if players > 2 else 0)
    pyspiel.random_sim_test(game, num_sims=1, serialize=fewest, verbose=False)


@pytest.mark.slow
@usual_variants
def test_the_simulation_in_python_passes(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest().sim_game(loaded(name, players))


@every_variant
def test_a_game_ends_as_the_table_would_end_it(name: str, players: int) -> None:
    game = loaded(name, players)
    state = played(game.new_initial_state(), 1000, seed=2)
    position = pc.Position(pc.game(name), players, state.record_of())
    assert position.over and state.is_terminal()
    if players == 1:
        sign = -1 if position.game.rulebook.fewest_win else 1
        assert state.returns() == [sign * position.scores[0]]
        assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    else:
        assert sum(state.returns()) == pytest.approx(0)
        best = {seat for seat, worth in enumerate(state.returns()) if worth == max(state.returns())}
        assert best == set(position.winners)
        points = loaded(name, players, utility="points").deserialize_state(state.serialize())
        assert [abs(worth) for worth in points.returns()] == [abs(score) for score in position.scores]


@usual_variants
def test_chance_draws_with_the_probabilities_of_the_cards(name: str, players: int) -> None:
    state = loaded(name, players).new_initial_state()
    met = 0
    for _ in range(40):
        if state.is_chance_node():
            met += 1
            expected = pc.Position(pc.game(name), players, state.record_of()).chance
            assert dict(state.chance_outcomes()) == {move.action: pytest.approx(share) for move, share in expected.items()}
        state.apply_action(state.legal_actions()[-1])
    assert bool(met) == openspiel.has_chance(pc.game(name).rulebook)


@variants_at_once
@pytest.mark.parametrize("rounds", [0, 2])
def test_two_positions_that_differ_in_what_is_hidden_are_one_information_state(name: str, players: int, rounds: int) -> None:
    game = loaded(name, players)
    state = game.new_initial_state()
    while state.is_chance_node() or rounds > 0:
        rounds -= state.is_chance_node()
        state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 0
    ends = []
    for choice in (0, -1):
        other = state.clone()
        while other.current_player() == 0:
            other.apply_action(other.legal_actions()[choice])
        ends.append(other)
    observers = [make_observation(game), make_observation(game, INFO_STATE_OBS_TYPE)]
    assert bytes(ends[0].record_of()) != bytes(ends[1].record_of())
    assert ends[0].current_player() == ends[1].current_player() == 1
    for seat in range(1, players):
        assert ends[0].information_state_string(seat) == ends[1].information_state_string(seat)
        assert ends[0].observation_string(seat) == ends[1].observation_string(seat)
        for observer in observers:
            assert np.array_equal(*(tensor_of(observer, end, seat) for end in ends))
    assert ends[0].information_state_string(0) != ends[1].information_state_string(0), "but who did it knows"
    for end in ends:
        while not end.is_chance_node() and not end.is_terminal():
            end.apply_action(end.legal_actions()[0])
        end.apply_action(end.legal_actions()[0])
    assert ends[0].information_state_string(1) != ends[1].information_state_string(1), "and after the round everybody does"


def tensor_of(observer: Any, state: Any, seat: int) -> Any:
    observer.set_from(state, seat)
    return observer.tensor.copy()


@usual_variants
def test_tensors_say_what_positions_say(name: str, players: int) -> None:
    game = loaded(name, players)
    state = played(game.new_initial_state(), 15, seed=4)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    planes, scalars = pc.Position(pc.game(name), players, state.record_of()).observation(1)
    seen = make_observation(game)
    seen.set_from(state, 1)
    assert np.array_equal(seen.dict["planes"], planes) and np.array_equal(seen.dict["scalars"], scalars)
    assert state.observation_tensor(1) == seen.tensor.tolist()
    known = make_observation(game, INFO_STATE_OBS_TYPE)
    known.set_from(state, 1)
    steps = [(seat, action) for seat, action in state.seen_by(1).tolist()]
    assert [tuple(row) for row in (known.dict["history"][: len(steps)] - 1).astype(int).tolist()] == steps
    assert not known.dict["history"][len(steps) :].any()


@usual_variants
def test_copies_go_on_by_themselves(name: str, players: int) -> None:
    game = loaded(name, players)
    state = played(game.new_initial_state(), 9, seed=1)
    before = str(state)
    for other in (
        state.clone(),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        game.deserialize_state(state.serialize()),
    ):
        assert str(other) == before and other.history() == state.history()
        played(other, 1000, seed=3)
        assert other.is_terminal() and str(state) == before
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("ponticello_ponte(size=12,parallel_knights=False)")
    assert game.get_parameters()["size"] == 12
    assert game.observation_tensor_shape()[0] > pyspiel.load_game("ponticello_ponte").observation_tensor_shape()[0]
    for wrong in ("ponticello_ponte(size=11)", "ponticello_ponte(players=3)", "ponticello_ponte(utility=glory)"):
        with pytest.raises(BadOption):
            pyspiel.load_game(wrong)


@pytest.mark.slow
def test_its_tree_search_plays_ponte() -> None:
    game = pyspiel.load_game("ponticello_ponte(opening=70,seed=1)")
    bot = mcts.MCTSBot(game, 1.5, 12, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)))
    state = game.new_initial_state()
    for _ in range(4):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_its_tree_search_finds_the_winning_move_at_the_end_of_ponte() -> None:
    game = pyspiel.load_game(END_OF_PONTE)
    value, best = minimax.alpha_beta_search(game)
    bot = mcts.MCTSBot(game, 1.5, 60, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), solve=True)
    state = game.new_initial_state()
    for action in (best, bot.step(state)):
        reply, _ = minimax.alpha_beta_search(game, state=state.child(action), maximizing_player_id=state.current_player())
        assert reply == value
    assert value == 1.0


def test_its_tabular_algorithms_solve_the_last_round_of_connections() -> None:
    game = pyspiel.load_game(LAST_ROUND)
    states = get_all_states.get_all_states(game, include_chance_states=True)
    assert 10 < len(states) < 100
    random_play = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    solver = cfr.CFRSolver(game)
    for _ in range(15):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < random_play / 10
    assert pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game)) == pytest.approx(random_play)


def test_its_reinforcement_learners_find_their_environment() -> None:
    env = rl_environment.Environment(loaded("skybridge", 2), seed=1)
    agents = [random_agent.RandomAgent(seat, env.action_spec()["num_actions"]) for seat in range(2)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    assert sum(step.rewards) == 0
