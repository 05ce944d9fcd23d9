"""What may be said at a table, by whom, and how it is kept: as one line that can be seen."""

from __future__ import annotations

import unicodedata

from ponticello.engine.errors import BadOption
from ponticello.engine.words import mark, say
from ponticello.server.errors import NotNow
from ponticello.server.matches.facts import OVER, PERSON
from ponticello.server.matches.table import Table
from ponticello.table.names import is_hidden

EMOTE, CHAT = "emote", "chat"  # kinds of lines
EMOTES = {
    "hello": mark("Hello"),
    "well_played": mark("Well played"),
    "thanks": mark("Thank you"),
    "thinking": mark("Let me think"),
    "oops": mark("Oops"),
    "bravo": mark("Bravo"),
}
MOST_LETTERS = 200  # of a line
MOST_MARKS = 3  # in a row over or under one letter: more would be painted over the lines around it


def may_say(table: Table, guest: str | None) -> str:
    """Returns what a guest may say at a table: EMOTE, CHAT for both kinds, or nothing. Bots of the house do not listen.

    Strangers who have met in the lobby only have signs. Who has come by a link knows who has given it to them.
    """
    people = {seat.guest for seat in table.seats if seat.kind == PERSON}
    if guest not in people or len(people) < 2:
        return ""
    return CHAT if table.facts.chat else EMOTE


def check_allowed(table: Table, guest: str, kind: str, now: float, kept: float) -> None:
    """Refuses what cannot be said at a table now."""
    may = may_say(table, guest)
    if not may:
        raise NotNow(say("there is nobody at this table yet who could hear you"))
    if kind == CHAT and may != CHAT:
        raise NotNow(say("those who meet in the lobby have signs only; play by link to write to each other"))
    if is_deleted(table, now, kept):
        raise NotNow(say("this match is over, and what was said at it is deleted"))


def is_deleted(table: Table, now: float, kept: float) -> bool:
    """Tells whether a match has been over for so long that what was said at it is gone."""
    return table.status == OVER and now - table.touched >= kept


def check_line(text: str) -> str:
    r"""Returns what somebody writes as it is kept: composed, on one line, and without what cannot be seen.

    >>> check_line("  good\u202e\nmove!\x07 ")
    'good move!'
    """
    composed = unicodedata.normalize("NFC", text)
    spaced = "".join(" " if letter.isspace() else letter for letter in composed)
    seen = [letter for at, letter in enumerate(spaced) if not is_hidden(spaced, at) and not is_pile(spaced, at)]
    kept = " ".join("".join(seen).split())
    if not kept or len(kept) > MOST_LETTERS:
        raise BadOption(say("a line has 1 to {most} letters that can be seen", most=MOST_LETTERS))
    return kept


def is_pile(text: str, at: int) -> bool:
    """Tells whether a character is one of too many marks over or under one letter."""
    return at >= MOST_MARKS and all(unicodedata.combining(letter) for letter in text[at - MOST_MARKS : at + 1])
