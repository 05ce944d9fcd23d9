"""What a page can do with the picture of Hashi: what can be clicked, what is refused and why, what is new."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET

import pytest

import ponticello as pc
from ponticello.engine.errors import IllegalMove
from ponticello.games.hashi.board import ISLANDS
from ponticello.games.hashi.chart import BROAD, Chart
from ponticello.games.hashi.position import ROUND, START

SVG = "{http://www.w3.org/2000/svg}"


def walk(players: int) -> list[pc.Match]:
    """Returns stages of a random game, as matches."""
    dice = random.Random(players)
    match = pc.game("hashi").match(players, seed=players)
    stages = []
    while not match.over:
        if len(match.moves) % 3 == 0:
            stages.append(pc.Match(match.position, seed=1, begin=False))
        match.play(dice.choice(match.legal(dice.choice(match.actors))))
    return stages


def nodes(svg: str, attribute: str) -> list[ET.Element]:
    return [node for node in ET.fromstring(svg).iter() if attribute in node.attrib]


@pytest.mark.parametrize("players", [1, 2])
def test_what_can_be_tried_is_refused_with_a_reason(players: int) -> None:
    tried = 0
    for match in walk(players):
        for seat in match.actors:
            for node in nodes(match.svg(seat), "data-try"):
                with pytest.raises(IllegalMove):
                    match.position.play(node.attrib["data-try"], seat)
                tried += 1
    assert tried > 100


@pytest.mark.parametrize("players", [1, 2])
def test_every_place_answers_a_finger(players: int) -> None:
    """In the set-up and while drawing, each island and line is on offer or says why not."""
    for match in walk(players):
        position = match.position
        for seat in match.actors:
            svg = match.svg(seat)
            picks = [node.attrib["data-pick"] for node in nodes(svg, "data-pick")]
            assert picks == (["three", "four"] if position.state.phase == START else []), "what is written in the set-up"
            pictures = [match.svg(seat, pick=pick) for pick in ("", *picks)]
            offered = {node.attrib["data-move"] for picture in pictures for node in nodes(picture, "data-move")}
            shortcuts = {name for name in offered if name.startswith("skip ")}
            assert offered - shortcuts == {str(move) for move in match.legal(seat)} - {"skip", "done"}
            offered = {name.removeprefix("skip ") for name in offered}
            places = {name.partition("@")[2] or name for name in offered}
            places |= {node.attrib["data-try"].partition("@")[2] or node.attrib["data-try"] for node in nodes(svg, "data-try")}
            assert sum("-" not in place for place in places) == ISLANDS
            if position.state.phase == ROUND:
                assert sum("-" in place for place in places) == position.state.lines
                assert bool(shortcuts) <= (not position.mid_turn(seat))


def test_in_the_set_up_one_number_is_in_hand_and_an_island_takes_it() -> None:
    match = pc.game("hashi").match(1, seed=1)
    for pick, number in (("", "3"), ("three", "3"), ("four", "4")):
        svg = match.svg(0, pick=pick)
        assert {node.attrib["data-move"][0] for node in nodes(svg, "data-move")} == {number}
        held = [node.attrib["data-pick"] for node in nodes(svg, "data-pick") if "held" in node.attrib["class"]]
        assert held == [pick or "three"]


def test_where_lines_cross_each_has_its_half() -> None:
    match = pc.game("hashi").match(1, seed=1)
    chart = Chart(match.position.state)
    crossed = [line for line in range(match.position.state.lines) if chart.crossings(line)]
    assert len(crossed) > 1
    for line in range(match.position.state.lines):
        corners = [tuple(map(float, corner.replace("-", " -").split())) for corner in chart.reach(line)[1:-1].split("L")]
        wide, high = (max(axis) - min(axis) for axis in zip(*corners, strict=True))
        assert min(wide, high) >= BROAD
        assert len(corners) == 4 + 6 * len(chart.crossings(line)), "a notch on both sides for each that crosses"


def test_a_bridge_before_the_number_leaves_the_number_out_and_says_so() -> None:
    taken = 0
    for match in walk(2):
        for seat in match.actors:
            for node in nodes(match.svg(seat), "data-move"):
                if (move := node.attrib["data-move"]).startswith("skip "):
                    assert match.position.play(move, seat)
                    title = node.find(f"{SVG}title")
                    assert title is not None and (title.text or "").startswith("leave out the number and draw a bridge from")
                    taken += 1
    assert taken > 20
    match = pc.game("hashi").match(1, seed=1)
    match.play("4@e4")
    numbers = [move for move in match.legal() if str(move) != "skip"]
    assert "skip " not in match.position.svg(targets=numbers), "where leaving it out is not on offer, neither are the bridges"


def test_an_area_to_try_lies_beneath_what_can_be_clicked() -> None:
    for match in walk(2):
        for seat in match.actors:
            for group in ET.fromstring(match.svg(seat)).iter(f"{SVG}g"):
                kinds = ["data-move" if "data-move" in node.attrib else "data-try" for node in group if is_area(node)]
                assert kinds == sorted(kinds, reverse=True)


def is_area(node: ET.Element) -> bool:
    return "data-move" in node.attrib or "data-try" in node.attrib


def test_nothing_is_tried_where_nobody_may_act() -> None:
    match = walk(2)[0]
    assert nodes(match.svg(), "data-try") == []
    match.play("3@a6" if "3@a6" in map(str, match.legal(0)) else match.legal(0)[0], 0)
    assert nodes(match.svg(0), "data-try") == []
    assert nodes(match.position.svg(view="1", targets=match.legal(1)), "data-try") == []


def test_everything_to_click_has_words() -> None:
    for match in walk(1):
        for node in nodes(match.svg(0), "data-move"):
            title = node.find(f"{SVG}title")
            assert title is not None and (title.text or "").split()[0] in ("write", "draw", "leave")
            assert "target" in node.attrib["class"]


def last(svg: str) -> list[tuple[str, list[str]]]:
    """Returns what is new: of what kind, and the classes of what is drawn in it."""
    return [
        (node.attrib["data-last"], [part.attrib["class"] for part in node] or [node.attrib["class"]])
        for node in nodes(svg, "data-last")
    ]


def test_a_number_and_bridges_of_the_last_turn_fly_in_one_by_one() -> None:
    match = pc.game("hashi").match(1, seed=1)
    assert last(match.svg(0)) == []
    match.play("4@e4")
    assert last(match.svg(0)) == [("", ["disc", "pen"]), ("mark", ["news"])]
    position = pc.game("hashi").match(1, seed=1).position_after(0)
    for turn in ("4@e4", "card 2x1", "skip e4-g4", "card 5x3", "5@c4 e4-g4 a4-c4 a4-c4"):
        before, position = position, position.play(turn)
    actions = [move.action for move in before.read("5@c4 e4-g4 a4-c4 a4-c4")]
    bridge = ("", ["under", "bridge"])
    drawn = last(position.svg(last=actions))
    assert [one for one in drawn if one[0] == ""] == [bridge, bridge, ("", ["disc", "pen"])]
    paths = [
        node[1].attrib["d"].count("M") for node in nodes(position.svg(last=actions), "data-last") if node.find("*") is not None
    ]
    assert sorted(paths[:2]) == [1, 2], "of two bridges on a line, one of which was there before, one is new; else both"
    assert [kind for kind, _ in drawn].count("mark") == 3


def test_no_style_stands_on_an_element_and_any_pick_is_ignored() -> None:
    for match in walk(3):
        svg = match.svg(match.actors[0])
        assert nodes(svg, "style") == []
        assert match.svg(match.actors[0], pick="<x>") == svg


@pytest.mark.parametrize(("turns", "words"), [((), "Set-up"), (("4@e4", "card 2x1"), "Round 1 of 17")])
def test_a_turn_in_hand_ends_neither_the_set_up_nor_the_round(turns: tuple[str, ...], words: str) -> None:
    position = pc.game("hashi").match(1, seed=1).position_after(0)
    for turn in turns:
        position = position.play(turn)
    mine = "skip e4-g4" if turns else "4@e4"
    after, last = position.play(mine), [move.action for move in position.read(mine)]
    assert words not in after.svg(last=last) and "is to be turned up" in after.svg(last=last)
    shown = after.svg(last=last, pick="turn")
    assert words in shown and "is to be turned up" not in shown
    assert nodes(shown, "data-last"), "what has just been written or drawn is there"


def test_in_the_set_up_a_number_in_hand_lies_before_who_writes_it() -> None:
    match = pc.game("hashi").match(2, seed=1)
    match.play("3@c4", 0)
    action = match.position.read("4@e4", 1)[0].action
    seen = match.view(1).play("4@e4", 1)
    assert seen.describe().count("e4 has 0 of 4") == 1
    assert last(seen.svg(view="2", last=[action], pick="turn")) == [("", ["disc", "pen"]), ("mark", ["news"])]
    shown = nodes(seen.svg(view="2", last=[action], pick="turn"), "class")
    assert sum(node.attrib["class"] == "pen" for node in shown) == 1, "and not on the neighbour's board as well"
