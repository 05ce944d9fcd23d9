"""Hex in characters, for a terminal."""

from __future__ import annotations

from collections.abc import Collection

from ponticello.engine.words import paint
from ponticello.games.hex.board import cell_at
from ponticello.games.hex.notation import COLUMNS
from ponticello.games.hex.referee import GOALS, status
from ponticello.games.hex.rules import BLUE, RED, Hex
from ponticello.games.hex.words import say

SIGNS = "·●○"
STYLES = ("38;5;244", "1;38;5;160", "1;38;5;33")


def text(state: Hex, *, colour: bool = False, last: Collection[int] = ()) -> str:
    """Returns the board, each row half a cell further right, and beneath it what both want and whose turn it is.

    The last stone stands in brackets.
    """
    lines = ["   " + " ".join(COLUMNS[: state.side])]
    for row in range(state.side):
        line = ""
        for column in range(state.side):
            cell = cell_at(row, column)
            before = "[" if cell in last else "]" if column and cell - 1 in last else " "
            line += before + paint(SIGNS[state.cells[cell]], STYLES[state.cells[cell]], colour)
        lines.append(f"{' ' * row}{row + 1:>2}{line}{']' if cell in last else ''}")
    goals = [f"{paint(SIGNS[shade + 1], STYLES[shade + 1], colour)} {say(GOALS[shade])}" for shade in (RED, BLUE)]
    return "\n".join([*lines, "", *goals, status(state)])
