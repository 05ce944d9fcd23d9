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
HEAD = re.compile(r'<svg [^>]*?class="([^"]*)" role="\w+">(<title>.*?</title><desc>.*?</desc>)(<style>.*?</style>)?', re.DOTALL)
SQUARE = 1.1  # times as wide as high is still no wide board
PART = re.compile(r'<g class="part (\w+)" data-box="([^"]*)"(?: data-least="([^"]*)")?>')

router = APIRouter(include_in_schema=False)


def picture(svg: str) -> Markup:
    """Returns a board for a page. Its style is left out: a page takes none from its markup, but all of them from /boards.css."""
    before, _, styled = svg.partition("<style>")
    return Markup(before + styled.partition("</style>")[2])


@dataclass(frozen=True)
class Part:
    """A part of a picture, as `engine/drawing.py: part` has drawn it."""

    kind: str
    box: str
    least: str | None
    body: str

    @property
    def width(self) -> str:
        """How wide it is in the picture."""
        return self.box.split()[2]

    @property
    def height(self) -> str:
        """How high it is in the picture."""
        return self.box.split()[3]

    @property
    def is_clickable(self) -> bool:
        """Whether something can be done on it."""
        return any(f"data-{what}=" in self.body for what in ("move", "pick", "turn", "instead"))


def parts_of(svg: str) -> list[Part]:
    """Returns the parts of a picture; none if it is all board."""
    _, *found = PART.split(svg.removesuffix("</svg>"))
    return [Part(*found[k : k + 4]) for k in range(0, len(found), 4)]


def laid_out(svg: str) -> Markup:
    """Returns a board for a page that lays out its parts: the board in a frame, and beside it a picture for each of the others.

    A picture without parts is all board. The width of each is the least at which a finger hits everything on it.
    """
    whole = picture(svg)
    parts, head = parts_of(whole), HEAD.match(whole)
    if not parts or head is None:
        return Markup('<div class="frame">{}</div>').format(whole)
    drawn: dict[str, list[str]] = {"board": [], "hand": [], "aside": []}
    for part in parts:
        about = 'role="group">' if part.is_clickable else 'aria-hidden="true">'
        if part.kind == "board":
            about = f'role="{"group" if part.is_clickable else "img"}">{head[2]}'
        size = f'viewBox="{part.box}" width="{part.least or part.width}"'
        drawn[part.kind].append(
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{head[1]} {part.kind}" {size} {about}<g>{part.body}</svg>'
        )
    board, hand, aside = ("".join(svgs) for svgs in drawn.values())
    # A board that is wider than a phone can be scrolled by keyboard: by what can be played on it, or else by itself.
    more = "" if "data-move=" in whole else ' tabindex="0"'
    # A board that is not wide leaves room at its sides.
    more += " data-tall" if all(float(part.width) < SQUARE * float(part.height) for part in parts if part.kind == "board") else ""
    beside = "".join(f'<div class="{name}">{svgs}</div>' for name, svgs in (("beside", hand), ("asides", aside)) if svgs)
    return Markup(f'<div class="frame" data-scroll{more}>{board}</div><div class="parts">{beside}</div>')


def board_alone(svg: str) -> Markup:
    """Returns the board of a picture without what lies beside it, for where there is little room. It keeps its style, if any."""
    head, board = HEAD.match(svg), next((part for part in parts_of(svg) if part.kind == "board"), None)
    if head is None or board is None:
        return Markup(svg)
    about = f'viewBox="{board.box}" width="{board.width}" height="{board.height}" class="{head[1]}" role="img"'
    return Markup(f'<svg xmlns="http://www.w3.org/2000/svg" {about}>{head[2]}{head[3] or ""}<g>{board.body}</svg>')


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
