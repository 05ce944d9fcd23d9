"""The games for one as Gymnasium environments: Gymnasium's own checks, alone and side by side."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import ponticello.envs.gymnasium as ours
from ponticello.engine.errors import BadOption, IllegalMove
from ponticello.envs.gymnasium_vector import SoloVectorEnv
from tests.envs.variants import every_solo_game, same


def made(name: str, **wishes: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(ours.environment_name(name), **wishes).unwrapped


def some_legal(mask: Any, chooser: np.random.Generator) -> Any:
    """Returns a legal action for each row of a mask, 0 where there is none."""
    return (chooser.random(mask.shape) * mask).argmax(axis=-1)


@every_solo_game
@pytest.mark.parametrize("flat", [True, False])
def test_the_checker_of_gymnasium_passes(name: str, flat: bool) -> None:
    check_env(made(name, flat=flat))


@every_solo_game
def test_a_whole_game_is_worth_its_score(name: str) -> None:
    env, chooser = made(name), np.random.default_rng(1)
    seen, info = env.reset(seed=6)
    begun, total, over = env._stepper.scores[0], 0.0, False
    while not over:
        assert env.observation_space.contains(seen)
        assert np.array_equal(info["action_mask"].astype(bool), env.action_masks())
        seen, reward, over, truncated, info = env.step(some_legal(info["action_mask"], chooser))
        total += reward
        assert not truncated
    position = env._stepper.position
    assert position.over and not info["action_mask"].any()
    assert total == (-1 if position.game.rulebook.fewest_win else 1) * (position.scores[0] - begun)
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        env.step(0)


@every_solo_game
def test_an_illegal_action_does_what_was_asked_for(name: str) -> None:
    illegal = int(np.flatnonzero(made(name).reset(seed=1)[1]["action_mask"] == 0)[0])
    for wish, expected in (("end", (-100.0, True)), ("random", (0.0, False))):
        env = made(name, illegal=wish)
        env.reset(seed=1)
        _, reward, over, _, _ = env.step(illegal)
        assert over == expected[1]
        assert reward == expected[0] or wish == "random"
    env = made(name, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="action_mask"):
        env.step(illegal)


@every_solo_game
def test_a_copy_goes_on_by_itself(name: str) -> None:
    env = made(name)
    _, info = env.reset(seed=3)
    _, _, _, _, info = env.step(info["action_mask"].argmax())
    told: list[Any] = []
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        told.append(other.step(info["action_mask"].argmax())[:4])
        assert not np.array_equal(other._stepper.views, env._stepper.views), "the original stays where it was"
    told.append(env.step(info["action_mask"].argmax())[:4])
    for others in told[:2]:
        assert np.array_equal(others[0], told[2][0]) and others[1:] == told[2][1:]


@every_solo_game
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_many_games_side_by_side_are_the_same_as_one_by_one(name: str, mode: AutoresetMode) -> None:
    """Until the first game begins again: from then on each way has dice of its own."""
    many = gymnasium.make_vec(ours.environment_name(name), num_envs=3, autoreset_mode=mode)
    assert isinstance(many.unwrapped, SoloVectorEnv) and many.metadata["autoreset_mode"] == mode
    one_by_one = SyncVectorEnv([lambda: made(name)] * 3, autoreset_mode=mode)
    chooser, over = np.random.default_rng(2), np.zeros(3, bool)
    (seen, info), (expected, told) = many.reset(seed=11), one_by_one.reset(seed=11)
    assert many.single_observation_space == one_by_one.single_observation_space
    while not over.any():
        assert many.observation_space.contains(seen)
        assert same(seen, expected) and same(info["action_mask"], told["action_mask"])
        actions = some_legal(info["action_mask"], chooser)
        seen, rewards, over, _, info = many.step(actions)
        expected, gained, ended, _, told = one_by_one.step(actions)
        assert np.array_equal(rewards, gained) and np.array_equal(over, ended)
    if mode == AutoresetMode.SAME_STEP:
        first = int(over.argmax())
        assert np.array_equal(info["final_obs"][first], told["final_obs"][first])
        assert info["action_mask"].any(axis=1).all(), "all games are on again"


def test_games_that_are_over_begin_again_when_they_should() -> None:
    chooser = np.random.default_rng(3)
    for mode in AutoresetMode:
        many = SoloVectorEnv("connections", 4, autoreset_mode=mode)
        _, info = many.reset(seed=1)
        for _ in range(24):
            _, _, over, _, info = many.step(some_legal(info["action_mask"], chooser))
        assert over.all(), "every game of Connections has 24 rounds"
        if mode == AutoresetMode.DISABLED:
            with pytest.raises(ValueError, match="reset_mask"):
                many.step(np.zeros(4, int))
            _, info = many.reset(options={"reset_mask": over})
        elif mode == AutoresetMode.NEXT_STEP:
            assert not info["action_mask"].any()
            _, rewards, over, _, info = many.step(np.full(4, -1))
            assert not rewards.any() and not over.any()
        assert info["action_mask"].any(axis=1).all()
        _, _, over, _, _ = many.step(some_legal(info["action_mask"], chooser))
        assert not over.any()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_an_illegal_action_ends_its_game_only(mode: AutoresetMode) -> None:
    many = SoloVectorEnv("hashi", 3, autoreset_mode=mode)
    _, info = many.reset(seed=1)
    begin = info["action_mask"].copy()
    actions = info["action_mask"].argmax(axis=1)
    _, rewards, over, _, info = many.step([actions[0], -1, actions[2]])
    assert over.tolist() == [False, True, False] and rewards[1] == -100.0
    if mode == AutoresetMode.NEXT_STEP:
        _, rewards, over, _, info = many.step(info["action_mask"].argmax(axis=1))
        assert rewards[1] == 0.0 and not over[1]
    assert np.array_equal(info["action_mask"][1], begin[1])
    with pytest.raises(IllegalMove):
        SoloVectorEnv("hashi", 3, illegal="raise").step([-1, -1, -1])


def test_a_game_that_nobody_plays_alone_says_so() -> None:
    with pytest.raises(BadOption, match=r"Skybridge cannot be played alone.*connections, hashi"):
        ours.SoloEnv("skybridge")


def test_the_module_in_the_name_spares_the_import() -> None:
    program = "import gymnasium; print(gymnasium.make('ponticello.envs.gymnasium:ponticello/Hashi-v0').unwrapped)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "SoloEnv" in told
