"""A position of Skybridge, how its actions are numbered, and what it remembers so that the rules are quickly applied.

Sets of towers are nine bits, sets of neighbouring pairs twelve, so that "the lowest towers this colour may build on" is a few
machine instructions.

The masks of the functions below change no number. They tell the compiler that what counts off a row is not negative, which spares
the look at a row from its end, and makes random games a tenth faster.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from ponticello.engine.native import rule
from ponticello.engine.record import Grid, Ints, Record, int8, int16, int64
from ponticello.games.skybridge.board import ALL_TOWERS, PAIR_A, PAIR_B, PAIRS, PAIRS_AT, TOWERS

COLOURS = 4
NEUTRAL = 3  # the fourth colour, which belongs to nobody in a game of three

# The kinds of piece. Their order is that of the action numbers.
THREE, TWO, ROOF, BRIDGE = 0, 1, 2, 3
KINDS = 4
KIND_BITS = 2  # of a piece; its colour stands above them

NOBODY = -1

# The phases of a game.
LOT, PLAY, OVER = 0, 1, 2

# The actions: a block or roof of a colour on a tower, a colour's bridge on a pair, and the lot that falls on a seat.
ON_TOWERS = BRIDGE * TOWERS
BRIDGES = COLOURS * ON_TOWERS
LOTS = BRIDGES + COLOURS * PAIRS
ACTIONS = LOTS + COLOURS

# The piece that an action lays, and where: a tower, or for a bridge a pair.
PIECE_OF = np.array(
    [action // ON_TOWERS * KINDS + action // TOWERS % BRIDGE for action in range(BRIDGES)]
    + [colour * KINDS + BRIDGE for colour in range(COLOURS) for _ in range(PAIRS)],
    np.int8,
)
PLACE_OF = np.array([action % TOWERS for action in range(BRIDGES)] + [*range(PAIRS)] * COLOURS, np.int8)

MOST_TURNS = 44
MOST_PIECES = 36  # on one tower

# The masks for the numbers of a seat or colour, a kind, a tower or pair, an action and a turn.
COLOUR_MASK, KIND_MASK, PLACE_MASK, ACTION_MASK, TURN_MASK = 3, 3, 15, 255, 63


class Skybridge(Record):
    """A position. A piece is written as colour * 4 + kind."""

    seats: int8
    rotation: int8  # 1 if, with two players, the four colours take turns
    bare_roofs: int8  # 1 if a roof may lie on a bare foundation
    phase: int8
    turn: int8  # the seat to move; with rotation, the colour
    stock: Annotated[Grid, np.int8, COLOURS * COLOURS, KINDS]  # pieces in hand, by seat * 4 + colour and kind

    height: Annotated[Ints, np.int8, TOWERS]
    top: Annotated[Ints, np.int8, TOWERS]  # the piece on top, or NOBODY
    owner: Annotated[Ints, np.int8, TOWERS]  # the colour of the roof, or NOBODY
    bridge_on: Annotated[Ints, np.int8, COLOURS]  # the pair a colour's bridge joins, or NOBODY
    pieces: Annotated[Ints, np.int8, TOWERS]  # how many stand on each tower
    turns: int8
    laid: Annotated[Ints, np.int16, MOST_TURNS]  # the actions of these turns

    heights: int64  # all heights, across the towers
    open_towers: int16  # towers without a roof
    built: int16  # towers with at least one piece
    topped: Annotated[Ints, np.int16, COLOURS]  # towers that show a colour on top
    level: int16  # pairs of equal height
    bridged: int16  # pairs with one and the same bridge on top


def set_up(state: Skybridge, players: int, rotation: bool, bare_roofs: bool) -> None:
    """Deals the pieces: a colour each, two each for two players, and for three a share of the fourth."""
    state.seats = players
    state.rotation = players == 2 and rotation
    state.bare_roofs = bare_roofs
    state.open_towers = ALL_TOWERS
    state.level = (1 << PAIRS) - 1
    for tower in range(TOWERS):
        state.top[tower] = NOBODY
        state.owner[tower] = NOBODY
    for colour in range(COLOURS):
        state.bridge_on[colour] = NOBODY
    for colour in range(COLOURS if players != 3 else NEUTRAL):
        seat = colour % players
        for kind, count in ((THREE, 4), (TWO, 4), (ROOF, 2), (BRIDGE, 1)):
            state.stock[seat * COLOURS + colour, kind] = count
    if players == 3:
        for seat in range(3):
            state.stock[seat * COLOURS + NEUTRAL, THREE] = 1
            state.stock[seat * COLOURS + NEUTRAL, TWO] = 1


# The pieces


@rule
def hand_of(seat: int, colour: int) -> int:
    """Returns the row of the stock with a seat's pieces of a colour."""
    return (seat & COLOUR_MASK) * COLOURS + (colour & COLOUR_MASK)


@rule
def colour_of_piece(piece: int) -> int:
    """Returns the colour of a piece."""
    return piece >> KIND_BITS & COLOUR_MASK


@rule
def kind_of_piece(piece: int) -> int:
    """Returns the kind of a piece."""
    return piece & KIND_MASK


@rule
def colour_of(action: int) -> int:
    """Returns the colour of the piece that an action lays."""
    return colour_of_piece(int(PIECE_OF[action & ACTION_MASK]))


@rule
def kind_of(action: int) -> int:
    """Returns the kind of the piece that an action lays."""
    return kind_of_piece(int(PIECE_OF[action & ACTION_MASK]))


@rule
def place_of(action: int) -> int:
    """Returns where an action lays its piece: on a tower, or if it is a bridge on a pair."""
    return int(PLACE_OF[action & ACTION_MASK]) & PLACE_MASK


@rule
def note_turn(state: Skybridge, action: int) -> None:
    """Writes down the action of a turn."""
    state.laid[state.turns & TURN_MASK] = action
    state.turns += 1


# The towers


@rule
def topped_by(state: Skybridge, colour: int) -> int:
    """Returns the towers that show a colour on top."""
    return state.topped[colour & COLOUR_MASK]


@rule
def height_of(state: Skybridge, tower: int) -> int:
    """Returns how many floors a tower has."""
    return int(state.height[tower & PLACE_MASK])


@rule
def top_of(state: Skybridge, tower: int) -> int:
    """Returns the piece on top of a tower, or NOBODY."""
    return int(state.top[tower & PLACE_MASK])


@rule
def bridge_of(state: Skybridge, colour: int) -> int:
    """Returns the pair of towers that a colour's bridge joins, or NOBODY."""
    return state.bridge_on[colour & COLOUR_MASK]


@rule
def across(pair: int, tower: int) -> int:
    """Returns the other tower of a pair."""
    return int(PAIR_A[pair & PLACE_MASK] + PAIR_B[pair & PLACE_MASK]) - tower


@rule
def pairs_at(tower: int) -> int:
    """Returns the pairs that a tower belongs to."""
    return int(PAIRS_AT[tower & PLACE_MASK])
