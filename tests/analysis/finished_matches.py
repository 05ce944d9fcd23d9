"""Matches to review: played to the end by random players, the same ones every time."""

from __future__ import annotations

from functools import cache

import ponticello as pc
from tests.engine.variants import play_at_random

TABLES = [(rulebook.name, players) for rulebook in pc.games() for players in rulebook.players]


@cache
def finished_match(name: str, players: int, seed: int = 1) -> pc.Match:
    """Returns a random match, played to its end. It is shared: look at it, do not touch it."""
    return play_at_random(pc.game(name).match(players, seed=seed), seed)
