"""Every game with every number of players, as environments are asked for them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ponticello as pc

EVERY = [(rulebook.name, players) for rulebook in pc.games() for players in rulebook.players]
USUAL = [(rulebook.name, min(count for count in rulebook.players if count > 1)) for rulebook in pc.games()]
AT_ONCE = [(name, players) for name, players in EVERY if pc.game(name).rulebook.simultaneous and players > 1]
SOLO = [name for name, players in EVERY if players == 1]

every_variant = pytest.mark.parametrize(("name", "players"), EVERY)
usual_variants = pytest.mark.parametrize(("name", "players"), USUAL)
variants_at_once = pytest.mark.parametrize(("name", "players"), AT_ONCE)
every_solo_game = pytest.mark.parametrize("name", SOLO)


def same(one: Any, other: Any) -> bool:
    """Tells whether two observations, or whatever else environments return, are the same."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return np.array_equal(one, other)
