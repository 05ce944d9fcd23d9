"""The dice: sfc32 exactly, the same numbers interpreted and compiled, even, and apart from each other."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ponticello.engine.dice import Dice, draw, new_dice, next_word, seed_dice
from ponticello.engine.playouts import run_moves
from ponticello.engine.record import Records
from tests.engine.variants import VARIANTS
from tests.engine.warmth import warm_up

MASK = 2**32 - 1
SEEDS = [(0, 0), (1, 0), (1, 1), (2**32, 0), (2**63 - 1, 2**32 - 1), (0x0123456789ABCDEF, 42)]


class PlainSfc32:
    """The published generator, written down once more: every step cut to 32 bits."""

    def __init__(self, a: int, b: int, c: int) -> None:
        self.a, self.b, self.c, self.counter = a & MASK, b & MASK, c & MASK, 1
        for _ in range(12):
            self.next()

    def next(self) -> int:
        total = (((self.a + self.b) & MASK) + self.counter) & MASK
        self.counter = (self.counter + 1) & MASK
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + ((self.c << 3) & MASK)) & MASK
        rotated = ((self.c << 21) & MASK) | (self.c >> 11)
        self.c = (rotated + total) & MASK
        return total


@pytest.mark.parametrize(("seed", "stream"), SEEDS)
def test_the_dice_are_sfc32(seed: int, stream: int) -> None:
    dice, plain = new_dice(seed, stream), PlainSfc32(seed, seed >> 32, stream)
    assert [next_word(dice) for _ in range(300)] == [plain.next() for _ in range(300)]
    assert (dice.a, dice.b, dice.c, dice.counter) == (plain.a, plain.b, plain.c, plain.counter)


def test_the_dice_never_change() -> None:
    """Seeds in files and puzzles rely on these numbers."""
    dice = new_dice(2026, 11)
    plain = PlainSfc32(2026, 0, 11)
    assert [draw(dice, 6) for _ in range(20)] == [plain.next() * 6 // 2**32 for _ in range(20)]


def test_the_counter_wraps_around() -> None:
    dice = new_dice(1)
    dice.counter = MASK
    next_word(dice)
    assert dice.counter == 0


def test_draws_are_even_and_in_range() -> None:
    dice = new_dice(7)
    for count in (1, 2, 3, 6, 7, 100):
        draws = Counter(draw(dice, count) for _ in range(200 * count))
        assert sorted(draws) == list(range(count))
        chi = sum((seen - 200) ** 2 / 200 for seen in draws.values())
        assert chi < count + 5 * (2 * count) ** 0.5 + 5


def test_streams_and_seeds_are_unrelated() -> None:
    first = {
        (seed, stream): tuple(next_word(d) for _ in range(3))
        for seed in range(30)
        for stream in range(30)
        for d in [new_dice(seed, stream)]
    }
    words = [word for three in first.values() for word in three]
    assert len(set(first.values())) == 900 and len(set(words)) > 2690


def test_any_seed_is_taken() -> None:
    for seed in (-1, 2**63, 2**64 - 1, 10**30):
        assert 0 <= next_word(new_dice(seed)) <= MASK


def test_seeding_starts_afresh() -> None:
    dice = new_dice(5, 6)
    expected = [next_word(dice) for _ in range(5)]
    seed_dice(dice, 5, 6)
    assert [next_word(dice) for _ in range(5)] == expected


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "stream"), SEEDS)
def test_compiled_dice_give_the_same_numbers(seed: int, stream: int) -> None:
    """The compiled generator is seen through a random game, which leaves it where the interpreted one is left."""
    variant = VARIANTS[-1]
    warm_up(variant.name)
    native, plain = (Records(Dice, new_dice(seed, stream).array) for _ in range(2))
    marks, moves = np.zeros(variant.rulebook.actions, np.int8), np.zeros(500, np.int64)
    count = run_moves(Records.of(variant.start().state, 1), native, marks, moves)
    assert run_moves.function(Records.of(variant.start().state, 1), plain, marks.data, np.zeros(500, np.int64).data) == count > 0
    assert native.array.tobytes() == plain.array.tobytes()
