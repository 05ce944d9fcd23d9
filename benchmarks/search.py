"""Tree search beside OpenSpiel's MCTSBot in the same run: simulations and moves a second on one core, and ours on all cores.

Both search from the start of a game with plain UCT and one random playout a simulation. A simulation goes from the root to the
end of the game, so the moves searched are the simulations times the length of a random game; ours are counted one by one. Then
the same for the mind that each game really plays with, and how far a time to think is from the time it takes.

    python benchmarks/search.py [--rounds 5] [--seconds 1] [--json out.jsonl]
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from playouts import usual_length
from rich.console import Console
from rich.progress import track
from rich.table import Table

import ponticello as pc
from ponticello.engine.cores import cores
from ponticello.engine.mind import Mind
from ponticello.players.parallel_search import ParallelSearch, Run
from ponticello.players.search import SearchPlayer, plan_of
from ponticello.players.tree import ACTIONS

PEERS = ("hex(board_size=11)", "havannah(board_size=8)")

Measure = Callable[[], tuple[float, float]]  # -> simulations, moves a second


def our_search(game: pc.Game, players: int, mind: Mind, threads: int, seconds: float) -> Measure:
    """Returns a measurement of one of our games; as in a game, the trees' memory is made once."""
    position = game.match(players, seed=1).position
    seat = position.actors[0]
    plan = plan_of(mind, position, seat)
    root = position.view(seat).state
    search = ParallelSearch(type(root), game.rulebook.actions, plan, threads, 1)
    search.turn_to(root)

    def measure() -> tuple[float, float]:
        for tree in search.trees:
            tree.start(root)
            tree.simulations = 0
        run = Run(search, seconds, None)
        run.finish(None, None, thorough=True)
        passed = run.passed
        return run.done / passed, sum(int(tree.counts[ACTIONS]) for tree in search.trees) / passed

    return measure


def peer_search(name: str, seconds: float) -> Measure:
    """Returns a measurement of OpenSpiel's MCTSBot, which is C++ throughout."""
    import pyspiel

    game = pyspiel.load_game(name)
    length = usual_length(game)
    root = game.new_initial_state()

    def run(simulations: int) -> float:
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1), 1.0, simulations, 1000, False, 1, False)
        clock = time.perf_counter()
        bot.step(root)
        return time.perf_counter() - clock

    simulations = max(200, int(1000 * seconds / run(1000)))

    def measure() -> tuple[float, float]:
        rate = simulations / run(simulations)
        return rate, rate * length

    return measure


def contestants(seconds: float) -> dict[str, Measure]:
    """Returns our games with plain UCT on one core and on all, with their own minds, and the peers that are installed."""
    found = {}
    for rulebook in pc.games():
        game, players = pc.game(rulebook.name), max(2, rulebook.players[0])
        found[f"{rulebook.title}, UCT"] = our_search(game, players, Mind(), 1, seconds)
        found[f"{rulebook.title}, UCT, {cores()} cores"] = our_search(game, players, Mind(), cores(), seconds)
        found[f"{rulebook.title}, own mind"] = our_search(game, players, rulebook.mind, 1, seconds)
    try:
        for name in PEERS:
            found[f"OpenSpiel {name}, UCT"] = peer_search(name, seconds)
    except ImportError:
        Console().print("OpenSpiel is not installed (pip install 'ponticello[bench]'), so there is no peer in this run.")
    return found


def promises(seconds: float, moves: int) -> list[float]:
    """Returns how many milliseconds longer than asked the strongest players thought, over some moves of each game."""
    late = []
    for rulebook in pc.games():
        match = pc.game(rulebook.name).match(max(2, rulebook.players[0]), seed=1)
        hand = SearchPlayer(rulebook.mind)
        chooser = random.Random(1)
        for _ in range(moves):
            seat = match.actors[0]
            if not match.position.mid_turn(seat) and len(match.legal(seat)) > 1:
                hand.choose(match.position, seat, simulations=1)  # loads what is compiled
                clock = time.perf_counter()
                hand.choose(match.position, seat, seconds=seconds)
                late.append(1000 * (time.perf_counter() - clock - seconds))
            match.play(chooser.choice(match.legal(seat)))
    return late


def main() -> None:
    """Measures and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="per measurement")
    parser.add_argument("--json", type=Path, help="also write one line per contestant to this file")
    arguments = parser.parse_args()
    field = contestants(arguments.seconds)
    results: dict[str, list[tuple[float, float]]] = {name: [] for name in field}
    for _ in track(range(arguments.rounds), "Rounds", transient=True):
        for name, measure in field.items():
            results[name].append(measure())
    peers = [statistics.median(moves for _, moves in found) for name, found in results.items() if name.startswith("OpenSpiel")]
    table = Table(title=f"Tree search, median of {arguments.rounds} rounds")
    for column in ("game", "simulations/s", "million moves/s", "range", "times the faster peer's moves"):
        table.add_column(column, justify="left" if column == "game" else "right")
    rows = []
    for name, found in results.items():
        moves = [moves for _, moves in found]
        ratio = statistics.median(moves) / max(peers) if peers else None
        rate = statistics.median(rate for rate, _ in found)
        rows.append({"game": name, "simulations_per_second": rate, "moves_per_second": moves, "ratio": ratio})
        table.add_row(
            name,
            f"{rate:,.0f}",
            f"{statistics.median(moves) / 1e6:.2f}",
            f"{min(moves) / 1e6:.2f}-{max(moves) / 1e6:.2f}",
            f"{ratio:.1f}" if ratio else "",
        )
    console = Console()
    console.print(table, width=max(console.width, 110))
    late = sorted(promises(0.3, 16))
    console.print(
        f"Thinking for 0.3 s took {statistics.median(late):.1f} ms longer than that in the median and {late[-1]:.1f} ms at most"
        f" ({len(late)} moves; less than nothing where the choice was clear sooner)."
    )
    if arguments.json:
        arguments.json.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
