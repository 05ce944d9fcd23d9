"""Sheets of paper to print: a thin layer over fpdf2 with the words that the games' sheets are drawn in.

Everything is in millimetres from the top left corner of a page, and everything is lines, shapes and letters, never an image.
fpdf2 is asked for only when a sheet is made, so that a game can offer sheets where it is not installed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import UTC, datetime

from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.words import say

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 10.0  # what any printer can leave white
POINT = 25.4 / 72
CAPITAL = 0.718  # the height of a capital letter, as a part of the size of the type

Ink = tuple[int, int, int]
Point = tuple[float, float]
BLACK: Ink = (0, 0, 0)
GREY: Ink = (120, 120, 120)
SILVER: Ink = (190, 190, 190)
PALE: Ink = (228, 228, 228)
WHITE: Ink = (255, 255, 255)

THIN, FINE, BOLD = 0.15, 0.3, 0.6  # widths of lines
LEFT, CENTRE, RIGHT = 0.0, 0.5, 1.0  # where a text stands: how much of it is left of its point


class Sheets:
    """The pages of a document, drawn one after another."""

    def __init__(self, paper: str, title: str) -> None:
        if paper not in PAPERS:
            raise BadOption(
                say("paper cannot be {value}; choose one of: {choices}", value=repr(paper), choices=", ".join(PAPERS))
            )
        try:
            from fpdf import FPDF
            from fpdf.prefs import ViewerPreferences
            from fpdf.syntax import Name
        except ImportError:
            raise PonticelloError(say("printing needs fpdf2; install it with: pip install 'ponticello[print]'")) from None
        self.width, self.height = PAPERS[paper]
        self._pdf = FPDF(format=(self.width, self.height))
        self._pdf.set_auto_page_break(False)
        self._pdf.set_title(title)
        self._pdf.set_creator("Ponticello")
        # The same sheets are the same file to the last byte, on whatever day they are made.
        self._pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
        # Boards and tiles are made to measure: asks not to shrink the pages. Versions before 2.8 take it only as an attribute.
        self._pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)
        self._pdf.viewer_preferences.print_scaling = Name("None")

    def page(self) -> None:
        """Begins a new page."""
        self._pdf.add_page()

    def line(self, start: Point, end: Point, *, width: float = FINE, ink: Ink = BLACK, dash: float = 0) -> None:
        """Draws a straight line, dashed if wished."""
        self._pen(ink, width)
        self._pdf.set_dash_pattern(dash, dash)
        self._pdf.line(*start, *end)
        self._pdf.set_dash_pattern()

    def dots(self, start: Point, end: Point, *, apart: float = 2.2, radius: float = 0.35, ink: Ink = BLACK) -> None:
        """Draws a dotted line: round dots about so far apart, one at each end."""
        steps = max(1, round(math.dist(start, end) / apart))
        for step in range(steps + 1):
            part = step / steps
            at = (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))
            self.disc(at, radius, fill=ink, edge=None)

    def curve(self, points: Sequence[Point], *, width: float = FINE, ink: Ink = BLACK) -> None:
        """Draws a line through many points."""
        self._pen(ink, width)
        self._pdf.polyline(list(points))

    def box(
        self,
        corner: Point,
        width: float,
        height: float,
        *,
        fill: Ink | None = None,
        edge: Ink | None = BLACK,
        line: float = FINE,
        rounding: float = 0,
    ) -> None:
        """Draws a rectangle from its top left corner."""
        style = self._brush(fill, edge, line)
        self._pdf.rect(*corner, width, height, style, round_corners=rounding > 0, corner_radius=rounding)

    def disc(
        self, centre: Point, radius: float, *, fill: Ink | None = None, edge: Ink | None = BLACK, line: float = FINE
    ) -> None:
        """Draws a circle around its centre."""
        style = self._brush(fill, edge, line)
        self._pdf.ellipse(centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius, style)

    def shape(self, corners: Sequence[Point], *, fill: Ink | None = None, edge: Ink | None = BLACK, line: float = FINE) -> None:
        """Draws a closed shape."""
        style = self._brush(fill, edge, line)
        self._pdf.polygon(list(corners), style=style)

    def write(
        self,
        at: Point,
        text: str,
        size: float,
        *,
        bold: bool = False,
        stand: float = LEFT,
        ink: Ink = BLACK,
        widest: float = math.inf,
    ) -> float:
        """Writes a text in points, its capitals centred on the height of a point; it shrinks where it would be too wide.

        Returns where the text ends.
        """
        pdf = self._pdf
        pdf.set_font("helvetica", "B" if bold else "", size)
        if (width := pdf.get_string_width(text)) > widest:
            size *= widest / width
            pdf.set_font_size(size)
            width = widest
        pdf.set_text_color(*ink)
        left = at[0] - stand * width
        pdf.text(left, at[1] + CAPITAL * size * POINT / 2, text)
        return left + width

    def paragraph(self, at: Point, text: str, size: float, width: float, *, ink: Ink = BLACK) -> float:
        """Writes a text in as many lines as it needs, from the middle of the first; returns the height of the next one."""
        self._pdf.set_font("helvetica", "", size)
        lines, step, y = [""], 1.25 * size * POINT, at[1]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self._pdf.get_string_width(longer) > width:
                lines.append(word)
            else:
                lines[-1] = longer
        for line in lines:
            self.write((at[0], y), line, size, ink=ink)
            y += step
        return y

    def cut_marks(self, columns: Sequence[float], rows: Sequence[float], *, length: float = 3) -> None:
        """Marks where to cut: hairlines between the pieces, and longer marks around them for a ruler."""
        left, right, top, bottom = columns[0], columns[-1], rows[0], rows[-1]
        for x in columns:
            self.line((x, top), (x, bottom), width=THIN, ink=GREY)
            self.line((x, top - length), (x, top - 0.5), width=THIN)
            self.line((x, bottom + 0.5), (x, bottom + length), width=THIN)
        for y in rows:
            self.line((left, y), (right, y), width=THIN, ink=GREY)
            self.line((left - length, y), (left - 0.5, y), width=THIN)
            self.line((right + 0.5, y), (right + length, y), width=THIN)

    def pdf(self) -> bytes:
        """Returns the document."""
        return bytes(self._pdf.output())

    def _pen(self, ink: Ink, width: float) -> None:
        self._pdf.set_draw_color(*ink)
        self._pdf.set_line_width(width)

    def _brush(self, fill: Ink | None, edge: Ink | None, line: float) -> str:
        if edge is not None:
            self._pen(edge, line)
        if fill is not None:
            self._pdf.set_fill_color(*fill)
        return ("D" if edge is not None else "") + ("F" if fill is not None else "")


def centred(whole: float, part: float, count: int) -> list[float]:
    """Returns the edges of a number of equal parts in the middle of a whole.

    >>> centred(100, 20, 3)
    [20.0, 40.0, 60.0, 80.0]
    """
    first = (whole - part * count) / 2
    return [first + part * index for index in range(count + 1)]
