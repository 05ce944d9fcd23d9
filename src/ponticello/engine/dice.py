"""A small seeded random generator that lives beside a position, never inside it.

It is sfc32 (Chris Doty-Humphrey's "small fast counter"): 128 bits of state, additions and shifts of 32-bit words only,
so it gives the same numbers interpreted, compiled and on a GPU.
"""

from __future__ import annotations

from ponticello.engine.native import rule
from ponticello.engine.record import Record, int64

WORD = 0xFFFFFFFF
WARM_UP = 12


class Dice(Record):
    """The generator's state."""

    a: int64
    b: int64
    c: int64
    counter: int64


@rule
def next_word(dice: Dice) -> int:
    """Draws 32 random bits."""
    a, b, c = dice.a, dice.b, dice.c
    word = (a + b + dice.counter) & WORD
    dice.counter = (dice.counter + 1) & WORD
    dice.a = b ^ (b >> 9)
    dice.b = (c + (c << 3)) & WORD
    dice.c = (((c << 21) | (c >> 11)) + word) & WORD
    return word


@rule
def draw(dice: Dice, count: int) -> int:
    """Draws one of 0 .. count-1, evenly (the bias is below count / 2**32)."""
    return (next_word(dice) * count) >> 32


@rule
def seed_dice(dice: Dice, seed: int, stream: int) -> None:
    """Starts the generator afresh; equal seeds with different streams are unrelated."""
    dice.a = seed & WORD
    dice.b = (seed >> 32) & WORD
    dice.c = stream & WORD
    dice.counter = 1
    for _ in range(WARM_UP):
        next_word(dice)


def new_dice(seed: int, stream: int = 0) -> Dice:
    """Returns a freshly seeded generator."""
    dice = Dice()
    seed_dice(dice, seed & 0x7FFFFFFFFFFFFFFF, stream)
    return dice
