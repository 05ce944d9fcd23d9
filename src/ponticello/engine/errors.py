"""Everything that can go wrong on a table, each in one sentence that says what to do."""

from __future__ import annotations

from ponticello.engine.words import say


class PonticelloError(ValueError):
    """The family of all errors this package raises on purpose."""


class UnknownGame(PonticelloError):
    """There is no game of that name."""


class BrokenGame(PonticelloError):
    """A folder of a game cannot be played; the message says which game, in which file, and what is missing."""


class BadOption(PonticelloError):
    """An option, or the number of players, is not one the game knows."""


class BadNotation(PonticelloError):
    """The text of a move cannot be read."""


class IllegalMove(PonticelloError):
    """A rule of the game refuses the move. The message explains it, and `rule` is its name for programs, such as OCCUPIED."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule  # one of the names in `rulebook.refusals`; empty where no rule of the game refuses


class NotYourTurn(PonticelloError):
    """The seat may not act now."""


class BadData(PonticelloError):
    """A data file (a board, a deck, a set of tiles) is not what the game needs; the message names file and key."""


class UnknownKey(BadData):
    """A data file has a key of its own that means nothing; `key` is it, `allowed` are those that mean something."""

    def __init__(self, message: str, key: str, allowed: tuple[str, ...]) -> None:
        super().__init__(message)
        self.key, self.allowed = key, allowed


class BadRecord(PonticelloError):
    """A record file breaks its format or the rules; the message gives the line."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else say("line {line}: {what}", line=line, what=message))
        self.line = line


class PlayerFailed(PonticelloError):
    """A program outside that plays for a seat has crashed, hung or broken the protocol; the message names it and says how."""


class NoHindsight(PonticelloError):
    """There can be no hindsight: the match is not over, its game has no model, or the solver is not installed."""
