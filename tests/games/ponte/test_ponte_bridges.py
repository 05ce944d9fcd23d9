"""Bridges and the cells they block: a test for each sentence of the rules and each example of the rulebook."""

from __future__ import annotations

from itertools import combinations

import pytest

from ponticello.games.ponte import actions, board, rules
from tests.games.ponte.ponte_drawing import (
    LIGHT_SEAT,
    action,
    bridges_granted,
    cell,
    cells_of,
    do,
    name_of,
    position,
    refused,
    shapes,
)


@pytest.mark.parametrize("end", ["e3", "g5", "c7", "g7", "c6", "g6", "d7", "f7", "e7", "c5", "c4", "g4", "d3", "f3", "c3", "g3"])
def test_example_7_a_bridge_is_straight_diagonal_or_a_knights_jump(end: str) -> None:
    state = position("")
    for name in ("e5", end):
        rules.lay_tile(state, rules.LIGHT, cell(name))
    bridges = bridges_granted(state, LIGHT_SEAT)
    assert bridges == {action(f"e5-{end}")}


def test_no_bridge_is_shorter_or_longer() -> None:
    sixteen = {"e3", "g5", "c7", "g7", "c6", "g6", "d7", "f7", "e7", "c5", "c4", "g4", "d3", "f3", "c3", "g3"}
    for far in cells_of(10) - {cell("e5")} - {cell(name) for name in sixteen}:
        state = position("")
        rules.lay_tile(state, rules.LIGHT, cell("e5"))
        rules.lay_tile(state, rules.LIGHT, far)
        assert bridges_granted(state, LIGHT_SEAT) == set(), name_of(far)


def test_a_bridge_needs_a_tile_of_the_players_own_under_each_end() -> None:
    state = position("o.x.x o....")
    assert refused(state, "a1-c1") == rules.NOT_YOUR_END
    assert refused(state, "c1-e1") == rules.NOT_YOUR_END
    assert refused(state, "a2-c2") == rules.NOT_YOUR_END
    assert refused(state, "h8-j8") == rules.NOT_YOUR_END


def test_a_bridge_does_not_reach_around_the_edge() -> None:
    for side in (10, 12):
        edge = side - 1
        state = position("", side=side)
        for row in range(0, side, 2):
            rules.lay_tile(state, rules.LIGHT, board.cell_at(row, 0))
            rules.lay_tile(state, rules.LIGHT, board.cell_at(row, edge))
        bridges = bridges_granted(state, LIGHT_SEAT)
        upright = actions.BRIDGE + board.SPANS.index((2, 0))
        assert bridges == {
            upright + board.cell_at(row, column) * board.WAYS for row in range(0, side - 2, 2) for column in (0, edge)
        }


def test_example_8_a_tile_carries_one_bridge_only() -> None:
    state = position("o.o.o ..... o....", "a1-c1")
    assert refused(state, "c1-e1") == rules.BRIDGED_END
    assert refused(state, "a1-a3") == rules.BRIDGED_END
    assert refused(position("o.o.o", "c1-e1"), "a1-c1") == rules.BRIDGED_END


def test_an_island_carries_several_bridges_on_different_tiles() -> None:
    state = position("o.oo.o ..oo.. ...... ..o...", "a1-c1", "d1-f1")
    assert refused(state, "c2-c4") == 0
    assert refused(state, "c1-c3") == rules.NOT_YOUR_END


def test_any_tile_of_a_sandbank_or_an_island_can_be_an_end() -> None:
    state = position("oooo.. ...... ......", turn="light")
    for name in ("a3", "f1"):
        rules.lay_tile(state, rules.LIGHT, cell(name))
    assert [refused(state, words) for words in ("a1-a3", "b1-a3", "c1-a3", "d1-f1")] == [0] * 4


@pytest.mark.parametrize("under", ["o", "x"])
def test_example_8_a_bridge_may_not_pass_over_a_tile_of_any_colour(under: str) -> None:
    assert refused(position(f"o.. .{under}. ..o"), "a1-c3") == rules.TILE_UNDER
    assert refused(position(f"o{under}o"), "a1-c1") == rules.TILE_UNDER
    assert refused(position(f"o {under} o"), "a1-a3") == rules.TILE_UNDER
    assert refused(position(f"o. {under}. .o"), "a1-b3") == rules.TILE_UNDER
    assert refused(position(f"o. .{under} .o"), "a1-b3") == rules.TILE_UNDER


