"""What may happen at a table, and who may do it. Each function answers with the act, or refuses in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from ponticello.engine.errors import PonticelloError
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import count, say
from ponticello.players.protocol import write_moves
from ponticello.server.errors import NotNow, NotYourSeat, Stale
from ponticello.server.matches.facts import BOT, LOBBY, OPEN, OVER, PERSON, PLAYING, WAITING
from ponticello.server.matches.new_match import free_name
from ponticello.server.matches.opening import Opening
from ponticello.server.matches.rows import Act, Kind, Row
from ponticello.server.matches.table import Table
from ponticello.table.match import Match
from ponticello.table.names import check_name

P = ParamSpec("P")


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


def in_person(table: Table, seat: int) -> None:
    """Refuses what only somebody can do who plays on themselves."""
    playing(table)
    if table.seats[seat].out:
        raise NotNow(say("you have already left this contest"))
    if table.seats[seat].standin:
        raise NotNow(say("a bot plays for you; take your seat back first"))


def sit(table: Table, guest: str, name: str, seat: int | None = None) -> Act | None:
    """Takes an open seat; whoever already sits there just stays."""
    own = table.seats_of(guest)
    if own and (seat is None or seat in own):
        return None
    place = free_seat(table, seat, guest)
    return Act(Kind.SIT, place, f"{guest} {free_name(check_name(name), [taken.name for taken in table.seats])}")


def free_seat(table: Table, seat: int | None = None, guest: str | None = None) -> int:
    """Returns the open seat that somebody can have: the wanted one, the one kept for them, or the first, kept ones last."""
    if table.status == OVER:
        raise NotNow(say("this match is over"))
    free = [k for k, place in enumerate(table.seats) if place.kind in OPEN]
    if not free:
        raise NotNow(say("every seat is taken; you can watch"))
    if seat is not None and seat not in free:
        raise NotNow(say("seat {number} is taken", number=seat + 1))
    if seat is not None:
        return seat
    return min(free, key=lambda k: (table.seats[k].expects_guest != guest, table.seats[k].expects_guest is not None))


def counts_for_the_day(table: Table) -> bool:
    """Tells whether this is somebody's one counted try at a deal of the day."""
    return table.facts.deal is not None and table.facts.deal.counted


def may_think_again(table: Table) -> None:
    """Refuses what would make a try at the deal of the day easier than it is for others."""
    if counts_for_the_day(table):
        raise NotNow(say("this is your counted try at the deal of the day: no hints, and nothing is taken back"))


def play(table: Table, seat: int, text: str, ply: int) -> Act | None:
    """Plays a move, or a whole turn, in answer to what the seat had seen; one that is already there is not played again."""
    moved = moves_since(table, seat, ply)
    if moved and moved[0].kind == Kind.MOVE and moved[0].seat == seat and moved[0].text == text.strip():
        return None
    playing(table)
    fresh(table, seat, ply)
    in_person(table, seat)
    return Act(Kind.MOVE, seat, text)


def moves_since(table: Table, seat: int, ply: int) -> list[Row]:
    """Returns the rows since a ply that have changed the board; whatever else happens at a table makes no answer stale."""
    return [row for row in table.seen(seat, ply) if row.kind in (Kind.MOVE, Kind.UNDO, Kind.REWIND)]


def fresh(table: Table, seat: int, ply: int) -> None:
    """Refuses an answer to a board that has changed since."""
    if ply > table.ply(seat) or moves_since(table, seat, ply):
        raise Stale(say("the table has moved on; look again"))


def undo(table: Table, seat: int, ply: int) -> Act:
    """Takes the last move of a seat back; never past another player's move, what chance has shown, or a random event.

    Nor is a completed turn taken back without asking once other people's clocks run: they would have thought about it in vain,
    and whoever has completed a turn would think on for nothing.
    """
    playing(table)
    fresh(table, seat, ply)
    short_enough(table)
    may_think_again(table)
    in_person(table, seat)
    table.without_last_move(seat)
    if table.clocks is not None and table.is_turn_complete(seat) and opponents(table, seat):
        raise NotNow(say("your turn is complete and the clocks have gone on; ask the others to take it back"))
    return Act(Kind.UNDO, seat)


