"""The eight ways to turn and mirror a board of Hashi.

A turned board is another board: its islands and lines are numbered anew, as if it had been drawn so. A position carries its
board, so that it can be played on like any other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ponticello.engine.observation import Symmetry
from ponticello.engine.symmetry import SQUARE, Turn, turned_bits, turned_planes
from ponticello.games.hashi.board import FLAGS, ISLANDS, WIDEST
from ponticello.games.hashi.observation import BRIDGES, DIRECTIONS, LINES_FROM, PER_SEAT, SEATS, observation
from ponticello.games.hashi.position import (
    ACTIONS,
    BRIDGE,
    NONE,
    PER_CARD,
    START_3,
    START_4,
    WRITE,
    Hashi,
    first_island,
    take_stock,
)
from ponticello.games.hashi.position import SEATS as ALL_SEATS


def symmetries(start: Hashi) -> tuple[Symmetry, ...]:
    """Returns the eight symmetries of a board."""
    return tuple(symmetry(turn, start) for turn in SQUARE)


def symmetry(turn: Turn, start: Hashi) -> Symmetry:
    """Returns one symmetry of a board: it leads from this board to the turned one."""
    islands, lines = turned_islands(turn, start), turned_lines(turn, start)
    actions = np.arange(ACTIONS)
    for first in (WRITE, START_3, START_4):
        actions[first : first + ISLANDS] = first + islands
    actions[BRIDGE : BRIDGE + len(lines)] = BRIDGE + lines
    spec = observation(start.seats, {})

    def plane_after(plane: int) -> int:
        first = SEATS + (plane - SEATS) // PER_SEAT * PER_SEAT + BRIDGES if plane >= SEATS else LINES_FROM
        way = plane - first
        return first + DIRECTIONS.index(turn.step(*DIRECTIONS[way])) if 0 <= way < len(DIRECTIONS) else plane

    return Symmetry(
        turn.name,
        actions,
        turned_planes(turn, len(spec.planes), WIDEST, plane_after),
        np.arange(len(spec.scalars)),
        lambda state: turned_position(state, turn, islands, lines),
    )


def turned_islands(turn: Turn, start: Hashi) -> NDArray[np.int64]:
    """Returns the number of each island on the turned board, where they are counted row by row again."""
    places = [turn.place(start.row[island], start.column[island], WIDEST) for island in range(ISLANDS)]
    return np.array([sorted(places).index(place) for place in places])


def turned_lines(turn: Turn, start: Hashi) -> NDArray[np.int64]:
    """Returns the number of each line on the turned board, where they are counted by their ends again."""
    islands = turned_islands(turn, start)
    ends = [sorted((islands[start.line_a[line]], islands[start.line_b[line]])) for line in range(start.lines)]
    return np.array([sorted(ends).index(pair) for pair in ends])


def turned_position(state: Hashi, turn: Turn, islands: NDArray[np.int64], lines: NDArray[np.int64]) -> Hashi:
    """Returns a position on the turned board."""
    turned = state.copy()
    turn_board(state, turned, turn, islands, lines)
    for seat in range(ALL_SEATS):
        for island in range(ISLANDS):
            turned.number[seat, int(islands[island])] = state.number[seat, island]
        for line in range(state.lines):
            turned.spans[seat, int(lines[line])] = state.spans[seat, line]
        for k in range(PER_CARD):
            if state.drawn_on[seat, k] != NONE:
                turned.drawn_on[seat, k] = int(lines[state.drawn_on[seat, k]])
        if state.wrote[seat] != NONE:
            turned.wrote[seat] = int(islands[state.wrote[seat]])
        if state.start[seat] != NONE:
            island = first_island(state.start[seat])
            turned.start[seat] = state.start[seat] - island + int(islands[island])
        turned.finished_before[seat] = turned_bits(state.finished_before[seat], islands)
        take_stock(turned, seat)
    return turned


def turn_board(state: Hashi, turned: Hashi, turn: Turn, islands: NDArray[np.int64], lines: NDArray[np.int64]) -> None:
    """Writes the turned board into a position: its islands with their flags, and its lines."""
    for island in range(ISLANDS):
        to = int(islands[island])
        turned.row[to], turned.column[to] = turn.place(state.row[island], state.column[island], WIDEST)
        turned.flag[to] = state.flag[island]
        turned.lines_at[to] = turned_bits(state.lines_at[island], lines)
    for line in range(state.lines):
        to = int(lines[line])
        turned.line_a[to], turned.line_b[to] = sorted((int(islands[state.line_a[line]]), int(islands[state.line_b[line]])))
        turned.crossing[to] = turned_bits(state.crossing[line], lines)
    for flag in range(FLAGS):
        turned.flagged[flag] = turned_bits(state.flagged[flag], islands)
