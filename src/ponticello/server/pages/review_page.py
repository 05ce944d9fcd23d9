"""The review of a match: turn by turn what it could have been, while it is being worked out and afterwards."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, Response

from ponticello.engine.words import say
from ponticello.server.access.address import origin_of
from ponticello.server.access.identity import server_of, some_guest
from ponticello.server.matches import permissions
from ponticello.server.matches.reading import Unreadable
from ponticello.server.matches.snapshot import people_at
from ponticello.server.matches.table import Table
from ponticello.server.pages.drawings import LogLine, ghost, sight
from ponticello.server.pages.reader import Reader, read_reader
from ponticello.server.pages.remains import remains_page
from ponticello.server.pages.render import laid_out, render
from ponticello.server.pages.replay import replay_context
from ponticello.server.pages.review_words import ReviewShown, review_shown
from ponticello.server.pages.site import go
from ponticello.server.pages.table_page import NumberQuery, WordQuery
from ponticello.server.reviews.content import how_it_ended
from ponticello.server.storage.guests import Guest
from ponticello.server.storage.reviews import OPEN
from ponticello.table.match import ONLOOKER

router = APIRouter(include_in_schema=False)
SOON, AGAIN = 500, 1500  # milliseconds after which a page looks whether anything, or more, is worked out

BetterQuery = Annotated[bool, Query()]


@router.get("/m/{id}/review")
async def review(
    request: Request, id: str, turn: NumberQuery = None, view: WordQuery = None, better: BetterQuery = False
) -> HTMLResponse:
    """Shows what a match could have been, as far as it is known, and the board after a turn or with a better one on it."""
    server = server_of(request)
    try:
        table = await server.matches.open(id)
    except Unreadable as error:
        return await remains_page(request, error.remains, str(error))
    kept = await server.reviews.kept(table)
    reader = await read_reader(request)
    context = replay_context(request, table, reader, "turn", turn, view, how_it_ended(table))
    found = server.reviews.read(kept) if kept is not None else None
    shown = review_shown(table, found, context["number"], reader.theme)
    if better and shown.better:
        caption = LogLine(context["number"], "", say("This would have been better"))
        context.update(board=better_board(table, reader, shown, context["view"]), caption=caption)
    state = {
        "state": kept.state if kept is not None else "none",
        "progress": server.reviews.progress(kept) if kept is not None else 0.0,
        "again": None if kept is None or kept.state != OPEN else AGAIN if shown.curves else SOON,
    }
    context |= {"reviewing": True, "shown": shown, "is_better": better and bool(shown.better), **state}
    return await render(request, "review.html", reader=reader, **context)


def better_board(table: Table, reader: Reader, shown: ReviewShown, view: str) -> Any:
    """Returns the board before a turn with the better one on it, as a ghost."""
    match = permissions.review(table)
    assert shown.step is not None
    seen = sight(match.position_after(shown.step.at), reader.language, people_at(table, ONLOOKER, []))
    return laid_out(ghost(seen, reader.theme, view, shown.better))


@router.post("/m/{id}/review")
async def ask_for_review(
    request: Request,
    id: str,
    guest: Annotated[Guest, Depends(some_guest)],
    origin: Annotated[str | None, Depends(origin_of)],
) -> Response:
    """Begins with the review of a match, unless it is there, and goes to its page."""
    await server_of(request).reviews.ask(id, guest, origin)
    return go(f"/m/{id}/review")
