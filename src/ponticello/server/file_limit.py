"""How many files and connections the system lets this process have open, and what happens when it has them all."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import errno
import logging
import os
from typing import Any

from ponticello.server.settings import ConnectionLimits

try:
    import resource
except ModuleNotFoundError:  # Windows, which sets no such limit
    resource = None  # type: ignore[assignment]

log = logging.getLogger("ponticello.server")
KEPT = 200  # files for everything that is no connection: the database, the processes of bots, the log
MACOS = 10_240  # as many as macOS gives to one that asks, although it says that there is no limit
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


def open_files_allowed() -> int | None:
    """Lets this process have as many files open as the system would allow it, and returns how many; None for no limit."""
    if resource is None:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (hard, max(soft, MACOS)) if soft != hard else ():
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
            break
    return None if soft == resource.RLIM_INFINITY else soft


def fitting(limits: ConnectionLimits, allowed: int | None) -> ConnectionLimits:
    """Returns limits that can be kept: one that is out of files can not even refuse a connection."""
    if allowed is None or allowed >= limits.most + KEPT:
        return limits
    return dataclasses.replace(limits, most=max(allowed - KEPT, allowed // 2))


def too_few(limits: ConnectionLimits, allowed: int) -> str:
    """Returns what to do about it, in one sentence."""
    most = fitting(limits, allowed).most
    return (
        f"the system allows {allowed} open files, so only {most} connections are accepted at a time instead of {limits.most}: "
        f"raise it with `ulimit -n {limits.most + KEPT}`, or LimitNOFILE={limits.most + KEPT} in the systemd unit"
    )


def look_for_a_free_file() -> None:
    """Says so if none is left. The loop does not: uvloop's turns new connections away and keeps that to itself."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        if error.errno not in EXHAUSTED:
            raise
        _say_exhausted(error)


def note_exhaustion(loop: asyncio.AbstractEventLoop) -> None:
    """Lets asyncio's own loop say in our words that no file is left for a connection, and not with a traceback."""

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in EXHAUSTED:
            _say_exhausted(error)
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)


def _say_exhausted(error: OSError) -> None:
    log.error("no file is left for another connection (%s); those that are open go on", error.strerror)
