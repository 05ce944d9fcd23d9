"""What is seen of an action at a glance, and the weights that say how much each sign appeals.

A game that has its appeal learned says in `signs` which weights an action adds up: a sign is the number of a weight. Its own
`appeal` is their sum, so that what is learned (`learn/glance.py`) and what is played are the same rules.
"""

from __future__ import annotations

import math
from typing import cast

import numpy as np

from ponticello.engine.native import rule
from ponticello.engine.record import Ints

NONE = 0  # a sign that weighs nothing
MOST_SIGNS = 32  # of one action


class Weights:
    """Hands out the numbers of weights, table by table."""

    def __init__(self) -> None:
        self.count = 1  # the first is that of no sign

    def table(self, *shape: int) -> int:
        """Returns the number of the first weight of a table; the others follow, row by row."""
        first = self.count
        self.count += math.prod(shape)
        return first

    def read(self, text: str) -> Ints:
        """Reads all weights, in hundredths; an empty text is for what has not been learned yet."""
        weights = np.array(text.split() or ["0"] * self.count, np.int64)
        if len(weights) != self.count:
            raise ValueError(f"{len(weights)} weights where the signs ask for {self.count}: learn them anew")
        return cast(Ints, weights)


@rule
def note(signs: tuple[int, ...], found: Ints, count: int) -> int:
    """Writes down some signs behind others; returns how many there are then."""
    for k in range(len(signs)):
        if signs[k] != NONE:
            found[count] = signs[k]
            count += 1
    return count


@rule
def weigh(weights: Ints, signs: tuple[int, ...]) -> int:
    """Returns what some signs weigh together."""
    charm = 0
    for k in range(len(signs)):
        charm += int(weights[signs[k]])
    return charm
