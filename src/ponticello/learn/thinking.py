"""How one game of many thinks before a move: by the search of its own mind, or by a small tree whose leaves a net judges.

All games do the same at the same time, so a simulation is cut in two. `walk_to_leaf` goes down the tree and writes what is seen
there; the net judges the leaves of all games together; `take_judgement` adds the actions of the leaf and notes the result on the
way back. Nodes, their choice and the noting are those of every search here; only at the root it is different, as in Gumbel
AlphaZero: a few actions are drawn, tried equally often, and the worse half is dropped until one is left.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np

from ponticello.engine.dice import Dice, draw, next_word
from ponticello.engine.native import rule
from ponticello.engine.record import Floats, Ints, R, Record, Records, Rows, int32, int64
from ponticello.engine.verbs import CHANCE, actors, first_actor, hide, observe
from ponticello.players.net_tree import read_value, weigh_logits
from ponticello.players.node import NO_SEAT, UNCERTAIN, Node
from ponticello.players.tree import CARDS, COUNTS, DEEPEST, RUNS, USED, grow, grow_children, is_settled, note, walk_down
from ponticello.players.verdict import ONE, SEATS, Plan, judge

FULL = 127  # a target of 1
ILLEGAL = -1
A_POINT = 100
NOT_YET = -(1 << 31)  # in the place of points, as long as the game is not over
TEN_POINTS = 10 * A_POINT  # alone: how many hundredths of a point differ as much as victory and defeat
VISITS_AHEAD, TRUST = 50.0, 0.2  # how far results outweigh what the net thought of an action (c_visit and c_scale in the paper)

grow_tree = rule(grow.function)


class Thinker(Record):
    """What a game needs beside its tree."""

    path: Annotated[Ints, np.int64, DEEPEST + 2]
    results: Annotated[Ints, np.int64, SEATS]
    counts: Annotated[Ints, np.int64, COUNTS]
    first_result: int64  # what the net expects for the thinker before any action is tried
    depth: int32  # of the leaf; -1 if nothing is left to try
    plies: int32  # positions of this game that were noted so far


@rule
def start_tree(
    state: R,
    walkers: Records[R],
    plan: Plan,
    nodes: Records[Node],
    thinker: Thinker,
    dice: Dice,
    planes: Ints,
    scalars: Ints,
) -> None:
    """Puts the position, as the seat to act may see it, at the root of an empty tree, and writes what that seat sees."""
    plan.seat = first_actor(state)
    walkers[0] = state
    root = walkers[0]
    hide(root, plan.seat)
    nodes[0].total = 0
    nodes[0].first = 0
    nodes[0].visits = 0
    nodes[0].prior = 0
    nodes[0].later_visits = 0
    nodes[0].later_total = 0
    nodes[0].action = 0
    nodes[0].children = 0
    nodes[0].seat = NO_SEAT
    nodes[0].won = 0
    nodes[0].floor = UNCERTAIN
    for k in range(COUNTS):
        thinker.counts[k] = 0
    thinker.counts[USED] = 1
    thinker.counts[CARDS] = next_word(dice)
    see(root, plan.seat, planes, scalars)


@rule
def see(state: Record, seat: int, planes: Ints, scalars: Ints) -> None:
    """Writes what a seat sees over what stood there."""
    for k in range(len(planes)):
        planes[k] = 0
    for k in range(len(scalars)):
        scalars[k] = 0
    observe(state, seat, planes, scalars)


# The mind of the game


@rule
def think_as_mind(
    walkers: Records[R],
    plan: Records[Plan],
    nodes: Records[Node],
    thinker: Thinker,
    dice: Records[Dice],
    marks: Ints,
    played: Ints,
    simulations: int,
) -> None:
    """Thinks as the strongest hand-made player of the game does."""
    for k in range(len(played)):
        played[k] = 0
    grow_tree(walkers, plan, nodes, dice, marks, thinker.path, thinker.results, thinker.counts, played, simulations)


@rule
def target_by_visits(nodes: Records[Node], plan: Plan, target: Ints) -> None:
    """Writes as the target how often each action was tried; a certain victory is all there is to play."""
    sure = sure_action(nodes, plan)
    if sure >= 0:
        target_one(nodes, sure, target)
        return
    first, last = nodes[0].first, nodes[0].first + nodes[0].children
    most = 1
    for child in range(first, last):
        most = max(most, nodes[child].visits)
    target_none(target)
    for child in range(first, last):
        target[nodes[child].action] = nodes[child].visits * FULL // most


@rule
def sure_action(nodes: Records[Node], plan: Plan) -> int:
    """Returns an action that wins for certain or, alone, the best of all when all are settled; -1 if there is none."""
    for child in range(nodes[0].first, nodes[0].first + nodes[0].children):
        if plan.seats > 1 and nodes[child].won == 1 << plan.seat:
            return nodes[child].action
        if plan.seats == 1 and nodes[0].won == 1 and nodes[child].won == 1 and nodes[child].floor == nodes[0].floor:
            return nodes[child].action
    return -1


@rule
def target_one(nodes: Records[Node], action: int, target: Ints) -> None:
    """Writes as the target that one action is to be played."""
    target_none(target)
    for child in range(nodes[0].first, nodes[0].first + nodes[0].children):
        target[nodes[child].action] = 0
    target[action] = FULL


@rule
def target_none(target: Ints) -> None:
    """Clears a target: no action is legal."""
    for action in range(len(target)):
        target[action] = ILLEGAL


@rule
def drawn_from(target: Ints, dice: Dice) -> int:
    """Draws an action as likely as its target says."""
    total = 0
    for action in range(len(target)):
        total += max(target[action], 0)
    left = draw(dice, total)
    for action in range(len(target)):
        left -= max(target[action], 0)
        if left < 0:
            return action
    return -1


@rule
def most_wanted(target: Ints) -> int:
    """Returns the action with the highest target, the first of equals."""
    best = 0
    for action in range(1, len(target)):
        if target[action] > target[best]:
            best = action
    return best


# A net


@rule
def walk_to_leaf(
    walkers: Records[R],
    plan: Plan,
    nodes: Records[Node],
    thinker: Thinker,
    dice: Records[Dice],
    marks: Ints,
    played: Ints,
    hopes: Floats,
    turns: Rows,
    planes: Ints,
    scalars: Ints,
) -> None:
    """Walks down to a position that is not in the tree yet, or to an end of the game, and writes what the net is to judge."""
    thinker.depth = -1
    if nodes[0].won != 0:
        return
    walkers[1] = walkers[0]
    first, children = nodes[0].first, nodes[0].children
    if children > 0:  # the walk has no choice at the root: it is made here
        nodes[0].first, nodes[0].children = next_of_root(nodes, plan, thinker, hopes, turns), 1
    depth = walk_down(walkers[1], plan, nodes, dice, marks, thinker.path, thinker.counts, played)
    nodes[0].first, nodes[0].children = first, children
    at = thinker.path[depth]
    thinker.depth = depth
    if nodes[at].won == 0 and actors(walkers[1]) != 0:
        see(walkers[1], seat_of(nodes, at, plan), planes, scalars)


@rule
def seat_of(nodes: Records[Node], at: int, plan: Plan) -> int:
    """Returns the seat that judges a leaf: the one to act or, where the tree ends with chance, the thinker."""
    return plan.seat if nodes[at].seat == CHANCE else nodes[at].seat


@rule
def take_judgement(
    walkers: Records[R],
    plan: Plan,
    nodes: Records[Node],
    thinker: Thinker,
    dice: Records[Dice],
    marks: Ints,
    played: Ints,
    hopes: Floats,
    logits: Floats,
    value: Floats,
) -> None:
    """Adds the actions of the leaf with the net's opinion of them, and notes what the position is worth."""
    depth = thinker.depth
    if depth < 0:
        return
    at, state = thinker.path[depth], walkers[1]
    if not is_settled(state, plan, nodes, at, thinker.results):
        if actors(state) == 0:
            judge(state, plan, thinker.results)
        else:
            read_value(value, seat_of(nodes, at, plan), plan, thinker.results)
            if nodes[at].children == 0 and nodes[at].seat != CHANCE:
                grow_children(state, plan, nodes, at, thinker.counts, marks, dice[0])
                weigh_logits(plan, nodes, at, logits)
            if at == 0:
                thinker.first_result = thinker.results[plan.seat]
                hope(nodes, hopes, dice[0])
    note(nodes, thinker.path, depth, plan, thinker.results, thinker.counts, played, len(marks))


