"""The same rules over a whole batch of games on a GPU, a thread for each game. Imported only when such a batch is used.

The functions have the names and, but for `check_all`, the arguments of those in `parallel.py`. Masks and observations are all 0
when they are called, since threads that each clear their own row are many times slower.

Threads side by side should write side by side. So where the games of a block have room for their masks or observations in its
shared memory, they are written there, and then copied as a whole: the rows of neighbouring games follow each other.
"""

from __future__ import annotations

from typing import Any

from numba import cuda, int8, int16, int64

from ponticello.engine import stepping
from ponticello.engine.native import rule
from ponticello.engine.playouts import play_out
from ponticello.engine.stepping import begin_as_told, choose, eyes
from ponticello.engine.verbs import LEGAL, add_legal, first_actor, observe, points, refusal, standing

step = stepping.step

WORD = 8  # bytes
NUMBERS_A_WORD = 4  # of two bytes


def start_all(states: Any, start: Any, dice: Any, choices: Any, marks: Any, seeds: Any, streams: Any, how: Any) -> None:
    """Begins games, each with dice of its own."""
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        begin_as_told(states, start, game, dice, choices, marks[game], seeds[game], streams[game], how[game])


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


def results_all(states: Any, scores: Any, standings: Any) -> None:
    """Writes down the points and the standing of every seat in every game."""
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        for seat in range(scores.shape[1]):
            scores[game, seat] = points(states[game], seat)
            standings[game, seat] = standing(states[game], seat)


# Through shared memory


def legal_blocks(states: Any, entries: Any, mask: Any) -> None:
    """Does what `legal_all` does, for a mask of so many entries a game that is given as words."""
    marks, words = cuda.shared.array(0, int8), cuda.shared.array(0, int64)
    games, own = cuda.blockDim.x, cuda.threadIdx.x
    first = cuda.blockIdx.x * games
    clear_words(words, games * entries // WORD)
    game = first + own
    if game < len(states):
        seat = first_actor(states[game])
        if seat >= 0:
            add_legal(states[game], seat, marks[own * entries : (own + 1) * entries])
    cuda.syncthreads()
    copy_words(words, 0, mask, first * entries // WORD, games * entries // WORD)


def observe_blocks(states: Any, seats: Any, entries: Any, planes: Any, count: Any, scalars: Any) -> None:
    """Does what `observe_all` does, for planes of so many entries a game and so many scalars that are given as words."""
    shown, numbers, words = cuda.shared.array(0, int8), cuda.shared.array(0, int16), cuda.shared.array(0, int64)
    games, own = cuda.blockDim.x, cuda.threadIdx.x
    first = cuda.blockIdx.x * games
    behind = games * entries // WORD  # in words: the scalars of these games come behind their planes
    clear_words(words, behind + games * count // NUMBERS_A_WORD)
    game = first + own
    if game < len(states):
        at = behind * NUMBERS_A_WORD + own * count
        seat = eyes(states[game], seats, game)
        observe(states[game], seat, shown[own * entries : (own + 1) * entries], numbers[at : at + count])
    cuda.syncthreads()
    copy_words(words, 0, planes, first * entries // WORD, behind)
    copy_words(words, behind, scalars, first * count // NUMBERS_A_WORD, games * count // NUMBERS_A_WORD)


@rule
def clear_words(words: Any, count: Any) -> None:
    """Clears the first words of a block's shared memory."""
    for k in range(cuda.threadIdx.x, count, cuda.blockDim.x):
        words[k] = 0
    cuda.syncthreads()


@rule
def copy_words(words: Any, first: Any, target: Any, to: Any, count: Any) -> None:
    """Copies words of a block's shared memory to where they belong, threads side by side."""
    for k in range(cuda.threadIdx.x, count, cuda.blockDim.x):
        target[to + k] = words[first + k]
