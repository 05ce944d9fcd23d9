"""What a player of Ponte knows beyond the rules: what a tile or a bridge is good for, and where a position leads."""

from __future__ import annotations

import numpy as np

from ponticello.engine.mind import Level, Mind
from ponticello.engine.native import implement, rule
from ponticello.games.ponte.board import CORNERS, REACH, UNDER
from ponticello.games.ponte.rules import (
    BRIDGE,
    DARK,
    ISLAND,
    LEGAL,
    LIGHT,
    PASS,
    TAKE_LIGHT,
    Ponte,
    find_neighbours,
    root,
    span_refusal,
    tile_refusal,
)

# By the tiles of the land that a new tile makes: what that is worth to its owner, and to keep it from the other.
BUILD = np.array([0, 0, 80, 180, 260, 0, 0, 0, 0, 0, 0, 0, 0, 0], np.int64)
DENY = np.array([0, 0, 30, 40, 80, 0, 0, 0, 0, 0, 0, 0, 0, 0], np.int64)


@rule
def land_after(state: Ponte, colour: int, cell: int) -> int:
    """Returns how many tiles a land would have with one more on a cell."""
    a, b, c, d = find_neighbours(state, colour, cell)
    return 1 + state.land_size[a] + state.land_size[b] + state.land_size[c] + state.land_size[d]


@rule
def tile_appeal(state: Ponte, colour: int, cell: int) -> int:
    """Land that grows is good, an island best; so is a cell that the other would like. Land that touches its own at a corner
    keeps both from becoming islands."""
    other = 1 - colour
    a, b, c, d = find_neighbours(state, colour, cell)
    size = 1 + state.land_size[a] + state.land_size[b] + state.land_size[c] + state.land_size[d]
    charm = BUILD[size]
    if state.closed[other, cell] == LEGAL:
        charm += DENY[min(land_after(state, other, cell), 5)]
    if size < ISLAND:
        for k in range(4):
            land = state.land[colour, cell + CORNERS[k]]
            if land != 0 and land != a and land != b and land != c and land != d:
                charm -= 25
    return charm


@rule
def bridge_appeal(state: Ponte, colour: int, action: int) -> int:
    """A bridge should join what is not joined yet, islands best of all, and block the other rather than oneself."""
    start, way = (action - BRIDGE) >> 3, (action - BRIDGE) & 7
    end = start + REACH[way]
    first, second = root(state, state.land[colour, start]), root(state, state.land[colour, end])
    if first == second:
        return -150
    a, b = state.linked_islands[first], state.linked_islands[second]
    charm = 120 + 40 * a * b if a > 0 and b > 0 else 40 if a > 0 or b > 0 else -20
    for k in range(2):
        under = start + UNDER[way, k]
        if state.closed[1 - colour, under] == LEGAL and land_after(state, 1 - colour, under) == ISLAND:
            charm += 60
        if state.closed[colour, under] == LEGAL and land_after(state, colour, under) == ISLAND:
            charm -= 60
    return charm


@rule
def appeal(state: Ponte, seat: int, action: int) -> int:
    """Says what an action is good for at a glance."""
    if action < BRIDGE:
        return tile_appeal(state, state.turn, action)
    if action < TAKE_LIGHT:
        return bridge_appeal(state, state.turn, action)
    return -100 if action == PASS else 0


@rule
def outlook(state: Ponte, seat: int) -> int:
    """What is scored, with a hundredth for each island that breaks a tie."""
    colour = LIGHT if seat == state.light_seat else DARK
    return 100 * state.points[colour] + state.islands[colour]


implement(Ponte, appeal=appeal, outlook=outlook)

MIND = Mind()

LEVELS = (
    Level("Pulcino", "Overlooks half of what is there.", Mind(overlooks=0.6), simulations=0),
    Level("Gondoliere", "Takes what is there.", Mind(overlooks=0.3), simulations=0),
    Level("Mercante", "Looks a little ahead.", MIND, simulations=300),
    Level("Doge", "Plans.", MIND, simulations=3000),
    Level("Diavolo", "Sees everything.", MIND, seconds=1.0),
)
