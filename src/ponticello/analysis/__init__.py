"""What a finished game could have been: reviews, and what was possible in hindsight."""

from ponticello.analysis.hindsight import follow_hindsight, hindsight
from ponticello.analysis.possible import Hindsight, Possible

__all__ = ["Hindsight", "Possible", "follow_hindsight", "hindsight"]
