"""The geometry of Connections: the 25 cells of a board, their four sides, and the 20 spots of the border.

A cell's number is row * 5 + column, counted from the bottom left (a1). Sides go clockwise from the north. A side is blank, narrow
or wide; the four sides of a tile are one number of two bits a side, north lowest. The spots of the border are side * 5 + place,
places read as one looks at the board: from left to right, from top to bottom.
"""

from __future__ import annotations

import numpy as np

from ponticello.games.connections.words import mark, say

WIDTH = 5
CELLS = WIDTH * WIDTH
MIDDLE = CELLS // 2
SIDES = 4
NORTH, EAST, SOUTH, WEST = range(SIDES)
SIDE_NAMES = (mark("north"), mark("east"), mark("south"), mark("west"))
SPOTS = SIDES * WIDTH
TILES = 28
BOARDS = 4

BLANK, NARROW, WIDE = 0, 1, 2
CODES = 3
CODE_LETTERS = ".nw"
CODE_NAMES = (mark("blank"), mark("narrow"), mark("wide"))

ALL_CELLS = (1 << CELLS) - 1
ALL_TILES = (1 << TILES) - 1
NOTHING = -1


def _next(cell: int, side: int) -> int:
    row, column = divmod(cell, WIDTH)
    row += (1, 0, -1, 0)[side]
    column += (0, 1, 0, -1)[side]
    return row * WIDTH + column if 0 <= row < WIDTH and 0 <= column < WIDTH else NOTHING


def _spot(cell: int, side: int) -> int:
    if _next(cell, side) != NOTHING:
        return NOTHING
    row, column = divmod(cell, WIDTH)
    return side * WIDTH + (column if side in (NORTH, SOUTH) else WIDTH - 1 - row)


# By cell and side: the next cell or NOTHING, and the spot of the border there or NOTHING.
NEXT = np.array([[_next(cell, side) for side in range(SIDES)] for cell in range(CELLS)], np.int64)
SPOT = np.array([[_spot(cell, side) for side in range(SIDES)] for cell in range(CELLS)], np.int64)


def cell_name(cell: int) -> str:
    """Returns the name of a cell, such as c3 for the middle."""
    return f"{'abcde'[cell % WIDTH]}{cell // WIDTH + 1}"


def spot_place(spot: int) -> tuple[int, int]:
    """Returns the cell and the side at which a spot of the border lies."""
    side, place = divmod(spot, WIDTH)
    row, column = ((WIDTH - 1, place), (WIDTH - 1 - place, WIDTH - 1), (0, place), (WIDTH - 1 - place, 0))[side]
    return row * WIDTH + column, side


def spot_name(spot: int) -> str:
    """Returns the name of a spot, such as 'a5 north'."""
    cell, side = spot_place(spot)
    return say("{cell} {side}", cell=cell_name(cell), side=say(SIDE_NAMES[side]))


def pattern(letters: str) -> int:
    """Returns four sides written as letters from the north clockwise, such as 'nw.w', as a number."""
    return sum(CODE_LETTERS.index(letter) << 2 * side for side, letter in enumerate(letters))


def pattern_letters(sides: int) -> str:
    """Returns four sides as letters from the north clockwise."""
    return "".join(CODE_LETTERS[sides >> 2 * side & 3] for side in range(SIDES))
