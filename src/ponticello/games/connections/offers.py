"""What can be clicked on a board of Connections: the tile turned up, small in all the ways in which it fits, or large in one."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from ponticello.engine.drawing import element, number
from ponticello.games.connections.board import CODE_NAMES, NARROW, SIDE_NAMES, SIDES, WIDE
from ponticello.games.connections.garden import COIL, exits, middle
from ponticello.games.connections.notation import split, tile_name
from ponticello.games.connections.rules import DRAWS, Connections, turned
from ponticello.games.connections.symbols import symbol

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
SPIRAL_PICK = "spiral"


def in_words(sides: int) -> str:
    """Returns the connections of a tile in words."""
    return ", ".join(f"{CODE_NAMES[sides >> 2 * d & 3]} {SIDE_NAMES[d]}" for d in range(SIDES) if sides >> 2 * d & 3)


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


def offers(state: Connections, targets: Mapping[int, str], pick: str) -> list[str]:
    """Draws the moves that can be made on a board: all of them small or, when a turn of the tile is picked, that one in full."""
    drawn = []
    ways: dict[int, list[int]] = {}
    for cell, turns in map(split, targets):
        ways.setdefault(cell, []).extend([turns] if turns >= 0 else [])
    sides = state.sides[state.tile]
    for action, move in targets.items():
        if action >= DRAWS:
            continue
        cell, turns = split(action)
        x, y = middle(cell)
        shown = turned(sides, max(turns, 0))
        words = "face down" if turns < 0 else in_words(shown)
        if pick:
            if pick != (SPIRAL_PICK if turns < 0 else str(turns)):
                continue
            hit = element("rect", class_="hit", x=x - 50, y=y - 50, width=100, height=100)
            tile = face_down(x, y, 1) if turns < 0 else slip(shown, x, y, 1) + plaza(state, x, y)
            inner = hit + element("g", tile, class_="ghost")
        else:
            among = sorted(ways[cell])
            size = SIZES[len(among)][turns >= 0]
            dx, dy = DOWN[len(among)] if turns < 0 else OPEN[len(among)][among.index(turns)]
            inner = face_down(x + dx, y + dy, size, round_=True) if turns < 0 else slip(shown, x + dx, y + dy, size)
        drawn.append(element("g", element("title", escape(f"{move}: {words}")), inner, class_="target", data_move=move))
    return drawn


def plaza(state: Connections, x: float, y: float) -> str:
    """Draws the middle of the tile turned up, with its symbol."""
    disc = element("path", class_="plaza", d=f"M{number(x)} {number(y)}h0")
    return disc + element("g", symbol(tile_name(state, state.tile), x, y, 1.3), class_="sign")
