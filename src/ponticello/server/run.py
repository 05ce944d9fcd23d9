"""Runs the web table as a process of its own, or as several behind one address."""

from __future__ import annotations

import asyncio
import errno
import functools
import logging
import logging.config
import os
import signal
import socket
import tempfile
import threading
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI

from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.words import say
from ponticello.server.app import create_app
from ponticello.server.file_limit import fitting, open_files_allowed, too_few
from ponticello.server.http_limits import Door
from ponticello.server.logs import configuration
from ponticello.server.metrics import WORKERS
from ponticello.server.settings import ConnectionLimits, Settings
from ponticello.server.storage.database import Storage
from ponticello.server.storage.database_file import open_to_others
from ponticello.table.game import games

log = logging.getLogger("ponticello.server")
LARGEST_MESSAGE = 4096  # bytes on a socket; pages have nothing to say there
GRACE = 3  # seconds in which open requests are finished at the end
LONGEST_GOODBYE = 6.0  # seconds after which a process that was told to stop does, whatever it is doing
MOST_WORKERS = 64
FEW = 1000  # connections: less than the system usually allows, and worth a word to who has not asked for more


class CannotListen(PonticelloError):
    """The address is taken, or not ours."""


def listen(host: str, port: int, *, tries: int = 1) -> socket.socket:
    """Returns a socket at the first free port from the wanted one on. Who calls before the server is ready waits there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for attempt in range(port, port + tries):
        try:
            return socket.create_server((host, attempt), family=family, backlog=2048)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                reason = error.strerror or error
                raise CannotListen(
                    say("{host} port {port} cannot be listened at: {reason}", host=host, port=attempt, reason=reason)
                ) from None
    if tries == 1:
        raise CannotListen(
            say(
                "port {port} is taken, perhaps by a table that already runs; say another with --port {next}",
                port=port,
                next=port + 1,
            )
        )
    raise CannotListen(
        say("the ports from {first} to {last} are all taken; say another with --port", first=port, last=port + tries - 1)
    )


def run(settings: Settings, listening: socket.socket, *, workers: int = 1, log_level: str | None = None) -> None:
    """Serves until it is told to stop by Ctrl-C or SIGTERM."""
    if not 1 <= workers <= MOST_WORKERS:
        raise BadOption(f"the number of workers is 1 to {MOST_WORKERS}, not {workers}")
    if workers > 1 and not settings.is_shared:
        raise BadOption("several workers need a database they can share: add --database postgresql://user@host/name")
    games()  # one that is broken is a sentence now, and not a page that fails later
    asyncio.run(_try_database(settings))
    logs = configuration(log_level)
    logging.config.dictConfig(logs)
    warn_of_readers(settings)
    door = Door(fit_connections(settings.connections))
    config = uvicorn.Config(
        functools.partial(make_app, settings),
        factory=True,
        workers=workers,
        log_config=logs,
        access_log=False,
        proxy_headers=True,  # of proxies on this machine, or those that FORWARDED_ALLOW_IPS names
        server_header=False,
        http=door.http,  # type: ignore[arg-type]  # what makes a protocol is as good as its class
        ws=door.live,  # type: ignore[arg-type]
        ws_max_size=LARGEST_MESSAGE,
        ws_max_queue=4,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        ws_per_message_deflate=False,  # a window of 32 KiB for each of thousands of sockets, to save less than that on the wire
        timeout_keep_alive=settings.connections.idle,  # type: ignore[arg-type]  # it is only ever a time to wait
        timeout_graceful_shutdown=GRACE,
    )
    # Both ways of being told to stop end like this, before the server takes them over and after it has finished.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if workers == 1:
            uvicorn.Server(config).run([listening])
        else:
            from uvicorn.supervisors import Multiprocess

            with tempfile.TemporaryDirectory(prefix="ponticello-") as folder:
                os.environ[WORKERS] = folder
                Multiprocess(config, [listening]).run()
    except KeyboardInterrupt:
        pass


def fit_connections(limits: ConnectionLimits) -> ConnectionLimits:
    """Returns how many connections there may be, as far as the system allows; says so where that is less than wanted."""
    allowed = open_files_allowed()
    fit = fitting(limits, allowed)
    if allowed is not None and fit != limits:
        asked_for = limits.most != ConnectionLimits.most
        log.log(logging.WARNING if asked_for or fit.most < FEW else logging.INFO, too_few(limits, allowed))
    return fit


def warn_of_readers(settings: Settings) -> None:
    """Says who else could read what the database keeps for each player alone."""
    for sentence in open_to_others(settings.file) if settings.file is not None else ():
        log.warning(sentence)


async def _try_database(settings: Settings) -> None:
    """Opens the database once, so that one that cannot be opened is a sentence and not a server that fails to start."""
    storage = Storage(settings)
    try:
        await storage.open(alone=True)
    finally:
        await storage.close()


def make_app(settings: Settings) -> FastAPI:
    """Returns the application for a process that serves it."""
    stop_in_time()
    return create_app(settings)


def stop_in_time() -> None:
    """Makes sure that a process which is told to stop does so: soon, or at once when it is told again by Ctrl-C.

    It may do so at any moment, since everything that was accepted is on disk.
    """
    told: list[int] = []

    def wrap(handle: Callable[[int, FrameType | None], object]) -> Callable[[int, FrameType | None], None]:
        def stop(number: int, frame: FrameType | None) -> None:
            if told and number == signal.SIGINT:
                os._exit(128 + number)
            if not told:
                patience = threading.Timer(LONGEST_GOODBYE, os._exit, (0,))
                patience.daemon = True
                patience.start()
            told.append(number)
            handle(number, frame)

        return stop

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            handle = signal.getsignal(number)
            if callable(handle):
                signal.signal(number, wrap(handle))
