"""Random games to the end and counts of move trees, on one core."""

from __future__ import annotations

from ponticello.engine.dice import Dice
from ponticello.engine.native import compiled, rule
from ponticello.engine.record import Ints, R, Record, Records
from ponticello.engine.verbs import CHANCE, LEGAL, first_actor, legal, observe, play, refusal, sample, standing


@rule
def play_out(state: Record, marks: Ints, dice: Dice, cards: Dice) -> int:
    """Plays random actions until the game is over, those of chance by dice of their own; returns how many."""
    count = 0
    seat = first_actor(state)
    while seat >= 0:
        if seat == CHANCE:  # apart, so that the compiler knows which dice it deals with
            play(state, CHANCE, sample(state, CHANCE, marks, cards))
        else:
            play(state, seat, sample(state, seat, marks, dice))
        count += 1
        seat = first_actor(state)
    return count


@compiled
def run_playouts(states: Records[R], start: Records[R], dice: Records[Dice], marks: Ints, games: int, totals: Ints) -> int:
    """Plays random games from start[0], one after another in states[0]; adds up each seat's standing; returns the actions."""
    count = 0
    for _ in range(games):
        states[0] = start[0]
        count += play_out(states[0], marks, dice[0], dice[0])
        for seat in range(len(totals)):
            totals[seat] += standing(states[0], seat)
    return count


@compiled
def run_moves(states: Records[R], dice: Records[Dice], marks: Ints, moves: Ints) -> int:
    """Plays at most len(moves) random actions in states[0] and writes them down; returns how many were played."""
    for count in range(len(moves)):
        seat = first_actor(states[0])
        if seat < 0:
            return count
        moves[count] = sample(states[0], seat, marks, dice[0])
        play(states[0], seat, moves[count])
    return len(moves)


@compiled
def mark_legal(states: Records[R], seat: int, marks: Ints) -> int:
    """Marks the legal actions of a seat in states[0]; returns how many there are."""
    return legal(states[0], seat, marks)


@compiled
def write_observation(states: Records[R], seat: int, planes: Ints, scalars: Ints) -> None:
    """Writes what a seat sees in states[0] into arrays that are all 0."""
    observe(states[0], seat, planes, scalars)


@compiled
def perft(states: Records[R], next_action: Ints, depth: int, actions: int) -> int:
    """Counts the sequences of `depth` actions from states[0]; a game that ends earlier counts once.

    The walk needs a place in `states` and in `next_action` for every depth from 0 to `depth`.
    """
    leaves = 0
    at = 0
    next_action[0] = 0
    while at >= 0:
        seat = first_actor(states[at])
        if at == depth or seat < 0:
            leaves += 1
            at -= 1
            continue
        action = next_action[at]
        while action < actions and refusal(states[at], seat, action) != LEGAL:
            action += 1
        next_action[at] = action + 1
        if action == actions:
            at -= 1
            continue
        states[at + 1] = states[at]
        at += 1
        play(states[at], seat, action)
        next_action[at] = 0
    return leaves
