"""What a server says about itself: short lines for a person at a terminal, one JSON object a line for a machine."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import sys
from collections import OrderedDict
from datetime import UTC, datetime
from typing import Any

from ponticello.engine.words import paint
from ponticello.server.storage.outage import trouble

LEVELS = ("debug", "info", "warning", "error")
ACCESS = "ponticello.access"
FIELDS = ("method", "route", "status", "ms")  # of an access line; nothing in them is anybody's secret
MOST_KINDS = 1000  # of trouble that are told apart
STYLES = {"DEBUG": "2", "INFO": "32", "WARNING": "33", "ERROR": "31", "CRITICAL": "31;1"}

_access = logging.getLogger(ACCESS)


def note_access(method: str, route: str, status: int, seconds: float) -> None:
    """Notes an answered request: by the pattern of its path, since links, codes and queries are for who holds them."""
    level = logging.WARNING if status >= 500 else logging.INFO
    fields = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
    _access.log(level, "%s %s %d", method, route, status, extra=fields)


class JsonLines(logging.Formatter):
    """One JSON object a line, whatever the message holds."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": told(record),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class ShortLines(logging.Formatter):
    """The time of day, a coloured word and the message."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line."""
        clock = paint(datetime.fromtimestamp(record.created).strftime("%H:%M:%S"), "2", True)
        word = paint(f"{record.levelname.lower():<7}", STYLES.get(record.levelname, ""), True)
        ms = getattr(record, "ms", None)
        took = "" if ms is None else f" {ms:.0f} ms"
        trace = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return f"{clock} {word} {told(record)}{took}{trace}"


def is_worth_saying(record: logging.LogRecord) -> bool:
    """Tells whether a line says anything: that a request is cut off when the server stops does not, nor does what follows from a
    database that is away, which has a line of its own."""
    if record.exc_info is None:
        return True
    kind, error, _ = record.exc_info
    return kind is not asyncio.CancelledError and trouble(error) is None


class Repetitions(logging.Filter):
    """Lets the same trouble be written once in a while, and says with the next line of it how often it was left out.

    A request that has failed keeps its line, since somebody may ask for its reference, but not the same traceback again.
    """

    def __init__(self, seconds: float = 30.0) -> None:
        super().__init__()
        self._seconds = seconds
        self._last: OrderedDict[tuple[object, ...], tuple[float, int]] = OrderedDict()  # when it was written, and left out since

    def filter(self, record: logging.LogRecord) -> bool:
        """Tells whether a record is to be written; adds to it what was not."""
        if record.levelno < logging.WARNING or record.name == ACCESS:
            return True
        key = record.name, record.levelno, record.msg, *_place(record)
        written, left_out = self._last.get(key, (-math.inf, 0))
        if record.created - written < self._seconds:
            self._last[key] = written, left_out + 1
            record.exc_info = record.exc_text = None
            return hasattr(record, "keep_line")
        self._last[key] = record.created, 0
        self._last.move_to_end(key)
        if len(self._last) > MOST_KINDS:
            self._last.popitem(last=False)
        record.left_out = left_out
        return True


def _place(record: logging.LogRecord) -> tuple[object, ...]:
    """Returns what was raised and where, if anything was."""
    if not record.exc_info or record.exc_info[0] is None:
        return ()
    last = record.exc_info[2]
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return (record.exc_info[0], last and (last.tb_frame.f_code, last.tb_lineno))


def told(record: logging.LogRecord) -> str:
    """Returns what a record says, and how many like it were not written."""
    left_out = getattr(record, "left_out", 0)
    return f"{record.getMessage()} ({left_out} more like this since the last)" if left_out else record.getMessage()


def configuration(level: str | None = None) -> dict[str, Any]:
    """Returns how to log, for `logging.config`. A person at a terminal is told of trouble only, unless more is asked for."""
    terminal = sys.stderr.isatty()
    wanted = (level or ("warning" if terminal else "info")).upper()
    chatty = (
        wanted if wanted in ("DEBUG", "ERROR") else "WARNING"
    )  # of every start and stop only who looks for a fault wants to hear
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": f"{__name__}.{'ShortLines' if terminal else 'JsonLines'}"}},
        "filters": {"repetitions": {"()": f"{__name__}.Repetitions"}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "lines",
                "filters": [is_worth_saying, "repetitions"],
                "stream": "ext://sys.stderr",
            }
        },
        "loggers": {
            "ponticello": {"level": wanted, "handlers": ["stderr"], "propagate": False},
            "uvicorn": {"level": chatty},
        },
        "root": {"level": "WARNING", "handlers": ["stderr"]},
    }
