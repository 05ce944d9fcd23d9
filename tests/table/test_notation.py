"""Moves as people type them, in the games where a player has the pieces in hand: forgiving where nothing else can be meant."""

from __future__ import annotations

import pytest

import ponticello as pc
from ponticello.engine.errors import BadNotation


@pytest.mark.parametrize(
    "text", ["Cb@a1-a2", "cb@a2-a1", "coral bridge a1 a2", "C b a1-a2", "CORAL BRIDGE on A2-A1", "bridge a1-a2", "b a2 a1"]
)
def test_a_bridge_of_skybridge_is_read_from_either_end(text: str) -> None:
    match = pc.game("skybridge").match(4, seed=0)
    (move,) = match.position.read(text)
    assert str(move)[1:] == "b@a1-a2"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("o3@b2", "O3@b2"),
        ("ochre roof c3", "Or@c3"),
        ("O two at a1", "O2@a1"),
        (" o 2 @ a1 ", "O2@a1"),
        ("jade three b3", "J3@b3"),
    ],
)
def test_pieces_of_skybridge_go_by_letter_or_by_name(text: str, meant: str) -> None:
    match = pc.game("skybridge").match(2, seed=0)
    assert [str(move) for move in match.position.read(text)] == [meant]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3@b2", "say which colour: "),
        ("C3@d2", "there is no tower d2; they go from a1 to c3"),
        ("Cb@a1", "a bridge needs two towers, such as a1-a2"),
        ("Cb@a1-b2", "a1 and b2 are not next to each other"),
        ("Cr@a1-a2", "only a bridge takes two towers"),
        ("first 3", "there is no player 3; the lot falls on 1 to 2"),
        ("what", "'what' is not a move; write a block as C3@b2"),
    ],
)
def test_skybridge_says_what_it_cannot_read(text: str, sentence: str) -> None:
    with pytest.raises(BadNotation, match=sentence):
        pc.game("skybridge").match(2, seed=0).position.read(text)


@pytest.mark.parametrize("text", ["d4,e5", "D4 E5", "d4e5", " d4 ; e5", "d4 + e5", "d 4, e 5"])
def test_two_tiles_of_ponte_are_read_however_they_are_joined(text: str) -> None:
    assert [str(move) for move in pc.game("ponte").match().position.read(text)] == ["d4", "e5"]


@pytest.mark.parametrize("text", ["a1-c3", "C3-A1", "c3 - a1", "a1:c3", "a1\u2013c3"])
def test_a_bridge_of_ponte_is_read_from_either_end(text: str) -> None:
    assert [str(move) for move in pc.game("ponte").match().position.read(text)] == ["a1-c3"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("k1", "k1 is not on this board; its cells go from a1 to j10"),
        ("a11,b2", "a11 is not on this board"),
        ("a0", "a0 is not on this board"),
        ("a1-a4", "no bridge fits from a1 to a4; it goes two cells straight or diagonally, or a knight's jump"),
        ("a1-a1", "no bridge fits from a1 to a1"),
        ("a1,b2,c3", "is not a move; write two tiles as a1,b2, a bridge as a1-c3, or pass, light or dark"),
        ("", "'' is not a move"),
    ],
)
def test_ponte_says_what_it_cannot_read(text: str, sentence: str) -> None:
    with pytest.raises(BadNotation, match=sentence):
        pc.game("ponte").match().position.read(text)


def test_the_larger_board_has_more_cells() -> None:
    assert [str(move) for move in pc.game("ponte", size=12).match().position.read("l12,k1")] == ["l12", "k1"]
