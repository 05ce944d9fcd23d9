"""Skybridge as a picture: the city as an architect's model, and below it the plan and everybody's pieces."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ponticello.engine.drawing import document, element
from ponticello.games.skybridge import panel
from ponticello.games.skybridge.city import city, names, scene
from ponticello.games.skybridge.isometry import VIEWS
from ponticello.games.skybridge.palette import STYLE
from ponticello.games.skybridge.position import LOTS, Skybridge
from ponticello.games.skybridge.reach import lifts, reach, refusals
from ponticello.games.skybridge.referee import describe, status
from ponticello.games.skybridge.words import say

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
    "C3"), or all when it is no piece that can be taken. Towers where it, or the first piece that can be taken, does not fit
    carry that move as `data-try`. `last` are the actions of the last turn: what they have laid carries `data-last`, so that a
    page can let it drop into its place, and so do the marks around it.
    """
    if view not in VIEWS:
        raise ValueError(f"the city cannot be seen from {view!r}; choose one of: {', '.join(VIEWS)}")
    targets = targets or {}
    usable = list(dict.fromkeys(move.partition("@")[0] for action, move in targets.items() if action < LOTS))
    pick = pick if pick in usable else ""
    seen = scene(state, view, WIDTH, FAR_CORNER)
    tall = max(panel.PLAN, panel.tray_height(state))
    height = PANEL + tall + 2 * PAD + 14
    body = [
        element("rect", width=WIDTH, height=height, rx=16, class_="sky"),
        element("path", d=STARS, class_="stars"),
        element("circle", cx=548, cy=178, r=118, class_="disc"),
        city(state, seen, last),
        refusals(state, seen, targets, pick or next(iter(usable), "")),
        element("rect", x=14, y=PANEL, width=WIDTH - 28, height=tall + 2 * PAD, rx=12, class_="panel"),
        panel.plan(state, seen, 14 + PAD, PANEL + PAD + (tall - panel.PLAN) / 2, last),
        panel.tray(state, WIDTH - 14 - PAD - panel.TRAY, PANEL + PAD + (tall - panel.tray_height(state)) / 2, targets, pick),
        reach(state, seen, targets, pick),
        names(state, seen, lifts(seen, targets, pick)),
    ]
    words = describe(state, view)
    drawn = "".join(body)
    return document(
        STYLE, WIDTH, height, title=say("Skybridge: {status}", status=status(state)), desc=words, theme=theme, body=drawn
    )
