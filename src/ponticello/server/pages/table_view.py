"""What a page shows of a table, through the eyes of whoever looks: everything here is seen by one seat, or by an onlooker."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ponticello.engine.verbs import CHANCE
from ponticello.server.matches.table import OVER, PLAYING, Table
from ponticello.table.match import ONLOOKER, Match, Turn
from ponticello.table.position import Position

SHAPE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
TALL = 1.5  # the height of a picture, in widths, from which the boards at its bottom may lie below the window
SIDES = {1: ("top",), 2: ("left", "right"), 3: ("left", "top", "right")}  # where the others sit, by how many they are


@dataclass(frozen=True)
class Eyes:
    """Through which seat a guest looks now, and to whom the device has to be passed before anything is shown."""

    viewer: int
    pass_to: int | None = None


def eyes_of(table: Table, guest: str | None, wanted: int | None) -> Eyes:
    """Returns through whose eyes a guest looks.

    People who share a device see the seat that acts. Where all act at once each may only see their own part, so the device is
    passed on: the seat that is wanted has been confirmed by its owner, any other is asked for first. When they have all acted
    and nobody is wanted, nobody knows who looks.
    """
    own = [seat for seat in table.seats_of(guest) if not table.seats[seat].is_played_by_bot] or table.seats_of(guest)
    acting = [seat for seat in own if seat in table.actors and not table.seats[seat].is_played_by_bot]
    if not table.game.rulebook.simultaneous or len(own) < 2 or table.status != PLAYING:
        return Eyes(table.viewer_of(guest, acting[0] if acting else wanted))
    if wanted in (acting or own):
        return Eyes(table.viewer_of(guest, wanted))
    if not acting:
        return Eyes(ONLOOKER)
    after = -1 if wanted is None else wanted
    return Eyes(ONLOOKER, min(acting, key=lambda seat: (seat <= after, seat)))


def may_act(table: Table, viewer: int) -> bool:
    """Tells whether the viewer is to act, and does so in person."""
    return table.status == PLAYING and viewer in table.actors and not table.seats[viewer].is_played_by_bot


def known_turns(table: Table, viewer: int) -> list[Turn]:
    """Returns the turns that a viewer may know: all of them when the match is over."""
    if table.match is None:
        return []
    return table.match.turns(None if table.status == OVER else viewer)


def moves_until(match: Match, turn: Turn) -> int:
    """Returns how many moves had been played when a turn was complete; others may have moved while it was not."""
    mine = [at for at, move in enumerate(match.moves) if move.seat == turn.seat and at >= turn.at]
    return mine[len(turn.moves) - 1] + 1


def position_at(table: Table, viewer: int, turns: list[Turn], number: int) -> Position:
    """Returns the position after so many turns, as the viewer may see it.

    What happened in a round that is over is shown move by move; the running round shows the viewer's own part only.
    """
    match = table.match
    if match is None:
        return table.game.position(len(table.seats))
    moves = moves_until(match, turns[number - 1]) if number else 0
    position = match.position_after(moves)
    public = max((at + 1 for at, move in enumerate(match.moves) if move.seat == CHANCE), default=0)
    if table.status == OVER or (table.game.rulebook.simultaneous and moves <= public):
        return position
    return position.view(viewer)


@dataclass(frozen=True)
class LogLine:
    """A line of the log: a turn in words."""

    number: int
    name: str  # empty where chance acts
    words: str


def log(table: Table, turns: list[Turn]) -> list[LogLine]:
    """Returns the turns in words, the newest first."""
    lines = []
    for number, turn in enumerate(turns, start=1):
        assert table.match is not None
        words = table.match.tell(turn)
        if turn.seat == CHANCE:
            lines.append(LogLine(number, "", words[:1].upper() + words[1:]))
        else:
            lines.append(LogLine(number, table.seats[turn.seat].name, words))
    return lines[::-1]


def side_of(table: Table, viewer: int, turn: Turn | None) -> str:
    """Returns from which side of the table a turn comes to the viewer, who sits at the bottom."""
    if turn is None or turn.seat == CHANCE:
        return "top"
    others = (turn.seat - max(viewer, 0)) % len(table.seats)
    return SIDES[len(table.seats) - 1][others - 1] if others else "bottom"


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


def is_tall(svg: str) -> bool:
    """Tells whether a picture is too tall to be shown at once and in a good size."""
    shape = SHAPE.search(svg)
    return shape is not None and float(shape[2]) > TALL * float(shape[1])
