"""Connections to the database: how many are kept, and that asking for something does not take more questions than one."""

from __future__ import annotations

from time import monotonic
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from ponticello.server.settings import Settings

FILE_POOL: dict[str, Any] = {"pool_size": 8, "max_overflow": 0, "connect_args": {"timeout": 30}}
RESTED = 1.0  # seconds after which it is not taken for granted that a connection still leads anywhere


def connect(settings: Settings) -> AsyncEngine:
    """Returns the database. A file has one writer at a time anyway, so few connections suffice."""
    if settings.is_shared:
        return _connect_shared(settings)
    engine = create_async_engine(settings.url, **FILE_POOL)
    event.listen(engine.sync_engine, "connect", set_up_sqlite)
    return engine


def connect_to_read(settings: Settings) -> AsyncEngine | None:
    """Returns the same database, if servers share it, for single questions: without a transaction, whose beginning and end
    would be two questions more."""
    return _connect_shared(settings, isolation_level="AUTOCOMMIT", pool_reset_on_return=None) if settings.is_shared else None


def connect_file(settings: Settings) -> Engine | None:
    """Returns the same database, if it is a file, for what is written in one go in a thread of its own."""
    if settings.is_shared:
        return None
    engine = create_engine(settings.url.replace("+aiosqlite", ""), **FILE_POOL)
    event.listen(engine, "connect", set_up_sqlite)
    return engine


def _connect_shared(settings: Settings, **more: Any) -> AsyncEngine:
    engine = create_async_engine(settings.url, pool_size=5, max_overflow=5, **more)
    _try_what_rested(engine.sync_engine)
    return engine


def set_up_sqlite(connection: Any, _: Any) -> None:
    """Makes a new connection to a file safe."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # what was accepted survives a power cut too
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _try_what_rested(engine: Engine) -> None:
    """Tries a connection that was not used for a while before somebody gets it: the database may have started anew.

    SQLAlchemy's own way is to try them every time, which is a question more for each that is asked.
    """

    def rests(_: Any, entry: ConnectionPoolEntry) -> None:
        entry.info["rests_since"] = monotonic()

    def is_taken(connection: Any, entry: ConnectionPoolEntry, _: Any) -> None:
        if monotonic() - entry.info.get("rests_since", monotonic()) > RESTED:
            try:
                engine.dialect.do_ping(connection)
            except engine.dialect.loaded_dbapi.Error as error:
                raise DisconnectionError from error

    event.listen(engine, "checkin", rests)
    event.listen(engine, "checkout", is_taken)
