"""Ponte in French: the catalogue is whole, and a whole game can be played without a word of English."""

from __future__ import annotations

from ponticello import game
from ponticello.engine.words import speaking
from ponticello.table.match import Match
from tests.engine.variants import play_at_random
from tests.french import check_catalogue, french
from tests.said import english_in, never_said, told


def a_match() -> Match:
    return play_at_random(game("ponte").match(seed=5), 5)


def test_the_catalogue_is_whole() -> None:
    check_catalogue("ponte")


def test_everything_a_person_reads_can_be_translated() -> None:
    assert never_said(a_match, 5) == set()


def test_a_whole_game_in_french() -> None:
    with speaking(french("ponte")):
        texts = list(told(a_match(), 5))
    assert english_in(texts, "ponte") == []
    assert any("banc de sable" in text for text in texts) and any("placer une tuile en " in text for text in texts)


def test_turns_are_told() -> None:
    match = game("ponte").match(seed=1)
    for turn in ("d4,e5", "dark", "a1,c1", "j1,j2", "a1-c1"):
        match.play(turn)
    assert [match.tell(turn) for turn in match.turns()] == [
        "lays tiles on d4 and e5",
        "takes dark",
        "lays tiles on a1 and c1",
        "lays tiles on j1 and j2",
        "bridges a1 and c1",
    ]
    start = match.position_after(0)
    assert start.tell(start.read("d4")) == "lays a tile on d4", "half a turn"
    assert match.position.tell(match.position.read("pass")) == "passes"
    with speaking(french("ponte")):
        assert start.tell(start.read("d4")) == "place une tuile en d4"
        assert match.tell(match.turns()[-1]) == "relie a1 et c1 par un pont"
