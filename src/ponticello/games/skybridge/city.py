"""The city as a model on its slab: foundations, blocks, bridges and roofs, painted from the back to the front."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ponticello.engine.drawing import element, label, number, polygon
from ponticello.games.skybridge.board import NEIGHBOURS, TOWERS, WIDTH, tower_name
from ponticello.games.skybridge.isometry import (
    FLOOR,
    MARGIN,
    PITCH,
    PLOT,
    ROOF_HEIGHT,
    SLAB,
    STREET,
    Point,
    Scene,
    Solid,
    faces,
    flat,
)
from ponticello.games.skybridge.palette import sign
from ponticello.games.skybridge.position import BRIDGE, NOBODY, ROOF, Skybridge
from ponticello.games.skybridge.stacks import Piece, just_laid, pieces

SLAB_HEIGHT = 13.0
PAD_HEIGHT = 4.0
SKY = 14.0  # kept free above the highest piece

# Along a wall: two windows, room for the colour's mark, two windows.
WINDOW = 6.0
WINDOWS = (6.0, 16.0, 50.0, 60.0)


def scene(state: Skybridge, view: str, width: float, sky: float) -> Scene:
    """Returns the way to look at a city: floors shrink when a tower would not fit under the sky."""
    scene = Scene(view, width / 2, sky)
    floor = FLOOR
    for tower in range(TOWERS):
        if state.height[tower]:
            room = scene.centre(tower, PAD_HEIGHT + ROOF_HEIGHT)[1] - SKY
            floor = min(floor, room / state.height[tower])
    return Scene(view, width / 2, sky, floor)


def rise(scene: Scene, level: int) -> float:
    """Returns how high above the slab a floor begins."""
    return PAD_HEIGHT + level * scene.floor


def city(state: Skybridge, scene: Scene, last: Collection[int]) -> str:
    """Draws the slab and everything on it."""
    laid = just_laid(state, last)
    under = {(piece.tower, piece.level) for piece in laid}
    columns: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for piece in pieces(state):
        if (piece.tower, piece.level + piece.storeys) in under:
            piece = replace(piece, is_top=True)  # a page may let the piece above fly in, and the top is seen until then
        u, v = scene.plot(piece.tower)
        parts = [(2 * u, 2 * v, draw(state, scene, piece))]
        if piece.kind == BRIDGE and piece.tower == NEIGHBOURS[state.bridge_on[piece.colour]][0]:
            a, b = NEIGHBOURS[state.bridge_on[piece.colour]]
            (ua, va), (ub, vb) = scene.plot(a), scene.plot(b)
            parts.append((ua + ub, va + vb, bridge_span(scene, piece, a, b)))
        if piece in laid:
            parts = [
                (u, v, element("g", svg, data_last="drop"))
                for u, v, svg in (*parts, (2 * u, 2 * v, halo(state, scene, piece)))
                if svg
            ]
        for u, v, svg in parts:
            columns.setdefault((u, v), []).append((piece.level, svg))
    drawn = [ground(state, scene), coordinates(scene)]
    for column in sorted(columns, key=sum):
        drawn += [svg for _, svg in sorted(columns[column], key=lambda part: part[0])]
    return element("g", *drawn, stroke_width=scene.floor * 0.5)  # the width of the strokes that are windows


# The ground


def ground(state: Skybridge, scene: Scene) -> str:
    """Draws the slab, its nine foundations and the shadows on it."""
    slab = element("g", faces(scene, Solid(0, 0, SLAB, SLAB, -SLAB_HEIGHT, 0)), class_="plate")
    shadows, pads = [], []
    for tower in range(TOWERS):
        u, v = scene.corner(tower)
        # A shadow ends before the next foundation, and before the edge of the slab.
        room = min(STREET, SLAB - u - PLOT, (v + 8) / 0.35) - 5
        length = min(room, 7 + state.height[tower] * 4.5) if state.pieces[tower] else 4
        corners = [(u, v + PLOT), (u + PLOT, v + PLOT), (u + PLOT + length, v + PLOT - 0.35 * length),
                   (u + PLOT + length, v - 0.35 * length), (u + length, v - 0.35 * length), (u, v)]  # fmt: skip
        shadows.append(polygon([scene.at(*corner) for corner in corners], class_="shadow"))
        name = ""
        if not state.pieces[tower]:
            name = label(tower_name(tower), x=PLOT / 2, y=PLOT / 2 + 9, class_="ground")
        pads.append(faces(scene, scene.box(tower, 0, PAD_HEIGHT), top=name))
    for pair in {state.bridge_on[colour] for colour in range(4)} - {NOBODY}:
        under = scene.span(*NEIGHBOURS[pair], 0, 0)
        corners = [(under.u, under.v), (under.u + under.wide, under.v),
                   (under.u + under.wide, under.v + under.deep), (under.u, under.v + under.deep)]  # fmt: skip
        shadows.append(polygon([scene.at(*corner) for corner in corners], class_="shadow"))
    return slab + "".join(shadows) + element("g", *pads, class_="pad")


def coordinates(scene: Scene) -> str:
    """Writes what the towers are called along the two near edges of the slab, where no tower can stand before it or under it."""
    written = []
    for step in range(WIDTH):
        for towers, along_u in ((_line(scene, 0, step), True), (_line(scene, 1, step), False)):
            first, last = tower_name(towers[0]), tower_name(towers[-1])
            shared = first[0] if first[0] == last[0] else first[1]
            middle = MARGIN + step * PITCH + PLOT / 2
            x, y = scene.at(middle, SLAB, -SLAB_HEIGHT) if along_u else scene.at(SLAB, middle, -SLAB_HEIGHT)
            written.append(label(shared, x=x - 12 if along_u else x + 12, y=y + 20, class_="coordinate"))
    return "".join(written)


def _line(scene: Scene, axis: int, step: int) -> list[int]:
    """Returns the towers that stand so many steps along u (axis 0) or along v (axis 1)."""
    return [tower for tower in range(TOWERS) if scene.plot(tower)[axis] == step]


# The pieces


def draw(state: Skybridge, scene: Scene, piece: Piece) -> str:
    """Draws what stands of a piece on its tower."""
    if piece.kind == ROOF:
        return roof(scene, piece)
    if piece.kind == BRIDGE:
        a, b = NEIGHBOURS[state.bridge_on[piece.colour]]
        return bridge_end(scene, piece, b if piece.tower == a else a)
    return block(scene, piece)


def block(scene: Scene, piece: Piece) -> str:
    """Draws a block: floors, windows, the mark of its colour on each face."""
    low = rise(scene, piece.level)
    solid = scene.box(piece.tower, low, low + piece.storeys * scene.floor)
    seed = piece.tower * 31 + piece.level * 7 + piece.colour
    left, right = (wall(scene, piece, seed + side) for side in (0, 1))
    if piece.is_top:
        drawn = faces(scene, solid, left, right, rim()) + crown(scene, piece, solid)
    else:
        drawn = faces(scene, solid, left, right, show="lr")
    return element("g", drawn, class_=f"c{piece.colour}")


def wall(scene: Scene, piece: Piece, seed: int) -> str:
    """Paints one wall of a block: floor lines, windows, some of them lit, and the mark."""
    n, f = number, scene.floor
    lines = "".join(f"M0 {n(-k * f)}h{n(PLOT)}" for k in range(1, piece.storeys))
    dark: list[str] = []
    lit: list[str] = []
    for storey in range(piece.storeys):
        y = -(storey + 0.52) * f
        for k, x in enumerate(WINDOWS):
            # A fixed hash, so that a window stays lit from one picture to the next.
            on = (seed * 2654435761 + storey * 40503 + k * 97 * 65537 + seed * k * 7919) >> 9 & 7 < 3
            (lit if on else dark).append(f"M{n(x)} {n(y)}h{n(WINDOW)}")
    half = piece.storeys * f / 2
    return (
        element("path", class_="floor", d=lines)
        + element("path", class_="w", d="".join(dark))
        + element("path", class_="q", d="".join(lit))
        + element("path", class_="m", d=sign(piece.colour, PLOT / 2, -half, min(9.5, 0.62 * half)))
    )


def rim() -> str:
    """Paints a fine line around an open top."""
    return element("path", class_="rim", d=f"M5 5h{PLOT - 10:g}v{PLOT - 10:g}h{10 - PLOT:g}z")


def crown(scene: Scene, piece: Piece, solid: Solid) -> str:
    """Paints the mark of its colour on a level top."""
    return element("path", class_="m", d=sign(piece.colour, 0, 0, 15), transform=flat(scene, solid))


def roof(scene: Scene, piece: Piece) -> str:
    """Draws a roof, with the mark of its owner on both slopes that can be seen."""
    z = rise(scene, piece.level)
    west, near, east, peak = scene.pyramid(piece.tower, z)
    u, v = scene.corner(piece.tower)
    shape = element("path", class_="m", d=sign(piece.colour, PLOT / 2, -17, 8.5))
    # The marks stand upright a little way up the slope, half-way between the eaves and the peak.
    left = element("g", shape, transform=scene.left_plane(u, v + PLOT * 0.82, z))
    right = element("g", shape, transform=scene.right_plane(u + PLOT * 0.82, v + PLOT, z))
    slopes = polygon((west, near, peak), class_="l") + polygon((near, east, peak), class_="r")
    return element("g", slopes, left, right, class_=f"c{piece.colour}")


def ribbon(wide: float, high: float, from_start: bool, to_end: bool) -> str:
    """Paints the band of windows along a bridge, set back from its ends."""
    start, end = (6.0 if from_start else 0.0), (wide - 6 if to_end else wide)
    return element("path", class_="ribbon", d=f"M{number(start)} {number(-high * 0.5)}H{number(end)}")


def bridge_end(scene: Scene, piece: Piece, other: int) -> str:
    """Draws the part of a bridge that lies on one tower; the face towards the span is left out."""
    low = rise(scene, piece.level)
    high = scene.floor
    (u, v), (to_u, to_v) = scene.plot(piece.tower), scene.plot(other)
    is_near = u + v > to_u + to_v
    solid = scene.box(piece.tower, low, low + high)
    along_u = v == to_v
    long_side = ribbon(PLOT, high, not is_near, is_near) if along_u else ribbon(PLOT, high, is_near, not is_near)
    short_side = ribbon(PLOT, high, True, True)
    show = ("lr" if is_near else ("l" if along_u else "r")) + "t"
    left, right = (long_side, short_side) if along_u else (short_side, long_side)
    return element("g", faces(scene, solid, left, right, "", show), class_=f"c{piece.colour}")


def bridge_span(scene: Scene, piece: Piece, a: int, b: int) -> str:
    """Draws the part of a bridge over the street, with its mark above and on the side."""
    low = rise(scene, piece.level)
    high = scene.floor
    solid = scene.span(a, b, low, low + high)
    along_u = solid.wide == STREET
    shape = element("path", class_="m", d=sign(piece.colour, STREET / 2, -high / 2, min(7.0, high * 0.38)))
    drawn = faces(scene, solid, shape, shape, "", "lt" if along_u else "rt") + crown(scene, piece, solid)
    return element("g", drawn, class_=f"c{piece.colour}")


# The last move


def halo(state: Skybridge, scene: Scene, piece: Piece) -> str:
    """Outlines a piece just laid and points at it."""
    low = rise(scene, piece.level)
    if piece.kind == ROOF:
        west, near, east, peak = scene.pyramid(piece.tower, low)
        corners: list[Point] = [west, near, east, peak]
    elif piece.kind == BRIDGE:
        a, b = NEIGHBOURS[state.bridge_on[piece.colour]]
        front = max((a, b), key=lambda tower: sum(scene.plot(tower)))
        if piece.tower != front:  # outlined once, when its near end is painted
            return ""
        corners = scene.outline(scene.slab(a, b, low, low + scene.floor))
    else:
        corners = scene.outline(scene.box(piece.tower, low, low + piece.storeys * scene.floor))
    return polygon(corners, class_="halo") + polygon(corners, class_="outline") + pointer(corners[0][0] - 8, corners[0][1] - 9)


def pointer(x: float, y: float) -> str:
    """Draws a small arrow head that points right, at a point."""
    return polygon([(x - 13, y - 8), (x, y), (x - 13, y + 8)], class_="pointer")
