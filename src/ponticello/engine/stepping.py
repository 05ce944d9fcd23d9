"""One game of a batch: how it begins, steps, ends and begins again, the same in the loops of a processor and on a GPU."""

from __future__ import annotations

from ponticello.engine.dice import Dice, seed_dice
from ponticello.engine.native import rule
from ponticello.engine.record import Ints, R, Record, Records, Rows
from ponticello.engine.verbs import CHANCE, first_actor, play, points, sample, standing

OFF, NEXT_STEP, SAME_STEP = 0, 1, 2  # when a game that is over begins again
NOT_NOW, AGAIN, AFRESH = 0, 1, 2  # how a game begins: with dice that go on, or with new ones
CHOOSING = 1 << 30  # a stream of dice far from those of chance, for who plays at random


@rule
def settle_chance(state: Record, marks: Ints, dice: Dice) -> None:
    """Lets chance act until a player is to act or the game is over."""
    while first_actor(state) == CHANCE:
        play(state, CHANCE, sample(state, CHANCE, marks, dice))


@rule
def begin(states: Records[R], start: Records[R], game: int, dice: Records[Dice], marks: Ints) -> None:
    """Puts a game back to its start and settles chance; its dice go on from where they are."""
    states[game] = start[0]
    settle_chance(states[game], marks, dice[game])


@rule
def begin_as_told(
    states: Records[R],
    start: Records[R],
    game: int,
    dice: Records[Dice],
    choices: Records[Dice],
    marks: Ints,
    seed: int,
    stream: int,
    how: int,
) -> None:
    """Leaves a game as it is, begins it again, or begins it with fresh dice."""
    if how == AFRESH:
        seed_dice(dice[game], seed, stream)
        seed_dice(choices[game], seed, stream + CHOOSING)
    if how != NOT_NOW:
        begin(states, start, game, dice, marks)


@rule
def step(
    states: Records[R],
    start: Records[R],
    game: int,
    dice: Records[Dice],
    marks: Ints,
    action: int,
    reset: int,
    ended: Ints,
    scores: Rows,
    standings: Rows,
) -> None:
    """Plays a legal action and settles chance. A game that ends by it notes its result, and begins again when it is time to."""
    ended[game] = 0
    seat = first_actor(states[game])
    if seat < 0:
        if reset == NEXT_STEP:
            begin(states, start, game, dice, marks)
        return
    play(states[game], seat, action)
    settle_chance(states[game], marks, dice[game])
    if first_actor(states[game]) < 0:
        ended[game] = 1
        for each in range(len(scores[game])):
            scores[game][each] = points(states[game], each)
            standings[game][each] = standing(states[game], each)
        if reset == SAME_STEP:
            begin(states, start, game, dice, marks)


@rule
def choose(state: Record, marks: Ints, dice: Dice) -> int:
    """Draws a legal action of the seat to act, or -1 where the game is over."""
    seat = first_actor(state)
    return sample(state, seat, marks, dice) if seat >= 0 else -1


@rule
def eyes(state: Record, seats: Ints, game: int) -> int:
    """Returns the seat that looks: the one asked for, or where that is -1 the one to act, or the first if the game is over."""
    return seats[game] if seats[game] >= 0 else max(first_actor(state), 0)
