"""Sets as bits, and the numbers of the actions taken apart, against the plainest way to do the same."""

from __future__ import annotations

import random

from ponticello.games.skybridge import bits, rules
from ponticello.games.skybridge.notation import split

CHANCE = random.Random(7)
ALL = (1 << 39) - 1
SETS = [0, ALL, *(1 << k for k in range(39)), *(ALL ^ 1 << k for k in range(39))]
SETS += [CHANCE.getrandbits(39) & CHANCE.choice([ALL, CHANCE.getrandbits(39)]) for _ in range(400)]


def test_a_set_is_counted_and_its_members_are_found_in_order() -> None:
    for places in SETS:
        members = [k for k in range(39) if places >> k & 1]
        assert bits.size(places) == len(members)
        assert [bits.nth(places, n) for n in range(len(members))] == members


def test_an_action_taken_apart_and_put_together_is_the_same() -> None:
    for action in range(rules.LOTS):
        colour, kind, place = rules.colour_of(action), rules.kind_of(action), rules.place_of(action)
        assert (colour, kind, place) == split(action)
        assert rules.action_of(colour, kind * 9 + place) == action
