"""What may happen at a table, and who may do it. Each function answers with the act, or refuses in one sentence."""

from __future__ import annotations

from ponticello.engine.words import count, say
from ponticello.server.errors import NotNow, NotYourSeat, Stale
from ponticello.server.matches.facts import LOBBY, OPEN, OVER, PERSON, PLAYING, WAITING
from ponticello.server.matches.new_match import free_name
from ponticello.server.matches.rows import Act, Kind
from ponticello.server.matches.table import Table
from ponticello.table.match import check_name


def own_seat(table: Table, guest: str, seat: int | None) -> int:
    """Returns the seat that a guest means; it can be left out by who has only one, or only one that may act."""
    own = table.seats_of(guest)
    if not own:
        raise NotYourSeat(say("you have no seat at this table; you are watching"))
    if seat is None:
        return table.viewer_of(guest)
    if seat not in own:
        raise NotYourSeat(say("seat {number} is not yours", number=seat + 1))
    return seat


def playing(table: Table) -> None:
    """Refuses anything that belongs to a running game when there is none."""
    if table.status == WAITING:
        missing = sum(seat.kind in OPEN for seat in table.seats)
        raise NotNow(say("the game begins when everybody is here; {players} to come", players=count(missing, "player")))
    if table.status == OVER:
        raise NotNow(say("this match is over"))


def short_enough(table: Table) -> None:
    """Refuses what could go on for ever, in a match that has seen too much of it: it is there to be played to its end."""
    if table.is_too_long:
        raise NotNow(say("too much has been taken back and asked for in this match; only moves are possible now, or to resign"))


def sit(table: Table, guest: str, name: str, seat: int | None = None) -> Act | None:
    """Takes an open seat; whoever already sits there just stays."""
    own = table.seats_of(guest)
    if own and (seat is None or seat in own):
        return None
    if table.status == OVER:
        raise NotNow(say("this match is over"))
    free = [k for k, place in enumerate(table.seats) if place.kind in OPEN]
    if not free:
        raise NotNow(say("every seat is taken; you can watch"))
    if seat is not None and seat not in free:
        raise NotNow(say("seat {number} is taken", number=seat + 1))
    check_name(name)
    return Act(Kind.SIT, free[0] if seat is None else seat, f"{guest} {free_name(name, [place.name for place in table.seats])}")


def play(table: Table, seat: int, text: str, ply: int) -> Act | None:
    """Plays a move, or a whole turn, in answer to what the seat had seen; one that is already there is not played again."""
    known = table.seen(seat, ply)
    if known and known[0].kind == Kind.MOVE and known[0].seat == seat and known[0].text == text.strip():
        return None
    playing(table)
    fresh(table, seat, ply)
    if table.seats[seat].is_played_by_bot:
        raise NotNow(say("a bot plays for you; take your seat back first"))
    return Act(Kind.MOVE, seat, text)


def fresh(table: Table, seat: int, ply: int) -> None:
    """Refuses an answer to a table that has changed since."""
    if ply != table.ply(seat):
        raise Stale(say("the table has moved on; look again"))


def undo(table: Table, seat: int, ply: int) -> Act:
    """Takes the last move of a seat back; never past another player's move, what chance has shown, or a random event."""
    playing(table)
    fresh(table, seat, ply)
    short_enough(table)
    return Act(Kind.UNDO, seat)


def ask(table: Table, seat: int) -> Act:
    """Asks the others for a take-back; where only bots would have to agree, they do."""
    playing(table)
    short_enough(table)
    if table.asked is not None:
        raise NotNow(say("a take-back has already been asked for"))
    if not table.may_ask(seat):
        raise NotNow(say("there is nothing to take back that chance has not spoken after"))
    if not others(table, seat):
        return Act(Kind.REWIND, seat, str(table.rewind_to(seat)))
    return Act(Kind.ASK, seat)


def others(table: Table, seat: int) -> list[int]:
    """Returns the seats of other people who play themselves: those held by the same guest are the same person."""
    guest = table.seats[seat].guest
    return [k for k in table.people if table.seats[k].guest != guest and not table.seats[k].standin]


def answer(table: Table, seat: int, agree: bool) -> list[Act]:
    """Grants or declines a take-back; when the last of the others agrees, it is done."""
    playing(table)
    if table.asked is None or seat not in others(table, table.asked):
        raise NotNow(say("nobody asks you for a take-back"))
    if not agree:
        return [Act(Kind.DECLINE, seat)]
    acts = [Act(Kind.AGREE, seat)]
    if not set(others(table, table.asked)) - table.agreed - {seat}:
        acts.append(Act(Kind.REWIND, table.asked, str(table.rewind_to(table.asked))))
    return acts


def resign(table: Table, seat: int) -> Act:
    """Gives up; a table that still waits for people is closed by it."""
    if table.status == WAITING:
        return Act(Kind.CLOSE, seat)
    playing(table)
    if table.seats[seat].out:
        raise NotNow(say("you have already left this contest"))
    return Act(Kind.RESIGN, seat)


def leave(table: Table, seat: int) -> Act | None:
    """Hands a seat to a bot until its owner comes back."""
    playing(table)
    if table.seats[seat].is_played_by_bot:
        return None
    short_enough(table)
    return Act(Kind.LEAVE, seat)


def come_back(table: Table, seat: int) -> Act | None:
    """Takes a seat back from the bot."""
    playing(table)
    if table.seats[seat].out:
        raise NotNow(say("you have already left this contest"))
    return Act(Kind.RETURN, seat) if table.seats[seat].standin else None


def may(table: Table, viewer: int) -> dict[str, bool]:
    """Returns what a viewer can do at the table now, besides moving."""
    sits = viewer >= 0 and table.seats[viewer].kind == PERSON
    running = sits and table.status == PLAYING and not table.seats[viewer].out
    active = running and not table.seats[viewer].standin
    return {
        "sit": not sits and table.status == WAITING and any(seat.kind in OPEN for seat in table.seats),
        "undo": active and table.may_undo(viewer),
        "ask": active and table.may_ask(viewer),
        "answer": active and table.asked is not None and viewer in others(table, table.asked) and viewer not in table.agreed,
        "resign": running or (sits and table.status == WAITING),
        "leave": active and bool(others(table, viewer)) and not table.is_too_long,
        "return": running and table.seats[viewer].standin,
        "rematch": sits and table.status == OVER,
    }


def is_in_lobby(table: Table) -> bool:
    """Tells whether the lobby shows a table."""
    return table.status == WAITING and any(seat.kind == LOBBY for seat in table.seats)
