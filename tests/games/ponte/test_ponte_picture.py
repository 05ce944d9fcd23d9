"""What can be clicked on Ponte's chart."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from ponticello import game
from ponticello.games.ponte.chart import lagoon
from ponticello.games.ponte.palette import PALETTE
from ponticello.table.match import Match
from tests.clicks import carried, check_clicks
from tests.engine.variants import play_at_random


@pytest.mark.parametrize("size", [10, 12])
def test_every_move_can_be_clicked(size: int) -> None:
    match = play_at_random(game("ponte", size=size).match(seed=2), 2)
    for at in range(0, len(match.moves), 17):
        position = match.position_after(at)
        check_clicks(position, position.actors[0])


def played(*turns: str) -> Match:
    match = game("ponte").match(seed=1)
    for turn in turns:
        match.play(turn)
    return match


def test_a_bridge_is_chosen_by_its_two_ends() -> None:
    match = played("a1,c1", "dark", "j9,j10", "c3,g1", "h9,h10")
    plain = match.svg(0)
    assert set(carried(plain, "data-pick")) == {"a1", "c1", "c3"}
    assert not [move for move in carried(plain, "data-move") if "-" in move]
    picked = match.svg(0, pick="a1")
    assert {move for move in carried(picked, "data-move") if "-" in move} == {"a1-c1", "a1-c3"}
    assert set(carried(picked, "data-pick")) == {"a1"}, "the other ends now lay a bridge"
    tiles = {move for move in carried(plain, "data-move") if "-" not in move}
    assert {"b1", "b2"} <= tiles
    assert tiles - set(carried(picked, "data-move")) == {"b1", "b2"}, "no tile and bridge lie under the same finger"


def test_a_bridge_that_shares_no_end_is_chosen_like_any_other() -> None:
    match = played("a1,c1", "dark", "j9,j10", "f6,g1", "h9,h10")
    assert "a1-c1" not in carried(match.svg(0), "data-move")
    for pick in ("a1", "c1"):
        svg = match.svg(0, pick=pick)
        assert carried(svg, "data-pick") == [pick] and "a1-c1" in carried(svg, "data-move")


@pytest.mark.parametrize("size", [10, 12])
def test_every_cell_that_can_be_clicked_is_hit_as_a_whole(size: int) -> None:
    """At the least width that the picture asks for, a cell is 40 pixels wide."""
    match = play_at_random(game("ponte", size=size).match(seed=2), 2)
    for at in range(4, len(match.moves), 17):
        position = match.position_after(at)
        for pick in ("", *dict.fromkeys(carried(position.svg(targets=position.legal), "data-pick"))):
            root = ET.fromstring(position.svg(targets=position.legal, pick=pick))
            board = next(node for node in root if node.attrib.get("class") == "part board")
            scale = float(board.attrib["data-least"]) / float(board.attrib["data-box"].split()[2])
            for node in board.iter():
                if {"data-move", "data-pick", "data-try"} & node.attrib.keys():
                    area = next(part for part in node.iter() if part.attrib.get("class") == "hit")
                    assert float(area.attrib["width"]) * scale >= 40 and float(area.attrib["height"]) * scale >= 40


def test_a_cell_where_nothing_can_be_done_asks_why() -> None:
    match = played("a1,c1", "dark", "j9,j10", "c3,b2", "h9,h10")
    assert {"b2", "j9"} <= set(carried(match.svg(0), "data-try"))
    assert carried(match.svg(), "data-try") == [], "nobody is to act"


def test_from_a_picked_end_one_asks_why_no_bridge() -> None:
    match = played("a1,c1", "dark", "d2,j10", "a3,e3", "h9,h10")
    assert "c1-e3" in carried(match.svg(0, pick="c1"), "data-try")


def test_the_last_turn_is_marked() -> None:
    assert carried(played("a1,c1", "dark", "j9,j10", "a1-c1").svg(), "data-last") == [""], "the bridge itself flies in"
    assert carried(game("ponte").match(seed=1).svg(), "data-last") == []


def test_a_tile_flies_in_as_a_copy_that_is_unseen_in_a_still_picture() -> None:
    svg = played("a1,c1").svg()
    assert sorted(carried(svg, "data-last")) == ["cover", "cover", "flight", "flight", "mark", "mark"]
    for node in ET.fromstring(svg).iter():
        hidden = node.attrib.get("visibility") == "hidden" and node.attrib["pointer-events"] == "none"
        assert hidden == (node.attrib.get("data-last") in ("cover", "flight"))


def test_what_has_been_laid_before_looks_the_same_in_the_next_step() -> None:
    """So that a page does not let the first tile of a turn fly in a second time."""
    position = played("a1,c1", "dark").position
    steps = position.read("e5,g7")
    half, whole = position.play("e5"), position.play("e5,g7")

    def news(svg: str) -> set[bytes]:
        return {ET.tostring(node) for node in ET.fromstring(svg).iter() if "data-last" in node.attrib}

    first = news(half.svg(last=[steps[0].action]))
    assert len(first) == 3 and first < news(whole.svg(last=[step.action for step in steps]))


def test_a_complete_turn_in_hand_is_nobody_elses_turn_yet() -> None:
    position = played("a1,c1", "dark").position.play("j9,j10")
    assert "Player 1 (light) is to move" in position.svg() and 'class="mover"' in position.svg()
    held = position.svg(pick="turn")
    assert "to move" not in held and "The turn is complete" in held and 'class="mover"' not in held


def lightness(colour: str) -> float:
    """Returns the relative luminance of a colour, as accessibility guidelines define it."""
    parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((lightness(one), lightness(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("night", [False, True])
@pytest.mark.parametrize(("fill", "edge"), [("stone_edge", "glint"), ("sand", "sand_edge")])
def test_where_a_tile_may_lie_is_seen_on_the_sea_by_day_and_by_night(fill: str, edge: str, night: bool) -> None:
    sea = PALETTE["sea"][night]
    assert max(contrast(PALETTE[name][night], sea) for name in (fill, edge)) > (7 if night else 1.5)


def test_a_lagoon_that_was_drawn_before_is_drawn_for_nobody_else() -> None:
    match = play_at_random(game("ponte").match(seed=5), 2)
    positions = [match.position_after(at) for at in range(0, len(match.moves), 9)]
    others = [game("ponte", size=12).position(), played("d4,e5").position, played("d4,e6").position]
    lagoon.cache_clear()
    warm = [position.svg() for position in positions + others + positions][-len(positions) :]
    for position, picture in zip(positions, warm, strict=True):
        lagoon.cache_clear()
        assert position.svg() == picture
