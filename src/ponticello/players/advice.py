"""What the strongest player of a game advises somebody to play, and what it expects, in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat

from ponticello.engine.game import Rulebook
from ponticello.engine.words import say
from ponticello.players.player import Player, choose_turn
from ponticello.table.position import Move, Position

ADVICE = 1.0  # seconds, roughly, for a whole turn
FIRST, NEXT = 0.7, 0.2  # for its first action, and for each that follows: most of that has been thought of by then


def advise(player: Player, position: Position, seat: int) -> tuple[list[Move], list[float]]:
    """Returns the whole turn that a player would take for a seat, and what it expects for each."""
    budgets = chain([FIRST], repeat(NEXT))
    decisions = choose_turn(lambda seen, seat: player.choose(seen, seat, seconds=next(budgets)), position, seat)
    return [decision.move for decision in decisions], list(decisions[0].expected)


def expectation(rulebook: Rulebook, seat: int, expected: Sequence[float]) -> str:
    """Returns what a player expects for a seat: how likely it wins or, alone, how many points it makes."""
    if len(expected) == 1:
        return say("about {points}", points=rulebook.worth(abs(round(expected[0]))))
    return say("about {share} % to win", share=round(100 * expected[seat]))
