"""Who sits at the table, for as long as something is said there: what they are called, and which of them reads it.

Like the language, this is known to whoever shows a position and not to the position itself. Games ask for a name wherever they
speak of a player; where nobody has said any, it is "Player 1".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from unicodedata import east_asian_width

from ponticello.engine.words import listed, say

ROOM = 20.0  # for a name in a sentence, in letters of usual width
NARROW, BROAD = frozenset("ijlftrI.,:;'|!() -"), frozenset("mwMW@%&—…")


@dataclass(frozen=True)
class People:
    """The people at a table."""

    names: tuple[str, ...] = ()  # by seat; an empty one is as good as none
    you: int | None = None  # the seat of who reads
    ending: str = ""  # how a match has ended that by its rules would go on: somebody has resigned


_people: ContextVar[People | None] = ContextVar("people", default=None)


@contextmanager
def called(names: Sequence[str] | People, *, you: int | None = None, ending: str = "") -> Iterator[None]:
    """Lets everything said inside speak of the players by their names, and to the one who reads it as "you"."""
    before = _people.set(names if isinstance(names, People) else People(tuple(names), you, ending))
    try:
        yield
    finally:
        _people.reset(before)


def present() -> People | None:
    """Returns who is known to sit at the table; None if nobody has said so."""
    return _people.get()


def ended() -> str:
    """Returns how the match ended, if it did so against the position: then nobody is to move any more."""
    people = _people.get()
    return people.ending if people is not None else ""


def is_you(seat: int) -> bool:
    """Tells whether a seat is that of who reads."""
    people = _people.get()
    return people is not None and people.you == seat


def player_name(seat: int, room: float = ROOM) -> str:
    """Returns what a player is called, at the head of a line; who reads is "You". A name that does not fit ends in an ellipsis.

    >>> player_name(0)
    'Player 1'
    >>> with called(["Ann", "Bo"], you=1):
    ...     player_name(0), player_name(1)
    ('Ann', 'You')
    """
    return say("You") if is_you(seat) else fitted(_name(seat), room)


def player_names(seats: Iterable[int], room: float = ROOM) -> str:
    """Returns players as a list inside a sentence, who reads first.

    >>> with called(["Ann", "Bo", "Cy"], you=1):
    ...     player_names([0, 1, 2])
    'you, Ann and Cy'
    """
    order = sorted(seats, key=lambda seat: (not is_you(seat), seat))
    return listed(say("you") if is_you(seat) else fitted(_name(seat), room) for seat in order)


def about(seat: int, they: str, you: str, /, **values: object) -> str:
    """Says one of two marked sentences: of a player, with the {name} filled in, or to who reads.

    >>> about(0, "{name} wins with {points}", "You win with {points}", points=3)
    'Player 1 wins with 3'
    >>> with called(["Ann"], you=0):
    ...     about(0, "{name} wins with {points}", "You win with {points}", points=3)
    'You win with 3'
    """
    return say(you, **values) if is_you(seat) else say(they, name=fitted(_name(seat)), **values)


def _name(seat: int) -> str:
    people = _people.get()
    name = people.names[seat] if people is not None and 0 <= seat < len(people.names) else ""
    return name if name not in ("", f"Player {seat + 1}") else say("Player {number}", number=seat + 1)


def width(text: str) -> float:
    """Returns about how wide a text is, in letters of usual width.

    >>> width("Ann"), width("Will")
    (3.0, 3.1)
    """
    return round(sum(map(_width, text)), 1)


def _width(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 2.0
    return 0.5 if letter in NARROW else 1.6 if letter in BROAD else 1.0


def fitted(text: str, room: float = ROOM) -> str:
    """Returns a text that is no wider than so many letters; what is cut off is an ellipsis.

    >>> fitted("Ann", 4), fitted("Bartholomew", 6)
    ('Ann', 'Barth…')
    """
    if width(text) <= room:
        return text
    kept, left = "", room - _width("…")
    for letter in text:
        left -= _width(letter)
        if left < 0:
            break
        kept += letter
    return f"{kept.rstrip()}…"
