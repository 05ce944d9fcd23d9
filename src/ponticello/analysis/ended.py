"""Matches that ended before their rules would have ended them: somebody gave up, ran out of time, or did not come back.

All that was played until then is reviewed like any other match. One more step follows, of who ended it, and costs what was still
expected.
"""

from __future__ import annotations

from dataclasses import dataclass

from ponticello.analysis.model import ENDINGS, POINT, RESIGNED, Amounts
from ponticello.analysis.worth import result_of, shares_of
from ponticello.engine.errors import BadOption
from ponticello.engine.words import count, say
from ponticello.table.match import Match, Turn


@dataclass(frozen=True)
class Ended:
    """How a match ended, if not by its rules."""

    seat: int  # who ended it
    winners: tuple[int, ...] = ()  # who won by that; nobody alone, nor where everybody has left
    how: str = RESIGNED  # one of ENDINGS


def check_reviewable(match: Match, ended: Ended | None) -> None:
    """Refuses a match that is not over, and an ending that cannot be."""
    if ended is None:
        if not match.over:
            raise BadOption(say("the match is not over; only a finished one can be reviewed"))
        return
    if wrong := [seat for seat in (ended.seat, *ended.winners) if seat not in range(match.players)]:
        players = count(match.players, "player")
        raise BadOption(say("there is no player {number}; this match is for {players}", number=wrong[0] + 1, players=players))
    if ended.how not in ENDINGS:
        raise BadOption(say("a match does not end by {how}; choose from {ways}", how=repr(ended.how), ways=", ".join(ENDINGS)))


def turns_of(match: Match, ended: Ended | None) -> list[Turn]:
    """Returns the turns of a match. Where somebody ended it, that is one more, without moves; its comment says how."""
    turns = match.turns()
    return turns if ended is None else [*turns, Turn(ended.seat, (), ended.how, match.length, match.length)]


def result_by(match: Match, ended: Ended | None) -> Amounts | None:
    """Returns what the match was worth to everybody in the end; None where nobody won, so that it stays at what was expected."""
    if ended is None:
        return result_of(match.position)
    if match.players == 1:
        return (match.scores[0] * (-POINT if match.game.rulebook.fewest_win else POINT),)
    return shares_of(ended.winners, match.players) if ended.winners else None
