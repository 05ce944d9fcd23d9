"""How a match ended for each of the guests who played it: what is kept of it for good, beside its rows."""

from __future__ import annotations

from dataclasses import dataclass

from ponticello.engine import verbs
from ponticello.server.matches.facts import BOT, CLOSED, PERSON, PLAYED
from ponticello.server.matches.table import Table

WON, LOST, DRAWN, ALONE = "won", "lost", "drawn", "alone"
# Closed, given up alone, begun from a position, a deal whose cards were known, or played by several at one device: nobody's
# success and nobody's defeat.
UNCOUNTED = "uncounted"
AMONG_PEOPLE = 0  # the level of a match at which other people play


@dataclass(frozen=True)
class Outcome:
    """How a match ended for one seat."""

    match: str
    seat: int
    guest: str
    game: str
    level: int  # of the strongest bot, if all others are bots
    outcome: str
    score: int | None  # in the end; None where the game was not played to it
    standing: int | None  # the same as the game compares it: more is better
    ended: float
    hinted: bool = False  # whether the seat had a hint


def outcomes(table: Table) -> list[Outcome]:
    """Returns how a match that is over ended for its guests; every seat of a guest has a line, so that it is known to be read."""
    result = table.result
    if result is None:
        return []
    is_played = result.reason == PLAYED and table.match is not None
    ended = table.touched
    found = []
    for number, seat in enumerate(table.seats):
        if seat.kind != PERSON or seat.guest is None:
            continue
        score = standing = None
        if is_played and table.match is not None:
            score, standing = table.match.scores[number], int(verbs.standing(table.match.position.state, number))
        kind, level = _outcome(table, number), level_of(table, number)
        hinted = number in table.hinted
        found.append(Outcome(table.id, number, seat.guest, table.game.name, level, kind, score, standing, ended, hinted))
    return found


def level_of(table: Table, seat: int) -> int:
    """Returns the level of the strongest bot that a seat plays against, if nobody else plays there."""
    others = [other for number, other in enumerate(table.seats) if number != seat]
    return (
        max((other.level for other in others), default=AMONG_PEOPLE)
        if all(other.kind == BOT for other in others)
        else AMONG_PEOPLE
    )


def _outcome(table: Table, seat: int) -> str:
    assert table.result is not None
    if table.facts.deal is not None and not table.facts.deal.counted:  # the cards were known
        return UNCOUNTED
    if table.facts.opening is not None or table.result.reason == CLOSED or len(table.seats_of(table.seats[seat].guest)) > 1:
        return UNCOUNTED
    if len(table.seats) == 1:
        return ALONE if table.result.reason == PLAYED else UNCOUNTED
    winners = table.result.winners
    if seat not in winners:
        return LOST
    return WON if len(winners) == 1 else DRAWN