def ask(table: Table, seat: int) -> Act:
    """Asks the others for a take-back, once for each move; where only bots would have to agree, they do."""
    in_person(table, seat)
    short_enough(table)
    may_think_again(table)
    if table.asked is not None:
        raise NotNow(say("a take-back has already been asked for"))
    if table.rewind_to(seat) is None:
        raise NotNow(say("there is nothing to take back that chance has not spoken after"))
    if is_granted(undo, table, seat, table.ply(seat)):
        raise NotNow(say("you can take this move back without asking"))
    if not others(table, seat):
        return take_back(table, seat)
    if table.last_move(seat) in table.asked_about:
        raise NotNow(say("you have asked for this move before; you can ask again after your next one"))
    return Act(Kind.ASK, seat)


def take_back(table: Table, seat: int) -> Act:
    """Takes the last move of a seat back with all that followed it; where all act at once, the others' moves stay."""
    return Act(Kind.REWIND, seat, "" if table.game.rulebook.simultaneous else str(table.rewind_to(seat)))


def opponents(table: Table, seat: int) -> list[int]:
    """Returns the seats of other people who are still in the contest: those held by the same guest are the same person."""
    return [k for k in table.people if table.seats[k].guest != table.seats[seat].guest]


def others(table: Table, seat: int) -> list[int]:
    """Returns the seats of other people who play themselves."""
    return [k for k in opponents(table, seat) if not table.seats[k].standin]


def answer(table: Table, seat: int, agree: bool) -> list[Act]:
    """Grants or declines a take-back; when the last of the others agrees, it is done."""
    playing(table)
    if table.asked is None or seat not in others(table, table.asked):
        raise NotNow(say("nobody asks you for a take-back"))
    if seat in table.agreed:
        raise NotNow(say("you have already agreed"))
    if not agree:
        return [Act(Kind.DECLINE, seat)]
    acts = [Act(Kind.AGREE, seat)]
    if not set(others(table, table.asked)) - table.agreed - {seat}:
        acts.append(take_back(table, table.asked))
    return acts


def hint(table: Table, seat: int, text: str = "") -> Act | None:
    """Takes a hint: only who plays alone or against bots gets one, for the turn to take, and for each turn only one."""
    in_person(table, seat)
    may_think_again(table)
    if not has_hints(table, seat):
        raise NotNow(say("hints are for games alone or against bots; here other people play"))
    if seat not in table.actors:
        raise NotNow(say("a hint is for your turn, and it is not your turn now"))
    if table.hint_for(seat) is not None:
        return None
    short_enough(table)
    return Act(Kind.HINT, seat, text)


def has_hints(table: Table, seat: int) -> bool:
    """Tells whether hints are given at a seat: in no counted try at the deal of the day, and not where another person plays,
    even one for whom a bot does at present."""
    return not counts_for_the_day(table) and all(other.kind == BOT for number, other in enumerate(table.seats) if number != seat)


def resign(table: Table, seat: int) -> Act:
    """Gives up; a table that still waits for people is closed by it."""
    if table.status == WAITING:
        return Act(Kind.CLOSE, seat)
    playing(table)
    if table.seats[seat].out:
        raise NotNow(say("you have already left this contest"))
    return Act(Kind.RESIGN, seat)


def leave(table: Table, seat: int) -> Act:
    """Hands a seat to a bot until its owner comes back."""
    playing(table)
    if table.seats[seat].is_played_by_bot:
        raise NotNow(say("a bot already plays for you"))
    if not others(table, seat):
        raise NotNow(say("nobody waits for you here; the table stays as it is until you are back"))
    short_enough(table)
    return Act(Kind.LEAVE, seat)


def come_back(table: Table, seat: int) -> Act:
    """Takes a seat back from the bot."""
    playing(table)
    if table.seats[seat].out:
        raise NotNow(say("you have already left this contest"))
    if not table.seats[seat].standin:
        raise NotNow(say("no bot plays for you; the seat is yours"))
    return Act(Kind.RETURN, seat)


