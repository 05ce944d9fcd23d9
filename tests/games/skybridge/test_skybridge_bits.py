"""The numbers of the actions taken apart, against the plainest way to do the same."""

from __future__ import annotations

from ponticello.games.skybridge import position, rules
from ponticello.games.skybridge.notation import split


def test_an_action_taken_apart_and_put_together_is_the_same() -> None:
    for action in range(position.LOTS):
        colour, kind, place = position.colour_of(action), position.kind_of(action), position.place_of(action)
        assert (colour, kind, place) == split(action)
        assert rules.action_of(colour, kind * 9 + place) == action
