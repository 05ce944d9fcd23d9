"""Numbers that are known not to be negative."""

from __future__ import annotations

from ponticello.engine.native import rule


@rule
def as_index(number: int, room: int) -> int:
    """Returns a number from 0 to room - 1 as it is, `room` being a power of two.

    A negative index counts from the end of a row, in compiled rules as in Python, and every look into a row tests for that.
    After this the compiler knows that a number is not negative, and leaves the test out.
    """
    return number & room - 1
