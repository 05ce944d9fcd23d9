"""Reads what the sheets draw out of their PDF: texts with their places, boxes, and every point that ink touches."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, field

from fpdf import FPDF

POINT = 25.4 / 72
NUMBER = r"(-?\d+(?:\.\d+)?)"
TOKEN = re.compile(
    rf"/F(?P<face>\d) (?P<size>[\d.]+) Tf"
    rf"|{NUMBER} {NUMBER} Td \((?P<text>(?:[^()\\]|\\.)*)\) Tj"
    rf"|{NUMBER} {NUMBER} {NUMBER} {NUMBER} re (?P<style>\w)"
    rf"|(?P<fill>{NUMBER}(?: {NUMBER} {NUMBER})? (?:rg|g)\b)"
    rf"|(?P<path>(?:{NUMBER} {NUMBER} )+[mlc]\b)"
)
STRINGS = re.compile(r"\\(.)")


@dataclass
class Text:
    words: str
    left: float
    middle: float  # from the top of the page, of the capitals
    size: float  # of the type, in millimetres
    width: float


@dataclass
class Box:
    left: float
    top: float
    width: float
    height: float
    grey: float | None  # of the filling: 0 is black; None where only the edge is drawn


@dataclass
class Page:
    texts: list[Text] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    points: list[tuple[float, float]] = field(default_factory=list)

    @property
    def words(self) -> list[str]:
        return [text.words for text in self.texts]

    @property
    def prose(self) -> str:
        return " ".join(self.words)


def page_size(pdf: bytes) -> tuple[float, float]:
    """Returns the one size of all pages, in millimetres."""
    (box,) = set(re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf))
    return float(box[0]) * POINT, float(box[1]) * POINT


def read_pages(pdf: bytes) -> list[Page]:
    """Returns the pages of a document."""
    height = page_size(pdf)[1]
    streams = [zlib.decompress(found[1]).decode("latin-1") for found in re.finditer(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)]
    assert len(streams) == len(re.findall(rb"/Type /Page\b", pdf)), "a page has one stream, and nothing else has any"
    bold = {number: b"Bold" in name for name, number in zip(*fonts(pdf), strict=True)}
    return [read_page(stream, height, bold) for stream in streams]


def fonts(pdf: bytes) -> tuple[list[bytes], list[str]]:
    """Returns the typefaces and the numbers by which the pages call them, both in the order of the document."""
    names = re.findall(rb"/BaseFont /(\S+)", pdf)
    numbers = dict.fromkeys(number.decode() for number in re.findall(rb"/F(\d) \d+ 0 R", pdf))
    return names, list(numbers)


def read_page(stream: str, height: float, bold: dict[str, bool]) -> Page:
    page, ruler = Page(), FPDF()
    grey = 0.0
    for token in TOKEN.finditer(stream):
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", token[0])]
        if token["face"]:
            ruler.set_font("helvetica", "B" if bold[token["face"]] else "", float(token["size"]))
        elif token["text"] is not None:
            words = STRINGS.sub(r"\1", token["text"])
            x, y, size = numbers[0] * POINT, height - numbers[1] * POINT, ruler.font_size
            page.texts.append(Text(words, x, y - 0.36 * size, size, ruler.get_string_width(words)))
        elif token["style"]:
            x, y, wide, high = (number * POINT for number in numbers[:4])
            top = height - max(y, y + high)
            page.boxes.append(Box(x, top, wide, abs(high), None if token["style"] == "S" else grey))
            page.points += [(x, top), (x + wide, top + abs(high))]
        elif token["fill"]:
            grey = numbers[0]
        else:
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            page.points += [(x * POINT, height - y * POINT) for x, y in pairs]
    for text in page.texts:
        page.points += [(text.left, text.middle - 0.4 * text.size), (text.left + text.width, text.middle + 0.6 * text.size)]
    return page


def overlapping(page: Page) -> list[tuple[str, str]]:
    """Returns the pairs of texts that stand in each other's way."""
    found = []
    for index, one in enumerate(page.texts):
        for other in page.texts[index + 1 :]:
            beside = one.left + one.width <= other.left or other.left + other.width <= one.left
            apart = abs(one.middle - other.middle) >= 0.5 * (one.size + other.size)
            if not beside and not apart:
                found.append((one.words, other.words))
    return found
