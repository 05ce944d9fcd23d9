"""Words that every game needs: sentences in the reader's language, numbers of things, lists, shares, and a terminal's colours.

Everything a person reads is written in English where it is needed, inside `say`, `count` or `mark`. Whoever speaks another
language sets a `Language` for as long as it speaks; the translations stand beside each game, in `words/fr.po`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class Language(Protocol):
    """Turns the package's English into another language."""

    def sentence(self, english: str) -> str:
        """Returns a sentence, its {places} kept."""
        ...

    def things(self, one: str, many: str, number: int) -> str:
        """Returns the word for a number of things, without the number."""
        ...


_language: ContextVar[Language | None] = ContextVar("language", default=None)


@contextmanager
def speaking(language: Language | None) -> Iterator[None]:
    """Lets everything said inside be said in a language; None is English."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def say(english: str, /, **values: object) -> str:
    """Returns a sentence in the language spoken now, with its {places} filled in.

    >>> say("{light} to {dark}", light=7, dark=4)
    '7 to 4'
    """
    language = _language.get()
    sentence = english if language is None else language.sentence(english)
    return sentence.format(**values) if values else sentence


def mark(english: str) -> str:
    """Returns the words as they are: for a constant that is given to `say` later, so that it is found and translated."""
    return english


def count(number: int, thing: str) -> str:
    """Returns a number of things.

    >>> count(1, "island"), count(2, "island")
    ('1 island', '2 islands')
    """
    language = _language.get()
    many = f"{thing}s"
    if language is None:
        return f"{number} {thing if number == 1 else many}"
    return f"{number} {language.things(thing, many, int(number))}"


def listed(names: Iterable[str]) -> str:
    """Returns names as a list a person would read out.

    >>> listed(["a1"]), listed(["a1", "b2", "c3"])
    ('a1', 'a1, b2 and c3')
    """
    *most, last = names
    return say("{most} and {last}", most=", ".join(most), last=last) if most else last


def paint(characters: str, style: str, colour: bool) -> str:
    """Returns characters in a style of the terminal, or as they are."""
    return f"\x1b[{style}m{characters}\x1b[0m" if colour and style else characters


def percent(share: float) -> str:
    """Returns a share in per cent, a small one with a digit more.

    >>> percent(0.5), percent(0.0123), percent(0.0001)
    ('50%', '1.2%', '<0.1%')
    """
    if 0 < share < 0.0005:
        return "<0.1%"
    return f"{100 * share:.1f}%" if 0 < share < 0.0995 else f"{100 * share:.0f}%"
