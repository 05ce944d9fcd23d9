"""A hint as a page shows it: a turn to draw as a ghost, and a sentence that says what it does and what is expected of it."""

from __future__ import annotations

from dataclasses import dataclass

from ponticello.engine.words import say
from ponticello.players.advice import expectation
from ponticello.server.matches.draft import read_draft
from ponticello.server.matches.table import Table
from ponticello.table.position import Move


@dataclass(frozen=True)
class ShownHint:
    """A turn that the strongest player would take."""

    text: str
    moves: tuple[Move, ...]
    expected: tuple[float, ...]
    words: str


def shown_hint(table: Table, seat: int) -> ShownHint | None:
    """Returns the hint that a seat has had for the turn that it is to take, in the language spoken now."""
    given = table.hint_for(seat) if seat >= 0 else None
    if given is None or table.match is None:
        return None
    draft = read_draft(table.match, seat, given.text)
    if not draft.steps:
        return None
    does, rulebook = table.match.view(seat).tell(draft.steps), table.game.rulebook
    if given.expected:
        name, expected = rulebook.levels[-1].name, expectation(rulebook, seat, given.expected)
        words = say("{name} {does} here, and expects {expected}.", name=name, does=does, expected=expected)
    else:
        words = say("At a glance, one {does} here.", does=does)
    return ShownHint(draft.text, draft.steps, given.expected, words)
