"""Words that every game needs: numbers of things, lists, shares, and characters in a terminal's colours."""

from __future__ import annotations

from collections.abc import Iterable


def count(number: int, thing: str) -> str:
    """Returns a number of things.

    >>> count(1, "island"), count(2, "island")
    ('1 island', '2 islands')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def listed(names: Iterable[str]) -> str:
    """Returns names as a list a person would read out.

    >>> listed(["a1"]), listed(["a1", "b2", "c3"])
    ('a1', 'a1, b2 and c3')
    """
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


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
