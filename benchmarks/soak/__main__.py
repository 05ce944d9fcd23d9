"""Half an hour under siege: is anything lost, how long do honest people wait, and does the memory grow?

Two servers share a PostgreSQL. First honest people play in peace, then the same number of them plays while something breaks every
minute (a server, a process in which bots think, or PostgreSQL is killed or stopped, a system clock jumps an hour, the disk is
full) and a hostile client of each kind does its worst beside them. Half of the honest matches have clocks that such an hour would
end. Everything runs on one machine, so the attackers' own work is part of the times.

    python -m benchmarks.soak [--minutes 30] [--calm 5] [--matches 200] [--think 20] [--json out.json]

To move clocks it needs libfaketime (Debian: apt install libfaketime), and to fill a disk the right to mount one (root). What
cannot be done here is left out and said.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import signal
import statistics
import sys
import time
from collections import Counter
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from benchmarks.load import allow_sockets
from benchmarks.soak.deployment import Deployment
from benchmarks.soak.faults import faults
from benchmarks.soak.honest import MINUTE, Seen, in_process, play
from benchmarks.soak.hostile import besiege
from ponticello.server.matches.clock import ClockRule
from ponticello.server.settings import Settings
from ponticello.server.storage.database import Storage
from tests.server.crowd import Meeting, draw_up, seat

CLOCK = ClockRule(45 * MINUTE, 30.0)  # enough for the soak, and not for an hour that never was


async def lost_and_doubled(database: str, meetings: list[Meeting], accepted: dict[str, list[int]]) -> tuple[int, int, int]:
    """Returns how many moves were acknowledged, and how many of them are not there, or more than once."""
    storage = Storage(Settings(database=database))
    await storage.open()
    total = lost = doubled = 0
    for meeting in meetings:
        kept = [row.text for row in await storage.rows_from(meeting.id, 0)]
        promised = accepted[meeting.id]
        total += len(promised)
        lost += sum(ply >= len(kept) or kept[ply] != meeting.turns[ply] for ply in promised)
        doubled += len(promised) - len(set(promised)) + max(0, len(kept) - len(meeting.turns))
    await storage.close()
    return total, lost, doubled


async def break_things(
    besieged: Deployment, seconds: float, dice: random.Random, progress: Progress, bar: TaskID
) -> Counter[str]:
    """Breaks something every minute."""
    until, done = time.monotonic() + seconds, Counter[str]()
    kinds = faults(besieged)
    while time.monotonic() < until - MINUTE / 2:
        began = time.monotonic()
        name = list(kinds)[sum(done.values()) % len(kinds)]
        progress.update(bar, description=f"siege: {name}")
        if not progress.console.is_terminal:
            progress.console.print(f"{time.strftime('%H:%M:%S')} {name}")
        await kinds[name](besieged, dice)
        done[name] += 1
        await asyncio.sleep(max(1.0, MINUTE - (time.monotonic() - began)))
    await asyncio.sleep(max(0.0, until - time.monotonic()))
    return done


def hundredths(seconds: list[float]) -> tuple[str, str, str]:
    """Returns median, 99th of 100 and longest, in milliseconds."""
    if len(seconds) < 2:
        return "-", "-", "-"
    return tuple(
        f"{1000 * value:.0f}" for value in (statistics.median(seconds), statistics.quantiles(seconds, n=100)[98], max(seconds))
    )


def main() -> None:
    """Runs the soak and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30, help="of siege")
    parser.add_argument("--calm", type=float, default=5, help="minutes of peace before it, to compare with")
    parser.add_argument("--matches", type=int, default=200, help="honest matches of two people")
    parser.add_argument("--think", type=float, default=20, help="seconds that people think, half as long or half as long again")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    wishes = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped before the end"))  # what was started is stopped too
    allow_sockets()
    games = [draw_up(seed) for seed in range(64)]
    console = Console()
    with Deployment() as besieged:
        settings, dice = Settings(database=besieged.database), random.Random(wishes.seed)
        parts: dict[str, tuple[float, list[Meeting]]] = {}
        for name, minutes in (("peace", wishes.calm), ("siege", wishes.minutes)):
            parts[name] = minutes * MINUTE, asyncio.run(seat(settings, games, wishes.matches, CLOCK, name))
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        seen: dict[str, Seen] = {}
        memory = {"at the start": besieged.memory()}
        counts: dict[str, tuple[int, int, int]] = {}
        broken, hostile = Counter[str](), {}
        with multiprocessing.get_context("spawn").Pool(2) as pool, Progress(*columns, transient=True) as progress:
            for name, (seconds, meetings) in parts.items():
                bar = progress.add_task(name, total=None)
                honest = pool.apply_async(in_process, (play, meetings, besieged.addresses, wishes.think, seconds))
                if name == "siege":
                    attack = pool.apply_async(in_process, (besiege, besieged.addresses, seconds))
                    broken = asyncio.run(break_things(besieged, seconds, dice, progress, bar))
                    hostile = attack.get()
                seen[name] = honest.get()
                counts[name] = asyncio.run(lost_and_doubled(besieged.database, meetings, seen[name].accepted))
                memory[f"after the {name}"] = besieged.memory()
                progress.remove_task(bar)
        logged = sum(len(server.said().splitlines()) for server in besieged.servers)
    report(console, seen, counts, memory, broken, hostile, logged)
    if wishes.json:
        figures = {
            "seen": {name: asdict(each) for name, each in seen.items()},
            "memory": memory,
            "faults": broken,
            "hostile": hostile,
        }
        wishes.json.write_text(json.dumps(figures))
    if any(lost or doubled for _, lost, doubled in counts.values()) or not all(each.everybody_went_on for each in seen.values()):
        sys.exit(1)


def report(
    console: Console,
    seen: dict[str, Seen],
    counts: dict[str, tuple[int, int, int]],
    memory: dict[str, float],
    broken: Counter[str],
    hostile: dict[str, dict[str, int]],
    logged: int,
) -> None:
    """Prints what was seen."""
    table = Table(title="What honest people saw, in milliseconds")
    for column in ("", "", "count", "p50", "p99", "longest"):
        table.add_column(column, justify="right" if column else "left")
    for name, each in seen.items():
        for what, seconds in (
            ("to the answer", each.answers),
            ("to the other player", each.arrivals),
            ("level 1's turn", each.bots),
        ):
            table.add_row(name, what, str(len(seconds)), *hundredths(seconds))
    console.print(table)
    for name, (total, lost, doubled) in counts.items():
        went_on = "everybody" if seen[name].everybody_went_on else "not everybody"
        console.print(f"{name}: {total} moves acknowledged, {lost} lost, {doubled} doubled; {went_on} could go on at the end")
        for error, times in Counter(seen[name].errors).most_common(5):
            console.print(f"  {times} x {error}", markup=False)
    console.print("memory of both servers: " + ", ".join(f"{megabytes:.0f} MB {when}" for when, megabytes in memory.items()))
    console.print("broken: " + ", ".join(f"{name} {times} x" for name, times in broken.items()))
    for name, statuses in hostile.items():
        console.print(f"{name}: " + ", ".join(f"{status} {times} x" for status, times in sorted(statuses.items())), markup=False)
    console.print(f"{logged} lines in the logs of the servers that ran last")


if __name__ == "__main__":
    main()
