"""How many live matches a server holds, and how soon a move is seen by the other player.

Starts `ponticello serve` in a process of its own, seats two people at each match, connects all of them and lets them move at the
pace of people, or as fast as they can. Everything is measured from outside: from sending a move to its answer, and to its arrival
at the socket of the other player. Server and players share the machine, so the players' own work is part of the times.

Without `--pages` they are programs, which send a turn at once. With `--pages` they do what a page does: each click of a turn is
one request that is answered with the table to show (a turn of two steps is two clicks and its confirmation, half a second to a
second and a half apart), and the other player's page draws the table anew when it hears of the turn.

    python -m benchmarks.load [--matches 1000] [--seconds 30] [--think 10] [--saturate] [--pages]
                              [--workers 1] [--database URL] [--players 1]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ponticello.server.settings import Settings
from tests.server.crowd import Crowd, Meeting, Process, draw_up, seat

KINDS = {
    "answers": "to the answer",
    "arrivals": "to the other player",
    "fragments": "to the other player's board",
    "steps": "to the answer of a click in between",
}
LONGEST = 60.0  # seconds until all are connected
SETTLE = 3.0  # seconds after the last has come in, before anything counts


@dataclass
class Seen:
    """What one process of players has seen."""

    held: int
    connecting: float
    moves: int
    answers: list[float]
    arrivals: list[float]
    fragments: list[float]
    steps: list[float]
    errors: list[str]


async def watch(meetings: list[Meeting], address: str, wishes: argparse.Namespace) -> Seen:
    """Lets everybody at some matches play for a while."""
    think = (0.0, 0.0) if wishes.saturate else (0.5 * wishes.think, 1.5 * wishes.think)
    crowd = Crowd(meetings, [address], lambda: random.uniform(*think))
    crowd.pages = wishes.pages
    seen = Seen(0, 0.0, 0, [], [], [], [], [])

    async def while_it_lasts() -> None:
        began = time.perf_counter()
        while crowd.connected < 2 * len(meetings):
            await asyncio.sleep(0.05)
        seen.connecting = time.perf_counter() - began
        await asyncio.sleep(SETTLE)
        before = {kind: len(getattr(crowd, kind)) for kind in KINDS}
        await asyncio.sleep(wishes.seconds)
        seen.held = crowd.connected // 2
        for kind, number in before.items():
            setattr(seen, kind, getattr(crowd, kind)[number:])
        seen.moves = len(seen.answers)

    await crowd.play(while_it_lasts)
    seen.errors = crowd.errors
    return seen


def play(meetings: list[Meeting], address: str, wishes: argparse.Namespace) -> Seen:
    """Lets everybody at some matches play, in a process of their own."""
    allow_sockets()
    return asyncio.run(watch(meetings, address, wishes))


def allow_sockets() -> None:
    """Lifts the limit on open files as far as this process may."""
    with contextlib.suppress(ImportError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def processor_seconds(process: int) -> float:
    """Returns how much processor time a process and its workers have used, where that can be read."""
    tree, seconds = [process], 0.0
    ticks = os.sysconf("SC_CLK_TCK")
    with contextlib.suppress(OSError):
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                words = stat.read_text().rpartition(")")[2].split()
                if int(stat.parent.name) in tree or int(words[1]) in tree:
                    seconds += (int(words[11]) + int(words[12])) / ticks
    return seconds


def line(name: str, seconds: list[float]) -> tuple[str, ...]:
    """Returns a row of the table: times in milliseconds."""
    if len(seconds) < 2:
        return name, str(len(seconds)), "-", "-", "-"
    hundredths = statistics.quantiles(seconds, n=100)
    return (
        name,
        str(len(seconds)),
        *(f"{1000 * value:.0f}" for value in (statistics.median(seconds), hundredths[98], max(seconds))),
    )


@contextlib.contextmanager
def a_database(address: str | None) -> Iterator[str]:
    """Gives the database that is asked for, or a new file."""
    if address:
        yield address
        return
    with tempfile.TemporaryDirectory(prefix="ponticello-load-") as folder:
        yield f"sqlite:///{folder}/table.db"


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument(
        "--think", type=float, default=10, help="seconds that people think about a move, half as long or half as long again"
    )
    parser.add_argument("--saturate", action="store_true", help="everybody moves as soon as they may")
    parser.add_argument("--pages", action="store_true", help="everybody clicks on a page, and each page draws what happens")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--players", type=int, default=1, help="processes of the players")
    parser.add_argument("--database", help="an empty database; several workers need PostgreSQL")
    wishes = parser.parse_args()
    allow_sockets()
    turns = 1000 if wishes.saturate else int(2 + (LONGEST + wishes.seconds) / (0.5 * wishes.think))
    games = [draw_up(seed, turns) for seed in range(8 if wishes.saturate else wishes.matches)]  # no two draw the same boards
    with a_database(wishes.database) as database:
        meetings = asyncio.run(seat(Settings(database=database), games, wishes.matches))
        with Process(database, "--workers", str(wishes.workers), "--log-level", "warning") as server:
            shares = [(meetings[k :: wishes.players], server.url, wishes) for k in range(wishes.players)]
            used, began = processor_seconds(server.popen.pid), time.perf_counter()
            with multiprocessing.get_context("spawn").Pool(wishes.players) as pool:
                seen = pool.starmap(play, shares)
            used, took = processor_seconds(server.popen.pid) - used, time.perf_counter() - began
            _, _, said = server.stop()
    report(wishes, seen, used, took, said)


def report(wishes: argparse.Namespace, seen: list[Seen], used: float, took: float, said: str) -> None:
    """Prints what was seen."""
    pace = "as fast as they can" if wishes.saturate else f"thinking {wishes.think:g} s"
    table = Table(title=f"{wishes.matches} matches, {pace}, {wishes.workers} server process(es), milliseconds")
    for column in ("", "count", "p50", "p99", "max"):
        table.add_column(column, justify="right" if column else "left")
    for kind, name in KINDS.items():
        if wishes.pages or kind not in ("fragments", "steps"):
            table.add_row(*line(name, [value for each in seen for value in getattr(each, kind)]))
    console = Console()
    console.print(table)
    moves, errors = sum(each.moves for each in seen), [error for each in seen for error in each.errors]
    held, connecting = sum(each.held for each in seen), max(each.connecting for each in seen)
    console.print(
        f"{held} matches held at the end, all connected within {connecting:.1f} s, {moves / wishes.seconds:.1f} moves/s"
    )
    console.print(f"the server used {used:.1f} s of processor time in {took:.1f} s; load of the machine {os.getloadavg()[0]:.1f}")
    console.print(f"{len(errors)} errors{': ' + errors[0] if errors else ''}")
    if said:
        console.print(
            f"{len(said.splitlines())} lines in the server's log; the first: {said.splitlines()[0][:300]}", markup=False
        )


if __name__ == "__main__":
    main()
