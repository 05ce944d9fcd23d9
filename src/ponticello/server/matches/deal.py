"""The deal of a day: which match belongs to it, and until when it is a secret."""

from __future__ import annotations

from dataclasses import dataclass

from ponticello.table.days import day_of


@dataclass(frozen=True)
class Deal:
    """To which day's deal a match belongs."""

    day: str  # in UTC, as 2026-11-16
    counted: bool  # whether it is the one try of a guest that counts; all others are for practice


def is_shut(deal: Deal | None, now: float) -> bool:
    """Tells whether a match is still a secret between the table and who plays it: others have the same cards before them."""
    return deal is not None and day_of(now) <= deal.day
