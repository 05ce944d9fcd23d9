"""Connections in characters, for a terminal.

A tile takes three lines of five characters: double lines are wide connections, single ones narrow, and the letter in the middle
is the first of its symbol's name. An `@` is a spiral, `+` the printed centre and `#` a blank spot of the border.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import zip_longest

from ponticello.engine.people import about, ended, player_name, player_names
from ponticello.engine.words import paint
from ponticello.games.connections.board import CELLS, MIDDLE, NARROW, SIDES, SPOTS, WIDE, WIDTH, spot_place
from ponticello.games.connections.garden import just_laid
from ponticello.games.connections.notation import named_tile, tile_name
from ponticello.games.connections.referee import reached, status, title
from ponticello.games.connections.rules import FREE, SPIRAL, Connections, is_over, points, sides_at, turned
from ponticello.games.connections.words import count, mark, say

ACROSS, DOWN = 5, 3  # characters and lines of a cell
LEFT, TOP = 6, 1  # the room for the row's name and the border's numbers
ABREAST = 39  # from one board to the next
NAME_ROOM = 9.0  # letters of a name over a board

# The lines of a tile by side, narrow and wide.
LINES = {NARROW: "│─│─", WIDE: "║═║═"}
STYLES = {NARROW: "33", WIDE: "1;34"}
LETTER, COIL, SOIL, REACHED, LOST, NEWS, QUIET = "1", "35", "2", "1;32", "31", "1;35", "2"


def text(state: Connections, *, colour: bool = False, last: Collection[int] = ()) -> str:
    """Returns the boards, the tile turned up and the score; `colour` adds colours and changes no character.

    Numbers in brackets are reached, those with a minus are lost for good. What was laid in the last turn stands in a frame.
    """
    news = just_laid(state, last)
    boards = [board(state, seat, [cell for k, cell in news if k == seat], colour) for seat in range(state.seats)]
    lines = [status(state), ""]
    for start in range(0, state.seats, 2):
        left, right = boards[start], boards[start + 1] if start + 1 < state.seats else []
        for (plain, painted), other in zip_longest(left, right, fillvalue=("", "")):
            lines.append(f"{painted}{' ' * (ABREAST - len(plain))}{other[1]}" if other[1] else painted)
        lines.append("")
    return "\n".join(
        lines + turned_up(state, colour) + ["[1] reached   1 not yet   -1 lost for good   @ spiral   ═ wide   ─ narrow"]
    )


class Canvas:
    """Lines of characters, each with its style."""

    def __init__(self, wide: int, high: int) -> None:
        self.characters = [[" "] * wide for _ in range(high)]
        self.styles = [[""] * wide for _ in range(high)]

    def put(self, x: int, y: int, characters: str, style: str = "") -> None:
        """Writes characters from a place on; what goes beyond the edge is not seen."""
        for k, character in enumerate(characters[: len(self.characters[y]) - x]):
            self.characters[y][x + k], self.styles[y][x + k] = character, style

    def write(self, colour: bool) -> list[tuple[str, str]]:
        """Returns each line as it is and painted, neighbours of one style together."""
        lines = []
        for characters, styles in zip(self.characters, self.styles, strict=True):
            plain = "".join(characters).rstrip()
            painted, start = "", 0
            for k in range(1, len(plain) + 1):
                if k == len(plain) or styles[k] != styles[start]:
                    painted += paint(plain[start:k], styles[start], colour)
                    start = k
            lines.append((plain, painted))
        return lines


def corner(cell: int) -> tuple[int, int]:
    """Returns where on its canvas a cell begins; row 0 lies at the bottom."""
    return LEFT + cell % WIDTH * ACROSS, TOP + 1 + (WIDTH - 1 - cell // WIDTH) * DOWN


def board(state: Connections, seat: int, news: Collection[int], colour: bool) -> list[tuple[str, str]]:
    """Returns the lines of a seat's board, as they are and painted."""
    canvas = Canvas(LEFT + WIDTH * ACROSS + 4, TOP + WIDTH * DOWN + 3)
    heading(state, seat, canvas)
    for cell in range(CELLS):
        x, y = corner(cell)
        here = state.laid[seat, cell]
        if here == FREE:
            canvas.put(x + 2, y + 1, "·", QUIET)
        elif here == SPIRAL:
            canvas.put(x + 1, y + 1, "(@)", COIL)
        else:
            letter = "+" if cell == MIDDLE else tile_name(state, here >> 2)[0].upper()
            put_tile(canvas, x, y, sides_at(state, seat, cell), letter)
        if cell in news:
            for dx, dy, character in ((0, 0, "┌"), (4, 0, "┐"), (0, 2, "└"), (4, 2, "┘")):
                canvas.put(x + dx, y + dy, character, NEWS)
    put_border(state, seat, canvas)
    return canvas.write(colour)


