"""How a referee's report on a typed board marks its remarks, so that a terminal can show them in their colours."""

from __future__ import annotations

from ponticello.engine.words import mark, say

BROKEN, NOTE = mark("Broken: {sentence}."), mark("Note: {sentence}.")


def broken(sentence: str) -> str:
    """Returns the line about a rule that is broken."""
    return say(BROKEN, sentence=sentence)


def note(sentence: str) -> str:
    """Returns the line about something odd."""
    return say(NOTE, sentence=sentence)


def is_broken(line: str) -> bool:
    """Tells whether a line is about a rule that is broken, in the language spoken now."""
    return line.startswith(say(BROKEN).partition("{")[0])


def is_note(line: str) -> bool:
    """Tells whether a line is about something odd."""
    return line.startswith(say(NOTE).partition("{")[0])
