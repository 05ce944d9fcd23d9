"""What one viewer may know of a match, as plain data: the one place where secrets are left out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ponticello.engine.people import People, about, called, player_names
from ponticello.engine.words import count, listed, mark, say
from ponticello.server.matches import permissions
from ponticello.server.matches.advice import read_hint
from ponticello.server.matches.deal import is_shut
from ponticello.server.matches.effects import MEANINGS
from ponticello.server.matches.facts import BOT, CLOSED, OPEN, OVER, PLAYED, RESIGNED, WAITING
from ponticello.server.matches.registry import Presence
from ponticello.server.matches.rows import Kind, Row
from ponticello.server.matches.table import Table

NOBODY_HERE = Presence(frozenset(), 0)


def people_at(table: Table, viewer: int, own: list[int]) -> People:
    """Returns who sits at a table, told to a viewer. People who share a device are called by their names, nobody is "you"."""
    people = People(tuple(seat.name for seat in table.seats), viewer if own == [viewer] else None)
    if table.match is None or table.match.over or table.status != OVER:
        return people
    with called(people):
        return replace(people, ending=ending(table))


def snapshot(
    table: Table, viewer: int, now: float, *, own: list[int] | None = None, since: int = 0, presence: Presence = NOBODY_HERE
) -> dict[str, Any]:
    """Returns a match as a viewer may know it, with what has happened since a ply."""
    match = table.match
    own = ([viewer] if viewer >= 0 else []) if own is None else own
    seen = match.view(viewer) if match is not None else None
    people = people_at(table, viewer, own)
    with called(replace(people, you=None)):  # the past is told of everybody by name, as in the log
        events = [event_of(table, row, since + k, own) for k, row in enumerate(table.seen(viewer, since))]
    with called(people):
        task = seen.task(viewer) if seen is not None and is_acting(table, viewer) else ""
    scores = seen.scores if seen is not None else (None,) * len(table.seats)
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
        "your_turn": is_acting(table, viewer),
        "message": message(table, viewer, own),
        "task": task,
        "events": events,
        "may": {**permissions.may(table, viewer), **({"review": False} if is_shut(table.facts.deal, now) else {})},
        "asked": table.asked,
        "result": result_of(table),
        "rematch": table.rematch if own else None,  # whoever knows it can sit down there
        "shuffle": match.shuffle.hash if match is not None and is_shuffled_here(table) else None,
        "seed": match.shuffle.seed if match is not None and is_seed_shown(table, now) else None,
        "watchers": presence.watchers,
    }


def is_shuffled_here(table: Table) -> bool:
    """Tells whether all that chance does follows from the seed: not if something was drawn before the match began here."""
    opening, match = table.facts.opening, table.match
    return opening is None or (match is not None and opening.is_import and match.over and match.fair)


def is_seed_shown(table: Table, now: float) -> bool:
    """Tells whether the seed is no secret any more: the match is over, and nobody else has the same cards before them."""
    match = table.match
    return match is not None and match.over and is_shuffled_here(table) and not is_shut(table.facts.deal, now)


def is_acting(table: Table, viewer: int) -> bool:
    """Tells whether a viewer is to act, and does so in person."""
    return viewer in table.actors and not table.seats[viewer].is_played_by_bot


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
    if row.kind == Kind.HINT:
        text = read_hint(row)[0]
    words = MEANINGS[row.kind].tell(table, row)
    return {"ply": ply, "kind": row.kind, "seat": row.seat, "text": text, "words": words, "at": row.at}


def message(table: Table, viewer: int, own: list[int]) -> str:
    """Returns how a match stands, in one sentence for the viewer."""
    with called(people_at(table, viewer, own)):
        return _message(table, viewer)


def _message(table: Table, viewer: int) -> str:
    if table.status == WAITING:
        return say("Waiting for {players}", players=waited_for(table))
    if table.status == OVER:
        return ending(table)
    if viewer in table.actors:
        if table.seats[viewer].is_played_by_bot:
            return say("A bot plays for you")
        return say("Your turn")
    if len(table.actors) > 1 or (table.game.rulebook.simultaneous and viewer >= 0):
        return say("Waiting for {players}", players=player_names(table.actors))
    return about(table.actors[0], mark("{name} is thinking"), mark("Your turn"))


def waited_for(table: Table) -> str:
    """Returns who has to come before the game begins: by name whose seats are kept for them, the others by their number."""
    open_ = [seat for seat in table.seats if seat.kind in OPEN]
    names = [seat.expects for seat in open_ if seat.expects]
    return listed([*names, count(len(open_) - len(names), "player")] if len(names) < len(open_) else names)


def ending(table: Table) -> str:
    """Returns how a match ended, in a sentence or two."""
    result = table.result
    assert result is not None
    if result.reason == CLOSED or table.match is None:
        return say("The match was closed without a result")
    if len(table.seats) == 1:
        if result.reason != PLAYED:
            return say("The game was given up")
        points = table.game.rulebook.worth(table.match.scores[0])
        return about(0, mark("{name} ends with {points}"), mark("You end with {points}"), points=points)
    if len(result.winners) == 1:
        won = about(result.winners[0], mark("{name} wins"), mark("You win"))
    else:
        won = say("The victory is shared by {names}", names=player_names(result.winners))
    if result.reason == PLAYED:
        return played_out(table, table.match.scores, won)
    assert result.seat is not None
    if result.reason == RESIGNED:
        why = about(result.seat, mark("{name} has resigned"), mark("you have resigned"))
    else:
        why = about(result.seat, mark("{name} has run out of time"), mark("you have run out of time"))
    return say("{won}: {why}", won=won, why=why)


def played_out(table: Table, scores: tuple[int, ...], won: str) -> str:
    """Returns who has won and by which scores, theirs first, and what the scores count."""
    assert table.result is not None
    winners = table.result.winners
    others = [seat for seat in range(len(scores)) if seat not in winners]
    told, unit = " - ".join(str(scores[seat]) for seat in (*winners, *others)), say(table.game.rulebook.unit)
    if len(winners) == 1 and any(scores[seat] == scores[winners[0]] for seat in others):
        return say("{won}, {scores} {unit}, on the tie-break", won=won, scores=told, unit=unit)
    return say("{won}, {scores} {unit}", won=won, scores=told, unit=unit)
