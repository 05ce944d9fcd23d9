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
    warm: bool = True  # whether compiled players are made ready when they are first needed
    limits: bool = True  # whether who asks too often is told to wait

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

    def make_folder(self) -> None:
        """Makes the folder of a database that is a file."""
        if not self.is_shared:
            Path(self.url.removeprefix("sqlite+aiosqlite:///")).expanduser().parent.mkdir(parents=True, exist_ok=True)
