"""The rules of Connections (Reiner Knizia, 2012), in the order in which a player learns them.

Everybody has a board of five by five with a printed centre. One tile after another is turned up, and everybody lays the same one
on their own board at the same time: open, so that it fits all around and extends a connection, or anywhere face down, as spiral.
In the end each number of the border that no connection reaches is lost, and a point for each spiral; the fewest lost points win.

Sets of cells are 25 bits. For each side and code (blank, narrow, wide) a board keeps the cells where a tile may show that code on
that side, and those where it would extend a connection, so that "where does this tile fit, turned so?" is eight look-ups.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from ponticello.engine.bits import count_bits, nth_bit
from ponticello.engine.dice import Dice, draw
from ponticello.engine.native import implement, rule
from ponticello.engine.record import Grid, Ints, Record, int8, int64
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.games.connections.board import (
    ALL_CELLS,
    ALL_TILES,
    BLANK,
    BOARDS,
    CELLS,
    CODES,
    MIDDLE,
    NEXT,
    NOTHING,
    SIDES,
    SPOT,
    SPOTS,
    TILES,
)
from ponticello.games.connections.tileset import packed_name, tile_set

ROUNDS = CELLS - 1

# What lies on a cell, where it is not an open tile (tile * 4 + quarter turns).
FREE, SPIRAL, CENTRE = -1, -2, -3

# The actions: an open tile on a cell with its quarter turns (cell * 4 + turns), a spiral on a cell, and the tile turned up.
SPIRALS = CELLS * SIDES
DRAWS = SPIRALS + CELLS
ACTIONS = DRAWS + TILES

# Why an action is refused.
NOT_NOW, DRAWN_BEFORE, TAKEN, SAME_TURNED, INTO_BORDER, INTO_BLANK, CUTS_OFF, WRONG_WIDTH, EXTENDS_NOTHING = range(1, 10)


class Connections(Record):
    """A position. Seat k has board k of the set; sides are numbers as `board.pattern` makes them."""

    seats: int8
    games: int8  # how many games the match has
    game: int8  # the number of the running one, from 0; the seat of that number turns up the tiles
    turned: int8  # tiles turned up in this game
    tile: int8  # the tile turned up last, or NOTHING before the first
    to_lay: int8  # the seats that must still lay it, a bit each
    stock: int64  # the tiles not yet turned up in this game, a bit each

    laid: Annotated[Grid, np.int8, BOARDS, CELLS]  # an open tile as tile * 4 + quarter turns, or FREE, SPIRAL, CENTRE
    latest: Annotated[Ints, np.int8, BOARDS]  # where each seat laid the tile turned up last, or NOTHING
    spirals: Annotated[Ints, np.int8, BOARDS]
    missing: Annotated[Ints, np.int16, BOARDS]  # the sum of the numbers that nothing reaches yet
    carried: Annotated[Ints, np.int16, BOARDS]  # points lost in earlier games of the match

    open_cells: Annotated[Ints, np.int64, BOARDS]  # the cells with nothing on them
    fits: Annotated[Grid, np.int32, BOARDS, SIDES * CODES]  # by side * 3 + code: the cells where that side may show the code
    links: Annotated[Grid, np.int32, BOARDS, SIDES * CODES]  # likewise: the cells where it would extend a connection

    numbers: Annotated[Grid, np.int8, BOARDS, SPOTS]  # the border; 0 is blank
    centre: Annotated[Ints, np.int16, BOARDS]  # the sides of the printed centre
    sides: Annotated[Ints, np.int16, TILES]
    looks: Annotated[Ints, np.int8, TILES]  # in how many quarter turns a tile looks different: 1, 2 or 4
    symbols: Annotated[Ints, np.int64, TILES]  # the tiles' names, packed


def set_up(state: Connections, players: int, board: str, games: str) -> None:
    """Gives each player a board of their own; all play with the same set of tiles."""
    chosen = tile_set(board)
    state.seats = players
    state.games = players if games == "full" else 1
    state.tile = NOTHING
    state.stock = ALL_TILES
    for tile in range(TILES):
        state.sides[tile] = chosen.sides[tile]
        state.symbols[tile] = packed_name(chosen.names[tile])
        state.looks[tile] = next(k for k in (1, 2, 4) if turned(chosen.sides[tile], k) == chosen.sides[tile])
    for seat in range(players):
        state.centre[seat] = chosen.boards[seat].centre
        for spot in range(SPOTS):
            state.numbers[seat, spot] = chosen.boards[seat].numbers[spot]
        state.latest[seat] = NOTHING
        clear_board(state, seat)


@rule
def turned(sides: int, turns: int) -> int:
    """Returns the four sides of a tile after some quarter turns clockwise."""
    return (sides << 2 * turns | sides >> 8 - 2 * turns) & 255


@rule
def is_over(state: Connections) -> bool:
    """After 24 rounds every board is full and the game is over; a match is over after its last game."""
    return state.to_lay == 0 and state.turned == ROUNDS and state.game == state.games - 1


@rule
def actors(state: Connections) -> int:
    """A tile is turned up, then everybody lays it at the same time."""
    if state.to_lay != 0:
        return state.to_lay
    return 0 if is_over(state) else 1 << CHANCE


# Where a tile may go


@rule
def for_tile(state: Connections, seat: int, sides: int) -> int:
    """An open tile fits with every side and extends a connection of the centre or an open tile: returns the cells for it."""
    fits = state.open_cells[seat]
    extends = 0
    for side in range(SIDES):
        row = side * CODES + (sides >> 2 * side & 3)
        fits &= state.fits[seat, row]
        extends |= state.links[seat, row]
    return fits & extends


@rule
def for_spiral(state: Connections, seat: int) -> int:
    """Who cannot or will not lay the tile open lays it face down on any free cell, in contact or not."""
    return state.open_cells[seat]


@rule
def sides_at(state: Connections, seat: int, cell: int) -> int:
    """Returns the sides that an open tile or the centre shows on a cell; NOTHING where there is neither."""
    if cell == NOTHING:
        return NOTHING
    here = state.laid[seat, cell]
    if here == CENTRE:
        return state.centre[seat]
    return turned(state.sides[here >> 2], here & 3) if here >= 0 else NOTHING


# Why not


@rule
def refusal(state: Connections, seat: int, action: int) -> int:
    """One tile is turned up that has not been before; everybody lays it once, open or as a spiral."""
    if actors(state) >> seat & 1 == 0 or action < 0 or action >= ACTIONS:
        return NOT_NOW
    if (seat == CHANCE) != (action >= DRAWS):
        return NOT_NOW
    if seat == CHANCE:
        return LEGAL if state.stock >> action - DRAWS & 1 else DRAWN_BEFORE
    if action >= SPIRALS:
        return LEGAL if for_spiral(state, seat) >> action - SPIRALS & 1 else TAKEN
    cell, turns = action // SIDES, action % SIDES
    if state.open_cells[seat] >> cell & 1 == 0:
        return TAKEN
    if turns >= state.looks[state.tile]:
        return SAME_TURNED
    sides = turned(state.sides[state.tile], turns)
    for side in range(SIDES):
        reason = side_refusal(state, seat, cell, side, sides >> 2 * side & 3)
        if reason != LEGAL:
            return reason
    return LEGAL if for_tile(state, seat, sides) >> cell & 1 else EXTENDS_NOTHING


@rule
def side_refusal(state: Connections, seat: int, cell: int, side: int, code: int) -> int:
    """A connection meets its own width, a blank side a blank one; numbers of the border and spirals take anything."""
    if state.fits[seat, side * CODES + code] >> cell & 1:
        return LEGAL
    facing = sides_at(state, seat, NEXT[cell, side])
    if facing == NOTHING:
        return INTO_BORDER
    if code == BLANK:
        return CUTS_OFF
    return INTO_BLANK if facing >> 2 * (side ^ 2) & 3 == BLANK else WRONG_WIDTH


@rule
def add_legal(state: Connections, seat: int, marks: Ints) -> int:
    """Marks the legal actions, set of cells by set of cells."""
    if actors(state) >> seat & 1 == 0:
        return 0
    count = 0
    if seat == CHANCE:
        for tile in range(TILES):
            marks[DRAWS + tile] = state.stock >> tile & 1
            count += marks[DRAWS + tile]
        return count
    for turns in range(state.looks[state.tile]):
        cells = for_tile(state, seat, turned(state.sides[state.tile], turns))
        for cell in range(CELLS):
            marks[cell * SIDES + turns] = cells >> cell & 1
        count += count_bits(cells)
    for cell in range(CELLS):
        marks[SPIRALS + cell] = for_spiral(state, seat) >> cell & 1
    return count + count_bits(for_spiral(state, seat))


# A round


@rule
def play(state: Connections, seat: int, action: int) -> None:
    """Turns up a tile, or lays it on a seat's board."""
    if action >= DRAWS:
        turn_up(state, action - DRAWS)
        return
    if action >= SPIRALS:
        cell = action - SPIRALS
        state.laid[seat, cell] = SPIRAL
        note_spiral(state, seat, cell)
    else:
        cell = action // SIDES
        state.laid[seat, cell] = state.tile << 2 | action & 3
        note_open(state, seat, cell, turned(state.sides[state.tile], action & 3))
    state.latest[seat] = cell
    state.to_lay &= ~(1 << seat)
    if state.to_lay == 0 and state.turned == ROUNDS and not is_over(state):
        state.stock = ALL_TILES


