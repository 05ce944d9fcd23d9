"""What a turn is called, by what it gave up."""

from __future__ import annotations

from ponticello.analysis.model import FIND, MISTAKE, POINT, SLIP, TURNING_POINT, VICTORY, Amounts, Study

LEAST = 64  # simulations in each position, before anything is called by a name

# What a turn must have given up to be a slip, a mistake, and in any case a turning point: shares of the victory; alone, points.
SHARES = (VICTORY * 5 // 100, VICTORY * 10 // 100, VICTORY * 25 // 100)
POINTS = (1 * POINT, 5 * POINT // 2, 5 * POINT)


def thresholds(players: int) -> tuple[int, int, int]:
    """Returns from what loss on a turn is a slip, a mistake and, whatever came of it, a turning point."""
    return SHARES if players > 1 else POINTS


def verdict_on(seat: int, found: Study, before: Amounts, after: Amounts) -> str:
    """Returns what a turn of a seat is called; nothing if it is not worth a word, or not certain enough.

    A mistake that takes the lead away is a turning point too. The best turn is well seen if what looks best at first sight would
    have been a slip at least.
    """
    if found.simulations < LEAST:
        return ""
    slip, mistake, turning = thresholds(len(before))
    loss = -found.given_up[seat]
    if loss <= 0:
        return FIND if found.overlooked >= slip else ""
    if not found.sure or loss < slip:
        return ""
    if loss >= turning or (loss >= mistake and leads(before, seat) and not leads(after, seat)):
        return TURNING_POINT
    return MISTAKE if loss >= mistake else SLIP


def leads(expected: Amounts, seat: int) -> bool:
    """Tells whether nobody has better prospects than a seat; alone nobody else has any."""
    return len(expected) > 1 and expected[seat] == max(expected)
