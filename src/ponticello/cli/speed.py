"""How fast this machine plays random games, on one core and on all."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from ponticello.cli.console import new_console
from ponticello.engine.dice import Dice, new_dice
from ponticello.engine.native import interpreted
from ponticello.engine.playouts import run_playouts
from ponticello.engine.record import Records
from ponticello.engine.words import count, say
from ponticello.games import rulebook
from ponticello.table.game import Game, games

ROUNDS = 5
LARGEST_BATCH = 16_384
SEED = 1

Round = tuple[int, int, float]  # moves, games, seconds


@dataclass(frozen=True)
class Speed:
    """What several rounds of random games came to."""

    moves: float  # a second, the median
    games: float
    spread: float  # half of the way from the slowest round to the fastest, as a part of the median

    @classmethod
    def of(cls, rounds: list[Round]) -> Speed:
        """Sums rounds up."""
        rates = [moves / seconds for moves, _, seconds in rounds]
        moves = statistics.median(rates)
        games = statistics.median(games / seconds for _, games, seconds in rounds)
        return cls(moves, games, (max(rates) - min(rates)) / 2 / moves)

    def cells(self) -> tuple[str, str, str]:
        """Returns the numbers as a table shows them."""
        return f"{self.moves:,.0f}", f"{self.games:,.0f}" if self.games >= 10 else f"{self.games:.1f}", f"±{self.spread:.0%}"


def one_core(game: Game, players: int) -> Callable[[int], Round]:
    """Returns what plays a round of random games on one core."""
    start = game.position(players).state
    states, starts = Records.of(start, 1), Records.of(start, 1)
    dice = Records(Dice, new_dice(SEED).array)
    marks = np.zeros(game.rulebook.actions, np.int8)
    totals = np.zeros(players, np.int64)

    def play(games: int) -> Round:
        begun = time.perf_counter()
        moves = run_playouts(states, starts, dice, marks, games, totals)
        return moves, games, time.perf_counter() - begun

    return play


def all_cores(game: Game, players: int) -> Callable[[int], Round]:
    """Returns what plays a round of random games side by side."""

    def play(games: int) -> Round:
        size = min(games, LARGEST_BATCH)
        batch = game.batch(size, players, seed=SEED)
        begun = time.perf_counter()
        moves = int(batch.playout().sum())
        return moves, size, time.perf_counter() - begun

    return play


def measure(play: Callable[[int], Round], seconds: float) -> Speed:
    """Finds out how many games fill a round, and then plays the rounds."""
    games = 1
    while True:
        _, played, took = play(games)
        if took >= seconds / ROUNDS / 4 or played < games:
            break
        games *= 4
    games = max(1, round(games * seconds / ROUNDS / max(took, 1e-9)))
    return Speed.of([play(games) for _ in range(ROUNDS)])


def batch_threads() -> int:
    """Returns on how many cores a batch plays: as many as Numba was given, which need not be all."""
    if interpreted():
        return 1
    import numba

    return int(numba.get_num_threads())


def report_speed(name: str | None, seconds: float) -> None:
    """Measures one game or all, and prints a table."""
    rulebooks = games() if name is None else [rulebook(name)]
    tables = [(Game(rules, {}), players) for rules in rulebooks for players in rules.players]
    for game, players in tables:  # rules that must be compiled announce it themselves, so that comes before the progress bar
        one_core(game, players)(1)
        all_cores(game, players)(1)
    threads = batch_threads()
    ways = {say("one core"): one_core, say("a batch, {cores}", cores=count(threads, "core")): all_cores}
    results = Table(say("Game"), say("Players"), say("On"), box=box.SIMPLE_HEAD)
    for heading in (say("Moves/s"), say("Games/s"), say("Spread")):
        results.add_column(heading, justify="right")
    aside = Console(stderr=True)
    look = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    bar = Progress(*look, console=aside, transient=True, disable=not aside.is_terminal)
    with bar:
        task = bar.add_task("", total=len(ways) * len(tables))
        for game, players in tables:
            bar.update(task, description=say("{game}, {players}", game=game.title, players=count(players, "player")))
            head = game.name, str(players)
            for where, way in ways.items():
                results.add_row(*head, where, *measure(way(game, players), seconds).cells())
                bar.advance(task)
                head = "", ""
    console = new_console()
    console.print(results)
    if interpreted():
        how = say(
            "Random games with interpreted rules; the median of {rounds} rounds, and how far the rounds were apart.",
            rounds=ROUNDS,
        )
    else:
        how = say(
            "Random games with compiled rules; the median of {rounds} rounds, and how far the rounds were apart.", rounds=ROUNDS
        )
    console.print(how)
    console.print(say("Numbers vary from machine to machine, and with what else it does."))
