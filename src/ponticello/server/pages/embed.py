"""A match inside a page of another site: the board and its moves, and a link to the table. Nothing can be done here but look."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ponticello.server.access.identity import server_of
from ponticello.server.matches.reading import Unreadable
from ponticello.server.pages.drawings import board, log, sight
from ponticello.server.pages.moments import headline, moment, news
from ponticello.server.pages.reader import reader_of
from ponticello.server.pages.remains import remains_page
from ponticello.server.pages.render import render
from ponticello.server.pages.table_page import NumberQuery, WordQuery
from ponticello.server.pages.viewer import side_of
from ponticello.table.match import ONLOOKER

router = APIRouter(include_in_schema=False)


@router.get("/embed/{id}")
async def embed(request: Request, id: str, move: NumberQuery = None, view: WordQuery = None) -> HTMLResponse:
    """Shows a match to whoever reads another site's page. Nobody is known here, so nothing can be done in anybody's name."""
    try:
        table = await server_of(request).matches.open(id)
    except Unreadable as error:
        return await remains_page(request, error.remains, str(error))
    reader, seen = reader_of(request, None), moment(table, move, view)
    picture = board(sight(seen.position, reader.language, seen.people), reader.theme, seen.view, (), seen.last, "")
    lines = log(table, seen.turns, reader.language)
    request.state.is_framed = True  # the door lets other sites show this answer
    return await render(
        request,
        "embed.html",
        header=None,
        reader=reader,
        table=table,
        number=seen.number,
        total=len(seen.turns),
        board=picture,  # in one piece: what is laid out in parts needs a window of its own
        side=side_of(table, ONLOOKER, seen.turn),
        view=seen.view,
        kept=f"&view={seen.view}" if view == seen.view and view else "",
        headline=headline(table),
        news=news(table),
        caption=lines[len(lines) - seen.number] if seen.number else None,
    )
