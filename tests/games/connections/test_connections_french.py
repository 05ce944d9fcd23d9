"""Connections in French: everything is translated, and a whole match is told without a word of English."""

from __future__ import annotations

import pytest

import ponticello as pc
from ponticello.engine.errors import BadNotation
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import say, speaking
from ponticello.games.connections import notation, referee
from ponticello.games.connections.tileset import tile_set
from ponticello.table.match import Match
from tests.engine.variants import play_at_random
from tests.french import check_catalogue, french
from tests.games.connections.connections_table import hold, new_game
from tests.said import english_in, never_said, told


def a_match(players: int) -> Match:
    return play_at_random(pc.game("connections", games="full" if players == 2 else "one").match(players, seed=players), players)


def test_the_catalogue_is_complete() -> None:
    check_catalogue("connections")


def test_every_tile_that_is_shipped_has_a_name_with_its_article() -> None:
    assert {f"the {name}" for name in tile_set("own").names} == set(notation.THE_TILES)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_everything_a_person_reads_can_be_translated(players: int) -> None:
    assert never_said(lambda: a_match(players), players) == set()


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_whole_match_is_told_in_french(players: int) -> None:
    with speaking(french("connections")):
        texts = list(told(a_match(players), players))
    assert english_in(texts, "connections") == []


def test_english_would_be_noticed() -> None:
    assert english_in([referee.status(new_game())], "connections") == ["a tile is to be turned up"]


@pytest.mark.parametrize("text", ["nonsense", "b3/7", "g9/0", "a1", "c4"])
def test_bad_notation_is_explained_in_french(text: str) -> None:
    state = new_game()
    hold(state, "ww..")
    with speaking(french("connections")), pytest.raises(BadNotation) as raised:
        notation.read(state, 0, text)
    assert english_in([str(raised.value)], "connections") == []


def test_an_unknown_tile_is_refused_in_french() -> None:
    with speaking(french("connections")), pytest.raises(BadNotation, match="tuile"):
        notation.read(new_game(), CHANCE, "tile nothing")


@pytest.mark.parametrize(
    ("lost", "titre"),
    [
        (0, "virtuose de la connexion"),
        (1, "virtuose de la connexion"),
        (4, "roi du contact"),
        (7, "relieur de tuiles"),
        (10, "apprenti poseur"),
        (11, "chercheur de connexions"),
    ],
)
def test_titles_in_french(lost: int, titre: str) -> None:
    with speaking(french("connections")):
        assert say(referee.title(lost)) == titre


def test_a_tile_of_the_users_own_keeps_its_name() -> None:
    board = tile_set("own").line().replace("key=", "frog=")
    state = new_game(board=board)
    with speaking(french("connections")):
        assert notation.the_tile(state, 0) == "la tuile frog" and notation.the_tile(state, 1) == "l'étoile"
    assert notation.the_tile(state, 0) == "the frog"
