"""How Hex's moves are written: `d4` puts a stone on that cell, `swap` takes the first stone over."""

from __future__ import annotations

import re

from ponticello.engine.errors import BadNotation
from ponticello.games.hex.board import cell_at, column_of, row_of
from ponticello.games.hex.rules import SWAP, Hex
from ponticello.games.hex.words import say

COLUMNS = "abcdefghijk"
CELL = re.compile(r"([a-z])\s*([0-9]{1,3})")


def cell_name(cell: int) -> str:
    """Returns the name of a cell: its column's letter and its row's number."""
    column = column_of(cell)
    return f"{COLUMNS[column] if 0 <= column < len(COLUMNS) else '?'}{row_of(cell) + 1}"


def write(state: Hex, seat: int, action: int) -> str:
    """Returns the notation of an action."""
    return "swap" if action == SWAP else cell_name(action)


def read(state: Hex, seat: int, text: str) -> list[int]:
    """Returns the action that a text stands for."""
    plain = text.strip().lower()
    if plain == "swap":
        return [SWAP]
    found = CELL.fullmatch(plain)
    if not found:
        raise BadNotation(say("{text!r} is not a move; write a cell, such as d4, or swap", text=plain))
    column, row = COLUMNS.find(found[1]), int(found[2]) - 1
    if not (0 <= column < state.side and 0 <= row < state.side):
        last = cell_name(cell_at(state.side - 1, state.side - 1))
        raise BadNotation(say("{cell} is not on this board; its cells go from a1 to {last}", cell=found[0], last=last))
    return [cell_at(row, column)]
