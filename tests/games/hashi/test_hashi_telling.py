"""Hashi in words: turns in a log, boards for those who listen."""

from __future__ import annotations

import pytest

from ponticello.engine.verbs import CHANCE
from ponticello.games.hashi import notation
from ponticello.games.hashi.position import DONE, OVER, Hashi
from ponticello.games.hashi.tell import describe, tell
from tests.games.hashi.hashi_table import fresh, lay, play, started, turn_up


def told(state: Hashi, text: str, seat: int = 0) -> str:
    """Returns what is told of a turn in notation."""
    return tell(state, seat, notation.read(state, seat, text))


@pytest.fixture
def round_one() -> Hashi:
    state = started(2)
    turn_up(state, "4x3")
    return state


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        ("4@c1 a1-c1 a1-c1 a1-a5", "writes a 4 on c1 and draws a1-c1 twice and a1-a5"),
        ("4@c1", "writes a 4 on c1"),
        ("4@c1 done", "writes a 4 on c1 and draws no bridges"),
        ("skip", "leaves out the number"),
        ("a1-c1", "leaves out the number and draws a1-c1"),
        ("skip done", "leaves out the card"),
    ],
)
def test_a_turn_is_told(round_one: Hashi, turn: str, words: str) -> None:
    assert told(round_one, turn) == words


def test_the_rest_of_a_turn_is_told(round_one: Hashi) -> None:
    play(round_one, 0, "skip")
    assert told(round_one, "a1-c1 a1-a5 c1-e1") == "draws a1-c1, a1-a5 and c1-e1"
    assert tell(round_one, 0, [DONE]) == "draws no bridges"


def test_the_set_up_is_told() -> None:
    assert told(fresh(1), "3@a1") == "writes a 3 on a1"
    assert told(fresh(2), "4@a1", 1) == "writes a 4 on a1 for the left neighbour"


def test_chance_is_told() -> None:
    assert told(started(), "card 5x2", CHANCE) == "the 5 with 2 bridges is turned up"
    assert told(started(), "card 5x1", CHANCE) == "the 5 with 1 bridge is turned up"


def test_a_board_is_described_by_what_matters() -> None:
    state = started(1, first="4@c1")
    lay(state, 0, {"a1": 1, "a5": 1, "c5": 4, "g1": 2, "g5": 2}, ["a1-a5", "c1-c5", "g1-g5", "g1-g5"])
    assert describe(state) == (
        "Card 1 of 17 is to be turned up. Player 1: 8 points. Finished: a1, g1, a5 and g5."
        " Begun: c1 has 1 of 4 and c5 has 1 of 4. Bridges at unfinished islands: c1-c5."
    )
    state.award[0, 0] = 9
    state.phase = OVER
    assert describe(state) == (
        "The game is over with 17 points: Minion. Player 1: 17 points. Finished: a1, g1, a5 and g5."
        " Awards: all four red flags for 9."
    )