@rule
def hope(nodes: Records[Node], hopes: Any, dice: Dice) -> None:
    """Writes how each action of the root is taken to do: as the net thinks, and a Gumbel-distributed bit of luck.

    The action with the highest hope is then one drawn by the net's odds, and the highest few are a few drawn without repetition.
    """
    for child in range(nodes[0].first, nodes[0].first + nodes[0].children):
        luck = -math.log(-math.log((draw(dice, 1 << 24) + 0.5) / (1 << 24)))
        hopes[nodes[child].action] = log_prior(nodes, child) + luck


@rule
def log_prior(nodes: Records[Node], child: int) -> float:
    """Returns the logarithm of how likely an action looked at first."""
    return math.log(max(nodes[child].prior, 1) / ONE)


@rule
def next_of_root(nodes: Records[Node], plan: Plan, thinker: Thinker, hopes: Floats, turns: Rows) -> int:
    """Returns the action to try now: of those that were tried as often as it is the turn of, the one with the best prospects."""
    tries = turns[min(nodes[0].children, len(turns) - 1)][thinker.counts[RUNS] - 1]
    return best_of_root(nodes, plan, thinker, hopes, tries)


@rule
def best_of_root(nodes: Records[Node], plan: Plan, thinker: Thinker, hopes: Floats, tries: int) -> int:
    """Returns the best of the actions of the root that were tried so often."""
    middle = mixed_value(nodes, thinker)
    trust = trust_in_results(nodes, plan)
    best, most = nodes[0].first, -1e30
    for child in range(nodes[0].first, nodes[0].first + nodes[0].children):
        if nodes[child].visits == tries:
            worth = hopes[nodes[child].action] + trust * result_of(nodes, child, middle)
            if worth > most:
                best, most = child, worth
    return best


