"""The same rules over a whole batch of games on a GPU, a thread for each game. Imported only when such a batch is used.

The functions have the names and, but for `check_all`, the arguments of those in `parallel.py`. Masks and observations are all 0
when they are called, since threads that each clear their own row are many times slower.

Threads side by side should write side by side. So a mask or an observation is first written entry by entry, the same entry of all
games together, and then laid out game by game.
"""

from __future__ import annotations

from typing import Any

from numba import cuda, int8, int16

from ponticello.engine import stepping
from ponticello.engine.playouts import play_out
from ponticello.engine.stepping import begin, begin_seeded, choose, eyes
from ponticello.engine.verbs import LEGAL, add_legal, first_actor, observe, points, refusal, standing

step = stepping.step


def start_all(states: Any, start: Any, dice: Any, choices: Any, marks: Any, seeds: Any, streams: Any) -> None:
    """Begins every game with dice of its own."""
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        begin_seeded(states, start, game, dice, choices, marks[game], seeds[game], streams[game])


def restart_all(states: Any, start: Any, dice: Any, marks: Any, which: Any) -> None:
    """Begins some games again, whose dice go on."""
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        if which[game] != 0:
            begin(states, start, game, dice, marks[game])


def actors_all(states: Any, seats: Any) -> None:
    """Writes down the first seat to act in every game, -1 where it is over."""
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        seats[game] = first_actor(states[game])


def over_all(actors: Any, over: Any) -> None:
    """Writes down which games are over."""
    for game in range(cuda.grid(1), len(actors), cuda.gridsize(1)):
        over[game] = 1 if actors[game] < 0 else 0


def legal_all(states: Any, marks: Any) -> None:
    """Marks the legal actions of the first seat to act in every game, in a mask that is all 0."""
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        seat = first_actor(states[game])
        if seat >= 0:
            add_legal(states[game], seat, marks[game])


def observe_all(states: Any, seats: Any, planes: Any, scalars: Any) -> None:
    """Writes down what a seat sees in every game, in arrays that are all 0."""
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        observe(states[game], eyes(states[game], seats, game), planes[game], scalars[game])


def check_all(states: Any, actions: Any, marks: Any, masked: Any, size: Any, first: Any) -> None:
    """Finds the first game that refuses its action; a mask that is true now spares asking the rules."""
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
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
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        step(states, start, game, dice, marks[game], actions[game], reset, ended, scores, standings)


def choose_all(states: Any, marks: Any, choices: Any, actions: Any) -> None:
    """Draws a legal action in every game; -1 where it is over."""
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        actions[game] = choose(states[game], marks[game], choices[game])


def play_out_all(states: Any, dice: Any, marks: Any, counts: Any) -> None:
    """Plays every game to its end at random and writes down the number of actions."""
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        counts[game] = play_out(states[game], marks[game], dice[game], dice[game])


def points_all(states: Any, scores: Any) -> None:
    """Writes down the points of every seat in every game."""
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        for seat in range(scores.shape[1]):
            scores[game, seat] = points(states[game], seat)


def standings_all(states: Any, standings: Any) -> None:
    """Writes down the standing of every seat in every game."""
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        for seat in range(standings.shape[1]):
            standings[game, seat] = standing(states[game], seat)


# Laying out

TILE = 32
ROWS_AT_ONCE = 8  # of a tile: a block has TILE * ROWS_AT_ONCE threads


def lay_out_bytes(staged: Any, rows: Any) -> None:
    """Lays entries of one byte out game by game, and leaves 0 behind."""
    tile = cuda.shared.array((TILE, TILE + 1), int8)
    take_tile(staged, tile)
    put_tile(tile, rows)


def lay_out_words(staged: Any, rows: Any) -> None:
    """Lays entries of two bytes out game by game, and leaves 0 behind."""
    tile = cuda.shared.array((TILE, TILE + 1), int16)
    take_tile(staged, tile)
    put_tile(tile, rows)


@cuda.jit(device=True)
def take_tile(staged: Any, tile: Any) -> None:
    """Takes a tile of some entries of some games, threads side by side for games side by side."""
    game = cuda.blockIdx.x * TILE + cuda.threadIdx.x
    for k in range(cuda.threadIdx.y, TILE, ROWS_AT_ONCE):
        entry = cuda.blockIdx.y * TILE + k
        if entry < staged.shape[1] and game < staged.shape[0]:
            value = staged[game, entry]
            tile[k, cuda.threadIdx.x] = value
            if value != 0:
                staged[game, entry] = 0
    cuda.syncthreads()


@cuda.jit(device=True)
def put_tile(tile: Any, rows: Any) -> None:
    """Puts a tile down, threads side by side for entries side by side."""
    entry = cuda.blockIdx.y * TILE + cuda.threadIdx.x
    for k in range(cuda.threadIdx.y, TILE, ROWS_AT_ONCE):
        game = cuda.blockIdx.x * TILE + k
        if entry < rows.shape[1] and game < rows.shape[0]:
            rows[game, entry] = tile[cuda.threadIdx.x, k]
