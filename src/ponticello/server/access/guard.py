"""What is let in: what browsers are told to refuse, who may send from where, how much, and how often."""

from __future__ import annotations

import math
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ponticello.engine.words import say
from ponticello.server.access.address import address_of
from ponticello.server.access.failures import failure
from ponticello.server.access.identity import BEARER, SAFE, server_of, token_of
from ponticello.server.access.pace import ACTS, LOOKS, MATCHES, SOCKETS, STRANGERS, VISITS, WRONG_TOKENS
from ponticello.server.storage.guests import digest

MOST_BYTES = 64 * 1024
FREE = ("/healthz", "/metrics", "/boards.css", "/manifest.webmanifest", "/worker.js")  # costs nothing, like the files in /static
MAKERS = ("/api/matches", "/api/import", "/new", "/import")  # addresses that make matches
POLICY = "; ".join(
    [
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "style", "connect", "font", "manifest")),
        "img-src 'self' data:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
FRAMED = {  # for an answer that says of itself that other sites may show it: in it nobody is known, and nothing can be done
    "content-security-policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "cross-origin-resource-policy": "cross-origin",
}
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Guard:
    """Stands before everything else. What it lets in may still be refused; what it refuses costs next to nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                add_headers(scope, message)
                if "fresh_guest" not in scope["state"]:
                    scope["state"].pop("stranger", lambda: None)()
            await send(message)

        scope.setdefault("state", {})
        refusal = self._refusal(HTTPConnection(scope))
        if refusal is not None:
            await refuse(scope, receive, send_safely, *refusal)
        else:
            await self._app(scope, receive if scope["type"] == "websocket" else Body(receive), send_safely)

    def _refusal(self, connection: HTTPConnection) -> tuple[int, str, int] | tuple[int, str] | None:
        """Returns why a request is not let in: a status, a sentence and, if a pause helps, how many seconds."""
        scope = connection.scope
        looks = scope["type"] == "http" and scope["method"] in SAFE
        if looks and (scope["path"].startswith("/static/") or scope["path"] in FREE):
            return None
        if not looks and not is_own(connection.headers):
            return 403, say("this request comes from another site; open the page here")
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > MOST_BYTES:
            return 413, too_large()
        if server_of(connection).settings.limits:
            wait = pause(connection, looks=looks)
            if wait:
                return 429, say("that was too often; please wait a moment"), math.ceil(wait)
        return None


def pause(connection: HTTPConnection, *, looks: bool) -> float:
    """Returns how long somebody must wait who asks too often; nothing but memory is asked for it."""
    scope, now, server = connection.scope, monotonic(), server_of(connection)
    buckets, identity, address, token = server.buckets, server.identity, address_of(scope), token_of(connection)
    if token is None:
        who = identity.signed_id(connection)
    else:
        who = identity.owner_met(token)
        if who is None:  # one token in a thousand guesses would be worth a look into the database, but not a thousand looks
            if wait := buckets.take(WRONG_TOKENS, address, now):
                return wait
            connection.state.pledge = lambda: buckets.give_back(WRONG_TOKENS, address, now)
            who = digest(token)
    if scope["type"] == "websocket":
        return buckets.take(SOCKETS, who or address, now)
    if looks:
        return buckets.take(VISITS, address, now) or buckets.take(LOOKS, who or address, now)
    if who is None:  # and becomes a guest by it, perhaps
        if wait := buckets.take(STRANGERS, address, now):
            return wait
        connection.state.stranger = lambda: buckets.give_back(STRANGERS, address, now)
    return buckets.take(MATCHES if makes_match(scope["path"]) else ACTS, who or address, now)


class Body:
    """What is sent, as long as it is not too much."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._bytes = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._bytes += len(message.get("body", b""))
        if self._bytes > MOST_BYTES:
            raise HTTPException(413, too_large())
        return message


def add_headers(scope: Scope, message: Message) -> None:
    """Adds to an answer what a browser is to refuse; what is made for one program at one moment is not kept either."""
    headers = MutableHeaders(scope=message)
    headers.update(HEADERS)
    if scope["state"].get("is_framed"):
        headers.update(FRAMED)
    if scope["path"].startswith("/api/"):
        headers.setdefault("cache-control", "no-store")


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str, wait: int | None = None) -> None:
    """Answers without asking the application; to a socket too, before it is one."""
    headers = {"retry-after": str(wait)} if wait else None
    if scope["type"] == "http":
        await (await failure(Request(scope), status, sentence, headers))(scope, receive, send)
    elif "websocket.http.response" in scope.get("extensions", {}):
        answer = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
        await send({"type": "websocket.http.response.start", "status": status, "headers": answer})
        await send({"type": "websocket.http.response.body", "body": sentence.encode()})
    else:
        await send({"type": "websocket.close", "code": 1008})


def too_large() -> str:
    """Returns what is said to who sends too much."""
    return say("that is too much; {most} bytes are enough here", most=MOST_BYTES)


def is_own(headers: Headers) -> bool:
    """Tells whether a request is not made by another site's page.

    Only browsers send an origin, always with what changes something, and no page can forge it. That also goes for who has no
    cookie: another site could give them one else. A token is known only to whom it was given, so it may come from anywhere.
    """
    origin = headers.get("origin")
    if origin is None or headers.get("authorization", "").lower().startswith(BEARER):
        return True
    place = urlsplit(origin.lower())
    return place.netloc != "" and any(
        host is not None and without_port(host.lower(), place.scheme) == without_port(place.netloc, place.scheme)
        for host in (headers.get("host"), headers.get("x-forwarded-host"))
    )


def without_port(host: str, scheme: str) -> str:
    """Returns a host without the port that is understood.

    >>> without_port("example.org:443", "https"), without_port("localhost:8000", "http")
    ('example.org', 'localhost:8000')
    """
    return host.removesuffix({"http": ":80", "https": ":443"}.get(scheme, ":none"))


def makes_match(path: str) -> bool:
    """Tells whether a path is one that makes matches."""
    return path in MAKERS or path.startswith("/now/") or path.endswith(("/rematch", "/level", "/go-on"))
