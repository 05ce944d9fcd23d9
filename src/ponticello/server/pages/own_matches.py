"""A guest's matches that are not over: which of them wait, for pages that are open, and how they look, for the first page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ponticello.engine.words import say
from ponticello.server.access.identity import known_guest, server_of
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.snapshot import people_at
from ponticello.server.matches.table import Table
from ponticello.server.pages.drawings import board, sight
from ponticello.server.pages.match_list import ListedMatch, listed_match
from ponticello.server.pages.plain_routes import PlainRoute
from ponticello.server.pages.reader import Reader
from ponticello.server.pages.remains import title_of_game
from ponticello.server.pages.render import board_alone
from ponticello.server.pages.viewer import known_turns, last_actions, page_viewer, view_of
from ponticello.server.storage.turns import OwnMatch

MOST_SHOWN = 6  # on the first page; the others are one click away


@dataclass(frozen=True)
class ShownMatch:
    """A match in a list, with a picture of its board as its player sees it."""

    listed: ListedMatch
    picture: Markup | None  # none while the device has to be passed on before anybody may look


async def shown_matches(matches: Matches, reader: Reader) -> list[ShownMatch]:
    """Returns the first of a reader's matches: those that wait for them, then the latest touched."""
    if reader.guest is None:
        return []
    running = (await matches.running_of(reader.guest.id))[:MOST_SHOWN]
    found = [await matches.found(own.id) for own in running]
    tables = [table for table in found if isinstance(table, Table)]
    return [ShownMatch(listed_match(table, reader.guest.id), picture_of(table, reader)) for table in tables]


def picture_of(table: Table, reader: Reader) -> Markup | None:
    """Returns the board as its player would find it on the page of the table, without what lies beside it there."""
    guest = reader.guest.id if reader.guest else None
    viewer = page_viewer(table, guest, None)
    if viewer.pass_to is not None:
        return None
    position = table.game.position(len(table.seats)) if table.match is None else table.match.view(viewer.seat)
    last = last_actions(known_turns(table, viewer.seat))
    seen = sight(position, reader.language, people_at(table, viewer.seat, table.seats_of(guest)))
    return board_alone(board(seen, reader.theme, view_of(table, viewer.seat, None), (), last))


async def news(request: Request) -> Response:
    """Says which matches wait for a guest, in few bytes: pages ask for it while they are open."""
    guest, server = await known_guest(request), server_of(request)
    running: Sequence[OwnMatch] = []
    if guest is not None:
        running = await server.matches.running_of(guest.id)
        server.notices.page_seen(guest.id)
    waiting = [own for own in running if own.is_your_turn]
    content = {
        "running": len(running),
        "waiting": [{"id": own.id, "words": say("Your turn at {game}", game=title_of_game(own.game))} for own in waiting],
        "touched": max((own.touched for own in running), default=0.0),
    }
    return JSONResponse(content, headers={"Cache-Control": "no-store"})


ROUTES = [PlainRoute("/waiting", news, methods=["GET"], include_in_schema=False)]
