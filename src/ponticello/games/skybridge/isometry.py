"""How the city is seen: plots and streets on a slab, looked at from one of four corners.

On the ground, u grows to the lower right of the picture and v to its lower left; z grows upwards. The viewer stands where both
are large, so a solid shows three faces: its top, the one towards v (on the left) and the one towards u (on the right). Columns of
the city are painted from the back to the front; no column reaches over another, so that order is always right.
"""

from __future__ import annotations

from dataclasses import dataclass

from ponticello.engine.drawing import element, number
from ponticello.games.skybridge.board import WIDTH
from ponticello.games.skybridge.words import mark

Point = tuple[float, float]

VIEWS = (mark("south"), mark("east"), mark("north"), mark("west"))

PLOT = 72.0
STREET = 48.0
PITCH = PLOT + STREET
MARGIN = 16.0
SLAB = WIDTH * PLOT + (WIDTH - 1) * STREET + 2 * MARGIN
ACROSS, DOWN = 0.84, 0.52  # one step along u or v on the screen
ROOF_HEIGHT = 50.0
EAVES = 3.0
FLOOR = 12.5  # a floor's height, unless a tower would not fit


@dataclass(frozen=True)
class Solid:
    """A box: where it lies on the ground, and from which height to which."""

    u: float
    v: float
    wide: float  # along u
    deep: float  # along v
    low: float
    high: float


@dataclass(frozen=True)
class Scene:
    """A way to look at the city: from which side, where the slab's far corner is on the picture, and how high a floor is."""

    view: str
    x: float
    y: float
    floor: float = FLOOR

    def plot(self, tower: int) -> tuple[int, int]:
        """Returns where a tower stands as this side sees it: steps along u and along v."""
        column, row = tower % WIDTH, tower // WIDTH
        last = WIDTH - 1
        seen = {"south": (column, row), "east": (last - row, column), "north": (last - column, last - row)}
        return seen.get(self.view, (row, last - column))

    def corner(self, tower: int) -> Point:
        """Returns the far corner of a tower's plot on the ground."""
        u, v = self.plot(tower)
        return MARGIN + u * PITCH, MARGIN + v * PITCH

    def at(self, u: float, v: float, z: float = 0.0) -> Point:
        """Returns the point of the picture that shows a point of the city."""
        return self.x + (u - v) * ACROSS, self.y + (u + v) * DOWN - z

    def centre(self, tower: int, z: float) -> Point:
        """Returns where the picture shows the middle of a tower at some height."""
        u, v = self.corner(tower)
        return self.at(u + PLOT / 2, v + PLOT / 2, z)

    def box(self, tower: int, low: float, high: float) -> Solid:
        """Returns the solid that fills a tower's plot between two heights."""
        u, v = self.corner(tower)
        return Solid(u, v, PLOT, PLOT, low, high)

    def span(self, a: int, b: int, low: float, high: float) -> Solid:
        """Returns the part of a bridge that hangs over the street between two neighbours."""
        (ua, va), (ub, vb) = self.corner(a), self.corner(b)
        if va == vb:
            return Solid(min(ua, ub) + PLOT, va, STREET, PLOT, low, high)
        return Solid(ua, min(va, vb) + PLOT, PLOT, STREET, low, high)

    def slab(self, a: int, b: int, low: float, high: float) -> Solid:
        """Returns a whole bridge."""
        (ua, va), (ub, vb) = self.corner(a), self.corner(b)
        return Solid(min(ua, ub), min(va, vb), abs(ua - ub) + PLOT, abs(va - vb) + PLOT, low, high)

    def top_plane(self, u: float, v: float, z: float) -> str:
        """Returns the transform that lays a drawing on a level surface, x along u and y along v."""
        return _matrix(ACROSS, DOWN, -ACROSS, DOWN, *self.at(u, v, z))

    def left_plane(self, u: float, v: float, z: float) -> str:
        """Returns the transform that stands a drawing on a wall that faces the lower left."""
        return _matrix(ACROSS, DOWN, 0, 1, *self.at(u, v, z))

    def right_plane(self, u: float, v: float, z: float) -> str:
        """Returns the transform that stands a drawing on a wall that faces the lower right."""
        return _matrix(ACROSS, -DOWN, 0, 1, *self.at(u, v, z))

    def outline(self, solid: Solid) -> list[Point]:
        """Returns the six corners that bound a solid on the picture, the leftmost one first."""
        u0, v0, u1, v1 = solid.u, solid.v, solid.u + solid.wide, solid.v + solid.deep
        low, high = solid.low, solid.high
        return [
            self.at(u0, v1, low), self.at(u0, v1, high), self.at(u0, v0, high),
            self.at(u1, v0, high), self.at(u1, v0, low), self.at(u1, v1, low),
        ]  # fmt: skip

    def pyramid(self, tower: int, z: float) -> tuple[Point, Point, Point, Point]:
        """Returns the left, near and right corner of a roof and its peak; the other two faces are out of sight."""
        u, v = self.corner(tower)
        near, far = PLOT + EAVES, -EAVES
        return (
            self.at(u + far, v + near, z), self.at(u + near, v + near, z), self.at(u + near, v + far, z),
            self.at(u + PLOT / 2, v + PLOT / 2, z + ROOF_HEIGHT),
        )  # fmt: skip


def _matrix(*six: float) -> str:
    return f"matrix({' '.join(number(float(value)) for value in six)})"


def faces(scene: Scene, solid: Solid, left: str = "", right: str = "", top: str = "", show: str = "lrt") -> str:
    """Draws the faces of a solid, each with what is painted on it."""
    n = number
    u1, v1, high = solid.u + solid.wide, solid.v + solid.deep, solid.high - solid.low
    drawn = []
    if "l" in show:
        wall = element("path", class_="l", d=f"M0 0h{n(solid.wide)}v{n(-high)}h{n(-solid.wide)}z")
        drawn.append(element("g", wall, left, transform=scene.left_plane(solid.u, v1, solid.low)))
    if "r" in show:
        wall = element("path", class_="r", d=f"M0 0h{n(solid.deep)}v{n(-high)}h{n(-solid.deep)}z")
        drawn.append(element("g", wall, right, transform=scene.right_plane(u1, v1, solid.low)))
    if "t" in show:
        roof = element("path", class_="t", d=f"M0 0h{n(solid.wide)}v{n(solid.deep)}h{n(-solid.wide)}z")
        drawn.append(element("g", roof, top, transform=scene.top_plane(solid.u, solid.v, solid.high)))
    return "".join(drawn)


def flat(scene: Scene, solid: Solid) -> str:
    """Returns the transform that paints a drawing on the middle of a solid's top, so that it looks at the viewer."""
    x, y = scene.at(solid.u + solid.wide / 2, solid.v + solid.deep / 2, solid.high)
    return _matrix(1, 0, 0, DOWN / ACROSS, x, y)
