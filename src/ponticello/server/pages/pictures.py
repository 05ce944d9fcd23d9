"""Pictures of a match for everybody: the board as SVG and PNG, the whole game as a moving GIF, and the preview of its link.

All of them show what somebody without a seat may see, whoever asks for them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from time import monotonic
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from ponticello.engine.words import say, speaking
from ponticello.languages import LANGUAGES, language
from ponticello.server.access.address import address_of
from ponticello.server.access.identity import server_of
from ponticello.server.access.pace import Pace
from ponticello.server.errors import NotNow, TooMany
from ponticello.server.matches.facts import OVER
from ponticello.server.pages.cards import WIDTH, card
from ponticello.server.pages.moments import Moment, moment
from ponticello.server.pages.reader import language_of
from ponticello.server.pages.table_page import NumberQuery, WordQuery
from ponticello.table import picture_worker
from ponticello.table.match import ONLOOKER

router = APIRouter(include_in_schema=False)

PICTURE, FILM = 1200, 480  # pixels wide
PICTURES = Pace("pictures", 0.5, 12)  # that have to be drawn for one guest, or for all at an address of whom nothing is known
FILMS = Pace("films", 1 / 30, 4)
FOR_GOOD, FOR_NOW = "public, max-age=86400", "public, max-age=30"  # a match that is over does not change

LanguageQuery = Annotated[str | None, Query(alias="language", max_length=10)]
ThemeQuery = Annotated[Literal["light", "dark", "auto"] | None, Query()]


@dataclass(frozen=True)
class Wanted:
    """A picture that somebody asks for: of which moment of a match, and how it is to be drawn."""

    request: Request
    seen: Moment
    theme: str | None
    language: str | None

    @property
    def look(self) -> str:
        """The theme of a picture that cannot follow a reader's device."""
        return "dark" if self.theme == "dark" else "light"

    @property
    def code(self) -> str:
        """The language of the picture: that of its address, else the reader's."""
        return self.language if self.language in LANGUAGES else language_of(self.request)

    def spoken(self) -> AbstractContextManager[None]:
        """Lets the picture be drawn in its language."""
        return speaking(language(self.code))


async def read_wanted(
    request: Request,
    id: str,
    move: NumberQuery = None,
    view: WordQuery = None,
    theme: ThemeQuery = None,
    lang: LanguageQuery = None,
) -> Wanted:
    """Reads what the address of a picture may say; one that shows all moves, or has a theme of its own, minds less."""
    return Wanted(request, moment(await server_of(request).matches.open(id), move, view), theme, lang)


Asked = Annotated[Wanted, Depends(read_wanted)]


@router.get("/m/{id}/board.svg")
async def board_svg(wanted: Asked) -> Response:
    """Gives out the board as an SVG picture."""
    seen = wanted.seen
    with wanted.spoken():
        return _answer(wanted, seen.svg(wanted.theme or "auto").encode(), "image/svg+xml", f"{seen.number}.svg")


@router.get("/m/{id}/board.png")
async def board_png(wanted: Asked) -> Response:
    """Gives out the board as a PNG picture."""
    seen = wanted.seen

    def drawing() -> dict[str, Any]:
        with wanted.spoken():
            return picture_worker.still(seen.svg(wanted.look), PICTURE)

    drawn = await _drawn(wanted, ("board", seen.number, seen.view, wanted.look), drawing, PICTURES)
    return _answer(wanted, drawn, "image/png", f"{seen.number}.png")


@router.get("/m/{id}/preview.png")
async def preview_png(wanted: Asked) -> Response:
    """Gives out the picture that a link to the match is shown with."""
    seen = wanted.seen

    def drawing() -> dict[str, Any]:
        with wanted.spoken():
            return picture_worker.still(card(seen), WIDTH)

    drawn = await _drawn(wanted, ("preview", seen.number, seen.view), drawing, PICTURES)
    return _answer(wanted, drawn, "image/png", "")


@router.get("/m/{id}/game.gif")
async def game_gif(wanted: Asked) -> Response:
    """Gives out the whole game as a moving picture."""
    seen = moment(wanted.seen.table, None, wanted.seen.view)
    if seen.table.match is None:
        raise NotNow(say("this match has not begun"))
    look, code = wanted.look, wanted.code
    with wanted.spoken():
        ending = seen.people.ending

    def drawing() -> dict[str, Any]:
        return picture_worker.moving(seen.record, view=seen.view, theme=look, language=code, ending=ending, width=FILM)

    drawn = await _drawn(wanted, ("film", seen.view, look), drawing, FILMS)
    return _answer(wanted, drawn, "image/gif", "gif")


async def _drawn(wanted: Wanted, what: tuple[object, ...], drawing: Callable[[], dict[str, Any]], pace: Pace) -> bytes:
    """Returns a picture, drawn now or lately: one of the same match in which nothing has happened since that everybody knows."""
    request, table = wanted.request, wanted.seen.table
    server = server_of(request)
    who = server.identity.signed_id(request) or address_of(request.scope)

    def admit() -> None:
        if server.settings.limits and server.buckets.take(pace, who, monotonic()):
            raise TooMany(say("that was too often; please wait a moment"))

    return await server.pictures.picture((table.id, table.ply(ONLOOKER), table.status, wanted.code, *what), drawing, admit)


def _answer(wanted: Wanted, content: bytes, kind: str, name: str) -> Response:
    """Returns a picture, to be kept by a browser for as long as it cannot change; with a name it is a file to be saved."""
    table = wanted.seen.table
    headers = {"Cache-Control": FOR_GOOD if table.status == OVER else FOR_NOW}
    if wanted.language not in LANGUAGES:
        headers = {"Cache-Control": "private, no-cache", "Vary": "Cookie, Accept-Language"}
    if name:
        joint = "." if name == "gif" else "-"
        headers["Content-Disposition"] = f'attachment; filename="{table.game.name}-{table.id}{joint}{name}"'
    return Response(content, media_type=kind, headers=headers)
