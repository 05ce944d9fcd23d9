"""Numbers in words, for reports that people read."""

from __future__ import annotations


def percent(share: float) -> str:
    """Returns a share in per cent, a small one with a digit more.

    >>> percent(0.5), percent(0.0123), percent(0.0001)
    ('50%', '1.2%', '<0.1%')
    """
    if 0 < share < 0.0005:
        return "<0.1%"
    return f"{100 * share:.1f}%" if 0 < share < 0.0995 else f"{100 * share:.0f}%"
