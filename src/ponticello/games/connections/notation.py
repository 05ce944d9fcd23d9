"""How Connections' moves are written: `b3/1` lays the tile on b3 after one quarter turn clockwise, `b3 spiral` lays it face down.

`tile key` turns up the tile with the key. A tile that looks the same after a turn is written with the fewest quarter turns; the
turns may be left out where the tile fits in one way only.
"""

from __future__ import annotations

import re

from ponticello.engine.errors import BadNotation
from ponticello.engine.verbs import CHANCE
from ponticello.games.connections.board import SIDES, TILES, WIDTH, cell_name
from ponticello.games.connections.rules import DRAWS, SPIRALS, Connections, for_tile, turned
from ponticello.games.connections.tileset import unpacked_name

JOINER = " "
DRAW = re.compile(r"(?:tile|draw)?\s*:?\s*([a-z]+(?:\s?-\s?[a-z]+)*-?)")
LAY = re.compile(r"([a-z])\s?([0-9])(?:\s?[/:]\s?([0-9])|\s?(spiral|face down|down|s|\*|@))?")


def tile_name(state: Connections, tile: int) -> str:
    """Returns the name of a tile's symbol."""
    return unpacked_name(state.symbols[tile])


def split(action: int) -> tuple[int, int]:
    """Returns the cell of an action of a player and its quarter turns, or -1 for a spiral."""
    return (action - SPIRALS, -1) if action >= SPIRALS else (action // SIDES, action % SIDES)


def write(state: Connections, seat: int, action: int) -> str:
    """Returns the notation of an action."""
    if action >= DRAWS:
        return f"tile {tile_name(state, action - DRAWS)}" if action < DRAWS + TILES else f"action {action}"
    if action < 0:
        return f"action {action}"
    cell, turns = split(action)
    return f"{cell_name(cell)} spiral" if turns < 0 else f"{cell_name(cell)}/{turns}"


def read(state: Connections, seat: int, text: str) -> list[int]:
    """Returns the action that a text stands for."""
    plain = " ".join(text.lower().split())
    if seat == CHANCE:
        return [_tile(state, plain, text)]
    move = LAY.fullmatch(plain)
    if move is None:
        raise BadNotation(
            f"{text.strip()[:40]!r} is not a move; write the cell and the quarter turns clockwise as b3/1, or b3 spiral"
        )
    cell = _cell(move[1], move[2])
    if move[4]:
        return [SPIRALS + cell]
    if move[3] is None:
        return [cell * SIDES + _only_way(state, seat, cell)]
    turns = int(move[3])
    if turns >= SIDES:
        raise BadNotation(f"a tile takes 0 to 3 quarter turns, not {turns}")
    return [cell * SIDES + (turns % state.looks[state.tile] if state.to_lay else turns)]


def _tile(state: Connections, plain: str, text: str) -> int:
    names = [tile_name(state, tile) for tile in range(TILES)]
    drawn = DRAW.fullmatch(plain)
    name = drawn[1].replace(" ", "") if drawn else ""
    if name not in names:
        raise BadNotation(f"{text.strip()[:40]!r} turns up no tile of this set; write it as tile {names[0]}")
    return DRAWS + names.index(name)


def _cell(letter: str, digit: str) -> int:
    column, row = "abcde".find(letter), int(digit) - 1
    if not (0 <= column < WIDTH and 0 <= row < WIDTH):
        raise BadNotation(f"there is no cell {letter}{digit}; they go from a1 to e5")
    return row * WIDTH + column


def _only_way(state: Connections, seat: int, cell: int) -> int:
    """Returns the quarter turns of a move that leaves them out."""
    if state.to_lay >> seat & 1 == 0:
        return 0
    sides = state.sides[state.tile]
    ways = [turns for turns in range(state.looks[state.tile]) if for_tile(state, seat, turned(sides, turns)) >> cell & 1]
    if len(ways) == 1 or state.looks[state.tile] == 1:
        return ways[0] if ways else 0
    name, place = tile_name(state, state.tile), cell_name(cell)
    if not ways:
        raise BadNotation(f"the {name} does not fit on {place} in any way; write {place} spiral to lay it face down")
    listed = " or ".join(f"{place}/{turns}" for turns in ways)
    raise BadNotation(f"the {name} fits on {place} in {len(ways)} ways; write {listed}")
