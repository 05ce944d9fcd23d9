"""What a player of Skybridge knows beyond the rules: what a block, a roof or a bridge is good for, and where a city leads.

The measure of all things is what an open tower will be once every block lies: the fewer towers are open, the more each of them
still grows. A roof is well spent on a tower that is worth more than that, and a roof in hand is worth almost as much.
"""

from __future__ import annotations

import numpy as np

from ponticello.engine.bits import count_bits
from ponticello.engine.mind import Mind
from ponticello.engine.native import implement, rule
from ponticello.games.skybridge.board import ALL_TOWERS, PAIR_A, PAIR_B, PAIRS_WITHIN, TOWERS
from ponticello.games.skybridge.heights import as_high_as
from ponticello.games.skybridge.position import (
    BRIDGE,
    COLOURS,
    LOTS,
    MOST_TURNS,
    NOBODY,
    OVER,
    PLACE_MASK,
    ROOF,
    Skybridge,
    across,
    bridge_of,
    colour_of,
    colour_of_piece,
    hand_of,
    height_of,
    kind_of,
    kind_of_piece,
    pairs_at,
    place_of,
    top_of,
)
from ponticello.games.skybridge.rules import colour_points, floors_of, points

# The floors of the whole city once all blocks and bridges lie, by the number of players, with a row for all that the mask allows.
CITY = np.array([0, 0, 88, 81, 88, 0, 0, 0], np.int64)
SEATS_MASK = len(CITY) - 1
# What one of so many towers gets of a floor: a hundred hundredths, times 1024.
SHARE = np.array([0] + [102400 // towers for towers in range(1, 16)], np.int64)


@rule
def holder(state: Skybridge, colour: int) -> int:
    """Returns the seat that scores for a colour; for the neutral one, a seat where nobody sits."""
    return colour & 1 if state.seats == 2 else colour


@rule
def left_in_hand(state: Skybridge, colour: int, kind: int) -> int:
    """Returns how many pieces of a kind whoever scores for a colour still has of it."""
    return int(state.stock[hand_of(holder(state, colour), colour), kind])


@rule
def joins(state: Skybridge, colour: int, tower: int) -> bool:
    """Tells whether a colour's bridge lies on a tower."""
    pair = bridge_of(state, colour)
    return pair != NOBODY and pairs_at(tower) >> pair & 1 == 1


@rule
def roof_bonus(state: Skybridge, colour: int, tower: int) -> int:
    """Returns the points of a colour's roof on a tower beside its floors: its own bridge brings the other tower along.

    That is so whether the other is its own already, and both are doubled, or not.
    """
    if not joins(state, colour, tower):
        return 0
    return height_of(state, across(bridge_of(state, colour), tower))


@rule
def expected_height(state: Skybridge) -> int:
    """Returns how high the open towers will be on average once all blocks lie, in hundredths of a floor."""
    floors = int(CITY[state.seats & SEATS_MASK])
    for tower in range(TOWERS):
        floors -= int(state.height[tower]) if state.owner[tower] != NOBODY else 0
    return floors * int(SHARE[count_bits(state.open_towers) & PLACE_MASK]) >> 10


# What appeals


@rule
def block_appeal(state: Skybridge, seat: int, colour: int, kind: int, tower: int) -> int:
    """A block early on is best laid on others, not on oneself; it should not let them roof their bridge, nor move levels."""
    early = MOST_TURNS - state.turns
    charm = 0
    if holder(state, colour) != seat:
        charm += 36 - 4 * early  # a neutral block is a turn to spare
    elif left_in_hand(state, colour, ROOF) > 0:
        charm += 2 * early
    changed = as_high_as(state.heights, height_of(state, tower) + floors_of(kind))
    top = top_of(state, tower)
    if top != NOBODY:
        under = colour_of_piece(top)
        if left_in_hand(state, under, ROOF) > 0:
            if holder(state, under) == seat:
                charm -= 4 * early
            else:
                charm += -50 if kind_of_piece(top) == BRIDGE else 10
        changed |= as_high_as(state.heights, height_of(state, tower))
    changed = changed & state.open_towers | 1 << tower
    return charm - 30 * count_bits(int(PAIRS_WITHIN[changed & ALL_TOWERS]) & pairs_at(tower))


@rule
def roof_appeal(state: Skybridge, seat: int, colour: int, tower: int) -> int:
    """A roof should earn more than an open tower will be worth, and is good where others would earn much."""
    height = height_of(state, tower)
    charm = 18 * height + 30 * roof_bonus(state, colour, tower) - (43 * expected_height(state) >> 8) - 220
    if left_in_hand(state, colour, ROOF) == 1:
        charm += 60
    denied = 0
    for other in range(COLOURS):
        if other != colour and left_in_hand(state, other, ROOF) > 0:
            if holder(state, other) == seat:
                charm -= 115 if joins(state, other, tower) else 0
            elif state.topped[other] >> tower & 1 == 0:
                denied = max(denied, height + roof_bonus(state, other, tower))
    return charm + 9 * denied


@rule
def bridge_appeal(state: Skybridge, seat: int, colour: int, pair: int) -> int:
    """A bridge is good, best on those who could roof its towers later, and worse in company with somebody else's bridge."""
    first, second = int(PAIR_A[pair]), int(PAIR_B[pair])
    charm = 80 + 5 * height_of(state, first)
    for tower in (first, second):
        under = colour_of_piece(top_of(state, tower))
        if holder(state, under) != seat and left_in_hand(state, under, ROOF) > 0:
            charm += 50
    for other in range(COLOURS):
        if holder(state, other) != seat and (joins(state, other, first) or joins(state, other, second)):
            charm -= 80
    return charm


@rule
def appeal(state: Skybridge, seat: int, action: int) -> int:
    """Says what a piece is good for at a glance."""
    if action >= LOTS:
        return 0
    colour, kind, place = colour_of(action), kind_of(action), place_of(action)
    if kind == BRIDGE:
        return bridge_appeal(state, seat, colour, place)
    if kind == ROOF:
        return roof_appeal(state, seat, colour, place)
    return block_appeal(state, seat, colour, kind, place)


# What to hope for


@rule
def bridge_outlook(state: Skybridge, colour: int, roofs: int, expected: int) -> int:
    """Returns what a colour's bridge may still bring: a good part of its towers, while both can be had."""
    pair = state.bridge_on[colour]
    if pair == NOBODY:
        return 30 * expected // 100 if roofs > 0 and left_in_hand(state, colour, BRIDGE) > 0 else 0
    a, b = state.owner[PAIR_A[pair]], state.owner[PAIR_B[pair]]
    high, other_high = 100 * state.height[PAIR_A[pair]], 100 * state.height[PAIR_B[pair]]
    if a == colour and b == NOBODY:
        return 65 * max(0, expected - other_high) // 100
    if b == colour and a == NOBODY:
        return 65 * max(0, expected - high) // 100
    if roofs == 0 or (a != NOBODY and b != NOBODY):
        return 0
    return (47 if a == b else 18) * (high + other_high) // 100


@rule
def colour_outlook(state: Skybridge, colour: int, expected: int) -> int:
    """Returns what a colour has, what its roofs in hand will bring, and its bridge."""
    roofs = left_in_hand(state, colour, ROOF)
    return 100 * colour_points(state, colour) + 95 * roofs * expected // 100 + bridge_outlook(state, colour, roofs, expected)


@rule
def outlook(state: Skybridge, seat: int) -> int:
    """Adds up what the colours of a seat can hope for; at the end, what they have."""
    if state.phase == OVER:
        return 100 * points(state, seat)
    expected = expected_height(state)
    hope = colour_outlook(state, seat, expected)
    return hope + colour_outlook(state, seat + 2, expected) if state.seats == 2 else hope


implement(Skybridge, appeal=appeal, outlook=outlook)

MIND = Mind(ripe=1, heat=1.0, taste=3, horizon=8)
