"""Tree search over any game, compiled: one simulation after another grows a tree of what has been tried.

A simulation walks down the tree by what looks best to whoever is to act, adds the actions of a new position, plays on to the end
or to the horizon, and notes the result on the way back. Each seat looks after itself (max^n). Chance has its own places in the
tree and acts by its weights. Where all act at once, only the thinking seat's actions are in the tree; the others play as in
playouts, on what the thinker may see, so nothing hidden is ever looked at. How playouts choose says `guided_playout.py`, and how
a net can stand in their place `net_tree.py`.

Where the end of the game is in reach the tree knows for certain who wins (`won`) or, in a game played alone, what can be reached,
and stops asking.
"""

from __future__ import annotations

import math

from ponticello.engine.dice import Dice, draw, seed_dice
from ponticello.engine.native import compiled, rule
from ponticello.engine.record import Ints, R, Record, Records
from ponticello.engine.verbs import CHANCE, LEGAL, actors, first_actor, legal, outlook, play, refusal, weight
from ponticello.players.choice import best_by_prospects, best_by_results, chance_child, is_plain
from ponticello.players.guided_playout import charm_of, let_others_act, play_on
from ponticello.players.node import NO_SEAT, UNCERTAIN, Node, certain_winners, settle_alone
from ponticello.players.verdict import ONE, SEATS, Plan, judge, share_of, winners

# What is counted beside the tree, by place: nodes in use, actions played, simulations, the sum of the thinker's results and of
# their squares, the seed of the cards, then the sum of the results of each seat.
USED, ACTIONS, RUNS, SUM, SQUARES, CARDS, RESULTS = 0, 1, 2, 3, 4, 5, 6
FEW = 16  # simulations that do not tell yet how far results differ
COUNTS = RESULTS + SEATS

DEEPEST = 120  # actions in a row that can be in the tree
STRONGEST = 12.0  # the log-odds up to which appeal is told from no appeal; beyond that only actions are told from each other


@rule
def next_to_think(state: Record, plan: Plan) -> int:
    """Returns whose actions come next in the tree; NO_SEAT when the game is over or, apart, when it is for the others to act."""
    who = actors(state)
    if plan.apart == 1 and who >> CHANCE & 1 == 0:
        return plan.seat if who >> plan.seat & 1 else NO_SEAT
    return first_actor(state)


@rule
def grow_children(state: Record, plan: Plan, nodes: Records[Node], at: int, counts: Ints, marks: Ints, dice: Dice) -> None:
    """Adds the legal actions of a position to the tree, if there is room; where nothing but results will lead, in any order."""
    seat = nodes[at].seat
    marks_used = legal(state, seat, marks)
    first = counts[USED]
    if first + marks_used > len(nodes):
        return
    child = first
    for action in range(len(marks)):
        if marks[action] == 1:
            if plan.overlooks > 0 and seat != CHANCE and draw(dice, 1000) < plan.overlooks and (child > first or marks_used > 1):
                marks_used -= 1
                continue
            nodes[child].total = 0
            nodes[child].first = 0
            nodes[child].visits = 0
            nodes[child].prior = 0
            nodes[child].later_visits = 0
            nodes[child].later_total = 0
            nodes[child].action = action
            nodes[child].children = 0
            nodes[child].seat = NO_SEAT
            nodes[child].won = 0
            nodes[child].floor = UNCERTAIN
            if seat == CHANCE:
                nodes[child].prior = weight(state, action)
            elif is_plain(plan):
                other = first + draw(dice, child - first + 1)
                nodes[child].action = nodes[other].action
                nodes[other].action = action
            child += 1
            if child - first == marks_used:
                break
    nodes[at].first = first
    nodes[at].children = child - first
    counts[USED] = child


@rule
def weigh_appeal(state: Record, plan: Plan, nodes: Records[Node], at: int, dice: Dice) -> None:
    """Says of each action in a place how likely it looks; between equals, a little luck decides."""
    seat = nodes[at].seat
    first, last = nodes[at].first, nodes[at].first + nodes[at].children
    most = 0
    for child in range(first, last):
        nodes[child].prior = charm_of(state, seat, nodes[child].action, plan.learned)
        most = max(most, nodes[child].prior)
    beyond = max(0.0, plan.heat * 0.00001 * most - STRONGEST)
    weights = 0.0
    for child in range(first, last):
        charm = plan.heat * 0.00001 * nodes[child].prior - beyond
        weight = math.exp(charm) * (1.0 + draw(dice, ONE) * (0.1 / ONE))
        weights += weight
        nodes[child].prior = int(weight * 1024)
    for child in range(first, last):
        nodes[child].prior = int(nodes[child].prior * (ONE / 1024.0) / weights)


