"""Positions from drawings and moves from words, for tests that read like a conversation at the table.

A drawing starts at the board's corner a1 and reads like a page: columns a, b, c ... from left to right, rows 1, 2, 3 ... from
top to bottom. `o` is a light tile, `x` a dark one, `.` a free cell and `#` a cell that is taken out of the board. What a drawing
leaves out is free. Seat 0 plays light and seat 1 dark.
"""

from __future__ import annotations

from ponticello.games.ponte import actions, board, candidates, rules
from ponticello.games.ponte.actions import ACTIONS
from ponticello.games.ponte.position import set_up

COLOURS = {"light": rules.LIGHT, "dark": rules.DARK}
LIGHT_SEAT, DARK_SEAT = 0, 1

Shape = frozenset[tuple[int, int]]


def cell(name: str) -> int:
    """Returns the number of a cell such as c3."""
    return board.cell_at(int(name[1:]) - 1, ord(name[0]) - ord("a"))


def name_of(number: int) -> str:
    """Returns the name of a cell."""
    return f"{chr(ord('a') + board.column_of(number))}{board.row_of(number) + 1}"


def action(words: str) -> int:
    """Returns the action for a tile (c3), a bridge (a1-c3), a colour (light, dark) or pass."""
    if words in ("light", "dark", "pass"):
        return {"light": actions.TAKE_LIGHT, "dark": actions.TAKE_DARK, "pass": actions.PASS}[words]
    if "-" not in words:
        return cell(words)
    start, end = sorted(cell(end) for end in words.split("-"))
    span = board.row_of(end) - board.row_of(start), board.column_of(end) - board.column_of(start)
    return int(actions.BRIDGE + start * board.WAYS + board.SPANS.index(span))


def new_game(side: int = 10, parallel_knights: bool = True) -> rules.Ponte:
    """Returns the empty board of a new game."""
    state = rules.Ponte()
    set_up(state, 2, side, parallel_knights)
    return state


def take_out(state: rules.Ponte, here: int) -> None:
    """Takes a free cell out of the board."""
    state.cells[here] = rules.SEA
    candidates.close_to_both(state, here)


def position(
    drawing: str, *bridges: str, turn: str = "light", side: int = 10, parallel_knights: bool = True, only: bool = False
) -> rules.Ponte:
    """Returns a drawn position with its bridges, at the start of a colour's turn; `only` takes out what is not drawn."""
    state = new_game(side, parallel_knights)
    rows = drawing.split()
    for row in range(side):
        for column in range(side):
            here = board.cell_at(row, column)
            drawn = rows[row][column] if row < len(rows) and column < len(rows[row]) else "#" if only else "."
            if drawn == "#":
                take_out(state, here)
            elif drawn != ".":
                colour = "ox".index(drawn)
                assert rules.tile_refusal(state, colour, here) == 0, f"the drawing breaks the rules at {name_of(here)}"
                rules.lay_tile(state, colour, here)
    for bridge in bridges:
        colour = state.cells[cell(bridge.split("-")[0])] - 1
        rules.lay_bridge(state, colour, action(bridge))
    state.light_seat = LIGHT_SEAT
    state.phase, state.turn = rules.TURN, COLOURS[turn]
    return state


def to_move(state: rules.Ponte) -> int | None:
    """Returns the seat whose turn it is; None when the game is over."""
    return {0: None, 1: 0, 2: 1}[rules.actors(state)]


def refused(state: rules.Ponte, words: str, seat: int | None = None) -> int:
    """Returns why a seat (the one to move, if not named) may not do this; 0 if it may."""
    if seat is None:
        seat = to_move(state)
    assert seat is not None, "the game is over"
    return rules.refusal(state, seat, action(words))


def do(state: rules.Ponte, *moves: str) -> None:
    """Plays moves one after the other, each by the seat whose turn it is."""
    for words in moves:
        assert refused(state, words) == 0, f"{words} is refused: {refused(state, words)}"
        rules.play(state, to_move(state), action(words))


def legal(state: rules.Ponte, seat: int) -> set[int]:
    """Returns all actions that the rules grant a seat, out of all that have a number."""
    return {number for number in range(ACTIONS) if rules.refusal(state, seat, number) == 0}


def cells_of(side: int) -> set[int]:
    """Returns all cells of a board."""
    return {board.cell_at(row, column) for row in range(side) for column in range(side)}


def shapes(size: int) -> set[Shape]:
    """Returns all side-connected shapes of a size, turned and mirrored ones included, in the corner of (0, 0)."""
    if size == 1:
        return {frozenset({(0, 0)})}
    found = set()
    for shape in shapes(size - 1):
        for x, y in {(x + i, y + j) for x, y in shape for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))} - shape:
            grown = shape | {(x, y)}
            left, top = min(x for x, _ in grown), min(y for _, y in grown)
            found.add(frozenset((x - left, y - top) for x, y in grown))
    return found


def bridges_granted(state: rules.Ponte, seat: int) -> set[int]:
    """Returns the bridges that a seat may lay."""
    return {number for number in range(actions.BRIDGE, actions.TAKE_LIGHT) if rules.refusal(state, seat, number) == 0}
