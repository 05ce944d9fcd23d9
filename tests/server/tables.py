"""Tables without a server: what tests of their rows begin with."""

from __future__ import annotations

import random

from ponticello.server.matches.clock import ClockRule
from ponticello.server.matches.facts import BOT, PERSON, Facts, Seat
from ponticello.server.matches.rows import Act, Kind
from ponticello.server.matches.table import Table
from ponticello.table.game import game

MINUTE = ClockRule(60.0, 5.0)


def a_table(name: str, players: int, clock: ClockRule | None = None, bots: tuple[int, ...] = ()) -> Table:
    """Returns a match at second 0, with a person on every seat that is no bot's."""
    seats = [Seat(BOT, name=f"Bot {k}", level=1) if k in bots else Seat(PERSON, f"guest{k}", f"P{k}") for k in range(players)]
    return Table(Facts("table", name, game(name).options, tuple(seats), clock, "seed", 0.0, "guest0"))


def a_turn(table: Table, seat: int, dice: random.Random) -> Act:
    """Returns a whole turn of a seat."""
    assert table.match is not None
    position, moves = table.match.position, []
    while not moves or (seat in position.actors and position.mid_turn(seat)):
        moves.append(dice.choice(position.legal_moves(seat)))
        position = position.play(moves[-1])
    return Act(Kind.MOVE, seat, table.game.rulebook.write_turn(moves))


def after_turns(table: Table, *turns: tuple[int, float]) -> Table:
    """Returns the table after random turns of some seats at some times."""
    dice = random.Random(1)
    for seat, at in turns:
        table = table.after(a_turn(table, seat, dice), at)
    return table


def clock(table: Table, seat: int, now: float) -> tuple[float, bool]:
    """Returns what a clock shows."""
    face = table.clock_of(seat, now)
    assert face is not None
    return face.left, face.running
