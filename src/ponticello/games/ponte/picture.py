"""Ponte as a picture: the chart of the lagoon, what can be clicked on it, and the legend beneath."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil

from ponticello.engine.drawing import UNCONFIRMED, document, element, part
from ponticello.games.ponte.chart import Chart, lagoon
from ponticello.games.ponte.legend import LEGEND_HEIGHT, LEGEND_LEFT, LEGEND_TOP, LEGEND_WIDTH, legend
from ponticello.games.ponte.offers import offers
from ponticello.games.ponte.palette import STYLE
from ponticello.games.ponte.position import Ponte
from ponticello.games.ponte.referee import describe, status
from ponticello.games.ponte.words import say

__all__ = ["Chart", "picture"]

WIDTH, HEIGHT = 720, LEGEND_TOP + LEGEND_HEIGHT + 6
CHART = (10, 22, 690, 686)  # where the chart lies, with its frame and coordinates
FINGER = 40  # pixels


def picture(
    state: Ponte,
    *,
    theme: str = "auto",
    targets: Mapping[int, str] | None = None,
    last: Collection[int] = (),
    view: str = "",
    pick: str = "",
) -> str:
    """Returns the position as an SVG document.

    `targets` maps legal actions to their notation: each becomes a mark that carries it as `data-move`, but for choices that are
    no place on the board (`choice` in tell.py). A bridge is offered once one of its ends is picked: `pick` is the cell, such as
    "c3". It is "turn" while the last turn is complete but still in hand. Cells where nothing can be done carry what one could
    think of as `data-try`. `last` lists the actions of the last turn. The board looks the same from everywhere: `view` must be
    empty.

    What is new carries `data-last`, so that a page can let it fly in: the piece itself, a "mark" around it, or, where a piece
    cannot be told from those that lie there, a copy that is only seen in "flight" and a "cover" for its place.
    """
    if view:
        raise ValueError(f"Ponte del Diavolo has no view {view!r}: its board is seen from above")
    chart = Chart(state)
    wanted = targets or {}
    is_in_hand = pick == UNCONFIRMED
    words = say("The turn is complete") if is_in_hand else status(state)
    lagoon_and_offers = [
        lagoon(chart),
        *chart.bridges(last),
        *chart.flights(last),
        *chart.news(last),
        *offers(chart, wanted, pick),
    ]
    beside = (LEGEND_LEFT, LEGEND_TOP, LEGEND_WIDTH, LEGEND_HEIGHT)
    body = [
        paper(0, 0, WIDTH, HEIGHT),
        part("board", CHART, paper(*CHART), *lagoon_and_offers, least=ceil(FINGER / chart.cell * CHART[2])),
        part(
            "hand",
            beside,
            paper(*beside),
            *legend(state, words, is_in_hand),
        ),
    ]
    return document(
        STYLE,
        WIDTH,
        HEIGHT,
        title=say("Ponte del Diavolo: {status}", status=words),
        desc=words if is_in_hand else describe(state),
        theme=theme,
        body="".join(body),
    )


def paper(x: float, y: float, width: float, height: float) -> str:
    """Draws a sheet for something to lie on."""
    return element("rect", class_="paper", x=x, y=y, width=width, height=height, rx=14)
