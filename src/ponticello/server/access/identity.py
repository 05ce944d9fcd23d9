"""Who asks: a guest, known again by a signed cookie or, for a bot, by a token. Nobody needs an account."""

from __future__ import annotations

import math
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from itsdangerous import BadSignature, Signer
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ponticello.engine.words import mark, say
from ponticello.server.errors import NobodyKnown
from ponticello.server.storage.database import Guest, Storage

if TYPE_CHECKING:
    from ponticello.server.app import Server

COOKIE = "ponticello"
YEAR = 365 * 86_400
LATELY = 10.0  # seconds
MOST_MET = 10_000
BEARER = "bearer "
BIRDS = (
    mark("Heron"),
    mark("Curlew"),
    mark("Avocet"),
    mark("Stilt"),
    mark("Plover"),
    mark("Egret"),
    mark("Tern"),
    mark("Dunlin"),
    mark("Godwit"),
    mark("Ibis"),
    mark("Crane"),
    mark("Kingfisher"),
)


def new_guest() -> Guest:
    """Returns somebody nobody has met before, with a name to begin with: a bird in the language that they speak."""
    return Guest(secrets.token_urlsafe(24), f"{say(secrets.choice(BIRDS))} {secrets.randbelow(90) + 10}")


class Identity:
    """Knows guests again."""

    def __init__(self, storage: Storage, secret: str) -> None:
        self._storage = storage
        self._signer = Signer(secret, salt="guest")
        # How long one need not ask about somebody again: as long as nothing changes here, and less where others make changes too.
        self._lately = LATELY if storage.settings.is_shared else math.inf
        self._met: OrderedDict[tuple[str, str], tuple[float, Guest]] = OrderedDict()  # who showed what, and when

    def cookie(self, guest: Guest) -> str:
        """Returns what a guest's browser keeps."""
        return self._signer.sign(guest.id.encode()).decode()

    async def known(self, connection: HTTPConnection) -> Guest | None:
        """Returns who asks, if a token or a cookie says so; refuses a wrong token rather than taking it for nobody."""
        words = connection.headers.get("authorization", "")
        if words.lower().startswith(BEARER):
            guest = await self._meet("token", words[len(BEARER) :].strip(), self._storage.guest_by_token)
            if guest is None:
                raise NobodyKnown(say("this token is not known here; make a new one on your profile page"))
            return guest
        fresh: Guest | None = getattr(connection.state, "fresh_guest", None)
        if fresh is not None:
            return fresh
        id = self.signed_id(connection)
        return None if id is None else await self._meet("cookie", id, self._storage.guest)

    def signed_id(self, connection: HTTPConnection) -> str | None:
        """Returns the id in a cookie that was signed here, without asking whether the guest still exists."""
        try:
            return self._signer.unsign(connection.cookies.get(COOKIE, "")).decode()
        except BadSignature:
            return None

    async def _meet(self, kind: str, secret: str, find: Callable[[str], Awaitable[Guest | None]]) -> Guest | None:
        """Returns whom a cookie or a token stands for; who was met a moment ago need not be looked up again."""
        since, met = self._met.get((kind, secret), (-math.inf, None))
        if met is None or time.monotonic() - since > self._lately:
            met = await find(secret)
            if met is not None:
                self._met[kind, secret] = time.monotonic(), met
                while len(self._met) > MOST_MET:
                    self._met.popitem(last=False)
        return met

    def forget(self, guest: str) -> None:
        """Looks a guest up anew the next time, because something about them has changed."""
        for key in [key for key, (_, met) in self._met.items() if met.id == guest]:
            del self._met[key]

    async def somebody(self, connection: HTTPConnection) -> Guest:
        """Returns who asks; somebody new is welcomed and gets a cookie with the answer."""
        guest = await self.known(connection)
        if guest is None:
            guest = new_guest()
            await self._storage.add_guest(guest, time.time())
            connection.state.fresh_guest = guest
            self.remember(connection, guest)
        return guest

    def remember(self, connection: HTTPConnection, guest: Guest) -> None:
        """Lets the answer to a request carry a guest's cookie."""
        connection.state.guest_cookie = self.cookie(guest)


class GuestCookie:
    """Adds a guest's cookie to the answer if the request has made one necessary."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_cookie(message: Message) -> None:
            value = scope.get("state", {}).get("guest_cookie")
            if value is not None and message["type"] == "http.response.start":
                secure = "; Secure" if scope.get("scheme") == "https" else ""
                cookie = f"{COOKIE}={value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        await self._app(scope, receive, send_with_cookie if scope["type"] == "http" else send)


def server_of(connection: HTTPConnection) -> Server:
    """Returns the server that a request has come to."""
    server: Server = connection.app.state.server
    return server


async def known_guest(connection: HTTPConnection) -> Guest | None:
    """Returns who asks, if that is known."""
    return await server_of(connection).identity.known(connection)


async def acting_guest(connection: HTTPConnection) -> Guest:
    """Returns who acts; somebody new has no seat to act on yet."""
    guest = await known_guest(connection)
    if guest is None:
        raise NobodyKnown(say("nobody is known by this cookie or token; sit down first"))
    return guest


async def some_guest(connection: HTTPConnection) -> Guest:
    """Returns who asks, welcoming somebody new."""
    return await server_of(connection).identity.somebody(connection)
