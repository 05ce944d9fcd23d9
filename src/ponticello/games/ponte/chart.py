"""Ponte seen from above, as a chart of a lagoon: pale sand, dark stone, and wooden bridges between them.

Nothing in the picture is referred to by an id, so that any number of pictures can share a page.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable
from math import hypot

from ponticello.engine.drawing import drawn_once, element, label, number, path
from ponticello.games.ponte.actions import is_tile
from ponticello.games.ponte.land_shapes import BOARD, LEFT, TOP, Coasts, Lattice, Point, at, chance, drawn, sign
from ponticello.games.ponte.notation import COLUMNS, bridge_ends
from ponticello.games.ponte.position import BLOCKED, DARK, FREE, LIGHT, Ponte, has_any_tile
from ponticello.games.ponte.reading import bridges, lands, squares

RIM = 10  # open water between the outer cells and the frame
KINDS = ("light", "dark")


def paths(**layers: str) -> list[str]:
    """Returns a path for each layer that has anything on it; a layer's name is its class."""
    return [path(d, class_=name.replace("_", " ")) for name, d in layers.items() if d]


@functools.cache
def water(side: int) -> str:
    """Draws the water and the grid on it."""
    cell = BOARD / side
    lines = "".join(f"M{at(LEFT + i * cell, TOP)}v{BOARD}M{at(LEFT, TOP + i * cell)}h{BOARD}" for i in range(side + 1))
    wide = BOARD + 2 * RIM
    return element("rect", class_="sea", x=LEFT - RIM, y=TOP - RIM, width=wide, height=wide) + element(
        "path", class_="grid", d=lines
    )


@functools.cache
def waves_of(side: int) -> tuple[tuple[int, str], ...]:
    """Returns the cells with a wave as long as nothing lies there, each with its path."""
    lattice, waves = Lattice(side), []
    for place in squares(side):
        if chance(place, 5) < 0.2:
            x, y = lattice.centre(place)
            x += (chance(place, 6) - 0.5) * lattice.cell * 0.3
            y += (0.22 + chance(place, 7) * 0.12) * lattice.cell  # clear of the middle, where marks go
            waves.append((place, f"M{at(x - 9, y)}q4.5 -4.5 9 0t9 0"))
    return tuple(waves)


@functools.cache
def frame(side: int) -> str:
    """Draws the frame of a sea chart around the water, with the coordinates."""
    cell, near, far = BOARD / side, -RIM, BOARD + RIM
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
        element("rect", class_="gap", **corner),
        element("path", class_="scale", d=scale),
        element("rect", class_="frame", **outer),
        element("rect", class_="frame", x=LEFT + near, y=TOP + near, width=far - near, height=far - near),
    ]
    for i in range(side):
        x, y = LEFT + (i + 0.5) * cell, TOP + (side - i - 0.5) * cell
        parts.append(label(COLUMNS[i], class_="coordinate", x=x, y=TOP + far + 27))
        parts.append(label(str(i + 1), class_="coordinate", x=LEFT + near - 22, y=y + 6.5))
    return "".join(parts)


