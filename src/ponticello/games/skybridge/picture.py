"""Skybridge as a picture: the city as an architect's model, and below it the plan and everybody's pieces."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ponticello.engine.drawing import document, element
from ponticello.games.skybridge import panel
from ponticello.games.skybridge.board import COLOUR_NAMES, TOWERS, pair_name, tower_name
from ponticello.games.skybridge.city import city, names, scene
from ponticello.games.skybridge.isometry import VIEWS
from ponticello.games.skybridge.palette import CSS, PALETTE
from ponticello.games.skybridge.reach import lifts, reach
from ponticello.games.skybridge.referee import PIECES, floors
from ponticello.games.skybridge.rules import COLOURS, KINDS, LOT, NOBODY, OVER, Skybridge, points, seat_to_move

__all__ = ["VIEWS", "picture"]

WIDTH = 720.0
FAR_CORNER = 205.0  # of the slab: the sky above it is room for the towers
PANEL = 652.0
PAD = 22.0
STARS = "M52 70h0M118 38h0M96 176h0M178 112h0M236 52h0M262 158h0M318 84h0M372 30h0M428 118h0M58 262h0M476 44h0M668 62h0M676 182h0"


def picture(
    state: Skybridge,
    *,
    theme: str = "auto",
    targets: Mapping[int, str] | None = None,
    last: Collection[int] = (),
    view: str = "south",
    pick: str = "",
) -> str:
    """Returns the city as an SVG document, seen from one side.

    `targets` maps the actions that can be clicked to their notation; of these the city shows those of the piece `pick` (such as
    "C3"), or all when it is empty. `last` are the actions of the last turn.
    """
    if view not in VIEWS:
        raise ValueError(f"the city cannot be seen from {view!r}; choose one of: {', '.join(VIEWS)}")
    targets = targets or {}
    seen = scene(state, view, WIDTH, FAR_CORNER)
    tall = max(panel.PLAN, panel.tray_height(state))
    height = PANEL + tall + 2 * PAD + 14
    body = [
        element("rect", width=WIDTH, height=height, rx=16, class_="sky"),
        element("path", d=STARS, class_="stars"),
        element("circle", cx=548, cy=178, r=118, class_="disc"),
        city(state, seen, last),
        element("rect", x=14, y=PANEL, width=WIDTH - 28, height=tall + 2 * PAD, rx=12, class_="panel"),
        panel.plan(state, seen, 14 + PAD, PANEL + PAD + (tall - panel.PLAN) / 2, last),
        panel.tray(state, WIDTH - 14 - PAD - panel.TRAY, PANEL + PAD + (tall - panel.tray_height(state)) / 2, targets, pick),
        reach(state, seen, targets, pick),
        names(state, seen, lifts(seen, targets, pick)),
    ]
    words = describe(state, view)
    drawn = "".join(body)
    return document("skybridge", WIDTH, height, title="Skybridge", desc=words, css=CSS, palette=PALETTE, theme=theme, body=drawn)


def describe(state: Skybridge, view: str) -> str:
    """Returns the position in words."""
    said = [f"A city of nine towers seen from the {view}."]
    said += [f"{tower_name(tower)}: {describe_tower(state, tower)}." for tower in range(TOWERS)]
    for colour in range(COLOURS):
        if state.bridge_on[colour] != NOBODY:
            said.append(f"The {COLOUR_NAMES[colour]} bridge joins {pair_name(state.bridge_on[colour]).replace('-', ' and ')}.")
    said += [f"Player {seat + 1} has {points(state, seat)} points." for seat in range(state.seats)]
    said.append(describe_turn(state))
    return " ".join(said)


def describe_tower(state: Skybridge, tower: int) -> str:
    """Returns a tower's height, top and owner in words."""
    if state.pieces[tower] == 0:
        return "empty"
    if state.owner[tower] != NOBODY:
        return f"{floors(state.height[tower])}, roofed and owned by {COLOUR_NAMES[state.owner[tower]]}"
    colour, kind = divmod(state.top[tower], KINDS)
    return f"{floors(state.height[tower])}, topped by {COLOUR_NAMES[colour]}'s {PIECES[kind]}"


def describe_turn(state: Skybridge) -> str:
    """Returns whose turn it is in words."""
    if state.phase == LOT:
        return "The lot decides who begins."
    if state.phase == OVER:
        return "The game is over."
    colour = f", with {COLOUR_NAMES[state.turn]}" if state.rotation else ""
    return f"Player {seat_to_move(state) + 1} is to move{colour}."
