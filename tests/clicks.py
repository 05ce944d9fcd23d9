"""What a page needs of every picture that can be clicked. Nothing here names a game."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from ponticello.engine.errors import IllegalMove
from ponticello.table.position import Position

SVG = "{http://www.w3.org/2000/svg}"


def carried(svg: str, attribute: str) -> list[str]:
    """Returns what the elements of a picture carry in an attribute, in the order in which they are painted."""
    return [node.attrib[attribute] for node in ET.fromstring(svg).iter() if attribute in node.attrib]


def check_clicks(position: Position, seat: int, view: str | None = None, *, plain: bool = True) -> None:
    """Makes sure that a seat can click every legal move, is answered where it can do nothing, and hears what it clicks.

    A move that is no place on the board is a button beside it and not in the picture. A plain picture offers the other legal
    moves and nothing else. Another may also offer more of a turn at once, if that begins with a legal move, and what is refused
    may lie above what can be clicked in another part of it.
    """
    moves = position.legal_moves(seat)
    legal = {str(move) for move in moves}
    places = {str(move) for move in moves if not position.choice(move)}
    shown = position.svg(targets=moves, view=view)
    picks = list(dict.fromkeys(carried(shown, "data-pick")))
    assert position.svg(targets=moves, view=view, pick="nonsense") == shown, "an unknown pick is ignored"
    found: set[str] = set()
    for pick in ("", *picks):
        svg = position.svg(targets=moves, view=view, pick=pick)
        found |= set(carried(svg, "data-move"))
        check_markup(svg)
        check_layers(ET.fromstring(svg), plain)
        tries = carried(svg, "data-try")
        assert not legal & set(tries)
        for text in set(tries):
            try:
                position.play(text, seat)
            except IllegalMove:
                continue
            raise AssertionError(f"{text} would be legal")
    begun = tuple(f"{move}{position.game.rulebook.joiner}" for move in legal)
    assert places <= found and all(not plain and move.startswith(begun) for move in found - places)


def check_markup(svg: str) -> None:
    """Makes sure that nothing is styled inline, and that what can be clicked has a name."""
    for node in ET.fromstring(svg).iter():
        assert "style" not in node.attrib
        if "data-move" in node.attrib or "data-pick" in node.attrib:
            title = node.find(f"{SVG}title")
            assert title is not None and (title.text or "").strip()


def check_layers(root: ET.Element, whole: bool) -> None:
    """Makes sure that no refusal lies above what can be clicked: in each part of the picture or, else, among what lies side by
    side in it."""
    parts = [node for node in root if node.attrib.get("class", "").startswith("part ")] or [root]
    for group in parts if whole else root.iter():
        nodes = list(group.iter()) if whole else list(group)
        clickable = [at for at, node in enumerate(nodes) if "data-move" in node.attrib or "data-pick" in node.attrib]
        tried = [at for at, node in enumerate(nodes) if "data-try" in node.attrib]
        assert not clickable or not tried or max(tried) < min(clickable)
