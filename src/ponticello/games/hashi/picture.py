"""Hashi as a picture: everybody's board as a sea chart, drawn by hand, with the cards above.

A pennant is red and a swallow-tail blue, a finished island is filled and ringed, what is new stands in brackets or in a sleeve:
no colour says anything alone. Nothing in the picture is referred to by an id, so that any number of pictures can share a page.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil

from ponticello.engine.drawing import UNCONFIRMED, document, element, label, part
from ponticello.engine.people import player_name, width
from ponticello.games.hashi.awards import points
from ponticello.games.hashi.chart import BROAD, Chart, placed
from ponticello.games.hashi.palette import STYLE
from ponticello.games.hashi.panel import (
    BOX_HEIGHT,
    BUTTON_HIGH,
    CARDS_WIDTH,
    FIRST_NUMBERS,
    HEADER,
    cards,
    first_numbers,
    header,
    score,
    won_awards,
)
from ponticello.games.hashi.position import SEATS, START, Hashi
from ponticello.games.hashi.reading import NAME_ROOM, activity, fresh_ink, seat_of_targets, take_up, winners
from ponticello.games.hashi.referee import status
from ponticello.games.hashi.strokes import paths, tick
from ponticello.games.hashi.tell import describe
from ponticello.games.hashi.waters import RIM
from ponticello.games.hashi.words import count, say

Box = tuple[float, float, float, float]

ALL = "all"
VIEWS = (ALL, *(str(seat + 1) for seat in range(SEATS)))

WIDTH = 720
PAD = 20
GAP = 18
HAND: Box = (0, 0, 416, 216)  # the card in play, what is to be done, and the score
DECK: Box = (416, 0, 304, 216)
EDGE = 14  # what is left around a board
FINGER = 40  # pixels


def picture(
    state: Hashi,
    *,
    theme: str = "auto",
    targets: Mapping[int, str] | None = None,
    last: Collection[int] = (),
    view: str = "",
    pick: str = "",
) -> str:
    """Returns the boards as an SVG document: all alike, or the board of the player whose number is the view large.

    `targets` maps legal actions to their notation: each becomes a mark that carries it as `data-move`, on the board of the view,
    or in the view of all on the first board where these actions are legal. To leave something out is no place on a board; but
    where the number may be left out, the bridges that could be drawn then are there, each with both steps. `last` lists the
    actions of the last turn: what came of them carries `data-last`, so that a page can let it fly in, and so do the marks around
    it. In the set-up `pick` is the number in hand,
    "three" or "four"; later the only one is "turn", which says that the last turn is still in hand, so that the round goes on.
    """
    if pick == UNCONFIRMED:
        state = take_up(state)
    large = seat_of_view(state, view)
    wanted = targets or {}
    seat = large if large is not None else seat_of_targets(state, wanted) if wanted else None
    layout = Layout(state, wanted, seat, last, FIRST_NUMBERS.get(pick, 3))
    body, height = layout.one_large(large) if large is not None else layout.all_alike()
    return document(
        STYLE,
        WIDTH,
        height,
        title=say("Hashi: {status}", status=status(state)),
        desc=describe(state),
        theme=theme,
        body="".join([paper((0, 0, WIDTH, height)), *body]),
    )


def paper(box: Box) -> str:
    """Draws a sheet for something to lie on."""
    x, y, width, height = box
    return element("rect", class_="paper", x=x, y=y, width=width, height=height, rx=14)


def sheet(kind: str, box: Box, *drawn: str, least: float | None = None) -> str:
    """Returns a part of the picture on a sheet of its own."""
    return part(kind, box, paper(box), *drawn, least=least)


def seat_of_view(state: Hashi, view: str) -> int | None:
    """Returns the seat whose board is to be large, or None when all are alike."""
    if view not in ("", *VIEWS):
        raise ValueError(f"Hashi has no view {view!r}; choose one of: {', '.join(VIEWS)}")
    if view in ("", ALL):
        return 0 if state.seats == 1 else None
    if int(view) > state.seats:
        raise ValueError(f"there is no view {view!r} in this game: it has {count(state.seats, 'player')}")
    return int(view) - 1


class Layout:
    """Where the boards lie in the picture."""

    def __init__(self, state: Hashi, targets: Mapping[int, str], seat: int | None, last: Collection[int], number: int) -> None:
        self.state = state
        self.chart = Chart(state)
        self.targets = targets
        self.seat = seat  # that the targets are for
        self.fresh = fresh_ink(state, last)
        self.number = number  # in hand in the set-up
        self.below = HAND[3]

    def top(self, large: int | None) -> list[str]:
        """Draws the card in play with what is to be done and, if it is about one player, the score; and all the cards."""
        x, y, wide, _ = HAND
        inner = wide - 2 * EDGE
        drawn = header(self.state, x + EDGE, y + EDGE, self.seat)
        low = y + EDGE + HEADER + 8
        if self.state.phase == START and self.targets:
            drawn += first_numbers(x + EDGE, low, inner, self.number)
        elif large is not None:
            shrink = inner / (WIDTH - 2 * PAD)
            drawn.append(placed(x + EDGE, low + 4, shrink, score(self.state, large, inner / shrink)))
        deck = cards(self.state, DECK[0] + (DECK[2] - CARDS_WIDTH) / 2, DECK[1] + EDGE + 12, self.targets)
        return [
            sheet("hand", HAND, *drawn, least=ceil(FINGER / BUTTON_HIGH * wide)),
            sheet("aside", (*DECK[:3], HEADER + 2 * EDGE + 12), deck),
        ]

    def least(self, wide: float, size: str, box_wide: float) -> float:
        """Returns how many pixels wide boards have to be shown, for a finger to hit an island or a line on one of them."""
        return ceil(FINGER / (BROAD * self.scale(wide, size)) * box_wide)

    def all_alike(self) -> tuple[list[str], float]:
        """Draws the boards two abreast."""
        parts: list[str] = []
        wide, y = (WIDTH - 2 * PAD - GAP) / 2, float(self.below)
        for seat in range(self.state.seats):
            alone = seat == self.state.seats - 1 and seat % 2 == 0
            x = (WIDTH - wide) / 2 if alone else PAD + seat % 2 * (wide + GAP)
            drawn, height = self.board(seat, x, y, wide, "medium")
            parts += drawn
            if seat % 2 or alone:
                y += height + GAP
        bottom = y - GAP + PAD
        box = (0, self.below - EDGE, WIDTH, bottom - self.below + EDGE)
        return [*self.top(None), sheet("board", box, *parts, least=self.least(wide, "medium", WIDTH))], bottom

    def one_large(self, large: int) -> tuple[list[str], float]:
        """Draws one board large and the others beneath it."""
        wide = WIDTH - 2 * PAD
        drawn, height = self.board(large, PAD, self.below, wide, "large")
        box = (PAD - EDGE, self.below - EDGE, wide + 2 * EDGE, height + 2 * EDGE)
        parts = [*self.top(large), sheet("board", box, *drawn, least=self.least(wide, "large", box[2]))]
        y = self.below + height
        others = [(large + k) % self.state.seats for k in range(1, self.state.seats)]
        if others:
            small, y = self.others(others, y + EDGE)
            parts.append(small)
        return parts, y + PAD

    def others(self, seats: list[int], y: float) -> tuple[str, float]:
        """Draws some boards side by side; returns where they end, too."""
        abreast, size = (3, "small") if len(seats) == 3 else (2, "medium")
        wide = (WIDTH - 2 * PAD + GAP) / abreast - GAP
        left = PAD + (abreast - len(seats)) * (wide + GAP) / 2
        parts: list[str] = []
        for k, seat in enumerate(seats):
            drawn, height = self.board(seat, left + k * (wide + GAP), y + EDGE, wide, size)
            parts += drawn
        box = (left - EDGE, y, len(seats) * (wide + GAP) - GAP + 2 * EDGE, height + 2 * EDGE)
        return sheet("aside", box, *parts), y + box[3]

    def scale(self, wide: float, size: str) -> float:
        """Returns how large a board is drawn in some width."""
        across, down = self.chart.waters.outer(size)
        return wide / max(across, down * 0.96)

    def board(self, seat: int, x: float, y: float, wide: float, size: str) -> tuple[list[str], float]:
        """Draws a player's board with name and score; returns its height as well."""
        parts, start = [], y
        if self.state.seats > 1:
            parts += self.heading(seat, x, y, wide, size)
            y += 58 if size == "small" else 36
        (across, down), scale = self.chart.waters.outer(size), self.scale(wide, size)
        gutter = across - self.chart.waters.width - 2 * RIM
        fresh: Mapping[int, int] = self.fresh.get(seat, {})
        sea = self.chart.board(seat, size, fresh) + self.chart.news(fresh)
        if seat == self.seat:
            sea += self.chart.tries(seat, self.targets)
            sea += self.chart.shortcuts(seat, self.targets) + self.chart.targets(seat, self.targets, self.number)
        left = x + (wide - across * scale) / 2
        parts.append(placed(left + (gutter + RIM) * scale, y + RIM * scale, scale, sea, size))
        y += down * scale + 8
        if size == "small":
            parts.append(placed(x, y, 1, won_awards(self.state, seat)))
            return parts, y + 34 - start
        if size == "medium":  # the score of a large board stands above it
            parts.append(placed(x, y, 0.66, score(self.state, seat, wide / 0.66)))
            y += BOX_HEIGHT * 0.66
        return parts, y - start

    def heading(self, seat: int, x: float, y: float, wide: float, size: str) -> list[str]:
        """Writes whose board it is, the points, and what the player is doing."""
        state, doing = self.state, activity(self.state, seat)
        is_acting = state.to_act >> seat & 1
        name = player_name(seat, NAME_ROOM)
        parts = [label(name, class_="name", x=x, y=y + 23)]
        parts.append(label(str(points(state, seat)), class_="points", x=x + wide, y=y + 23))
        at_x, at_y = (x, y + 48) if size == "small" else (x + 26 + 12.5 * width(name), y + 22)
        if not doing:
            return parts
        if seat in winners(state):
            parts.append(element("path", class_="star", d=star(at_x + 8, at_y - 6, 10)))
        elif is_acting:
            parts.append(element("path", class_="quill", d=f"M{at_x + 1} {at_y - 13:.4g}l13 6.5l-13 6.5z"))
        else:
            parts += paths(mark=tick(at_x + 7, at_y - 5, 7))
        parts.append(label(doing, class_="activity", x=at_x + 23, y=at_y))
        return parts


def star(x: float, y: float, r: float) -> str:
    """Returns a star with four points."""
    s, t = r * 0.3, r * 0.7
    return f"M{x:.4g} {y - r:.4g}l{s:g} {t:g}l{t:g} {s:g}l{-t:g} {s:g}l{-s:g} {t:g}l{-s:g} {-t:g}l{-t:g} {-s:g}l{t:g} {-s:g}z"
