"""The parts of self-play over all games, on all cores. Imported only where a net is trained: it brings Numba along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ponticello.engine.dice import Dice
from ponticello.engine.native import compiled_parallel, interpreted
from ponticello.engine.record import FloatRows, Ints, R, Records, Rows
from ponticello.engine.verbs import aim
from ponticello.learn import steps
from ponticello.learn.thinking import Thinker
from ponticello.players.node import Node
from ponticello.players.verdict import Plan

if TYPE_CHECKING or interpreted():
    prange = range
else:
    from numba import prange

start_thinking, use_mind, walk, take = steps.start_thinking, steps.use_mind, steps.walk, steps.take
decide, note_end = steps.decide, steps.note_end


@compiled_parallel
def aim_all(states: Records[R], aims: Ints, goal: int) -> None:
    """Writes how far every game that is played alone has come towards a goal."""
    for game in prange(len(states)):
        aims[game] = aim(states[game], 0, goal)


@compiled_parallel
def start_thinking_all(
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
    """Starts an empty tree in every game."""
    for game in prange(len(states)):
        start_thinking(game, states, walkers, plans, nodes, thinkers, dice, planes, scalars, row)


@compiled_parallel
def use_mind_all(
    walkers: Records[R],
    plans: Records[Plan],
    nodes: Records[Node],
    thinkers: Records[Thinker],
    dice: Records[Dice],
    marks: Rows,
    played: Rows,
    simulations: int,
) -> None:
    """Lets the mind of the game think in every game."""
    for game in prange(len(plans)):
        use_mind(game, walkers, plans, nodes, thinkers, dice, marks, played, simulations)


@compiled_parallel
def walk_all(
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
    """Walks to a leaf in every game."""
    for game in prange(len(plans)):
        walk(game, walkers, plans, nodes, thinkers, dice, marks, played, hopes, turns, planes, scalars)


@compiled_parallel
def take_all(
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
    """Takes in the net's judgement in every game."""
    for game in prange(len(plans)):
        take(game, walkers, plans, nodes, thinkers, dice, marks, played, hopes, policy, value)


@compiled_parallel
def decide_all(
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
    """Chooses an action in every game, and keeps what was found."""
    for game in prange(len(plans)):
        decide(game, plans, nodes, thinkers, dice, hopes, targets, values, seats, known, actions, row, by_net, opening)


@compiled_parallel
def note_ends_all(
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
    """Keeps the results of the games that have ended."""
    for game in prange(len(plans)):
        note_end(game, plans, thinkers, ended, scores, standings, values, seats, known, row, points_sign)
