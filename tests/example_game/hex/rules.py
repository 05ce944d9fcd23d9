"""The rules of Hex (Piet Hein, 1942; John Nash, 1948), in the order in which a player learns them.

Take turns to put a stone on the board. Whoever joins their two sides has won. The first stone may be taken over.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from ponticello.engine.native import implement, rule
from ponticello.engine.record import Ints, Record, int8, int16
from ponticello.engine.verbs import LEGAL
from ponticello.games.hex.board import ACROSS, ALONG, AREA, NEIGHBOURS, STRIDE

RED, BLUE = 0, 1  # a colour is the seat that plays it
EMPTY = 0  # a stone is its colour + 1
NOBODY = -1

# The actions: a stone on a cell, or taking the first stone over.
SWAP = AREA
ACTIONS = AREA + 1

# Why an action is refused.
NOT_NOW, OFF_BOARD, OCCUPIED, NOTHING_TO_SWAP = range(1, 5)


class Hex(Record):
    """A position."""

    side: int8  # how many cells wide the board is
    turn: int8  # the colour to move
    stones: int16  # on the board
    winner: int8
    cells: Annotated[Ints, np.int8, AREA]  # the stones and, in the frame, the sides
    leader: Annotated[Ints, np.int16, AREA]  # leads from stone to stone to the one that stands for its whole chain


def set_up(state: Hex, players: int, size: int) -> None:
    """Prepares an empty board with a red side above and below it, and a blue one to its left and right."""
    state.side, state.winner = size, NOBODY
    for cell in range(AREA):
        state.leader[cell] = cell
    for colour in (RED, BLUE):
        for first in (near_side(colour), far_side(state, colour)):
            for k in range(size):
                cell = first + k * ALONG[colour]
                state.cells[cell] = colour + 1
                state.leader[cell] = first


@rule
def actors(state: Hex) -> int:
    """Red begins, then both take turns until somebody has won."""
    return 0 if state.winner != NOBODY else 1 << state.turn


# Stones


@rule
def is_on_board(state: Hex, cell: int) -> bool:
    """Tells whether a cell is one of the board, and not of the frame."""
    return 1 <= cell // STRIDE <= state.side and 1 <= cell % STRIDE <= state.side


@rule
def refusal(state: Hex, seat: int, action: int) -> int:
    """A stone needs an empty cell."""
    if actors(state) >> seat & 1 == 0:
        return NOT_NOW
    if action == SWAP:
        return LEGAL if may_swap(state) else NOTHING_TO_SWAP
    if not is_on_board(state, action):
        return OFF_BOARD
    return LEGAL if state.cells[action] == EMPTY else OCCUPIED


@rule
def lay(state: Hex, colour: int, cell: int) -> None:
    """A stone lies where it was put for the rest of the game, joined to the stones and the side of its colour around it."""
    state.cells[cell] = colour + 1
    for step in NEIGHBOURS:
        if state.cells[cell + step] == colour + 1:
            state.leader[leader_of(state, cell)] = leader_of(state, cell + step)


@rule
def leader_of(state: Hex, cell: int) -> int:
    """Returns the stone that stands for the whole chain of a stone, or of a side."""
    while state.leader[cell] != cell:
        cell = state.leader[cell]
    return cell


# The end


@rule
def near_side(colour: int) -> int:
    """Returns the first cell of red's upper side or blue's left one: a step from the corner of the frame, whose number is 0."""
    return int(ALONG[colour])


@rule
def far_side(state: Hex, colour: int) -> int:
    """Returns the first cell of red's lower side or blue's right one."""
    return near_side(colour) + (state.side + 1) * int(ACROSS[colour])


@rule
def has_joined(state: Hex, colour: int) -> bool:
    """A chain of stones from one side to the other wins."""
    return leader_of(state, near_side(colour)) == leader_of(state, far_side(state, colour))


@rule
def points(state: Hex, seat: int) -> int:
    """A victory is a point. There are no draws: a full board joins the sides of one colour, and only of one."""
    return 1 if state.winner == seat else 0


# The swap


@rule
def may_swap(state: Hex) -> bool:
    """The second player may take the first stone over instead of answering it, so that it pays not to begin too well."""
    return state.stones == 1 and state.turn == BLUE


@rule
def mirrored(cell: int) -> int:
    """Returns the cell that means to blue what this one means to red: its row and its column exchanged."""
    return cell % STRIDE * STRIDE + cell // STRIDE


@rule
def swap(state: Hex) -> None:
    """The red stone becomes a blue one. It moves to the mirrored cell, since blue's sides are the other two."""
    for cell in range(AREA):
        if is_on_board(state, cell) and state.cells[cell] == RED + 1:
            state.cells[cell] = EMPTY
            state.leader[cell] = cell
            lay(state, BLUE, mirrored(cell))
            return


@rule
def play(state: Hex, seat: int, action: int) -> None:
    """A turn is one stone, or the swap."""
    if action == SWAP:
        swap(state)
    else:
        lay(state, seat, action)
        state.stones += 1
    if has_joined(state, seat):
        state.winner = seat
    state.turn = 1 - seat


implement(Hex, actors=actors, refusal=refusal, play=play, points=points)