def rematch(table: Table, seat: int, new: str) -> Act | None:
    """Names the match after this one; the first name that is given stays."""
    if table.status != OVER:
        raise NotNow(say("a rematch can be asked for when this match is over"))
    if table.facts.deal is not None:
        raise NotNow(say("this is a deal of the day; its page has it once more, for practice"))
    return Act(Kind.REMATCH, seat, new) if table.rematch is None else None


def review(table: Table) -> Match:
    """Returns the match to look back on. In a running one nobody may: what could be had would tell them how to play."""
    if table.status != OVER:
        raise NotNow(say("what a match could have been can be looked at when it is over"))
    if table.match is None or not table.match.moves:
        raise NotNow(say("nothing was played in this match, so there is nothing to look back on"))
    if table.facts.opening is not None and table.facts.opening.is_import and not table.match.over:
        raise NotNow(say("this match was not played to its end, which a review needs; it can be replayed"))
    return table.match


def go_on_from(table: Table, turn: int) -> Opening:
    """Returns what had been played after a turn of a match that is over, for who wants to play on from there."""
    if table.status != OVER or table.match is None:
        raise NotNow(say("one can play on from a position of a match when it is over"))
    turns = table.match.turns()
    if turn > len(turns):
        raise NotNow(say("this match has only {turns}", turns=count(len(turns), "turn")))
    moves = turns[turn - 1].until if turn else 0
    if table.match.position_after(moves).over:
        raise NotNow(say("the game is over there; choose an earlier position"))
    return Opening(write_moves(table.match.moves[:moves]), table.id, turn)


def seat_to_go_on(table: Table, turn: int, guest: str, seat: int | None) -> int:
    """Returns on which seat somebody plays on: the wanted one, else their own, else the one that is to act after the turn."""
    if seat is not None:
        if seat >= len(table.seats):
            raise NotYourSeat(say("there is no seat {number} at this table", number=seat + 1))
        return seat
    if own := table.seats_of(guest):
        return own[0]
    assert table.match is not None
    after = table.match.turns()[turn:]
    return next((later.seat for later in after if later.seat != CHANCE), 0)


def out_of_time(table: Table, now: float) -> list[Act]:
    """Returns what follows when time has run out: those whose clock ran out first are out; if that is everybody, nobody wins."""
    if table.clocks is None or table.due is None or table.due > now:
        return []
    late = [seat for seat in sorted(table.clocks.since) if table.clocks.face(seat, now).deadline == table.due]
    if len(late) > 1 and all(seat.out for k, seat in enumerate(table.seats) if k not in late):
        return [Act(Kind.CLOSE)]
    return [Act(Kind.FLAG, seat) for seat in late]


def may(table: Table, viewer: int) -> dict[str, bool]:
    """Returns what a viewer can do at the table now, besides moving: what the function that decides on it does not refuse."""
    sits = viewer >= 0 and table.seats[viewer].kind == PERSON
    return {
        "sit": not sits and is_granted(free_seat, table),
        "undo": sits and is_granted(undo, table, viewer, table.ply(viewer)),
        "ask": sits and is_granted(ask, table, viewer),
        "hint": sits and is_granted(hint, table, viewer),
        "answer": sits and is_granted(answer, table, viewer, True),
        "resign": sits and is_granted(resign, table, viewer),
        "leave": sits and is_granted(leave, table, viewer),
        "return": sits and is_granted(come_back, table, viewer),
        "rematch": sits and is_granted(rematch, table, viewer, ""),
        "review": is_granted(review, table),
    }


def is_granted(decide: Callable[Concatenate[Table, P], object], table: Table, *args: P.args, **kwargs: P.kwargs) -> bool:
    """Tells whether something would not be refused now."""
    try:
        decide(table, *args, **kwargs)
    except PonticelloError:
        return False
    return True


def is_in_lobby(table: Table) -> bool:
    """Tells whether the lobby shows a table."""
    return table.status == WAITING and any(seat.kind == LOBBY for seat in table.seats)


def is_listed(table: Table) -> bool:
    """Tells whether the lobby shows a table: because it waits for players, or because others may watch."""
    return is_in_lobby(table) or (table.facts.public and table.status == PLAYING)
