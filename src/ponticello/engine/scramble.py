"""Numbers to tell positions apart by: all that can be said of one has a random number, and a position is all of its, mixed.

They are the same on every machine, interpreted and compiled.
"""

from __future__ import annotations

import numpy as np

from ponticello.engine.native import rule

PLACES, VALUES, LOWEST = 1024, 32, -8
NUMBERS = np.random.Generator(np.random.PCG64(20_260_815)).integers(1, (1 << 63) - 1, PLACES * VALUES, np.int64)


@rule
def number_for(place: int, value: int) -> int:
    """Returns the random number for a value from -8 to 23 at a place: below 512 a game's own, above a search's."""
    return int(NUMBERS[place * VALUES + value - LOWEST])