@rule
def usual_results(counts: Ints, seats: int) -> tuple[float, float]:
    """Returns the thinker's mean result so far, and how far results usually are from it."""
    runs = counts[RUNS]
    if runs < FEW:
        return ONE * 0.5, ONE * 0.5
    middle = counts[SUM] / runs
    deviation = math.sqrt(max(counts[SQUARES] / runs - middle * middle, 1.0))
    return middle, deviation if seats == 1 else max(deviation, ONE * 0.1)


@rule
def walk_down(
    state: Record,
    plan: Plan,
    nodes: Records[Node],
    dice: Records[Dice],
    marks: Ints,
    path: Ints,
    counts: Ints,
    played: Ints,
) -> int:
    """Plays from the root of the tree to a place where it ends, `path[depth]`, and returns that depth.

    Places that are ripe get their actions on the way. Where a net is to judge, the walk ends in front of the first place for a
    player that has none yet: how likely they are, the net will say. It also ends where an action is not legal now: where all act
    at once, what the others do may change that, as a first number of Hashi does on the neighbour's board.
    """
    middle, spread = usual_results(counts, plan.seats)
    plain = is_plain(plan)
    stamp = counts[RUNS] + 1
    at, depth = 0, 0
    path[0] = 0
    while nodes[at].won == 0 and depth < DEEPEST:
        if nodes[at].children == 0:
            if at > 0 and nodes[at].visits < plan.ripe:
                break
            nodes[at].seat = next_to_think(state, plan)
            if nodes[at].seat == NO_SEAT or (plan.by_net == 1 and nodes[at].seat != CHANCE):
                break
            grow_children(state, plan, nodes, at, counts, marks, dice[0])
            if nodes[at].children == 0:
                break
            if nodes[at].seat != CHANCE and not plain:
                weigh_appeal(state, plan, nodes, at, dice[0])
        seat = nodes[at].seat
        if seat == CHANCE:
            at = chance_child(state, nodes, at, marks, dice[1])
        else:
            tried = best_by_results(nodes, at, plan, spread) if plain else best_by_prospects(nodes, at, plan, middle, spread)
            if plan.apart == 1 and plan.seats > 1 and depth > 0 and refusal(state, seat, nodes[tried].action) != LEGAL:
                break
            at = tried
            if depth == 0:
                # The n-th try of every action meets the same cards, so that luck does not decide between them.
                seed_dice(dice[1], nodes[at].visits, counts[CARDS])
            if plan.rave > 0:
                played[seat * len(marks) + nodes[at].action] = stamp
        play(state, seat, nodes[at].action)
        depth += 1
        path[depth] = at
        counts[ACTIONS] += 1 + let_others_act(state, plan, marks, dice[0])
    return depth


@rule
def is_settled(state: Record, plan: Plan, nodes: Records[Node], at: int, results: Ints) -> bool:
    """Tells whether it is certain how the game ends from a place, as it is at its end, and writes down what that is worth."""
    if actors(state) == 0 and (plan.seats == 1 or plan.apart == 0):
        nodes[at].won = winners(state, plan.seats)
        if plan.seats == 1:
            nodes[at].floor = outlook(state, 0)
    if nodes[at].won == 0:
        return False
    if plan.seats == 1:
        results[0] = nodes[at].floor
    else:
        for seat in range(plan.seats):
            results[seat] = share_of(nodes[at].won, seat)
    return True


