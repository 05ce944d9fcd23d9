"""What is printed on every board: the sea with its rose and waves, shallow water, coasts, flags and the frame of a chart.

A cell is 100 wide; whoever shows a board scales it.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin

from ponticello.engine.drawing import element, label
from ponticello.games.hashi.board import BLUE_FLAG, COLUMNS, RED_FLAG
from ponticello.games.hashi.strokes import Point, at, chance, coast, flag, paths, ring

CELL = 100
SHORE = 17  # open sea around the outer cells
RIM = SHORE + 11  # with the frame
GUTTER = 34  # for the names of rows and columns

Line = tuple[Point, Point]


@lru_cache(maxsize=16)
def waters(islands: tuple[Point, ...], flags: tuple[int, ...], lines: tuple[Line, ...]) -> Waters:
    """Returns the print of a board; it is the same for every player and every position, so it is kept."""
    return Waters(islands, flags, lines)


class Waters:
    """The print of one board, with its layers as SVG."""

    def __init__(self, islands: tuple[Point, ...], flags: tuple[int, ...], lines: tuple[Line, ...]) -> None:
        self.columns = max(int(x) // CELL for x, _ in islands) + 1
        self.rows = max(int(y) // CELL for _, y in islands) + 1
        self.width, self.height = self.columns * CELL, self.rows * CELL
        self.coasts = [coast(k, x, y) for k, (x, y) in enumerate(islands)]
        self.quiet = self.quiet_places(islands, lines)
        self.flags = "".join(draw_flags(islands, flags))
        self.backdrops = {
            size: "".join(self.sea(size) + self.shallows(size) + self.frame(size)) for size in ("small", "medium", "large")
        }

    def outer(self, size: str) -> tuple[float, float]:
        """Returns the width and height of a chart with its frame and the names of its rows and columns."""
        gutter = 0 if size == "small" else GUTTER if size == "large" else GUTTER + 12
        return self.width + 2 * RIM + gutter, self.height + 2 * RIM + gutter

    def quiet_places(self, islands: tuple[Point, ...], lines: tuple[Line, ...]) -> list[tuple[float, Point]]:
        """Returns places on the sea with their distance from everything a player looks at, the quietest first."""

        def clearance(x: float, y: float) -> float:
            edges = (x, y, self.width - x, self.height - y)
            shores = (hypot(x - ix, y - iy) - 52 for ix, iy in islands)
            lanes = (hypot(x - min(max(x, ax), bx), y - min(max(y, ay), by)) - 6 for (ax, ay), (bx, by) in lines)
            return min(*edges, *shores, *lanes)

        half = CELL / 2
        places = [(x * half, y * half) for y in range(1, 2 * self.rows) for x in range(1, 2 * self.columns)]
        return sorted(((clearance(*place), place) for place in places), key=lambda found: (-round(found[0]), found[1]))

    def sea(self, size: str) -> list[str]:
        """Draws the sea: in the quietest place a compass rose with its rhumb lines, and a few waves."""
        wide, high = self.width + 2 * SHORE, self.height + 2 * SHORE
        parts = [element("rect", class_="sea", x=-SHORE, y=-SHORE, width=wide, height=high)]
        if size != "small":
            room, (x, y) = self.quiet[0]
            parts += paths(rhumb=self.rhumbs(x, y), wave=self.waves())
            if room > 26:
                parts += self.rose(x, y, min(room - 4, 58))
        return parts

    def rhumbs(self, x: float, y: float) -> str:
        """Returns lines from a point in sixteen directions to the edge of the sea."""
        path = ""
        for k in range(16):
            dx, dy = cos(k * pi / 8), sin(k * pi / 8)
            far_x = ((self.width + SHORE if dx > 0 else -SHORE) - x) / dx if abs(dx) > 1e-6 else 1e9
            far_y = ((self.height + SHORE if dy > 0 else -SHORE) - y) / dy if abs(dy) > 1e-6 else 1e9
            reach = min(far_x, far_y)
            path += f"M{at(round(x), round(y))}L{at(round(x + dx * reach), round(y + dy * reach))}"
        return path

    def rose(self, x: float, y: float, r: float) -> list[str]:
        """Draws a compass rose."""
        points = ""
        for k, reach in ((1, 0.62), (3, 0.62), (5, 0.62), (7, 0.62), (0, 1.0), (2, 1.0), (4, 1.0), (6, 1.0)):
            turn = (k - 2) * pi / 4
            tip = x + r * reach * cos(turn), y + r * reach * sin(turn)
            waist = x + r * 0.2 * cos(turn + pi / 4), y + r * 0.2 * sin(turn + pi / 4)
            points += f"M{at(x, y)}L{at(*tip)}L{at(*waist)}z"
        return paths(dial=ring(x, y, r * 0.56) + ring(x, y, r * 0.48), rose=points)

    def waves(self) -> str:
        """Returns small waves here and there, clear of islands and lines."""
        path, kept = "", [self.quiet[0][1]]
        for k, (room, (x, y)) in enumerate(self.quiet):
            if room > 17 and chance(k, 4) < 0.6 and all(hypot(x - a, y - b) > 140 for a, b in kept):
                kept.append((x, y))
                x, y = round(x - 20 + 20 * chance(k, 5)), round(y - 9 + 20 * chance(k, 6))
                path += f"M{at(x, y)}q5-6 10 0t10 0" + (f"m{-8} 9q5-6 10 0" if chance(k, 7) < 0.4 else "")
        return path

    def shallows(self, size: str) -> list[str]:
        """Draws the water around the islands, the larger the board the finer."""
        layers = ("wash", "line-1", "shoal", "line-2", "near") if size == "large" else ("wash", "shoal")
        shores = "".join(self.coasts)
        return [element("path", class_=name, d=shores) for name in layers]

    def frame(self, size: str) -> list[str]:
        """Draws the frame, with the alternating scale of a chart and, if there is room, the names of columns and rows."""
        inner = {"x": -SHORE, "y": -SHORE, "width": self.width + 2 * SHORE, "height": self.height + 2 * SHORE}
        near, far = (SHORE + RIM) / 2, RIM - 2
        wide, high = self.width + 2 * near, self.height + 2 * near
        scale = "".join(f"M{k * CELL} {at(-near)}h{CELL}m{-CELL} {at(high)}h{CELL}" for k in range(0, self.columns, 2))
        scale += "".join(f"M{at(-near)} {k * CELL}v{CELL}m{at(wide)} {-CELL}v{CELL}" for k in range(0, self.rows, 2))
        parts = [
            element("rect", class_="gap", x=-near, y=-near, width=wide, height=high),
            element("path", class_="scale", d=scale),
            element("rect", class_="frame", x=-far, y=-far, width=self.width + 2 * far, height=self.height + 2 * far),
            element("rect", class_="frame", **inner),
        ]
        if size == "small":
            return parts
        low = 25 if size == "large" else 34
        columns = [(COLUMNS[k], (k + 0.5) * CELL, self.height + RIM + low) for k in range(self.columns)]
        rows = [(str(k + 1), -RIM - low * 0.68, (k + 0.5) * CELL + low * 0.3) for k in range(self.rows)]
        return parts + [label(name, class_="coordinate", x=x, y=y) for name, x, y in columns + rows]


def draw_flags(islands: tuple[Point, ...], flags: tuple[int, ...]) -> list[str]:
    """Draws the flags, to the upper right, where no line leaves an island."""
    cloths, poles = {RED_FLAG: "", BLUE_FLAG: ""}, ""
    for (x, y), kind in zip(islands, flags, strict=True):
        if kind in cloths:
            cloth, pole = flag(kind, x + 26, y - 22, 1.15)
            cloths[kind] += cloth
            poles += pole
    return paths(red=cloths[RED_FLAG], blue=cloths[BLUE_FLAG], pole=poles)