@pytest.mark.parametrize(
    ("drawing", "bridge", "blocked"),
    [
        ("o.o", "a1-c1", {"b1"}),
        ("... o.. ... o..", "a2-a4", {"a3"}),
        ("o.. ... ..o", "a1-c3", {"b2"}),
        ("..o ... o..", "c1-a3", {"b2"}),
        ("o. .. .o", "a1-b3", {"a2", "b2"}),
        (".o .. o.", "b1-a3", {"a2", "b2"}),
        ("o.. ..o", "a1-c2", {"b1", "b2"}),
        ("..o o..", "c1-a2", {"b1", "b2"}),
    ],
)
def test_the_cells_under_a_bridge_are_blocked_for_both_colours_for_ever(drawing: str, bridge: str, blocked: set[str]) -> None:
    state = position(drawing)
    do(state, bridge)
    for colour in (rules.DARK, rules.LIGHT):
        state.turn = colour
        shut = {name_of(here) for here in cells_of(10) if refused(state, name_of(here)) == rules.UNDER_BRIDGE}
        assert shut == blocked


def test_example_9_the_cells_1_2_and_4_are_blocked_and_3_is_not() -> None:
    """The knight's jump a1-b3 blocks a2 (1) and b2 (2); c2 (3) stays free beside it; the straight c4-e4 blocks d4 (4)."""
    state = position("o.... ..... .o... ..o.o", "a1-b3", "c4-e4")
    assert [refused(state, name) for name in ("a2", "b2", "d4")] == [rules.UNDER_BRIDGE] * 3
    assert refused(state, "c2") == 0


@pytest.mark.parametrize("other", ["o", "x"])
def test_bridges_of_neither_colour_ever_cross(other: str) -> None:
    turn = {"o": "light", "x": "dark"}[other]
    straight = position(f".o. {other}.{other} .o.", "b1-b3", turn=turn)
    assert refused(straight, "a2-c2") == rules.CROSSING
    diagonal = position(f"o.{other} ... {other}.o", "a1-c3", turn=turn)
    assert refused(diagonal, "c1-a3") == rules.CROSSING
    knights = position(f"o{other} .. {other}o", "a1-b3", turn=turn)
    assert refused(knights, "b1-a3") == rules.CROSSING
    askew = position(f"... o.{other} ..o {other}..", "a2-c3", turn=turn)
    assert refused(askew, "a4-c2") == rules.CROSSING


@pytest.mark.parametrize("other", ["o", "x"])
def test_two_diagonals_cross_even_without_a_common_blocked_cell(other: str) -> None:
    """One blocks c2, the other b2; their lines meet between the two."""
    state = position(f".o{other}. .... {other}..o", "b1-d3", turn={"o": "light", "x": "dark"}[other])
    assert refused(state, "c1-a3") == rules.CROSSING


def test_bridges_may_lie_side_by_side_and_end_beside_another() -> None:
    state = position("o.o.. o.oo. ..... ..oo.", "a1-c1")
    assert [refused(state, words) for words in ("a2-c2", "c2-c4", "c2-d4", "d2-d4")] == [0] * 4


@pytest.mark.parametrize("other", ["o", "x"])
@pytest.mark.parametrize("allowed", [True, False])
@pytest.mark.parametrize(
    ("drawing", "first", "second"),
    [
        ("on. ... .on", "a1-b3", "b1-c3"),
        (".on ... on.", "b1-a3", "c1-b3"),
        ("o.. n.o ..n", "a1-c2", "a2-c3"),
        ("..o o.n n..", "c1-a2", "c2-a3"),
    ],
)
def test_parallel_knight_bridges_may_share_a_blocked_cell_unless_the_option_forbids_it(
    drawing: str, first: str, second: str, allowed: bool, other: str
) -> None:
    turn = {"o": "light", "x": "dark"}[other]
    for laid, asked in ((first, second), (second, first)):
        drawn = drawing.replace("n", other)
        state = position(drawn, laid, turn=turn, parallel_knights=allowed)
        if laid == second:
            state.turn = rules.LIGHT
        assert refused(state, asked) == (0 if allowed else rules.CROSSING)


@pytest.mark.parametrize("allowed", [True, False])
def test_knight_bridges_without_a_common_blocked_cell_never_hinder_each_other(allowed: bool) -> None:
    state = position("o.o. .... .o.o", "a1-b3", parallel_knights=allowed)
    assert refused(state, "c1-d3") == 0


def test_a_bridge_never_lies_inside_one_group() -> None:
    """Whatever the shape of a sandbank or an island, each bridge between two of its tiles would pass over a third."""
    asked = 0
    for shape in {shape for size in (2, 3, 4) for shape in shapes(size)}:
        state = position("")
        tiles = [board.cell_at(3 + y, 3 + x) for x, y in shape]
        for tile in tiles:
            rules.lay_tile(state, rules.LIGHT, tile)
        for start, end in combinations(sorted(tiles), 2):
            span = board.row_of(end) - board.row_of(start), board.column_of(end) - board.column_of(start)
            if span in board.SPANS:
                asked += 1
                assert refused(state, f"{name_of(start)}-{name_of(end)}") == rules.TILE_UNDER
        assert bridges_granted(state, LIGHT_SEAT) == set()
    assert asked > 20
