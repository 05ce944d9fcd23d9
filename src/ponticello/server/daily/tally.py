"""What comes of the tries of a day and of all days: places, and how results are spread."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ponticello.engine.game import Rulebook
from ponticello.engine.words import say
from ponticello.server.storage.daily import HOUSE, Try
from ponticello.table.days import end_of

MOST_ROWS = 6  # of a distribution
MOST_PLACES = 50  # of the table of the day, and one's own
NO_PLACE = -math.inf


@dataclass(frozen=True)
class Place:
    """A line of the table of the day."""

    rank: int | None  # None for who has not come to an end
    name: str
    result: str
    is_you: bool


def counts(tried: Try) -> bool:
    """Tells whether a try has ended while its day lasted; after that the cards are no secret any more."""
    return tried.solved is not None or (tried.ended is not None and tried.ended < end_of(tried.day))


def told_result(book: Rulebook, tried: Try) -> str:
    """Returns what came of a try, in words that give nothing away."""
    if tried.solved is not None:
        return say("solved") if tried.solved else say("not solved")
    if tried.ended is None:
        return say("being played")
    if tried.score is None:
        return say("given up")
    return book.worth(tried.score) if counts(tried) else say("{result}, after the day was over", result=book.worth(tried.score))


def places(book: Rulebook, tries: Sequence[Try], guest: str | None) -> list[Place]:
    """Returns the top of the table of a day, and a guest's own place: who is as good as another shares it, no result is last."""
    ended = sorted((one for one in tries if one.guest != HOUSE and one.is_over), key=_worth, reverse=True)
    first: dict[float, int] = {}  # of those who are as good as each other
    found = []
    for number, one in enumerate(ended, start=1):
        rank = None if _worth(one) == NO_PLACE else first.setdefault(_worth(one), number)
        if number <= MOST_PLACES or one.guest == guest:
            found.append(Place(rank, one.name, told_result(book, one), one.guest == guest))
    return found


def _worth(tried: Try) -> float:
    """Returns how good a try was among those of its day."""
    if tried.solved is not None:
        return 1 if tried.solved else NO_PLACE
    return tried.standing if tried.standing is not None and tried.score is not None and counts(tried) else NO_PLACE


def distribution(scores: Sequence[int]) -> list[tuple[str, int]]:
    """Returns how often results were in each of a few ranges, the lowest first.

    >>> distribution([3, 3, 5]), distribution([10, 12, 25, 31, 32, 40, 41])
    ([('3', 2), ('4', 0), ('5', 1)], [('10-15', 2), ('16-21', 0), ('22-27', 1), ('28-33', 2), ('34-39', 0), ('40-45', 2)])
    """
    if not scores:
        return []
    least, most = min(scores), max(scores)
    step = -(-(most - least + 1) // MOST_ROWS)
    return [
        (str(first) if step == 1 else f"{first}-{first + step - 1}", sum(first <= score < first + step for score in scores))
        for first in range(least, most + 1, step)
    ]
