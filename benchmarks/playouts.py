"""Random games to the end on one core, in turn with OpenSpiel's C++ games of the same size.

Every round measures each contestant once, so that a noisy moment of the machine hits all alike; the table gives the median over
the rounds and the range. A move is one action: OpenSpiel counts `apply_action`, we count `play`; both include finding the result.

    python benchmarks/playouts.py [--rounds 7] [--seconds 1] [--json out.jsonl]
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

import ponticello as pc
from ponticello.engine.dice import Dice, new_dice
from ponticello.engine.playouts import run_playouts
from ponticello.engine.record import Records

PEERS = ("amazons", "hex(board_size=11)", "havannah(board_size=8)", "y(board_size=11)")
ROLLOUTS = 100

Measure = Callable[[], tuple[float, float]]  # -> moves, games a second


def our_playouts(game: pc.Game, players: int, seconds: float) -> Measure:
    """Returns a measurement of one of our games."""
    start = game.position(players).state
    kind, actions = type(start), game.rulebook.actions
    states, begin = Records(kind, start.array.copy()), Records(kind, start.array)
    dice = Records(Dice, new_dice(1).array)
    marks, totals = np.zeros(actions, np.int8), np.zeros(players, np.int64)

    def run(games: int) -> tuple[int, float]:
        clock = time.perf_counter()
        moves = run_playouts(states, begin, dice, marks, games, totals)
        return moves, time.perf_counter() - clock

    run(1)
    games = max(1, int(500 * seconds / run(500)[1]))

    def measure() -> tuple[float, float]:
        moves, passed = run(games)
        return moves / passed, games / passed

    return measure


def usual_length(game: Any) -> float:
    """Returns how many moves a random game of OpenSpiel's takes on average."""
    lengths = []
    for seed in range(60):
        state, chooser = game.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
        lengths.append(state.move_number())
    return statistics.mean(lengths)


def peer_playouts(name: str, seconds: float) -> Measure:
    """Returns a measurement of one of OpenSpiel's games: rollouts inside C++, driven by its MCTS bot."""
    import pyspiel

    game = pyspiel.load_game(name)
    length = usual_length(game)
    root = game.new_initial_state()

    def run(simulations: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 100, False, 1, False)
        clock = time.perf_counter()
        bot.step(root)
        return time.perf_counter() - clock

    simulations = max(2, int(10 * seconds / run(10)))

    def measure() -> tuple[float, float]:
        games = simulations * ROLLOUTS / run(simulations)
        return games * length, games

    return measure


def contestants(seconds: float) -> dict[str, Measure]:
    """Returns every game and number of players of ours, and the peers that are installed."""
    found = {}
    for rulebook in pc.games():
        for players in rulebook.players:
            found[f"{rulebook.title}, {players} player{'s' if players > 1 else ''}"] = our_playouts(
                pc.game(rulebook.name), players, seconds
            )
    try:
        for name in PEERS:
            found[f"OpenSpiel {name}"] = peer_playouts(name, seconds)
    except ImportError:
        Console().print("OpenSpiel is not installed (pip install 'ponticello[bench]'), so there is no peer in this run.")
    return found


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="per measurement")
    parser.add_argument("--json", type=Path, help="also write one line per contestant to this file")
    arguments = parser.parse_args()
    field = contestants(arguments.seconds)
    results: dict[str, list[tuple[float, float]]] = {name: [] for name in field}
    for _ in track(range(arguments.rounds), "Rounds", transient=True):
        for name, measure in field.items():
            results[name].append(measure())
    moves = {name: [result[0] for result in found] for name, found in results.items()}
    peers = [statistics.median(found) for name, found in moves.items() if name.startswith("OpenSpiel")]
    table = Table(title=f"Random playouts on one core, median of {arguments.rounds} rounds")
    for column in ("game", "million moves/s", "range", "games/s", "times the fastest peer"):
        table.add_column(column, justify="left" if column == "game" else "right")
    rows = []
    for name, found in moves.items():
        middle = statistics.median(found)
        games = statistics.median(result[1] for result in results[name])
        ratio = middle / max(peers) if peers else None
        rows.append({"game": name, "moves_per_second": found, "games_per_second": games, "ratio": ratio})
        table.add_row(
            name,
            f"{middle / 1e6:.2f}",
            f"{min(found) / 1e6:.2f}-{max(found) / 1e6:.2f}",
            f"{games:,.0f}",
            f"{ratio:.1f}" if ratio else "",
        )
    console = Console()
    console.print(table, width=max(console.width, 100))
    if arguments.json:
        arguments.json.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
