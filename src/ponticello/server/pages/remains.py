"""The page of a match that cannot be read: who played what and when, and how it stood as far as it can be told."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import Request
from fastapi.responses import HTMLResponse

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import listed, say
from ponticello.games import rulebook
from ponticello.server.errors import GONE
from ponticello.server.matches.facts import OPEN
from ponticello.server.matches.reading import Remains
from ponticello.server.matches.snapshot import people_at
from ponticello.server.pages.drawings import board, described, log, sight
from ponticello.server.pages.match_list import ListedMatch
from ponticello.server.pages.reader import read_reader
from ponticello.server.pages.render import laid_out, render
from ponticello.server.pages.viewer import known_turns, last_actions, page_viewer, position_at, view_of
from ponticello.table.match import ONLOOKER


def title_of(remains: Remains) -> str:
    """Returns what the game is called."""
    return title_of_game(remains.outline.game)


def title_of_game(name: str) -> str:
    """Returns what a game is called; one that is gone only has its name."""
    try:
        return rulebook(name).title
    except PonticelloError:
        return name


def people_of(remains: Remains) -> str:
    """Returns who sits at the table, bots included if that can still be told."""
    if remains.facts is None and remains.table is None:
        return listed(remains.outline.names)
    seats = remains.table.seats if remains.table is not None else remains.facts.seats if remains.facts is not None else ()
    return listed([seat.name for seat in seats if seat.kind not in OPEN]) or listed(remains.outline.names)


def listed_remains(remains: Remains) -> ListedMatch:
    """Returns a match that cannot be read as it stands in a list; it counts as finished, since nobody can play there."""
    return ListedMatch(
        id=remains.id,
        title=title_of(remains),
        people=people_of(remains),
        facts=(),
        message=say("This match cannot be read any more"),
        touched=remains.outline.created,
        mine=True,
        your_turn=False,
        over=True,
    )


async def remains_page(request: Request, remains: Remains, why: str) -> HTMLResponse:
    """Shows what is left of a match; of the last position as much as the reader may see."""
    reader, table = await read_reader(request), remains.table
    shown: dict[str, object] = {"board": "", "described": "", "log": []}
    if table is not None and table.match is not None:
        viewer = page_viewer(table, reader.guest.id if reader.guest else None, None).seat
        turns = known_turns(table, viewer)
        seen = sight(position_at(table, viewer, turns, len(turns)), reader.language, people_at(table, ONLOOKER, []))
        picture = board(seen, reader.theme, view_of(table, viewer, None), (), last_actions(turns), "")
        lines = log(table, turns, reader.language)
        shown = {"board": laid_out(picture), "described": described(seen), "log": lines}
    made = datetime.fromtimestamp(remains.outline.created, UTC).date().isoformat()
    return await render(
        request,
        "remains.html",
        status=GONE,
        reader=reader,
        title=title_of(remains),
        people=people_of(remains),
        made=made,
        why=why,
        **shown,
    )
