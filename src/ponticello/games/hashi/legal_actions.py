"""All legal actions of a seat at once, set by set, where asking for the reasons against each would take far longer."""

from __future__ import annotations

from ponticello.engine.bits import count_bits, lowest_bit, without_lowest
from ponticello.engine.native import implement, rule
from ponticello.engine.record import Ints
from ponticello.games.hashi.board import NO_FLAG
from ponticello.games.hashi.position import (
    BRIDGE,
    CARD,
    CARDS,
    DONE,
    SKIP,
    START,
    START_3,
    START_4,
    TURN_UP,
    WRITE,
    WRITING,
    Hashi,
)
from ponticello.games.hashi.rules import actors, can_be_completed, for_bridge, for_number


@rule
def mark_all(marks: Ints, first: int, members: int) -> int:
    """Marks the actions that stand for the members of a set, counted from a first one; returns how many."""
    count = count_bits(members)
    while members != 0:
        marks[first + lowest_bit(members)] = 1
        members = without_lowest(members)
    return count


@rule
def add_legal(state: Hashi, seat: int, marks: Ints) -> int:
    """Marks the legal actions, set by set."""
    if not actors(state) >> seat & 1:
        return 0
    if state.phase == CARD:
        count = 0
        for card in range(CARDS):
            if state.left[card] > 0:
                marks[TURN_UP + card] = 1
                count += 1
        return count
    if state.phase == START:
        return mark_all(marks, START_3, state.flagged[NO_FLAG]) + mark_all(marks, START_4, state.flagged[NO_FLAG])
    if state.stage[seat] == WRITING:
        marks[SKIP] = 1
        return 1 + mark_all(marks, WRITE, for_number(state, seat))
    return mark_bridges(state, seat, marks)


@rule
def mark_bridges(state: Hashi, seat: int, marks: Ints) -> int:
    """Marks the lines that can take a bridge and leave room for the rest of the card, and no bridges if none is drawn yet."""
    count = 0
    if state.drawn[seat] == 0:
        marks[DONE] = 1
        count = 1
    lines = for_bridge(state, seat)
    while lines != 0:
        line = lowest_bit(lines)
        lines = without_lowest(lines)
        if can_be_completed(state, seat, line):
            marks[BRIDGE + line] = 1
            count += 1
    return count


implement(Hashi, add_legal=add_legal)
