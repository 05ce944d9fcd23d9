"""The replay of a match: how it stood after each turn, as far as the reader may know it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ponticello.analysis.ended import Ended
from ponticello.engine.words import say
from ponticello.server.access.identity import server_of
from ponticello.server.matches import permissions
from ponticello.server.matches.reading import Unreadable
from ponticello.server.matches.snapshot import people_at
from ponticello.server.matches.table import Table
from ponticello.server.pages.drawings import LogLine, board, described, log, sight
from ponticello.server.pages.moments import moment
from ponticello.server.pages.reader import Reader, read_reader
from ponticello.server.pages.remains import remains_page
from ponticello.server.pages.render import laid_out, render
from ponticello.server.pages.sharing import Sharing
from ponticello.server.pages.table_page import NumberQuery, WordQuery
from ponticello.server.pages.trying import trying
from ponticello.server.pages.viewer import known_turns, page_viewer, position_at, side_of, view_of, views_of
from ponticello.table.match import ONLOOKER

router = APIRouter(include_in_schema=False)


@router.get("/m/{id}/replay")
async def replay(request: Request, id: str, move: NumberQuery = None, view: WordQuery = None) -> HTMLResponse:
    """Shows a match as it was after some turns."""
    try:
        table = await server_of(request).matches.open(id)
    except Unreadable as error:
        return await remains_page(request, error.remains, str(error))
    reader = await read_reader(request)
    return await render(request, "replay.html", reader=reader, **replay_context(request, table, reader, "move", move, view))


def replay_context(
    request: Request,
    table: Table,
    reader: Reader,
    stepping: str,
    wanted: int | None,
    view: str | None,
    ended: Ended | None = None,
) -> dict[str, Any]:
    """Returns all that is said of a match after some turns; `stepping` is what the address calls their number.

    `ended` is told as one more turn.
    """
    viewer = page_viewer(table, reader.guest.id if reader.guest else None, None).seat
    turns = known_turns(table, viewer)
    lines = log(table, turns, reader.language)
    if ended is not None:
        lines = [LogLine(len(turns) + 1, table.seats[ended.seat].name, say(ended.how)), *lines]
    number = len(lines) if wanted is None else min(wanted, len(lines))
    played = min(number, len(turns))
    position = position_at(table, viewer, turns, played)
    shown = view_of(table, ONLOOKER, view)  # everybody's moves are followed here, not only one's own
    turn = turns[played - 1] if played else None
    last = tuple(step.action for step in turn.moves) if turn else ()
    seen = sight(position, reader.language, people_at(table, ONLOOKER, []))
    picture = board(seen, reader.theme, shown, (), last, "")
    return {
        "table": table,
        "stepping": stepping,
        "number": number,
        "total": len(lines),
        "board": laid_out(picture),
        "described": described(seen),
        "view": shown,
        "kept": f"&view={shown}" if view else "",
        "views": views_of(table),
        "side": side_of(table, viewer, turn),
        "log": lines,
        "caption": lines[len(lines) - number] if number else None,
        "scores": list(zip([seat.name for seat in table.seats], position.scores, strict=True)),
        "sharing": Sharing(request, moment(table, wanted, view), reader.language),
        "link": str(request.url.replace(query=f"{stepping}={number}")),
        "may_review": permissions.is_granted(permissions.review, table),
        "trying": trying(table, reader, played),
    }