@compiled
def grow(
    states: Records[R],
    plan: Records[Plan],
    nodes: Records[Node],
    dice: Records[Dice],
    marks: Ints,
    path: Ints,
    results: Ints,
    counts: Ints,
    played: Ints,
    simulations: int,
) -> int:
    """Runs simulations from states[0], in states[1], and grows the tree under nodes[0]; returns how many were run.

    It stops early when the winner is certain. dice[0] is the players', dice[1] the cards'; `path` takes the nodes of a
    simulation and `played`, for each seat and action, the number of the last simulation in which it was played.
    """
    me = plan[0]
    state = states[1]
    for done in range(simulations):
        if nodes[0].won != 0:
            return done
        states[1] = states[0]
        depth = walk_down(state, me, nodes, dice, marks, path, counts, played)
        if not is_settled(state, me, nodes, path[depth], results):
            counts[ACTIONS] += play_on(state, me, marks, dice[0], dice[1], played, counts[RUNS] + 1)
            judge(state, me, results)
        note(nodes, path, depth, me, results, counts, played, len(marks))
    return simulations


@rule
def result_for(seat: int, plan: Plan, results: Ints) -> int:
    """Returns what a result is worth to whoever acted; chance is the thinker's."""
    if seat == CHANCE:
        return results[plan.seat]
    if plan.paranoid == 1 and seat != plan.seat:
        return ONE - results[plan.seat]
    return results[seat]


@rule
def note(
    nodes: Records[Node], path: Ints, depth: int, plan: Plan, results: Ints, counts: Ints, played: Ints, actions: int
) -> None:
    """Notes the result of a simulation in every place it went through, from the last to the first."""
    counts[RUNS] += 1
    stamp = counts[RUNS]
    mine = results[plan.seat]
    counts[SUM] += mine
    counts[SQUARES] += mine * mine
    for seat in range(plan.seats):
        counts[RESULTS + seat] += results[seat]
    settled = nodes[path[depth]].won != 0
    for k in range(depth, -1, -1):
        at = path[k]
        nodes[at].visits += 1
        if k < depth and settled:
            if plan.seats == 1:
                settle_alone(nodes, at)
            else:
                nodes[at].won = certain_winners(nodes, at)
            settled = nodes[at].won != 0
        if k < depth and nodes[at].floor != UNCERTAIN:
            child = path[k + 1]
            if nodes[at].won != 0 or nodes[child].total < nodes[at].floor * nodes[child].visits:
                results[0] = nodes[at].floor  # who plays alone would rather take what is certain
        if k > 0:
            nodes[at].total += result_for(nodes[path[k - 1]].seat, plan, results)
        seat = nodes[at].seat
        if plan.rave > 0 and seat >= 0 and seat != CHANCE:
            for child in range(nodes[at].first, nodes[at].first + nodes[at].children):
                if played[seat * actions + nodes[child].action] == stamp:
                    nodes[child].later_visits += 1
                    nodes[child].later_total += result_for(seat, plan, results)


@compiled
def keep_branch(old: Records[Node], new: Records[Node], branch: int) -> int:
    """Copies a branch of a tree to the front of another; returns how many nodes it has. What does not fit is left behind."""
    new[0] = old[branch]
    used = 1
    at = 0
    while at < used:
        count = new[at].children
        if used + count > len(new):
            new[at].children = 0
        else:
            first = new[at].first
            for k in range(count):
                new[used + k] = old[first + k]
            new[at].first = used
            used += count
        at += 1
    return used


@compiled
def find_branch(
    states: Records[R], wanted: Ints, seen: Ints, nodes: Records[Node], next_child: Ints, path: Ints, depth: int, size: int
) -> int:
    """Returns the place in the tree whose position is, byte by byte, the wanted one; -1 if it is not there.

    It walks the places that were visited, at most `depth` actions deep, with a position for every depth in `states`; `seen` is
    the same memory as bytes, `size` bytes a position.
    """
    at = 0
    path[0] = 0
    next_child[0] = 0
    while at >= 0:
        node = path[at]
        if next_child[at] == 0:
            same = True
            for k in range(size):
                if seen[at * size + k] != wanted[k]:
                    same = False
                    break
            if same:
                return node
        k = next_child[at]
        if at == depth or k == nodes[node].children:
            at -= 1
            continue
        next_child[at] = k + 1
        child = nodes[node].first + k
        if nodes[child].visits > 0:
            states[at + 1] = states[at]
            play(states[at + 1], nodes[node].seat, nodes[child].action)
            at += 1
            path[at] = child
            next_child[at] = 0
    return -1
