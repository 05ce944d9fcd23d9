"""The awards of Hashi and the score: what six connected islands are, who was first, and what counts in the end."""

from __future__ import annotations

import numpy as np

from ponticello.engine.bits import count_bits, lowest_bit, without_lowest
from ponticello.engine.native import rule
from ponticello.games.hashi.board import BLUE_FLAG, RED_FLAG
from ponticello.games.hashi.position import AWARDS, BLUE, RED, SIX, Hashi

ISLAND_POINTS = 2
CONNECTED = 6

# What the awards bring to the first and later, and in a solo game the last card for the higher value.
FIRST = np.array([9, 7, 8], np.int64)
LATER = np.array([5, 3, 4], np.int64)
SOLO_UNTIL = np.array([12, 7, 12], np.int64)


@rule
def connected_with(state: Hashi, seat: int, island: int) -> int:
    """Returns the finished islands that bridges join to a finished one, itself included, with no unfinished one between them."""
    group = 1 << island
    seen = 0
    while group != seen:
        here = lowest_bit(group & ~seen)
        seen |= 1 << here
        lines = state.lines_at[here]
        while lines != 0:
            line = lowest_bit(lines)
            lines = without_lowest(lines)
            if state.spans[seat, line] > 0:
                group |= (1 << state.line_a[line] | 1 << state.line_b[line]) & state.finished[seat]
    return group


@rule
def most_connected(state: Hashi, seat: int) -> int:
    """Returns how many finished islands are connected, at the most."""
    most = 0
    rest = state.finished[seat]
    while count_bits(rest) > most:
        group = connected_with(state, seat, lowest_bit(rest))
        most = max(most, count_bits(group))
        rest &= ~group
    return most


@rule
def connects_six(state: Hashi, seat: int) -> bool:
    """Tells whether one of the islands finished in this round belongs to six that are connected."""
    fresh = state.finished[seat] & ~state.finished_before[seat]
    while fresh != 0:
        group = connected_with(state, seat, lowest_bit(fresh))
        if count_bits(group) >= CONNECTED:
            return True
        fresh &= ~group
    return False


@rule
def islands_for(state: Hashi, award: int) -> int:
    """Returns the islands with a red flag, or those with a blue one."""
    return state.flagged[RED_FLAG if award == RED else BLUE_FLAG]


@rule
def earns(state: Hashi, seat: int, award: int) -> bool:
    """All four red flags, all three blue ones, or six finished islands connected."""
    if award == SIX:
        return connects_six(state, seat)
    wanted = islands_for(state, award)
    return state.finished[seat] & wanted == wanted


@rule
def is_late(state: Hashi, award: int) -> bool:
    """The higher value is for the first round in which anyone gets there; a solo player races against the cards instead."""
    return state.gone[award] == 1 or (state.seats == 1 and state.rounds > int(SOLO_UNTIL[award]))


@rule
def has_new_islands(state: Hashi, seat: int) -> bool:
    """Tells whether a seat has finished an island in this round, without which nobody gets anywhere."""
    return state.finished[seat] != state.finished_before[seat]


@rule
def settle_awards(state: Hashi) -> None:
    """When a round ends, all who got there in it score the same, the higher value or the lower one, but each award only once."""
    for award in range(AWARDS):
        value = LATER[award] if is_late(state, award) else FIRST[award]
        for seat in range(state.seats):
            if state.award[seat, award] == 0 and has_new_islands(state, seat) and earns(state, seat, award):
                state.award[seat, award] = value
                state.gone[award] = 1


@rule
def points(state: Hashi, seat: int) -> int:
    """Two points for each finished island, and the awards."""
    islands = ISLAND_POINTS * count_bits(state.finished[seat])
    return islands + state.award[seat, RED] + state.award[seat, BLUE] + state.award[seat, SIX]
