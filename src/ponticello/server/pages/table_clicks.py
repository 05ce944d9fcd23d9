"""What the page of a table does. A click is one request: it is answered with the table to show."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse
from pydantic import Field

from ponticello.engine.errors import IllegalMove
from ponticello.server.access.identity import acting_guest, server_of
from ponticello.server.api.shapes import MOST_MOVE, Ply, SeatNumber, Wish, Word
from ponticello.server.errors import Stale
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.table import Table
from ponticello.server.pages.reader import reader_of
from ponticello.server.pages.table_page import fragment
from ponticello.server.pages.table_view import TableView, Wishes
from ponticello.server.pages.viewer import known_turns
from ponticello.server.storage.database import Guest

router = APIRouter(include_in_schema=False)

Actor = Annotated[Guest, Depends(acting_guest)]


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

    do: Literal["undo", "ask", "agree", "decline", "resign", "leave", "return"]


DEEDS: dict[str, Callable[[Matches, str, Guest, Deed], Awaitable[Table]]] = {
    "undo": lambda matches, id, guest, deed: matches.undo(id, guest, deed.ply, deed.seat),
    "ask": lambda matches, id, guest, deed: matches.ask(id, guest, deed.seat),
    "agree": lambda matches, id, guest, deed: matches.answer(id, guest, True, deed.seat),
    "decline": lambda matches, id, guest, deed: matches.answer(id, guest, False, deed.seat),
    "resign": lambda matches, id, guest, deed: matches.resign(id, guest, deed.seat),
    "leave": lambda matches, id, guest, deed: matches.leave(id, guest, deed.seat),
    "return": lambda matches, id, guest, deed: matches.come_back(id, guest, deed.seat),
}


@router.post("/m/{id}/step")
async def step(request: Request, id: str, guest: Actor, clicked: Step) -> HTMLResponse:
    """Plays the turn if nothing is left to decide, else draws it as far as it goes, or says which rule refuses the step."""
    matches, reader = server_of(request).matches, reader_of(request, guest)
    if not clicked.confirm:
        wishes = Wishes(clicked.wanted, clicked.view, None, clicked.draft, clicked.turn, clicked.ply)
        seen = TableView(await matches.open(id), reader, wishes)
        if seen.draft.refusal:
            raise IllegalMove(seen.draft.refusal)
        if reader.confirm or not (seen.draft.instant or (clicked.typed and seen.draft.complete)):
            return await fragment(request, seen)
    table = await play(matches, id, guest, clicked)
    return await fragment(request, TableView(table, reader, Wishes(clicked.wanted, clicked.view)))


async def play(matches: Matches, id: str, guest: Guest, clicked: Step) -> Table:
    """Plays a whole turn. A page that is only a little behind need not ask again if the turn is still the same.

    If it is not, nothing is played: the page sees what has happened meanwhile.
    """
    try:
        return await matches.play(id, guest, clicked.draft, clicked.ply, clicked.seat)
    except Stale:
        table = await matches.open(id)
        if len(known_turns(table, clicked.seat)) != clicked.turn:
            return table
        return await matches.play(id, guest, clicked.draft, table.ply(clicked.seat), clicked.seat)


@router.post("/m/{id}/deed")
async def deed(request: Request, id: str, guest: Actor, clicked: Deed) -> HTMLResponse:
    """Does something beside the moves; what came too late is not done, and the page sees why."""
    matches = server_of(request).matches
    try:
        table = await DEEDS[clicked.do](matches, id, guest, clicked)
    except Stale:
        table = await matches.open(id)
    return await fragment(request, TableView(table, reader_of(request, guest), Wishes(clicked.wanted, clicked.view)))
