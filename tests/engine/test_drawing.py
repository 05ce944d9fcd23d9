"""The little that every picture needs."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from ponticello.engine.drawing import GHOSTED, Style, document, drawn_once, element, ghosted, label, number, polygon
from ponticello.engine.words import say, speaking
from ponticello.languages import language


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (0.5, "0.5"), (1.2345, "1.23"), (-3.0, "-3"), (7, "7"), (100.0, "100"), (10, "10")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_nothing_is_written_without_a_sign() -> None:
    number.cache_clear()  # both are one to it: whichever comes first must not decide how the other is written
    assert (number(-0.0), number(0.0)) == ("0", "0")


def test_text_and_attributes_are_escaped() -> None:
    node = ET.fromstring(element("g", label('a < b & "c"', class_="x"), data_move="<'\">&"))
    assert node.attrib["data-move"] == "<'\">&"
    assert node[0].text == 'a < b & "c"' and node[0].attrib == {"class": "x"}


def test_attributes_that_are_none_are_left_out() -> None:
    assert element("rect", width=1, rx=None) == '<rect width="1"/>'
    assert polygon([(0, 0.5), (1, 2)], class_="p") == '<polygon points="0,0.5 1,2" class="p"/>'


POND = Style("pond", ".f{fill:$frog}\n\n.g{fill:$frog}", {"frog": ("#0f0", "#010")})


def picture(theme: str) -> str:
    return document(POND, 10, 20.5, title="A & B", desc="<frogs>", theme=theme, body="<g/>")


def test_a_document_knows_day_and_night() -> None:
    assert "#0f0" in picture("light") and "#010" not in picture("light")
    assert "#010" in picture("dark") and "#0f0" not in picture("dark")
    assert picture("auto").index("#0f0") < picture("auto").index("prefers-color-scheme:dark") < picture("auto").index("#010")
    with pytest.raises(ValueError, match="no theme 'sepia'; choose one of: light, dark, auto"):
        picture("sepia")


def style_of(theme: str, *, ghost: bool = False) -> list[str]:
    """Returns the rules of a picture: its own, or those that count only if its last turn is a ghost."""
    rules = next(node.text or "" for node in ET.fromstring(picture(theme)) if node.tag.endswith("style")).splitlines()
    return [rule for rule in rules if (GHOSTED in rule) is ghost]


def test_a_document_keeps_its_rules_to_itself() -> None:
    assert [line.split()[1] for line in style_of("light")] == [".f{fill:#0f0}", ".g{fill:#0f0}"]
    scopes = {line.split()[0] for theme in ("light", "dark") for line in style_of(theme)}
    assert len(scopes) == 2, "two themes can share a page"
    for theme in ("light", "dark", "auto"):
        classes = ET.fromstring(picture(theme)).attrib["class"].split()
        assert "pond" in classes and {line.split()[0].lstrip(".") for line in style_of(theme) if line.startswith(".")} <= set(
            classes
        )
    assert ET.fromstring(picture("dark")).attrib["viewBox"] == "0 0 10 20.5"


def test_a_ghost_looks_otherwise_only_where_there_is_one() -> None:
    for theme in ("light", "dark", "auto"):
        rules, scope = style_of(theme, ghost=True), f".pond-{theme}.{GHOSTED}"
        assert rules and all(rule.startswith(f"{scope} [data-last") for rule in rules)
        plain, ghost = (ET.fromstring(svg).attrib["class"].split() for svg in (picture(theme), ghosted(picture(theme))))
        assert ghost == [*plain, GHOSTED] and ghosted(picture(theme)).replace(f" {GHOSTED}", "", 1) == picture(theme)


def test_a_part_is_drawn_once_for_each_place_and_language() -> None:
    drawn: list[int] = []

    @drawn_once
    def button(place: int) -> str:
        drawn.append(place)
        return label(say("Close"), x=place)

    english = [button(1), button(2), button(1)]
    with speaking(language("fr")):
        french = [button(1), button(1)]
    assert english == ['<text x="1">Close</text>', '<text x="2">Close</text>', '<text x="1">Close</text>']
    assert french == ['<text x="1">Fermer</text>'] * 2
    assert button(1) == english[0] and drawn == [1, 2, 1]
