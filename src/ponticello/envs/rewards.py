"""What a game is worth to those who play it."""

from __future__ import annotations

from collections.abc import Sequence

from ponticello.engine.game import Rulebook


def results(standings: Sequence[int]) -> list[float]:
    """Returns what each seat has won by the end of a game: 1 for who wins alone, and in sum 0.

    >>> results([5, 3]), results([4, 4]), results([7, 1, 7])
    ([1.0, -1.0], [0.0, 0.0], [0.25, -0.5, 0.25])
    """
    seats, most = len(standings), max(standings)
    winners = sum(standing == most for standing in standings)
    won = (seats / winners - 1) / (seats - 1)
    return [won if standing == most else -1 / (seats - 1) for standing in standings]


def direction(rulebook: Rulebook) -> int:
    """Returns 1 where points are good to have, and -1 where they are lost."""
    return -1 if rulebook.fewest_win else 1


def gains(rulebook: Rulebook, before: Sequence[int], after: Sequence[int]) -> list[float]:
    """Returns what each seat has gained in points, more being better."""
    sign = direction(rulebook)
    return [float(sign * (now - then)) for then, now in zip(before, after, strict=True)]
