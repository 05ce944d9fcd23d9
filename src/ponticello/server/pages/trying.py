"""Playing on from a position of a match that is over: what its pages offer for it, and what happens when somebody does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import Response

from ponticello.server.access.address import origin_of
from ponticello.server.access.identity import server_of, some_guest
from ponticello.server.matches import permissions
from ponticello.server.matches.facts import OVER
from ponticello.server.matches.positions import go_on
from ponticello.server.matches.table import Table
from ponticello.server.pages.reader import Reader
from ponticello.server.pages.site import go
from ponticello.server.storage.guests import Guest

router = APIRouter(include_in_schema=False)

TurnField = Annotated[int, Form(ge=0, le=1_000_000)]
SeatField = Annotated[int | None, Form(ge=0, le=100)]
LevelField = Annotated[int, Form(ge=1, le=100)]


@dataclass(frozen=True)
class Trying:
    """What is offered for playing on after a turn."""

    turn: int
    is_possible: bool  # not at the end
    seat: int  # that the reader would most likely play
    level: int  # of the bots


def trying(table: Table, reader: Reader, turn: int) -> Trying | None:
    """Returns what is offered after a turn; nothing as long as the match runs."""
    if table.status != OVER or table.match is None:
        return None
    levels = len(table.game.rulebook.levels)
    met = max((seat.level for seat in table.seats), default=0) or (levels + 1) // 2
    guest = reader.guest.id if reader.guest else ""
    seat = permissions.seat_to_go_on(table, turn, guest, None)
    return Trying(turn, permissions.is_granted(permissions.go_on_from, table, turn), seat, met)


@router.post("/m/{id}/go-on")
async def play_on(
    request: Request,
    id: str,
    guest: Annotated[Guest, Depends(some_guest)],
    origin: Annotated[str | None, Depends(origin_of)],
    turn: TurnField,
    seat: SeatField = None,
    level: LevelField = 1,
) -> Response:
    """Makes a match from a position and goes there."""
    table = await go_on(server_of(request).matches, id, guest, turn, seat=seat, level=level, origin=origin)
    return go(f"/m/{table.id}")
