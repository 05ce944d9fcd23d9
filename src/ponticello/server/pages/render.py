"""What every page is made with: templates in the reader's language, boards without a style of their own, files to be kept."""

from __future__ import annotations

import functools
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from ponticello.analysis.curve import STYLE as CURVE
from ponticello.engine.drawing import THEMES
from ponticello.engine.game import Rulebook, Value, spell
from ponticello.engine.words import count, listed, mark, say
from ponticello.languages import LANGUAGES
from ponticello.server.access.identity import server_of
from ponticello.server.matches.registry import Matches
from ponticello.server.pages.reader import Reader, read_reader, reader_of
from ponticello.server.pages.spoken_templates import SpokenTemplates
from ponticello.server.storage.guests import Guest, digest
from ponticello.table.game import games

STATIC = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
SHORTLY = "public, max-age=60"

FAILURES = {
    401: mark("Who are you?"),
    403: mark("This is not yours to do"),
    404: mark("There is nothing here"),
    429: mark("A little slower, please"),
    500: mark("The bridge has given way"),
}
REFUSAL = mark("That cannot be done")
HEAD = re.compile(r'<svg [^>]*?class="([^"]*)" role="\w+">(<title>.*?</title><desc>.*?</desc>)', re.DOTALL)
PART = re.compile(r'<g class="part (\w+)" data-box="([^"]*)"(?: data-least="([^"]*)")?>')

router = APIRouter(include_in_schema=False)


def picture(svg: str) -> Markup:
    """Returns a board for a page. Its style is left out: a page takes none from its markup, but all of them from /boards.css."""
    before, _, styled = svg.partition("<style>")
    return Markup(before + styled.partition("</style>")[2])


def laid_out(svg: str) -> Markup:
    """Returns a board for a page that lays out its parts: the board in a frame, and beside it a picture for each of the others.

    A picture without parts is all board. The width of each is the least at which a finger hits everything on it.
    """
    whole = picture(svg)
    _, *found = PART.split(whole)
    head = HEAD.match(whole)
    if not found or head is None:
        return Markup('<div class="frame">{}</div>').format(whole)
    drawn: dict[str, list[str]] = {"board": [], "hand": [], "aside": []}
    for kind, box, least, body in zip(found[::4], found[1::4], found[2::4], found[3::4], strict=True):
        wide = least or box.split()[2]
        can_be_clicked = any(f"data-{what}=" in body for what in ("move", "pick", "turn", "instead"))
        about = 'role="group">' if can_be_clicked else 'aria-hidden="true">'
        if kind == "board":
            about = f'role="{"group" if can_be_clicked else "img"}">{head[2]}'
        opened = f'<svg xmlns="http://www.w3.org/2000/svg" class="{head[1]} {kind}" viewBox="{box}" width="{wide}" {about}'
        drawn[kind].append(f"{opened}<g>{body.removesuffix('</svg>')}</svg>")
    # A board that is wider than a phone can be scrolled by keyboard: by what can be played on it, or else by itself.
    reach = "" if "data-move=" in whole else ' tabindex="0"'
    frames = (f'<div class="frame" data-scroll{reach}>', '<div class="beside">', '<div class="asides">')
    return Markup("".join(f"{frame}{''.join(svgs)}</div>" for frame, svgs in zip(frames, drawn.values(), strict=True) if svgs))


@functools.cache
def all_games() -> tuple[Rulebook, ...]:
    """Returns the games that there are; their folders are looked through once."""
    return tuple(games())


@functools.cache
def boards_css() -> str:
    """Returns the styles of the pictures of all games, and of their curves, in all themes."""
    styles = [*(book.style for book in all_games()), CURVE]
    return "\n".join(style.css_for(theme) for style in styles for theme in THEMES)


@functools.cache
def static_files() -> dict[str, bytes]:
    """Returns the files that are served as they are, by name, boards.css among them."""
    files = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in sorted(STATIC.rglob("*")) if path.is_file()}
    return {**files, "boards.css": boards_css().encode()}