@rule
def turn_up(state: Connections, tile: int) -> None:
    """The first player turns up a tile, and everybody is to lay it. Before the first of a new game the boards are cleared."""
    if state.turned == ROUNDS:
        next_game(state)
    state.stock &= ~(1 << tile)
    state.tile = tile
    state.turned += 1
    state.to_lay = (1 << state.seats) - 1
    for seat in range(state.seats):
        state.latest[seat] = NOTHING


@rule
def note_open(state: Connections, seat: int, cell: int, sides: int) -> None:
    """Notes what an open tile, or the centre, asks of the cells around it and which numbers it reaches."""
    state.open_cells[seat] &= ~(1 << cell)
    for side in range(SIDES):
        code = sides >> 2 * side & 3
        beside = NEXT[cell, side]
        if beside == NOTHING:
            if code != BLANK:
                state.missing[seat] -= state.numbers[seat, SPOT[cell, side]]
        else:
            facing = (side ^ 2) * CODES
            for other in range(CODES):
                if other != code:
                    state.fits[seat, facing + other] &= ~(1 << beside)
            if code != BLANK:
                state.links[seat, facing + code] |= 1 << beside


@rule
def note_spiral(state: Connections, seat: int, cell: int) -> None:
    """A spiral asks nothing of the cells around it, but it loses a point."""
    state.open_cells[seat] &= ~(1 << cell)
    state.spirals[seat] += 1


