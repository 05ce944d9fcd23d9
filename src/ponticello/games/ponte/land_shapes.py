"""The lands of Ponte's chart, each by itself: where its coast runs, and what lies or grows on it.

Light is round and dark is angular wherever they meet the eye (ripples and stones, grass and pines, round and square piers), so
that nobody needs the colours to tell them apart. A land looks the same turn after turn: it is drawn once and remembered.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import hypot

from ponticello.engine.drawing import number
from ponticello.games.ponte.board import STRIDE, column_of, row_of
from ponticello.games.ponte.position import ISLAND, LIGHT

LEFT, TOP, BOARD = 60, 46, 612
Point = tuple[float, float]


def chance(cell: int, salt: int) -> float:
    """Returns a number from 0 to 1 that looks random but always is the same for a cell, so that coasts and plants never move."""
    mixed = (cell * 0x9E3779B1 + salt * 0x85EBCA77) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 15) * 0x2C1B3C6D) & 0xFFFFFFFF
    return ((mixed ^ mixed >> 12) & 1023) / 1023


@functools.lru_cache(maxsize=1 << 15)
def at(*values: float) -> str:
    """Returns coordinates for a path, to a tenth and as short as a path allows."""
    return " ".join(number(round(float(value), 1)) for value in values).replace(" -", "-").replace("-0.", "-.")


def sign(colour: int, centre: Point, radius: float) -> str:
    """Returns the sign of a colour as a path: round for light, a diamond for dark."""
    (x, y), r = centre, round(radius, 1)
    if colour == LIGHT:
        return f"M{at(x - r, y)}a{at(r, r)} 0 1 0 {at(2 * r)} 0a{at(r, r)} 0 1 0 {at(-2 * r)} 0z"
    r *= 1.15
    return f"M{at(x - r, y)}l{at(r, -r)}l{at(r, r)}l{at(-r, r)}z"


def outline(land: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the corners of a land of whole squares, clockwise; straight stretches are one side."""
    sides = set()
    for x, y in land:
        around = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        sides |= set(zip(around, around[1:] + around[:1], strict=True))
    steps = {a: b for a, b in sides if (b, a) not in sides}
    start = here = min(steps)
    walk: list[tuple[int, int]] = []
    while not walk or here != start:
        walk.append(here)
        here = steps[here]
    return [
        b
        for a, b, c in zip(walk[-1:] + walk[:-1], walk, walk[1:] + walk[:1], strict=True)
        if (b[0] - a[0]) * (c[1] - b[1]) != (b[1] - a[1]) * (c[0] - b[0])
    ]


