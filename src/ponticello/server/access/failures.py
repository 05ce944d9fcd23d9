"""How the server says that something went wrong: one sentence, to programs as JSON and to people as a page, never a traceback."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say
from ponticello.server.errors import GONE, NobodyKnown, NoSuchDay, NoSuchMatch, NotByToken, NotYourSeat, Stale, TooMany
from ponticello.server.matches.reading import Unreadable
from ponticello.server.pages.render import error_page
from ponticello.server.storage.outage import trouble

log = logging.getLogger("ponticello.server")
REFUSED, BROKEN, UNAVAILABLE, ABNORMAL, LATER = 400, 500, 503, 1011, 1013
STATUS: dict[type[PonticelloError], int] = {
    NobodyKnown: 401,
    NotByToken: 403,
    NotYourSeat: 403,
    NoSuchMatch: 404,
    NoSuchDay: 404,
    Stale: 409,
    Unreadable: GONE,
    TooMany: 429,
}


def install(app: FastAPI) -> None:
    """Lets an application answer in our words whatever goes wrong."""

    async def refused(request: Request, error: Exception) -> Response:
        return await failure(request, STATUS.get(type(error), REFUSED), str(error))  # type: ignore[arg-type]

    async def malformed(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return await failure(request, 422, complaint(error))

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return await failure(request, error.status_code, sentence_of(error), error.headers)

    app.add_exception_handler(PonticelloError, refused)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, http)
    app.add_middleware(CatchAll)


async def failure(request: Request, status: int, sentence: str, headers: Mapping[str, str] | None = None) -> Response:
    """Returns the answer to something that cannot be done. A page's script asks for JSON, as programs do."""
    if request.url.path.startswith("/api/") or "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"error": sentence}, status, headers)
    page = await error_page(request, status, sentence)
    page.headers.update(headers or {})
    return page


def sentence_of(error: HTTPException) -> str:
    """Returns what the framework's own refusals mean."""
    known = {
        400: say("what was sent cannot be read"),
        404: say("there is nothing behind this link; perhaps it is not complete"),
        405: say("this cannot be done here; the documentation lists what can"),
    }
    return known.get(error.status_code, str(error.detail))


def complaint(error: RequestValidationError) -> str:
    """Returns what is wrong with what was sent, in a sentence that names the place; nothing of it is repeated."""
    first = error.errors()[0]
    place = ".".join(str(part)[:40] for part in first["loc"][1:]) or str(first["loc"][0])
    return say("{place} is not as it should be: {why}", place=place, why=str(first["msg"])[:200])


class CatchAll:
    """Answers for what nobody has foreseen: the log gets all of it, the person an apology and a reference to it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except asyncio.CancelledError:  # this process stops and has waited long enough; what was written is written
            if scope["type"] != "http" or started:
                raise
            await excuse(scope, receive, send, say("the table is being restarted; please try again in a moment"))
        except Exception as error:
            if scope["type"] == "lifespan":
                raise
            if (what := trouble(error)) is not None and not (started and scope["type"] == "http"):
                await excuse(scope, receive, send, say(what))
                return
            reference = secrets.token_hex(4)
            log.exception("%s failed, reference %s", scope.get("path", ""), reference, extra={"keep_line": True})
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": ABNORMAL, "reason": reference})
            elif started:
                raise  # half an answer is on its way: nothing can be said any more but that it is not whole
            else:
                words = say("that was our mistake, not yours; if it happens again, tell us the reference {it}", it=reference)
                await (await failure(Request(scope), BROKEN, words))(scope, receive, send)


async def excuse(scope: Scope, receive: Receive, send: Send, sentence: str) -> None:
    """Answers that something can not be done now, which is nobody's mistake; why stands in the log already."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": LATER})
    else:
        await (await failure(Request(scope), UNAVAILABLE, sentence))(scope, receive, send)
