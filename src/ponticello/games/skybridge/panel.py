"""Beside the city: a plan that hides nothing, and the tray with everybody's pieces, the turn and the score."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape

from ponticello.engine.drawing import element, emblem, label, number, polygon
from ponticello.engine.people import ended, player_name
from ponticello.engine.words import listed
from ponticello.games.skybridge.board import COLOUR_NAMES, NEIGHBOURS, PAIRS, TOWERS, WIDTH, pair_name, tower_name
from ponticello.games.skybridge.city import pointer
from ponticello.games.skybridge.isometry import PLOT, Scene, Solid, faces, flat
from ponticello.games.skybridge.notation import KIND_LETTERS
from ponticello.games.skybridge.palette import STYLE, sign
from ponticello.games.skybridge.position import BRIDGE, COLOURS, KINDS, LOTS, NEUTRAL, NOBODY, OVER, PLAY, ROOF, Skybridge
from ponticello.games.skybridge.reach import fitting, is_piece
from ponticello.games.skybridge.referee import piece_name
from ponticello.games.skybridge.rules import FLOORS, points, seat_to_move
from ponticello.games.skybridge.stacks import hands, just_laid
from ponticello.games.skybridge.tell import offer
from ponticello.games.skybridge.words import say

CELL = 68.0
GUTTER = 14.0
PLAN = WIDTH * CELL + (WIDTH - 1) * GUTTER

TRAY = 396.0
SLOT, ROW, NAME = 70.0, 58.0, 28.0  # the room for one kind of piece, for one colour, and for a player's name
ICON = Scene("south", 0, 0, 21)
ICON_SCALE = 0.265


# The plan


def plan(state: Skybridge, scene: Scene, x: float, y: float, last: Collection[int]) -> str:
    """Draws the city from above, turned like the picture: every tower's height, what it shows on top, and its bridges."""
    fresh = {piece.tower for piece in just_laid(state, last)}
    cells = [cell(state, tower, *_spot(scene, tower, x, y), tower in fresh) for tower in range(TOWERS)]
    return "".join(cells) + "".join(plan_bridges(state, scene, x, y))


def _spot(scene: Scene, tower: int, x: float, y: float) -> tuple[float, float]:
    across, down = scene.plot(tower)
    return x + across * (CELL + GUTTER), y + down * (CELL + GUTTER)


def cell(state: Skybridge, tower: int, x: float, y: float, is_fresh: bool) -> str:
    """Draws one tower from above: a roof shows its ridges, an open top is paler."""
    name = label(tower_name(tower), x=x + 7, y=y + 19, class_="small")
    square = {"x": x, "y": y, "width": CELL, "height": CELL, "rx": 5}
    if state.pieces[tower] == 0:
        return element("rect", **square, class_="cell bare") + name
    colour = state.top[tower] // KINDS
    parts = [element("rect", **square, class_="cell p")]
    if state.owner[tower] != NOBODY:
        n = number
        ridges = f"M{n(x)} {n(y)}l{n(CELL)} {n(CELL)}m0 {n(-CELL)}l{n(-CELL)} {n(CELL)}"
        parts = [element("rect", **square, class_="cell t"), element("path", d=ridges, class_="ridge")]
    parts.append(element("path", class_="m", d=sign(colour, x + CELL - 15, y + 14, 7.5)))
    parts.append(label(tower_name(tower), x=x + 7, y=y + 19, class_="small strong"))
    parts.append(label(str(state.height[tower]), x=x + CELL / 2, y=y + 53, class_="high"))
    if is_fresh:
        parts.append(element("rect", **square, class_="fresh", data_last="mark"))
        parts.append(pointer(x - 1, y + CELL - 11))
    return element("g", *parts, class_=f"c{colour}")


