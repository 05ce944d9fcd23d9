"""A database that is away, or a disk that is full: told apart from our own mistakes, said once, and said to be over."""

from __future__ import annotations

import logging
import sqlite3
import time

from sqlalchemy.engine import Engine, ExceptionContext
from sqlalchemy.event import listen
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree

from ponticello.engine.words import mark

log = logging.getLogger("ponticello.server")

AWAY = mark("the database does not answer; nothing was changed, please try again in a moment")
FULL = mark("nothing can be written, since the disk is full; nothing was changed, please try again later")
DISK_FULL = "53100"  # what PostgreSQL calls it
UNWRITABLE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY}
PRIMARY = 0xFF  # the part of SQLite's codes that is documented for good


def trouble(error: BaseException | None) -> str | None:
    """Returns what to tell people if an error is the database's and not ours."""
    if is_full(error):
        return FULL
    if isinstance(error, NoneFree):
        return AWAY
    if not isinstance(error, OperationalError | InterfaceError) or code_of(error.orig) == sqlite3.SQLITE_ERROR:
        return None  # SQLite's word for statements that make no sense
    return AWAY


def is_full(error: BaseException | None) -> bool:
    """Tells whether something could not be written for want of room."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlstate", None) == DISK_FULL or code_of(cause) in UNWRITABLE


def code_of(cause: BaseException | None) -> int | None:
    """Returns SQLite's number for an error."""
    code = getattr(cause, "sqlite_errorcode", None)
    return None if code is None else code & PRIMARY


class Outage:
    """Whether the database answers, as the last that was asked of it has shown. Its beginning and its end are each a line."""

    def __init__(self, *engines: Engine) -> None:
        self._since: float | None = None
        self._failures = 0
        self.is_full = False  # whether the last that was to be written could not be
        for engine in engines:
            listen(engine, "handle_error", self._failed)
            listen(engine, "after_cursor_execute", self._answered)

    def _failed(self, context: ExceptionContext) -> None:
        error = context.sqlalchemy_exception or context.original_exception
        what = trouble(error)
        if what is None:
            return
        self.is_full = self.is_full or what == FULL
        self._failures += 1
        if self._since is None:
            self._since = time.monotonic()
            log.error("%s: %s", "the disk is full" if what == FULL else "the database is away", one_line(error))

    def _answered(self, *_: object) -> None:
        if self._since is not None and not self.is_full:  # a full disk can still be read
            self._over()

    def written(self) -> None:
        """Notes that something is on disk."""
        if self._since is not None:
            self._over()

    def _over(self) -> None:
        assert self._since is not None
        log.warning(
            "the database is back after %.0f s, in which it was asked in vain %d times",
            time.monotonic() - self._since,
            self._failures,
        )
        self._since, self._failures, self.is_full = None, 0, False


def one_line(error: BaseException) -> str:
    """Returns the first line of what an error says."""
    return (str(error).splitlines() or [type(error).__name__])[0]
