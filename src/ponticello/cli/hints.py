"""What a player thinks of a position, in words for a person who asks for a hint or looks on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say
from ponticello.players import advice
from ponticello.players.player import Decision, check_budget
from ponticello.table.match import Match
from ponticello.table.position import Move

USUAL = 1.0  # seconds


def read_hint(text: str) -> float:
    """Returns for how many seconds somebody is to think about a hint."""
    try:
        seconds = float(text) if text.strip() else USUAL
    except ValueError:
        typed = repr(text.strip()[:40])
        raise PonticelloError(say("say for how many seconds, such as hint 5, not {text}", text=typed)) from None
    check_budget(seconds, None)
    return seconds


def hint_line(match: Match, seat: int, turn: Sequence[Move], decision: Decision) -> str:
    """Returns a turn that somebody would play, what is expected of it, and how the game may go on."""
    move, expected = match.game.rulebook.write_turn(turn), expectation(match, seat, decision)
    turns = groupby(decision.line[len(turn) :], key=lambda move: move.seat)
    told = [f"{match.names[mover]} {match.game.rulebook.write_turn(moves)}" for mover, moves in turns]
    if not told:
        return say("Try {turn}: {expected}.", turn=move, expected=expected)
    return say("Try {turn}: {expected}. Then perhaps {moves}.", turn=move, expected=expected, moves="; ".join(told))


def expectation(match: Match, seat: int, decision: Decision) -> str:
    """Returns what a player expects for a seat, in words."""
    return advice.expectation(match.game.rulebook, seat, decision.expected)
