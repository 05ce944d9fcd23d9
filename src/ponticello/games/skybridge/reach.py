"""What can be clicked in the city: a ghost of the piece in hand wherever it fits, or small chips for all that fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape

from ponticello.engine.drawing import element, label, number, polygon
from ponticello.games.skybridge.board import NEIGHBOURS, TOWERS, pair_name, tower_name
from ponticello.games.skybridge.city import rise
from ponticello.games.skybridge.isometry import DOWN, PLOT, ROOF_HEIGHT, Scene, faces
from ponticello.games.skybridge.notation import KIND_LETTERS, split
from ponticello.games.skybridge.palette import sign
from ponticello.games.skybridge.position import BRIDGE, LOTS, NOBODY, ROOF, Skybridge
from ponticello.games.skybridge.rules import FLOORS
from ponticello.games.skybridge.tell import offer

CAP, CHIP, HIGH = 22.0, 38.0, 38.0  # a bar's mark, one chip of it, and its height


def reach(state: Skybridge, scene: Scene, targets: Mapping[int, str], pick: str) -> str:
    """Draws where the piece in hand fits; with none in hand, where any piece does."""
    placed = {action: notation for action, notation in targets.items() if action < LOTS}
    if not pick:
        return chips(state, scene, placed)
    chosen = {action: notation for action, notation in placed.items() if notation.startswith(f"{pick}@")}
    # From the back to the front, so that the nearer ghost takes the click.
    return "".join(ghost(state, scene, action, chosen[action]) for action in sorted(chosen, key=lambda a: _depth(scene, a)))


def lifts(scene: Scene, targets: Mapping[int, str], pick: str) -> dict[int, float]:
    """Returns the towers that carry a ghost or chips, with the room that takes above the middle of the top."""
    found: dict[int, float] = {}
    for action, notation in targets.items():
        if action < LOTS and notation.startswith(f"{pick}@" if pick else ""):
            kind = split(action)[1]
            ghosts = {BRIDGE: 0.0, ROOF: ROOF_HEIGHT}
            high = ghosts.get(kind, PLOT * DOWN + int(FLOORS[kind]) * scene.floor) if pick else 0.0
            for tower in _towers(action):
                found[tower] = max(found.get(tower, 0.0), high)
    return found


def _towers(action: int) -> tuple[int, ...]:
    _, kind, place = split(action)
    return NEIGHBOURS[place] if kind == BRIDGE else (place,)


def _depth(scene: Scene, action: int) -> float:
    towers = _towers(action)
    return sum(sum(scene.plot(tower)) for tower in towers) / len(towers)


def clickable(action: int, notation: str, *drawn: str) -> str:
    """Returns a part of the picture that plays a move, and says so to whoever points at it."""
    title = element("title", escape(offer(action), quote=False))
    return element("g", title, *drawn, class_=f"target c{split(action)[0]}", data_move=notation)


def refusals(state: Skybridge, scene: Scene, targets: Mapping[int, str], piece: str) -> str:
    """Lays over each tower where a piece may not go an area that can ask why; the others only hide what stands behind them."""
    if not piece:
        return ""
    drawn = []
    for tower in sorted(range(TOWERS), key=lambda tower: sum(scene.plot(tower))):
        places = [tower_name(tower)]
        if piece.endswith(KIND_LETTERS[BRIDGE]):
            places = [pair_name(pair) for pair, towers in enumerate(NEIGHBOURS) if tower in towers]
        asked = (f"{piece}@{place}" for place in places)
        top = rise(scene, state.height[tower]) + (ROOF_HEIGHT / 2 if state.owner[tower] != NOBODY else 0)
        refused = next((move for move in asked if move not in targets.values()), None)
        drawn.append(polygon(scene.outline(scene.box(tower, 0, top)), class_="hit", data_try=refused))
    return "".join(drawn)


# A piece in hand


def ghost(state: Skybridge, scene: Scene, action: int, notation: str) -> str:
    """Draws the piece as it would lie; of a bridge only the span, since its ends may overlap those of other choices."""
    colour, kind, place = split(action)
    low = rise(scene, state.height[_towers(action)[0]])
    if kind == ROOF:
        west, near, east, peak = scene.pyramid(place, low)
        walls = polygon((west, near, peak), class_="l") + polygon((near, east, peak), class_="r")
        edge = polygon((west, near, east, peak), class_="edge")
        x, y = scene.centre(place, low + 14)
        shape = element("path", class_="m", d=sign(colour, x, y, 10))
    else:
        if kind == BRIDGE:
            solid = scene.span(*NEIGHBOURS[place], low, low + scene.floor)
        else:
            solid = scene.box(place, low, low + int(FLOORS[kind]) * scene.floor)
        walls = faces(scene, solid)
        edge = polygon(scene.outline(solid), class_="edge")
        x, y = scene.at(solid.u + solid.wide / 2, solid.v + solid.deep / 2, solid.high)
        shape = element("path", class_="m", d=sign(colour, x, y, 11))
    return clickable(action, notation, element("g", walls, edge, shape, class_="ghost"))


# No piece in hand


@dataclass
class Bar:
    """Chips for one tower or pair: a row for each colour, a chip for each piece."""

    anchor: tuple[float, float]
    rows: dict[int, list[tuple[int, str]]] = field(default_factory=dict)  # colour -> (action, notation)
    x: float = 0.0
    y: float = 0.0

    @cached_property
    def wide(self) -> float:
        """How wide it is, once all its rows are there."""
        return CAP + CHIP * max(len(row) for row in self.rows.values())

    @cached_property
    def high(self) -> float:
        """How high it is, once all its rows are there."""
        return HIGH * len(self.rows)


def chips(state: Skybridge, scene: Scene, targets: Mapping[int, str]) -> str:
    """Draws a bar of chips on every tower, and between every pair of towers, where something fits."""
    bars: dict[tuple[int, ...], Bar] = {}
    for action, notation in sorted(targets.items()):
        towers = _towers(action)
        middles = [scene.centre(tower, rise(scene, state.height[tower])) for tower in towers]
        anchor = sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)
        bar = bars.setdefault(towers, Bar(anchor, x=anchor[0], y=anchor[1]))
        bar.rows.setdefault(split(action)[0], []).append((action, notation))
    make_room(list(bars.values()))
    return "".join(leader(bar) for bar in bars.values()) + "".join(draw_bar(bar) for bar in bars.values())


def make_room(bars: list[Bar], gap: float = 4.0) -> None:
    """Pushes bars that overlap apart, each by half, along the way that is shorter, until all have room or for so many rounds."""
    for _ in range(60):
        crowded = False
        for k, one in enumerate(bars):
            for other in bars[k + 1 :]:
                across = (one.wide + other.wide) / 2 + gap - abs(one.x - other.x)
                down = (one.high + other.high) / 2 + gap - abs(one.y - other.y)
                if across <= 0 or down <= 0:
                    continue
                crowded = True
                if across < down:
                    shift = across / 2 if one.x <= other.x else -across / 2
                    one.x, other.x = one.x - shift, other.x + shift
                else:
                    shift = down / 2 if one.y <= other.y else -down / 2
                    one.y, other.y = one.y - shift, other.y + shift
        if not crowded:
            return


def leader(bar: Bar) -> str:
    """Draws a line from a bar that had to move away to the place it speaks of."""
    n = number
    x, y = bar.anchor
    if abs(bar.x - x) < bar.wide / 2 and abs(bar.y - y) < bar.high / 2:
        return ""
    return element("path", d=f"M{n(bar.x)} {n(bar.y)}L{n(x)} {n(y)}", class_="leader")


def draw_bar(bar: Bar) -> str:
    """Draws the chips of one place, a row for each colour behind the mark of that colour."""
    drawn = []
    y = bar.y - bar.high / 2
    for colour, row in bar.rows.items():
        wide = CAP + CHIP * len(row)
        x = bar.x - wide / 2
        cap = element("rect", x=x, y=y + 1, width=wide, height=HIGH - 2, rx=8, class_="chip l")
        shape = element("path", class_="m", d=sign(colour, x + CAP / 2 + 1, y + HIGH / 2, 6))
        parts = [cap, shape]
        for k, (action, notation) in enumerate(row):
            left = x + CAP + k * CHIP
            face = element("rect", x=left, y=y + 1, width=CHIP, height=HIGH - 2, rx=6, class_="chip t")
            parts.append(clickable(action, notation, face, glyph(split(action)[1], left + CHIP / 2, y + HIGH / 2)))
        drawn.append(element("g", *parts, class_=f"c{colour}"))
        y += HIGH
    return "".join(drawn)


def glyph(kind: int, x: float, y: float) -> str:
    """Draws the sign of a kind of piece: its floors, a gable, or a deck on two piers."""
    n = number
    if kind == ROOF:
        return element("path", class_="line", d=f"M{n(x - 9)} {n(y + 4)}l9 -10l9 10")
    if kind == BRIDGE:
        return element("path", class_="line", d=f"M{n(x - 10)} {n(y - 3)}h20m-4 0v9m-12 0v-9")
    return label(str(FLOORS[kind]), x=x, y=y + 7, class_="m glyph")
