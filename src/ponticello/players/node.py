"""A place in the search tree, and what becomes certain about it when its children are settled."""

from __future__ import annotations

from ponticello.engine.native import rule
from ponticello.engine.record import Record, Records, int8, int16, int32, int64
from ponticello.engine.verbs import CHANCE
from ponticello.players.verdict import ONE, share_of

NO_SEAT = -1
UNCERTAIN = -(1 << 31)


class Node(Record):
    """A place in the tree: the position after an action."""

    total: int64  # the results, summed, for the seat that chose the action
    first: int32  # the first of the children, which stand side by side
    visits: int32
    prior: int32  # how likely the action looked at first, in shares of ONE; for chance, its weight
    later_visits: int32  # the same two for all simulations in which the seat played the action here or later
    later_total: int64
    action: int16
    children: int16
    seat: int8  # who acts here; NO_SEAT until that is known
    won: int8  # the seats that are certain to win from here, a bit each; 0 while it is not certain who does; alone, 1 if settled
    floor: int32  # alone: what is certain to be reached from here on average, and no more than that if settled; or UNCERTAIN


@rule
def certain_winners(nodes: Records[Node], at: int) -> int:
    """Returns who is certain to win from a place whose children are known well enough; 0 if that is not certain."""
    seat = nodes[at].seat
    best, most = 0, -1
    for child in range(nodes[at].first, nodes[at].first + nodes[at].children):
        won = nodes[child].won
        if seat == CHANCE:
            if won == 0 or (best != 0 and won != best):
                return 0
            best = won
        else:
            if won == 1 << seat:
                return won
            if won == 0:
                most = 2 * ONE  # something is still open, so only a sure victory would settle it
            elif share_of(won, seat) > most:
                best, most = won, share_of(won, seat)
    return 0 if most == 2 * ONE else best


@rule
def settle_alone(nodes: Records[Node], at: int) -> None:
    """Notes what is certain to be reached from a place by who plays alone, now that one of its children is settled."""
    best, total, weights = UNCERTAIN, 0, 0
    settled = 1
    for child in range(nodes[at].first, nodes[at].first + nodes[at].children):
        if nodes[child].won == 0:
            settled = 0
        else:
            best = max(best, nodes[child].floor)
            total += nodes[child].floor * nodes[child].prior
            weights += nodes[child].prior
    if nodes[at].seat != CHANCE:
        nodes[at].floor = best
    elif settled == 1:
        nodes[at].floor = total // weights
    nodes[at].won = settled
