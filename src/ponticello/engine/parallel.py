"""The same rules over a whole batch of games, on all cores. Imported only when a batch is used: it brings Numba along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ponticello.engine.dice import Dice, seed_dice
from ponticello.engine.native import compiled_parallel, interpreted, rule
from ponticello.engine.playouts import play_out
from ponticello.engine.record import Ints, R, Record, Records, Rows
from ponticello.engine.verbs import CHANCE, LEGAL, first_actor, legal, play, points, refusal, sample

if TYPE_CHECKING or interpreted():
    prange = range
else:
    from numba import prange


@rule
def settle_chance(state: Record, marks: Ints, dice: Dice) -> None:
    """Lets chance act until a player is to act or the game is over."""
    while first_actor(state) == CHANCE:
        play(state, CHANCE, sample(state, CHANCE, marks, dice))


@compiled_parallel
def start_all(states: Records[R], dice: Records[Dice], marks: Rows, seed: int) -> None:
    """Seeds a generator for every game, so that no result depends on the number of cores, and settles chance."""
    blocks = len(marks)
    for block in prange(blocks):
        for game in range(block, len(states), blocks):
            seed_dice(dice[game], seed, game)
            settle_chance(states[game], marks[block], dice[game])


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
def refusals_all(states: Records[R], actions: Ints, reasons: Ints) -> None:
    """Writes down why each game refuses its action; LEGAL where it does not, and where the game is over."""
    for game in prange(len(states)):
        seat = first_actor(states[game])
        reasons[game] = refusal(states[game], seat, actions[game]) if seat >= 0 else LEGAL


@compiled_parallel
def step_all(states: Records[R], dice: Records[Dice], marks: Rows, actions: Ints) -> None:
    """Plays one legal action in every game that is not over, and settles chance."""
    blocks = len(marks)
    for block in prange(blocks):
        for game in range(block, len(states), blocks):
            seat = first_actor(states[game])
            if seat >= 0:
                play(states[game], seat, actions[game])
                settle_chance(states[game], marks[block], dice[game])


@compiled_parallel
def play_out_all(states: Records[R], dice: Records[Dice], marks: Rows, counts: Ints) -> None:
    """Plays every game to its end at random and writes down the number of actions."""
    blocks = len(marks)
    for block in prange(blocks):
        for game in range(block, len(states), blocks):
            counts[game] = play_out(states[game], marks[block], dice[game], dice[game])


@compiled_parallel
def points_all(states: Records[R], points_of: Rows) -> None:
    """Writes down the points of every seat in every game."""
    for game in prange(len(states)):
        for seat in range(len(points_of[game])):
            points_of[game][seat] = points(states[game], seat)