def plan_bridges(state: Skybridge, scene: Scene, x: float, y: float) -> list[str]:
    """Draws a bar with the owner's mark between the two towers that a bridge joins."""
    drawn = []
    for colour in range(COLOURS):
        pair = state.bridge_on[colour]
        if pair == NOBODY:
            continue
        # More than one bridge can join the same towers, at different heights: side by side on the plan.
        same = [other for other in range(COLOURS) if state.bridge_on[other] == pair]
        aside = (same.index(colour) - (len(same) - 1) / 2) * 22
        (ax, ay), (bx, by) = (_spot(scene, tower, x, y) for tower in NEIGHBOURS[pair])
        cx, cy = (ax + bx + CELL) / 2, (ay + by + CELL) / 2
        wide, high = GUTTER + 14, 20.0
        if ax == bx:
            wide, high = high, wide
            cx += aside
        else:
            cy += aside
        bar = element("rect", x=cx - wide / 2, y=cy - high / 2, width=wide, height=high, rx=3, class_="chip t")
        drawn.append(element("g", bar, element("path", class_="m", d=sign(colour, cx, cy, 6)), class_=f"c{colour}"))
    return drawn


# The tray


def tray_height(state: Skybridge) -> float:
    """Returns the height of the whole tray."""
    rows = sum(len(colours) for _, colours in hands(state))
    return rows * ROW + state.seats * NAME + (state.seats - 1) * 8


def tray(state: Skybridge, x: float, y: float, targets: Mapping[int, str], pick: str) -> str:
    """Draws everybody's pieces: those that can be taken carry `data-pick`, those that fit on the tower taken before them their
    move as `data-move`, the others a move of theirs as `data-try`."""
    usable = {notation.partition("@")[0] for action, notation in targets.items() if action < LOTS}
    scores = [points(state, seat) for seat in range(state.seats)]
    drawn, picks = [], []
    for seat, colours in hands(state):
        tall = ROW * len(colours)
        is_turn = state.phase == PLAY and seat_to_move(state) == seat and not ended()
        if is_turn:
            drawn.append(element("rect", x=x - 6, y=y, width=TRAY + 12, height=NAME + tall, rx=8, class_="turn"))
        drawn.append(label(player_name(seat), x=x + 30 if is_turn else x + 8, y=y + NAME - 5, class_="holder"))
        y += NAME
        if is_turn:
            drawn.append(pointer(x + 14, y + ROW * (colours.index(state.turn) + 0.5) if state.rotation else y - NAME / 2 + 1))
        drawn.append(lot(targets.get(LOTS + seat, ""), seat, x + 3, y + tall / 2))
        for k, colour in enumerate(colours):
            middle = y + ROW * (k + 0.5)
            parts = [element("path", class_="t", d=sign(colour, x + 46, middle, 11))]
            parts.append(element("path", class_="m", d=sign(colour, x + 46, middle, 6)))
            for kind in range(ROOF) if state.seats == 3 and colour == NEUTRAL else range(KINDS):
                piece = COLOUR_NAMES[colour][0].upper() + KIND_LETTERS[kind]
                shown = slot(state, seat, colour, kind, x + 62 + kind * SLOT, middle)
                if piece in usable and is_turn and (offered := taken(targets, colour, kind, piece, pick)):
                    words, answers = offered
                    title = element("title", escape(words, quote=False))
                    picks.append(element("g", element("g", title, *shown, **answers), class_=f"c{colour}"))
                else:
                    asked = (
                        refused(piece, "" if is_piece(pick) else pick) if usable and (is_turn or piece not in usable) else None
                    )
                    parts.append(element("g", *shown, data_try=asked))
            drawn.append(element("g", *parts, class_=f"c{colour}"))
        drawn.append(label(str(scores[seat]), x=x + TRAY - 4, y=y + tall / 2 + 11, class_="score"))
        if state.phase == OVER and scores[seat] == max(scores):
            drawn.append(element("path", class_="star", d=star(x + 8, y + tall / 2, 10)))
        y += tall + 8
    return "".join(drawn + picks)  # what only says why lies below all that can be clicked


def seat_sign(state: Skybridge, seat: int, theme: str) -> str:
    """Draws the colours that a seat owns, each in its shape."""
    colours = [c for c in dict(hands(state))[seat] if state.seats != 3 or c != NEUTRAL]
    parts = []
    for k, colour in enumerate(colours):
        shape = element("path", class_="t", d=sign(colour, 12 + 24 * k, 12, 9.5))
        middle = element("path", class_="m", d=sign(colour, 12 + 24 * k, 12, 4.5))
        parts.append(element("g", shape, middle, class_=f"c{colour}"))
    named = listed(say(COLOUR_NAMES[colour]) for colour in colours)
    return emblem(STYLE, theme, *parts, words=named, width=24 * len(colours))


