"""The same rules over a whole batch of games, on all cores. Imported only when a batch is used: it brings Numba along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ponticello.engine import stepping
from ponticello.engine.dice import Dice
from ponticello.engine.native import compiled_parallel, interpreted
from ponticello.engine.playouts import play_out
from ponticello.engine.record import Ints, R, Records, Rows
from ponticello.engine.stepping import begin_as_told, choose, eyes
from ponticello.engine.verbs import LEGAL, first_actor, legal, observe, points, refusal, standing

if TYPE_CHECKING or interpreted():
    prange = range
else:
    from numba import prange

step = stepping.step


@compiled_parallel
def start_all(
    states: Records[R],
    start: Records[R],
    dice: Records[Dice],
    choices: Records[Dice],
    marks: Rows,
    seeds: Ints,
    streams: Ints,
    how: Ints,
) -> None:
    """Begins games, each with dice of its own, so that no result depends on the number of cores."""
    for game in prange(len(states)):
        begin_as_told(states, start, game, dice, choices, marks[game], seeds[game], streams[game], how[game])


@compiled_parallel
def actors_all(states: Records[R], seats: Ints) -> None:
    """Writes down the first seat to act in every game, -1 where it is over."""
    for game in prange(len(states)):
        seats[game] = first_actor(states[game])


@compiled_parallel
def legal_all(states: Records[R], marks: Rows) -> None:
    """Marks the legal actions of the first seat to act in every game; none where it is over."""
    for game in prange(len(states)):
        legal(states[game], max(first_actor(states[game]), 0), marks[game])


@compiled_parallel
def observe_all(states: Records[R], seats: Ints, planes: Rows, scalars: Rows) -> None:
    """Writes down what a seat sees in every game."""
    for game in prange(len(states)):
        for k in range(len(planes[game])):
            planes[game][k] = 0
        for k in range(len(scalars[game])):
            scalars[game][k] = 0
        observe(states[game], eyes(states[game], seats, game), planes[game], scalars[game])


@compiled_parallel
def refusals_all(states: Records[R], actions: Ints, reasons: Ints) -> None:
    """Writes down why each game refuses its action; LEGAL where it does not, and where the game is over."""
    for game in prange(len(states)):
        seat = first_actor(states[game])
        reasons[game] = refusal(states[game], seat, actions[game]) if seat >= 0 else LEGAL


@compiled_parallel
def step_all(
    states: Records[R],
    start: Records[R],
    dice: Records[Dice],
    marks: Rows,
    actions: Ints,
    reset: int,
    ended: Ints,
    scores: Rows,
    standings: Rows,
) -> None:
    """Plays one legal action in every game that is not over, and settles chance."""
    for game in prange(len(states)):
        step(states, start, game, dice, marks[game], actions[game], reset, ended, scores, standings)


@compiled_parallel
def choose_all(states: Records[R], marks: Rows, choices: Records[Dice], actions: Ints) -> None:
    """Draws a legal action in every game; -1 where it is over."""
    for game in prange(len(states)):
        actions[game] = choose(states[game], marks[game], choices[game])


@compiled_parallel
def play_out_all(states: Records[R], dice: Records[Dice], marks: Rows, counts: Ints) -> None:
    """Plays every game to its end at random and writes down the number of actions."""
    for game in prange(len(states)):
        counts[game] = play_out(states[game], marks[game], dice[game], dice[game])


@compiled_parallel
def results_all(states: Records[R], scores: Rows, standings: Rows) -> None:
    """Writes down the points and the standing of every seat in every game."""
    for game in prange(len(states)):
        for seat in range(len(scores[game])):
            scores[game][seat] = points(states[game], seat)
            standings[game][seat] = standing(states[game], seat)
