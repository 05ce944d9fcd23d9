"""What is let in: what browsers are told to refuse, who may send from where, how much, and how often."""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ponticello.engine.words import say
from ponticello.server.access.failures import failure
from ponticello.server.access.identity import BEARER, Identity, server_of
from ponticello.server.storage.guests import digest

MOST_BYTES = 64 * 1024
MOST_BUCKETS = 50_000
SAFE = ("GET", "HEAD", "OPTIONS")
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
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@dataclass(frozen=True)
class Pace:
    """How often something may be done: so many times a second for ever, and some more at once."""

    name: str
    rate: float
    burst: int


ACTS = Pace("acts", 20, 60)
MATCHES = Pace("matches", 1, 20)
STRANGERS = Pace("strangers", 1, 20)
SOCKETS = Pace("sockets", 5, 40)


class Buckets:
    """Counts who did what how often lately, in memory: a bucket of tokens each, filled again as time goes by."""

    def __init__(self) -> None:
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()  # tokens left, and when that was so

    def wait(self, pace: Pace, who: str, now: float) -> float:
        """Returns after how many seconds there will be a token; 0 if there is one."""
        return max(0.0, (1 - self._tokens(pace, who, now)) / pace.rate)

    def take(self, pace: Pace, who: str, now: float) -> float:
        """Takes a token if there is one; returns how long to wait if not."""
        wait = self.wait(pace, who, now)
        if not wait:
            key = pace.name, who
            self._left[key] = self._tokens(pace, who, now) - 1, now
            self._left.move_to_end(key)
            while len(self._left) > MOST_BUCKETS:  # those not touched for longest are full again, or nearly
                self._left.popitem(last=False)
        return wait

    def _tokens(self, pace: Pace, who: str, now: float) -> float:
        left, since = self._left.get((pace.name, who), (float(pace.burst), now))
        return min(float(pace.burst), left + (now - since) * pace.rate)


class Guard:
    """Stands before everything else. What it lets in may still be refused; what it refuses costs next to nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._buckets = Buckets()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                add_headers(scope, message)
                if "fresh_guest" in scope.get("state", {}):
                    self._buckets.take(STRANGERS, address_of(scope), monotonic())
            await send(message)

        refusal = self._refusal(HTTPConnection(scope))
        if refusal is not None:
            await refuse(scope, receive, send_safely, *refusal)
        else:
            await self._app(scope, receive if scope["type"] == "websocket" else Body(receive), send_safely)

    def _refusal(self, connection: HTTPConnection) -> tuple[int, str, int] | tuple[int, str] | None:
        """Returns why a request is not let in: a status, a sentence and, if a pause helps, how many seconds."""
        scope = connection.scope
        if scope["type"] == "http" and scope["method"] in SAFE:
            return None
        if not is_own(connection.headers):
            return 403, say("this request comes from another site; open the page here")
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > MOST_BYTES:
            return 413, too_large()
        if server_of(connection).settings.limits:
            wait = self._pause(connection)
            if wait:
                return 429, say("that was too often; please wait a moment"), math.ceil(wait)
        return None

    def _pause(self, connection: HTTPConnection) -> float:
        """Returns how long somebody must wait who asks too often."""
        scope, now = connection.scope, monotonic()
        who = proven(connection, server_of(connection).identity)
        address = address_of(scope)
        if scope["type"] == "websocket":
            return self._buckets.take(SOCKETS, who or address, now)
        if who is None and (wait := self._buckets.wait(STRANGERS, address, now)):
            return wait
        return self._buckets.take(MATCHES if makes_match(scope["path"]) else ACTS, who or address, now)


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


def proven(connection: HTTPConnection, identity: Identity) -> str | None:
    """Returns who asks as far as can be told without the database: a token's owner, or the guest of a cookie we have signed."""
    words = connection.headers.get("authorization", "")
    if words.lower().startswith(BEARER):
        return digest(words[len(BEARER) :].strip())
    return identity.signed_id(connection)


def address_of(scope: Scope) -> str:
    """Returns from where somebody asks."""
    return str(scope["client"][0]) if scope.get("client") else ""


def makes_match(path: str) -> bool:
    """Tells whether a path is one that makes matches."""
    return path in ("/api/matches", "/new") or path.startswith("/now/") or path.endswith("/rematch")
