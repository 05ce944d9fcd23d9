"""The boards of Connections as plain Python, by the names of their cells: `position.board` of the Python guide."""

from __future__ import annotations

from dataclasses import dataclass

from ponticello.games.connections.board import (
    BLANK,
    CELLS,
    NOTHING,
    SIDE_NAMES,
    SPOTS,
    TILES,
    cell_name,
    pattern_letters,
    spot_place,
)
from ponticello.games.connections.notation import tile_name
from ponticello.games.connections.rules import CENTRE, SPIRAL, Connections, sides_at


@dataclass(frozen=True)
class Tile:
    """An open tile, or the printed centre, on its cell."""

    name: str  # "centre" for the printed centre
    turns: int  # quarter turns clockwise
    sides: str  # as it lies, from the north clockwise: n narrow, w wide, . blank


@dataclass(frozen=True)
class BorderNumber:
    """A number of the border, and the cell and side where it stands."""

    cell: str
    side: str
    number: int
    is_reached: bool


@dataclass(frozen=True)
class PlayerBoard:
    """The board of one player."""

    tiles: dict[str, Tile]  # by cell; the centre among them
    spirals: tuple[str, ...]  # cells with a tile face down
    numbers: tuple[BorderNumber, ...]

    @property
    def open_numbers(self) -> list[BorderNumber]:
        """The numbers of the border that nothing reaches yet."""
        return [number for number in self.numbers if not number.is_reached]


@dataclass(frozen=True)
class ConnectionsBoard:
    """Everybody's boards and the tiles."""

    tile: str | None  # the one that everybody is laying
    tiles_left: tuple[str, ...]  # not turned up yet in this game
    boards: tuple[PlayerBoard, ...]  # by seat


def plain_board(state: Connections) -> ConnectionsBoard:
    """Returns the boards of a position as plain Python."""

    def tile(seat: int, cell: int) -> Tile:
        here, sides = state.laid[seat, cell], pattern_letters(sides_at(state, seat, cell))
        return Tile("centre", 0, sides) if here == CENTRE else Tile(tile_name(state, here >> 2), here & 3, sides)

    def number(seat: int, spot: int) -> BorderNumber:
        cell, side = spot_place(spot)
        shown = sides_at(state, seat, cell)
        reached = shown != NOTHING and shown >> 2 * side & 3 != BLANK
        return BorderNumber(cell_name(cell), SIDE_NAMES[side], state.numbers[seat, spot], reached)

    def board(seat: int) -> PlayerBoard:
        return PlayerBoard(
            tiles={cell_name(cell): tile(seat, cell) for cell in range(CELLS) if sides_at(state, seat, cell) != NOTHING},
            spirals=tuple(cell_name(cell) for cell in range(CELLS) if state.laid[seat, cell] == SPIRAL),
            numbers=tuple(number(seat, spot) for spot in range(SPOTS) if state.numbers[seat, spot]),
        )

    return ConnectionsBoard(
        tile=tile_name(state, state.tile) if state.to_lay else None,
        tiles_left=tuple(tile_name(state, tile) for tile in range(TILES) if state.stock >> tile & 1),
        boards=tuple(board(seat) for seat in range(state.seats)),
    )
