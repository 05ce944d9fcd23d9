"""Hashi as a picture: everybody's board as a sea chart, drawn by hand, with the cards above.

A pennant is red and a swallow-tail blue, a finished island is filled and ringed, what is new stands in brackets or in a sleeve:
no colour says anything alone. Nothing in the picture is referred to by an id, so that any number of pictures can share a page.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ponticello.engine.drawing import UNCONFIRMED, document, element, label
from ponticello.engine.people import player_name, width
from ponticello.games.hashi.awards import points
from ponticello.games.hashi.chart import Chart, placed
from ponticello.games.hashi.palette import STYLE
from ponticello.games.hashi.panel import BOX_HEIGHT, HEADER, header, score, won_awards
from ponticello.games.hashi.position import SEATS, Hashi
from ponticello.games.hashi.reading import NAME_ROOM, activity, fresh_ink, seat_of_targets, take_up, winners
from ponticello.games.hashi.referee import status
from ponticello.games.hashi.strokes import paths, tick
from ponticello.games.hashi.tell import describe
from ponticello.games.hashi.waters import RIM
from ponticello.games.hashi.words import count, say

ALL = "all"
VIEWS = (ALL, *(str(seat + 1) for seat in range(SEATS)))

WIDTH = 720
PAD = 20
GAP = 18


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
    it. Moves are never picked up half-way: the only `pick` is "turn", which says that the last turn is still in hand, so that the
    round goes on.
    """
    if pick == UNCONFIRMED:
        state = take_up(state)
    large = seat_of_view(state, view)
    wanted = targets or {}
    seat = large if large is not None else seat_of_targets(state, wanted) if wanted else None
    layout = Layout(state, wanted, seat, last)
    body, height = layout.one_large(large) if large is not None else layout.all_alike()
    return document(
        STYLE,
        WIDTH,
        height,
        title=say("Hashi: {status}", status=status(state)),
        desc=describe(state),
        theme=theme,
        body="".join([element("rect", class_="paper", width=WIDTH, height=height, rx=14), *body]),
    )


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

    def __init__(self, state: Hashi, targets: Mapping[int, str], seat: int | None, last: Collection[int]) -> None:
        self.state = state
        self.chart = Chart(state)
        self.targets = targets
        self.seat = seat  # that the targets are for
        self.fresh = fresh_ink(state, last)
        self.top = header(state, PAD, PAD + 4, WIDTH - 2 * PAD, seat, targets)
        self.below = PAD + 4 + HEADER + GAP

    def all_alike(self) -> tuple[list[str], float]:
        """Draws the boards two abreast."""
        parts, wide, y = list(self.top), (WIDTH - 2 * PAD - GAP) / 2, float(self.below)
        for seat in range(self.state.seats):
            alone = seat == self.state.seats - 1 and seat % 2 == 0
            x = (WIDTH - wide) / 2 if alone else PAD + seat % 2 * (wide + GAP)
            drawn, height = self.board(seat, x, y, wide, "medium")
            parts += drawn
            if seat % 2 or alone:
                y += height + GAP
        return parts, y - GAP + PAD

    def one_large(self, large: int) -> tuple[list[str], float]:
        """Draws one board large and the others beneath it."""
        drawn, height = self.board(large, PAD, self.below, WIDTH - 2 * PAD, "large")
        parts, y = self.top + drawn, self.below + height
        others = [(large + k) % self.state.seats for k in range(1, self.state.seats)]
        if others:
            abreast, size = (3, "small") if len(others) == 3 else (2, "medium")
            wide = (WIDTH - 2 * PAD + GAP) / abreast - GAP
            left = PAD + (abreast - len(others)) * (wide + GAP) / 2
            for k, seat in enumerate(others):
                drawn, height = self.board(seat, left + k * (wide + GAP), y + GAP, wide, size)
                parts += drawn
            y += GAP + height
        return parts, y + PAD

    def board(self, seat: int, x: float, y: float, wide: float, size: str) -> tuple[list[str], float]:
        """Draws a player's board with name and score; returns its height as well."""
        parts, start = [], y
        if self.state.seats > 1:
            parts += self.heading(seat, x, y, wide, size)
            y += 58 if size == "small" else 36
        across, down = self.chart.waters.outer(size)
        scale = wide / max(across, down * 0.96)
        gutter = across - self.chart.waters.width - 2 * RIM
        fresh: Mapping[int, int] = self.fresh.get(seat, {})
        sea = self.chart.board(seat, size, fresh) + self.chart.news(fresh)
        if seat == self.seat:
            sea += self.chart.tries(seat, self.targets)
            sea += self.chart.shortcuts(seat, self.targets) + self.chart.targets(seat, self.targets)
        left = x + (wide - across * scale) / 2
        parts.append(placed(left + (gutter + RIM) * scale, y + RIM * scale, scale, sea, size))
        y += down * scale + 8
        if size == "small":
            parts.append(placed(x, y, 1, won_awards(self.state, seat)))
            return parts, y + 34 - start
        shrink = 1.0 if size == "large" else 0.66
        parts.append(placed(x, y, shrink, score(self.state, seat, wide / shrink)))
        return parts, y + BOX_HEIGHT * shrink - start

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
