"""A value on the command line that does not fit its option, told in a sentence of ours: what belongs there, and what was typed.

Typer checks values by Pydantic or, in older versions, by itself, and both say so in words for programmers.
"""

from __future__ import annotations

import re
from typing import Any

WHOLE, BROKEN = ("valid integer", "fractional part"), ("valid number", "valid float", "finite number")
BOUNDS = ("greater than", "less than", "not in the range")
CHOICES = re.compile(r"is not one of (.*?)\.?$")


def told(error: Any) -> str:
    """Returns in one sentence what an error of the command line means."""
    sentence: str = error.format_message()
    param = getattr(error, "param", None)
    wanted = None if param is None else _wanted(param, sentence)
    if wanted is None:
        return sentence
    return f"{param.opts[0]} must be {wanted}, not {_typed(error, sentence)!r}"


def _wanted(param: Any, sentence: str) -> str | None:
    """Returns what belongs there; nothing if the sentence is about something else."""
    if found := CHOICES.search(sentence):
        *most, last = re.findall(r"'([^']*)'", found[1])
        return f"{', '.join(most)} or {last}" if most else last
    low, high = (getattr(param, name, getattr(getattr(param, "type", None), name, None)) for name in ("min", "max"))
    bounds = _bounds(low, high)
    for words, kind in ((WHOLE, "a whole number"), (BROKEN, "a number"), (BOUNDS, "")):
        if any(each in sentence for each in words):
            return f"{kind} {bounds}".strip() or None
    return None


def _bounds(low: float | None, high: float | None) -> str:
    if low is None:
        return "" if high is None else f"up to {high}"
    return f"of {low} or more" if high is None else f"from {low} to {high}"


def _typed(error: Any, sentence: str) -> str:
    """Returns what the person typed."""
    checks = getattr(error.__cause__, "errors", None)
    if checks is not None:
        return str(checks()[0]["input"])
    found = re.search(r": '?(.*?)'? is not ", sentence)
    return found[1] if found else ""
