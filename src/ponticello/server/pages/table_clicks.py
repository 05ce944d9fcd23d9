"""What the page of a table asks for. A click, or a look, is one request: it is answered with the table to show."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Literal

from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field
from starlette.requests import Request

from ponticello.engine.errors import IllegalMove
from ponticello.server.access.identity import acting_guest, server_of
from ponticello.server.api.shapes import MOST_MOVE, Ply, SeatNumber, Wish, Word
from ponticello.server.errors import Stale
from ponticello.server.matches.answers import too_late
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.rows import Kind
from ponticello.server.matches.table import Table
from ponticello.server.pages.plain_routes import PlainRoute, read_body, read_query
from ponticello.server.pages.reader import read_reader, reader_of
from ponticello.server.pages.table_page import fragment
from ponticello.server.pages.table_view import TableView, Wishes
from ponticello.server.storage.database import Guest

MOST_DRAFT = 400  # letters in an address
Number = Annotated[int, Field(ge=0, le=10_000)]


class Look(BaseModel):
    """What a page wants to see: for which seat, from which side, with what in hand, and a turn as far as it is put together."""

    seat: SeatNumber | None = None
    view: Word | None = None
    pick: Word | None = None
    draft: str = Field("", max_length=MOST_DRAFT)
    turn: Number | None = None
    ply: Number | None = None


class Click(Wish):
    """What every click tells: which seat acts, how much of the match the page shows, and what it wants to see afterwards."""

    seat: SeatNumber
    ply: Ply
    wanted: SeatNumber | None = None
    view: Word | None = None


class Step(Click):
    """The turn as it is with the step that was clicked on or typed; or the whole turn, which is confirmed."""

    draft: str = Field(max_length=MOST_MOVE)
    turn: int = Field(ge=0)
    typed: bool = False
    confirm: bool = False


class Deed(Click):
    """Something beside the moves."""

    do: Literal["hint", "undo", "ask", "agree", "decline", "resign", "leave", "return"]


DEEDS: dict[str, Callable[[Matches, str, Guest, Deed], Awaitable[Table]]] = {
    "undo": lambda matches, id, guest, deed: matches.undo(id, guest, deed.ply, deed.seat),
    "ask": lambda matches, id, guest, deed: matches.ask(id, guest, deed.seat),
    "agree": lambda matches, id, guest, deed: matches.answer(id, guest, True, deed.seat),
    "decline": lambda matches, id, guest, deed: matches.answer(id, guest, False, deed.seat),
    "resign": lambda matches, id, guest, deed: matches.resign(id, guest, deed.seat),
    "leave": lambda matches, id, guest, deed: matches.leave(id, guest, deed.seat),
    "return": lambda matches, id, guest, deed: matches.come_back(id, guest, deed.seat),
}


async def look(request: Request) -> HTMLResponse:
    """Draws the table anew, with a turn that is being put together. A draft of an older turn is dropped."""
    wanted = read_query(request, Look)
    table, reader = await server_of(request).matches.open(request.path_params["id"]), await read_reader(request)
    wishes = Wishes(wanted.seat, wanted.view, wanted.pick, wanted.draft, wanted.turn, wanted.ply)
    return await fragment(request, TableView(table, reader, wishes))


async def step(request: Request) -> HTMLResponse:
    """Plays the turn if nothing is left to decide, else draws it as far as it goes, or says which rule refuses the step.

    If the board is no longer the one that was clicked on, nothing is played: the page sees what has happened meanwhile.
    """
    guest, clicked = await acting_guest(request), await read_body(request, Step)
    id, matches, reader = request.path_params["id"], server_of(request).matches, reader_of(request, guest)
    if not clicked.confirm:
        wishes = Wishes(clicked.wanted, clicked.view, None, clicked.draft, clicked.turn, clicked.ply)
        seen = TableView(await matches.open(id), reader, wishes)
        if seen.draft.refusal:
            raise IllegalMove(seen.draft.refusal)
        if clicked.turn != len(seen.turns):  # the draft was dropped
            return await fragment(request, seen, too_late(seen.table, clicked.seat, clicked.ply, Kind.MOVE))
        if reader.confirm or not (seen.draft.instant or (clicked.typed and seen.draft.complete)):
            return await fragment(request, seen)
    note, wishes = "", Wishes(clicked.wanted, clicked.view)
    try:
        table = await matches.play(id, guest, clicked.draft, clicked.ply, clicked.seat)
    except Stale:
        table = await matches.open(id)
        note = too_late(table, clicked.seat, clicked.ply, Kind.MOVE)
    return await fragment(request, TableView(table, reader, wishes), note)


async def deed(request: Request) -> HTMLResponse:
    """Does something beside the moves; what came too late is not done, and the page says why."""
    guest, clicked = await acting_guest(request), await read_body(request, Deed)
    id, matches = request.path_params["id"], server_of(request).matches
    note, wishes = "", Wishes(clicked.wanted, clicked.view)
    try:
        if clicked.do == "hint":
            table = await server_of(request).hints.give(id, guest, clicked.seat)
        else:
            table = await DEEDS[clicked.do](matches, id, guest, clicked)
    except Stale:
        table = await matches.open(id)
        note = too_late(table, clicked.seat, clicked.ply, Kind.UNDO)
    return await fragment(request, TableView(table, reader_of(request, guest), wishes), note)


ROUTES = (
    PlainRoute("/m/{id}/table", look, include_in_schema=False),
    PlainRoute("/m/{id}/step", step, methods=["POST"], include_in_schema=False),
    PlainRoute("/m/{id}/deed", deed, methods=["POST"], include_in_schema=False),
)