@rule
def result_of(nodes: Records[Node], child: int, middle: float) -> float:
    """Returns the mean result of an action; of one that was not tried, what is expected in the mean."""
    visits = nodes[child].visits
    return nodes[child].total / visits if visits > 0 else middle


@rule
def trust_in_results(nodes: Records[Node], plan: Plan) -> float:
    """Returns what a whole result counts against the logarithm of a likelihood; the more was tried, the more it counts."""
    most = 0
    for child in range(nodes[0].first, nodes[0].first + nodes[0].children):
        most = max(most, nodes[child].visits)
    return TRUST * (VISITS_AHEAD + most) / (ONE if plan.seats > 1 else TEN_POINTS)


@rule
def mixed_value(nodes: Records[Node], thinker: Thinker) -> float:
    """Returns what the thinker may expect: what the net said at first, and the results so far, as likely as they looked."""
    likely, seen, tries = 0.0, 0.0, 0
    for child in range(nodes[0].first, nodes[0].first + nodes[0].children):
        visits = nodes[child].visits
        if visits > 0:
            likely += nodes[child].prior
            seen += nodes[child].prior * (nodes[child].total / visits)
            tries += visits
    if tries == 0:
        return float(thinker.first_result)
    return (thinker.first_result + tries * seen / likely) / (1 + tries)


@rule
def best_action(nodes: Records[Node], plan: Plan, thinker: Thinker, hopes: Floats) -> int:
    """Returns what is to be played: a certain victory, else the best of those that were tried most."""
    sure = sure_action(nodes, plan)
    if sure >= 0:
        return sure
    most = 0
    for child in range(nodes[0].first, nodes[0].first + nodes[0].children):
        most = max(most, nodes[child].visits)
    return nodes[best_of_root(nodes, plan, thinker, hopes, most)].action


@rule
def target_by_results(nodes: Records[Node], plan: Plan, thinker: Thinker, target: Ints) -> None:
    """Writes as the target the net's own odds, improved by all results; a certain victory is all there is to play."""
    sure = sure_action(nodes, plan)
    if sure >= 0:
        target_one(nodes, sure, target)
        return
    first, last = nodes[0].first, nodes[0].first + nodes[0].children
    middle = mixed_value(nodes, thinker)
    trust = trust_in_results(nodes, plan)
    most = -1e30
    for child in range(first, last):
        most = max(most, log_prior(nodes, child) + trust * result_of(nodes, child, middle))
    target_none(target)
    for child in range(first, last):
        share = math.exp(log_prior(nodes, child) + trust * result_of(nodes, child, middle) - most)
        target[nodes[child].action] = int(FULL * share + 0.5)


def turns_to_try(most: int, simulations: int) -> Any:
    """Returns a table: with m actions at the root, those that were tried turns[m][k] times are the turn of simulation k.

    Of `most` actions at most, each is tried equally often, then the better half of them, until two are left.
    """
    turns = np.zeros((most + 1, simulations), np.int32)
    for actions in range(1, most + 1):
        rounds = max(1, math.ceil(math.log2(actions)))
        row: list[int] = []
        left, tried = actions, 0
        while len(row) < simulations:
            for _ in range(max(1, simulations // (rounds * left))):
                row += [tried] * left
                tried += 1
            left = max(2, left // 2) if actions > 1 else 1
        turns[actions] = row[:simulations]
    return turns
