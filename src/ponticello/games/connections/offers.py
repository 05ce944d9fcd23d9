"""What can be clicked on a board of Connections: the tile turned up, small in all the ways in which it fits, or large in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from ponticello.engine.drawing import element, number
from ponticello.games.connections.board import CELLS, NARROW, SIDES, WIDE
from ponticello.games.connections.garden import COIL, exits, middle
from ponticello.games.connections.notation import split, tile_name, write
from ponticello.games.connections.rules import DRAWS, SPIRALS, Connections, refusal, turned
from ponticello.games.connections.symbols import symbol
from ponticello.games.connections.tell import offered

# Where in a cell the ways to lay the tile open are offered, and where the spiral beside them, by how many ways there are. Four of
# them go round clockwise, as the tile does.
OPEN = (
    (),
    ((-11, -11),),
    ((-25, -12), (25, -12)),
    ((-25, -25), (25, -25), (25, 25)),
    ((-26, -26), (26, -26), (26, 26), (-26, 26)),
)
DOWN = ((0, 0), (30, 30), (0, 30), (-25, 25), (0, 0))
SIZES = ((0.32, 0), (0.3, 0.62), (0.32, 0.44), (0.34, 0.42), (0.28, 0.41))  # of the spiral, of the others
# What a finger hits of them: halves and quarters of the cell, and the spiral above these. Where there is nothing but a spiral the
# rest of the cell is left to say why.
OPEN_AREA = ((0, 0), (100, 100), (50, 100), (50, 50), (50, 50))
DOWN_AREA = (44, 40, 40, 50, 34)
SPIRAL_PICK = "spiral"


def slip(sides: int, x: float, y: float, size: float, held: bool = False) -> str:
    """Draws a small tile around a point: its connections, and no more."""
    parts = [element("rect", class_="slip held" if held else "slip", x=-47, y=-47, width=94, height=94, rx=12)]
    for code, classes in ((WIDE, ("bank", "water")), (NARROW, ("verge", "path"))):
        if lines := exits(sides, code, 0, 0):
            parts += [element("path", class_=name, d=lines) for name in classes]
    parts.append(element("path", class_="knot", d="M0 0h0"))
    return element("g", *parts, transform=f"translate({number(x)} {number(y)}) scale({number(size)})")


def face_down(x: float, y: float, size: float, held: bool = False, round_: bool = False) -> str:
    """Draws a small tile face down; offered among others it is round, so that it does not hide their corners."""
    shape = element(
        "rect", class_="slip down held" if held else "slip down", x=-47, y=-47, width=94, height=94, rx=47 if round_ else 12
    )
    coil = element("path", class_="coil", d=f"M0 0{COIL}")
    return element("g", shape, coil, transform=f"translate({number(x)} {number(y)}) scale({number(size)})")


def area(x: float, y: float, width: float, height: float, **attributes: object) -> str:
    """Returns an unseen area around a point."""
    return element("rect", x=x - width / 2, y=y - height / 2, width=width, height=height, **attributes)


def tries(state: Connections, seat: int, targets: Mapping[int, str], pick: str) -> list[str]:
    """Lays an unseen area on each cell where the tile cannot be laid as it is picked, with the notation of what is refused.

    While nothing is picked that is the tile as it is shown, on the cells where it fits in no way.
    """
    if not targets or not state.to_lay >> seat & 1:
        return []
    drawn = []
    for cell in range(CELLS):
        actions = range(cell * SIDES, (cell + 1) * SIDES)
        if pick:
            action = SPIRALS + cell if pick == SPIRAL_PICK else actions[int(pick)]
            actions = range(action, action + 1)
        if all(refusal(state, seat, action) for action in actions):
            drawn.append(area(*middle(cell), 100, 100, class_="hit try", data_try=write(state, seat, actions[0])))
    return drawn


def offers(state: Connections, targets: Mapping[int, str], pick: str) -> list[str]:
    """Draws the moves that can be made on a board: all of them small or, when a turn of the tile is picked, that one in full."""
    drawn = []
    ways: dict[int, list[int]] = {}
    for cell, turns in map(split, targets):
        ways.setdefault(cell, []).extend([turns] if turns >= 0 else [])
    for action, move in targets.items():
        if action >= DRAWS:
            continue
        cell, turns = split(action)
        if pick and pick != (SPIRAL_PICK if turns < 0 else str(turns)):
            continue
        shown = in_full(state, cell, turns) if pick else in_small(state, cell, turns, sorted(ways[cell]))
        words = element("title", escape(offered(state, action)))
        drawn.append(element("g", words, shown, class_="target", data_move=move))
    return drawn


def in_full(state: Connections, cell: int, turns: int) -> str:
    """Draws the tile as it would lie on a cell."""
    x, y = middle(cell)
    tile = face_down(x, y, 1) if turns < 0 else slip(turned(state.sides[state.tile], turns), x, y, 1) + plaza(state, x, y)
    return area(x, y, 100, 100, class_="hit") + element("g", tile, class_="ghost")


def in_small(state: Connections, cell: int, turns: int, among: Sequence[int]) -> str:
    """Draws one of the ways to lay the tile on a cell, in its part of the cell."""
    x, y = middle(cell)
    if turns < 0:
        dx, dy = DOWN[len(among)]
        wide = DOWN_AREA[len(among)]
        hit = area(x + dx, y + dy, wide, wide, class_="hit", rx=wide / 2 if dx == dy == 0 else None)
        return hit + face_down(x + dx, y + dy, SIZES[len(among)][0], round_=True)
    dx, dy = OPEN[len(among)][among.index(turns)]
    wide, high = OPEN_AREA[len(among)]
    across = 0 if wide == 100 else 25 if dx > 0 else -25
    down = 0 if high == 100 else 25 if dy > 0 else -25
    tile = slip(turned(state.sides[state.tile], turns), x + dx, y + dy, SIZES[len(among)][1])
    return area(x + across, y + down, wide, high, class_="hit") + tile


def plaza(state: Connections, x: float, y: float) -> str:
    """Draws the middle of the tile turned up, with its symbol."""
    disc = element("path", class_="plaza", d=f"M{number(x)} {number(y)}h0")
    return disc + element("g", symbol(tile_name(state, state.tile), x, y, 1.3), class_="sign")
