"""What a finished game could have been: reviews, and what was possible in hindsight.

>>> import ponticello as pc
>>> match = pc.game("skybridge").match(2, seed=7)
>>> pc.analysis.review(match)
Traceback (most recent call last):
...
ponticello.engine.errors.BadOption: the match is not over; only a finished one can be reviewed
"""

from ponticello.analysis.ended import Ended
from ponticello.analysis.hindsight import follow_hindsight, hindsight
from ponticello.analysis.model import Balance, Review, Step
from ponticello.analysis.possible import Hindsight, Possible
from ponticello.analysis.reviewing import review, reviewing

__all__ = [
    "Balance",
    "Ended",
    "Hindsight",
    "Possible",
    "Review",
    "Step",
    "follow_hindsight",
    "hindsight",
    "review",
    "reviewing",
]
