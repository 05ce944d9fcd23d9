"""Hashi in French: everything is translated, and a whole game is told without a word of English."""

from __future__ import annotations

import pytest

import ponticello as pc
from ponticello.engine.errors import BadNotation
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import say, speaking
from ponticello.games.hashi import notation, position, referee
from ponticello.games.hashi.picture import picture
from ponticello.table.match import Match
from tests.engine.variants import play_at_random
from tests.french import check_catalogue, french
from tests.games.hashi.hashi_table import fresh, started, turn_up
from tests.said import english_in, never_said, told

TITRES = {
    40: "Sous-fifre", 41: "Porteur d'eau", 43: "Rafistoleur", 45: "Ouvrier", 47: "Bétonnier", 49: "Chef de projet",
    51: "Ingénieur des ponts", 52: "Expert en planification", 54: "Génie des ponts", 56: "As de l'architecture",
    58: "Génie en construction", 60: "Dieu des îles",
}  # fmt: skip


def a_match(players: int) -> Match:
    return play_at_random(pc.game("hashi").match(players, seed=players), players)


def test_the_catalogue_is_complete() -> None:
    check_catalogue("hashi")


@pytest.mark.parametrize("players", [1, 2, 3])
def test_everything_a_person_reads_can_be_translated(players: int) -> None:
    assert never_said(lambda: a_match(players), players) == set()


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_whole_game_is_told_in_french(players: int) -> None:
    with speaking(french("hashi")):
        texts = list(told(a_match(players), players))
    assert english_in(texts, "hashi") == []


def test_english_would_be_noticed() -> None:
    assert english_in([referee.status(fresh())], "hashi") == ["Set-up: write a 3 or a 4"]


@pytest.mark.parametrize(
    "text", ["nonsense", "5@a1", "3@b9", "a1-g7", "4@a1"], ids=["no move", "another number", "no island", "no line", "set-up"]
)
def test_bad_notation_is_explained_in_french(text: str) -> None:
    state = started()
    turn_up(state, "4x2")
    if text == "4@a1":
        state, text = fresh(), "5@a1"
    with speaking(french("hashi")), pytest.raises(BadNotation) as raised:
        notation.read(state, 0, text)
    assert english_in([str(raised.value)], "hashi") == []


def test_bad_cards_are_explained_in_french() -> None:
    for text in ("nonsense", "card 9x9"):
        with speaking(french("hashi")), pytest.raises(BadNotation, match="carte"):
            notation.read(started(), CHANCE, text)


@pytest.mark.parametrize(("total", "titre"), TITRES.items())
def test_titles_in_french(total: int, titre: str) -> None:
    with speaking(french("hashi")):
        assert say(referee.title(total)) == titre


def test_cards_on_offer_are_said_in_the_language_of_the_moment() -> None:
    state = started()
    targets = {position.TURN_UP + 14: "card 5x3"}
    assert "turn up the 5 with 3 bridges" in picture(state, targets=targets)
    with speaking(french("hashi")):
        assert "retourner la carte au 5 avec 3 ponts" in picture(state, targets=targets)
    assert "turn up the 5 with 3 bridges" in picture(state, targets=targets)
