"""The heights of all nine towers in one number: in binary, written across the towers.

Nine bits hold the ones of all heights, the next nine the twos, then the fours, and so on. So one step looks at the same digit of
every tower.
"""

from __future__ import annotations

import numpy as np

from ponticello.engine.native import rule
from ponticello.games.skybridge.board import ALL_TOWERS, TOWERS

DIGITS = 7
MOST = (1 << DIGITS) - 1

# Every height as the first tower's.
ACROSS = np.array(
    [sum((height >> digit & 1) << digit * TOWERS for digit in range(DIGITS)) for height in range(MOST + 1)], np.int64
)


@rule
def lowest_of(heights: int, towers: int) -> int:
    """Returns the lowest of a set of towers: from the highest digit down, those with a 0 there if there are any."""
    for digit in range(DIGITS - 1, -1, -1):
        lower = towers & ~(heights >> digit * TOWERS)
        if lower != 0:
            towers = lower
    return towers


@rule
def with_height(heights: int, tower: int, before: int, after: int) -> int:
    """Returns the heights after a tower has grown."""
    return heights ^ int(ACROSS[(before ^ after) & MOST]) << tower


@rule
def as_high_as(heights: int, height: int) -> int:
    """Returns the towers of a height: those that differ from it in no digit."""
    differ = heights ^ int(ACROSS[height & MOST]) * ALL_TOWERS
    differ |= differ >> TOWERS
    differ |= differ >> 2 * TOWERS
    differ |= differ >> 3 * TOWERS
    return ~differ & ALL_TOWERS
