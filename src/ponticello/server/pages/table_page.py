"""The table in a page: where a game is joined, played and watched, and its record."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say
from ponticello.server.access.identity import server_of, some_guest, token_of
from ponticello.server.errors import NotNow
from ponticello.server.matches.reading import Unreadable
from ponticello.server.pages.moments import moment
from ponticello.server.pages.reader import read_reader
from ponticello.server.pages.remains import remains_page
from ponticello.server.pages.render import render
from ponticello.server.pages.sharing import Sharing
from ponticello.server.pages.table_view import TableView, Wishes
from ponticello.server.pages.viewer import page_viewer
from ponticello.server.storage.guests import Guest
from ponticello.table.names import check_name

router = APIRouter(include_in_schema=False)

SeatQuery = Annotated[int | None, Query(ge=0, le=9)]
WordQuery = Annotated[str | None, Query(max_length=40)]
NumberQuery = Annotated[int | None, Query(ge=0, le=10_000)]


@router.get("/m/{id}")
async def table_page(request: Request, id: str, seat: SeatQuery = None, view: WordQuery = None) -> HTMLResponse:
    """Shows a table to whoever has the link: to play at, to sit down at, or to watch."""
    return await _page(request, id, Wishes(seat, view))


@router.post("/m/{id}/join")
async def join(request: Request, id: str, name: Annotated[str, Form(max_length=200)] = "") -> Response:
    """Gives the guest an open seat, under a name that they keep (a program does not); whoever comes too late watches."""
    server = server_of(request)
    chosen = " ".join(name.split())
    try:
        chosen = check_name(chosen) if chosen else ""
        guest = await (_called(request, chosen) if chosen and token_of(request) is None else some_guest(request))
        await server.matches.sit(id, guest, name=chosen or None)
    except NotNow:
        pass
    except PonticelloError as error:
        return await _page(request, id, Wishes(), join_error=str(error), guest_name=name)
    return RedirectResponse(f"/m/{id}", 303)


@router.get("/m/{id}/game.pont")
async def record(request: Request, id: str) -> Response:
    """Gives out the record of a match, of a running one as far as the guest may know it."""
    table = await server_of(request).matches.open(id)
    if table.match is None:
        raise NotNow(say("this match has not begun"))
    reader = await read_reader(request)
    viewer = page_viewer(table, reader.guest.id if reader.guest else None, None).seat
    headers = {"Content-Disposition": f'attachment; filename="{table.game.name}-{table.id}.pont"'}
    return PlainTextResponse(table.match.record(None if table.match.over else viewer), headers=headers)


async def _called(request: Request, name: str) -> Guest:
    """Returns the person in front of the page under a new name, somebody new included."""
    server = server_of(request)
    guest = await server.identity.in_person(request)
    if guest is None:
        return await server.identity.welcome(request, name)
    await server.storage.rename(guest.id, name)
    server.identity.forget(guest.id)
    return guest


async def _page(request: Request, id: str, wishes: Wishes, **changes: Any) -> HTMLResponse:
    matches = server_of(request).matches
    try:
        table = await matches.open(id)
    except Unreadable as error:
        return await remains_page(request, error.remains, str(error))
    seen = TableView(table, await read_reader(request), wishes)
    server = server_of(request)
    talk = await server.talk.for_page(table, seen.reader.guest)
    offer = await server.climbing.offer(table, seen.reader.guest)
    context = {**seen.context(matches.now(), await matches.presence(id)), **talk, **changes}
    context["sharing"] = Sharing(request, moment(table, None, None), seen.reader.language)
    return await render(request, "table.html", reader=seen.reader, link=_link(request, id), offer=offer, **context)


async def fragment(request: Request, seen: TableView, note: str = "") -> HTMLResponse:
    """Returns the table, or only what belongs to the turn that is being put together if nothing else can have changed.

    A note is said above the buttons until the next click.
    """
    if seen.is_shown:
        return await render(request, "_turn.html", reader=seen.reader, **seen.turn_context())
    matches, id = server_of(request).matches, seen.table.id
    context = seen.context(matches.now(), await matches.presence(id))
    context["note"] = note
    offer = await server_of(request).climbing.offer(seen.table, seen.reader.guest)
    return await render(request, "_table.html", reader=seen.reader, link=_link(request, id), offer=offer, **context)


def _link(request: Request, id: str) -> str:
    return str(request.url.replace(path=f"/m/{id}", query=""))
