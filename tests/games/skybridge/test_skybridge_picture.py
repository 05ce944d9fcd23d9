"""What can be clicked in the city of Skybridge."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from ponticello import game
from ponticello.engine.errors import IllegalMove
from ponticello.games.skybridge import city
from ponticello.games.skybridge.isometry import ACROSS, DOWN, SLAB, VIEWS
from ponticello.games.skybridge.picture import FAR_CORNER, WIDTH
from tests.clicks import SVG, carried, check_clicks
from tests.engine.variants import play_at_random


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_move_can_be_clicked(players: int) -> None:
    match = play_at_random(game("skybridge").match(players, seed=3), 3)
    for at, view in zip(range(1, len(match.moves), 9), VIEWS, strict=False):
        position = match.position_after(at)
        check_clicks(position, position.actors[0], view)


def test_a_picked_piece_shows_where_it_fits_and_asks_why_elsewhere() -> None:
    position = game("skybridge").position(2)
    for turn in ("first 1", "C3@a1", "O3@b1", "C3@a2"):
        position = position.play(turn)
    towers = {f"{column}{row}" for column in "abc" for row in "123"}
    for pick, places in (("O2", towers - {"a1", "b1", "a2"}), ("Or", {"a1", "a2"})):
        svg = position.svg(targets=position.legal, pick=pick)
        assert set(carried(svg, "data-move")) == {f"{pick}@{place}" for place in places}
        assert {move for move in carried(svg, "data-try") if move[:2] == pick} == {f"{pick}@{place}" for place in towers - places}
    svg = position.svg(targets=position.legal, pick="Ob")
    assert carried(svg, "data-move") == ["Ob@a1-a2"]
    tries = [move for move in carried(svg, "data-try") if move[:2] == "Ob"]
    assert len(tries) == 9 and "Ob@a1-a2" not in tries


def test_with_an_empty_hand_a_piece_or_a_tower_is_taken_first() -> None:
    """The city of a game in full swing carries one mark a tower, not one for every piece that fits there."""
    match = play_at_random(game("skybridge").match(2, seed=3), 3)
    towers = [f"{column}{row}" for row in "123" for column in "abc"]
    for at in range(1, len(match.moves), 7):
        position = match.position_after(at)
        svg = position.svg(targets=position.legal)
        pieces = list(dict.fromkeys(str(move)[:2] for move in position.legal))
        assert carried(svg, "data-move") == []
        assert sorted(carried(svg, "data-pick")) == sorted(towers + pieces)


def test_a_picked_tower_shows_which_pieces_fit_and_asks_why_of_the_others() -> None:
    position = game("skybridge").position(2)
    for turn in ("first 1", "C3@a1", "O3@b1", "C3@a2"):
        position = position.play(turn)
    own = {f"{colour}{kind}" for colour in "OS" for kind in "32rb"}
    svg = position.svg(targets=position.legal, pick="c3")
    assert set(carried(svg, "data-move")) == {"O3@c3", "O2@c3", "S3@c3", "S2@c3"}
    assert {move for move in carried(svg, "data-try") if move[:2] in own} == {"Or@c3", "Ob@b3-c3", "Sr@c3", "Sb@b3-c3"}
    svg = position.svg(targets=position.legal, pick="a1")
    assert set(carried(svg, "data-move")) == {"Or@a1", "Ob@a1-a2", "Sr@a1"}
    assert {"Sb@a1-a2", "Sb@a1-b1"} <= set(map(str, position.legal))
    assert "Sb" in carried(svg, "data-pick"), "a bridge that could lead to two neighbours comes in hand"
    assert {move for move in carried(svg, "data-try") if move[:2] in own} == {"O3@a1", "O2@a1", "S3@a1", "S2@a1"}


@pytest.mark.parametrize("view", VIEWS)
def test_the_names_of_the_towers_stand_where_no_tower_can(view: str) -> None:
    match = play_at_random(game("skybridge").match(2, seed=3), 3)
    root = ET.fromstring(match.position.svg(view=view))
    written = [node for node in root.iter(f"{SVG}text") if node.attrib.get("class") == "coordinate"]
    assert sorted(node.text or "" for node in written) == list("123abc")
    scene = city.scene(match.position.state, view, WIDTH, FAR_CORNER)
    for node in written:
        x, y = float(node.attrib["x"]), float(node.attrib["y"])
        # Below the near edges of the slab, which fall away from the nearest corner to both sides.
        near_x, near_y = scene.at(SLAB, SLAB)
        assert y > near_y - abs(x - near_x) * DOWN / ACROSS


def test_a_piece_that_cannot_be_taken_asks_why() -> None:
    position = game("skybridge").position(2).play("first 1")
    pieces = {f"{colour}{kind}" for colour in "COJS" for kind in "32rb"}
    asked = {}
    for move in carried(position.svg(targets=position.legal), "data-try"):
        with pytest.raises(IllegalMove) as refused:
            position.play(move)
        asked[move[:2]] = str(refused.value)
    assert asked.keys() == pieces - {"C3", "C2", "J3", "J2"}, "no roof or bridge fits yet, and two colours are not mine"
    assert "has no ochre block of three" in asked["O3"]
    assert carried(position.svg(), "data-try") == [], "nobody is to act"


def test_how_many_are_left_is_never_faded() -> None:
    match = play_at_random(game("skybridge").match(2, seed=3), 3)
    root = ET.fromstring(match.svg())
    faded = [group for group in root.iter(f"{SVG}g") if group.attrib.get("class") == "none"]
    assert faded and not any(list(group.iter(f"{SVG}text")) for group in faded)


def test_the_last_turn_is_marked() -> None:
    match = game("skybridge").match(2, seed=1)
    assert carried(match.svg(), "data-last") == []
    match.play(match.legal()[0])
    assert carried(match.svg(), "data-last") == ["drop", "drop", "mark"], "the piece, its outline, and its square on the plan"


def test_the_top_below_a_piece_just_laid_is_there_while_it_flies_in() -> None:
    position = game("skybridge").position(2)
    for turn in ("first 1", "C3@a1", "Or@a1"):
        before, position = position, position.play(turn)
    last = [move.action for move in before.read("Or@a1")]
    assert position.svg(last=last).count('class="rim"') == position.svg().count('class="rim"') + 1
