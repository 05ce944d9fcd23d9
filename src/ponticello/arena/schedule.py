"""Who meets whom, where they sit and which deal they get.

All pairings play the same deals, and a pairing plays a deal once from every seat. A deal is complete before the next begins, so
that a tournament that is stopped early has been fair to everybody, and one that is made longer begins with the same games.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, count, permutations

Seating = tuple[int, ...]  # the number of the entrant in each seat


@dataclass(frozen=True)
class Fixture:
    """A game to be played."""

    number: int
    deal: int
    seats: Seating


def pairings(entrants: int, seats: int) -> list[Seating]:
    """Returns who meets whom: everybody with everybody. Where there are more seats than entrants, they share them as evenly
    as can be.

    >>> pairings(3, 2)
    [(0, 1), (0, 2), (1, 2)]
    >>> pairings(2, 3)
    [(0, 0, 1), (0, 1, 1)]
    """
    if entrants >= seats:
        return list(combinations(range(entrants), seats))
    each, left = divmod(seats, entrants)
    return [tuple(sorted([*range(entrants)] * each + [*extra])) for extra in combinations(range(entrants), left)]


def rotations(order: Seating) -> list[Seating]:
    """Returns the ways to sit in one order round the table.

    >>> rotations((0, 1, 2))
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    return [order[k:] + order[:k] for k in range(len(order))]


def orders(pairing: Seating) -> list[Seating]:
    """Returns the orders round the table in which moving on by a seat always makes a difference."""
    found = {min(rotations(order)) for order in permutations(pairing)}
    return sorted(order for order in found if len(set(rotations(order))) == len(order))


def rounds(entrants: int, seats: int) -> Iterator[list[Fixture]]:
    """Yields, without end, the games of each deal: every pairing, moving on until everybody has had every seat.

    From deal to deal the order round the table changes, so that nobody always plays after the same neighbour.
    """
    number = count()
    for deal in count():
        seatings = (rotations(ways[deal % len(ways)]) for ways in map(orders, pairings(entrants, seats)))
        yield [Fixture(next(number), deal, seating) for ways in seatings for seating in ways]


def schedule(entrants: int, seats: int, games: int) -> list[Fixture]:
    """Returns the games of a tournament in which every pairing plays so many, rounded up to whole deals."""
    deals = -(-games // seats)
    return [fixture for _, fixtures in zip(range(deals), rounds(entrants, seats), strict=False) for fixture in fixtures]
