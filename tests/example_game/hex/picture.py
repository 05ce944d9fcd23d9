"""Hex as a picture: the board between its coloured sides, what can be clicked on it, and what both colours want."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape
from math import sqrt

from ponticello.engine.drawing import document, element, emblem, label, number, polygon
from ponticello.games.hex.board import cell_at, column_of, row_of
from ponticello.games.hex.notation import COLUMNS, cell_name
from ponticello.games.hex.palette import STYLE
from ponticello.games.hex.referee import COLOUR_NAMES, GOALS, status
from ponticello.games.hex.rules import BLUE, EMPTY, RED, SWAP, Hex
from ponticello.games.hex.words import say

WIDTH, HEIGHT = 720, 586
LEFT, TOP, ROOM = 52, 58, 616  # where the board begins, and how wide it may be
KINDS = ("red", "blue")

# The corners of a cell, in widths to the right of its middle and radii below it.
HIGH, LOW, HIGH_LEFT, HIGH_RIGHT, LOW_LEFT, LOW_RIGHT = (0, -1), (0, 1), (-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)
CELL = (HIGH, HIGH_RIGHT, LOW_RIGHT, LOW, LOW_LEFT, HIGH_LEFT)

Point = tuple[float, float]


class Board:
    """Where the cells of a board lie in the picture."""

    def __init__(self, state: Hex) -> None:
        self.state = state
        self.width = ROOM / (1.5 * state.side - 0.5)  # of a cell; every row begins half a cell further right
        self.radius = self.width / sqrt(3)
        self.cells = [cell_at(row, column) for row in range(state.side) for column in range(state.side)]

    def at(self, row: float, column: float, corner: Point = (0, 0)) -> Point:
        """Returns a place by its row and column, and perhaps a corner of the cell there."""
        x, y = column + row / 2 + 0.5 + corner[0], 1.5 * row + 1 + corner[1]
        return LEFT + x * self.width, TOP + y * self.radius

    def middle(self, cell: int) -> Point:
        """Returns the middle of a cell."""
        return self.at(row_of(cell), column_of(cell))

    def outline(self, cell: int, **attributes: str) -> str:
        """Draws a cell."""
        return polygon((self.at(row_of(cell), column_of(cell), corner) for corner in CELL), **attributes)

    def borders(self) -> list[str]:
        """Draws the four sides of the board, each in its colour."""
        side = range(self.state.side)
        last = self.state.side - 1
        above = [self.at(0, k, corner) for k in side for corner in (HIGH_LEFT, HIGH)] + [self.at(0, last, HIGH_RIGHT)]
        below = [self.at(last, k, corner) for k in side for corner in (LOW_LEFT, LOW)] + [self.at(last, last, LOW_RIGHT)]
        left = [self.at(k, 0, corner) for k in side for corner in (HIGH_LEFT, LOW_LEFT)]
        right = [self.at(k, last, corner) for k in side for corner in (HIGH_RIGHT, LOW_RIGHT)]
        lines = (("blue", left), ("blue", right), ("red", above), ("red", below))
        return [element("path", class_=f"{kind} border", d=_line(points)) for kind, points in lines]

    def coordinates(self) -> list[str]:
        """Writes the letters of the columns above the board and the numbers of the rows to its left."""
        names = [(COLUMNS[k], self.at(-0.95, k)) for k in range(self.state.side)]
        names += [(str(k + 1), self.at(k, -0.95)) for k in range(self.state.side)]
        return [label(name, class_="coordinate", x=x, y=y + 6) for name, (x, y) in names]

    def stone(self, colour: int, place: Point) -> str:
        """Draws a stone; those of the two colours differ in their middle, too."""
        (x, y), size = place, 0.6 * self.radius
        kind, middle = ("pip", 0.25) if colour == RED else ("hole", 0.45)
        stone = element("circle", class_=KINDS[colour], cx=x, cy=y, r=size)
        return stone + element("circle", class_=kind, cx=x, cy=y, r=size * middle)


def _line(points: Collection[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def picture(
    state: Hex,
    *,
    theme: str = "auto",
    targets: Mapping[int, str] | None = None,
    last: Collection[int] = (),
    view: str = "",
    pick: str = "",
) -> str:
    """Returns the position as an SVG document.

    `targets` maps legal actions to their notation: each becomes a place to click that carries it as `data-move`, but for the
    swap, which is no place on the board; the stones carry theirs as `data-try`. `last` has the last action: its stone carries
    `data-last`. Nothing is picked up before it is played, so `pick` says nothing here, and `view` must be empty.
    """
    if view:
        raise ValueError(f"Hex has no view {view!r}: its board is seen from above")
    board, wanted, words = Board(state), targets or {}, status(state)
    body = [
        element("rect", class_="paper", width=WIDTH, height=HEIGHT, rx=14),
        *(board.outline(cell, class_="slate") for cell in board.cells),
        *board.borders(),
        *board.coordinates(),
        *stones(board, last),
        *legend(board, words),
        *offers(board, wanted),
    ]
    desc = ". ".join([*map(say, GOALS), words])
    return document(STYLE, WIDTH, HEIGHT, title=f"Hex: {words}", desc=desc, theme=theme, body="".join(body))


def stones(board: Board, last: Collection[int]) -> list[str]:
    """Draws the stones, with a ring around the last one."""
    drawn = []
    for cell in board.cells:
        if board.state.cells[cell] != EMPTY:
            stone = board.stone(board.state.cells[cell] - 1, board.middle(cell))
            x, y = board.middle(cell)
            ring = element("circle", class_="news", cx=x, cy=y, r=0.7 * board.radius, data_last="mark")
            drawn += [element("g", stone, data_last=""), ring] if cell in last else [stone]
    return drawn


def legend(board: Board, words: str) -> list[str]:
    """Draws beneath the board what both colours want, and whose turn it is."""
    drawn = [label(words, class_="state", x=WIDTH / 2, y=560)]
    for colour, x in ((RED, 70), (BLUE, 412)):
        drawn.append(board.stone(colour, (x, 512)))
        drawn.append(label(say(GOALS[colour]), class_="goal", x=x + 0.6 * board.radius + 12, y=519))
    return drawn


def offers(board: Board, targets: Mapping[int, str]) -> list[str]:
    """Draws what can be clicked: empty cells, and beneath them the stones, which answer why not."""
    if not targets:
        return []
    taken = [cell for cell in board.cells if board.state.cells[cell] != EMPTY]
    return [
        *(board.outline(cell, class_="hit", data_try=cell_name(cell)) for cell in taken),
        *(empty_cell(board, cell, move) for cell, move in targets.items() if cell != SWAP),
    ]


def empty_cell(board: Board, cell: int, move: str) -> str:
    """Offers a cell for a stone, with a spot in the colour that is to move."""
    (x, y), kind = board.middle(cell), KINDS[board.state.turn]
    return element(
        "g",
        element("title", escape(say("put a stone on {cell}", cell=move))),
        board.outline(cell, class_="hit"),
        element("circle", class_=f"{kind} spot", cx=x, cy=y, r=0.2 * board.radius),
        class_="target",
        data_move=move,
    )


def seat_sign(state: Hex, seat: int, theme: str) -> str:
    """Draws a stone of the colour that a seat plays, for the list of players."""
    kind, middle = ("pip", 2.5) if seat == RED else ("hole", 4.5)
    stone = element("circle", class_=KINDS[seat], cx=12, cy=12, r=10)
    return emblem(STYLE, theme, stone, element("circle", class_=kind, cx=12, cy=12, r=middle), words=say(COLOUR_NAMES[seat]))
