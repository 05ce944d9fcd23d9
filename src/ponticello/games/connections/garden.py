"""A board of Connections drawn as the plan of a garden: wide connections are canals, narrow ones are footpaths.

A canal has two banks and a broken line in its middle, a footpath is one slim line, so that nobody needs the colours to tell them
apart; a hedge closes a blank side. A number that is reached blooms, one that can still be reached is a bud, and one that no tile
can reach any more is crossed out. A cell is 100 units wide; whoever uses a drawing scales it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import cos, pi, sin

from ponticello.engine.drawing import element, label
from ponticello.games.connections.board import (
    BLANK,
    CELLS,
    NARROW,
    NEXT,
    NOTHING,
    SIDES,
    SPOTS,
    WIDE,
    WIDTH,
    spot_place,
)
from ponticello.games.connections.notation import split, tile_name
from ponticello.games.connections.referee import reached
from ponticello.games.connections.rules import CENTRE, FREE, SPIRAL, Connections, sides_at
from ponticello.games.connections.symbols import symbol

CELL, HALF = 100, 50
RING = 46  # the border with its numbers
BOARD = WIDTH * CELL + 2 * RING
PLAIN, TIDY, RICH = range(3)  # how much of a garden is drawn

RUNS = ("v-", "h", "v", "h-")  # from the middle of a tile towards each of its sides
COIL = "m-5 0a5 5 0 0 1 10 0a10 10 0 0 1-20 0a15 15 0 0 1 30 0a20 20 0 0 1-40 0a25 25 0 0 1 50 0"
PETALS = 8
LAYERS = (
    "plot", "cast", "edge", "lawn", "soil-edge", "soil", "hedge", "wall", "trim", "bush", "leaf", "crown", "blossom", "verge",
    "path", "bank", "water", "stream", "plaza-edge", "plaza", "fountain", "spray", "coil", "bud", "calyx", "petal-edge", "petal",
    "heart",
)  # fmt: skip

Layers = dict[str, str]  # from a class to everything drawn in it, as one path


def add(layers: Layers, path: str, *classes: str) -> None:
    """Draws a path on some layers."""
    for name in classes:
        layers[name] = layers.get(name, "") + path


def paths(layers: Layers) -> list[str]:
    """Returns a path for each layer, the lowest first."""
    return [element("path", class_=name, d=layers[name]) for name in LAYERS if name in layers]


def square(x: int, y: int, reach: int) -> str:
    """Returns a square around a point as a path."""
    return f"M{x - reach} {y - reach}h{2 * reach}v{2 * reach}h-{2 * reach}z"


def exits(sides: int, code: int, x: int, y: int, longer: Collection[int] = ()) -> str:
    """Returns the connections of one width as lines from the middle of a tile; those on `longer` sides go beyond its edge."""
    run = {side: f"{RUNS[side]}{HALF + RING // 2 if side in longer else HALF}" for side in range(SIDES)}
    return "".join(f"M{x} {y}{run[side]}" for side in range(SIDES) if sides >> 2 * side & 3 == code)


def lay_open(layers: Layers, sides: int, x: int, y: int, longer: Collection[int] = (), detail: int = RICH) -> None:
    """Draws a tile that lies open around a point, without its symbol."""
    add(layers, square(x, y, 43), "edge", "lawn")
    lay_connections(layers, sides, x, y, longer, detail)


def lay_connections(layers: Layers, sides: int, x: int, y: int, longer: Collection[int] = (), detail: int = RICH) -> None:
    """Draws canals, footpaths and the place in the middle where they meet."""
    canals = exits(sides, WIDE, x, y, longer)
    if canals:
        add(layers, canals, "bank", "water")
        if detail > PLAIN:
            add(layers, canals, "stream")
    if footpaths := exits(sides, NARROW, x, y, longer):
        add(layers, footpaths, "verge", "path")
    add(layers, f"M{x} {y}h0", "plaza-edge", "plaza")


def lay_spiral(layers: Layers, x: int, y: int) -> None:
    """Draws a tile that lies face down."""
    add(layers, square(x, y, 43), "soil-edge", "soil")
    add(layers, f"M{x} {y}{COIL}", "coil")


def chance(tile: int, salt: int) -> float:
    """Returns a number from 0 to 1 that looks random but always is the same for a tile, so that its plants never move."""
    mixed = (tile * 0x9E3779B1 + salt * 0x85EBCA77) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 15) * 0x2C1B3C6D) & 0xFFFFFFFF
    return ((mixed ^ mixed >> 12) & 1023) / 1023


def tree(layers: Layers, x: int, y: int) -> None:
    """Plants a tree."""
    add(layers, f"M{x} {y}h0", "leaf")
    add(layers, f"M{x - 2} {y - 2}h0", "crown")


def plant(layers: Layers, tile: int, turns: int, sides: int, x: int, y: int) -> None:
    """Plants the corners of a tile with trees, bushes and flowers, which turn with it, and hedges along its blank sides."""
    for corner in range(SIDES):
        dx, dy = ((31, -31), (31, 31), (-31, 31), (-31, -31))[corner]
        kind = chance(tile, (corner - turns) % SIDES)
        if kind < 0.4:
            tree(layers, x + dx, y + dy)
        elif kind < 0.62:
            add(layers, f"M{x + dx - 5} {y + dy + 4}h0m11-6h0", "bush")
        elif kind < 0.86:
            add(layers, f"M{x + dx - 7} {y + dy + 3}h0m7-9h0m7 8h0", "blossom")
    for side in range(SIDES):
        if sides >> 2 * side & 3 == BLANK:
            line = (f"M{x - 15} {y - 39}h30", f"M{x + 39} {y - 15}v30", f"M{x - 15} {y + 39}h30", f"M{x - 39} {y - 15}v30")[side]
            add(layers, line, "hedge", "trim")


def middle(cell: int) -> tuple[int, int]:
    """Returns the middle of a cell; row 0 lies at the bottom."""
    return RING + cell % WIDTH * CELL + HALF, RING + (WIDTH - 1 - cell // WIDTH) * CELL + HALF


def spot_middle(spot: int) -> tuple[int, int]:
    """Returns the middle of a spot of the border."""
    cell, side = spot_place(spot)
    x, y = middle(cell)
    away = HALF + RING // 2
    return x + (0, away, 0, -away)[side], y + (-away, 0, away, 0)[side]


def board(state: Connections, seat: int, news: Collection[int] = (), detail: int = RICH) -> str:
    """Draws a seat's board with everything on it; `news` are cells to mark, whose tiles a page can let fly in."""
    ground: Layers = {}
    tiles: Layers = {}
    edge: Layers = {}
    signs, fresh = [], []
    for cell in range(CELLS):
        x, y = middle(cell)
        if state.laid[seat, cell] == FREE:
            add(ground, square(x, y, 41), "plot")
            continue
        if detail == RICH:
            add(ground, square(x + 1, y + 4, 43), "cast")
        if cell in news:
            alone: Layers = {}
            sign = lay(alone, state, seat, cell, detail)
            fresh.append(element("g", *paths(alone), engraved([sign]), data_last=""))
        else:
            signs.append(lay(tiles, state, seat, cell, detail))
    numbers, wilted = border(state, seat, edge, detail)
    if detail > PLAIN:
        for x, y in ((22, 22), (BOARD - 22, 22), (22, BOARD - 22), (BOARD - 22, BOARD - 22)):
            tree(edge, x, y)
    field = WIDTH * CELL
    return "".join(
        [
            element("rect", class_="ring", width=BOARD, height=BOARD, rx=30),
            element("rect", class_="field", x=RING, y=RING, width=field, height=field, rx=9),
            *paths(ground),
            *paths(tiles),
            engraved(signs),
            *fresh,
            *paths(edge),
            element("path", class_="wilt", d=wilted) if wilted else "",
            *numbers,
            *brackets(news),
        ]
    )


