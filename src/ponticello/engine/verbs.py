"""What every game answers about a position. Generic code (playouts, search, tables) is written in these words only.

An *action* is the smallest thing a hand does on the table; each game numbers its own from 0. A *seat* is a player's place,
from 0; `CHANCE` is the seat of the cards and the dice. Several seats may be to act at once.
"""

from __future__ import annotations

from ponticello.engine.bits import lowest_bit
from ponticello.engine.dice import Dice, draw
from ponticello.engine.native import generic, inlined, rule
from ponticello.engine.record import Ints, Record

CHANCE = 7
LEGAL = 0


@generic
def actors(state: Record) -> int:
    """Returns who may act now, a bit for each seat (1 << seat); 0 when the game is over."""
    raise NotImplementedError


@generic
def refusal(state: Record, seat: int, action: int) -> int:
    """Returns LEGAL, or the number of the rule that refuses the action. A legal action can always be completed to a turn."""
    raise NotImplementedError


@inlined
@generic
def play(state: Record, seat: int, action: int) -> None:
    """Carries out a legal action."""
    raise NotImplementedError


@generic
def points(state: Record, seat: int) -> int:
    """Returns what a seat has scored, as the game counts it."""
    raise NotImplementedError


@generic
def standing(state: Record, seat: int) -> int:
    """Returns a number that is higher for the seat that stands better, tie-breaks included."""
    return points(state, seat)


@generic
def mid_turn(state: Record, seat: int) -> bool:
    """Tells whether a seat has begun a turn that it must still complete."""
    return False


@generic
def weight(state: Record, action: int) -> int:
    """Returns in how many equally likely ways an action of chance can come about."""
    return 1


@generic
def hide(state: Record, seat: int) -> None:
    """Wipes from the position whatever a seat may not see."""


@generic
def add_legal(state: Record, seat: int, marks: Ints) -> int:
    """Marks each legal action of a seat with 1 where all is 0 so far; returns how many there are.

    A batch clears its mask as a whole before it asks, which on a GPU is many times faster than game by game.
    """
    count = 0
    for action in range(len(marks)):
        if refusal(state, seat, action) == LEGAL:
            marks[action] = 1
            count += 1
    return count


@generic
def legal(state: Record, seat: int, marks: Ints) -> int:
    """Marks each legal action of a seat with 1 and every other with 0; returns how many there are."""
    for action in range(len(marks)):
        marks[action] = 0
    return add_legal(state, seat, marks)


@generic
def observe(state: Record, seat: int, planes: Ints, scalars: Ints) -> None:
    """Writes what a seat sees, from its own point of view, where all is 0 so far: planes over the board, and a row of scalars.

    Planes come one after another, each row by row: (plane * height + row) * width + column. The game's `ObservationSpec` says
    what they mean. Nothing that `hide` would wipe may be in them.
    """


@rule
def first_actor(state: Record) -> int:
    """Returns the lowest seat that may act, or -1 when the game is over."""
    who = actors(state)
    return lowest_bit(who) if who != 0 else -1


@inlined
@generic
def sample(state: Record, seat: int, marks: Ints, dice: Dice) -> int:
    """Draws a legal action: evenly for a player, by weight for chance. `marks` is room to work in."""
    legal(state, seat, marks)
    total = 0
    for action in range(len(marks)):
        if marks[action] == 1:
            total += weight(state, action) if seat == CHANCE else 1
    left = draw(dice, total)
    for action in range(len(marks)):
        if marks[action] == 1:
            left -= weight(state, action) if seat == CHANCE else 1
            if left < 0:
                return action
    return -1


# What a game knows beyond its rules, for players to think with; a game that says nothing is still played, only worse.


@generic
def appeal(state: Record, seat: int, action: int) -> int:
    """Returns how good a legal action looks at a glance, from what lies around it.

    100 more makes an action e times as likely to be the one to play, so 0 is nothing special and 300 stands out.
    """
    return 0


@generic
def learned_appeal(state: Record, seat: int, action: int) -> int:
    """Returns the appeal of a legal action as it was learned from play; the other one where nothing was learned."""
    return appeal(state, seat, action)


@generic
def signs(state: Record, seat: int, action: int, found: Ints) -> int:
    """Writes down what is seen of an action at a glance, as numbers of weights that can be learned; returns how many they are."""
    return 0


@generic
def outlook(state: Record, seat: int) -> int:
    """Returns what a seat can hope for in the end, in hundredths of a point, more being better; at the end, what it has."""
    return 100 * points(state, seat)


# What a game says for those who search it to the end, such as the puzzles.


@generic
def fingerprint(state: Record) -> int:
    """Returns a number that two positions share if the same can follow from both, and else almost never; 0 if nothing is known.

    Who laid what first, and whatever else changes nothing any more, should not be in it.
    """
    return 0


@generic
def aim(state: Record, seat: int, goal: int) -> int:
    """Returns how far a seat has come with one of the goals of its game, by the number of the goal; more is better."""
    return 0
