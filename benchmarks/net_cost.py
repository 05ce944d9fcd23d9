"""What a question to a net costs on one core, in microseconds of processor time a position.

    python benchmarks/net_cost.py [ponte:2] [skybridge:2] [hashi:1] [--units 32] [--blocks 4] [--at-once 1 4 16 64] [--rounds 9]

The net of a file, as players ask it, for each game and number of positions at once: convolutions with numbers of 32 and of 8
bits in turn, round after round, and dense layers. The nets have learned nothing, and the positions are of random games. Medians
over the rounds; ± is half of what lies between their quarters.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

import ponticello as pc
from ponticello.learn.export import onnx_of
from ponticello.learn.net import Shape, new_weights, shape_for, usual_scales
from ponticello.learn.ranges import ranges_of
from ponticello.players.net import Net, open_net

USUAL = ["ponte:2", "skybridge:2"]
SEEN = 1024  # positions
EVERY = 16  # games at once, whose positions are looked at
LONG_ENOUGH = 0.05  # seconds that a round asks one net
console = Console(width=150)

Seen = tuple[NDArray[np.int8], NDArray[np.int16]]


def positions(game: pc.Game, players: int) -> Seen:
    """Returns what is seen in random games, from their first moves to their last."""
    batch = game.batch(EVERY, players, seed=1, auto_reset="same step")
    planes, scalars = [], []
    for _ in range(SEEN // EVERY):
        seen = batch.observation
        planes.append(np.array(seen.planes))
        scalars.append(np.array(seen.scalars))
        batch.step(batch.choose(), check=False)
    return np.concatenate(planes), np.concatenate(scalars)


def weights_for(game: pc.Game, players: int, shape: Shape) -> dict[str, Any]:
    """Returns weights of a net that has learned nothing, but none of which is 0."""
    scales = usual_scales(game, players, game.observation_spec(players))
    random = np.random.default_rng(1)
    weights = new_weights(shape, scales, seed=1)
    return {
        name: array if np.any(array) else random.normal(0, 0.02, np.shape(array)).astype(np.float32)
        for name, array in weights.items()
    }


def asker(net: Net, seen: Seen, at_once: int) -> Callable[[int], None]:
    """Returns what asks a net so often about so many positions, always others."""
    planes, scalars = seen

    def ask(times: int) -> None:
        for k in range(times):
            at = k * at_once % (SEEN - at_once + 1)
            net.judge(planes[at : at + at_once], scalars[at : at + at_once])

    return ask


def spent(work: Callable[[int], None], times: int) -> float:
    """Returns the seconds of processor time that something takes."""
    began = time.thread_time()
    work(times)
    return time.thread_time() - began


def microseconds(nets: Sequence[Net], seen: Seen, at_once: int, rounds: int) -> list[list[float]]:
    """Returns for each net what a position costs, in rounds in which all nets are asked in turn."""
    asked = [asker(net, seen, at_once) for net in nets]
    times = []
    for ask in asked:
        ask(3)
        times.append(max(1, round(LONG_ENOUGH / (spent(ask, 5) / 5))))
    found: list[list[float]] = [[] for _ in nets]
    for _ in range(rounds):
        for ask, often, costs in zip(asked, times, found, strict=True):
            costs.append(1e6 * spent(ask, often) / (often * at_once))
    return found


def median_and_spread(numbers: Sequence[float]) -> str:
    """Returns a median, and half of what lies between the quarters."""
    low, middle, high = statistics.quantiles(numbers, n=4)
    return f"{middle:.1f} ± {(high - low) / 2:.1f}"


def measure(text: str, wanted: argparse.Namespace, folder: Path, table: Table) -> None:
    """Adds the lines of one game."""
    name, number, *options = text.split(":")
    game, players = pc.game(name, **dict(option.split("=") for option in options)), int(number)
    shape = shape_for(game, players, wanted.units, wanted.blocks)
    weights, seen = weights_for(game, players, shape), positions(game, players)
    bits = {32: None, 8: ranges_of(weights, shape, *seen)} if shape.convolutions else {32: None}
    nets = []
    for each, ranges in bits.items():
        file = folder / f"{name}-{each}.onnx"
        file.write_bytes(onnx_of(weights, shape, game.rulebook.fewest_win, ranges))
        nets.append(open_net(file, game, players))
    made = "convolutions" if shape.convolutions else "dense layers"
    for at_once in wanted.at_once:
        found = microseconds(nets, seen, at_once, wanted.rounds)
        columns = [median_and_spread(costs) for costs in found]
        if len(found) > 1:
            columns.append(median_and_spread([wide / narrow for wide, narrow in zip(*found, strict=True)]))
        table.add_row(text, f"{shape.units}, {shape.blocks}, {made}", str(at_once), *columns)


def main() -> None:
    """Measures what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=USUAL, help="GAME:PLAYERS[:OPTION=VALUE]")
    parser.add_argument("--units", type=int, help="of the nets; as suits the game if left out")
    parser.add_argument("--blocks", type=int, help="of the nets; as suits the game if left out")
    parser.add_argument("--at-once", type=int, nargs="+", default=[1, 4, 16, 64], help="positions in one question")
    parser.add_argument("--rounds", type=int, default=9)
    wanted = parser.parse_args()
    table = Table("game", "units, blocks", "at once", "µs a position, 32 bits", "8 bits", "times as fast")
    with tempfile.TemporaryDirectory() as folder:
        for text in wanted.what:
            measure(text, wanted, Path(folder), table)
    console.print(table)


if __name__ == "__main__":
    main()
