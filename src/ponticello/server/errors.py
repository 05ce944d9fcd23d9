"""What can go wrong between a person and a table, each in one sentence that says what to do."""

from __future__ import annotations

from ponticello.engine.errors import PonticelloError

GONE = 410  # how a match is answered that was there and cannot be read any more


class NoSuchMatch(PonticelloError):
    """There is no match behind this link."""


class NoSuchDay(PonticelloError):
    """Nothing was dealt on this day."""


class NotYourSeat(PonticelloError):
    """The seat is somebody else's."""


class NotNow(PonticelloError):
    """What is asked for is not possible at this moment of the match."""


class Stale(PonticelloError):
    """The table has moved on since the page was drawn."""


class TooMany(PonticelloError):
    """Somebody asks too often; a pause helps."""


class NobodyKnown(PonticelloError):
    """Who asks is not known: the cookie or the token is missing or wrong."""


class NotByToken(PonticelloError):
    """A program asks for what only its owner may do, in person."""
