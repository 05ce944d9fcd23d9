"""The pages around the tables: home, a new match, one's own games, the profile, and the rules."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from ponticello import __version__
from ponticello.analysis.puzzles.book import has_puzzles
from ponticello.engine.errors import PonticelloError, UnknownGame
from ponticello.engine.game import Rulebook, spell
from ponticello.engine.words import count, say
from ponticello.games import names, rulebook
from ponticello.server.access.address import origin_of
from ponticello.server.access.identity import server_of, some_guest
from ponticello.server.matches.facts import BOT, LINK, OPEN
from ponticello.server.matches.new_match import FRIENDLY, ME
from ponticello.server.matches.reading import Remains
from ponticello.server.pages.learning import unfinished
from ponticello.server.pages.match_list import listed_match
from ponticello.server.pages.new_match_form import KINDS, WATCH, NewMatchForm, blank_form, read_form
from ponticello.server.pages.own_matches import shown_matches
from ponticello.server.pages.reader import Reader, keep, read_reader, reader_of
from ponticello.server.pages.remains import listed_remains
from ponticello.server.pages.render import asset, render
from ponticello.server.pages.rules import rules_page
from ponticello.server.pages.showcase import showcase
from ponticello.server.pages.today import today_for
from ponticello.server.storage.database import Guest
from ponticello.table.lessons import lesson_of

router = APIRouter(include_in_schema=False)

Somebody = Annotated[Guest, Depends(some_guest)]
Origin = Annotated[str | None, Depends(origin_of)]
Reading = Annotated[Reader, Depends(read_reader)]
LevelField = Annotated[str, Form(max_length=10)]


def book_of(game: str) -> Rulebook:
    """Returns a game by the name in an address."""
    try:
        return rulebook(game)
    except UnknownGame:
        raise HTTPException(404) from None


def players_words(book: Rulebook) -> str:
    """Returns for how many players a game is."""
    if len(book.players) == 1:
        return count(book.players[0], "player")
    return say("{least} to {most} players", least=book.players[0], most=book.players[-1])


def go(address: str) -> RedirectResponse:
    """Sends a browser on after a form."""
    return RedirectResponse(address, 303)


@router.get("/")
async def home(request: Request, reader: Reading) -> HTMLResponse:
    """Shows all games, each to be begun with one click."""
    boards = {name: showcase(name, reader.theme, reader.language) for name in names()}
    own_matches = await shown_matches(server_of(request).matches, reader)
    levels = await server_of(request).climbing.levels(reader.guest)
    lesson = await unfinished(server_of(request).storage, reader)
    puzzles = [name for name in names() if has_puzzles(name)]
    today = await today_for(server_of(request).daily, reader.guest, puzzles)
    shown: dict[str, Any] = {
        "own_matches": own_matches,
        "levels": levels,
        "players_words": players_words,
        "lesson": lesson,
    }
    return await render(request, "home.html", reader=reader, boards=boards, puzzles=puzzles, today=today, **shown)


@router.post("/now/{game}")
async def play_now(
    request: Request, game: str, guest: Somebody, origin: Origin, level: LevelField = "", hints: LevelField = ""
) -> Response:
    """Begins a game against a bot: of the level that is asked for, else of the one at which the guest stands.

    With hints it is the last step of the lesson, which is done by it.
    """
    book, server = book_of(game), server_of(request)
    wanted = level or (await server.climbing.levels(guest)).get(book.name, FRIENDLY)
    seats = [{"kind": ME}] + [{"kind": BOT, "level": wanted} for _ in range(max(2, book.players[0]) - 1)]
    table = await server.matches.create(guest, game=book.name, options={}, seats=seats, origin=origin)
    if hints:
        await server.storage.note_learned(guest.id, book.name, lesson_of(book.name).length)
    return go(f"/m/{table.id}#hints" if hints else f"/m/{table.id}")


@router.get("/new")
async def new_match(request: Request, reader: Reading, game: str = "", seats: str = LINK) -> HTMLResponse:
    """Offers the form for a match; bots are of the level at which the guest stands."""
    book = book_of(game or names()[0])
    level = (await server_of(request).climbing.levels(reader.guest)).get(book.name, FRIENDLY)
    return await _show_form(request, book, blank_form(book, seats if seats in OPEN else LINK, level))


@router.post("/new")
async def make_match(request: Request, guest: Somebody, origin: Origin, game: str) -> Response:
    """Lays a table, or gives the form back with what is wrong with it."""
    book = book_of(game)
    form = read_form(book, await request.form())
    try:
        table = await server_of(request).matches.create(guest, **form.plan(), origin=origin)
    except PonticelloError as error:
        return await _show_form(request, book, form, str(error))
    return go(f"/m/{table.id}")


async def _show_form(request: Request, book: Rulebook, form: NewMatchForm, error: str = "") -> HTMLResponse:
    return await render(
        request,
        "new.html",
        status=422 if error else 200,
        book=book,
        form=form,
        kinds=KINDS,
        watch=WATCH,
        options=[option for option in book.options if len(option.choices) > 1],
        spell=spell,
        error=error,
    )


@router.get("/games")
async def own_games(request: Request, reader: Reading) -> HTMLResponse:
    """Shows a guest's matches: those that wait for them first."""
    guest = reader.guest
    found = await server_of(request).matches.games_of(guest.id) if guest else []
    known = guest.id if guest else None
    matches = [listed_remains(one) if isinstance(one, Remains) else listed_match(one, known) for one in found]
    groups = [
        (say("Your turn"), [match for match in matches if match.your_turn]),
        (say("Waiting for others"), [match for match in matches if not match.your_turn and not match.over]),
        (say("Finished"), [match for match in matches if match.over]),
    ]
    return await render(request, "games.html", groups=[group for group in groups if group[1]])