@rule
def clear_board(state: Connections, seat: int) -> None:
    """Empties a seat's board; only the printed centre stays."""
    for cell in range(CELLS):
        state.laid[seat, cell] = FREE
    state.laid[seat, MIDDLE] = CENTRE
    look_over(state, seat)


@rule
def look_over(state: Connections, seat: int) -> None:
    """Works out afresh, from what lies on a board, everything that is noted about it."""
    state.open_cells[seat] = ALL_CELLS
    state.spirals[seat] = 0
    state.missing[seat] = 0
    for row in range(SIDES * CODES):
        state.fits[seat, row] = ALL_CELLS
        state.links[seat, row] = 0
    for cell in range(CELLS):
        for side in range(SIDES):
            if NEXT[cell, side] == NOTHING:
                number = state.numbers[seat, SPOT[cell, side]]
                state.missing[seat] += number
                if number == 0:
                    for code in range(BLANK + 1, CODES):
                        state.fits[seat, side * CODES + code] &= ~(1 << cell)
    for cell in range(CELLS):
        if state.laid[seat, cell] == SPIRAL:
            note_spiral(state, seat, cell)
        elif state.laid[seat, cell] != FREE:
            note_open(state, seat, cell, sides_at(state, seat, cell))


@rule
def hide(state: Connections, seat: int) -> None:
    """What the others lay in the running round is not seen before everybody has laid."""
    if state.to_lay == 0:
        return
    for other in range(state.seats):
        if other != seat and state.latest[other] != NOTHING:
            state.laid[other, state.latest[other]] = FREE
            state.latest[other] = NOTHING
            look_over(state, other)


# The score


@rule
def points(state: Connections, seat: int) -> int:
    """Returns the points LOST: each number of the border that no connection reaches (yet), and one for each spiral.

    In a match of several games those lost before are added.
    """
    return state.carried[seat] + state.missing[seat] + state.spirals[seat]


@rule
def standing(state: Connections, seat: int) -> int:
    """The fewest points lost win; equal ones share the victory."""
    return -points(state, seat)


@rule
def next_game(state: Connections) -> None:
    """In a match everybody is the first player once: the points lost are noted and the boards cleared."""
    for seat in range(state.seats):
        state.carried[seat] = points(state, seat)
        clear_board(state, seat)
    state.game += 1
    state.turned = 0


# Random play


@rule
def sample(state: Connections, seat: int, marks: Ints, dice: Dice) -> int:
    """Draws evenly among the cells for each look of the tile and the cells for a spiral, or among the tiles left."""
    if seat == CHANCE:
        return DRAWS + nth_bit(state.stock, draw(dice, count_bits(state.stock)))
    sides, looks = state.sides[state.tile], state.looks[state.tile]
    total = count_bits(for_spiral(state, seat))
    for turns in range(looks):
        total += count_bits(for_tile(state, seat, turned(sides, turns)))
    left = draw(dice, total)
    for turns in range(looks):
        cells = for_tile(state, seat, turned(sides, turns))
        if left < count_bits(cells):
            return nth_bit(cells, left) * SIDES + turns
        left -= count_bits(cells)
    return SPIRALS + nth_bit(for_spiral(state, seat), left)


implement(
    Connections,
    actors=actors,
    refusal=refusal,
    play=play,
    points=points,
    standing=standing,
    hide=hide,
    add_legal=add_legal,
    sample=sample,
)
