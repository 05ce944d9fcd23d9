"""How fast a net plays against itself, and where the time goes.

    python benchmarks/self_play.py [skybridge:2] [ponte:2:size=12] [hashi:1] [--device cuda] [--games 4096 8192] [--plies 4]

For each game and number of games side by side: positions a second while the mind of the game plays and while a net plays (one
that has learned nothing), the milliseconds that a simulation of all games takes, in the tree, in the net, and in the tree again,
and those of a step of learning.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import jax
import numpy as np
from rich.console import Console
from rich.table import Table

import ponticello as pc
from ponticello.learn.net import ask
from ponticello.learn.run import ON_A_GPU, Run, Settings
from ponticello.learn.self_play import SelfPlay, Thinkers
from ponticello.learn.training import learn

USUAL = ["skybridge:2", "ponte:2", "hashi:1", "connections:1"]
console = Console(width=150)


def seconds(work: Callable[[], Any]) -> float:
    """Returns how long something takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


class Parts:
    """A device that notes how long each part of self-play takes, and waits for its end to know."""

    def __init__(self, device: Any) -> None:
        self._device = device
        self.spent: dict[str, float] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def run(self, name: str, *arguments: Any) -> None:
        """Calls one of the loops, and waits for it."""
        began = time.perf_counter()
        self._device.run(name, *arguments)
        if self._device.name == "cuda":
            from numba import cuda

            cuda.synchronize()
        self.spent[name] = self.spent.get(name, 0.0) + time.perf_counter() - began


def measure(text: str, games: int, wanted: argparse.Namespace) -> list[str]:
    """Returns a line of the table."""
    name, players, *options = text.split(":")
    game = pc.game(name, **dict(option.split("=") for option in options))
    usual = Settings() if wanted.device == "cpu" else ON_A_GPU
    settings = replace(usual, games=games, rows=games * 16, fewest=1)
    run = Run.new(game, int(players), units=wanted.units, blocks=wanted.blocks, settings=settings)
    device, memory, judge = Parts(run._device), run._memory, run.judge()
    lines = []
    for by_net in (False, True):
        simulations = settings.simulations if by_net else settings.mind_simulations
        side_by_side = game, int(players), games
        play = SelfPlay(*side_by_side, Thinkers(*side_by_side, memory, device, simulations, 1, by_net=by_net), device, 1)
        first = seconds(partial(play.play, judge if by_net else None))
        device.spent.clear()
        spent = sum(seconds(partial(play.play, judge if by_net else None)) for _ in range(wanted.plies))
        lines.append(games * wanted.plies / spent)
        if by_net:
            tries = wanted.plies * (simulations + 1)
            walk, take = (1000 * device.spent[part] / tries for part in ("walk_all", "take_all"))
            whole = 1000 * spent / tries
        who = "net" if by_net else "mind"
        console.print(f"{text}, {games} games, {who}: first ply {first:.1f} s, then {spent / wanted.plies:.3f}")
    rows = np.arange(settings.batch) % memory.rows
    ways = np.zeros(settings.batch, np.int64)
    lent = memory.lent()

    def step() -> None:
        jax.block_until_ready(learn(run.shape, run._turns, run.pupil, lent, rows, ways, 1e-3))

    def asked() -> None:
        jax.block_until_ready(ask(run.pupil.mean, run.shape, lent[0][:games], lent[1][:games]))

    console.print(f"{text}: first step of learning {seconds(step):.1f} s")
    usual_step = np.median([seconds(step) for _ in range(5)])
    asked()
    net = 1000 * float(np.median([seconds(asked) for _ in range(5)]))
    return [
        text, str(games), f"{lines[0]:,.0f}", f"{lines[1]:,.0f}",
        f"{whole:.2f}", f"{walk:.2f}", f"{net:.2f}", f"{take:.2f}", f"{1000 * usual_step:.1f} ms of {settings.batch}",
    ]  # fmt: skip


def main() -> None:
    """Measures what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=USUAL, help="GAME:PLAYERS[:OPTION=VALUE]")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--games", type=int, nargs="+", help="side by side; as `ponticello train` has it if left out")
    parser.add_argument("--plies", type=int, default=4, help="to measure")
    parser.add_argument("--units", type=int, help="of the net")
    parser.add_argument("--blocks", type=int, help="of the net")
    wanted = parser.parse_args()
    counts = wanted.games or [(Settings() if wanted.device == "cpu" else ON_A_GPU).games]
    table = Table(
        "game", "games", "positions/s, mind", "positions/s, net", "ms a simulation", "walk", "net", "take", "step of learning"
    )
    for text in wanted.what:
        for games in counts:
            table.add_row(*measure(text, games, wanted))
    console.print(table)


if __name__ == "__main__":
    main()
