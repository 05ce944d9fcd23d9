"""One game stepped from outside, all in one call: what is played, what chance does, what is legal then, and what is seen.

A call from Python into compiled code costs more than most moves do, so an environment that steps one game makes one call a step.
"""

from __future__ import annotations

from typing import Any

from ponticello.engine.dice import Dice
from ponticello.engine.native import compiled
from ponticello.engine.record import Ints, R, Records, Rows
from ponticello.engine.stepping import settle_chance
from ponticello.engine.verbs import CHANCE, actors, first_actor, legal, observe, play, points, standing


@compiled
def advance(
    states: Records[R],
    dice: Records[Dice],
    chosen: Ints,
    settle: int,
    planes: int,
    scores: Ints,
    standings: Ints,
    eyes: Ints,
    masks: Rows,
    views: Any,  # Rows, which are cut in two
) -> int:
    """Plays chosen[seat] for every seat where it is not negative, in states[0]; if told to, settles chance; returns the actors.

    Then it writes what is true: for the seat eyes[k], or where that is negative the first one to act, the legal actions into
    masks[k] and what it sees into views[k], its planes first; and the points and standings of every seat. There may be fewer
    views than masks; there is at least one mask.
    """
    for seat in range(len(chosen)):
        if chosen[seat] >= 0:
            play(states[0], seat, chosen[seat])
    if settle != 0:
        settle_chance(states[0], masks[0], dice[0])
    for row in range(len(masks)):
        legal(states[0], eyes[row] if eyes[row] >= 0 else max(first_actor(states[0]), 0), masks[row])
    for row in range(len(views)):
        for k in range(len(views[row])):
            views[row][k] = 0
        seat = eyes[row] if eyes[row] >= 0 else max(first_actor(states[0]), 0)
        observe(states[0], 0 if seat == CHANCE else seat, views[row][:planes], views[row][planes:])
    for seat in range(len(scores)):
        scores[seat] = points(states[0], seat)
        standings[seat] = standing(states[0], seat)
    return actors(states[0])
