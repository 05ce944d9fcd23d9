"""What of a table a page shows: everything here is seen by one seat, or by an onlooker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ponticello.engine.verbs import CHANCE
from ponticello.server.matches.facts import OVER, PLAYING
from ponticello.server.matches.table import Table
from ponticello.table.match import ONLOOKER, Turn
from ponticello.table.position import Position


@dataclass(frozen=True)
class PageViewer:
    """For which seat a page shows the table now, and to whom the device has to be passed before anything is shown."""

    seat: int
    pass_to: int | None = None


def page_viewer(table: Table, guest: str | None, wanted: int | None) -> PageViewer:
    """Returns for which seat a guest's page shows the table.

    People who share a device see the seat that acts. Where all act at once each may only see their own part, so the device is
    passed on: the seat that is wanted has been confirmed by its owner, any other is asked for first. When they have all acted
    and nobody is wanted, nobody knows who looks.
    """
    own = [seat for seat in table.seats_of(guest) if not table.seats[seat].is_played_by_bot] or table.seats_of(guest)
    acting = [seat for seat in own if seat in table.actors and not table.seats[seat].is_played_by_bot]
    if not table.game.rulebook.simultaneous or len(own) < 2 or table.status != PLAYING:
        return PageViewer(table.viewer_of(guest, acting[0] if acting else wanted))
    if wanted in (acting or own):
        return PageViewer(table.viewer_of(guest, wanted))
    if not acting:
        return PageViewer(ONLOOKER)
    after = -1 if wanted is None else wanted
    return PageViewer(ONLOOKER, min(acting, key=lambda seat: (seat <= after, seat)))


def may_act(table: Table, viewer: int) -> bool:
    """Tells whether the viewer is to act, and does so in person."""
    return table.status == PLAYING and viewer in table.actors and not table.seats[viewer].is_played_by_bot


def known_turns(table: Table, viewer: int) -> list[Turn]:
    """Returns the turns that a viewer may know: all of them when the match is over."""
    if table.match is None:
        return []
    return table.match.turns(None if table.status == OVER else viewer)


def last_actions(turns: Sequence[Turn]) -> tuple[int, ...]:
    """Returns the actions of the last turn of a player, which are marked on the board."""
    last = next((turn for turn in reversed(turns) if turn.seat != CHANCE), None)
    return tuple(move.action for move in last.moves) if last else ()


def position_at(table: Table, viewer: int, turns: Sequence[Turn], number: int) -> Position:
    """Returns the position after so many turns, as the viewer may see it: all of it when the match is over."""
    if table.match is None:
        return table.game.position(len(table.seats))
    return table.match.view_after(turns[number - 1].until if number else 0, None if table.status == OVER else viewer)


def side_of(table: Table, viewer: int, turn: Turn | None) -> str:
    """Returns from which side of the table a turn comes to the viewer, who sits at the bottom."""
    if turn is None or turn.seat == CHANCE:
        return "top"
    others = len(table.seats) - 1
    place = (turn.seat - max(viewer, 0)) % len(table.seats)  # going round the table from the viewer
    if place == 0:
        return "bottom"
    if others == 1 or 1 < place < others:
        return "top"
    return "left" if place == 1 else "right"


def views_of(table: Table) -> tuple[str, ...]:
    """Returns the views that one can choose from; where nobody else sits yet, or ever, there is no other board to look at."""
    views = table.game.rulebook.views_of(len(table.seats))
    return views[:1] if table.match is None or (len(table.seats) == 1 and views[-1].isdigit()) else views


def view_of(table: Table, viewer: int, wanted: str | None) -> str:
    """Returns the view of the board: the one that is wanted, else the viewer's own board in front, else the first."""
    views = views_of(table)
    if wanted in views:
        return wanted or views[0]
    own = str(viewer + 1)
    return own if viewer >= 0 and own in views else views[0]
