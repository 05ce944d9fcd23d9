"""What a page can do with the picture of Connections: what can be clicked and picked, what is refused and why, what is new."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET

import pytest

import ponticello as pc
from ponticello.engine.errors import IllegalMove

SVG = "{http://www.w3.org/2000/svg}"
PICKS = ("", "0", "1", "2", "3", "spiral")


def walk(players: int) -> list[pc.Match]:
    """Returns stages of a random game, as matches."""
    dice = random.Random(players)
    match = pc.game("connections").match(players, seed=players)
    stages = []
    while not match.over:
        if len(match.moves) % 9 == 1:
            stages.append(pc.Match(match.position, seed=1, begin=False))
        match.play(dice.choice(match.legal(dice.choice(match.actors))))
    return stages


def nodes(svg: str, attribute: str) -> list[ET.Element]:
    return [node for node in ET.fromstring(svg).iter() if attribute in node.attrib]


def moves(svg: str) -> set[str]:
    return {node.attrib["data-move"] for node in nodes(svg, "data-move")}


@pytest.mark.parametrize("players", [1, 2])
def test_what_can_be_tried_is_refused_with_a_reason(players: int) -> None:
    tried = 0
    for match in walk(players):
        for seat in match.actors:
            for pick in PICKS:
                svg = match.svg(seat, pick=pick)
                for node in nodes(svg, "data-try"):
                    assert node.attrib["data-try"] not in moves(svg)
                    with pytest.raises(IllegalMove):
                        match.position.play(node.attrib["data-try"], seat)
                    tried += 1
    assert tried > 100


def test_every_cell_answers_a_finger_whatever_is_picked() -> None:
    for match in walk(1):
        for pick in PICKS:
            svg = match.svg(0, pick=pick)
            places = {text[:2] for text in moves(svg)} | {node.attrib["data-try"][:2] for node in nodes(svg, "data-try")}
            assert len(places) == 25


def test_a_picked_turn_offers_that_turn_and_all_turns_offer_everything() -> None:
    for match in walk(2):
        seat = match.actors[0]
        legal = {str(move) for move in match.legal(seat)}
        plain = match.svg(seat)
        picks = [node.attrib["data-pick"] for node in nodes(plain, "data-pick")]
        assert moves(plain) == legal and picks[-1] == "spiral"
        found = [moves(match.svg(seat, pick=pick)) for pick in picks]
        assert all(found) and set().union(*found) == legal and sum(map(len, found)) == len(legal)


def test_an_unknown_pick_is_ignored() -> None:
    for match in walk(1):
        plain = match.svg(0)
        usable = {node.attrib["data-pick"] for node in nodes(plain, "data-pick")}
        for pick in ("4", "-1", "\u00b2", "c3", "<x>", "SPIRAL"):
            assert match.svg(0, pick=pick) == plain
        if "0" not in usable and match.position.state.looks[match.position.state.tile] == 4:
            assert match.svg(0, pick="0") == plain
        assert match.position.svg(pick="spiral") == match.position.svg()


def test_an_area_to_try_lies_beneath_what_can_be_clicked() -> None:
    for match in walk(2):
        for pick in PICKS:
            for group in ET.fromstring(match.svg(match.actors[0], pick=pick)).iter(f"{SVG}g"):
                kinds = ["data-move" if "data-move" in node.attrib else "data-try" for node in group if is_area(node)]
                assert kinds == sorted(kinds, reverse=True)


def is_area(node: ET.Element) -> bool:
    return "data-move" in node.attrib or "data-try" in node.attrib


def test_what_can_be_clicked_does_not_hide_an_area_to_try() -> None:
    def extent(node: ET.Element) -> tuple[str, ...]:
        return tuple(node.attrib[name] for name in ("x", "y", "width", "height"))

    for match in walk(1):
        for pick in PICKS:
            svg = match.svg(0, pick=pick)
            clicked = {extent(part) for node in nodes(svg, "data-move") for part in node.iter(f"{SVG}rect")}
            assert not clicked & {extent(node) for node in nodes(svg, "data-try")}


def test_nothing_is_tried_where_nobody_may_act() -> None:
    match = walk(2)[0]
    assert nodes(match.svg(), "data-try") == []
    match.play(match.legal(0)[0], 0)
    assert nodes(match.svg(0), "data-try") == []
    assert nodes(match.position.svg(view="1", targets=match.legal(1)), "data-try") == []


def test_everything_to_click_has_words_and_is_large_enough_for_a_finger() -> None:
    for match in walk(1):
        for pick in PICKS:
            svg = match.svg(0, pick=pick)
            for node in nodes(svg, "data-move") + nodes(svg, "data-pick"):
                title = node.find(f"{SVG}title")
                assert title is not None and len((title.text or "").split()) > 1
                assert node.attrib["class"] in ("target", "pick")
            for node in nodes(svg, "data-move"):
                area = next(part for part in node.iter(f"{SVG}rect") if part.attrib["class"] == "hit")
                assert min(float(area.attrib["width"]), float(area.attrib["height"])) >= 34


def test_the_tile_of_the_last_turn_flies_in_with_all_that_is_on_it() -> None:
    match = pc.game("connections").match(1, seed=1)
    assert nodes(match.svg(0), "data-last") == []
    match.play(match.legal(0)[0])
    tile, corners = nodes(match.svg(0), "data-last")
    assert tile.attrib["data-last"] == "" and corners.attrib["data-last"] == "mark"
    drawn = {part.attrib.get("class") for part in tile}
    assert {"edge", "lawn", "plaza", "sign"} <= drawn, "a tile, its middle and its symbol"
    assert not drawn & {"petal", "bud", "cast"}, "the border and the shadow stay"


def test_no_style_stands_on_an_element() -> None:
    for match in walk(3):
        assert nodes(match.svg(match.actors[0]), "style") == []
