"""How long the hindsight of a lone player's game takes: the whole curve, over many deals.

    python benchmarks/hindsight.py [hashi] [connections] [--deals 50] [--who level3] [--seconds 300] [--workers 2] [--out FILE]
    python benchmarks/hindsight.py --at-once 8 --workers 2 --out FILE     # on a machine with 16 cores that does nothing else

Each deal is played to its end by a quick player, then everything that was still possible is asked for. `--out` keeps a line of
JSON for each deal as soon as it is measured, and a run that is repeated with the same file goes on where it was stopped. With
`--at-once` several curves are measured side by side, each in a process that keeps to cores of its own.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import ponticello as pc
from ponticello.analysis import Hindsight, hindsight
from ponticello.engine.cores import cores

GAMES = ("hashi", "connections")
IN_TIME = {"hashi": (30, 60), "connections": (150, 300)}  # seconds in which a curve should be, and must be, proven
Deal = tuple[str, int, argparse.Namespace]  # the game, the number of the deal, and how it is to be measured
console = Console()


def play_alone(game: str, deal: int, who: str) -> pc.Match:
    """Returns a deal that a player has played to its end."""
    match = pc.game(game).match(1, seed=deal)
    player = pc.players.player(who, game=game, seed=deal)
    while not match.over:
        match.play(player.choose(match.position).move)
    player.close()
    return match


def measure(asked: Deal) -> dict[str, Any]:
    """Returns how long the hindsight of a deal took, and what came out."""
    game, deal, wanted = asked
    match = play_alone(game, deal, wanted.who)
    processor = time.process_time()
    seen: list[Hindsight] = []
    found = hindsight(match, seconds=wanted.seconds, workers=wanted.workers, progress=seen.append)
    if not found.done:  # Ctrl-C gives back what is known so far, which is no measurement
        raise KeyboardInterrupt
    return {
        "game": game,
        "deal": deal,
        "who": wanted.who,
        "workers": wanted.workers,
        "at_once": wanted.at_once,
        "first": seen[1].seconds,  # when the first answer was there
        "settled": next(one.seconds for one in seen if curve(one) == curve(found)),  # what came after that was proof
        "seconds": found.seconds,
        "processor": round(time.process_time() - processor, 3),
        "score": found.score,
        "best": found.best.best,
        "bound": found.best.bound,
        "curve": curve(found),
        "gaps": sum(not possible.proven for possible in found.possible),
    }


def curve(found: Hindsight) -> list[int]:
    """Returns the best result that is known to have been possible after each turn."""
    return [possible.best for possible in found.possible]


def measured(path: Path | None) -> list[dict[str, Any]]:
    """Returns what an earlier run has left in a file."""
    if path is None or not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@contextmanager
def measuring(asked: list[Deal], at_once: int, workers: int) -> Iterator[Iterable[dict[str, Any]]]:
    """Gives what is measured, as it comes: here one after another, or at once in processes that end with this one."""
    if at_once == 1:
        yield map(measure, asked)
        return
    processes = multiprocessing.get_context("spawn")
    free = processes.SimpleQueue()
    for cpus in shares(at_once, workers):
        free.put(cpus)
    with processes.Pool(at_once, settle, (free,)) as pool:  # whoever leaves it, by Ctrl-C too, ends what is being measured
        yield pool.imap_unordered(measure, asked)


def shares(at_once: int, workers: int) -> list[list[int]]:
    """Returns which cores each process may use; none where a process cannot be kept to some."""
    affinity = getattr(os, "sched_getaffinity", None)
    cpus = sorted(affinity(0)) if affinity else []
    return [cpus[k * workers : (k + 1) * workers] for k in range(at_once)]


def settle(free: Any) -> None:
    """Keeps a process to its share of the cores. Ctrl-C is for the one that waits for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if cpus := free.get():
        os.sched_setaffinity(0, cpus)


def table(rows: list[dict[str, Any]]) -> Table:
    """Returns the distribution of times, a column for each game."""
    games = [game for game in GAMES if any(row["game"] == game for row in rows)]
    columns = [summary(game, [row for row in rows if row["game"] == game]) for game in games]
    shown = Table("", *games)
    for name in columns[0] if columns else ():
        shown.add_row(name, *(column[name] for column in columns))
    return shown


def summary(game: str, rows: list[dict[str, Any]]) -> dict[str, str]:
    """Returns what there is to say about the deals of a game."""
    seconds = [row["seconds"] for row in rows]
    proven = [row["seconds"] for row in rows if row["gaps"] == 0]
    goal, limit = IN_TIME[game]
    bests = [row["best"] for row in rows]
    told = {"deals": str(len(rows)), "proven": str(len(proven))}
    told["in time"] = f"{sum(s <= goal for s in proven)} in {goal} s, {sum(s <= limit for s in proven)} in {limit} s"
    for name, share in (("least", 0), ("a quarter", 0.25), ("half", 0.5), ("three quarters", 0.75), ("90%", 0.9), ("most", 1)):
        told[name] = f"{np.quantile(seconds, share):.1f} s"
    told["processor, half"] = f"{np.median([row['processor'] for row in rows]):.1f} s"
    told["best result"] = f"{min(bests)} to {max(bests)}"
    told["scored, half"] = f"{np.median([row['score'] for row in rows]):g}"
    return told


def main() -> None:
    """Runs what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="game", help="hashi, connections, or both if left out")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--who", default="level3", help="who plays the deals")
    parser.add_argument("--seconds", type=float, default=300.0, help="after which a curve is left with gaps")
    parser.add_argument("--workers", type=int, help="questions at a time for each curve; all cores shared out if left out")
    parser.add_argument("--at-once", type=int, default=1, help="how many curves are measured side by side; one if left out")
    parser.add_argument("--out", type=Path, help="a file for the results")
    wanted = parser.parse_args()
    if unknown := set(wanted.games) - set(GAMES):
        parser.error(f"there is no hindsight for {', '.join(sorted(unknown))}; choose from {', '.join(GAMES)}")
    if wanted.at_once < 1:
        parser.error("--at-once is one curve at least")
    wanted.workers = wanted.workers or max(1, cores() // wanted.at_once)
    if wanted.at_once > 1 and wanted.at_once * wanted.workers > cores():
        parser.error(f"{wanted.at_once} curves at once on {wanted.workers} cores each need more than the {cores()} there are")
    rows = measured(wanted.out)
    done = {(row["game"], row["deal"]) for row in rows}
    every = [(game, deal, wanted) for deal in range(wanted.deals) for game in wanted.games or GAMES]
    asked = [one for one in every if one[:2] not in done]
    try:
        with (
            Progress(console=console, transient=True) as bar,
            measuring(asked, wanted.at_once, wanted.workers) as results,
        ):
            task = bar.add_task("Deals", total=len(asked))
            for row in results:
                rows.append(row)
                if wanted.out is not None:
                    with wanted.out.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(row) + "\n")
                bar.advance(task)
    except KeyboardInterrupt:
        console.print("Stopped; this is what has been measured.")
    console.print(table(rows))


if __name__ == "__main__":
    main()
