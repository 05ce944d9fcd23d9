"""Writes a finished position in the form of the paper referee, as somebody at the table would type it in."""

from __future__ import annotations

from collections.abc import Callable

from ponticello.engine.game import Value
from ponticello.games.connections import board as grid
from ponticello.games.connections import rules as connections
from ponticello.games.hashi.board import ISLANDS
from ponticello.games.hashi.notation import island_name, line_name
from ponticello.games.ponte.board import cell_at
from ponticello.games.ponte.notation import bridge_ends, cell_name
from ponticello.games.ponte.reading import bridges
from ponticello.games.skybridge.board import COLOUR_NAMES, TOWERS, tower_name
from ponticello.games.skybridge.notation import KIND_LETTERS
from ponticello.games.skybridge.stacks import pieces
from ponticello.table.match import Match

# A match and a seat; on a board that all share, the seat does not matter.
Exporter = Callable[[Match, int], str]


def options(match: Match) -> dict[str, Value]:
    """Returns the options of a match."""
    return dict(match.game.options)


def ponte(match: Match, seat: int) -> str:
    """Returns the shared board row by row, with its bridges."""
    state = match.position.state
    rows = (
        " ".join(".ox."[state.cells[cell_at(row, column)]] for column in range(state.side)) for row in reversed(range(state.side))
    )
    spans = ("-".join(map(cell_name, bridge_ends(bridge))) for bridge in bridges(state))
    knights = "yes" if state.parallel_knights else "no"
    return "\n".join([*rows, f"parallel knights: {knights}", f"bridges: {' '.join(spans)}", ""])


def skybridge(match: Match, seat: int) -> str:
    """Returns the towers of the shared city."""
    state = match.position.state
    lines = [f"players: {state.seats}", f"bare roofs: {'yes' if state.bare_roofs else 'no'}"]
    for tower in range(TOWERS):
        stack = (piece for piece in pieces(state) if piece.tower == tower)
        written = (COLOUR_NAMES[piece.colour][0].upper() + KIND_LETTERS[piece.kind] for piece in stack)
        lines.append(f"{tower_name(tower)}: {' '.join(written)}")
    return "\n".join([*lines, ""])


def hashi_sheet(match: Match, seat: int) -> str:
    """Returns a seat's sheet with its numbers, bridges and awards."""
    state = match.position.state
    lines = [f"board: {options(match)['board']}", f"solo: {'yes' if state.seats == 1 else 'no'}"]
    for island in range(ISLANDS):
        if state.number[seat, island]:
            lines.append(f"{island_name(state, island)}: {state.number[seat, island]}")
    for line in range(state.lines):
        if state.spans[seat, line]:
            lines.append(line_name(state, line) + (" x2" if state.spans[seat, line] == 2 else ""))
    lines += [f"{key}: {state.award[seat, award] or '-'}" for award, key in enumerate(("red", "blue", "six"))]
    return "\n".join([*lines, ""])


def connections_board(match: Match, seat: int) -> str:
    """Returns a seat's board, every tile by its four sides."""
    state = match.position.state
    lines = [f"board: {seat + 1}", f"solo: {'yes' if state.seats == 1 else 'no'}"]
    if options(match)["board"] != "own":
        lines.append(f"set: {options(match)['board']}")
    for row in reversed(range(grid.WIDTH)):
        cells = []
        for cell in range(row * grid.WIDTH, (row + 1) * grid.WIDTH):
            here = state.laid[seat, cell]
            if here >= 0 or here == connections.CENTRE:
                cells.append(grid.pattern_letters(connections.sides_at(state, seat, cell)).replace(".", "-"))
            else:
                cells.append("@" if here == connections.SPIRAL else ".")
        lines.append(" ".join(cells))
    return "\n".join([*lines, ""])


EXPORTERS: dict[str, Exporter] = {
    "ponte": ponte,
    "skybridge": skybridge,
    "hashi": hashi_sheet,
    "connections": connections_board,
}
