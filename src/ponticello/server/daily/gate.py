"""The gate before the deals of today: only who plays one sees it, and only what playing it shows.

Others have the same cards before them, so that a record, a replay or a picture of one match would tell them theirs. Whatever is
added to the tables later is shut too, unless it is named here.
"""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from ponticello.engine.words import say
from ponticello.server.access.failures import failure
from ponticello.server.access.identity import known_guest, server_of
from ponticello.server.errors import NobodyKnown
from ponticello.server.matches.deal import is_shut

# A route also answers to an address with a line feed behind it.
OF_MATCH = re.compile(r"/(?P<kind>m|embed|api/matches)/(?P<id>[^/]+)(?:/(?P<what>.*))?", re.DOTALL)
PLAYING = {
    "m": {None, "table", "step", "deed"},
    "api/matches": {None, "live", "moves", "legal", "why", "position", "undo", "ask", "hint", "resign"},
}
FORBIDDEN = 403
NOT_ALLOWED = 1008  # how a socket is closed that nobody may open


class DealGate:
    """Refuses whatever would show a deal of today to others than who plays it, or more than they have seen."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = OF_MATCH.fullmatch(scope.get("path", "")) if scope["type"] in ("http", "websocket") else None
        if found is None or await self._is_open(HTTPConnection(scope), found["kind"], found["id"], found["what"]):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": NOT_ALLOWED})
        else:
            why = say("this is a deal of today: its record, replay, review and pictures are here when the day is over, by UTC")
            await (await failure(Request(scope, receive), FORBIDDEN, why))(scope, receive, send)

    async def _is_open(self, connection: HTTPConnection, kind: str, id: str, what: str | None) -> bool:
        matches = server_of(connection).matches
        played = await matches.deal(id)
        if played is None or not is_shut(played[0], matches.now()):
            return True
        try:
            guest = await known_guest(connection)
        except NobodyKnown:
            guest = None
        return guest is not None and guest.id == played[1] and what in PLAYING.get(kind, ())
