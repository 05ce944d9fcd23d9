"""The one table of kinds: what a row of each kind does to a table, how it is told, and whether a running round hides it.

Whether something may happen is for `permissions` to say; here only the rules of the game refuse.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ponticello.engine.words import mark, say
from ponticello.server.matches.advice import Hint
from ponticello.server.matches.facts import CLOSED, PERSON, RESIGNED, TIME, Result
from ponticello.server.matches.rows import Kind, Row

if TYPE_CHECKING:
    from ponticello.server.matches.table import Table


@dataclass(frozen=True)
class Meaning:
    """What a kind of row means."""

    apply: Callable[[Table, Row], None]  # to a table of its own, which nobody has seen yet
    tell: Callable[[Table, Row], str]
    in_round: bool = False  # whether the others learn of it only when the round ends, where all act at once


def told_as(sentence: str) -> Callable[[Table, Row], str]:
    """Returns how a row is told that says no more than who did it."""
    return lambda table, row: say(sentence, name=table.seats[row.seat].name if row.seat >= 0 else "")


def sit(table: Table, row: Row) -> None:
    """Gives a seat to a guest under a name; with the last open seat the game begins."""
    guest, _, name = row.text.partition(" ")
    table.reseat(row.seat, kind=PERSON, guest=guest, name=name, expects="", expects_guest=None)
    table.begin(row.at)


def move(table: Table, row: Row) -> None:
    """Plays a move or a whole turn. Its text is kept as the game writes it; who asked for a take-back has their answer."""
    assert table.match is not None
    before = len(table.match.moves)
    played = table.match.play(row.text, row.seat)
    table.places[row.ply] = before, len(played)
    table.rows[-1] = replace(row, text=table.game.rulebook.write_turn(played))
    if table.asked is not None and (not table.game.rulebook.simultaneous or table.rewind_to(table.asked) is None):
        end_question(table)
    if table.clocks is not None:
        table.clocks_before[row.ply] = table.clocks.copy()
        if row.seat in table.clocks.since and table.is_turn_complete(row.seat):
            table.clocks.press(row.seat, row.at, earns=not table.seats[row.seat].standin)


def tell_move(table: Table, row: Row) -> str:
    """Returns what a move did, and what chance did right after it."""
    name, place = table.seats[row.seat].name, table.place_of(row)
    if place is None or table.match is None:
        return say("{name} made a move that was taken back", name=name)
    start, moves = place
    does = table.match.position_after(start).tell(table.match.moves[start : start + moves])
    drawn = table.match.drawn_after(start + moves)
    return ". ".join([say("{name} {does}", name=name, does=does), *map(table.match.tell, drawn)])


def hint(table: Table, row: Row) -> None:
    """Notes what somebody was advised to play; it is shown until they have."""
    table.hint = Hint.at(table, row)
    table.hinted |= {row.seat}


def undo(table: Table, row: Row) -> None:
    """Takes the last move of a seat back; what others have played meanwhile in the same round moves up."""
    take_last_move_back(table, row, waited=0.0)


def take_last_move_back(table: Table, row: Row, waited: float) -> None:
    """Takes the last move of a row's seat out of the match, and the clock back to where it was before that."""
    table.match = table.without_last_move(row.seat)
    ply = table.last_move(row.seat)
    assert ply is not None
    start, moves = table.places.pop(ply)
    for other, (begun, length) in table.places.items():
        if begun > start:
            table.places[other] = begun - moves, length
    take_time_back(table, row, {ply}, waited)


def take_time_back(table: Table, row: Row, gone: set[int], waited: float) -> None:
    """Sets the clocks as if the moves of some rows had never been made, and their maker had thought all the time."""
    if table.clocks is not None:
        before = table.clocks_before[min(gone)]
        table.clocks.go_back(before, row.seat, row.at, waited=waited, only=table.game.rulebook.simultaneous)
        table.clocks_before = {ply: clocks for ply, clocks in table.clocks_before.items() if ply not in gone}


def ask(table: Table, row: Row) -> None:
    """Asks the others for a take-back, which can be done once for each move."""
    ply = table.last_move(row.seat)
    table.asked, table.asked_at, table.agreed = row.seat, row.at, frozenset()
    table.asked_about |= {ply} if ply is not None else set()