@functools.cache
def edition() -> str:
    """Returns a name for the files as they are now. It is part of their addresses, so that a browser may keep them for ever."""
    digest = hashlib.sha256()
    for name, content in static_files().items():
        digest.update(name.encode() + b"\0" + content)
    return digest.hexdigest()[:10]


def asset(name: str) -> str:
    """Returns the address of a file; files beside it are found by relative addresses."""
    if name not in static_files():
        raise LookupError(f"there is no static file {name!r}")
    return f"/static/{edition()}/{name}"


@router.get("/static/{wanted}/{name:path}")
async def static_file(wanted: str, name: str) -> Response:
    """Serves a file; to a page of an older edition too, but not to be kept."""
    if name not in static_files():
        raise HTTPException(404)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(
        static_files()[name], media_type=kind, headers={"Cache-Control": FOR_EVER if wanted == edition() else SHORTLY}
    )


@router.get("/boards.css")
async def boards_style() -> Response:
    """Serves the styles of the boards under a plain address."""
    return Response(boards_css(), media_type="text/css", headers={"Cache-Control": SHORTLY})


def sentence(words: str) -> str:
    """Returns a message as a sentence that stands alone.

    >>> sentence("seat 2 is taken"), sentence("Is that so?")
    ('Seat 2 is taken.', 'Is that so?')
    """
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")


def option_words(value: Value) -> str:
    """Returns an option's value in the reader's language."""
    return {True: say("yes"), False: say("no")}[value] if isinstance(value, bool) else say(spell(value))


def ago(seconds: float, code: str) -> str:
    """Returns in words how long ago something was."""
    from babel.dates import format_timedelta  # not needed for the first page

    return format_timedelta(timedelta(seconds=min(-seconds, -1)), add_direction=True, locale=code)


@functools.cache
def templates(code: str) -> SpokenTemplates:
    """Returns the templates in a language."""
    names = {
        "count": count,
        "listed": listed,
        "asset": asset,
        "ago": ago,
        "option_words": option_words,
        "languages": LANGUAGES,
        "waiting_words": waiting_words,
    }
    spoken = SpokenTemplates(code, {**names, "waiting_words": waiting_words})
    spoken.filters.update(picture=picture, sentence=sentence)
    return spoken


async def render(
    request: Request, template: str, *, status: int = 200, reader: Reader | None = None, **context: Any
) -> HTMLResponse:
    """Returns a page in the language that is spoken, which is the reader's, and in the reader's theme."""
    reader = reader or await read_reader(request)
    server = server_of(request)
    if not template.startswith("_") and "header" not in context:  # a whole page, with a header
        context["header"] = await own_state(server.matches, reader.guest)
    context["tells"] = server.notices.is_on
    spoken = templates(reader.language).get_template(template)
    page = spoken.render(request=request, reader=reader, games=all_games(), now=server.matches.now(), **context)
    return HTMLResponse(page, status, headers={"Cache-Control": "private, no-cache", "Vary": "Cookie, Accept-Language"})


@dataclass(frozen=True)
class OwnState:
    """What the header says of the reader's matches that are not over, and whose browser it is."""

    running: int = 0
    waiting: tuple[str, ...] = ()  # those that wait for the reader
    touched: float = 0.0  # when something last happened at any of them
    alias: str = ""  # by which a browser notices that somebody else uses it; nobody can be found by it


async def own_state(matches: Matches, guest: Guest | None) -> OwnState:
    """Returns what the header says of a reader. Of who has never played nothing is asked."""
    if guest is None:
        return OwnState()
    running = await matches.running_of(guest.id)
    waiting = tuple(own.id for own in running if own.is_your_turn)
    touched = max((own.touched for own in running), default=0.0)
    return OwnState(len(running), waiting, touched, digest(f"browser {guest.id}")[:12])


def waiting_words(number: int) -> str:
    """Returns how many matches wait for a guest; nothing if none does."""
    return say("{games} waiting for you", games=count(number, "game")) if number else ""


async def error_page(request: Request, status: int, why: str) -> HTMLResponse:
    """Returns a page that says what went wrong. It asks no database who reads it, since that may be what is wrong."""
    title = FAILURES.get(status, REFUSAL)
    return await render(request, "error.html", status=status, reader=reader_of(request, None), title=title, why=why, header=None)
