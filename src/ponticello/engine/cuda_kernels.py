"""The same rules over a whole batch of games on a GPU, a thread for each game. Imported only when such a batch is used.

The functions have the names and, but for `check_all`, the arguments of those in `parallel.py`. Masks and observations are cleared
beforehand as a whole, since threads that each clear their own row are many times slower.
"""

from __future__ import annotations

from typing import Any

from numba import cuda

from ponticello.engine import stepping
from ponticello.engine.playouts import play_out
from ponticello.engine.stepping import begin, begin_seeded, choose, eyes
from ponticello.engine.verbs import LEGAL, add_legal, first_actor, observe, points, refusal, standing

step = stepping.step


def start_all(states: Any, start: Any, dice: Any, choices: Any, marks: Any, seeds: Any, streams: Any) -> None:
    """Begins every game with dice of its own."""
    game = cuda.grid(1)
    if game < len(states):
        begin_seeded(states, start, game, dice, choices, marks[game], seeds[game], streams[game])


def restart_all(states: Any, start: Any, dice: Any, marks: Any, which: Any) -> None:
    """Begins some games again, whose dice go on."""
    game = cuda.grid(1)
    if game < len(states) and which[game] != 0:
        begin(states, start, game, dice, marks[game])


def actors_all(states: Any, seats: Any) -> None:
    """Writes down the first seat to act in every game, -1 where it is over."""
    game = cuda.grid(1)
    if game < len(states):
        seats[game] = first_actor(states[game])


def over_all(actors: Any, over: Any) -> None:
    """Writes down which games are over."""
    game = cuda.grid(1)
    if game < len(actors):
        over[game] = 1 if actors[game] < 0 else 0


def legal_all(states: Any, marks: Any) -> None:
    """Marks the legal actions of the first seat to act in every game, in a mask that is all 0."""
    game = cuda.grid(1)
    if game < len(states):
        seat = first_actor(states[game])
        if seat >= 0:
            add_legal(states[game], seat, marks[game])


def observe_all(states: Any, seats: Any, planes: Any, scalars: Any) -> None:
    """Writes down what a seat sees in every game, in arrays that are all 0."""
    game = cuda.grid(1)
    if game < len(states):
        observe(states[game], eyes(states[game], seats, game), planes[game], scalars[game])


def check_all(states: Any, actions: Any, marks: Any, masked: Any, size: Any, first: Any) -> None:
    """Finds the first game that refuses its action; a mask that is true now spares asking the rules."""
    game = cuda.grid(1)
    if game < len(states):
        seat = first_actor(states[game])
        if seat >= 0:
            action = actions[game]
            refused = action < 0 or action >= size
            if not refused:
                refused = marks[game, action] == 0 if masked else refusal(states[game], seat, action) != LEGAL
            if refused:
                cuda.atomic.min(first, 0, game)


def step_all(
    states: Any, start: Any, dice: Any, marks: Any, actions: Any, reset: Any, ended: Any, scores: Any, standings: Any
) -> None:
    """Plays one legal action in every game that is not over, and settles chance."""
    game = cuda.grid(1)
    if game < len(states):
        step(states, start, game, dice, marks[game], actions[game], reset, ended, scores, standings)


def choose_all(states: Any, marks: Any, choices: Any, actions: Any) -> None:
    """Draws a legal action in every game; -1 where it is over."""
    game = cuda.grid(1)
    if game < len(states):
        actions[game] = choose(states[game], marks[game], choices[game])


def play_out_all(states: Any, dice: Any, marks: Any, counts: Any) -> None:
    """Plays every game to its end at random and writes down the number of actions."""
    game = cuda.grid(1)
    if game < len(states):
        counts[game] = play_out(states[game], marks[game], dice[game], dice[game])


def points_all(states: Any, scores: Any) -> None:
    """Writes down the points of every seat in every game."""
    game = cuda.grid(1)
    if game < len(states):
        for seat in range(scores.shape[1]):
            scores[game, seat] = points(states[game], seat)


def standings_all(states: Any, standings: Any) -> None:
    """Writes down the standing of every seat in every game."""
    game = cuda.grid(1)
    if game < len(states):
        for seat in range(standings.shape[1]):
            standings[game, seat] = standing(states[game], seat)