def lay(layers: Layers, state: Connections, seat: int, cell: int, detail: int) -> str:
    """Draws what lies on a cell on the layers; returns the symbol of a tile, which goes above them all."""
    x, y = middle(cell)
    here = state.laid[seat, cell]
    if here == SPIRAL:
        lay_spiral(layers, x, y)
        return ""
    sides = sides_at(state, seat, cell)
    longer = [side for side in range(SIDES) if NEXT[cell, side] == NOTHING]
    lay_open(layers, sides, x, y, longer, detail)
    if here == CENTRE:
        add(layers, f"M{x} {y - 15}a15 15 0 1 0 .1 0z", "fountain")
        add(layers, f"M{x} {y}h0m-7-3h0m14 0h0m-7-5h0m0 15h0", "spray")
        return ""
    if detail == RICH:
        plant(layers, here >> 2, here & 3, sides, x, y)
    return symbol(tile_name(state, here >> 2), x, y, 1.3) if detail > PLAIN else ""


def engraved(signs: Iterable[str]) -> str:
    """Returns the symbols of some tiles as a group."""
    drawn = "".join(signs)
    return element("g", drawn, class_="sign") if drawn else ""


def border(state: Connections, seat: int, layers: Layers, detail: int) -> tuple[list[str], str]:
    """Draws the spots of the border on the layers; returns their numbers, and the strokes through those lost for good."""
    numbers, wilted = [], ""
    there = reached(state, seat)
    for spot in range(SPOTS):
        x, y = spot_middle(spot)
        number = state.numbers[seat, spot]
        if number == 0:
            across = spot < WIDTH or 2 * WIDTH <= spot < 3 * WIDTH
            add(layers, f"M{x - 34} {y}h68" if across else f"M{x} {y - 34}v68", "wall", "trim")
            continue
        look = "number" if detail == RICH else "number far"
        if there[spot]:
            bloom(layers, x, y)
            look += " gold"
        else:
            add(layers, f"M{x} {y}h0", "bud", "calyx")
            if state.laid[seat, spot_place(spot)[0]] != FREE:
                wilted += f"M{x - 13} {y + 13}l26-26"
                look += " faded"
        numbers.append(label(str(number), class_=look, x=x, y=y + 9))
    return numbers, wilted


