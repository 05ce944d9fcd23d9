"""Steps of a batch on one core, with legal mask and observation, in turn with pgx's hex where pgx is installed.

Every round measures each contestant once, so that a noisy moment of the machine hits all alike; the table has the median and the
range over the rounds, by processor time, which other programs do not lengthen. A step is one action in one game, drawn at random
among the legal ones; games that end begin again.

    python benchmarks/batch.py [--rounds 5] [--games 1024]
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("NUMBA_NUM_THREADS", "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import statistics
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

import ponticello as pc

Measure = Callable[[], float]  # -> steps a second
PEERS = ("hex", "othello", "connect_four")


def timed(work: Callable[[], int]) -> Measure:
    """Returns a measurement of some work that says how many steps it made."""

    def measure() -> float:
        clock = time.process_time()
        steps = work()
        return steps / (time.process_time() - clock)

    return measure


def ours(name: str, players: int, games: int) -> Measure:
    """Returns a measurement of one of our games."""
    batch = pc.game(name).batch(games, players, seed=1, auto_reset="same step")
    steps = max(1, 100_000 // games)

    def work() -> int:
        for _ in range(steps):
            _ = batch.legal_mask, batch.observation
            batch.step(batch.choose())
        return steps * games

    for _ in range(3):
        work()
    return timed(work)


def peer(name: str, games: int) -> Measure:
    """Returns a measurement of one of pgx's games, stepped as its own benchmarks do."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    init, step = jax.jit(jax.vmap(env.init)), jax.vmap(auto_reset(env.step, env.init))
    steps = 16

    def one(state: object, key: object) -> tuple[object, None]:
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))  # type: ignore[attr-defined]
        choose_key, step_key = jax.random.split(key)  # type: ignore[arg-type]
        action = jax.random.categorical(choose_key, logits, axis=1)
        return step(state, action, jax.random.split(step_key, games)), None

    run = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, steps))[0])
    state = run(init(jax.random.split(jax.random.PRNGKey(0), games)), jax.random.PRNGKey(1))

    def work() -> int:
        jax.block_until_ready(run(state, jax.random.PRNGKey(2)))
        return steps * games

    work()
    return timed(work)


def contestants(games: int) -> dict[str, Measure]:
    """Returns our games and the peers that are installed."""
    found = {}
    for rulebook in pc.games():
        players = max(2, rulebook.players[0])
        found[f"{rulebook.title}, {players} players"] = ours(rulebook.name, players, games)
    try:
        for name in PEERS:
            found[f"pgx {name}"] = peer(name, games)
    except ImportError:
        Console().print("pgx is not installed, so there is no peer in this run.")
    return found


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=1024)
    arguments = parser.parse_args()
    field = contestants(arguments.games)
    rates: dict[str, list[float]] = {name: [] for name in field}
    for _ in range(arguments.rounds):
        for name, measure in field.items():
            rates[name].append(measure())
    hexes = statistics.median(rates["pgx hex"]) if "pgx hex" in rates else None
    table = Table(title=f"Steps with mask and observation, {arguments.games} games on one core")
    for column in ("game", "million steps/s", "range", "times pgx's hex"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for name, found in rates.items():
        middle = statistics.median(found)
        times = f"{middle / hexes:.1f}" if hexes else ""
        table.add_row(name, f"{middle / 1e6:.2f}", f"{min(found) / 1e6:.2f}-{max(found) / 1e6:.2f}", times)
    console = Console()
    console.print(table, width=max(console.width, 100))


if __name__ == "__main__":
    main()
