"""What a turn by clicks costs the server, in milliseconds of its processor time.

Starts `ponticello serve`, seats two people at each of some matches and lets all of them play the same number of turns as their
pages would: clicks, confirmation, and the other player's page that draws what happened. Processor time depends less than time on
what else the machine does; compare two states of the code in turn all the same. Opening pages and sockets is left out.

    python -m benchmarks.turn_cost [--matches 40] [--turns 12] [--database URL] [--workers 1]
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time

from benchmarks.load import a_database, allow_sockets, processor_seconds
from ponticello.server.settings import Settings
from tests.server import crowd
from tests.server.crowd import Crowd, Meeting, Process, draw_up, seat

LOOK = 0.02  # seconds from one look at what has been played to the next


async def play(meetings: list[Meeting], server: Process, turns: int) -> tuple[float, Crowd]:
    """Lets everybody play some turns; returns the processor time that they cost the server."""
    begin = asyncio.Event()
    everybody = Crowd(meetings, [server.url], lambda: 0.0, begin=begin)
    everybody.pages = True
    used = 0.0

    async def until_all_have_played() -> None:
        nonlocal used
        while everybody.connected < 2 * len(meetings) or len(everybody.fragments) < 2 * len(meetings):
            await asyncio.sleep(LOOK)
        used = processor_seconds(server.popen.pid)
        begin.set()
        while sum(len(meeting.accepted) for meeting in meetings) < turns * len(meetings):
            await asyncio.sleep(LOOK)
        await asyncio.sleep(10 * LOOK)  # the last page still draws
        used = processor_seconds(server.popen.pid) - used

    await everybody.play(until_all_have_played)
    return used, everybody


def main() -> None:
    """Measures and prints what a turn has cost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--turns", type=int, default=12, help="of each match")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--database", help="an empty database; several workers need PostgreSQL")
    wishes = parser.parse_args()
    allow_sockets()
    crowd.CLICK = (0.0, 0.0)
    games = [draw_up(seed, wishes.turns)[: wishes.turns] for seed in range(wishes.matches)]
    with a_database(wishes.database) as database:
        meetings = asyncio.run(seat(Settings(database=database), games, wishes.matches))
        with Process(database, "--workers", str(wishes.workers), "--log-level", "warning") as server:
            own = time.process_time()
            used, everybody = asyncio.run(play(meetings, server, wishes.turns))
            own = time.process_time() - own
    played = sum(len(meeting.accepted) for meeting in meetings)
    print(f"{played} turns, {1000 * used / played:.2f} ms of the server's processor time each; {len(everybody.errors)} errors")
    print(f"the players used {1000 * own / played:.2f} ms of theirs for each turn")
    for kind in ("steps", "answers", "fragments"):
        print(
            f"  {kind}: {len(getattr(everybody, kind))}, half within {1000 * statistics.median(getattr(everybody, kind)):.1f} ms"
        )


if __name__ == "__main__":
    main()
