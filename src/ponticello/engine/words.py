"""Words that every game needs: sentences in the reader's language, numbers of things, lists, shares, and a terminal's colours.

Everything a person reads is written in English where it is needed, inside `say`, `count` or `mark`. Whoever speaks another
language sets a `Language` for as long as it speaks.

Each game has a `Vocabulary` of its own, whose translations stand beside it in `words/fr.po`. What it says is looked up there,
then among the words that all share, never in another game's. The `say`, `count` and `mark` of this module are the shared ones:
engine, table and server speak with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class Language(Protocol):
    """Turns the package's English into another language. A `home` is the folder of the translations to look into first."""

    def sentence(self, english: str, home: str) -> str:
        """Returns a sentence, its {places} kept."""
        ...

    def things(self, one: str, many: str, number: int, home: str) -> str:
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


def spoken() -> Language | None:
    """Returns the language spoken now, for a thread that goes on speaking it; None is English."""
    return _language.get()


class Marked(str):
    """Words that somebody else says later: they know where they are at home."""

    __slots__ = ("home",)
    home: str


class Vocabulary:
    """The words of one game, or of all that is no game."""

    def __init__(self, home: str) -> None:
        self.home = home  # the folder of its translations; "" for the words that all share

    def say(self, english: str, /, **values: object) -> str:
        """Returns a sentence in the language spoken now, with its {places} filled in.

        >>> say("{light} to {dark}", light=7, dark=4)
        '7 to 4'
        """
        language = _language.get()
        sentence = english
        if language is not None:
            sentence = language.sentence(english, english.home if isinstance(english, Marked) else self.home)
        return sentence.format(**values) if values else sentence

    def count(self, number: int, thing: str) -> str:
        """Returns a number of things.

        >>> count(1, "island"), count(2, "island")
        ('1 island', '2 islands')
        """
        language = _language.get()
        many = f"{thing}s"
        if language is None:
            return f"{number} {thing if number == 1 else many}"
        return f"{number} {language.things(thing, many, int(number), self.home)}"

    def mark(self, english: str) -> str:
        """Returns the words as they are, but found and translated: for a constant that is given to anybody's `say` later."""
        marked = Marked(english)
        marked.home = self.home
        return marked


SHARED = Vocabulary("")
say, count, mark = SHARED.say, SHARED.count, SHARED.mark


def listed(names: Iterable[str]) -> str:
    """Returns names as a list a person would read out.

    >>> listed(["a1"]), listed(["a1", "b2", "c3"])
    ('a1', 'a1, b2 and c3')
    """
    *most, last = names
    return say("{most} and {last}", most=", ".join(most), last=last) if most else last


def alternatives(names: Iterable[str]) -> str:
    """Returns names of which one is to be chosen, as a person would read them out.

    >>> alternatives(["a1"]), alternatives(["a1", "b2", "c3"])
    ('a1', 'a1 or b2 or c3')
    """
    return say(" or ").join(names)


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
