"""The table in a page: where a game is joined, played, watched and replayed."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say
from ponticello.server.access.identity import server_of, some_guest
from ponticello.server.errors import NotNow
from ponticello.server.matches.draft import PICK, Draft, draw, read_draft
from ponticello.server.matches.permissions import others
from ponticello.server.matches.registry import Presence
from ponticello.server.matches.snapshot import snapshot
from ponticello.server.matches.table import OPEN, OVER, WAITING, Table
from ponticello.server.pages.reader import Reader, read_reader
from ponticello.server.pages.render import render
from ponticello.server.pages.table_view import (
    eyes_of,
    is_tall,
    known_turns,
    log,
    may_act,
    position_at,
    side_of,
    view_of,
    views_of,
)
from ponticello.table.match import ONLOOKER, check_name

router = APIRouter(include_in_schema=False)

Seat = Annotated[int | None, Query(ge=0, le=9)]
Word = Annotated[str | None, Query(max_length=40)]
Text = Annotated[str, Query(max_length=400)]
Number = Annotated[int | None, Query(ge=0, le=10_000)]


@router.get("/m/{id}")
async def table_page(request: Request, id: str, seat: Seat = None, view: Word = None) -> HTMLResponse:
    """Shows a table to whoever has the link: to play at, to sit down at, or to watch."""
    return await _page(request, id, "table.html", seat=seat, view=view)


@router.get("/m/{id}/table")
async def table_fragment(
    request: Request,
    id: str,
    seat: Seat = None,
    view: Word = None,
    pick: Word = None,
    draft: Text = "",
    turn: Number = None,
) -> HTMLResponse:
    """Draws the table anew, with a turn that is being put together. A draft of an older turn is dropped."""
    return await _page(request, id, "_table.html", seat=seat, view=view, pick=pick, draft=draft, turn=turn)


@router.post("/m/{id}/join")
async def join(request: Request, id: str, name: Annotated[str, Form(max_length=200)] = "") -> Response:
    """Gives the guest an open seat, under a name that they keep; whoever comes too late watches."""
    server = server_of(request)
    chosen = " ".join(name.split())
    try:
        guest = await some_guest(request)
        if chosen:
            check_name(chosen)
            await server.storage.rename(guest.id, chosen)
            server.identity.forget(guest.id)
        await server.matches.sit(id, guest, name=chosen or None)
    except NotNow:
        pass
    except PonticelloError as error:
        return await _page(request, id, "table.html", join_error=str(error), guest_name=name)
    return RedirectResponse(f"/m/{id}", 303)


@router.get("/m/{id}/replay")
async def replay(request: Request, id: str, move: Number = None, view: Word = None) -> HTMLResponse:
    """Shows a match as it was after some turns."""
    table = await server_of(request).matches.open(id)
    reader = await read_reader(request)
    eyes = eyes_of(table, reader.guest.id if reader.guest else None, None)
    turns = known_turns(table, eyes.viewer)
    number = len(turns) if move is None else min(move, len(turns))
    position = position_at(table, eyes.viewer, turns, number)
    shown = view_of(table, ONLOOKER, view)  # everybody's moves are followed here, not only one's own
    turn = turns[number - 1] if number else None
    last = [step.action for step in turn.moves] if turn else []
    board = position.svg(theme=reader.theme, view=shown, last=last)
    lines = log(table, turns)
    return await render(
        request,
        "replay.html",
        reader=reader,
        table=table,
        number=number,
        total=len(turns),
        board=board,
        tall=is_tall(board),
        described=position.describe(),
        view=shown,
        views=views_of(table),
        side=side_of(table, eyes.viewer, turn),
        log=lines,
        caption=lines[len(lines) - number] if number else None,
        scores=list(zip([seat.name for seat in table.seats], position.scores, strict=True)),
        link=str(request.url.replace(query=f"move={number}")),
    )


@router.get("/m/{id}/game.pont")
async def record(request: Request, id: str) -> Response:
    """Gives out the record of a match, of a running one as far as the guest may know it."""
    table = await server_of(request).matches.open(id)
    if table.match is None:
        raise NotNow(say("this match has not begun"))
    reader = await read_reader(request)
    viewer = eyes_of(table, reader.guest.id if reader.guest else None, None).viewer
    headers = {"Content-Disposition": f'attachment; filename="{table.game.name}-{table.id}.pont"'}
    return PlainTextResponse(table.match.record(None if table.match.over else viewer), headers=headers)


async def _page(request: Request, id: str, template: str, **wishes: Any) -> HTMLResponse:
    matches = server_of(request).matches
    table = await matches.open(id)
    reader = await read_reader(request)
    context = context_of(table, reader, matches.now(), await matches.presence(id), **wishes)
    return await render(request, template, reader=reader, link=str(request.url.replace(path=f"/m/{id}", query="")), **context)


def context_of(
    table: Table,
    reader: Reader,
    now: float,
    presence: Presence,
    *,
    seat: int | None = None,
    view: str | None = None,
    pick: str | None = None,
    draft: str = "",
    turn: int | None = None,
    join_error: str = "",
    guest_name: str | None = None,
) -> dict[str, Any]:
    """Returns all that the page of a table says."""
    eyes = eyes_of(table, reader.guest.id if reader.guest else None, seat)
    viewer = eyes.viewer
    acting = may_act(table, viewer)
    turns = known_turns(table, viewer)
    own = table.seats_of(reader.guest.id) if reader.guest else []
    shot = snapshot(table, viewer, now, own=own, since=table.ply(viewer), presence=presence)
    shown = view_of(table, viewer, view)
    position = table.game.position(len(table.seats)) if table.match is None else table.match.view(viewer)
    taken = Draft(position)
    board, held = "", ""
    if table.match is None or not acting:
        last = table.match.last_actions(viewer) if table.match is not None else ()
        board = position.svg(theme=reader.theme, view=shown, last=last)
    else:
        taken = read_draft(table.match, viewer, draft if turn in (None, len(turns)) else "")
        board, held = draw(table.match, viewer, taken, theme=reader.theme, view=shown, pick=pick)
    rulebook = table.game.rulebook
    waits = table.status == WAITING
    mine = f"\u25cf {say('Your turn')} \u00b7 " if acting or eyes.pass_to is not None else ""
    return {
        "table": table,
        "shot": shot,
        "viewer": viewer,
        "wanted": "" if seat is None else seat,
        "pass_to": eyes.pass_to,
        "acting": acting,
        "turn": len(turns),
        "draft": taken,
        "example": str(taken.targets[0]) if taken.targets else "",
        "board": board,
        "tall": is_tall(board),
        "pick": held,
        "picks": len(set(PICK.findall(board))),
        "view": shown,
        "views": views_of(table),
        "side": "bottom" if taken.steps else side_of(table, viewer, turns[-1] if turns else None),
        "title": f"{mine}{table.game.title} \u00b7 Ponticello",
        "log": log(table, turns),
        "current": None,
        "described": position.describe(),
        "points": points(table, viewer),
        "levels": rulebook.levels,
        "option_help": {option.name: option.help for option in rulebook.options},
        "clock": table.facts.clock.words if table.facts.clock else "",
        "result": table.result,
        "winners": table.result.winners if table.result and len(table.seats) > 1 else (),
        "alone": viewer >= 0 and not others(table, viewer),
        "asking": table.asked is not None,
        "joinable": waits and not own and any(place.kind in OPEN for place in table.seats),
        "invitation": waits and bool(own),
        "guest_name": (reader.guest.name if reader.guest else "") if guest_name is None else guest_name,
        "join_error": join_error,
    }


def points(table: Table, viewer: int) -> list[tuple[str, int, list[str]]]:
    """Returns for each seat its name, its points and where they come from, as far as the viewer may know."""
    if table.match is None:
        return []
    position = table.match.position if table.status == OVER else table.match.view(viewer)
    return [(place.name, position.scores[seat], position.explain(seat)) for seat, place in enumerate(table.seats)]
