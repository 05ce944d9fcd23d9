"""How a server is run: where it keeps its matches, and how patient it is."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from ponticello.engine.errors import BadOption

DATABASE = "PONTICELLO_DATABASE"


def default_database() -> str:
    """Returns where matches are kept when nobody says otherwise: a file in the user's data folder."""
    return f"sqlite:///{user_data_path('ponticello', appauthor=False) / 'table.db'}"


@dataclass(frozen=True)
class ConnectionLimits:
    """What connections may cost. Times are in seconds, and in all of them an honest client on a bad line is done."""

    head_bytes: int = 16 * 1024  # of a request before its body
    head: float = 10.0  # from the first byte of a request, or from the connection, to the end of its head
    body: float = 20.0  # from there to the end of its body
    idle: float = 20.0  # from an answer to the next request
    unread: float = 30.0  # for reading on, when more has been sent than lies between the two
    heard_bytes: int = 16 * 1024  # in a second on a WebSocket, where nobody needs to say anything
    most: int = 10_000  # open at a time, in each process
    most_of_address: int = 250  # of one address, unless it is a trusted proxy's
    look: float = 0.5  # from one look at who is late to the next


@dataclass(frozen=True)
class Settings:
    """Everything that can be set. Times are in seconds."""

    database: str = ""
    grace: float = 60.0  # how long an absent person is waited for before a bot plays on
    bot_pause: float = 0.8  # how long a bot takes at least, so that people can follow
    beat: float = 20.0  # from one sign of life on a socket to the next
    upkeep: float = 1.0  # from one look at the clocks to the next
    abandoned: float = 30 * 86_400.0  # after which a match that nobody touches is closed
    forgotten: float = 86_400.0  # after which a table that still waits for people is closed
    memory: float = 128.0  # megabytes of matches that are kept ready; the others are read again when somebody asks for them
    thought: float = 30.0  # that a bot may take beyond what its level asks for, before its process is taken for stuck
    talk_kept: float = 3600.0  # after the end of a match, until what people have said to each other at it is deleted
    warm: bool = True  # whether compiled players are made ready when they are first needed
    free_space: int = 100_000_000  # bytes on the disk of a file, below which /healthz gives the alarm
    connections: ConnectionLimits = ConnectionLimits()
    push: bool = True  # whether people can be told from afar that it is their turn
    push_local: bool = False  # whether also at addresses that are not public, for tests
    push_pauses: tuple[float, ...] = (0.0, 60.0, 300.0, 900.0)  # before each look whether who is to act has closed the page
    limits: bool = True  # whether who asks too often is told to wait, and who has too many matches to finish one
    open_per_guest: int = 50  # matches that are not over, of those a guest has made
    review_simulations: int = 1024  # games that are tried in the head for each position of a match that is reviewed
    reviews_per_day: int = 30  # that a guest may ask for; ten times as many all those who share an address
    imports_per_day: int = 30  # records that a guest may bring, likewise
    open_per_address: int = 500  # the same, of those made today at one address, which a whole school may share

    @property
    def url(self) -> str:
        """The database as SQLAlchemy wants it, with the drivers that work without blocking."""
        url = self.database or os.environ.get(DATABASE, "") or default_database()
        scheme, separator, rest = url.partition("://")
        if scheme in ("postgres", "postgresql", "postgresql+psycopg"):
            return f"postgresql+psycopg://{rest}"
        if scheme in ("sqlite", "sqlite+aiosqlite") and separator:
            return f"sqlite+aiosqlite://{rest}"
        raise BadOption(f"{scheme or url!r} is no database; give sqlite:///path/to/file or postgresql://user@host/name")

    @property
    def is_shared(self) -> bool:
        """Whether other servers may work on the same database."""
        return self.url.startswith("postgresql")

    @property
    def file(self) -> Path | None:
        """The database, if it is a file."""
        path = self.url.removeprefix("sqlite+aiosqlite:///").partition("?")[0]
        return None if self.is_shared or path in ("", ":memory:", self.url) else Path(path).expanduser()
