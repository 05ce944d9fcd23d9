"""What became of a question at the table, in a sentence that stays until the next move, and for whom a rematch is meant."""

from __future__ import annotations

from ponticello.engine.people import People, called
from ponticello.engine.words import listed, say
from ponticello.server.matches import permissions
from ponticello.server.matches.effects import MEANINGS
from ponticello.server.matches.facts import OPEN, PLAYING
from ponticello.server.matches.rows import Kind, Row
from ponticello.server.matches.table import Table


def answer_note(table: Table, viewer: int) -> str:
    """Returns how a take-back was last answered, for who asked, who answered and who looks on; nothing after the next move."""
    rows = table.seen(viewer)
    if table.status != PLAYING:
        return ""
    for at in range(len(rows) - 1, -1, -1):
        row = rows[at]
        if row.kind in (Kind.AGREE, Kind.DECLINE):
            return _answered(table, viewer, row, asker_of(rows[:at]))
        if row.kind == Kind.MOVE:
            return _passed_over(table, viewer, row, rows[:at])
        if row.kind in (Kind.UNDO, Kind.ASK):
            return ""
    return ""


def asker_of(rows: list[Row]) -> int:
    """Returns who has asked last."""
    return next(row.seat for row in reversed(rows) if row.kind == Kind.ASK)


def _answered(table: Table, viewer: int, row: Row, asker: int) -> str:
    who, whose = table.seats[row.seat].name, table.seats[asker].name
    if row.kind == Kind.DECLINE:
        if viewer == row.seat:
            return say("You have declined; {name}'s move stays.", name=whose)
        if viewer == asker:
            return say("{name} would rather not take it back; your move stays.", name=who)
        return say("{name} would rather not take it back; the move stays.", name=who)
    if table.asked is not None:
        missing = [table.seats[k].name for k in permissions.others(table, asker) if k not in table.agreed]
        return say("{name} agrees. The take-back waits for {names}.", name=who, names=listed(missing))
    if viewer == row.seat:
        return say("You have agreed; {name}'s move is taken back.", name=whose)
    if viewer == asker:
        return say("{name} agrees; your move is taken back.", name=who)
    return say("{name} agrees; the move is taken back.", name=who)


def _passed_over(table: Table, viewer: int, move: Row, before: list[Row]) -> str:
    """Returns what is said to who has asked when somebody moves instead of answering."""
    if not before or before[-1].kind not in (Kind.ASK, Kind.AGREE) or table.asked is not None:
        return ""
    if viewer != asker_of(before) or viewer == move.seat:
        return ""
    return say("{name} has moved on without an answer; your move stays.", name=table.seats[move.seat].name)


def too_late(table: Table, viewer: int, ply: int, wanted: Kind) -> str:
    """Returns what has happened since a ply, for whoever acted on the board as it was then; nothing is done for them.

    A move that they have taken back themselves meanwhile need not be taken back again, and nobody has to hear of it.
    """
    rows = permissions.moves_since(table, viewer, ply)
    if not rows or (rows[-1].seat == viewer and rows[-1].kind == wanted == Kind.UNDO):
        return ""
    with called(People(tuple(seat.name for seat in table.seats))):  # the past is told of everybody by name, as in the log
        return say("That came too late, and nothing was done: {what}.", what=MEANINGS[rows[-1].kind].tell(table, rows[-1]))


def rematch_note(table: Table, own: list[int]) -> str:
    """Returns what those who have played are told when one of them has asked for a rematch; who has asked knows."""
    if table.rematch is None or not own or table.rematch_by in own:
        return ""
    if table.rematch_by < 0:
        return say("There is a rematch.")
    return say("{name} would like to play again.", name=table.seats[table.rematch_by].name)


def kept_for(table: Table, guest: str | None) -> str:
    """Returns the name of the person whose seat a guest would take who sits down now; nothing if it is their own or nobody's."""
    if not permissions.is_granted(permissions.free_seat, table, None, guest):
        return ""
    seat = table.seats[permissions.free_seat(table, None, guest)]
    return seat.expects if seat.kind in OPEN and seat.expects_guest != guest else ""
