"""How Ponte's moves are written: `a1,b2` two tiles, `a1-c3` a bridge, `light`, `dark` and `pass`."""

from __future__ import annotations

import functools
import re

from ponticello.engine.errors import BadNotation
from ponticello.games.ponte.actions import PASS, TAKE_DARK, TAKE_LIGHT, bridge_action, end_of, is_bridge, is_tile, start_of
from ponticello.games.ponte.board import SPANS, cell_at, column_of, row_of
from ponticello.games.ponte.position import Ponte
from ponticello.games.ponte.words import say

JOINER = ","
WORDS = {"light": TAKE_LIGHT, "dark": TAKE_DARK, "pass": PASS}
COLUMNS = "abcdefghijkl"

CELL = r"([a-z])\s*(\d{1,3})"
TILES = re.compile(rf"{CELL}(?:[\s,;+]*{CELL})?")
SPAN = re.compile(rf"{CELL}\s*[-\u2013:=]\s*{CELL}")


@functools.cache
def cell_name(cell: int) -> str:
    """Returns the name of a cell: its column's letter and its row's number."""
    column = column_of(cell)
    return f"{COLUMNS[column] if 0 <= column < len(COLUMNS) else '?'}{row_of(cell) + 1}"


def bridge_ends(action: int) -> tuple[int, int]:
    """Returns the two cells a bridge rests on."""
    return start_of(action), end_of(action)


def write(state: Ponte, seat: int, action: int) -> str:
    """Returns the notation of an action."""
    if is_tile(action):
        return cell_name(action)
    if is_bridge(action):
        return "-".join(map(cell_name, bridge_ends(action)))
    return next(word for word, meaning in WORDS.items() if meaning == action)


def read(state: Ponte, seat: int, text: str) -> list[int]:
    """Returns the actions that a text stands for: one tile or two, a bridge from either end, or a word."""
    plain = " ".join(text.lower().split())
    if plain in WORDS:
        return [WORDS[plain]]
    if span := SPAN.fullmatch(plain):
        return [read_bridge(_cell(state, span[1], span[2]), _cell(state, span[3], span[4]))]
    if tiles := TILES.fullmatch(plain):
        cells = [_cell(state, tiles[1], tiles[2])]
        if tiles[3]:
            cells.append(_cell(state, tiles[3], tiles[4]))
        return cells
    raise BadNotation(
        say("{text!r} is not a move; write two tiles as a1,b2, a bridge as a1-c3, or pass, light or dark", text=text.strip())
    )


def _cell(state: Ponte, letter: str, digits: str) -> int:
    column, row = COLUMNS.find(letter), int(digits) - 1
    if not (0 <= column < state.side and 0 <= row < state.side):
        last = f"{COLUMNS[state.side - 1]}{state.side}"
        raise BadNotation(
            say("{cell} is not on this board; its cells go from a1 to {last}", cell=f"{letter}{int(digits)}", last=last)
        )
    return cell_at(row, column)


def read_bridge(one: int, other: int) -> int:
    """Returns the bridge between two cells."""
    start, end = min(one, other), max(one, other)
    span = row_of(end) - row_of(start), column_of(end) - column_of(start)
    if span not in SPANS:
        raise BadNotation(
            say(
                "no bridge fits from {one} to {other}; it goes two cells straight or diagonally, or a knight's jump",
                one=cell_name(one),
                other=cell_name(other),
            )
        )
    return bridge_action(start, SPANS.index(span))