class Chart(Coasts):
    """The board of one position, with one method for each layer of the drawing. Where the same lies, charts are the same."""

    def __init__(self, state: Ponte) -> None:
        toward: dict[int, int] = {}
        for action in bridges(state):
            start, end = bridge_ends(action)
            toward[start], toward[end] = end, start
        super().__init__(state.side, toward)
        self.state = state
        self.board = squares(state.side)
        self.content = tuple(map(state.cells.__getitem__, self.board)), tuple(bridges(state))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chart) and self.content == other.content

    def __hash__(self) -> int:
        return hash(self.content)

    def sea(self) -> list[str]:
        """Draws the water, its grid and a few waves, and around it the frame of a sea chart with the coordinates."""
        cells = self.state.cells
        waves = "".join(wave for cell, wave in waves_of(self.side) if cells[cell] == FREE)
        return [water(self.side), *paths(wave=waves), frame(self.side)]

    def land(self) -> list[str]:
        """Draws shallow water, then the lands of both colours: edge, top, seams between tiles, and what lies or grows there."""
        unit = self.unit
        coasts, parts, banks = ["", ""], [], ""
        for colour in (LIGHT, DARK):
            found = []
            for cells in lands(self.state, colour):
                feet = tuple((cell, self.toward[cell]) for cell in cells if cell in self.toward)
                found.append(drawn(self.side, colour, tuple(cells), feet))
            banks += "".join(land.bank for land in found)
            coasts[colour] = "".join(land.coast for land in found)
            layers = {layer: "".join(getattr(land, layer) for land in found) for layer in ("plateau", "seam", "bare", "grown")}
            parts += paths(**{f"{KINDS[colour]}_{layer}": d for layer, d in layers.items()})
        kinds = self.state.cells
        under = "".join(self.blocked(cell) for cell in self.board if kinds[cell] == BLOCKED)
        if not banks:
            return []
        drop = f"translate(0 {number(round(3.4 * unit, 1))})"
        deep = f"translate({at(3 * unit)} {at(7 * unit)})"
        tops = [path(coasts[c], class_=f"{KINDS[c]} edge", transform=drop) for c in (LIGHT, DARK) if coasts[c]]
        tops += [path(coasts[c], class_=f"{KINDS[c]} top") for c in (LIGHT, DARK) if coasts[c]]
        return [
            path(banks, class_="shelf", stroke_width=49 * unit),
            path(banks, class_="shallow", stroke_width=35 * unit),
            *paths(under=under),
            path(banks, class_="cast", stroke_width=25 * unit, transform=deep),
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
        return [brackets(self.side, cell) for cell in last if is_tile(cell)]

    def flights(self, last: Collection[int]) -> list[str]:
        """Draws each tile of the last turn once more and alone, unseen but while it flies, with water over its place until then.

        The tiles of a land are one shape: what a page lets fly is a copy.
        """
        tiles = [cell for cell in last if is_tile(cell) and has_any_tile(self.state, cell)]
        return [flight(self.side, self.state.cells[cell] - 1, cell, self.toward.get(cell)) for cell in tiles]


@functools.lru_cache(maxsize=512)
def lagoon(chart: Chart) -> str:
    """Draws the sea and the lands, once for all who look at the same: with their own moves to choose from, or none."""
    return "".join([*chart.sea(), *chart.land()])


@drawn_once
def brackets(side: int, cell: int) -> str:
    """Draws brackets around a cell."""
    lattice = Lattice(side)
    reach, arm = lattice.cell * 0.43, lattice.cell * 0.17
    (x, y), d = lattice.centre(cell), ""
    for sx in (-1, 1):
        for sy in (-1, 1):
            d += f"M{at(x + sx * (reach - arm), y + sy * reach)}H{at(x + sx * reach)}V{at(y + sy * (reach - arm))}"
    return element("path", class_="news", d=d, data_last="mark")


@drawn_once
def flight(side: int, colour: int, cell: int, far: int | None) -> str:
    """Draws a tile that flies, and the water over its place until it is there; `far` is where a bridge on it leads."""
    coasts = Coasts(side, {} if far is None else {cell: far})
    (x, y), half, kind = coasts.centre(cell), coasts.cell / 2, KINDS[colour]
    coast, drop = coasts.coast([cell], 4 * coasts.unit, 5), f"translate(0 {number(round(3.4 * coasts.unit, 1))})"
    tile = [
        element("path", class_=f"{kind} edge", d=coast, transform=drop),
        element("path", class_=f"{kind} top", d=coast),
        element("path", class_=f"{kind} bare", d=coasts.ground(colour, cell)),
    ]
    shallow = element("rect", class_="shallow", x=x - half, y=y - half, width=coasts.cell, height=coasts.cell)
    unseen = {"visibility": "hidden", "pointer_events": "none"}
    return element("g", shallow, **unseen, data_last="cover") + element("g", *tile, **unseen, data_last="flight")
