"""What can be clicked in the city: the piece in hand as a ghost wherever it fits, or, while there is none, the towers.

A move is a piece and a place, and either can be taken first. There is never more than one mark on a tower.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape

from ponticello.engine.drawing import element, polygon
from ponticello.games.skybridge.board import NEIGHBOURS, TOWERS, pair_name, tower_name
from ponticello.games.skybridge.city import rise
from ponticello.games.skybridge.isometry import ROOF_HEIGHT, Point, Scene, faces
from ponticello.games.skybridge.notation import KIND_LETTERS, split
from ponticello.games.skybridge.palette import sign
from ponticello.games.skybridge.position import BRIDGE, LOTS, NOBODY, ROOF, Skybridge
from ponticello.games.skybridge.rules import FLOORS
from ponticello.games.skybridge.tell import offer
from ponticello.games.skybridge.words import say

LEAST_HIGH = 14.0  # of what a finger hits of a bridge


def reach(state: Skybridge, scene: Scene, targets: Mapping[int, str], pick: str) -> str:
    """Draws what the city answers: where the piece in hand fits or, with none in hand, all towers, which can be taken."""
    placed = {action: notation for action, notation in targets.items() if action < LOTS}
    if not placed:
        return ""
    if not is_piece(pick):
        return towers_to_take(state, scene, pick)
    chosen = {action: notation for action, notation in placed.items() if notation.startswith(f"{pick}@")}
    # From the back to the front, so that the nearer ghost takes the click.
    in_order = sorted(chosen, key=lambda action: _depth(scene, action))
    return refusals(state, scene, targets, pick) + "".join(ghost(state, scene, action, chosen[action]) for action in in_order)


def usable_pick(targets: Mapping[int, str], pick: str) -> str:
    """Returns what is in hand: a piece that can be laid, or a tower while anything can; nothing else can be."""
    pieces = {notation.partition("@")[0] for action, notation in targets.items() if action < LOTS}
    towers = {tower_name(tower) for tower in range(TOWERS)} if pieces else set()
    return pick if pick in pieces | towers else ""


def is_piece(pick: str) -> bool:
    """Tells a piece in hand, such as "C3", from a tower, such as "b2"."""
    return pick[:1].isupper()


def fitting(targets: Mapping[int, str], piece: str, tower: str) -> list[int]:
    """Returns the actions that lay a piece on a tower; a bridge may lead from it to more than one neighbour."""
    return [
        action
        for action, notation in targets.items()
        if action < LOTS and notation.startswith(f"{piece}@") and tower in notation.partition("@")[2].split("-")
    ]


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


def standing(state: Skybridge, scene: Scene, tower: int) -> list[Point]:
    """Returns the outline of a tower from the ground to its top, or half-way up its roof."""
    top = rise(scene, state.height[tower]) + (ROOF_HEIGHT / 2 if state.owner[tower] != NOBODY else 0)
    return scene.outline(scene.box(tower, 0, top))


def from_the_back(scene: Scene) -> list[int]:
    """Returns the towers, each before those that stand nearer and may hide it."""
    return sorted(range(TOWERS), key=lambda tower: sum(scene.plot(tower)))


def towers_to_take(state: Skybridge, scene: Scene, pick: str) -> str:
    """Lets every tower be taken first, so that the pieces in hand say which of them fit there; the one taken is outlined."""
    drawn = []
    for tower in from_the_back(scene):
        name = tower_name(tower)
        title = element("title", escape(say("what fits on {tower}", tower=name), quote=False))
        edge = polygon(standing(state, scene, tower), class_="hit edge")
        drawn.append(element("g", title, edge, class_="pick tower held" if name == pick else "pick tower", data_pick=name))
    return "".join(drawn)


def refusals(state: Skybridge, scene: Scene, targets: Mapping[int, str], piece: str) -> str:
    """Lays over each tower where a piece may not go an area that can ask why; the others only hide what stands behind them."""
    drawn = []
    for tower in from_the_back(scene):
        places = [tower_name(tower)]
        if piece.endswith(KIND_LETTERS[BRIDGE]):
            places = [pair_name(pair) for pair, towers in enumerate(NEIGHBOURS) if tower in towers]
        asked = (f"{piece}@{place}" for place in places)
        refused = next((move for move in asked if move not in targets.values()), None)
        drawn.append(polygon(standing(state, scene, tower), class_="hit", data_try=refused))
    return "".join(drawn)


# A piece in hand


def ghost(state: Skybridge, scene: Scene, action: int, notation: str) -> str:
    """Draws the piece as it would lie; of a bridge only the span, since its ends may overlap those of other choices."""
    colour, kind, place = split(action)
    low = rise(scene, state.height[_towers(action)[0]])
    if kind == BRIDGE:
        solid = scene.span(*NEIGHBOURS[place], low, low + scene.floor)
    else:
        solid = scene.box(place, low, low + int(FLOORS[kind]) * scene.floor)
    if kind == ROOF:
        west, near, east, peak = scene.pyramid(place, low)
        walls = polygon((west, near, peak), class_="l") + polygon((near, east, peak), class_="r")
        edge = polygon((west, near, east, peak), class_="edge")
        x, y = scene.centre(place, low + 14)
        shape = element("path", class_="m", d=sign(colour, x, y, 10))
    else:
        walls = faces(scene, solid)
        edge = polygon(scene.outline(solid), class_="edge")
        x, y = scene.at(solid.u + solid.wide / 2, solid.v + solid.deep / 2, solid.high)
        shape = element("path", class_="m", d=sign(colour, x, y, 11))
    # A low span is lower than a finger.
    hit = polygon(scene.outline(replace(solid, high=max(solid.high, low + LEAST_HIGH))), class_="hit") if kind == BRIDGE else ""
    return clickable(action, notation, hit, element("g", walls, edge, shape, class_="ghost"))
