"""The curve of a game: what everybody could expect, step by step, as a picture and in characters.

It is drawn for the width of a phone. Seats differ in colour and in shape, and turns that have a name carry a sign that players
know from other games: ! for well seen, ?! for a slip, ? for a mistake, ?? for a turning point.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from ponticello.analysis.model import FIND, MISTAKE, SLIP, TURNING_POINT, VICTORY, Review, Step
from ponticello.analysis.summary import amount_words, turn_words, verdict_words
from ponticello.engine.chart import chart, chart_style, scale
from ponticello.engine.drawing import element, label, number, polygon
from ponticello.engine.people import player_name
from ponticello.engine.words import say

SIGNS = {FIND: "!", SLIP: "?!", MISTAKE: "?", TURNING_POINT: "??"}

CSS = """
.draw{stroke:$quiet;stroke-width:1}
.ring{fill:$paper;stroke-width:1.6;stroke-dasharray:none}
.sign{font-weight:700;text-anchor:middle;stroke:$paper;stroke-width:3;paint-order:stroke}
.sign.bad{fill:$bad}
.sign.good{fill:$good}
.now{stroke:$ink;stroke-width:1.5}
.hit{fill:transparent}
"""
STYLE = chart_style("curve", 11, CSS)

WIDTH, FIELD = 360.0, 150.0
LEFT, RIGHT, TOP, LEGEND = 38.0, 12.0, 16.0, 18.0
NAME_ROOM = 14
SHAPES_APART = 46.0  # pixels between two shapes on a line
BLOCKS = " ▁▂▃▄▅▆▇█"


def curve_svg(review: Review, *, theme: str = "auto", at: int | None = None, clickable: bool = False) -> str:
    """Returns the curve as an SVG picture.

    `at` marks the place after so many steps; where it can be clicked, every step has a strip that carries its number, from 1, as
    `data-step`, and 0 stands for the beginning.
    """
    plot = _Plot(review)
    body = [
        *plot.grid(),
        *([] if at is None else [element("path", class_="now", d=f"M{number(plot.x(at))} {TOP - 6}v{number(FIELD + 12)}")]),
        *(part for seat in range(review.players) for part in plot.line(seat)),
        *plot.named(),
        *plot.legend(),
        *(plot.strips() if clickable else []),
    ]
    title = say("The curve of the game")
    return chart(STYLE, WIDTH, plot.height, title=title, desc=curve_words(review), theme=theme, body=body)


def curve_words(review: Review) -> str:
    """Returns in words what the curve shows: how it went up and down for everybody, and the turns that have a name."""
    curve = review.curve
    quarters = sorted({round(k * (len(curve) - 1) / 4) for k in range(5)})
    lines = []
    for seat in range(review.players):
        values = ", ".join(amount_words(review, curve[at][seat]) for at in quarters)
        lines.append(say("{name}: {points}", name=player_name(seat), points=values))
    for step in review.named():
        lines.append(
            say("{name}, {turn}: {words}", name=player_name(step.seat), turn=turn_words(step), words=verdict_words(review, step))
        )
    return "; ".join(lines)


class _Plot:
    """Where things lie in the picture."""

    def __init__(self, review: Review) -> None:
        self.review, self.curve = review, review.curve
        rows = math.ceil(review.players / 2)
        self.height = TOP + FIELD + 14 + LEGEND * rows + 6
        self.low, self.high, self.tick = 0.0, float(VICTORY), VICTORY / 4
        if review.players == 1:
            values = [amounts[0] / review.unit for amounts in self.curve]
            self.low, self.high, self.tick = (review.unit * end for end in scale(min(values), max(values)))

    def x(self, at: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * at / max(1, len(self.curve) - 1)

    def y(self, amount: float) -> float:
        return TOP + FIELD * (1 - (amount - self.low) / (self.high - self.low))

    def grid(self) -> list[str]:
        """Draws the scale on the left, and below a stroke for each time that chance acted."""
        parts = []
        for k in range(round((self.high - self.low) / self.tick) + 1):
            amount = self.low + k * self.tick
            words = f"{round(100 * amount / VICTORY)}%" if self.review.players > 1 else f"{abs(amount) / self.review.unit:g}"
            parts.append(element("path", class_="grid", d=f"M{LEFT} {number(self.y(amount))}H{WIDTH - RIGHT}"))
            parts.append(label(words, class_="note", x=LEFT - 5, y=self.y(amount) + 4, text_anchor="end"))
        drawn = [k for k, step in enumerate(self.review.steps) if step.is_chance]
        strokes = "".join(f"M{number(self.x(k + 0.5))} {TOP + FIELD + 3}v5" for k in drawn)
        return [*parts, element("path", class_="draw", d=strokes)] if strokes else parts

    def line(self, seat: int) -> list[str]:
        """Draws what a seat could expect, with its shape now and then and at the end."""
        points = [(self.x(k), self.y(amounts[seat])) for k, amounts in enumerate(self.curve)]
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        every = max(1, round(SHAPES_APART / max(0.01, self.x(1) - self.x(0))))
        marked = {*range(seat * every // self.review.players, len(points), every), len(points) - 1}
        shapes = [shape(seat, x, y, 3.6) for k, (x, y) in enumerate(points) if k in marked]
        return [element("path", class_=f"line line{seat}", d=d), *shapes]

    def named(self) -> list[str]:
        """Draws a ring and a sign at every turn that has a name."""
        parts = []
        for k, step in enumerate(self.review.steps):
            if step.verdict:
                x, y = self.x(k + 1), self.y(step.after[step.seat])
                kind = "good" if step.verdict == FIND else "bad"
                above = y - 8 if y > TOP + 14 else y + 16
                words = f"{player_name(step.seat)}, {turn_words(step)}: {verdict_words(self.review, step)}"
                parts.append(
                    element(
                        "g",
                        element("title", escape(words, quote=False)),
                        element("circle", class_=f"ring line{step.seat}", cx=x, cy=y, r=4),
                        label(SIGNS[step.verdict], class_=f"sign {kind}", x=min(max(x, LEFT + 6), WIDTH - 10), y=above),
                    )
                )
        return parts

    def legend(self) -> list[str]:
        """Says below whose line is whose, and how it ended for everybody."""
        parts = []
        for seat in range(self.review.players):
            x, y = LEFT + seat % 2 * 164, TOP + FIELD + 26 + seat // 2 * LEGEND
            said = f"{player_name(seat, NAME_ROOM)} {amount_words(self.review, self.curve[-1][seat])}"
            parts += [shape(seat, x, y - 4, 4.6), label(said, x=x + 10, y=y)]
        return parts

    def strips(self) -> list[str]:
        """Lays a strip over every step that can be clicked."""
        half = (self.x(1) - self.x(0)) / 2
        parts = []
        for k in range(len(self.curve)):
            left, right = max(LEFT - 4, self.x(k) - half), min(WIDTH, self.x(k) + half)
            parts.append(
                element("rect", class_="hit", x=left, y=0, width=right - left, height=TOP + FIELD + 10, data_step=str(k))
            )
        return parts


def shape(seat: int, x: float, y: float, r: float) -> str:
    """Draws the shape that stands for a seat: a disc, a square, a triangle or a diamond."""
    if seat == 0:
        return element("circle", class_="dot0", cx=x, cy=y, r=r)
    corners = {
        1: [(-r * 0.9, -r * 0.9), (r * 0.9, -r * 0.9), (r * 0.9, r * 0.9), (-r * 0.9, r * 0.9)],
        2: [(0, -r * 1.2), (r * 1.1, r * 0.9), (-r * 1.1, r * 0.9)],
        3: [(0, -r * 1.3), (r * 1.1, 0), (0, r * 1.3), (-r * 1.1, 0)],
    }[seat]
    return polygon(((x + dx, y + dy) for dx, dy in corners), class_=f"dot{seat}")


def curve_text(review: Review, width: int = 60, rows: int = 3) -> str:
    """Returns the curve in characters, one band for every seat."""
    curve = review.curve
    columns = min(width, len(curve))
    plot = _Plot(review)
    lines = []
    for seat in range(review.players):
        heights = []
        for column in range(columns):
            at = round(column * (len(curve) - 1) / max(1, columns - 1))
            share = (curve[at][seat] - plot.low) / (plot.high - plot.low)
            heights.append(round(min(max(share, 0.0), 1.0) * rows * 8))
        ends = f"{amount_words(review, curve[0][seat])} → {amount_words(review, curve[-1][seat])}"
        lines.append(say("{name}: {points}", name=player_name(seat), points=ends))
        for row in reversed(range(rows)):
            lines.append("".join(BLOCKS[min(max(height - 8 * row, 0), 8)] for height in heights).rstrip())
        lines.append(sign_line(review.steps, seat, columns).rstrip())
    return "\n".join(lines)


def sign_line(steps: Sequence[Step], seat: int, columns: int) -> str:
    """Returns the signs of a seat's named turns, each under its place in the band."""
    signs = [" "] * (columns + 1)
    for k, step in enumerate(steps):
        if step.verdict and step.seat == seat:
            column = round((k + 1) * (columns - 1) / len(steps))
            for place, sign in enumerate(SIGNS[step.verdict]):
                signs[min(column + place, columns)] = sign
    return "".join(signs)
