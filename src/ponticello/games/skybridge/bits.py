"""Sets of up to forty members as the bits of one number: how many there are, and which is the n-th.

Both are asked at every step of a random game, so they count in all bytes at once and never branch.
"""

from __future__ import annotations

import numpy as np

from ponticello.engine.native import rule

BYTE, BYTES = 8, 5
EACH_BYTE = 0x0101010101
WHOLE = 0xFFFFFFFFFF

# The n-th member of every set of eight, at set * 8 + n.
NTH_OF_BYTE = np.array(
    [([k for k in range(BYTE) if places >> k & 1] + [0] * BYTE)[n] for places in range(1 << BYTE) for n in range(BYTE)], np.int8
)


@rule
def running_counts(places: int) -> int:
    """Returns five bytes: how many members lie in the first byte of a set, in the first two, and so on up to all."""
    by_two = places - (places >> 1 & 0x5555555555)
    by_four = (by_two & 0x3333333333) + (by_two >> 2 & 0x3333333333)
    by_byte = by_four + (by_four >> 4) & 0x0F0F0F0F0F
    return by_byte * EACH_BYTE & WHOLE


@rule
def size(places: int) -> int:
    """Returns how many members a set has."""
    return running_counts(places) >> BYTE * (BYTES - 1)


@rule
def nth(places: int, index: int) -> int:
    """Returns a member of a set by its number, from 0 for the lowest."""
    counts = running_counts(places)
    # The top bit of a byte survives where at most `index` members lie in the bytes so far: those bytes are passed over.
    passed = ((index * EACH_BYTE | 0x8080808080) - counts & 0x8080808080) >> 7
    shift = (passed * EACH_BYTE >> BYTE * (BYTES - 1) & 0xFF) * BYTE
    left = index - (counts << BYTE >> shift & 0xFF) & BYTE - 1
    return shift + int(NTH_OF_BYTE[(places >> shift & 0xFF) * BYTE + left])
