"""How Connections' moves are written: `b3/1` lays the tile on b3 after one quarter turn clockwise, `b3 spiral` lays it face down.

`tile key` turns up the tile with the key. A tile that looks the same after a turn is written with the fewest quarter turns; the
turns may be left out where the tile fits in one way only.
"""

from __future__ import annotations

import re
from functools import reduce

from ponticello.engine.errors import BadNotation
from ponticello.engine.verbs import CHANCE
from ponticello.games.connections.board import SIDES, TILES, WIDTH, cell_name
from ponticello.games.connections.rules import DRAWS, SPIRALS, Connections, for_tile, turned
from ponticello.games.connections.tileset import unpacked_name
from ponticello.games.connections.words import mark, say

JOINER = " "
DRAW = re.compile(r"(?:tile|draw)?\s*:?\s*([a-z]+(?:\s?-\s?[a-z]+)*-?)")
THE_TILES = (
    mark("the key"), mark("the star"), mark("the sun"), mark("the triangle"), mark("the smiley"), mark("the moon"),
    mark("the heart"), mark("the anchor"), mark("the bell"), mark("the boat"), mark("the leaf"), mark("the cloud"),
    mark("the crown"), mark("the drop"), mark("the feather"), mark("the fish"), mark("the flag"), mark("the flower"),
    mark("the hand"), mark("the house"), mark("the kite"), mark("the lamp"), mark("the mushroom"), mark("the ring"),
    mark("the shell"), mark("the snail"), mark("the spoon"), mark("the tree"),
)  # fmt: skip
LAY = re.compile(r"([a-z])\s?([0-9])(?:\s?[/:]\s?([0-9])|\s?(spiral|face down|down|s|\*|@))?")


def tile_name(state: Connections, tile: int) -> str:
    """Returns the name of a tile's symbol."""
    return unpacked_name(state.symbols[tile])


def the_tile(state: Connections, tile: int) -> str:
    """Returns a tile as a sentence speaks of it; a name of the user's own is left as it is."""
    return named_tile(tile_name(state, tile))


def named_tile(name: str) -> str:
    """Returns a tile as a sentence speaks of it, by its name."""
    known = f"the {name}"
    return say(known) if known in THE_TILES else say("the {tile}", tile=name)


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
            say(
                "{text} is not a move; write the cell and the quarter turns clockwise as b3/1, or b3 spiral",
                text=repr(text.strip()[:40]),
            )
        )
    cell = _cell(move[1], move[2])
    if move[4]:
        return [SPIRALS + cell]
    if move[3] is None:
        return [cell * SIDES + _only_way(state, seat, cell)]
    turns = int(move[3])
    if turns >= SIDES:
        raise BadNotation(say("a tile takes 0 to 3 quarter turns, not {turns}", turns=turns))
    return [cell * SIDES + (turns % state.looks[state.tile] if state.to_lay else turns)]


def _tile(state: Connections, plain: str, text: str) -> int:
    names = [tile_name(state, tile) for tile in range(TILES)]
    drawn = DRAW.fullmatch(plain)
    name = drawn[1].replace(" ", "") if drawn else ""
    if name not in names:
        raise BadNotation(
            say("{text} turns up no tile of this set; write it as tile {name}", text=repr(text.strip()[:40]), name=names[0])
        )
    return DRAWS + names.index(name)


def _cell(letter: str, digit: str) -> int:
    column, row = "abcde".find(letter), int(digit) - 1
    if not (0 <= column < WIDTH and 0 <= row < WIDTH):
        raise BadNotation(say("there is no cell {cell}; they go from a1 to e5", cell=f"{letter}{digit}"))
    return row * WIDTH + column


def _only_way(state: Connections, seat: int, cell: int) -> int:
    """Returns the quarter turns of a move that leaves them out."""
    if state.to_lay >> seat & 1 == 0:
        return 0
    sides = state.sides[state.tile]
    ways = [turns for turns in range(state.looks[state.tile]) if for_tile(state, seat, turned(sides, turns)) >> cell & 1]
    if len(ways) == 1 or state.looks[state.tile] == 1:
        return ways[0] if ways else 0
    tile, place = the_tile(state, state.tile), cell_name(cell)
    if not ways:
        raise BadNotation(
            say("{tile} does not fit on {cell} in any way; write {cell} spiral to lay it face down", tile=tile, cell=place)
        )
    moves = reduce(lambda one, other: say("{one} or {other}", one=one, other=other), [f"{place}/{turns}" for turns in ways])
    raise BadNotation(
        say("{tile} fits on {cell} in {ways} ways; write {moves}", tile=tile, cell=place, ways=len(ways), moves=moves)
    )
