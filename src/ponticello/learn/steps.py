"""What one game of many does in each part of self-play, the same in the loops of a processor and on a GPU.

Arrays hold all games side by side: two walkers, two dice and the same number of nodes each. What is learned from is kept in rows
of a memory that is written round and round, one row a position; `row` is that of the first game's present position.
"""

from __future__ import annotations

from ponticello.engine.bits import count_bits
from ponticello.engine.dice import Dice
from ponticello.engine.native import rule
from ponticello.engine.record import FloatRows, Ints, R, Records, Rows
from ponticello.learn import thinking
from ponticello.learn.thinking import A_POINT, NOT_YET, Thinker, drawn_from, most_wanted
from ponticello.players.node import Node
from ponticello.players.tree import RESULTS, RUNS
from ponticello.players.verdict import ONE, Plan

start_tree, think_as_mind = thinking.start_tree, thinking.think_as_mind
walk_to_leaf, take_judgement = thinking.walk_to_leaf, thinking.take_judgement
target_by_visits, target_by_results, best_action = thinking.target_by_visits, thinking.target_by_results, thinking.best_action


@rule
def start_thinking(
    game: int,
    states: Records[R],
    walkers: Records[R],
    plans: Records[Plan],
    nodes: Records[Node],
    thinkers: Records[Thinker],
    dice: Records[Dice],
    planes: Rows,
    scalars: Rows,
    row: int,
) -> None:
    """Starts an empty tree, and writes what the seat to act sees into the memory."""
    room = len(nodes) // len(states)
    start_tree(
        states[game],
        walkers[2 * game : 2 * game + 2],
        plans[game],
        nodes[game * room : (game + 1) * room],
        thinkers[game],
        dice[2 * game],
        planes[row + game],
        scalars[row + game],
    )


@rule
def use_mind(
    game: int,
    walkers: Records[R],
    plans: Records[Plan],
    nodes: Records[Node],
    thinkers: Records[Thinker],
    dice: Records[Dice],
    marks: Rows,
    played: Rows,
    simulations: int,
) -> None:
    """Thinks as the strongest hand-made player of the game does."""
    room = len(nodes) // len(plans)
    think_as_mind(
        walkers[2 * game : 2 * game + 2],
        plans[game : game + 1],
        nodes[game * room : (game + 1) * room],
        thinkers[game],
        dice[2 * game : 2 * game + 2],
        marks[game],
        played[game],
        simulations,
    )


@rule
def walk(
    game: int,
    walkers: Records[R],
    plans: Records[Plan],
    nodes: Records[Node],
    thinkers: Records[Thinker],
    dice: Records[Dice],
    marks: Rows,
    played: Rows,
    hopes: FloatRows,
    turns: Rows,
    planes: Rows,
    scalars: Rows,
) -> None:
    """Walks to a leaf and writes what the net is to judge."""
    room = len(nodes) // len(plans)
    walk_to_leaf(
        walkers[2 * game : 2 * game + 2],
        plans[game],
        nodes[game * room : (game + 1) * room],
        thinkers[game],
        dice[2 * game : 2 * game + 2],
        marks[game],
        played[game],
        hopes[game],
        turns,
        planes[game],
        scalars[game],
    )


@rule
def take(
    game: int,
    walkers: Records[R],
    plans: Records[Plan],
    nodes: Records[Node],
    thinkers: Records[Thinker],
    dice: Records[Dice],
    marks: Rows,
    played: Rows,
    hopes: FloatRows,
    policy: FloatRows,
    value: FloatRows,
) -> None:
    """Takes in what the net said of the leaf."""
    room = len(nodes) // len(plans)
    take_judgement(
        walkers[2 * game : 2 * game + 2],
        plans[game],
        nodes[game * room : (game + 1) * room],
        thinkers[game],
        dice[2 * game : 2 * game + 2],
        marks[game],
        played[game],
        hopes[game],
        policy[game],
        value[game],
    )


@rule
def decide(
    game: int,
    plans: Records[Plan],
    nodes: Records[Node],
    thinkers: Records[Thinker],
    dice: Records[Dice],
    hopes: FloatRows,
    targets: Rows,
    values: Rows,
    seats: Ints,
    known: Ints,
    actions: Ints,
    row: int,
    by_net: int,
    opening: int,
) -> None:
    """Writes what was found into the memory, and chooses the action: a mind's is drawn while the game is young."""
    room = len(nodes) // len(plans)
    at, plan, thinker = row + game, plans[game], thinkers[game]
    tree = nodes[game * room : (game + 1) * room]
    if by_net == 1:
        target_by_results(tree, plan, thinker, targets[at])
        actions[game] = best_action(tree, plan, thinker, hopes[game])
    else:
        target_by_visits(tree, plan, targets[at])
        young = thinker.plies < opening
        actions[game] = drawn_from(targets[at], dice[2 * game]) if young else most_wanted(targets[at])
    runs = max(thinker.counts[RUNS], 1)
    for k in range(plan.seats):
        values[at][k] = thinker.counts[RESULTS + (plan.seat + k) % plan.seats] // runs
    for k in range(plan.seats, len(values[at])):
        values[at][k] = NOT_YET
    seats[at] = plan.seat
    known[at] = 1 - by_net  # what a mind expects can be learned before the game is over
    thinker.plies += 1


@rule
def note_end(
    game: int,
    plans: Records[Plan],
    thinkers: Records[Thinker],
    ended: Ints,
    scores: Rows,
    standings: Rows,
    values: Rows,
    seats: Ints,
    known: Ints,
    row: int,
    points_sign: int,
) -> None:
    """Once a game is over, mixes into what was expected at each of its positions what came in the end, half and half.

    With others everybody's points are noted besides.
    """
    if ended[game] == 0:
        return
    count, capacity = len(plans), len(known)
    most = standings[game][0]
    for seat in range(1, plans[game].seats):
        most = max(most, standings[game][seat])
    won = 0
    for seat in range(plans[game].seats):
        if standings[game][seat] == most:
            won |= 1 << seat
    for back in range(min(thinkers[game].plies, capacity // count)):
        at = (row - back * count + capacity) % capacity + game
        for k in range(plans[game].seats):
            seat = (seats[at] + k) % plans[game].seats
            reached = (won >> seat & 1) * ONE // count_bits(won)
            if plans[game].seats == 1:
                reached = points_sign * A_POINT * scores[game][0]
            values[at][k] = (values[at][k] + reached) // 2
            if plans[game].seats > 1:
                values[at][plans[game].seats + k] = A_POINT * scores[game][seat]
        known[at] = 1
    thinkers[game].plies = 0