def bloom(layers: Layers, x: int, y: int) -> None:
    """Draws a flower around a point."""
    petals = ""
    for petal in range(PETALS):
        angle = 2 * pi * (petal + 0.5) / PETALS
        petals += f"M{x + round(14 * cos(angle))} {y + round(14 * sin(angle))}h0"
    add(layers, petals, "petal-edge", "petal")
    add(layers, f"M{x} {y}h0", "heart")


def brackets(cells: Iterable[int]) -> list[str]:
    """Draws four corners around each cell."""
    marks = []
    for cell in cells:
        x, y = middle(cell)
        path = f"M{x - 47} {y - 27}v-20h20M{x + 27} {y - 47}h20v20M{x + 47} {y + 27}v20h-20M{x - 27} {y + 47}h-20v-20"
        marks.append(element("path", class_="news", d=path, data_last="mark"))
    return marks


def coordinates() -> list[str]:
    """Writes the names of columns and rows beside a board."""
    columns = [label("abcde"[k], class_="coordinate", x=RING + k * CELL + HALF, y=BOARD + 26) for k in range(WIDTH)]
    rows = [label(str(WIDTH - k), class_="coordinate", x=-19, y=RING + k * CELL + HALF + 7) for k in range(WIDTH)]
    return columns + rows


def just_laid(state: Connections, last: Collection[int]) -> list[tuple[int, int]]:
    """Returns the seat and cell of each tile laid in the last turn.

    An action does not say whose it is. The position knows it while the tile is the one turned up; after that it is clear where
    only one board has such a tile there, and where it is not, nothing is said.
    """
    found = []
    for action in last:
        cell, turns = split(action)
        if not 0 <= cell < CELLS:
            continue
        same = []
        for seat in range(state.seats):
            here = state.laid[seat, cell]
            if (here == SPIRAL) if turns < 0 else (here >= 0 and here & 3 == turns):
                same.append(seat)
        fresh = [seat for seat in same if state.latest[seat] == cell]
        if fresh or len(same) == 1:
            found += [(seat, cell) for seat in fresh or same]
    return found