@router.post("/preferences")
async def prefer(request: Request) -> Response:
    """Keeps a preference that was chosen in the header, and shows the same page again."""
    fields = await request.form()
    back = str(fields.get("back", "/"))
    response = go(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
    keep(response, fields)
    return response


@router.get("/offline")
async def offline(request: Request) -> HTMLResponse:
    """Says that there is no connection; a browser keeps it, to be shown when that is so."""
    return await render(request, "offline.html", reader=reader_of(request, None), header=None)


@router.get("/about")
async def about(request: Request) -> HTMLResponse:
    """Says what this is."""
    return await render(request, "about.html", version=__version__)


@router.get("/rules")
async def all_rules(request: Request) -> HTMLResponse:
    """Lists the rules of all games."""
    return await render(request, "rules.html", book=None, page=None)


@router.get("/rules/{game}")
async def rules(request: Request, game: str, reader: Reading) -> HTMLResponse:
    """Shows the rules of a game."""
    book = book_of(game)
    levels = await server_of(request).climbing.levels(reader.guest)
    page = rules_page(book.name, reader.language, reader.theme)
    return await render(request, "rules.html", reader=reader, book=book, page=page, levels=levels)


@router.get("/manifest.webmanifest")
async def manifest() -> Response:
    """Lets the site be put on a phone's home screen."""
    icons = [
        {"src": asset("icons/bridge.svg"), "sizes": "any", "type": "image/svg+xml"},
        {"src": asset("icons/bridge-192.png"), "sizes": "192x192", "type": "image/png"},
        {"src": asset("icons/bridge-512.png"), "sizes": "512x512", "type": "image/png"},
        {"src": asset("icons/bridge-maskable.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    look = {"display": "standalone", "background_color": "#faf6ec", "theme_color": "#16495a"}
    content = {"name": "Ponticello", "short_name": "Ponticello", "start_url": "/", "icons": icons, **look}
    return Response(json.dumps(content), media_type="application/manifest+json")
