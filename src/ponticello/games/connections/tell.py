"""Connections in words, for those who read along or listen: what a turn did, what a move on offer would do, how boards stand."""

from __future__ import annotations

from collections.abc import Sequence

from ponticello.engine.people import player_name
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import listed
from ponticello.games.connections import rules
from ponticello.games.connections.board import (
    CELLS,
    CODE_NAMES,
    NEXT,
    NOTHING,
    SIDE_NAMES,
    SIDES,
    SPOTS,
    cell_name,
    spot_name,
    spot_place,
)
from ponticello.games.connections.notation import split, the_tile
from ponticello.games.connections.referee import status
from ponticello.games.connections.rules import DRAWS, FREE, Connections
from ponticello.games.connections.words import count, say


def tell(state: Connections, seat: int, actions: Sequence[int]) -> str:
    """Says what a turn does from a position: words that follow a name, or none if it is chance's."""
    if seat == CHANCE:
        return listed(say("{tile} is turned up", tile=the_tile(state, action - DRAWS)) for action in actions)
    return listed(_laid(state, *split(action)) for action in actions)


def _laid(state: Connections, cell: int, turns: int) -> str:
    tile, place = the_tile(state, state.tile), cell_name(cell)
    if turns < 0:
        return say("lays {tile} face down on {cell}", tile=tile, cell=place)
    if turns == 0:
        return say("lays {tile} on {cell}", tile=tile, cell=place)
    return say("lays {tile} on {cell} with {turns}", tile=tile, cell=place, turns=count(turns, "quarter turn"))


def offered(state: Connections, action: int) -> str:
    """Says what a move on offer would do, for who hears the picture."""
    if action >= DRAWS:
        return say("turn up {tile}", tile=the_tile(state, action - DRAWS))
    cell, turns = split(action)
    tile, place = the_tile(state, state.tile), cell_name(cell)
    if turns < 0:
        return say("lay {tile} face down on {cell}", tile=tile, cell=place)
    sides = connections(rules.turned(state.sides[state.tile], turns))
    return say("lay {tile} on {cell}: {sides}", tile=tile, cell=place, sides=sides)


def task(state: Connections, seat: int) -> str:
    """Returns what is asked of a seat that is to act."""
    return say("Lay {tile}", tile=the_tile(state, state.tile))


def one_side(code: int, side: int) -> str:
    """Says how wide a connection is and where."""
    return say("{code} {side}", code=say(CODE_NAMES[code]), side=say(SIDE_NAMES[side]))


def connections(sides: int) -> str:
    """Says where a tile has connections."""
    return ", ".join(one_side(sides >> 2 * side & 3, side) for side in range(SIDES) if sides >> 2 * side & 3)


def describe(state: Connections) -> str:
    """Puts all boards into words."""
    return " ".join([status(state), *(describe_board(state, seat) for seat in range(state.seats))])


def describe_board(state: Connections, seat: int) -> str:
    """Puts a board into words: what is lost and, while it is played on, where connections can be extended and what to reach."""
    lost = count(rules.points(state, seat), "point")
    if rules.is_over(state):
        return say("{name}: {points} lost.", name=player_name(seat), points=lost)
    free = count(sum(state.laid[seat, cell] == FREE for cell in range(CELLS)), "cell")
    said = [say("{name}: {points} lost so far, {cells} free.", name=player_name(seat), points=lost, cells=free)]
    ends = [f"{cell_name(cell)} ({sides})" for cell in range(CELLS) if (sides := demands(state, seat, cell))]
    if ends:
        said.append(say("Connections lead to {cells}.", cells=listed(ends)))
    for number in (3, 2, 1):
        spots = [spot_name(spot) for spot in range(SPOTS) if is_open(state, seat, spot, number)]
        if spots:
            said.append(say("A {number} can be reached at {spots}.", number=number, spots=listed(spots)))
    return " ".join(said)


def demands(state: Connections, seat: int, cell: int) -> str:
    """Says what a tile must show on a free cell that a connection leads to; nothing of other cells."""
    if state.laid[seat, cell] != FREE:
        return ""
    shown, leads_here = [], False
    for side in range(SIDES):
        beside = int(NEXT[cell, side])
        facing = NOTHING if beside == NOTHING else rules.sides_at(state, seat, beside)
        if facing != NOTHING:
            code = facing >> 2 * (side ^ 2) & 3
            leads_here |= code != 0
            shown.append(one_side(code, side))
    return ", ".join(shown) if leads_here else ""


def is_open(state: Connections, seat: int, spot: int, number: int) -> bool:
    """Tells whether a spot of the border has this number, and a tile can still be laid there to reach it."""
    return state.numbers[seat, spot] == number and state.laid[seat, spot_place(spot)[0]] == FREE
