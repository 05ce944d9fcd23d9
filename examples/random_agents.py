"""A random agent in every kind of environment; each function plays a game and returns what it was worth to everybody.

python examples/random_agents.py
"""

from __future__ import annotations

import gymnasium
import numpy as np
import pyspiel

import ponticello as pc
import ponticello.envs.gymnasium
import ponticello.envs.openspiel  # registers the games
from ponticello.envs.pettingzoo import aec, parallel


def one_after_another(name: str = "ponte", seed: int = 1) -> dict[str, float]:
    """PettingZoo, agent after agent."""
    env = aec(name)
    env.reset(seed=seed)
    worth = dict.fromkeys(env.agents, 0.0)
    chance = np.random.default_rng(seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        worth[agent] += reward
        done = termination or truncation
        env.step(None if done else chance.choice(np.flatnonzero(observation["action_mask"])))
    return worth


def all_at_once(name: str = "hashi", players: int = 3, seed: int = 1) -> dict[str, float]:
    """PettingZoo, all agents at once; who is not to act now has nothing to choose from."""
    env = parallel(name, players)
    observations, _ = env.reset(seed=seed)
    worth = dict.fromkeys(env.agents, 0.0)
    chance = np.random.default_rng(seed)
    while env.agents:
        legal = {agent: np.flatnonzero(observations[agent]["action_mask"]) for agent in env.agents}
        observations, rewards, *_ = env.step({agent: chance.choice(some) for agent, some in legal.items() if len(some)})
        for agent, reward in rewards.items():
            worth[agent] += reward
    return worth


def in_openspiel(name: str = "skybridge", players: int = 4, seed: int = 1) -> list[float]:
    """OpenSpiel, with chance nodes."""
    state = pyspiel.load_game(f"ponticello_{name}(players={players})").new_initial_state()
    chance = np.random.default_rng(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(actions, p=shares)))
        else:
            state.apply_action(int(chance.choice(state.legal_actions())))
    return list(state.returns())


def alone(name: str = "connections", seed: int = 1) -> float:
    """Gymnasium, one game."""
    env = gymnasium.make(ponticello.envs.gymnasium.environment_name(name))
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    worth, over = 0.0, False
    while not over:
        _, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        worth += float(reward)
    return worth


def many_alone(name: str = "hashi", games: int = 64, seed: int = 1) -> float:
    """Gymnasium, many games at once; returns what the first games that ended were worth on average."""
    envs = gymnasium.make_vec(ponticello.envs.gymnasium.environment_name(name), num_envs=games)
    _, infos = envs.reset(seed=seed)
    chance = np.random.default_rng(seed)
    worth, ended = np.zeros(games), np.zeros(games, bool)
    while not ended.all():
        mask = infos["action_mask"]
        _, rewards, over, _, infos = envs.step((chance.random(mask.shape) * mask).argmax(axis=1))
        worth += np.where(ended, 0, rewards)
        ended |= over
    return float(worth.mean())


def in_a_batch(name: str = "ponte", games: int = 64, seed: int = 1) -> float:
    """A batch of our own, without any other library; returns how often the first seat won."""
    batch = pc.game(name).batch(games, seed=seed)
    while not batch.over.all():
        batch.step(batch.choose())
    return float((batch.standings[:, 0] == batch.standings.max(axis=1)).mean())


if __name__ == "__main__":
    for play in (one_after_another, all_at_once, in_openspiel, alone, many_alone, in_a_batch):
        print(f"{play.__name__:>18}: {play()}")
