"""Ponte in characters, for a terminal."""

from __future__ import annotations

from collections.abc import Collection

from ponticello.engine.words import paint
from ponticello.games.ponte.actions import bridge_action, is_tile, start_of, way_of
from ponticello.games.ponte.board import SPANS, STRIDE, column_of, row_of
from ponticello.games.ponte.notation import COLUMNS, bridge_ends
from ponticello.games.ponte.position import DARK, FREE, ISLAND, LIGHT, TURN, Ponte
from ponticello.games.ponte.reading import bridges, lands, squares
from ponticello.games.ponte.referee import COLOUR_NAMES, shade_name, status
from ponticello.games.ponte.words import count, say

STEP = 4  # columns from one cell to the next
MARGIN = 3  # columns before the first cell

# By colour: a tile of a sandbank, of an island, and the shore that joins tiles side by side.
SANDBANKS, ISLANDS, SHORES = "○◆", "◎◈", "░▒"
RISING, FALLING = "\u2571", "\u2572"  # long slashes

# Terminal styles: both lands are set on a ground of their own, so that they read the same on dark and on light terminals.
GROUND = ("38;5;94;48;5;223", "38;5;252;48;5;239")
BEACH = ("38;5;222;48;5;223", "38;5;240;48;5;239")
WATER, WOOD, NEWS, QUIET = "38;5;67", "1;38;5;166", "1;38;5;199", "38;5;244"


def text(state: Ponte, *, colour: bool = False, last: Collection[int] = ()) -> str:
    """Returns the position as a board of characters with a legend beneath; `colour` adds terminal colours to the same characters.

    Tiles of the last turn, listed in `last`, stand in brackets, and so do the two ends of its bridge.
    """
    canvas = Canvas(state.side)
    for cell in squares(state.side):
        if state.cells[cell] == FREE:
            canvas.put(cell, 0, "·", WATER)
    for shade in (LIGHT, DARK):
        for land in lands(state, shade):
            draw_land(canvas, shade, land)
    laid = bridges(state)
    for action in last:
        if is_tile(action) or action in laid:
            for cell in bridge_ends(action) if action in laid else (action,):
                canvas.put(cell, -1, "[", NEWS)
                canvas.put(cell, 1, "]", NEWS)
    for action in laid:
        draw_bridge(canvas, action, NEWS if action in last else WOOD, bend_of(action, laid))
    letters = " " * MARGIN + "".join(f" {letter}  " for letter in COLUMNS[: state.side])
    rows = canvas.write(colour)
    board = [f"{paint(f'{number:>2} ', QUIET, colour)}{row}" for number, row in zip(range(state.side, 0, -1), rows, strict=True)]
    return "\n".join([*board, paint(letters.rstrip(), QUIET, colour), "", *legend(state, colour)])


def legend(state: Ponte, colour: bool) -> list[str]:
    """Returns the lines beneath the board: what each colour has and looks like, the bridges, and whose turn it is."""
    lines = []
    names = [shade_names(state, shade) for shade in (LIGHT, DARK)]
    width = max(map(len, names))
    for shade in (LIGHT, DARK):
        shore = paint(SHORES[shade], BEACH[shade], colour)
        sample = shore + shore.join(paint(land[shade], GROUND[shade], colour) for land in (SANDBANKS, ISLANDS)) + shore
        facts = say(
            "{points}, {islands}, {tiles} left",
            points=count(state.points[shade], "point"),
            islands=count(state.islands[shade], "island"),
            tiles=count(state.tiles[shade], "tile"),
        )
        lines.append(f"{sample} {names[shade]:<{width}}  {facts}")
    left = say("{bridges} left", bridges=count(state.bridges, "bridge"))
    lines.append(f"{paint(f' ─{RISING}─ ', WOOD, colour)} {left}")
    lines.append(f"      {status(state)}")
    return lines


def shade_names(state: Ponte, shade: int) -> str:
    """Returns a colour and, once it is chosen, who plays it."""
    colour = say(COLOUR_NAMES[shade]).capitalize()
    return colour if state.phase < TURN else f"{colour}, {shade_name(state, shade)}"


class Canvas:
    """A canvas of characters, one line a row of cells, each character with its style."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.characters = [[" "] * (STEP * side) for _ in range(side)]
        self.styles = [[""] * (STEP * side) for _ in range(side)]

    def put(self, cell: int, offset: int, character: str, style: str) -> None:
        """Writes a character so many columns from the middle of a cell; on land it keeps the ground it stands on."""
        row, column = self.side - 1 - row_of(cell), column_of(cell) * STEP + 1 + offset
        ground = self.styles[row][column].partition("48;")
        self.characters[row][column] = character
        self.styles[row][column] = f"{style};48;{ground[2]}" if ground[2] and "48;" not in style else style

    def write(self, colour: bool) -> list[str]:
        """Returns the lines, neighbours of one style painted together."""
        lines = []
        for characters, styles in zip(self.characters, self.styles, strict=True):
            line, start = "", 0
            for k in range(1, len(styles) + 1):
                if k == len(styles) or styles[k] != styles[start]:
                    line += paint("".join(characters[start:k]), styles[start], colour)
                    start = k
            lines.append(line.rstrip())
        return lines


def draw_land(canvas: Canvas, shade: int, land: Collection[int]) -> None:
    """Writes the tiles of a land; shore runs around and between them."""
    sign = (ISLANDS if len(land) == ISLAND else SANDBANKS)[shade]
    for cell in land:
        for offset in (-1, 1):
            canvas.put(cell, offset, SHORES[shade], BEACH[shade])
        if cell + 1 in land:
            canvas.put(cell, 2, SHORES[shade], BEACH[shade])
        canvas.put(cell, 0, sign, GROUND[shade])


def bend_of(action: int, laid: Collection[int]) -> int:
    """Returns how many columns from its start a knight's jump across two columns bends up.

    It does so half-way. Parallel jumps can share a cell; the lower then bends later, so that they keep apart.
    """
    start, way = start_of(action), way_of(action)
    below = 0
    while bridge_action(start - STRIDE * (below + 1), way) in laid:
        below += 1
    if not below and bridge_action(start + STRIDE, way) not in laid:
        return STEP
    return max(STEP + 1 - below, 2)


def draw_bridge(canvas: Canvas, action: int, style: str, bend: int) -> None:
    """Writes a bridge over the cells it keeps free, from beside one end to beside the other."""
    start, (rows, columns) = start_of(action), SPANS[way_of(action)]
    east = 1 if columns > 0 else -1
    if rows == 0:
        marks = [(0, offset, "─") for offset in range(1, 2 * STEP)]
    elif columns == 0:
        marks = [(1, 0, "│")]
    elif rows == 2:
        further = STEP * abs(columns) // 2 - 1
        marks = [(k, 1 + k * further, RISING if east > 0 else FALLING) for k in range(3)]
    else:
        marks = [(0, offset, "─") for offset in range(1, bend)] + [(1, offset, "─") for offset in range(bend + 1, 2 * STEP)]
        marks += [(0, bend, "╯"), (1, bend, "╭")] if east > 0 else [(0, bend, "╰"), (1, bend, "╮")]
    for up, offset, character in marks:
        canvas.put(start + up * STRIDE, offset * east, character, style)
