"""The parts of self-play over all games on a GPU, a thread for each game, by the names and arguments of `loops.py`."""

from __future__ import annotations

from typing import Any

from numba import cuda

from ponticello.engine.verbs import aim
from ponticello.learn import steps

start_thinking, use_mind, walk, take = steps.start_thinking, steps.use_mind, steps.walk, steps.take
decide, note_end = steps.decide, steps.note_end


def aim_all(states: Any, aims: Any, goal: Any) -> None:
    """Writes how far every game that is played alone has come towards a goal."""
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        aims[game] = aim(states[game], 0, goal)


def start_thinking_all(
    states: Any, walkers: Any, plans: Any, nodes: Any, thinkers: Any, dice: Any, planes: Any, scalars: Any, row: Any
) -> None:
    """Starts an empty tree in every game."""
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        start_thinking(game, states, walkers, plans, nodes, thinkers, dice, planes, scalars, row)


def use_mind_all(
    walkers: Any, plans: Any, nodes: Any, thinkers: Any, dice: Any, marks: Any, played: Any, simulations: Any
) -> None:
    """Lets the mind of the game think in every game."""
    for game in range(cuda.grid(1), len(plans), cuda.gridsize(1)):
        use_mind(game, walkers, plans, nodes, thinkers, dice, marks, played, simulations)


def walk_all(
    walkers: Any,
    plans: Any,
    nodes: Any,
    thinkers: Any,
    dice: Any,
    marks: Any,
    played: Any,
    hopes: Any,
    turns: Any,
    planes: Any,
    scalars: Any,
) -> None:
    """Walks to a leaf in every game."""
    for game in range(cuda.grid(1), len(plans), cuda.gridsize(1)):
        walk(game, walkers, plans, nodes, thinkers, dice, marks, played, hopes, turns, planes, scalars)


def take_all(
    walkers: Any, plans: Any, nodes: Any, thinkers: Any, dice: Any, marks: Any, played: Any, hopes: Any, policy: Any, value: Any
) -> None:
    """Takes in the net's judgement in every game."""
    for game in range(cuda.grid(1), len(plans), cuda.gridsize(1)):
        take(game, walkers, plans, nodes, thinkers, dice, marks, played, hopes, policy, value)


def decide_all(
    plans: Any,
    nodes: Any,
    thinkers: Any,
    dice: Any,
    hopes: Any,
    targets: Any,
    values: Any,
    seats: Any,
    known: Any,
    actions: Any,
    row: Any,
    by_net: Any,
    opening: Any,
) -> None:
    """Chooses an action in every game, and keeps what was found."""
    for game in range(cuda.grid(1), len(plans), cuda.gridsize(1)):
        decide(game, plans, nodes, thinkers, dice, hopes, targets, values, seats, known, actions, row, by_net, opening)


def note_ends_all(
    plans: Any,
    thinkers: Any,
    ended: Any,
    scores: Any,
    standings: Any,
    values: Any,
    seats: Any,
    known: Any,
    row: Any,
    points_sign: Any,
) -> None:
    """Keeps the results of the games that have ended."""
    for game in range(cuda.grid(1), len(plans), cuda.gridsize(1)):
        note_end(game, plans, thinkers, ended, scores, standings, values, seats, known, row, points_sign)
