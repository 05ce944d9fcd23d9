"""The four ways to turn the boards of Connections: as one sees them who sits at another side of the table.

Everything on the table turns, the tiles not yet laid included, so that a tile lies with as many quarter turns as before. A mirror
is none of them: it would make tiles that are not in the box.
"""

from __future__ import annotations

import numpy as np

from ponticello.engine.observation import Symmetry
from ponticello.engine.symmetry import ROTATIONS, turned_planes
from ponticello.games.connections.board import CELLS, NOTHING, SIDES, SPOT, SPOTS, TILES, WIDTH, spot_place
from ponticello.games.connections.observation import NARROW_IN_HAND, NARROW_SIDES, PER_SEAT, observation
from ponticello.games.connections.rules import ACTIONS, SPIRALS, Connections, look_over, turned


def symmetries(start: Connections) -> tuple[Symmetry, ...]:
    """Returns the four symmetries of a board."""
    return tuple(symmetry(quarters, start.seats) for quarters in range(SIDES))


def turned_cell(cell: int, quarters: int) -> int:
    """Returns where a cell comes to lie after some quarter turns: rows are counted upwards, so they go clockwise."""
    row, column = ROTATIONS[quarters].place(*divmod(cell, WIDTH), WIDTH)
    return row * WIDTH + column


def turned_side(side: int, quarters: int) -> int:
    """Returns where a side comes to lie."""
    return (side + quarters) % SIDES


def symmetry(quarters: int, players: int) -> Symmetry:
    """Returns the symmetry of some quarter turns clockwise."""
    spec = observation(players, {})
    actions = np.arange(ACTIONS)
    for cell in range(CELLS):
        actions[SPIRALS + cell] = SPIRALS + turned_cell(cell, quarters)
        for turns in range(SIDES):
            actions[cell * SIDES + turns] = turned_cell(cell, quarters) * SIDES + turns

    def plane_after(plane: int) -> int:
        return in_fours(plane, plane - plane % PER_SEAT + NARROW_SIDES)

    def in_fours(place: int, first: int) -> int:
        """Returns where one of several rows of four sides goes that begin at `first`."""
        if place < first:
            return place
        return place - (place - first) % SIDES + turned_side((place - first) % SIDES, quarters)

    scalars = np.arange(len(spec.scalars))
    for place in range(NARROW_IN_HAND, NARROW_IN_HAND + 2 * SIDES):
        scalars[place] = in_fours(place, NARROW_IN_HAND)
    return Symmetry(
        ROTATIONS[quarters].name,
        actions,
        turned_planes(ROTATIONS[quarters], len(spec.planes), WIDTH, plane_after),
        scalars,
        lambda state: turned_position(state, quarters),
    )


def turned_position(state: Connections, quarters: int) -> Connections:
    """Returns a position after some quarter turns clockwise of everything on the table."""
    after = state.copy()
    for tile in range(TILES):
        after.sides[tile] = turned(state.sides[tile], quarters)
    for seat in range(state.seats):
        after.centre[seat] = turned(state.centre[seat], quarters)
        for spot in range(SPOTS):
            cell, side = spot_place(spot)
            after.numbers[seat, int(SPOT[turned_cell(cell, quarters), turned_side(side, quarters)])] = state.numbers[seat, spot]
        for cell in range(CELLS):
            after.laid[seat, turned_cell(cell, quarters)] = state.laid[seat, cell]
        if state.latest[seat] != NOTHING:
            after.latest[seat] = turned_cell(state.latest[seat], quarters)
        look_over(after, seat)
    return after
