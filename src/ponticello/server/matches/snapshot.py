"""What one viewer may know of a match, as plain data: the one place where secrets are left out."""

from __future__ import annotations

from typing import Any

from ponticello.engine.words import count, listed, say
from ponticello.server.matches import permissions
from ponticello.server.matches.effects import MEANINGS
from ponticello.server.matches.facts import BOT, CLOSED, OPEN, OVER, PLAYED, RESIGNED, WAITING
from ponticello.server.matches.registry import Presence
from ponticello.server.matches.rows import Kind, Row
from ponticello.server.matches.table import Table

NOBODY_HERE = Presence(frozenset(), 0)


def snapshot(
    table: Table, viewer: int, now: float, *, own: list[int] | None = None, since: int = 0, presence: Presence = NOBODY_HERE
) -> dict[str, Any]:
    """Returns a match as a viewer may know it, with what has happened since a ply."""
    match = table.match
    own = ([viewer] if viewer >= 0 else []) if own is None else own
    scores = match.view(viewer).scores if match is not None else (None,) * len(table.seats)
    return {
        "id": table.id,
        "game": table.game.name,
        "title": table.game.title,
        "options": table.game.options,
        "clock": table.facts.clock.as_json() if table.facts.clock else None,
        "created": table.created,
        "public": table.facts.public,
        "status": table.status,
        "ply": table.ply(viewer),
        "viewer": viewer,
        "you": own,
        "seats": [seat_of(table, k, score, own, now, presence) for k, score in enumerate(scores)],
        "to_act": list(table.actors),
        "your_turn": viewer in table.actors and not table.seats[viewer].is_played_by_bot,
        "message": message(table, viewer),
        "events": [event_of(table, row, since + k, own) for k, row in enumerate(table.seen(viewer, since))],
        "may": permissions.may(table, viewer),
        "asked": table.asked,
        "result": result_of(table),
        "rematch": table.rematch if own else None,  # whoever knows it can sit down there
        "shuffle": match.shuffle.hash if match is not None else None,
        "seed": match.shuffle.seed if match is not None and match.over else None,
        "watchers": presence.watchers,
    }


def seat_of(table: Table, seat: int, score: int | None, own: list[int], now: float, presence: Presence) -> dict[str, Any]:
    """Returns what everybody may know of a seat, with its score as far as the viewer knows it."""
    place = table.seats[seat]
    clock = table.clock_of(seat, now) if table.match is not None else None
    return {
        "seat": seat,
        "name": place.name,
        "kind": place.kind,
        "expects": place.expects,
        "level": place.level if place.kind == BOT else None,
        "you": seat in own,
        "to_act": seat in table.actors,
        "here": place.kind == BOT or seat in presence.here,
        "standin": place.standin,
        "out": place.out,
        "score": score,
        "clock": None if clock is None else {"left": round(clock.left, 1), "running": clock.running, "deadline": clock.deadline},
    }


def result_of(table: Table) -> dict[str, Any] | None:
    """Returns how a match ended."""
    if table.result is None:
        return None
    scores = list(table.match.scores) if table.match is not None and table.result.reason == PLAYED else None
    return {"reason": table.result.reason, "winners": list(table.result.winners), "seat": table.result.seat, "scores": scores}


def event_of(table: Table, row: Row, ply: int, own: list[int]) -> dict[str, Any]:
    """Returns a row as it is told. Who sat down is known by name only; the way to a rematch, to those who have played."""
    text = row.text.split(" ", 1)[1] if row.kind == Kind.SIT else row.text
    if row.kind == Kind.REMATCH and not own:
        text = ""
    words = MEANINGS[row.kind].tell(table, row)
    return {"ply": ply, "kind": row.kind, "seat": row.seat, "text": text, "words": words, "at": row.at}


def message(table: Table, viewer: int) -> str:
    """Returns how a match stands, in one sentence for the viewer."""
    if table.status == WAITING:
        return say("Waiting for {players}", players=waited_for(table))
    if table.status == OVER:
        return ending(table, viewer)
    if viewer in table.actors:
        if table.seats[viewer].is_played_by_bot:
            return say("A bot plays for you")
        return say("Your turn")
    if len(table.actors) > 1 or (table.game.rulebook.simultaneous and viewer >= 0):
        return say("Waiting for {players}", players=count(len(table.actors), "player"))
    mover = table.seats[table.actors[0]]
    return say("{name} is thinking", name=mover.name) if mover.is_played_by_bot else say("{name} to move", name=mover.name)


def waited_for(table: Table) -> str:
    """Returns who has to come before the game begins: by name whose seats are kept for them, the others by their number."""
    open_ = [seat for seat in table.seats if seat.kind in OPEN]
    names = [seat.expects for seat in open_ if seat.expects]
    return listed([*names, count(len(open_) - len(names), "player")] if len(names) < len(open_) else names)


def ending(table: Table, viewer: int) -> str:
    """Returns how a match ended, in a sentence or two."""
    result = table.result
    assert result is not None
    if result.reason == CLOSED or table.match is None:
        return say("The match was closed without a result")
    names = [table.seats[seat].name for seat in result.winners]
    if len(table.seats) == 1:
        if result.reason != PLAYED:
            return say("The game was given up")
        points = table.game.rulebook.worth(table.match.scores[0])
        return say("{name} ends with {points}", name=table.seats[0].name, points=points)
    won = say("You win") if list(result.winners) == [viewer] else ""
    if not won:
        won = say("{name} wins", name=names[0]) if len(names) == 1 else say("{names} share the victory", names=listed(names))
    if result.reason == PLAYED:
        return say("{won}, {scores}", won=won, scores=" - ".join(map(str, table.match.scores)))
    assert result.seat is not None
    who = table.seats[result.seat].name
    why = say("{name} has resigned", name=who) if result.reason == RESIGNED else say("{name} has run out of time", name=who)
    return say("{won}: {why}", won=won, why=why)
