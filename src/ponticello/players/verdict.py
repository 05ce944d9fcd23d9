"""What a simulation is worth to every seat, as its plan has it: who has won, or who is likely to."""

from __future__ import annotations

import math

from ponticello.engine.bits import count_bits
from ponticello.engine.native import rule
from ponticello.engine.record import Ints, Record, int8, int16, int32
from ponticello.engine.verbs import actors, outlook, standing

ONE = 1 << 16  # a whole victory
SEATS = 4


class Plan(Record):
    """Who thinks, and how; fractions in thousandths."""

    seat: int8
    seats: int8
    apart: int8  # 1 if all act at once
    paranoid: int8  # 1 if the others are taken to play against the thinker
    learned: int8  # 1 if actions appeal as was learned from play
    by_net: int8  # 1 if a net says how likely actions are, and what a position is worth
    playouts: int16  # of what a position is worth, the part that a playout says where a net says the rest; in thousandths
    per_point: int16  # alone, what a point that a net expects is worth in the outlook: 100, or -100 where points are lost
    ripe: int16
    taste: int16
    horizon: int16
    exploration: int32
    heat: int32
    swing: int32
    margin: int32
    rave: int32
    overlooks: int32


@rule
def winners(state: Record, seats: int) -> int:
    """Returns the seats that stand best, a bit each."""
    most = standing(state, 0)
    found = 1
    for seat in range(1, seats):
        reached = standing(state, seat)
        if reached > most:
            most, found = reached, 1 << seat
        elif reached == most:
            found |= 1 << seat
    return found


@rule
def share_of(won: int, seat: int) -> int:
    """Returns a seat's part of a victory, which those who win share."""
    if won >> seat & 1 == 0:
        return 0
    return ONE // count_bits(won)


@rule
def judge(state: Record, plan: Plan, results: Ints) -> None:
    """Writes down the result for every seat: its share of the victory, or how likely one is; alone, the outlook itself."""
    if plan.seats == 1:
        results[0] = outlook(state, 0)
        return
    won = winners(state, plan.seats) if actors(state) == 0 else 0
    if won != 0 and plan.margin == 0:
        for seat in range(plan.seats):
            results[seat] = share_of(won, seat)
        return
    for seat in range(plan.seats):
        results[seat] = outlook(state, seat)
    most = results[0]
    for seat in range(1, plan.seats):
        most = max(most, results[seat])
    swing = plan.swing * 0.001
    a = math.exp((results[0] - most) / swing)
    b = math.exp((results[1] - most) / swing)
    c = math.exp((results[2] - most) / swing) if plan.seats > 2 else 0.0
    d = math.exp((results[3] - most) / swing) if plan.seats > 3 else 0.0
    share = ONE / (a + b + c + d)
    margin = plan.margin * 0.001 if won != 0 else 1.0
    for seat in range(plan.seats):
        likely = a if seat == 0 else b if seat == 1 else c if seat == 2 else d
        results[seat] = int(margin * likely * share + (1.0 - margin) * share_of(won, seat))
