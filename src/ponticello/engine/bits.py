"""Sets of up to 63 places as the bits of one number: how many there are, the lowest, the n-th.

Interpreted this is plain Python. Compiled, a count and the lowest member are one instruction each of LLVM's (`llvm.ctpop` and
`llvm.cttz`), which it has for GPUs too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ponticello.engine.native import instruction, rule

BYTE, BYTES = 8, 8

# The n-th member of every set of eight, 0 where it has no more.
NTH_OF_BYTE = np.array([([k for k in range(BYTE) if byte >> k & 1] + [0] * BYTE)[:BYTE] for byte in range(1 << BYTE)], np.int8)


def _emit_count(builder: Any, bits: Any) -> Any:
    return builder.ctpop(bits)


def _emit_lowest(builder: Any, bits: Any) -> Any:
    from numba.core.cgutils import true_bit

    return builder.cttz(bits, true_bit)  # true: nobody asks for the lowest member of an empty set


@instruction(_emit_count)
def count_bits(bits: int) -> int:
    """Returns how many members a set has."""
    return int(bits).bit_count()


@instruction(_emit_lowest)
def lowest_bit(bits: int) -> int:
    """Returns the lowest member of a set, which must have one."""
    return int(bits & -bits).bit_length() - 1


@rule
def without_lowest(bits: int) -> int:
    """Returns a set without its lowest member."""
    return bits & bits - 1


@rule
def nth_bit(bits: int, n: int) -> int:
    """Returns a member of a set by its number, from 0 for the lowest; there must be more than n.

    Bytes with no more than n members up to their end are passed over. They are counted side by side and without a branch, since a
    random n makes every branch a guess: a loop that takes off one member after another was slower in every game.
    """
    passed = 0
    for byte in range(1, BYTES):
        passed += count_bits(bits & (1 << BYTE * byte) - 1) <= n
    below = BYTE * passed
    left = n - count_bits(bits & (1 << below) - 1)
    return below + int(NTH_OF_BYTE[bits >> below & 0xFF, left & BYTE - 1])
