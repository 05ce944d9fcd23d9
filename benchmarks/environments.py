"""Steps a second of every environment on one core, in turn with those of PettingZoo, OpenSpiel and pgx.

Every round measures each contestant once, so that a noisy moment of the machine hits all alike; the table gives the median over
the rounds and the range. The process keeps to one core, and time is the processor's. A step is one action of one agent, chosen at
random among the legal ones; it includes finding the legal actions and the observation, and beginning anew when a game is over.
Contestants whose library is not installed are left out, and it is said which.

    python benchmarks/environments.py [--rounds 5] [--seconds 0.5] [--games 1024] [--only PettingZoo] [--json out.jsonl]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["NUMBA_NUM_THREADS"] = "1"

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

import ponticello as pc

Steps = Iterator[int]  # yields after every step, or after every batch of them, how many it took
NAMES = [rulebook.name for rulebook in pc.games()]
SOLO = [rulebook.name for rulebook in pc.games() if 1 in rulebook.players]
AT_ONCE = [rulebook.name for rulebook in pc.games() if rulebook.simultaneous]
WARM_UP = 64
PGX = ("hex", "othello", "connect_four", "go_9x9")


def agents_in_turn(env: Any) -> Steps:
    """Plays in a PettingZoo environment as PettingZoo's own benchmark does."""
    while True:
        env.reset()
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                break
            env.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            yield 1


def agents_at_once(env: Any) -> Steps:
    """Plays in a parallel PettingZoo environment."""
    while True:
        observations, _ = env.reset()
        while env.agents:
            legal = {agent: np.flatnonzero(seen["action_mask"]).tolist() for agent, seen in observations.items()}
            actions = {agent: random.choice(some) for agent, some in legal.items() if some}
            observations, *_ = env.step(actions)
            yield len(actions)


def alone(env: Any) -> Steps:
    """Plays in a Gymnasium environment."""
    while True:
        _, info = env.reset()
        over = False
        while not over:
            _, _, over, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"]).tolist()))
            yield 1


def many_alone(envs: Any) -> Steps:
    """Plays in a Gymnasium vector environment."""
    chance = np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    while True:
        _, _, _, _, info = envs.step(drawn(info["action_mask"], chance))
        yield envs.num_envs


def drawn(mask: Any, chance: np.random.Generator) -> Any:
    """Draws a marked action in every row."""
    nth = (chance.random(len(mask)) * mask.sum(axis=1, dtype=np.int32)).astype(np.int32)
    return (mask.cumsum(axis=1, dtype=np.int32) > nth[:, None]).argmax(axis=1)


def states(game: Any) -> Steps:
    """Plays in OpenSpiel from Python; with observations, as the others have them."""
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, shares)[0])
            else:
                state.observation_tensor(state.current_player())
                state.apply_action(random.choice(state.legal_actions()))
                yield 1


def batch_steps(batch: Any) -> Steps:
    """Steps a batch, with mask and observation, by its own dice."""
    while True:
        batch.step(batch.choose(), check=False)
        _ = batch.legal_mask, batch.observation
        yield len(batch)


def pgx_steps(name: str, games: int) -> Steps:
    """Steps a batch of pgx, with mask and observation; the actions are drawn in the same compiled function."""
    import jax
    import pgx

    env = pgx.make(name)
    again = pgx.experimental.auto_reset(env.step, env.init)

    def step(state: Any, key: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return again(state, jax.random.categorical(key, logits), key)

    many = jax.jit(jax.vmap(step), donate_argnums=0)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))
    while True:
        key, own = jax.random.split(key)
        state = many(state, jax.random.split(own, games))
        state.observation.block_until_ready()
        yield games


def contestants(games: int) -> Iterator[tuple[str, str, Callable[[], Steps]]]:
    """Goes through all: the loop they are played in, their name, and how to begin."""
    import gymnasium
    import pyspiel

    import ponticello.envs.gymnasium as ours
    import ponticello.envs.openspiel  # noqa: F401  (registers the games)
    from ponticello.envs.pettingzoo import aec, parallel

    for name in NAMES:
        yield "PettingZoo", f"our {name}", lambda name=name: agents_in_turn(aec(name))
    for name in ("connect_four", "go"):
        yield "PettingZoo", f"its {name}", lambda name=name: agents_in_turn(peer(name))
    for name in AT_ONCE:
        yield "PettingZoo, parallel", f"our {name}", lambda name=name: agents_at_once(parallel(name))
    for name in SOLO:
        made = ours.environment_name(name)
        yield "Gymnasium", f"our {name}", lambda made=made: alone(gymnasium.make(made, disable_env_checker=True))
    for name in SOLO:
        made = ours.environment_name(name)
        yield "Gymnasium, vector", f"our {name}", lambda made=made: many_alone(gymnasium.make_vec(made, num_envs=games))
    for name in NAMES:
        yield "OpenSpiel, from Python", f"our {name}", lambda name=name: states(pyspiel.load_game(f"ponticello_{name}"))
    for name in ("python_tic_tac_toe", "connect_four", "hex(board_size=11)"):
        yield "OpenSpiel, from Python", f"its {name}", lambda name=name: states(openspiel_game(name))
    for name in NAMES:
        yield "batch", f"our {name}", lambda name=name: batch_steps(pc.game(name).batch(games, auto_reset="same step"))
    for name in PGX:
        yield "batch", f"pgx {name}", lambda name=name: pgx_steps(name, games)


def peer(name: str) -> Any:
    """Returns an environment of PettingZoo's."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3, go_v5

        return connect_four_v3.env() if name == "connect_four" else go_v5.env(board_size=9)


def openspiel_game(name: str) -> Any:
    """Returns a game of OpenSpiel's."""
    import pyspiel
    from open_spiel.python.games import tic_tac_toe  # noqa: F401  (registers itself)

    return pyspiel.load_game(name)


def measured(steps: Steps, seconds: float) -> float:
    """Returns how many steps a second are made."""
    count, begun = 0, time.process_time()
    while (passed := time.process_time() - begun) < seconds:
        for _ in range(16):
            count += next(steps)
    return count / passed


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of the processor, for each contestant in each round")
    parser.add_argument("--games", type=int, default=1024, help="games of a batch")
    parser.add_argument("--only", default="", metavar="TEXT", help="leave out all without this in their loop or name")
    parser.add_argument("--json", type=Path, help="where to append what was measured, a line for each contestant")
    wanted = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    console = Console()
    running: dict[tuple[str, str], Steps] = {}
    for kind, name, begin in contestants(wanted.games):
        if wanted.only not in f"{kind}, {name}":
            continue
        try:
            running[kind, name] = begin()
            for _ in range(WARM_UP):  # until everything is compiled, what begins games anew included
                next(running[kind, name])
        except ImportError as missing:
            console.print(f"{kind}, {name} is left out: {missing}")
            running.pop((kind, name), None)
    found: dict[tuple[str, str], list[float]] = {who: [] for who in running}
    for _ in track(range(wanted.rounds), "Measuring", console=console):
        for who, steps in running.items():
            found[who].append(measured(steps, wanted.seconds))
    table = Table("loop", "environment", "steps/s", "range")
    for (kind, name), rates in found.items():
        table.add_row(kind, name, f"{statistics.median(rates):,.0f}", f"{min(rates):,.0f} to {max(rates):,.0f}")
    console.print(table)
    if wanted.json:
        with wanted.json.open("a", encoding="utf-8") as file:
            for (kind, name), rates in found.items():
                file.write(json.dumps({"loop": kind, "environment": name, "steps_per_second": rates}) + "\n")


if __name__ == "__main__":
    main()
