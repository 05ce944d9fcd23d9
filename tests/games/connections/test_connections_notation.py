"""The notation: what is written is read back, people may be careless, and nonsense is refused with a hint."""

from __future__ import annotations

import pytest

from ponticello.engine.errors import BadNotation
from ponticello.engine.verbs import CHANCE
from ponticello.games.connections import rules
from ponticello.games.connections.notation import read, write
from tests.games.connections.connections_table import Twins, hold, legal, new_game


def test_what_is_written_is_read_back() -> None:
    twins = Twins(2, "one", 5)
    while rules.actors(twins.state):
        for action in legal(twins.state, CHANCE):
            assert read(twins.state, CHANCE, write(twins.state, CHANCE, action)) == [action]
        twins.turn_up()
        for seat in twins.seats():
            for action in legal(twins.state, seat):
                assert read(twins.state, seat, write(twins.state, seat, action)) == [action]
            twins.lay(seat, legal(twins.state, seat))


def test_the_notation_of_some_moves() -> None:
    state = new_game()
    assert write(state, CHANCE, rules.DRAWS) == "tile key"
    hold(state, "n.w.")
    assert write(state, 0, 11 * 4 + 1) == "b3/1" and write(state, 0, rules.SPIRALS + 24) == "e5 spiral"


@pytest.mark.parametrize("text", ["B3/1", " b3 / 1 ", "b 3/1", "b3:1", "b3\t/\t1"])
def test_careless_writing_is_understood(text: str) -> None:
    state = new_game()
    hold(state, "n.w.")
    assert read(state, 0, text) == [11 * 4 + 1]


@pytest.mark.parametrize("text", ["b3 spiral", "B3 SPIRAL", "b3spiral", "b3 s", "b3*", "b3 face down"])
def test_a_spiral_in_many_words(text: str) -> None:
    state = new_game()
    hold(state, "n.w.")
    assert read(state, 0, text) == [rules.SPIRALS + 11]


@pytest.mark.parametrize("text", ["tile sun", "SUN", "  Tile   Sun", "tile: sun"])
def test_a_tile_is_turned_up_by_name(text: str) -> None:
    assert read(new_game(), CHANCE, text) == [rules.DRAWS + 2]


def test_equal_looks_are_read_as_one() -> None:
    state = new_game()
    hold(state, "nwnw")
    assert read(state, 0, "c4/2") == read(state, 0, "c4/0") and read(state, 0, "c4/3") == read(state, 0, "c4/1")


def test_the_turns_may_be_left_out_where_only_one_way_fits() -> None:
    state = new_game()
    hold(state, "n...")
    assert read(state, 0, "d3") == [13 * 4 + 3]
    with pytest.raises(BadNotation, match="does not fit on c4"):
        read(state, 0, "c4")
    hold(state, "nn..")
    with pytest.raises(BadNotation, match="in 2 ways; write d3/2 or d3/3"):
        read(state, 0, "d3")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("f3/1", "a1 to e5"),
        ("b6/1", "a1 to e5"),
        ("b3/4", "0 to 3"),
        ("b3/1 b3/2", "not a move"),
        ("", "b3/1"),
        ("key", "b3 spiral"),
    ],
)
def test_nonsense_is_refused_with_a_hint(text: str, hint: str) -> None:
    state = new_game()
    hold(state, "n.w.")
    with pytest.raises(BadNotation, match=hint):
        read(state, 0, text)


def test_an_unknown_tile_is_refused() -> None:
    for text in ("tile unicorn", "", "b3/1"):
        with pytest.raises(BadNotation, match="turns up no tile"):
            read(new_game(), CHANCE, text)