def taken(targets: Mapping[int, str], colour: int, kind: int, piece: str, pick: str) -> tuple[str, dict[str, str]] | None:
    """Returns the words for a piece that can be taken, and what that does: it comes in hand or, if a tower was taken before,
    goes there; nothing if it does not fit there. A bridge that could lead to more than one neighbour comes in hand."""
    if not pick or is_piece(pick):
        return piece_name(colour, kind), {"class_": "pick held" if piece == pick else "pick", "data_pick": piece}
    ways = fitting(targets, piece, pick)
    if len(ways) == 1:
        return offer(ways[0]), {"class_": "target", "data_move": targets[ways[0]]}
    return (piece_name(colour, kind), {"class_": "pick", "data_pick": piece}) if ways else None


def refused(piece: str, tower: str) -> str:
    """Returns a move of a piece that cannot go to a tower, or anywhere, to ask why."""
    if not piece.endswith(KIND_LETTERS[BRIDGE]):
        return f"{piece}@{tower or tower_name(0)}"
    return f"{piece}@{next(name for name in map(pair_name, range(PAIRS)) if not tower or tower in name.split('-'))}"


def slot(state: Skybridge, seat: int, colour: int, kind: int, x: float, y: float) -> list[str]:
    """Draws what a seat has of a kind of piece: a small model and how many, in a frame that is only seen if it can be taken."""
    count = state.stock[seat * COLOURS + colour, kind]
    frame = {"x": x + 2, "y": y - ROW / 2 + 4, "width": SLOT - 3, "height": ROW - 8, "rx": 7}
    model = icon(colour, kind, x + 22, y)
    return [
        element("rect", class_="slot", pointer_events="all", **frame),
        model if count else element("g", model, class_="none"),
        label(f"\u00d7{count}", x=x + 40, y=y + 7, class_="count"),
    ]


def icon(colour: int, kind: int, x: float, y: float) -> str:
    """Draws a small model of a piece around a point, with its mark."""
    if kind == ROOF:
        west, near, east, peak = ICON.pyramid(0, 0)
        x0, y0 = peak[0], near[1] - 34
        drawn = polygon((west, near, peak), class_="l") + polygon((near, east, peak), class_="r")
        drawn += element("path", class_="m", d=sign(colour, x0, y0, 15))
        middle = x0, (peak[1] + near[1]) / 2
    else:
        storeys = int(FLOORS[kind])
        wide = PLOT * 1.5 if kind == BRIDGE else PLOT
        deep = PLOT * 0.62 if kind == BRIDGE else PLOT
        high = storeys * ICON.floor
        solid = Solid(0, 0, wide, deep, 0, high)
        lines = "".join(f"M0 {number(-k * ICON.floor)}h{number(PLOT)}" for k in range(1, storeys))
        floors = element("path", class_="storey", d=lines) if lines else ""
        shape = element("path", class_="m", d=sign(colour, 0, 0, 20), transform=flat(ICON, solid))
        drawn = faces(ICON, solid, floors, floors) + shape
        middle = ICON.at(wide / 2, deep / 2, high / 2)
    n = number
    place = f"translate({n(x - middle[0] * ICON_SCALE)} {n(y - middle[1] * ICON_SCALE)}) scale({ICON_SCALE})"
    return element("g", drawn, transform=place)


def lot(notation: str, seat: int, x: float, y: float) -> str:
    """Draws the button that lets the lot fall on a seat."""
    if not notation:
        return ""
    button = element("rect", x=x - 13, y=y - 19, width=26, height=38, rx=8, class_="lot")
    title = element("title", escape(offer(LOTS + seat)))
    return element("g", title, button, pointer(x + 7, y), class_="target", data_move=notation)


def star(x: float, y: float, r: float) -> str:
    """Returns a path with a four-pointed star around a point."""
    n = number
    a, b = r, r * 0.28
    corners = [(0, -a), (b, -b), (a, 0), (b, b), (0, a), (-b, b), (-a, 0), (-b, -b)]
    return "M" + "L".join(f"{n(x + dx)} {n(y + dy)}" for dx, dy in corners) + "z"
