"""How strong a solver is and how hard a puzzle, on one scale: each try is a game between the two, rated after Elo.

A try has one person, one puzzle and two outcomes, which is the case Elo's formula was made for. The arena's openskill rates teams
and places, and would bring the web table a dependency for what is five lines.
"""

from __future__ import annotations

from dataclasses import dataclass

BEGINNER = 1200.0  # who has not tried any puzzle yet
SCALE = 400.0  # so many points more make the odds ten to one
QUICK, STEADY = 96.0, 20.0  # the most that a try changes: of who is new, and of who is well known
PUZZLE_QUICK, PUZZLE_STEADY = 32.0, 6.0  # of a puzzle, which the machine has graded before
SETTLED = 12  # tries after which half of the quick part is gone


@dataclass(frozen=True)
class Rated:
    """A rating, and after how many tries."""

    rating: float
    tries: int = 0


def chance(solver: float, puzzle: float) -> float:
    """Returns how likely a solver is to solve a puzzle.

    >>> chance(1500, 1500), round(chance(1900, 1500), 2)
    (0.5, 0.91)
    """
    return 1 / (1 + 10 ** ((puzzle - solver) / SCALE))


def after_try(solver: Rated, puzzle: Rated, solved: bool) -> tuple[Rated, Rated]:
    """Returns both as they are rated after a try.

    >>> after_try(Rated(1200), Rated(1200), solved=True)
    (Rated(rating=1248.0, tries=1), Rated(rating=1184.0, tries=1))
    """
    surprise = solved - chance(solver.rating, puzzle.rating)
    stronger = solver.rating + surprise * _step(solver.tries, QUICK, STEADY)
    easier = puzzle.rating - surprise * _step(puzzle.tries, PUZZLE_QUICK, PUZZLE_STEADY)
    return Rated(stronger, solver.tries + 1), Rated(easier, puzzle.tries + 1)


def _step(tries: int, quick: float, steady: float) -> float:
    return steady + (quick - steady) * SETTLED / (SETTLED + tries)
