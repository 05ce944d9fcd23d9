"""Skybridge in French: the catalogue is whole, and a whole game can be played without a word of English."""

from __future__ import annotations

import pytest

from ponticello import game
from ponticello.engine.words import speaking
from ponticello.table.match import Match
from tests.engine.variants import play_at_random
from tests.french import check_catalogue, french
from tests.said import english_in, never_said, told


def a_match(players: int) -> Match:
    return play_at_random(game("skybridge", rotation=True).match(players, seed=5), 5)


def test_the_catalogue_is_whole() -> None:
    check_catalogue("skybridge")


@pytest.mark.parametrize("players", [2, 3])
def test_everything_a_person_reads_can_be_translated(players: int) -> None:
    assert never_said(lambda: a_match(players), 5) - {"Skybridge"} == set()


def test_a_whole_game_in_french() -> None:
    with speaking(french("skybridge")):
        texts = list(told(a_match(2), 5))
    assert english_in(texts, "skybridge") == []
    assert any("un bloc ocre de trois étages" in text for text in texts) and any("vue côté sud" in text for text in texts)


def test_turns_are_told() -> None:
    position = game("skybridge").position(4)
    moves = [("first 1", 4), ("C3@b2", 0), ("O2@a1", 1), ("Jr@b2", 2), ("Sb@a1-a2", 3)]
    assert [
        position.tell([position.move(position.game.rulebook.read(position.state, seat, text)[0], seat)]) for text, seat in moves
    ] == [
        "the lot falls on Player 1",
        "lays three floors of coral on b2",
        "lays two floors of ochre on a1",
        "roofs b2 in jade",
        "bridges a1 and a2 in slate",
    ]


def test_a_position_is_described() -> None:
    match = game("skybridge").match(4, seed=1)
    assert match.position.describe().startswith("A city of nine towers. a1: empty. b1: empty.")
    first = match.actors[0]
    match.play("3 b2")
    colour = ("coral", "ochre", "jade", "slate")[first]
    assert f"b2: 3 floors, topped by {colour}'s block of three." in match.position.describe()
    assert "Player 4: 0 points." in match.position.describe()
