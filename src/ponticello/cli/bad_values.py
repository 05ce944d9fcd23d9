"""A value on the command line that does not fit its option, told in a sentence of ours: what belongs there, and what was typed.

Typer checks values by Pydantic or, in older versions, by itself, and both say so in words for programmers.
"""

from __future__ import annotations

import re
from typing import Any

from ponticello.engine.words import mark, say, spoken

WHOLE, BROKEN = ("valid integer", "fractional part"), ("valid number", "valid float", "finite number")
BOUNDS = ("greater than", "less than", "not in the range")
# What belongs there: without bounds, with a lowest, with a highest, and with both.
WHOLE_NUMBERS = (
    mark("a whole number"),
    mark("a whole number of {low} or more"),
    mark("a whole number up to {high}"),
    mark("a whole number from {low} to {high}"),
)
NUMBERS = (
    mark("a number"),
    mark("a number of {low} or more"),
    mark("a number up to {high}"),
    mark("a number from {low} to {high}"),
)
BOUNDED = ("", mark("of {low} or more"), mark("up to {high}"), mark("from {low} to {high}"))
TYPERS_OWN = (  # what Typer says itself, the longer ones first
    mark("No such command {word}. Did you mean {other}?"),
    mark("No such command {word}."),
    mark("No such option: {word} Did you mean {other}?"),
    mark("No such option: {word}"),
    mark("Missing argument {word}."),
    mark("Missing option {word}."),
    mark("Got unexpected extra argument(s) ({words})"),
    mark("Got unexpected extra argument ({words})"),
    mark("Got unexpected extra arguments ({words})"),
    mark("Option {word} requires an argument."),
    mark("Option {word} does not take a value."),
)
CHOICES = re.compile(r"is not one of (.*?)\.?$")


def told(error: Any) -> str:
    """Returns in one sentence what an error of the command line means."""
    sentence: str = error.format_message()
    param = getattr(error, "param", None)
    wanted = None if param is None else _wanted(param, sentence)
    if param is None or wanted is None:
        return _in_our_words(sentence)
    typed = repr(_typed(error, sentence))
    return say("{what} must be {wanted}, not {value}", what=param.opts[0], wanted=wanted, value=typed)


def _in_our_words(sentence: str) -> str:
    """Returns what Typer says about the words of a command line in the language spoken now, as far as we know it."""
    for english in TYPERS_OWN:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*)", re.escape(english))
        if found := re.fullmatch(pattern, " ".join(sentence.split())):
            return say(english, **found.groupdict()) if spoken() is not None else sentence
    return sentence


def _wanted(param: Any, sentence: str) -> str | None:
    """Returns what belongs there; nothing if the sentence is about something else."""
    if found := CHOICES.search(sentence):
        *most, last = re.findall(r"'([^']*)'", found[1])
        return say("{most} or {last}", most=", ".join(most), last=last) if most else last
    low, high = (getattr(param, name, getattr(getattr(param, "type", None), name, None)) for name in ("min", "max"))
    for words, kinds in ((WHOLE, WHOLE_NUMBERS), (BROKEN, NUMBERS), (BOUNDS, BOUNDED)):
        if any(each in sentence for each in words):
            kind = kinds[(low is not None) + 2 * (high is not None)]
            return say(kind, low=low, high=high) if kind else None
    return None


def _typed(error: Any, sentence: str) -> str:
    """Returns what the person typed."""
    checks = getattr(error.__cause__, "errors", None)
    if checks is not None:
        return str(checks()[0]["input"])
    found = re.search(r": '?(.*?)'? is not ", sentence)
    return found[1] if found else ""
