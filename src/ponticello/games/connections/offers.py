"""What can be clicked on a board of Connections: the cells where the tile turned up fits, each once.

In hand the tile has one of its turns, and is shown as it would lie. With nothing in hand a cell takes it in the first way that
fits there, and as long as the turn is not confirmed it can be turned where it lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from ponticello.engine.drawing import element, number
from ponticello.games.connections.board import CELLS, NARROW, SIDES, WIDE
from ponticello.games.connections.garden import COIL, exits, middle
from ponticello.games.connections.notation import split, tile_name, write
from ponticello.games.connections.rules import DRAWS, SPIRALS, Connections, refusal, turned
from ponticello.games.connections.symbols import symbol
from ponticello.games.connections.tell import offered

SPIRAL_PICK = "spiral"


def slip(sides: int, x: float, y: float, size: float, held: bool = False) -> str:
    """Draws a small tile around a point: its connections, and no more."""
    parts = [element("rect", class_="slip held" if held else "slip", x=-47, y=-47, width=94, height=94, rx=12)]
    for code, classes in ((WIDE, ("bank", "water")), (NARROW, ("verge", "path"))):
        if lines := exits(sides, code, 0, 0):
            parts += [element("path", class_=name, d=lines) for name in classes]
    parts.append(element("path", class_="knot", d="M0 0h0"))
    return element("g", *parts, transform=f"translate({number(x)} {number(y)}) scale({number(size)})")


def face_down(x: float, y: float, size: float, held: bool = False) -> str:
    """Draws a small tile face down."""
    shape = element("rect", class_="slip down held" if held else "slip down", x=-47, y=-47, width=94, height=94, rx=12)
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
    """Draws where the tile can be laid as it is picked or, when nothing is, where it fits in any way but face down."""
    chosen: dict[int, int] = {}  # cell -> action
    for action in sorted(action for action in targets if action < DRAWS):
        cell, turns = split(action)
        if pick == (SPIRAL_PICK if turns < 0 else str(turns)) or (not pick and turns >= 0):
            chosen.setdefault(cell, action)
    drawn = []
    for action in chosen.values():
        shown = (in_full if pick else in_small)(state, *split(action))
        drawn.append(
            element("g", element("title", escape(offered(state, action))), shown, class_="target", data_move=targets[action])
        )
    return drawn


def in_full(state: Connections, cell: int, turns: int) -> str:
    """Draws the tile as it would lie on a cell."""
    x, y = middle(cell)
    tile = face_down(x, y, 1) if turns < 0 else slip(turned(state.sides[state.tile], turns), x, y, 1) + plaza(state, x, y)
    return area(x, y, 100, 100, class_="hit") + element("g", tile, class_="ghost")


def in_small(state: Connections, cell: int, turns: int) -> str:
    """Draws the tile small on a cell that takes it."""
    x, y = middle(cell)
    return area(x, y, 100, 100, class_="hit") + slip(turned(state.sides[state.tile], turns), x, y, 0.5)


def plaza(state: Connections, x: float, y: float) -> str:
    """Draws the middle of the tile turned up, with its symbol."""
    disc = element("path", class_="plaza", d=f"M{number(x)} {number(y)}h0")
    return disc + element("g", symbol(tile_name(state, state.tile), x, y, 1.3), class_="sign")
