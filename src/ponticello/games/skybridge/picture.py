"""Skybridge as a picture: the city as an architect's model, and below it everybody's pieces and the plan."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ponticello.engine.drawing import document, element, number, part
from ponticello.games.skybridge import panel
from ponticello.games.skybridge.city import city, scene
from ponticello.games.skybridge.isometry import VIEWS
from ponticello.games.skybridge.palette import STYLE
from ponticello.games.skybridge.position import Skybridge
from ponticello.games.skybridge.reach import reach, usable_pick
from ponticello.games.skybridge.referee import describe, status
from ponticello.games.skybridge.words import say

__all__ = ["VIEWS", "picture"]

WIDTH, CITY = 612.0, 532.0  # of the picture, and the height of the city in it
FAR_CORNER = 124.0  # of the slab: the sky above it is room for the towers
PAD = 12.0
TRAY = panel.TRAY + 2 * PAD  # the width of the tray with what is around it
PLAN = WIDTH - TRAY
LEAST_CITY, LEAST_TRAY = 326, 336  # pixels, for a finger: a span without towers is lowest in the city, a slot in the tray
STARS = "M52 70h0M118 38h0M96 146h0M178 92h0M236 32h0M262 98h0M318 54h0M372 30h0M428 98h0M28 232h0M476 34h0M568 42h0M576 132h0"


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

    `targets` maps the actions that can be clicked to their notation. With a piece as `pick`, such as "C3", the city shows where
    that piece fits, and towers where it does not carry that move as `data-try`. With a tower, such as "b2", the tray shows which
    pieces fit there. With neither, both can be picked. `last` are the actions of the last turn: what they have laid carries
    `data-last`, so that a page can let it drop into its place, and so do the marks around it.
    """
    if view not in VIEWS:
        raise ValueError(f"the city cannot be seen from {view!r}; choose one of: {', '.join(VIEWS)}")
    targets = targets or {}
    pick = usable_pick(targets, pick)
    seen = scene(state, view, WIDTH, FAR_CORNER)
    tall = max(PLAN, panel.tray_height(state) + 2 * PAD)
    height = CITY + tall
    model = [
        element("rect", width=WIDTH, height=CITY, rx=16, class_="sky"),
        element("path", d=STARS, class_="stars"),
        element("circle", cx=476, cy=112, r=96, class_="disc"),
        city(state, seen, last),
        reach(state, seen, targets, pick),
    ]
    scale = (PLAN - PAD) / panel.PLAN
    top, below = CITY + (tall - PLAN) / 2, CITY + (tall - panel.tray_height(state)) / 2

    def sheet(left: float, wide: float) -> str:
        return element("rect", x=left, y=CITY, width=wide, height=tall, rx=16, class_="panel")

    place = f"translate({number(TRAY)} {number(top + PAD / 2)}) scale({scale:.4g})"
    plan = element("g", panel.plan(state, seen, 0, 0, last), transform=place)
    body = [
        element("rect", width=WIDTH, height=height, rx=16, class_="sky"),
        element("rect", y=CITY, width=WIDTH, height=tall, rx=16, class_="panel"),
        part("board", (0, 0, WIDTH, CITY), *model, least=LEAST_CITY),
        part("hand", (0, CITY, TRAY, tall), sheet(0, TRAY), panel.tray(state, PAD, below, targets, pick), least=LEAST_TRAY),
        part("aside", (TRAY, top, PLAN, PLAN), sheet(TRAY, PLAN), plan),
    ]
    title = say("Skybridge: {status}", status=status(state))
    return document(STYLE, WIDTH, height, title=title, desc=describe(state, view), theme=theme, body="".join(body))
