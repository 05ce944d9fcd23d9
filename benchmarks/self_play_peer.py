"""How fast the self-play of pgx's AlphaZero example is, to stand beside `benchmarks/self_play.py` on the same machine.

    python benchmarks/self_play_peer.py [--board hex] [--games 1024 8192] [--simulations 32 64] [--channels 128] [--blocks 6]

What is usual here is what the example has (examples/alphazero of sotetsuk/pgx): 1,024 games side by side that begin again when
they end, 32 simulations a move of mctx's Gumbel search, in which pgx steps the game and a net judges every new position, and a
residual net of 6 blocks with 128 channels, in float32. Only speed is measured, so nothing is learned and the weights are random.
The net has the layers of the example, in plain JAX; batch normalization is what it is while playing, a factor and a summand a
channel.

Games are first spread from opening to end by random moves, so that about as many end in one second as in the next. The table has
the median and the range over the rounds; what the compiler took is told apart. In each simulation the net judges one position,
and once more at the root of a search, which is not counted.

Where it differs from ours: hex is for two on 11x11, without chance and with 122 actions, while ours are other games, some with
chance, for one player or with rounds in which all act at once, on other boards, with smaller nets and 64 simulations a move. Give
--simulations, --channels and --blocks as ours has them to see what is left. A net that has learned may play shorter games and
look further ahead, so that both would have other numbers with it.

pgx and mctx are needed, and a JAX for the device; nothing of ponticello is.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import mctx
import numpy as np
import pgx
from pgx.experimental import auto_reset
from rich.console import Console
from rich.table import Table

Weights = dict[str, Any]
Play = Callable[[Weights, Any, Any], Any]  # weights, games and a key -> games, how many ended, and what is learned from

PLIES = 4  # played in one call; between two calls Ctrl-C is heard
SPREAD = 512  # random moves at most before anything is measured: several games of hex
DIFFERENT = (
    "Not the games of ponticello: {board} has neither chance nor rounds in which all act at once, as some of ours have; board, "
    "number of actions and length of games are others, and the net is larger unless asked for."
)
console = Console(width=150)


@dataclass(frozen=True)
class Round:
    """What was played in one round."""

    seconds: float
    positions: int
    games: int


def new_weights(env: Any, channels: int, blocks: int, seed: int = 0) -> Weights:
    """Returns the weights of a net that has learned nothing."""
    random = np.random.default_rng(seed)
    height, width, planes = env.observation_shape
    cells = height * width
    weights: Weights = {}

    def layer(name: str, *shape: int) -> None:
        weights[name] = random.normal(0, np.prod(shape[:-1]) ** -0.5, shape)
        weights[f"{name} bias"] = np.zeros(shape[-1])

    def norm(name: str, units: int) -> None:
        weights[f"{name} factor"] = np.ones(units)
        weights[f"{name} summand"] = np.zeros(units)

    layer("first", 3, 3, planes, channels)
    for k in range(blocks):
        for part in ("in", "out"):
            norm(f"{part} {k}", channels)
            layer(f"{part} {k}", 3, 3, channels, channels)
    norm("last", channels)
    layer("policy planes", 1, 1, channels, 2)
    norm("policy planes", 2)
    layer("policy", 2 * cells, env.num_actions)
    layer("value plane", 1, 1, channels, 1)
    norm("value plane", 1)
    layer("before value", cells, channels)
    layer("value", channels, 1)
    return {name: jnp.asarray(array, jnp.float32) for name, array in weights.items()}


def judge(weights: Weights, blocks: int, seen: Any) -> tuple[Any, Any]:
    """Returns the logits of all actions, and what the player to move may expect, from -1 to 1."""

    def convolved(name: str, planes: Any) -> Any:
        across = jax.lax.conv_general_dilated(planes, weights[name], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        return across + weights[f"{name} bias"]

    def dense(name: str, units: Any) -> Any:
        return units @ weights[name] + weights[f"{name} bias"]

    def active(name: str, units: Any) -> Any:
        return jax.nn.relu(units * weights[f"{name} factor"] + weights[f"{name} summand"])

    trunk = convolved("first", seen.astype(jnp.float32))
    for k in range(blocks):
        inner = convolved(f"in {k}", active(f"in {k}", trunk))
        trunk = trunk + convolved(f"out {k}", active(f"out {k}", inner))
    trunk = active("last", trunk)
    for_policy = active("policy planes", convolved("policy planes", trunk))
    for_value = active("value plane", convolved("value plane", trunk))
    hoped = jax.nn.relu(dense("before value", for_value.reshape(len(seen), -1)))
    return dense("policy", for_policy.reshape(len(seen), -1)), jnp.tanh(dense("value", hoped))[:, 0]


def won_by(rewards: Any, players: Any) -> Any:
    """Returns what one player of each game got."""
    return jnp.take_along_axis(rewards, players[:, None], axis=1)[:, 0]


def self_play(env: Any, blocks: int, simulations: int) -> Play:
    """Returns a function that plays some moves in all games."""
    step = jax.vmap(env.step)
    step_or_begin = jax.vmap(auto_reset(env.step, env.init))

    def look_ahead(weights: Weights, key: Any, actions: Any, states: Any) -> tuple[Any, Any]:
        after = step(states, actions)
        logits, value = judge(weights, blocks, after.observation)
        judged = mctx.RecurrentFnOutput(
            reward=won_by(after.rewards, states.current_player),
            discount=jnp.where(after.terminated, 0.0, -1.0),  # what is good for one player is bad for the other
            prior_logits=jnp.where(after.legal_action_mask, logits, jnp.finfo(logits.dtype).min),
            value=jnp.where(after.terminated, 0.0, value),
        )
        return judged, after

    def ply(weights: Weights, states: Any, key: Any) -> tuple[Any, Any]:
        search_key, begin_key = jax.random.split(key)
        logits, value = judge(weights, blocks, states.observation)
        found = mctx.gumbel_muzero_policy(
            weights,
            search_key,
            mctx.RootFnOutput(prior_logits=logits, value=value, embedding=states),
            look_ahead,
            simulations,
            invalid_actions=~states.legal_action_mask,
        )
        after = step_or_begin(states, found.action, jax.random.split(begin_key, len(value)))
        reward = won_by(after.rewards, states.current_player)
        return after, (after.terminated, states.observation, found.action_weights, reward)

    def play(weights: Weights, states: Any, key: Any) -> Any:
        states, (ended, *lessons) = jax.lax.scan(partial(ply, weights), states, jax.random.split(key, PLIES))
        return states, ended.sum(), lessons

    return play


def spread_games(env: Any, games: int, key: Any) -> Any:
    """Returns games that are all somewhere else between opening and end, after random moves."""
    step = auto_reset(env.step, env.init)

    def spread(key: Any) -> Any:
        begin_key, count_key, moves_key = jax.random.split(key, 3)

        def move(k: Any, state: Any) -> Any:
            choose_key, again_key = jax.random.split(jax.random.fold_in(moves_key, k))
            action = jax.random.categorical(choose_key, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
            return step(state, action, again_key)

        return jax.lax.fori_loop(0, jax.random.randint(count_key, (), 0, SPREAD), move, env.init(begin_key))

    return jax.jit(jax.vmap(spread))(jax.random.split(key, games))


def middle_and_range(values: list[float]) -> str:
    """Returns the median of some rounds, and how far they lie apart."""
    digits = 0 if statistics.median(values) >= 100 else 1
    return f"{statistics.median(values):,.{digits}f} ({min(values):,.{digits}f}-{max(values):,.{digits}f})"


def measure(env: Any, games: int, simulations: int, wanted: argparse.Namespace) -> list[str]:
    """Returns a line of the table."""
    title = f"{wanted.board}, {games} games, {simulations} simulations"
    weights = new_weights(env, wanted.channels, wanted.blocks)
    console.print(f"{title}: spreading the games")
    states = jax.block_until_ready(spread_games(env, games, jax.random.key(1)))
    console.print(f"{title}: compiling")
    began = time.perf_counter()
    play = jax.jit(self_play(env, wanted.blocks, simulations)).lower(weights, states, jax.random.key(2)).compile()
    compiled = time.perf_counter() - began
    began = time.perf_counter()
    states, _, _ = jax.block_until_ready(play(weights, states, jax.random.key(2)))
    console.print(f"{title}: compiled in {compiled:.1f} s; the first {PLIES} moves took {time.perf_counter() - began:.2f} s")
    rounds: list[Round] = []
    key = jax.random.key(3)
    for number in range(1, wanted.rounds + 1):
        positions = ended = 0
        began = time.perf_counter()
        while (spent := time.perf_counter() - began) < wanted.seconds:
            key, now = jax.random.split(key)
            states, over, lessons = play(weights, states, now)
            jax.block_until_ready(lessons)
            positions += games * PLIES
            ended += int(over)
        rounds.append(Round(spent, positions, ended))
        console.print(f"{title}: round {number} of {wanted.rounds}, {positions / spent:,.0f} positions/s, {ended} games ended")
    rates = [each.positions / each.seconds for each in rounds]
    over = sum(each.games for each in rounds)
    return [
        wanted.board, f"{wanted.channels} x {wanted.blocks}", f"{games:,}", str(simulations), f"{compiled:.1f}",
        middle_and_range(rates), middle_and_range([each.games / each.seconds for each in rounds]),
        f"{simulations * statistics.median(rates):,.0f}", f"{sum(each.positions for each in rounds) / over:.0f}" if over else "",
    ]  # fmt: skip


def main() -> None:
    """Measures what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="hex", help="a board game of pgx for two, without chance, by its id")
    parser.add_argument("--games", type=int, nargs="+", default=[1024], help="side by side")
    parser.add_argument("--simulations", type=int, nargs="+", default=[32], help="a move; ours has 64")
    parser.add_argument("--channels", type=int, default=128, help="of the net")
    parser.add_argument("--blocks", type=int, default=6, help="of the net")
    parser.add_argument("--seconds", type=float, default=5.0, help="a round; the moves begun are played to the end")
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    if wanted.board not in pgx.available_envs():
        parser.error(f"pgx has no {wanted.board}, but {', '.join(pgx.available_envs())}")
    env = pgx.make(wanted.board)
    if env.num_players != 2 or len(env.observation_shape) != 3:
        parser.error(f"{wanted.board} is not a game for two that is seen as planes over a board")
    device = jax.devices()[0]
    versions = f"jax {jax.__version__}, pgx {pgx.__version__}, mctx {mctx.__version__}"
    console.print(f"{device.device_kind} ({device.platform}), {versions}; {env.num_actions} actions")
    table = Table("board", "net", "games", "simulations a move", "compiled, s")
    for column in ("positions/s", "games/s", "simulations/s", "moves a game"):
        table.add_column(column, justify="right")
    try:
        for games in wanted.games:
            for simulations in wanted.simulations:
                table.add_row(*measure(env, games, simulations, wanted))
    except KeyboardInterrupt:
        console.print("Stopped; what was measured to the end:")
    console.print(table)
    console.print(DIFFERENT.format(board=wanted.board))


if __name__ == "__main__":
    main()
