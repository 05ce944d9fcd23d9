"""The picture that a link is shown with elsewhere: the board, and beside it what is played by whom."""

from __future__ import annotations

import re
import textwrap

from ponticello.engine.drawing import element, label
from ponticello.server.matches.facts import OPEN
from ponticello.server.pages.moments import Moment, news

WIDTH, HEIGHT = 1200, 630  # as those ask for who show links
MARGIN = 30
GROUND, INK, QUIET, SEA = "#faf6ec", "#22333a", "#5a6668", "#1c6074"
SIZE = re.compile(r' width="([\d.]+)" height="([\d.]+)"')
FONT = {"font_family": "serif"}
BOLD = {**FONT, "font_weight": "bold"}


def card(seen: Moment) -> str:
    """Returns the board and who plays as one picture in the shape of a postcard."""
    svg = seen.svg("light")
    size = SIZE.search(svg)
    assert size is not None, "a picture says how large it is"
    scale = min((HEIGHT - 2 * MARGIN) / float(size[2]), WIDTH * 0.62 / float(size[1]))
    wide, high = float(size[1]) * scale, float(size[2]) * scale
    place = f' x="{WIDTH - MARGIN - wide:.1f}" y="{(HEIGHT - high) / 2:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    board = SIZE.sub(place, svg, count=1)
    room = WIDTH - wide - 3.5 * MARGIN
    return element(
        "svg",
        element("rect", width=WIDTH, height=HEIGHT, fill=GROUND),
        board,
        *_words(seen, room),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
    )


def _words(seen: Moment, room: float) -> list[str]:
    """Returns the lines beside the board, so many pixels wide."""
    table, x = seen.table, 1.5 * MARGIN
    lines, y = [], 120.0
    for text in wrapped(table.game.title, room, 60):
        lines.append(label(text, x=x, y=y, font_size=60, fill=INK, **BOLD))
        y += 68
    y += 20
    scores = seen.position.scores if table.match is not None else [None] * len(table.seats)
    for seat, score in zip(table.seats, scores, strict=True):
        if seat.kind not in OPEN:
            lines.append(label(wrapped(seat.name, room - 110, 38)[0], x=x, y=y, font_size=38, fill=INK, **FONT))
            if score is not None:
                lines.append(label(str(score), x=x + room - 20, y=y, font_size=38, text_anchor="end", fill=SEA, **BOLD))
            y += 54
    y += 16
    for text in wrapped(news(table), room, 32)[:3]:
        lines.append(label(text, x=x, y=y, font_size=32, fill=QUIET, **FONT))
        y += 42
    return [*lines, label("Ponticello", x=x, y=HEIGHT - 1.3 * MARGIN, font_size=28, fill=SEA, **FONT)]


def wrapped(text: str, room: float, size: float) -> list[str]:
    """Returns a text in lines that fit into so many pixels, as wide as letters usually are.

    >>> wrapped("Ponte del Diavolo", 330, 60)
    ['Ponte del', 'Diavolo']
    """
    return textwrap.wrap(text, max(4, int(room / (0.54 * size))), max_lines=4, placeholder="…") or [""]
