"""Which child of a place in the tree is tried next: chance goes by its weights, a player by results, or by prospects too."""

from __future__ import annotations

import math

import numpy as np

from ponticello.engine.dice import Dice
from ponticello.engine.native import rule
from ponticello.engine.record import Ints, Record, Records
from ponticello.engine.verbs import CHANCE, sample
from ponticello.players.node import Node
from ponticello.players.verdict import ONE, Plan

# 1 / n and its root for small n, since dividing takes longer than looking it up.
SMALL = 1024
ONE_BY = np.array([0.0] + [1.0 / n for n in range(1, SMALL)])
ROOT_OF_ONE_BY = np.sqrt(ONE_BY)


@rule
def is_plain(plan: Plan) -> bool:
    """Tells whether nothing but results leads the search (UCT); else it is also led by how likely actions look (PUCT)."""
    return plan.heat == 0 and plan.rave == 0


@rule
def chance_child(state: Record, nodes: Records[Node], at: int, marks: Ints, chance: Dice) -> int:
    """Lets chance act by its weights; returns the place in the tree where that leads."""
    action = sample(state, CHANCE, marks, chance)
    child = nodes[at].first
    while nodes[child].action != action:
        child += 1
    return child


@rule
def one_by(count: int) -> float:
    """Returns 1 / count; 0 of 0."""
    return ONE_BY[count & SMALL - 1] if count < SMALL else 1.0 / count


@rule
def is_out(won: int, seat: int, plan: Plan) -> bool:
    """Tells whether a child need not be tried any more: it is lost for certain or, alone, settled."""
    return won != 0 and (plan.seats == 1 or won >> seat & 1 == 0)


@rule
def best_by_results(nodes: Records[Node], at: int, plan: Plan, spread: float) -> int:
    """Returns the child that whoever acts should try now: the one with the best results, or one that was seldom tried (UCT).

    Each is tried once at first, in the order in which they stand. Exploration is measured in what results usually differ by, so
    that it means the same in every game.
    """
    seat = nodes[at].seat
    first, last = nodes[at].first, nodes[at].first + nodes[at].children
    root = spread * plan.exploration * 0.001 * math.sqrt(math.log(nodes[at].visits + 1.0))
    best, most = first, -1e18
    for child in range(first, last):
        count = nodes[child].visits
        if count == 0:
            return child
        if count < SMALL:
            worth = nodes[child].total * ONE_BY[count & SMALL - 1] + root * ROOT_OF_ONE_BY[count & SMALL - 1]
        else:
            worth = nodes[child].total / count + root / math.sqrt(count)
        if is_out(nodes[child].won, seat, plan):
            worth = -1e17  # only if all are
        if worth > most:
            best, most = child, worth
    return best


@rule
def best_by_prospects(nodes: Records[Node], at: int, plan: Plan, middle: float, spread: float) -> int:
    """As above, but actions are tried in proportion to how likely they look (PUCT), and results of later tries count (RAVE).

    Results are measured in spreads around the middle.
    """
    seat = nodes[at].seat
    first, last = nodes[at].first, nodes[at].first + nodes[at].children
    root = plan.exploration * 0.001 * math.sqrt(nodes[at].visits) / ONE
    # An action not tried yet is taken to be a little worse than those tried, the more so the more of the likely are tried.
    tried, likely, seen = 0.0, 0.0, 0
    for child in range(first, last):
        if nodes[child].visits > 0:
            likely += nodes[child].prior * (1.0 / ONE)
            tried += nodes[child].total
            seen += nodes[child].visits
    unknown = ((tried / seen - middle) / spread if seen > 0 else 0.0) - 0.5 * math.sqrt(likely)
    best, most = first, -1e18
    per_spread = 1.0 / spread
    share = plan.rave * 0.001
    for child in range(first, last):
        count = nodes[child].visits
        worth = (nodes[child].total * one_by(count) - middle) * per_spread if count > 0 else unknown
        later = nodes[child].later_visits
        if later > 0:
            part = math.sqrt(share / (3.0 * count + share))
            worth += part * ((nodes[child].later_total * one_by(later) - middle) * per_spread - worth)
        worth += root * nodes[child].prior * one_by(1 + count)
        if is_out(nodes[child].won, seat, plan):
            worth = -1e17
        if worth > most:
            best, most = child, worth
    return best
