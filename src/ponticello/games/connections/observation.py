"""What a seat sees of Connections as planes and scalars. Of the others it sees what lay on their boards when the round began.

Seats are counted from the one that looks.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ponticello.engine.game import Value
from ponticello.engine.native import implement, rule
from ponticello.engine.observation import Feature, ObservationSpec
from ponticello.engine.record import Ints
from ponticello.games.connections.board import (
    BLANK,
    BOARDS,
    CELLS,
    NARROW,
    NEXT,
    NOTHING,
    SIDE_NAMES,
    SIDES,
    SPOT,
    SPOTS,
    TILES,
    WIDTH,
    spot_place,
)
from ponticello.games.connections.rules import FREE, ROUNDS, SPIRAL, Connections, actors, is_over, points, sides_at

# The planes of a seat: a free cell, a spiral, the connections of an open tile side by side, the numbers of the border.
FREE_CELLS, SPIRALS, NARROW_SIDES, WIDE_SIDES, NUMBERS = 0, 1, 2, 6, 10
PER_SEAT = NUMBERS + SIDES

# The scalars, then the points of each seat.
TO_ACT, IS_OVER, GAME, GAMES, TURNED_UP, NARROW_IN_HAND, WIDE_IN_HAND, STOCK = 0, 1, 2, 3, 4, 5, 9, 13
POINTS = STOCK + TILES

MOST_NUMBER = 127
MOST_LOST = 10_000

# The cell beside each spot of the border.
SPOT_CELLS = np.array([spot_place(spot)[0] for spot in range(SPOTS)], np.int8)


def observation(players: int, options: Mapping[str, Value]) -> ObservationSpec:
    """Says what stands where. Row 0 of a plane is row 1 of the board, column 0 is column a."""
    planes = []
    scalars = [
        Feature("to act", "This seat is to lay the tile."),
        Feature("over", "The match is over."),
        Feature("game", "The number of the running game of the match, from 0.", BOARDS - 1),
        Feature("games", "How many games the match has.", BOARDS, 1),
        Feature("tiles turned up", "How many tiles have been turned up in this game.", ROUNDS),
        *(Feature(f"narrow {side}", f"The tile turned up has a narrow connection {side}.") for side in SIDE_NAMES),
        *(Feature(f"wide {side}", f"The tile turned up has a wide connection {side}.") for side in SIDE_NAMES),
        *(Feature(f"tile {tile} left", f"Tile {tile} of the set has not been turned up in this game.") for tile in range(TILES)),
    ]
    for seat in range(players):
        whose = "own" if seat == 0 else f"seat +{seat}"
        planes += [
            Feature(f"free, {whose}", f"A free cell, {whose}."),
            Feature(f"spiral, {whose}", f"A spiral, {whose}."),
            *(Feature(f"narrow {side}, {whose}", f"A narrow connection leads {side} from here, {whose}.") for side in SIDE_NAMES),
            *(Feature(f"wide {side}, {whose}", f"A wide connection leads {side} from here, {whose}.") for side in SIDE_NAMES),
            *(
                Feature(f"number {side}, {whose}", f"The number {side} of this cell, {whose}; 0 is blank.", MOST_NUMBER)
                for side in SIDE_NAMES
            ),
        ]
        scalars.append(Feature(f"points lost, {whose}", f"The points lost so far, {whose}.", MOST_LOST))
    return ObservationSpec(WIDTH, WIDTH, tuple(planes), tuple(scalars))


@rule
def observe(state: Connections, seat: int, planes: Ints, scalars: Ints) -> None:
    """Writes what a seat sees."""
    for other in range(state.seats):
        seen = (other - seat + state.seats) % state.seats
        hidden = state.latest[other] if other != seat and state.to_lay != 0 else NOTHING
        show_tiles(state, other, hidden, seen * PER_SEAT, planes)
        show_border(state, other, seen * PER_SEAT + NUMBERS, planes)
        scalars[POINTS + seen] = points(state, other) + lost_before(state, other, hidden)
    scalars[TO_ACT] = actors(state) >> seat & 1
    scalars[IS_OVER] = 1 if is_over(state) else 0
    scalars[GAME] = state.game
    scalars[GAMES] = state.games
    scalars[TURNED_UP] = state.turned
    if state.to_lay != 0:
        for side in range(SIDES):
            show_side(scalars, NARROW_IN_HAND + side, SIDES, state.sides[state.tile] >> 2 * side & 3)
    for tile in range(TILES):
        scalars[STOCK + tile] = state.stock >> tile & 1


@rule
def show_side(entries: Ints, narrow: int, apart: int, code: int) -> None:
    """Shows whether a side is narrow and, so far behind, whether it is wide: a bit of its code each."""
    entries[narrow] = code & NARROW
    entries[narrow + apart] = code >> 1


@rule
def show_tiles(state: Connections, seat: int, hidden: int, plane: int, planes: Ints) -> None:
    """Shows what lies on a seat's board, the centre included; a cell that is hidden looks free."""
    for cell in range(CELLS):
        here = state.laid[seat, cell]
        if here == FREE or cell == hidden:
            planes[(plane + FREE_CELLS) * CELLS + cell] = 1
        elif here == SPIRAL:
            planes[(plane + SPIRALS) * CELLS + cell] = 1
        else:
            sides = sides_at(state, seat, cell)
            for side in range(SIDES):
                show_side(planes, (plane + NARROW_SIDES + side) * CELLS + cell, SIDES * CELLS, sides >> 2 * side & 3)


@rule
def show_border(state: Connections, seat: int, plane: int, planes: Ints) -> None:
    """Shows the numbers of a seat's border on the cells beside them."""
    for spot in range(SPOTS):
        planes[(plane + spot // WIDTH) * CELLS + cell_of_spot(spot)] = state.numbers[seat, spot]


@rule
def cell_of_spot(spot: int) -> int:
    """Returns the cell beside a spot of the border."""
    return int(SPOT_CELLS[spot])


@rule
def lost_before(state: Connections, seat: int, cell: int) -> int:
    """Returns how many points more a seat had lost before it laid what is hidden on a cell, if there is one."""
    if cell == NOTHING:
        return 0
    if state.laid[seat, cell] == SPIRAL:
        return -1
    lost = 0
    sides = sides_at(state, seat, cell)
    for side in range(SIDES):
        if NEXT[cell, side] == NOTHING and sides >> 2 * side & 3 != BLANK:
            lost += state.numbers[seat, SPOT[cell, side]]
    return lost


implement(Connections, observe=observe)
