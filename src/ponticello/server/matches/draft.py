"""A turn that is being put together in a page: nothing of it is played before it is confirmed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from ponticello.engine.drawing import UNCONFIRMED
from ponticello.engine.errors import IllegalMove, PonticelloError
from ponticello.engine.words import say
from ponticello.table.match import Match
from ponticello.table.position import Move, Position

PICK = re.compile(r'data-pick="([^"]*)"')


class Picture(Protocol):
    """Draws a position, with what can be clicked on it, what is new, and what is in hand."""

    def __call__(self, position: Position, /, *, targets: tuple[Move, ...], last: tuple[int, ...], pick: str) -> str:
        """Returns the picture."""


@dataclass(frozen=True)
class Draft:
    """The steps chosen so far, the board as it would be, and what can be chosen next."""

    position: Position  # as the seat may see it
    steps: tuple[Move, ...] = ()
    targets: tuple[Move, ...] = ()
    complete: bool = False
    refusal: str = ""  # why the text was not taken; the draft is empty then

    @property
    def text(self) -> str:
        """The steps in notation, as one turn."""
        return self.joined(len(self.steps))

    @property
    def shorter(self) -> str:
        """The text of the draft without its last step."""
        return self.joined(len(self.steps) - 1)

    def joined(self, steps: int) -> str:
        """Returns the first steps in notation."""
        return self.position.game.rulebook.write_turn(self.steps[: max(steps, 0)])

    @property
    def instant(self) -> bool:
        """Whether the turn is one step that nobody waits to see: it needs no second click, since it can be taken back."""
        return self.complete and len(self.steps) == 1 and not self.position.game.rulebook.simultaneous


def read_draft(match: Match, seat: int, text: str) -> Draft:
    """Returns the turn that a text begins.

    The steps are tried on what the seat may see, never on the whole position: as the last to act in a round one would else be
    shown what the others have done before deciding.
    """
    seen = match.view(seat)
    if seat not in match.actors:
        return Draft(seen)
    if not text.strip():
        return Draft(seen, targets=tuple(match.legal(seat)))
    try:
        steps = tuple(seen.read(text, seat))
        position = seen
        for number, step in enumerate(steps):
            if number and not position.mid_turn(seat):
                raise IllegalMove(say("{move} is more than one turn", move=text.strip()))
            position = position.play(step)
    except PonticelloError as error:
        return Draft(seen, targets=tuple(match.legal(seat)), refusal=str(error))
    complete = not position.mid_turn(seat)
    return Draft(position, steps, () if complete else tuple(position.legal_moves(seat)), complete)


def draw(draft: Draft, last: tuple[int, ...], pick: str | None, picture: Picture) -> tuple[str, str]:
    """Returns the picture of a draft and the pick that it shows. `last` is the turn before, which an empty draft still marks.

    Picks that are numbers are ways to hold the one piece in play: when nothing is said, the first of them is in hand, so that
    the board shows at once where it could lie; and so is the only thing that can be picked, while there is nothing else to do.
    An empty pick is an empty hand. While a complete turn waits to be confirmed it is
    the turn that is in hand, and nothing can be picked.
    """
    last = tuple(step.action for step in draft.steps) or last

    def drawn(held: str) -> str:
        return picture(draft.position, targets=draft.targets, last=last, pick=held)

    if draft.complete:
        return drawn(UNCONFIRMED), ""
    if pick is not None:
        return drawn(pick), pick
    bare = drawn("")
    names = PICK.findall(bare)
    only = names[0] if len(set(names)) == 1 and "data-move=" not in bare else ""
    first = next((name for name in names if name.isdigit()), only)
    return (drawn(first), first) if first else (bare, "")
