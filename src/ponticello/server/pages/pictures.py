"""Pictures of a match for everybody: the board as SVG and PNG, the whole game as a moving GIF, and the preview of its link.

All of them show what somebody without a seat may see, whoever asks for them.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from ponticello.engine.words import say, speaking
from ponticello.languages import LANGUAGES, language
from ponticello.server.access.address import address_of
from ponticello.server.access.identity import server_of
from ponticello.server.access.pace import Pace
from ponticello.server.errors import NotNow, TooMany
from ponticello.server.matches.facts import OVER
from ponticello.server.matches.table import Table
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


@router.get("/m/{id}/board.svg")
async def board_svg(
    request: Request,
    id: str,
    move: NumberQuery = None,
    view: WordQuery = None,
    theme: ThemeQuery = None,
    lang: LanguageQuery = None,
) -> Response:
    """Gives out the board as an SVG picture."""
    seen = moment(await server_of(request).matches.open(id), move, view)
    with _spoken(request, lang):
        return _answer(seen, seen.svg(theme or "auto").encode(), "image/svg+xml", f"{seen.number}.svg", lang)


@router.get("/m/{id}/board.png")
async def board_png(
    request: Request,
    id: str,
    move: NumberQuery = None,
    view: WordQuery = None,
    theme: ThemeQuery = None,
    lang: LanguageQuery = None,
) -> Response:
    """Gives out the board as a PNG picture."""
    seen = moment(await server_of(request).matches.open(id), move, view)
    look = "dark" if theme == "dark" else "light"

    def asked() -> dict[str, Any]:
        with _spoken(request, lang):
            return picture_worker.still(seen.svg(look), PICTURE)

    drawn = await _drawn(request, ("board", seen.number, seen.view, look), seen.table, asked, lang, PICTURES)
    return _answer(seen, drawn, "image/png", f"{seen.number}.png", lang)


@router.get("/m/{id}/preview.png")
async def preview_png(
    request: Request, id: str, move: NumberQuery = None, view: WordQuery = None, lang: LanguageQuery = None
) -> Response:
    """Gives out the picture that a link to the match is shown with."""
    seen = moment(await server_of(request).matches.open(id), move, view)

    def asked() -> dict[str, Any]:
        with _spoken(request, lang):
            return picture_worker.still(card(seen), WIDTH)

    drawn = await _drawn(request, ("preview", seen.number, seen.view), seen.table, asked, lang, PICTURES)
    return _answer(seen, drawn, "image/png", "", lang)


@router.get("/m/{id}/game.gif")
async def game_gif(
    request: Request, id: str, view: WordQuery = None, theme: ThemeQuery = None, lang: LanguageQuery = None
) -> Response:
    """Gives out the whole game as a moving picture."""
    seen = moment(await server_of(request).matches.open(id), None, view)
    if seen.table.match is None:
        raise NotNow(say("this match has not begun"))
    look, code = "dark" if theme == "dark" else "light", _code(request, lang)
    with _spoken(request, lang):
        ending = seen.people.ending

    def asked() -> dict[str, Any]:
        return picture_worker.moving(seen.record, view=seen.view, theme=look, language=code, ending=ending, width=FILM)

    drawn = await _drawn(request, ("film", seen.view, look), seen.table, asked, lang, FILMS)
    return _answer(seen, drawn, "image/gif", "gif", lang)


async def _drawn(
    request: Request, what: tuple[object, ...], table: Table, asked: Callable[[], dict[str, Any]], wanted: str | None, pace: Pace
) -> bytes:
    """Returns a picture, drawn now or lately: one of the same match in which nothing has happened since that everybody knows."""
    server = server_of(request)
    who = server.identity.signed_id(request) or address_of(request.scope)

    def admit() -> None:
        if server.settings.limits and server.buckets.take(pace, who, monotonic()):
            raise TooMany(say("that was too often; please wait a moment"))

    key = (table.id, table.ply(ONLOOKER), table.status, _code(request, wanted), *what)
    return await server.pictures.picture(key, asked, admit)


def _code(request: Request, wanted: str | None) -> str:
    """Returns the language of a picture: that of its address, else the reader's."""
    return wanted if wanted in LANGUAGES else language_of(request)


def _spoken(request: Request, wanted: str | None) -> Any:
    return speaking(language(_code(request, wanted)))


def _answer(seen: Moment, content: bytes, kind: str, name: str, wanted: str | None) -> Response:
    """Returns a picture, to be kept by a browser for as long as it cannot change; with a name it is a file to be saved."""
    headers = {"Cache-Control": FOR_GOOD if seen.table.status == OVER else FOR_NOW}
    if wanted not in LANGUAGES:
        headers = {"Cache-Control": "private, no-cache", "Vary": "Cookie, Accept-Language"}
    if name:
        joint = "." if name == "gif" else "-"
        headers["Content-Disposition"] = f'attachment; filename="{seen.table.game.name}-{seen.table.id}{joint}{name}"'
    return Response(content, media_type=kind, headers=headers)
