"""What matches cost a server that keeps them in memory: bytes a match, what the server takes them for, and a whole collection.

    python benchmarks/memory.py [MATCHES]

Each game is played to its end once, at random and by as many as can play; then so many matches of it are read from their rows.
"""

from __future__ import annotations

import gc
import random
import sys
from pathlib import Path
from time import perf_counter

from ponticello.games import names
from ponticello.server.matches.facts import OVER, PERSON, Facts, Seat
from ponticello.server.matches.kept import weight_of
from ponticello.server.matches.rows import Act, Kind, Row
from ponticello.server.matches.table import Table
from ponticello.table.game import game


def resident() -> int:
    """Returns how many bytes of memory this process has."""
    return 4096 * int(Path("/proc/self/statm").read_text().split()[1])


def finished(facts: Facts) -> Table:
    """Returns a match that was played to its end at random."""
    table, dice = Table(facts), random.Random(1)
    while table.status != OVER:
        assert table.match is not None
        seat, position = table.actors[0], table.match.position
        moves = [dice.choice(position.legal_moves(seat))]
        while seat in (position := position.play(moves[-1])).actors and position.mid_turn(seat):
            moves.append(dice.choice(position.legal_moves(seat)))
        table = table.after(Act(Kind.MOVE, seat, table.game.rulebook.write_turn(moves)), 0.0)
    return table


def read(facts: Facts, rows: list[Row]) -> Table:
    """Returns a match from rows of its own."""
    table = Table(facts)
    for row in rows:
        table.add(Row(row.ply, row.kind, row.seat, "".join(list(row.text)), row.at))
    return table


def main(matches: int = 500) -> None:
    """Prints a line for each game."""
    kept = []  # all of them, so that none takes the room that others have left
    for name in names():
        wanted = game(name)
        seats = tuple(Seat(PERSON, f"guest {k}", f"Player {k}") for k in range(max(wanted.rulebook.players)))
        facts = Facts("match", name, wanted.options, seats, None, "seed", 0.0, "guest 0")
        table = finished(facts)
        gc.collect()
        gc.freeze()
        before = resident()
        kept += [read(facts, table.rows) for _ in range(matches)]
        each = (resident() - before) / matches
        began = perf_counter()
        gc.collect()
        collected = perf_counter() - began
        assert table.match is not None
        print(
            f"{name}: {len(table.rows)} rows, {table.match.length} moves; {each / 1000:.0f} kB a match, taken for "
            f"{weight_of(table) / 1000:.0f} kB; {matches} of them are collected in {1000 * collected:.0f} ms"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
