"""What the referee says: each refusal names the rule and the right places."""

from __future__ import annotations

import pytest

from ponticello.games.ponte import rules
from ponticello.games.ponte.referee import why
from tests.games.ponte.ponte_drawing import action, new_game, position, refused, to_move


def said(state: rules.Ponte, move: str) -> str:
    """Returns the sentence with which a move is refused."""
    seat = to_move(state)
    assert seat is not None
    reason = refused(state, move)
    assert reason != 0, f"{move} is allowed"
    return why(state, seat, action(move), reason)


@pytest.mark.parametrize(
    ("drawing", "bridges", "move", "sentence"),
    [
        (".o.", [], "b1", "b1 already has a light tile"),
        (".x.", [], "b1", "b1 already has a dark tile"),
        ("o.o", ["a1-c1"], "b1", "b1 lies under the bridge a1-c1, where no tile may go"),
        ("oo oo", [], "c3", "c3 would touch the light island a1, b1, a2 and b2; islands keep clear of their own colour"),
        ("ooo.ooo", [], "d1", "d1 would join 2 sandbanks into a group of 7; an island has exactly four tiles"),
        ("ooo. ...o", [], "a2", "a2 would make an island that touches d2; an island touches no other land of its colour"),
        ("o..", [], "a1-c1", "a1-c1 needs a light tile at both ends, and c1 has none"),
        ("..o", [], "a1-c1", "a1-c1 needs a light tile at both ends, and a1 has none"),
        ("o.o.o", ["a1-c1"], "c1-e1", "c1 already carries a bridge; a tile carries one"),
        ("o.o.o", ["c1-e1"], "a1-c1", "c1 already carries a bridge; a tile carries one"),
        ("oxo", [], "a1-c1", "a1-c1 would pass over the tile on b1"),
        ("o.x ... x.o", ["a3-c1"], "a1-c3", "a1-c3 would cross the bridge c1-a3"),
    ],
)
def test_a_refusal_names_the_places(drawing: str, bridges: list[str], move: str, sentence: str) -> None:
    assert said(position(drawing, *bridges), move) == sentence


def test_parallel_knights_are_told_from_crossing_bridges() -> None:
    state = position("oo ... .oo", "a1-b3", parallel_knights=False)
    assert said(state, "b1-c3") == "b1-c3 would run beside and share a cell with the bridge a1-b3"


def test_what_is_missing_is_said() -> None:
    state = position("o.o")
    assert said(state, "pass") == "light can still lay two tiles, so it may not pass"
    state.bridges = 0
    assert said(state, "a1-c1") == "a1-c1 cannot be laid: all bridges are on the board"
    state.tiles[rules.LIGHT] = 1
    assert said(state, "e5") == "e5 cannot be laid: light has only one tile left, and a turn takes two"
    state.tiles[rules.LIGHT] = 0
    assert said(state, "e5") == "e5 cannot be laid: light has no tile left, and a turn takes two"


def test_the_second_tile_of_the_turn_must_find_a_cell() -> None:
    assert said(position("o.", only=True), "b1") == "b1 would leave no cell for the second tile of the turn"


def test_at_the_beginning_it_says_what_comes_next() -> None:
    state = new_game()
    assert said(state, "pass") == "the game opens with two light tiles, such as d4,e5"
    rules.play(state, 0, action("d4"))
    assert said(state, "pass") == "the second light tile of the opening comes next"
    rules.play(state, 0, action("e5"))
    assert said(state, "a1") == "now a colour is chosen: light or dark"
