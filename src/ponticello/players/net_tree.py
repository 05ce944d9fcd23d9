"""Tree search with a net: it says how likely actions are, and what a position is worth to everybody, perhaps with a playout.

A net is fastest when it is asked about several positions at once. So some walks are gathered first, each as if its result were
a bad one, so that the next goes elsewhere; then the net is asked once; then what it says is put into the tree. Between two
questions to the net everything is compiled.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ponticello.engine.dice import Dice
from ponticello.engine.native import compiled, rule
from ponticello.engine.observation import PLANE, SCALAR
from ponticello.engine.record import FloatRows, Floats, Ints, R, Record, Records, Rows
from ponticello.engine.verbs import observe
from ponticello.players.guided_playout import play_on
from ponticello.players.node import NO_SEAT, Node
from ponticello.players.tree import ACTIONS, DEEPEST, grow_children, is_settled, note, usual_results, walk_down
from ponticello.players.verdict import ONE, SEATS, Plan, judge

if TYPE_CHECKING:
    from ponticello.players.net import Net
    from ponticello.players.parallel_search import Tree

MOST_WAITING = 16  # positions that the net is asked about at once
LOAN = 2.0  # spreads below the mean, for a walk that waits: with half of it, many walks end where another waits
EVENLY = 0.03  # of what is likely, the part that all actions share alike: a net may be blind to what would win
VISITS_EACH = 8  # of the root, for one more: in a small tree, walks that do not know of each other end in the same few places


@rule
def weigh_logits(plan: Plan, nodes: Records[Node], at: int, logits: Floats) -> None:
    """Says of each action in a place how likely it is, from the logits that a net has for all actions of the game."""
    first, last = nodes[at].first, nodes[at].first + nodes[at].children
    most = -1e30
    for child in range(first, last):
        most = max(most, logits[nodes[child].action])
    heat = plan.heat * 0.001
    weights = 0.0
    for child in range(first, last):
        weights += math.exp(heat * (logits[nodes[child].action] - most))
    for child in range(first, last):
        share = math.exp(heat * (logits[nodes[child].action] - most)) / weights
        nodes[child].prior = int(ONE * (share + EVENLY * (1.0 / (last - first) - share)))


@rule
def read_value(values: Floats, seat: int, plan: Plan, results: Ints) -> None:
    """Writes down what a net thinks a position is worth: shares of the victory from the seat that looks on; alone, points."""
    if plan.seats == 1:
        results[0] = int(values[0] * plan.per_point)
        return
    for k in range(plan.seats):
        results[(seat + k) % plan.seats] = int(min(max(values[k], 0.0), 1.0) * ONE)


@rule
def lend(nodes: Records[Node], path: Ints, depth: int, loan: int) -> None:
    """Notes a result that is not known yet in every place of a walk."""
    for k in range(depth + 1):
        nodes[path[k]].visits += 1
        nodes[path[k]].total += loan


@rule
def take_back(nodes: Records[Node], path: Ints, depth: int, loan: int) -> None:
    """Takes out what was lent, now that the result is known."""
    for k in range(depth + 1):
        nodes[path[k]].visits -= 1
        nodes[path[k]].total -= loan


@rule
def is_waiting(paths: Rows, depths: Ints, waiting: int, at: int) -> bool:
    """Tells whether a place is one of those that wait for the net already."""
    k = 0
    while k < waiting and paths[k][depths[k]] != at:
        k += 1
    return k < waiting


@compiled
def gather(
    states: Records[R],
    plan: Records[Plan],
    nodes: Records[Node],
    dice: Records[Dice],
    marks: Ints,
    paths: Rows,
    depths: Ints,
    loans: Ints,
    results: Ints,
    counts: Ints,
    played: Ints,
    planes: Rows,
    scalars: Rows,
    playouts: Rows,
    simulations: int,
) -> int:
    """Walks down the tree from states[0] and writes what is seen at the ends of the walks; returns how many wait for the net.

    Walk k goes in states[k + 1], along paths[k]; the last of the states is for playouts. What is certain without the net is noted
    at once. It ends after so many walks, when one ends where another waits, or when the winner is certain.
    """
    me = plan[0]
    waiting = 0
    for _ in range(simulations):
        if nodes[0].won != 0:
            break
        states[waiting + 1] = states[0]
        state, path = states[waiting + 1], paths[waiting]
        depth = walk_down(state, me, nodes, dice, marks, path, counts, played)
        at = path[depth]
        if is_settled(state, me, nodes, at, results):
            note(nodes, path, depth, me, results, counts, played, len(marks))
        elif nodes[at].seat == NO_SEAT:  # the game is over, which the tree does not rely on where all act at once
            judge(state, me, results)
            note(nodes, path, depth, me, results, counts, played, len(marks))
        elif is_waiting(paths, depths, waiting, at):
            break
        else:
            middle, spread = usual_results(counts, me.seats)
            depths[waiting] = depth
            loans[waiting] = int(middle - LOAN * spread)
            lend(nodes, path, depth, loans[waiting])
            seen, told = planes[waiting], scalars[waiting]
            for k in range(len(seen)):
                seen[k] = 0
            for k in range(len(told)):
                told[k] = 0
            observe(state, nodes[at].seat, seen, told)
            if me.playouts > 0:
                states[len(states) - 1] = state  # which is still needed as it is
                end = states[len(states) - 1]
                counts[ACTIONS] += play_on(end, me, marks, dice[0], dice[1], played, 0)
                judge(end, me, results)
                for seat in range(me.seats):
                    playouts[waiting][seat] = results[seat]
            waiting += 1
    return waiting


@compiled
def place(
    states: Records[R],
    plan: Records[Plan],
    nodes: Records[Node],
    dice: Records[Dice],
    marks: Ints,
    paths: Rows,
    depths: Ints,
    loans: Ints,
    results: Ints,
    counts: Ints,
    played: Ints,
    policy: FloatRows,
    values: FloatRows,
    playouts: Rows,
    waiting: int,
) -> None:
    """Puts what a net has said of the positions that waited into the tree."""
    me = plan[0]
    for k in range(waiting):
        path, depth = paths[k], depths[k]
        at = path[depth]
        take_back(nodes, path, depth, loans[k])
        if nodes[at].children == 0:
            grow_children(states[k + 1], me, nodes, at, counts, marks, dice[0])
            weigh_logits(me, nodes, at, policy[k])
        read_value(values[k], nodes[at].seat, me, results)
        for seat in range(me.seats):
            results[seat] += (playouts[k][seat] - results[seat]) * me.playouts // 1000
        note(nodes, path, depth, me, results, counts, played, len(marks))


class Leaves:
    """The positions of one tree that a net is asked about, and the room for them."""

    def __init__(self, net: Net, kind: type[Record]) -> None:
        self.net = net
        self.states = Records(kind, np.zeros(MOST_WAITING + 2, kind.dtype))
        self.paths = np.zeros((MOST_WAITING, DEEPEST + 2), np.int64)
        self.depths = np.zeros(MOST_WAITING, np.int64)
        self.loans = np.zeros(MOST_WAITING, np.int64)
        self.playouts = np.zeros((MOST_WAITING, SEATS), np.int64)
        self.planes = np.zeros((MOST_WAITING, *net.spec.planes_shape), PLANE)
        self.scalars = np.zeros((MOST_WAITING, *net.spec.scalars_shape), SCALAR)

    def ask(self, tree: Tree, plan: Records[Plan], most: int) -> None:
        """Runs simulations in a tree, at most so many: those whose ends the net is asked about together."""
        together = min(most, MOST_WAITING, 1 + tree.nodes[0].visits // VISITS_EACH)
        self.states[0] = tree.states[0]
        walks = (self.states, plan, tree.nodes, tree.dice, tree.marks, self.paths, self.depths, self.loans)
        notes = (tree.results, tree.counts, tree.played)
        flat = self.planes.reshape(MOST_WAITING, -1)
        waiting = gather(*walks, *notes, flat, self.scalars, self.playouts, together)
        if waiting:
            policy, values = self.net.judge(self.planes[:waiting], self.scalars[:waiting])
            place(*walks, *notes, policy, values, self.playouts, waiting)