def agree(table: Table, row: Row) -> None:
    """Grants a take-back, as far as this seat is concerned."""
    table.agreed |= {row.seat}


def decline(table: Table, row: Row) -> None:
    """Refuses a take-back."""
    end_question(table)


def end_question(table: Table) -> None:
    """Forgets that somebody has asked for a take-back."""
    table.asked, table.agreed = None, frozenset()


def rewind(table: Table, row: Row) -> None:
    """Goes back to where as many moves had been played as the text says; without a text, one seat's last move is taken back."""
    assert table.match is not None
    waited = row.at - table.asked_at if table.asked is not None else 0.0
    end_question(table)
    if not row.text:
        take_last_move_back(table, row, waited)
        return
    kept = int(row.text)
    table.match.rewind(kept)
    gone = {ply for ply, place in table.places.items() if place[0] >= kept}
    table.places = {ply: place for ply, place in table.places.items() if ply not in gone}
    take_time_back(table, row, gone, waited)


def resign(table: Table, row: Row) -> None:
    """Takes a seat that gives up out of the contest."""
    drop_out(table, row.seat, RESIGNED)


def flag(table: Table, row: Row) -> None:
    """Takes a seat that has run out of time out of the contest."""
    drop_out(table, row.seat, TIME)


def drop_out(table: Table, seat: int, reason: str) -> None:
    """Takes a seat out of the contest; with nobody left to play against, or no person left, the match ends."""
    table.reseat(seat, out=True)
    end_question(table)
    inside = [k for k, other in enumerate(table.seats) if not other.out]
    if len(inside) < 2 or not table.people:
        table.result = Result(reason, table.best(()) if inside else (), seat)


def leave(table: Table, row: Row) -> None:
    """Hands a seat to a bot until its owner comes back. A take-back that it was asked for may be asked for again."""
    table.reseat(row.seat, standin=True)
    if table.asked is not None and table.asked != row.seat:
        table.asked_about -= {table.last_move(table.asked)}
    end_question(table)


def come_back(table: Table, row: Row) -> None:
    """Gives a seat back to its owner."""
    table.reseat(row.seat, standin=False)


def close(table: Table, row: Row) -> None:
    """Ends a match without a result."""
    table.result = Result(CLOSED, ())


def rematch(table: Table, row: Row) -> None:
    """Notes the match after this one, and who has asked for it."""
    table.rematch, table.rematch_by = row.text, row.seat


def tell_rematch(table: Table, row: Row) -> str:
    """Returns who would like to play again; rows of older matches do not know."""
    if row.seat < 0:
        return say("there is a rematch")
    return say("{name} would like to play again", name=table.seats[row.seat].name)


MEANINGS: dict[Kind, Meaning] = {
    Kind.SIT: Meaning(sit, told_as(mark("{name} sits down"))),
    Kind.MOVE: Meaning(move, tell_move, in_round=True),
    Kind.HINT: Meaning(hint, told_as(mark("{name} has a hint")), in_round=True),
    Kind.UNDO: Meaning(undo, told_as(mark("{name} takes the move back")), in_round=True),
    Kind.ASK: Meaning(ask, told_as(mark("{name} asks to take a move back"))),
    Kind.AGREE: Meaning(agree, told_as(mark("{name} agrees"))),
    Kind.DECLINE: Meaning(decline, told_as(mark("{name} would rather not take it back"))),
    Kind.REWIND: Meaning(rewind, told_as(mark("{name} takes the move back"))),
    Kind.RESIGN: Meaning(resign, told_as(mark("{name} resigns"))),
    Kind.FLAG: Meaning(flag, told_as(mark("{name} has no time left"))),
    Kind.LEAVE: Meaning(leave, told_as(mark("a bot plays for {name}"))),
    Kind.RETURN: Meaning(come_back, told_as(mark("{name} is back"))),
    Kind.CLOSE: Meaning(close, told_as(mark("the match is closed"))),
    Kind.REMATCH: Meaning(rematch, tell_rematch),
}
