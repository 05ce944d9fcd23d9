"""What is settled when a match is made, who sits at it, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass

from ponticello.engine.game import Value
from ponticello.server.matches.clock import ClockRule
from ponticello.server.matches.deal import Deal
from ponticello.server.matches.opening import Opening

PERSON, BOT, LINK, LOBBY = "person", "bot", "link", "lobby"
OPEN = (LINK, LOBBY)
WAITING, PLAYING, OVER = "waiting", "playing", "over"
PLAYED, RESIGNED, TIME, CLOSED = "played", "resigned", "time", "closed"


@dataclass(frozen=True)
class Seat:
    """Who sits there, or for whom the seat is open."""

    kind: str
    guest: str | None = None
    name: str = ""
    level: int = 0
    standin: bool = False  # a bot plays for the person, who may come back
    out: bool = False  # has resigned or run out of time, and cannot win any more
    expects: str = ""  # the name of whom an open seat is kept for; whoever has the link may take it all the same
    expects_guest: str | None = None  # and who that is

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot moves for this seat."""
        return self.kind == BOT or self.standin or self.out


@dataclass(frozen=True)
class Facts:
    """What is settled when a match is made."""

    id: str
    game: str
    options: dict[str, Value]
    seats: tuple[Seat, ...]
    clock: ClockRule | None
    seed: str
    created: float
    creator: str
    public: bool = False  # whether the lobby lists it while it is played
    chat: bool = False  # whether those who sit there know each other, and may write to each other
    opening: Opening | None = None  # what had been played before it began
    deal: Deal | None = None  # the deal of a day that is played here


@dataclass(frozen=True)
class Result:
    """How a match ended."""

    reason: str
    winners: tuple[int, ...]
    seat: int | None = None  # who resigned or ran out of time
