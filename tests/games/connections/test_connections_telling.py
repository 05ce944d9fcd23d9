"""Connections in words: turns in a log, boards for those who listen."""

from __future__ import annotations

import pytest

from ponticello.engine.verbs import CHANCE
from ponticello.games.connections import notation, rules
from ponticello.games.connections.tell import describe, tell
from tests.games.connections.connections_table import new_game, put


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("c4/0", "lays the key on c4"),
        ("c4/1", "lays the key on c4 with 1 quarter turn"),
        ("c4/3", "lays the key on c4 with 3 quarter turns"),
        ("a1 spiral", "lays the key face down on a1"),
    ],
)
def test_a_turn_is_told(move: str, words: str) -> None:
    state = new_game()
    rules.play(state, CHANCE, rules.DRAWS)
    assert tell(state, 0, notation.read(state, 0, move)) == words


def test_chance_is_told() -> None:
    assert tell(new_game(), CHANCE, [rules.DRAWS + 1]) == "the star is turned up"


def test_a_board_is_described_by_what_can_be_done() -> None:
    state = put(new_game(), c4="n.wn", c2="w.w.")
    words = describe(state)
    assert words.startswith("Round 1 of 24: a tile is to be turned up. Player 1: 29 points lost so far, 22 cells free.")
    assert (
        "Connections lead to c1 (wide north), b3 (narrow east), d3 (narrow west), b4 (narrow east) and c5 (narrow south)."
        in words
    )
    assert "A 3 can be reached at d5 north, e1 east, a1 south and a4 west." in words


def test_what_no_tile_can_reach_any_more_is_not_mentioned() -> None:
    state = put(new_game(), a1="spiral")
    assert "A 3 can be reached at d5 north, e1 east and a4 west." in describe(state)


def test_a_finished_game_is_described_by_its_score() -> None:
    state = new_game(2)
    state.turned = rules.ROUNDS
    assert describe(state) == "The game is over. Player 1: 29 points lost. Player 2: 29 points lost."
