"""How a server is doing, for Prometheus and for whoever restarts servers: GET /metrics and GET /healthz."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from time import perf_counter

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ponticello.engine.words import say
from ponticello.server.access.identity import server_of
from ponticello.server.counted import counted
from ponticello.server.logs import note_access
from ponticello.server.storage.database_file import free_bytes
from ponticello.server.storage.outage import is_full
from ponticello.server.watchdog import Watched, watched

WORKERS = "PROMETHEUS_MULTIPROC_DIR"  # the folder in which several processes of one server count together
LOOK = 0.5  # seconds from one look at the gauges to the next
PATIENCE = 3.0  # seconds that the database has for an answer
SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NOWHERE = "(nowhere)"  # the route of a request that no route answers; its path may be anything

requests = Counter("ponticello_requests", "Requests by route and status", ["method", "route", "status"], registry=counted)
waited = Histogram(
    "ponticello_request_seconds", "Seconds until a request was answered", ["route"], registry=counted, buckets=SECONDS
)
moves = Counter("ponticello_moves", "Moves played", registry=counted)
matches = Gauge("ponticello_live_matches", "Matches being played", registry=counted, multiprocess_mode="livemostrecent")
sockets = Gauge("ponticello_open_sockets", "Pages that look at a match", registry=counted, multiprocess_mode="livesum")
thinking = Gauge("ponticello_bots_thinking", "Bots at their turn", registry=counted, multiprocess_mode="livesum")
lag = Gauge("ponticello_loop_lag_seconds", "How late the event loop was", registry=counted, multiprocess_mode="livemax")


@contextlib.asynccontextmanager
async def measuring(app: FastAPI) -> AsyncIterator[None]:
    """Keeps the gauges up to date for as long as a server runs."""
    task = asyncio.create_task(watched("measuring", _measure(app)))
    yield
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _measure(app: FastAPI) -> None:
    server, loop = app.state.server, asyncio.get_running_loop()
    known = 0
    while True:
        before = loop.time()
        await asyncio.sleep(LOOK)
        lag.set(max(0.0, loop.time() - before - LOOK))
        sockets.set(server.hub.count)
        thinking.set(server.bots.busy)
        moves.inc(server.matches.moves - known)
        known = server.matches.moves


router = APIRouter(lifespan=measuring, include_in_schema=False)


@router.get("/metrics")
async def show_metrics(request: Request) -> Response:
    """Answers in the words of Prometheus."""
    with contextlib.suppress(SQLAlchemyError, OSError):
        matches.set(await server_of(request).storage.running())
    return Response(generate_latest(_registry()), media_type=CONTENT_TYPE_LATEST)


def _registry() -> CollectorRegistry:
    """Returns what this process has counted or, with several workers, what all have."""
    folder = os.environ.get(WORKERS)
    if not folder:
        return counted
    for file in Path(folder).glob("gauge_live*.db"):
        worker = re.fullmatch(r".*_(\d+)\.db", file.name)
        if worker and not _is_alive(int(worker[1])):
            multiprocess.mark_process_dead(int(worker[1]), folder)  # type: ignore[no-untyped-call]
    together = CollectorRegistry()
    multiprocess.MultiProcessCollector(together, folder)  # type: ignore[no-untyped-call]
    return together


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


@router.get("/healthz")
async def say_how_it_is(request: Request) -> Response:
    """Says whether the server can play: whether its database answers, and there is room for what will be played."""
    storage = server_of(request).storage
    try:
        async with asyncio.timeout(PATIENCE):
            await storage.looking("")
            if storage.outage.is_full:  # as far as is known: looking again is worth it, since nobody may play meanwhile
                await storage.try_to_write()
    except (SQLAlchemyError, OSError) as error:  # of which a timeout is one
        return JSONResponse({"error": say("the disk is full") if is_full(error) else say("the database does not answer")}, 503)
    file = storage.settings.file
    if file is not None and free_bytes(file) < storage.settings.free_space:
        return JSONResponse(
            {"error": say("the disk is nearly full: less than {some} MB are left", some=storage.settings.free_space // 10**6)},
            503,
        )
    if "seen" in request.query_params:  # for `ponticello serve --check`: how who asks is seen through a proxy
        seen = {"scheme": request.url.scheme, "address": request.client.host if request.client else None}
        return JSONResponse({"status": "ok", "seen": seen})
    return JSONResponse({"status": "ok"})


class Measured:
    """Counts, times and notes every request, by the pattern of its path."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await Watched(lambda: f"socket {route_of(scope)}", started(self._app(scope, receive, send)))
            return
        began, status = perf_counter(), 500
        method = scope["method"] if scope["method"] in METHODS else "other"

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await Watched(lambda: f"{method} {route_of(scope)}", started(self._app(scope, receive, note_status)))
        finally:
            seconds = perf_counter() - began
            route = route_of(scope)
            requests.labels(method, route, str(status)).inc()
            waited.labels(route).observe(seconds)
            note_access(method, route, status, seconds)


def route_of(scope: Scope) -> str:
    """Returns the pattern of a request's path, once it is known."""
    return getattr(scope.get("route"), "path", NOWHERE)


async def started(answer: Awaitable[None]) -> None:
    """Awaits an application, which need not be a coroutine."""
    await answer
