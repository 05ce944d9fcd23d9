"""The eight ways to turn and mirror Ponte's board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ponticello.engine.observation import Symmetry
from ponticello.engine.symmetry import SQUARE, Turn, turned_planes
from ponticello.games.ponte.actions import ACTIONS, bridge_action, end_of, start_of
from ponticello.games.ponte.board import AREA, SPANS, STRIDE, WAYS, cell_at, column_of, row_of
from ponticello.games.ponte.observation import BRIDGES, PLANES, SCALARS, directions
from ponticello.games.ponte.position import DARK, LANDS, LIGHT, Ponte, has_tile
from ponticello.games.ponte.rules import bar_crossings
from ponticello.games.ponte.strips import mark_bridged, mark_tile


def symmetries(start: Ponte) -> tuple[Symmetry, ...]:
    """Returns the eight symmetries of a board; each is its own way to turn any position on it."""
    return tuple(symmetry(turn, start.side) for turn in SQUARE)


def symmetry(turn: Turn, side: int) -> Symmetry:
    """Returns one symmetry of a board so many cells wide."""
    actions = turned_actions(turn, side)
    ways = directions()

    def plane_after(plane: int) -> int:
        return plane if plane < BRIDGES else BRIDGES + ways.index(turn.step(*ways[plane - BRIDGES]))

    return Symmetry(
        turn.name,
        actions,
        turned_planes(turn, PLANES, side, plane_after),
        np.arange(SCALARS),
        lambda state: turned_position(state, actions),
    )


def turned_actions(turn: Turn, side: int) -> NDArray[np.int64]:
    """Returns what each action becomes; those that lay nothing on the board stay what they are."""
    actions = np.arange(ACTIONS)
    for index in range(side * side):
        row, column = divmod(index, side)
        actions[cell_at(row, column)] = cell_at(*turn.place(row, column, side))
    for start in [cell_at(*divmod(index, side)) for index in range(side * side)]:
        for way, (rows, columns) in enumerate(SPANS):
            row, column = row_of(start) + rows, column_of(start) + columns
            if 0 <= row < side and 0 <= column < side:
                ends = int(actions[start]), int(actions[cell_at(row, column)])
                actions[bridge_action(start, way)] = bridge_between(min(ends), max(ends))
    return actions


def bridge_between(start: int, end: int) -> int:
    """Returns the bridge from its lower-numbered end to the other, as an action."""
    return next(bridge_action(start, way) for way in range(WAYS) if end_of(bridge_action(start, way)) == end)


def turned_position(state: Ponte, actions: NDArray[np.int64]) -> Ponte:
    """Returns a position on the turned board: every cell and every span goes where its action goes."""
    turned = state.copy()
    for row in range(len(turned.bridged)):
        turned.bridged[row] = turned.strips[LIGHT, row] = turned.strips[DARK, row] = 0
    for cell in range(AREA):
        turned.barred[cell] = 0
    for cell in range(AREA):
        to = int(actions[cell])
        turned.cells[to] = state.cells[cell]
        for colour in (LIGHT, DARK):
            turned.land[colour, to + STRIDE] = state.land[colour, cell + STRIDE]
            turned.place[colour, to] = state.place[colour, cell]
            if has_tile(state, colour, cell):
                mark_tile(turned, colour, to)
    for land in range(1, LANDS):
        turned.land_cells[land] = sum(
            int(actions[state.land_cells[land] >> 8 * k & 255]) << 8 * k for k in range(state.land_size[land])
        )
    for k in range(state.laid_count):
        turned.laid[k] = bridge = int(actions[state.laid[k]])
        mark_bridged(turned, start_of(bridge))
        mark_bridged(turned, end_of(bridge))
        bar_crossings(turned, bridge)
    for colour in (LIGHT, DARK):
        for k in range(state.side * state.side):
            turned.open_cells[colour, k] = int(actions[state.open_cells[colour, k]])
        for k in range(state.span_count[colour]):
            turned.open_spans[colour, k] = int(actions[state.open_spans[colour, k]])
        turned.partner[colour] = int(actions[state.partner[colour]])
    return turned
