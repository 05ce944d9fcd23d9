"""Ponte's actions by their numbers: a tile on a cell, a bridge from a cell in one of eight ways, and three words."""

from __future__ import annotations

from ponticello.engine.native import rule
from ponticello.games.ponte.board import AREA, REACH, UNDER, WAYS
from ponticello.games.ponte.indices import as_index

# A tile has the number of its cell. Bridges follow, eight for each cell that one could start from, then the words.
BRIDGE = AREA
TAKE_LIGHT = BRIDGE + AREA * WAYS
TAKE_DARK = TAKE_LIGHT + 1
PASS = TAKE_LIGHT + 2
ACTIONS = TAKE_LIGHT + 3


@rule
def is_tile(action: int) -> bool:
    """Tells whether an action lays a tile."""
    return action < BRIDGE


@rule
def is_bridge(action: int) -> bool:
    """Tells whether an action lays a bridge."""
    return BRIDGE <= action < TAKE_LIGHT


@rule
def bridge_action(start: int, way: int) -> int:
    """Returns the action that lays a bridge from its lower-numbered end."""
    return BRIDGE + start * WAYS + way


@rule
def start_of(bridge: int) -> int:
    """Returns the lower-numbered end of a bridge."""
    return as_index(bridge - BRIDGE, AREA * WAYS) // WAYS


@rule
def way_of(bridge: int) -> int:
    """Returns in which of the eight ways a bridge lies."""
    return as_index(bridge - BRIDGE, AREA * WAYS) % WAYS


@rule
def end_of(bridge: int) -> int:
    """Returns the higher-numbered end of a bridge."""
    return as_index(start_of(bridge) + int(REACH[way_of(bridge)]), AREA)


@rule
def cell_under(bridge: int, k: int) -> int:
    """Returns one of the two cells under a bridge, 0 or 1; where there is only one, both are the same."""
    return as_index(start_of(bridge) + int(UNDER[way_of(bridge), k]), AREA)
