"""How many bridges an island could still get: what players of Hashi judge everything by, and how their tables are written."""

from __future__ import annotations

from typing import cast

import numpy as np

from ponticello.engine.bits import lowest_bit, without_lowest
from ponticello.engine.native import rule
from ponticello.engine.record import Grid, Ints
from ponticello.games.hashi.board import ISLANDS
from ponticello.games.hashi.position import PER_LINE, Hashi

ALL_ISLANDS = (1 << ISLANDS) - 1
MOST_SLACK = 4  # what could come beyond the need; more of it makes no difference


def row(text: str) -> Ints:
    """Reads a table of numbers."""
    return cast(Ints, np.array(text.split(), np.int64))


def grid(text: str) -> Grid:
    """Reads a table of rows of numbers."""
    return cast(Grid, np.array([part.split() for part in text.split("/")], np.int64))


@rule
def across(state: Hashi, line: int, island: int) -> int:
    """Returns the island at the other end of a line."""
    return state.line_a[line] + state.line_b[line] - island


@rule
def supply(state: Hashi, seat: int, island: int, neighbours: int) -> int:
    """Returns how many bridges could still come to an island from some of its neighbours."""
    lines = state.usable[seat] & state.lines_at[island]
    count = 0
    while lines != 0:
        line = lowest_bit(lines)
        lines = without_lowest(lines)
        other = across(state, line, island)
        if neighbours >> other & 1:
            count += min(PER_LINE - state.spans[seat, line], state.room[seat, other])
    return count