class Lattice:
    """Where the cells of a board lie in the picture."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.cell = BOARD / side
        self.unit = self.cell / 60  # everything on the board grows with the cells

    def centre(self, cell: int) -> Point:
        """Returns the middle of a cell; row 0 lies at the bottom."""
        return LEFT + (column_of(cell) + 0.5) * self.cell, TOP + (self.side - row_of(cell) - 0.5) * self.cell


class Coasts(Lattice):
    """The shapes of the lands on a board."""

    def __init__(self, side: int, toward: Mapping[int, int]) -> None:
        super().__init__(side)
        self.toward = toward  # from the end of a bridge to where it leads

    def corners(self, land: Collection[int]) -> list[tuple[int, int]]:
        """Returns the corners of a land in cells from the top left of the board."""
        return outline((column_of(cell), self.side - 1 - row_of(cell)) for cell in land)

    def bank(self, land: Collection[int]) -> str:
        """Returns a land as a slim shape without detail, to be filled out by a broad round stroke."""
        corners, inset = self.corners(land), 16 * self.unit
        path = []
        for (ax, ay), (bx, by), (cx, cy) in zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True):
            right, down = (cx > bx) + (bx > ax) - (cx < bx) - (bx < ax), (cy > by) + (by > ay) - (cy < by) - (by < ay)
            path.append(at(LEFT + bx * self.cell - down * inset, TOP + by * self.cell + right * inset))
        return "M" + "L".join(path) + "Z"

    def coast(self, land: Collection[int], inset: float, bend: float) -> str:
        """Returns the coast line of a land as a path: its outline drawn in a little, corners rounded, sides bent like a shore."""
        corners = self.corners(land)
        path, here_x, here_y = "", 0.0, 0.0
        for (ax, ay), (bx, by), (cx, cy) in zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True):
            run, turn = abs(bx - ax) + abs(by - ay), abs(cx - bx) + abs(cy - by)
            ux, uy, vx, vy = (bx - ax) / run, (by - ay) / run, (cx - bx) / turn, (cy - by) / turn
            convex = ux * vy - uy * vx > 0
            radius = self.unit * (15 + 5 * chance(bx * 16 + by, 1) if convex else 9) - (inset if convex else -inset) * 0.6
            x = LEFT + bx * self.cell - (uy + vy) * inset
            y = TOP + by * self.cell + (ux + vx) * inset
            swell = (chance(ax * 16 + ay, 2) - 0.4) * bend * self.unit
            middle = run * self.cell / 2
            reach_x, reach_y = round(x - ux * radius, 1), round(y - uy * radius, 1)
            if path:
                bow_x, bow_y = x - ux * middle + uy * swell, y - uy * middle - ux * swell
                path += f"q{at(bow_x - here_x, bow_y - here_y, reach_x - here_x, reach_y - here_y)}"
            else:
                path = f"M{at(reach_x, reach_y)}"
            here_x, here_y = round(x + vx * radius, 1), round(y + vy * radius, 1)
            path += f"q{at(x - reach_x, y - reach_y, here_x - reach_x, here_y - reach_y)}"
        return path + "z"

    def seams(self, land: Collection[int]) -> str:
        """Returns short dotted lines between the tiles of a land, so that one can count them."""
        path, half = "", self.cell / 2
        for cell in land:
            x, y = self.centre(cell)
            if cell + 1 in land:
                path += f"M{at(x + half, y - half * 0.55)}v{at(half * 1.1)}"
            if cell + STRIDE in land:
                path += f"M{at(x - half * 0.55, y - half)}h{at(half * 1.1)}"
        return path

    def beside(self, cell: int) -> Point:
        """Returns where on a tile something small may stand: near the middle, or behind the foot of a bridge."""
        x, y = self.centre(cell)
        if cell in self.toward:
            far_x, far_y = self.centre(self.toward[cell])
            away = 0.27 * self.cell / hypot(far_x - x, far_y - y)
            return x - (far_x - x) * away, y - (far_y - y) * away
        wide = self.cell * 0.16
        return x + (chance(cell, 3) - 0.5) * wide, y + (chance(cell, 4) - 0.5) * wide

    def ground(self, colour: int, cell: int) -> str:
        """Draws what lies on a tile of a sandbank: dune ripples on light, loose stones on dark."""
        x, y = self.beside(cell)
        u = self.unit
        if colour == LIGHT:
            lines = ((0, -2.5), (3, 4)) if cell in self.toward else ((-4, -8), (3, 0), (-2, 8))
            wave = f"q{at(4 * u, -4 * u, 8 * u, 0)}t{at(8 * u, 0)}"
            return "".join(f"M{at(x + (dx - 8) * u, y + dy * u)}{wave}" for dx, dy in lines)
        stones = ((-5, 1, 3.6), (4, 0, 2.8)) if cell in self.toward else ((-8, 3, 4.2), (2, -7, 3.4), (8, 6, 3.8))
        return "".join(
            f"M{at(x + (dx - r) * u, y + (dy + r * 0.7) * u)}l{at(r * 0.5 * u, -r * 1.5 * u)}"
            f"l{at(r * 0.9 * u, -r * 0.1 * u)}l{at(r * 0.8 * u, r * 1.6 * u)}z"
            for dx, dy, r in stones
        )

    def plant(self, colour: int, cell: int) -> str:
        """Draws what grows on a tile of an island: dune grass on light, pines on dark."""
        x, y = self.beside(cell)
        u = self.unit
        if colour == LIGHT:
            spots = ((0, 4, 0.85),) if cell in self.toward else ((-6, 1, 1.0), (7, 9, 0.8))
            return "".join(
                f"M{at(x + dx * u, y + dy * u)}q{at(-u * s, -6 * u * s, -6 * u * s, -8 * u * s)}"
                f"M{at(x + dx * u, y + dy * u)}v{at(-11 * u * s)}"
                f"M{at(x + dx * u, y + dy * u)}q{at(u * s, -6 * u * s, 6 * u * s, -8 * u * s)}"
                for dx, dy, s in spots
            )
        spots = ((0, 6, 0.75),) if cell in self.toward else ((-5, 5, 1.0), (7, 11, 0.75))
        return "".join(
            f"M{at(x + dx * u, y + (dy - 19 * s) * u)}l{at(5 * u * s, 8 * u * s)}h{at(-2.4 * u * s)}l{at(5 * u * s, 7.6 * u * s)}"
            f"h{at(-15.2 * u * s)}l{at(5 * u * s, -7.6 * u * s)}h{at(-2.4 * u * s)}z"
            f"M{at(x + (dx - 1) * u, y + (dy - 3 * s) * u)}h{at(2 * u)}v{at(4 * u * s)}h{at(-2 * u)}z"
            for dx, dy, s in spots
        )


@dataclass(frozen=True)
class Land:
    """The paths of a land, by what they are."""

    bank: str
    coast: str
    plateau: str
    seam: str
    bare: str
    grown: str


@functools.lru_cache(maxsize=1 << 12)
def drawn(side: int, colour: int, cells: tuple[int, ...], feet: tuple[tuple[int, int], ...]) -> Land:
    """Draws a land of a colour on a board so many cells wide. `feet` says where bridges end on it, and where those lead."""
    coasts = Coasts(side, dict(feet))
    island = len(cells) == ISLAND
    return Land(
        bank=coasts.bank(cells),
        coast=coasts.coast(cells, 4 * coasts.unit, 5),
        plateau=coasts.coast(cells, 9.5 * coasts.unit, 3) if island else "",
        seam=coasts.seams(cells),
        bare="" if island else "".join(coasts.ground(colour, cell) for cell in cells),
        grown="".join(coasts.plant(colour, cell) for cell in cells) if island else "",
    )
