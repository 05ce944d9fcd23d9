"""What a player of Ponte knows beyond the rules: what a tile or a bridge is good for, and where a position leads."""

from __future__ import annotations

import numpy as np

from ponticello.engine.mind import Mind
from ponticello.engine.native import implement, rule
from ponticello.engine.verbs import LEGAL
from ponticello.games.ponte.actions import PASS, cell_under, end_of, is_bridge, is_tile, start_of
from ponticello.games.ponte.board import CORNERS, SIDES
from ponticello.games.ponte.candidates import is_open
from ponticello.games.ponte.lands import find_neighbours, land_at, size_with, tile_of
from ponticello.games.ponte.position import ISLAND, OVER, Ponte
from ponticello.games.ponte.rules import colour_of, span_refusal, tile_refusal

# By the tiles of the land that a new tile makes: what that is worth to its owner, and to keep it from the other.
BUILD = np.array([0, 0, 80, 180, 260], np.int64)
DENY = np.array([0, 0, 30, 40, 80, 0], np.int64)

# By the tiles of a sandbank and the cells where it can grow (up to three): its chance of becoming an island, in hundredths.
BECOMES = np.array([[0, 0, 0, 0], [0, 10, 20, 25], [0, 25, 40, 40], [0, 50, 75, 75]], np.int64)

# What a bridge that could join two networks counts of what it would bring, in hundredths: one that the other could still build
# under, and one that nobody can prevent.
OPEN_LINK, SAFE_LINK = 15, 40


@rule
def tile_appeal(state: Ponte, colour: int, cell: int) -> int:
    """Land that grows is good, an island best; so is a cell that the other would like. Land that touches its own at a corner
    keeps both from becoming islands."""
    a, b, c, d = find_neighbours(state, colour, cell)
    size = 1 + state.land_size[a] + state.land_size[b] + state.land_size[c] + state.land_size[d]
    charm = int(BUILD[size])
    if is_open(state, 1 - colour, cell):
        charm += int(DENY[min(size_with(state, 1 - colour, cell), ISLAND + 1)])
    if size < ISLAND:
        for k in range(4):
            land = land_at(state, colour, cell + CORNERS[k])
            if (land != 0) & (land != a) & (land != b) & (land != c) & (land != d):
                charm -= 25
    return charm


@rule
def networks_at(state: Ponte, colour: int, bridge: int) -> tuple[int, int]:
    """Returns the networks at the two ends of a bridge of a colour."""
    start, end = land_at(state, colour, start_of(bridge)), land_at(state, colour, end_of(bridge))
    return state.network[start], state.network[end]


@rule
def bridge_appeal(state: Ponte, colour: int, bridge: int) -> int:
    """A bridge should join what is not joined yet, islands best of all, and block the other rather than oneself."""
    first, second = networks_at(state, colour, bridge)
    if first == second:
        return -150
    a, b = state.linked_islands[first], state.linked_islands[second]
    charm = 120 + 40 * a * b if a * b > 0 else 40 if a + b > 0 else -20
    for k in range(2):
        under = cell_under(bridge, k)
        if is_open(state, 1 - colour, under) and size_with(state, 1 - colour, under) == ISLAND:
            charm += 60
        if is_open(state, colour, under) and size_with(state, colour, under) == ISLAND:
            charm -= 60
    return charm


@rule
def appeal(state: Ponte, seat: int, action: int) -> int:
    """Says what an action is good for at a glance."""
    if is_tile(action):
        return tile_appeal(state, state.turn, action)
    if is_bridge(action):
        return bridge_appeal(state, state.turn, action)
    return -100 if action == PASS else 0


@rule
def room_to_grow(state: Ponte, colour: int, land: int) -> int:
    """Returns how many cells beside a sandbank can take another tile of it; more than three count as three."""
    room = 0
    for k in range(state.land_size[land]):
        for j in range(4):
            beside = tile_of(state, land, k) + SIDES[j]
            if is_open(state, colour, beside) and tile_refusal(state, colour, beside) == LEGAL:
                room += 1
                if room == 3:
                    return room
    return room


@rule
def sandbank_hopes(state: Ponte, colour: int) -> int:
    """Returns what the sandbanks of a colour promise: the chance of an island, which brings one more than its network has."""
    hopes = 0
    for land in range(1, state.land_count + 1):
        size = state.land_size[land]
        if 0 < size < ISLAND and land_at(state, colour, tile_of(state, land, 0)) == land:
            chance = int(BECOMES[size, room_to_grow(state, colour, land)])
            hopes += chance * (1 + state.linked_islands[state.network[land]])
    return hopes


@rule
def bridge_hopes(state: Ponte, colour: int) -> int:
    """Returns what the bridges that a colour could lay promise: islands that come together score for every pair of them."""
    hopes = 0
    if state.bridges == 0:
        return 0
    for k in range(state.span_count[colour]):
        bridge = state.open_spans[colour, k]
        first, second = networks_at(state, colour, bridge)
        if first != second and span_refusal(state, bridge) == LEGAL:
            a, b = cell_under(bridge, 0), cell_under(bridge, 1)
            threatened = is_open(state, 1 - colour, a) or is_open(state, 1 - colour, b)
            gain = (5 * state.linked_islands[first] + 2) * (5 * state.linked_islands[second] + 2)
            hopes += (OPEN_LINK if threatened else SAFE_LINK) * gain // 25
    return hopes


@rule
def outlook(state: Ponte, seat: int) -> int:
    """Adds to the points what sandbanks and open spans promise; in the end an island more breaks a tie."""
    colour = colour_of(state, seat)
    scored = 100 * state.points[colour] + state.islands[colour]
    if state.phase == OVER:
        return scored
    return scored + sandbank_hopes(state, colour) + bridge_hopes(state, colour)


implement(Ponte, appeal=appeal, outlook=outlook)

MIND = Mind(ripe=1, heat=0.5, exploration=1.5, taste=6, rave=400.0)
