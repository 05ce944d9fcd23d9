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
from ponticello.server.errors import NobodyKnown, NotByToken
from ponticello.server.storage.database import Storage
from ponticello.server.storage.guests import Guest, digest

if TYPE_CHECKING:
    from ponticello.server.app import Server

COOKIE = "ponticello"
YEAR = 365 * 86_400
LATELY = 10.0  # seconds
MOST_MET = 10_000
BEARER = "bearer "
SAFE = ("GET", "HEAD", "OPTIONS")  # methods of who only looks
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


def new_guest(name: str | None = None) -> Guest:
    """Returns somebody nobody has met before, with a name to begin with: theirs, or a bird's in the language that they speak."""
    return Guest(secrets.token_urlsafe(24), name or f"{say(secrets.choice(BIRDS))} {secrets.randbelow(90) + 10}")


def token_of(connection: HTTPConnection) -> str | None:
    """Returns the token that a program shows, if it shows one."""
    words = connection.headers.get("authorization", "")
    return words[len(BEARER) :].strip() if words.lower().startswith(BEARER) else None


class Identity:
    """Knows guests again."""

    def __init__(self, storage: Storage, secret: str) -> None:
        self._storage = storage
        self._signer = Signer(secret, salt="guest")
        # How long one need not ask about somebody again: as long as nothing changes here, and less where others make changes too.
        self._lately = LATELY if storage.settings.is_shared else math.inf
        self._met: OrderedDict[tuple[str, str], tuple[float, Guest]] = OrderedDict()  # who showed what, and when
        self._changes = 0  # how often somebody was forgotten

    def cookie(self, guest: Guest) -> str:
        """Returns what a guest's browser keeps."""
        return self._signer.sign(guest.id.encode()).decode()

    async def known(self, connection: HTTPConnection) -> Guest | None:
        """Returns who asks, if a token or a cookie says so; refuses a wrong token rather than taking it for nobody."""
        token = token_of(connection)
        if token is not None:
            guest = await self._meet(("token", digest(token)), token, self._storage.guest_by_token)
            if guest is None:
                raise NobodyKnown(say("this token is not known here; make a new one on your profile page"))
            connection.scope["state"].pop("pledge", lambda: None)()  # the door took it for a wrong one
            return guest
        fresh: Guest | None = getattr(connection.state, "fresh_guest", None)
        if fresh is not None:
            return fresh
        id = self.signed_id(connection)
        return None if id is None else await self._meet(("cookie", id), id, self._storage.guest)

    async def in_person(self, connection: HTTPConnection) -> Guest | None:
        """Returns whose browser asks, as the database knows them now. What changes an identity is for nobody else.

        A token plays for its owner; could it ask for a recovery link, whoever finds it would have the owner's games for good.
        """
        if token_of(connection) is not None:
            raise NotByToken(say("a token can play for you, not change who you are; open the profile page in your browser"))
        id = self.signed_id(connection)
        return None if id is None else await self._storage.guest(id)

    def signed_id(self, connection: HTTPConnection) -> str | None:
        """Returns the id in a cookie that was signed here, without asking whether the guest still exists."""
        if not hasattr(connection.state, "signed_id"):  # the door asks too
            try:
                connection.state.signed_id = self._signer.unsign(connection.cookies.get(COOKIE, "")).decode()
            except BadSignature:
                connection.state.signed_id = None
        signed: str | None = connection.state.signed_id
        return signed

    def owner_met(self, token: str) -> str | None:
        """Returns whose token it is as far as can be told without the database."""
        met = self._met.get(("token", digest(token)))
        return None if met is None else met[1].id

    async def _meet(self, key: tuple[str, str], secret: str, find: Callable[[str], Awaitable[Guest | None]]) -> Guest | None:
        """Returns whom a cookie or a token stands for; who was met a moment ago need not be looked up again."""
        since, met = self._met.get(key, (-math.inf, None))
        if met is None or time.monotonic() - since > self._lately:
            changes = self._changes
            met = await find(secret)
            if met is None:
                self._met.pop(key, None)
            elif changes == self._changes:  # else what was found may be what has just been changed
                self._met[key] = time.monotonic(), met
                while len(self._met) > MOST_MET:
                    self._met.popitem(last=False)
        return met

    def forget(self, guest: str | None) -> None:
        """Looks a guest up anew the next time, because something about them has changed; None stands for everybody."""
        self._changes += 1
        for key in [key for key, (_, met) in self._met.items() if guest in (met.id, None)]:
            del self._met[key]

    async def somebody(self, connection: HTTPConnection) -> Guest:
        """Returns who acts; somebody new is welcomed."""
        return await self.known(connection) or await self.welcome(connection)

    async def welcome(self, connection: HTTPConnection, name: str | None = None) -> Guest:
        """Makes a guest of somebody new, who gets a cookie with the answer. Who only looks stays nobody."""
        assert connection.scope["method"] not in SAFE
        guest = new_guest(name)
        await self._storage.add_guest(guest, self._storage.time.now())
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


async def guest_in_person(connection: HTTPConnection) -> Guest | None:
    """Returns whose browser asks; a token is refused."""
    return await server_of(connection).identity.in_person(connection)
