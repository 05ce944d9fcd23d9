"""The games as PettingZoo environments: PettingZoo's own suite, and what it does not ask."""

from __future__ import annotations

import copy
import functools
import pickle
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ponticello as pc
from ponticello.engine.errors import BadOption, IllegalMove
from ponticello.envs.pettingzoo import PonticelloAEC, aec, parallel
from tests.envs.suites import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from tests.envs.variants import every_variant, same, usual_variants, variants_at_once

# The suite wonders at anything but a plain array, except in environments that it knows by name. At the end nothing is legal.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def played(env: PonticelloAEC, seed: int, most: int = 1000) -> list[Any]:
    """Plays at random; returns all that agents are told on the way."""
    chooser, told = np.random.default_rng(seed), []
    for agent in env.agent_iter(most):
        observation, reward, termination, truncation, _ = env.last()
        told.append((agent, observation, reward, termination, truncation))
        mask = observation["action_mask"]
        env.step(None if termination or truncation else chooser.choice(np.flatnonzero(mask)))
    return told


@every_variant
def test_the_suite_of_pettingzoo_passes(name: str, players: int) -> None:
    api_test(aec(name, players), num_cycles=60)
    seed_test(functools.partial(aec, name, players), num_cycles=20)


@every_variant
def test_the_suite_for_parallel_environments_passes(name: str, players: int) -> None:
    parallel_api_test(parallel(name, players), num_cycles=25)
    parallel_seed_test(functools.partial(parallel, name, players, illegal="random"), num_cycles=10)


@pytest.mark.parametrize(("name", "players"), [("connections", 2), ("connections", 4), ("skybridge", 3), ("hashi", 1)])
def test_max_cycles_break_a_game_off(name: str, players: int) -> None:
    """In Ponte and in Hashi with others a turn has several actions, so that not everybody acts equally often."""
    wanted = functools.partial(aec, name, players, illegal="random"), functools.partial(parallel, name, players, illegal="random")
    max_cycles_test(SimpleNamespace(env=wanted[0], parallel_env=wanted[1]))


@pytest.mark.slow
@usual_variants
def test_environments_are_shown(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    svg = {"svg": lambda drawn: drawn.startswith("<svg") and drawn.rstrip().endswith("</svg>")}
    render_test(functools.partial(aec, name, players), custom_tests=svg)
    env = parallel(name, players, render_mode="human")
    env.reset(seed=1)
    capsys.readouterr()
    env.render()
    assert capsys.readouterr().out.rstrip("\n") == env._stepper.position.text().rstrip("\n")


@every_variant
def test_a_game_ends_as_the_table_would_end_it(name: str, players: int) -> None:
    """The same actions, and the same draws of chance, at a table of our own."""
    env = aec(name, players)
    env.reset(seed=5)
    told = played(env, 3)
    position = env._stepper.position
    assert position.over
    last = {agent: reward for agent, _, reward, termination, _ in told if termination}
    rewards = [last[agent] for agent in env.possible_agents]
    if players == 1:
        assert len(rewards) == 1
    else:
        assert sum(rewards) == pytest.approx(0)
        best = {seat for seat, reward in enumerate(rewards) if reward == max(rewards)}
        assert best == set(position.winners)
    for seat in range(players):
        seen = env.unwrapped._stepper.look(seat)[1]
        planes, scalars = position.observation(seat)
        assert np.array_equal(seen, np.concatenate([planes.ravel(), scalars]))


@every_variant
def test_rewards_in_points_add_up_to_the_score(name: str, players: int) -> None:
    env = parallel(name, players, reward="points")
    observations, _ = env.reset(seed=2)
    begun, chooser = env._stepper.scores, np.random.default_rng(1)
    total = np.zeros(players)
    while env.agents:
        legal = {agent: np.flatnonzero(observations[agent]["action_mask"]) for agent in env.agents}
        observations, rewards, *_ = env.step({agent: chooser.choice(marks) for agent, marks in legal.items() if len(marks)})
        total += list(rewards.values())
    sign = -1 if pc.game(name).rulebook.fewest_win else 1
    assert np.array_equal(total, sign * (np.array(env._stepper.scores) - begun))


@variants_at_once
def test_what_others_do_in_a_running_round_is_not_seen(name: str, players: int) -> None:
    """Whatever the first agent does, the second sees and may do the same."""
    env = aec(name, players)
    env.reset(seed=4)
    while env.agent_selection != env.possible_agents[0]:
        env.step(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0])
    told = []
    for choice in (0, -1):
        tried = copy.deepcopy(env)
        while tried.agent_selection == tried.possible_agents[0]:
            tried.step(np.flatnonzero(tried.infos[tried.agent_selection]["action_mask"])[choice])
        told.append((tried.agent_selection, tried.observe(tried.agent_selection)))
        assert tried._stepper.position.content != env._stepper.position.content
    assert told[0][0] == told[1][0]
    assert same(told[0][1], told[1][1])


@usual_variants
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_by_itself(name: str, players: int, copied: Any) -> None:
    env = aec(name, players)
    env.reset(seed=8)
    played(env, 1, most=12)
    other = copied(env)
    before = env._stepper.position.content
    told = played(other, 2)
    assert env._stepper.position.content == before, "the original stays where it was"
    assert same([part[2:] for part in played(env, 2)], [part[2:] for part in told])


def test_an_illegal_action_does_what_was_asked_for() -> None:
    env = aec("skybridge")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0])
    offender = env.agent_selection
    env.step(illegal)
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}

    env = aec("skybridge", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="see the action mask"):
        env.step(illegal)
    assert not any(env.terminations.values())

    env = aec("skybridge", illegal="random")
    env.reset(seed=1)
    env.step(illegal)
    assert env.agent_selection != offender and not any(env.terminations.values())


def test_in_a_parallel_environment_only_who_plays_an_illegal_action_pays() -> None:
    env = parallel("connections", 3)
    observations, _ = env.reset(seed=1)
    actions = {agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents}
    _, rewards, terminations, _, _ = env.step({**actions, "player_1": -1})
    assert rewards == {"player_0": 0.0, "player_1": -1.0, "player_2": 0.0}
    assert all(terminations.values()) and not env.agents


@pytest.mark.parametrize("make", [aec, parallel])
def test_planes_and_scalars_come_apart_if_asked(make: Any) -> None:
    flat, apart = make("hashi"), make("hashi", flat=False)
    views = []
    for env in (flat, apart):
        env.reset(seed=3)
        views.append(env._seen(env._stepper.masks[0], env._stepper.views[0]))
        assert env.observation_space("player_0").contains(views[-1])
    one, other = views[0]["observation"], views[1]["observation"]
    assert np.array_equal(one, np.concatenate([other["planes"].ravel(), other["scalars"]]))


def test_what_is_asked_for_wrongly_is_answered_in_a_sentence() -> None:
    with pytest.raises(BadOption, match="illegal cannot be 'pardon'; choose one of: end, raise, random"):
        aec("ponte", illegal="pardon")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="Ponte del Diavolo is for 2 players, not 3"):
        aec("ponte", 3)
    with pytest.raises(BadOption, match="max_cycles must be at least 1"):
        parallel("hashi", max_cycles=0)
    with pytest.raises(RuntimeError, match="call reset"):
        aec("ponte").step(0)
