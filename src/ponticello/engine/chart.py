"""The look that all charts share, by day and by night: paper, grid, four lines that differ in colour and dashes, and a scale."""

from __future__ import annotations

import math

from ponticello.engine.drawing import Palette, Style, document, element

PALETTE: Palette = {
    "paper": ("#fffdf7", "#131e24"),
    "ink": ("#22333a", "#ece6d6"),
    "quiet": ("#5a6668", "#a6b2b2"),
    "grid": ("#e6ddc9", "#26343b"),
    "line0": ("#1c6074", "#86cadb"),
    "line1": ("#a8512b", "#e59c70"),
    "line2": ("#27633f", "#94d3a6"),
    "line3": ("#7a3b82", "#d9a6e2"),
    "bad": ("#97261f", "#ffaba2"),
    "good": ("#27633f", "#94d3a6"),
}
CSS = """
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-size:SIZEpx;fill:$ink}
.paper{fill:$paper}
.title{font-size:TITLEpx;font-weight:600}
.note{font-size:NOTEpx;fill:$quiet}
.grid{stroke:$grid;stroke-width:1;fill:none}
.zero{stroke:$quiet;stroke-width:1}
.line{fill:none;stroke-width:2;stroke-linejoin:round}
.bar{fill:none;stroke-width:1.5;stroke-linecap:round}
.line0{stroke:$line0}
.line1{stroke:$line1;stroke-dasharray:7 3}
.line2{stroke:$line2;stroke-dasharray:2 2.5}
.line3{stroke:$line3;stroke-dasharray:9 3 2 3}
.dot0{fill:$line0}
.dot1{fill:$line1}
.dot2{fill:$line2}
.dot3{fill:$line3}
"""
LEAST = 11  # pixels of a letter


def chart_style(name: str, size: int = 12, css: str = "") -> Style:
    """Returns the style of one kind of chart: how large its letters are, and what it has beyond the others."""
    sizes = {"SIZE": size, "TITLE": size + 3, "NOTE": max(LEAST, size - 2)}
    common = CSS
    for word, pixels in sizes.items():
        common = common.replace(f"{word}px", f"{pixels}px")
    return Style(name, common + css, PALETTE)


def chart(style: Style, width: float, height: float, *, title: str, desc: str, theme: str, body: list[str]) -> str:
    """Returns a whole chart, on its paper."""
    paper = element("rect", class_="paper", width=width, height=height, rx=10)
    return document(style, width, height, title=title, desc=desc, theme=theme, body="".join([paper, *body]))


def scale(low: float, high: float, most: int = 5, least: float = 1.0) -> tuple[float, float, float]:
    """Returns round numbers for both ends of a scale and for the steps between its lines, about as many as `most`.

    Values that lie closer together than `least` are not drawn further apart.

    >>> scale(23, 46)
    (20.0, 50.0, 5.0)
    >>> scale(-13, 480)
    (-100.0, 500.0, 100.0)
    """
    span = max(high - low, least)
    step = 10.0 ** math.floor(math.log10(span / most))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= most)
    first, last = math.floor(low / step) * step, math.ceil(high / step) * step
    return first, last if last > first else first + step, step
