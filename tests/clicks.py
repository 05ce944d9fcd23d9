"""What a page needs of every picture that can be clicked. Nothing here names a game."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from ponticello.engine.errors import IllegalMove
from ponticello.table.position import Position

SVG = "{http://www.w3.org/2000/svg}"


def carried(svg: str, attribute: str) -> list[str]:
    """Returns what the elements of a picture carry in an attribute, in the order in which they are painted."""
    return [node.attrib[attribute] for node in ET.fromstring(svg).iter() if attribute in node.attrib]


def check_clicks(position: Position, seat: int, view: str | None = None) -> None:
    """Makes sure that a seat can click every legal move, is answered where it can do nothing, and hears what it clicks."""
    moves = position.legal_moves(seat)
    legal = {str(move) for move in moves}
    plain = position.svg(targets=moves, view=view)
    picks = list(dict.fromkeys(carried(plain, "data-pick")))
    assert position.svg(targets=moves, view=view, pick="nonsense") == plain, "an unknown pick is ignored"
    found: set[str] = set()
    for pick in ("", *picks):
        svg = position.svg(targets=moves, view=view, pick=pick)
        found |= set(carried(svg, "data-move"))
        check_markup(svg)
        tries = carried(svg, "data-try")
        assert not legal & set(tries)
        for text in set(tries):
            (move,) = position.read(text, seat)
            try:
                position.check(move)
            except IllegalMove:
                continue
            raise AssertionError(f"{text} would be legal")
    assert found == legal


def check_markup(svg: str) -> None:
    """Makes sure that nothing is styled inline, that what can be clicked has a name, and that no refusal lies above it."""
    clickable, tried = [], []
    for order, node in enumerate(ET.fromstring(svg).iter()):
        assert "style" not in node.attrib
        if "data-move" in node.attrib or "data-pick" in node.attrib:
            clickable.append(order)
            title = node.find(f"{SVG}title")
            assert title is not None and (title.text or "").strip()
        if "data-try" in node.attrib:
            tried.append(order)
    assert not clickable or not tried or max(tried) < min(clickable)