def heading(state: Connections, seat: int, canvas: Canvas) -> None:
    """Writes above a board whose it is, the lost points, and whether a tile is still to be laid."""
    lost = say("{number} lost", number=points(state, seat))
    name = say("{name}: {lost}", name=player_name(seat, NAME_ROOM), lost=lost) if state.seats > 1 else lost
    canvas.put(LEFT, 0, name, LETTER)
    if state.to_lay and state.seats > 1 and not ended():
        is_to_lay = state.to_lay >> seat & 1
        said = say("to lay") if is_to_lay else say("has laid")
        canvas.put(LEFT + len(name), 0, f", {said}", NEWS if is_to_lay else QUIET)


def put_tile(canvas: Canvas, x: int, y: int, sides: int, letter: str) -> None:
    """Writes an open tile."""
    places = ((x + 2, y, 1), (x + 3, y + 1, 2), (x + 2, y + 2, 1), (x, y + 1, 2))
    for side in range(SIDES):
        code = sides >> 2 * side & 3
        if code in LINES:
            across, down, length = places[side]
            canvas.put(across, down, LINES[code][side] * length, STYLES[code])
    canvas.put(x + 2, y + 1, letter, LETTER)


def put_border(state: Connections, seat: int, canvas: Canvas) -> None:
    """Writes the numbers around a board, and the names of rows and columns."""
    there = reached(state, seat)
    for spot in range(SPOTS):
        cell, side = spot_place(spot)
        x, y = corner(cell)
        x, y = ((x + 1, TOP), (x + ACROSS, y + 1), (x + 1, y + DOWN), (x - 3, y + 1))[side]
        number = state.numbers[seat, spot]
        if number == 0:
            canvas.put(x, y, " # ", QUIET)
        elif there[spot]:
            canvas.put(x, y, f"[{number}]", REACHED)
        elif state.laid[seat, cell] == FREE:
            canvas.put(x, y, f" {number} ")
        else:
            canvas.put(x, y, f"-{number} ", LOST)
    for k in range(WIDTH):
        canvas.put(1, TOP + 2 + k * DOWN, str(WIDTH - k), QUIET)
        canvas.put(LEFT + k * ACROSS + 2, TOP + WIDTH * DOWN + 2, "abcde"[k], QUIET)


def turned_up(state: Connections, colour: bool) -> list[str]:
    """Returns the tile turned up in every way in which it looks different, each with the ending of its moves; or how it ended."""
    if is_over(state):
        return [*result(state), ""]
    if state.to_lay == 0:
        return []
    looks = state.looks[state.tile]
    name = tile_name(state, state.tile)
    canvas = Canvas(LEFT + looks * 10 + 12, DOWN + 1)
    for turns in range(looks):
        x = LEFT + turns * 10
        put_tile(canvas, x, 0, turned(state.sides[state.tile], turns), name[0].upper())
        canvas.put(x + 1, DOWN, f"/{turns}", QUIET)
    canvas.put(LEFT + looks * 10 + 1, 1, "(@)", COIL)
    canvas.put(LEFT + looks * 10 - 1, DOWN, "spiral", QUIET)
    shown = named_tile(name)
    return [say("{tile}:", tile=shown[:1].upper() + shown[1:]), *(painted for _, painted in canvas.write(colour)), ""]


def result(state: Connections) -> list[str]:
    """Says who has won, or which title a lone player has earned."""
    lost = [points(state, seat) for seat in range(state.seats)]
    if state.seats == 1:
        return [say("{points} lost: {title}.", points=count(lost[0], "point"), title=say(title(lost[0])))]
    best = [seat for seat in range(state.seats) if lost[seat] == min(lost)]
    if len(best) == 1:
        return [about(best[0], mark("{name} wins."), mark("You win."))]
    return [say("The win is shared by {players}.", players=player_names(best))]
