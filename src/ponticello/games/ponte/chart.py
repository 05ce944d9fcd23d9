"""Ponte seen from above, as a chart of a lagoon: pale sand, dark stone, and wooden bridges between them.

Light is round and dark is angular wherever they meet the eye (ripples and stones, grass and pines, round and square piers), so
that nobody needs the colours to tell them apart. Nothing in the picture is referred to by an id, so that any number of pictures
can share a page.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable
from math import hypot

from ponticello.engine.drawing import element, label, number
from ponticello.games.ponte.board import STRIDE, column_of, row_of
from ponticello.games.ponte.notation import COLUMNS, bridge_ends
from ponticello.games.ponte.position import BLOCKED, BRIDGE, DARK, FREE, ISLAND, LIGHT, Ponte
from ponticello.games.ponte.survey import bridges, lands, squares

LEFT, TOP, BOARD = 60, 46, 612
RIM = 10  # open water between the outer cells and the frame
KINDS = ("light", "dark")

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


def paths(**layers: str) -> list[str]:
    """Returns a path for each layer that has anything on it; a layer's name is its class."""
    return [element("path", class_=name.replace("_", " "), d=path) for name, path in layers.items() if path]


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


class Chart:
    """The board of one position: where things lie on the paper, and one method for each layer of the drawing."""

    def __init__(self, state: Ponte) -> None:
        self.state = state
        self.cell = BOARD / state.side
        self.unit = self.cell / 60  # everything on the board grows with the cells
        self.board = squares(state)
        self.toward: dict[int, int] = {}  # from the end of a bridge to where it leads
        for action in bridges(state):
            start, end = bridge_ends(action)
            self.toward[start], self.toward[end] = end, start

    def centre(self, cell: int) -> Point:
        """Returns the middle of a cell; row 0 lies at the bottom."""
        return LEFT + (column_of(cell) + 0.5) * self.cell, TOP + (self.state.side - row_of(cell) - 0.5) * self.cell

    def sea(self) -> list[str]:
        """Draws the water, its grid and a few waves, and around it the frame of a sea chart with the coordinates."""
        side, cell = self.state.side, self.cell
        near, far = -RIM, BOARD + RIM
        lines = "".join(f"M{at(LEFT + i * cell, TOP)}v{BOARD}M{at(LEFT, TOP + i * cell)}h{BOARD}" for i in range(side + 1))
        waves = ""
        for place in self.board:
            if self.state.cells[place] == FREE and chance(place, 5) < 0.2:
                x, y = self.centre(place)
                x += (chance(place, 6) - 0.5) * cell * 0.3
                y += (0.22 + chance(place, 7) * 0.12) * cell  # clear of the middle, where marks go
                waves += f"M{at(x - 9, y)}q4.5 -4.5 9 0t9 0"
        edge, scale = far - near + 5, ""
        for i in range(0, side, 2):
            for x, y, run in (
                (LEFT + i * cell, TOP + near - 2.5, "h"),
                (LEFT + i * cell, TOP + far + 2.5, "h"),
                (LEFT + near - 2.5, TOP + i * cell, "v"),
                (LEFT + far + 2.5, TOP + i * cell, "v"),
            ):
                scale += f"M{at(x, y)}{run}{at(cell)}"
        corner = {"x": LEFT + near - 2.5, "y": TOP + near - 2.5, "width": edge, "height": edge}
        outer = {"x": LEFT + near - 5, "y": TOP + near - 5, "width": edge + 5, "height": edge + 5}
        parts = [
            element("rect", class_="sea", x=LEFT + near, y=TOP + near, width=far - near, height=far - near),
            *paths(grid=lines, wave=waves),
            element("rect", class_="gap", **corner),
            element("path", class_="scale", d=scale),
            element("rect", class_="frame", **outer),
            element("rect", class_="frame", x=LEFT + near, y=TOP + near, width=far - near, height=far - near),
        ]
        for i in range(side):
            x, y = LEFT + (i + 0.5) * cell, TOP + (side - i - 0.5) * cell
            parts.append(label(COLUMNS[i], class_="coordinate", x=x, y=TOP + far + 27))
            parts.append(label(str(i + 1), class_="coordinate", x=LEFT + near - 22, y=y + 6.5))
        return parts

    def corners(self, land: Collection[int]) -> list[tuple[int, int]]:
        """Returns the corners of a land in cells from the top left of the board."""
        return outline((column_of(cell), self.state.side - 1 - row_of(cell)) for cell in land)

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

    def land(self) -> list[str]:
        """Draws shallow water, then the lands of both colours: edge, top, seams between tiles, and what lies or grows there."""
        unit = self.unit
        coasts, parts, banks = ["", ""], [], ""
        for colour in (LIGHT, DARK):
            kind = KINDS[colour]
            plateaus = seams = bare = grown = ""
            for land in lands(self.state, colour):
                banks += self.bank(land)
                coasts[colour] += self.coast(land, 4 * unit, 5)
                island = len(land) == ISLAND
                if island:
                    plateaus += self.coast(land, 9.5 * unit, 3)
                seams += self.seams(land)
                for cell in land:
                    if island:
                        grown += self.plant(colour, cell)
                    else:
                        bare += self.ground(colour, cell)
            layers = {"plateau": plateaus, "seam": seams, "bare": bare, "grown": grown}
            parts += paths(**{f"{kind}_{layer}": path for layer, path in layers.items()})
        under = "".join(self.blocked(cell) for cell in self.board if self.state.cells[cell] == BLOCKED)
        if not banks:
            return []
        drop = f"translate(0 {number(round(3.4 * unit, 1))})"
        deep = f"translate({at(3 * unit)} {at(7 * unit)})"
        tops = [element("path", class_=f"{KINDS[c]} edge", d=coasts[c], transform=drop) for c in (LIGHT, DARK) if coasts[c]]
        tops += [element("path", class_=f"{KINDS[c]} top", d=coasts[c]) for c in (LIGHT, DARK) if coasts[c]]
        return [
            element("path", class_="shelf", d=banks, stroke_width=49 * unit),
            element("path", class_="shallow", d=banks, stroke_width=35 * unit),
            *paths(under=under),
            element("path", class_="cast", d=banks, stroke_width=25 * unit, transform=deep),
            *tops,
            *parts,
        ]

    def blocked(self, cell: int) -> str:
        """Marks a cell that a bridge keeps free."""
        x, y = self.centre(cell)
        reach, bow = self.cell * 0.38, self.cell * 0.2
        run = 2 * (reach - bow)
        there = f"h{at(run)}q{at(bow, 0, bow, bow)}v{at(run)}q{at(0, bow, -bow, bow)}"
        back = f"h{at(-run)}q{at(-bow, 0, -bow, -bow)}v{at(-run)}q{at(0, -bow, bow, -bow)}"
        return f"M{at(x - reach + bow, y - reach)}{there}{back}z"

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

    def deck(self, a: Point, b: Point, middle: float, end: float) -> str:
        """Returns the plan of a bridge as a path: slender in the middle, wider where it comes to land."""
        (ax, ay), (bx, by) = a, b
        length = hypot(bx - ax, by - ay)
        nx, ny = (ay - by) / length * self.unit, (bx - ax) / length * self.unit
        mx, my, bow = (ax + bx) / 2, (ay + by) / 2, 2 * middle - end
        there = f"M{at(ax + nx * end, ay + ny * end)}Q{at(mx + nx * bow, my + ny * bow)} {at(bx + nx * end, by + ny * end)}"
        back = f"L{at(bx - nx * end, by - ny * end)}Q{at(mx - nx * bow, my - ny * bow)} {at(ax - nx * end, ay - ny * end)}Z"
        return there + back

    def bridges(self, last: Collection[int]) -> list[str]:
        """Draws the bridges, those of the last turn as a group of their own."""
        laid = bridges(self.state)
        new = self.spans([action for action in laid if action in last], is_new=True)
        old = self.spans([action for action in laid if action not in last])
        return [*old, element("g", *new, data_last="")] if new else old

    def spans(self, laid: Iterable[int], is_new: bool = False) -> list[str]:
        """Draws some bridges; a shadow that swings out in the middle lets them arch over the water."""
        unit = self.unit
        shadows = decks = planks = crowns = glow = ""
        piers = ["", ""]
        for action in laid:
            start, end = bridge_ends(action)
            a, b = self.centre(start), self.centre(end)
            mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
            shadows += f"M{at(*a)}Q{at(mx + 12 * unit, my + 24 * unit)} {at(*b)}"
            decks += self.deck(a, b, 6, 8)
            planks += f"M{at(*a)}L{at(*b)}"
            tx, ty = (b[0] - a[0]) * 0.3, (b[1] - a[1]) * 0.3
            crowns += self.deck((mx - tx, my - ty), (mx + tx, my + ty), 5.4, 1)
            if is_new:
                glow += self.deck(a, b, 10.5, 13)
            colour = self.state.cells[start] - 1
            piers[colour] += sign(colour, a, 8.4 * unit) + sign(colour, b, 8.4 * unit)
        return paths(
            arch=shadows, news=glow, deck=decks, crown=crowns, plank=planks, light_pier=piers[LIGHT], dark_pier=piers[DARK]
        )

    def news(self, last: Collection[int]) -> list[str]:
        """Puts brackets around the tiles of the last turn."""
        reach, arm = self.cell * 0.43, self.cell * 0.17
        marks = []
        for cell in last:
            if cell < BRIDGE:
                (x, y), path = self.centre(cell), ""
                for sx in (-1, 1):
                    for sy in (-1, 1):
                        path += f"M{at(x + sx * (reach - arm), y + sy * reach)}H{at(x + sx * reach)}V{at(y + sy * (reach - arm))}"
                marks.append(element("path", class_="news", d=path, data_last="mark"))
        return marks

    def flights(self, last: Collection[int]) -> list[str]:
        """Draws each tile of the last turn once more and alone, unseen but while it flies, with water over its place until then.

        The tiles of a land are one shape: what a page lets fly is a copy.
        """
        drawn = []
        for cell in last:
            colour = self.state.cells[cell] - 1 if cell < BRIDGE else BRIDGE
            if colour not in (LIGHT, DARK):
                continue
            (x, y), half, kind = self.centre(cell), self.cell / 2, KINDS[colour]
            coast, drop = self.coast([cell], 4 * self.unit, 5), f"translate(0 {number(round(3.4 * self.unit, 1))})"
            water = element("rect", class_="shallow", x=x - half, y=y - half, width=self.cell, height=self.cell)
            tile = [
                element("path", class_=f"{kind} edge", d=coast, transform=drop),
                element("path", class_=f"{kind} top", d=coast),
                element("path", class_=f"{kind} bare", d=self.ground(colour, cell)),
            ]
            unseen = {"visibility": "hidden", "pointer_events": "none"}
            drawn += [element("g", water, **unseen, data_last="cover"), element("g", *tile, **unseen, data_last="flight")]
        return drawn
