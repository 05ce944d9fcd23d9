"""How a search plays on where its tree ends: everybody by what appeals, to the end or to the horizon, as its plan has it."""

from __future__ import annotations

import math

from ponticello.engine.dice import Dice, draw
from ponticello.engine.native import rule
from ponticello.engine.playouts import play_out
from ponticello.engine.record import Ints, Record
from ponticello.engine.verbs import CHANCE, actors, appeal, first_actor, learned_appeal, legal, mid_turn, play, sample
from ponticello.players.verdict import ONE, Plan


@rule
def charm_of(state: Record, seat: int, action: int, learned: int) -> int:
    """Returns how much an action appeals, as was learned or as the game has it."""
    return learned_appeal(state, seat, action) if learned == 1 else appeal(state, seat, action)


@rule
def pick(state: Record, seat: int, plan: Plan, marks: Ints, dice: Dice) -> int:
    """Draws some legal actions of a player and returns the most appealing; with a taste of 0 any, as likely as it looks."""
    taste = plan.taste
    if taste == 0:
        return pick_by_looks(state, seat, plan.heat, plan.learned, marks, dice)
    best = sample(state, seat, marks, dice)
    if taste > 1:
        most = charm_of(state, seat, best, plan.learned)
        for _ in range(1, taste):
            other = sample(state, seat, marks, dice)
            if other != best:
                charm = charm_of(state, seat, other, plan.learned)
                if charm > most:
                    best, most = other, charm
    return best


@rule
def pick_by_looks(state: Record, seat: int, heat: int, learned: int, marks: Ints, dice: Dice) -> int:
    """Draws one of all legal actions of a player, as likely as it looks; heat and learning are those of a plan."""
    legal(state, seat, marks)
    chosen, weights = -1, 0.0
    for action in range(len(marks)):
        if marks[action] == 1:
            weight = math.exp(heat * 0.00001 * charm_of(state, seat, action, learned))
            weights += weight
            if draw(dice, ONE) * weights < weight * ONE:  # each in its turn takes the place of those before it
                chosen = action
    return chosen


@rule
def let_others_act(state: Record, plan: Plan, marks: Ints, dice: Dice) -> int:
    """Where all act at once, has the others act until it is for the thinker or for chance; returns how many actions it took."""
    count = 0
    who = actors(state)
    while plan.apart == 1 and who != 0 and who >> CHANCE & 1 == 0 and who >> plan.seat & 1 == 0:
        seat = first_actor(state)
        play(state, seat, pick(state, seat, plan, marks, dice))
        count += 1
        who = actors(state)
    return count


@rule
def play_on(state: Record, plan: Plan, marks: Ints, dice: Dice, chance: Dice, played: Ints, stamp: int) -> int:
    """Plays to the end of the game, or past the horizon to the end of a turn; returns how many actions that took.

    For RAVE it notes who played what.
    """
    if plan.taste == 1 and plan.horizon == 0 and plan.rave == 0:
        return play_out(state, marks, dice, chance)
    count = 0
    seat = first_actor(state)
    while seat >= 0:
        if plan.horizon > 0 and count >= plan.horizon and not mid_turn(state, seat):
            return count
        if seat == CHANCE:
            play(state, CHANCE, sample(state, CHANCE, marks, chance))
        else:
            action = pick(state, seat, plan, marks, dice)
            if plan.rave > 0:
                played[seat * len(marks) + action] = stamp
            play(state, seat, action)
        count += 1
        seat = first_actor(state)
    return count
