"""Whole games played one after another on one core: at random, or greedily with a look at the end of the turn.

A greedy seat tries each of its legal actions on a copy of the position, completes the turn with whatever is best at each step,
and takes the action after which its outlook is best; of equally good ones any. It knows nothing of a game but the verbs, so it
plays them all. Boards are tried out with it, and it is the least that a real player must beat.
"""

from __future__ import annotations

from ponticello.engine.dice import Dice, draw
from ponticello.engine.native import compiled, rule
from ponticello.engine.record import Ints, R, Records, Rows
from ponticello.engine.verbs import CHANCE, first_actor, legal, mid_turn, outlook, play, points, sample

RANDOM, GREEDY = 0, 1
TRIALS = 2  # the copies of a position, and the lists of legal actions, that a greedy choice needs


@rule
def best_step(state: R, trials: Records[R], seat: int, marks: Ints, dice: Dice) -> int:
    """Returns the legal action right after which a seat's outlook is best. It tries them in trials[1]."""
    legal(state, seat, marks)
    best, most, equals = -1, 0, 0
    for action in range(len(marks)):
        if marks[action] == 1:
            trials[1] = state
            play(trials[1], seat, action)
            reached = outlook(trials[1], seat)
            if best < 0 or reached > most:
                best, most, equals = action, reached, 1
            elif reached == most:
                equals += 1
                if draw(dice, equals) == 0:  # of k equal ones each is kept with chance 1/k
                    best = action
    return best


@rule
def greedy_action(state: R, trials: Records[R], seat: int, marks: Rows, dice: Dice, overlooks: int) -> int:
    """Returns the legal action after which a seat's outlook is best at the end of its turn. It tries them in trials[0].

    Of every 1000 actions it overlooks some, but never all.
    """
    left = legal(state, seat, marks[0])
    best, most, equals = -1, 0, 0
    for action in range(len(marks[0])):
        if marks[0][action] == 1:
            left -= 1
            if overlooks > 0 and draw(dice, 1000) < overlooks and (left > 0 or best >= 0):
                continue
            trials[0] = state
            play(trials[0], seat, action)
            while mid_turn(trials[0], seat):
                play(trials[0], seat, best_step(trials[0], trials, seat, marks[1], dice))
            reached = outlook(trials[0], seat)
            if best < 0 or reached > most:
                best, most, equals = action, reached, 1
            elif reached == most:
                equals += 1
                if draw(dice, equals) == 0:
                    best = action
    return best


@compiled
def run_games(
    finals: Records[R], trials: Records[R], start: Records[R], dice: Records[Dice], marks: Rows, manner: int, scores: Rows
) -> int:
    """Plays a game from start[0] to its end in each of the finals, RANDOM or GREEDY, and writes down each seat's points.

    Returns how many actions that took.
    """
    count = 0
    for game in range(len(finals)):
        finals[game] = start[0]
        seat = first_actor(finals[game])
        while seat >= 0:
            if manner == GREEDY and seat != CHANCE:
                action = greedy_action(finals[game], trials, seat, marks, dice[0], 0)
            else:
                action = sample(finals[game], seat, marks[0], dice[0])
            play(finals[game], seat, action)
            count += 1
            seat = first_actor(finals[game])
        for place in range(len(scores[game])):
            scores[game][place] = points(finals[game], place)
    return count


@compiled
def choose_greedily(states: Records[R], trials: Records[R], dice: Records[Dice], seat: int, marks: Rows, overlooks: int) -> int:
    """Returns the greedy action of a seat in states[0]."""
    return greedy_action(states[0], trials, seat, marks, dice[0], overlooks)
