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


@pytest.mark.slow
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


def test_a_picked_turn_offers_that_turn_and_all_turns_together_offer_everything() -> None:
    for match in walk(2):
        seat = match.actors[0]
        legal = {str(move) for move in match.legal(seat)}
        plain = match.svg(seat)
        picks = [node.attrib["data-pick"] for node in nodes(plain, "data-pick")]
        *ways, large = picks
        assert ways[-1] == "spiral" if large.isdigit() else large == "spiral"
        found = [moves(match.svg(seat, pick=pick)) for pick in dict.fromkeys(picks)]
        assert all(found) and set().union(*found) == legal and sum(map(len, found)) == len(legal)


def test_with_an_empty_hand_each_cell_that_takes_the_tile_open_is_offered_once() -> None:
    for match in walk(2):
        seat = match.actors[0]
        offered = [node.attrib["data-move"] for node in nodes(match.svg(seat), "data-move")]
        open_moves = {str(move) for move in match.legal(seat) if "/" in str(move)}
        assert set(offered) <= open_moves
        assert sorted(move[:2] for move in offered) == sorted({move[:2] for move in open_moves})


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
                assert min(float(area.attrib["width"]), float(area.attrib["height"])) >= 100, "a whole cell"


def large(svg: str, attribute: str) -> ET.Element | None:
    """Returns the tile turned up as something to tap."""
    found = [node for node in nodes(svg, attribute) if "scale(1.3)" in node.attrib.get("transform", "")]
    return found[0] if found else None


def test_a_tap_on_the_tile_turned_up_goes_through_the_turns_that_can_be_laid() -> None:
    turned = 0
    for match in walk(2):
        seat = match.actors[0]
        ways = {str(move)[-1] for move in match.legal(seat)} - {"l"}
        pick, seen = "", []
        while (tile := large(match.svg(seat, pick=pick), "data-pick")) is not None and tile.attrib["data-pick"] not in seen:
            pick = tile.attrib["data-pick"]
            seen.append(pick)
        assert seen == sorted(ways), "each of them once, then the first again"
        turned += len(seen) > 1
    assert turned > 2


def unconfirmed(match: pc.Match, move: str, seat: int) -> str:
    """Returns the picture of a turn that is not confirmed yet."""
    action = match.position.read(move, seat)[0].action
    return match.view(seat).play(move, seat).svg(view=str(seat + 1), last=[action], pick="turn")


def test_a_tile_in_hand_is_turned_where_it_lies() -> None:
    turned = 0
    for match in walk(2):
        seat = match.actors[0]
        for move in {str(move)[:2]: str(move) for move in match.legal(seat)}.values():
            ways = sorted(str(other) for other in match.legal(seat) if str(other)[:3] == f"{move[:2]}/")
            seen, here = [], move
            while (tapped := nodes(unconfirmed(match, here, seat), "data-turn")) and tapped[0].attrib["data-turn"] not in seen:
                assert len(tapped) == 2 and len({node.attrib["data-turn"] for node in tapped}) == 1, "where it lies, and beside"
                here = tapped[0].attrib["data-turn"]
                seen.append(here)
            assert sorted(seen) == [way for way in ways if ways != [move]]
            turned += len(seen) > 1
    assert turned > 3


@pytest.mark.parametrize("players", [1, 2])
def test_a_tile_in_hand_can_be_laid_elsewhere(players: int) -> None:
    moved = 0
    for match in walk(players):
        seat = match.actors[0]
        legal = [str(move) for move in match.legal_moves(seat)]
        for here in {move[:2]: move for move in legal}.values():
            found = [node.attrib["data-instead"] for node in nodes(unconfirmed(match, here, seat), "data-instead")]
            assert set(found) <= set(legal), "what it is put in place of is taken back first"
            wanted = {move[:2] for move in legal if ("/" in move) == ("/" in here)} - {here[:2]}
            assert {move[:2] for move in found} == wanted and len(found) == len(wanted), "every other cell that takes it, once"
            same = [f"{move[:2]}{here[2:]}" for move in found]
            assert all(move == as_held or as_held not in legal for move, as_held in zip(found, same, strict=True))
            moved += len(found) > 0
    assert moved > 5


@pytest.mark.parametrize("players", [1, 2])
def test_a_turn_in_hand_does_not_end_the_round(players: int) -> None:
    match = pc.game("connections").match(players, seed=1)
    for seat in range(players - 1):
        match.play(match.legal(seat)[0], seat)
    words = unconfirmed(match, str(match.legal(players - 1)[0]), players - 1)
    assert "Round 1 of 24" in words and "is to come" not in words and "turned up." not in words
    assert "data-move" not in words and "data-pick" not in words


def test_the_last_turn_in_hand_does_not_end_the_game() -> None:
    match = pc.game("connections").match(1, seed=1)
    while match.position.state.turned < 24:
        match.play(match.legal()[0])
    words = unconfirmed(match, str(match.legal()[0]), 0)
    assert "Round 24 of 24" in words and "game is over" not in words


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
