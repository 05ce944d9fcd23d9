"""Who reads a page: the guest, and how they like their pages, as cookies and browser say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import Request, Response
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from ponticello.engine.drawing import THEMES
from ponticello.engine.words import speaking
from ponticello.languages import LANGUAGES, language, negotiate
from ponticello.server.access.identity import YEAR, known_guest
from ponticello.server.errors import NobodyKnown
from ponticello.server.storage.database import Guest

SWITCH = ("on", "off")

# What can be chosen. The page's own script reads and writes these cookies too.
PREFERENCES: Mapping[str, tuple[str, ...]] = {"language": tuple(LANGUAGES), "theme": THEMES, "sound": SWITCH, "confirm": SWITCH}


@dataclass(frozen=True)
class Reader:
    """Somebody in front of a page."""

    guest: Guest | None  # None for somebody who has not done anything here yet
    language: str
    theme: str
    sound: bool
    confirm: bool  # whether a turn of one step waits for a second click

    @property
    def name(self) -> str:
        """What the others call the reader."""
        return self.guest.name if self.guest else ""


async def read_reader(request: Request) -> Reader:
    """Returns who reads the answer to a request."""
    try:
        return reader_of(request, await known_guest(request))
    except NobodyKnown:  # tokens are for programs, and a page can be read by anybody
        return reader_of(request, None)


def reader_of(request: HTTPConnection, guest: Guest | None) -> Reader:
    """Returns a guest as a reader with the preferences that a request tells."""
    return Reader(
        guest=guest,
        language=language_of(request),
        theme=_chosen(request, "theme") or "auto",
        sound=_chosen(request, "sound") != "off",
        confirm=_chosen(request, "confirm") == "on",
    )


def language_of(request: HTTPConnection) -> str:
    """Returns the code of the language that a request asks for."""
    return _chosen(request, "language") or negotiate(request.headers.get("accept-language", ""))


class SpokenLanguage:
    """Answers everybody in their own language, whatever the answer is."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        with speaking(language(language_of(HTTPConnection(scope)))):
            await self._app(scope, receive, send)


def _chosen(request: HTTPConnection, name: str) -> str | None:
    value = request.cookies.get(name)
    return value if value in PREFERENCES[name] else None


def keep(response: Response, fields: Mapping[str, Any]) -> None:
    """Keeps the preferences among the fields of a form; what is none, or no value of one, is left alone."""
    for name, choices in PREFERENCES.items():
        if fields.get(name) in choices:
            response.set_cookie(name, str(fields[name]), max_age=YEAR, samesite="lax")
