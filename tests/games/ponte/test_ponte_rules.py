"""The start, the turn, islands and sandbanks: a test for each sentence of the rules and each example of the rulebook."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from ponticello.games.ponte import actions, board, rules
from ponticello.games.ponte import position as ponte_position
from tests.games.ponte.ponte_drawing import (
    DARK_SEAT,
    LIGHT_SEAT,
    Shape,
    action,
    cell,
    cells_of,
    do,
    legal,
    new_game,
    position,
    refused,
    shapes,
    to_move,
)

# The start


@pytest.mark.parametrize(("side", "tiles", "bridges"), [(10, 40, 15), (12, 60, 22)])
def test_the_box_holds_tiles_for_each_colour_and_bridges_for_both(side: int, tiles: int, bridges: int) -> None:
    state = new_game(side)
    assert [state.tiles[rules.LIGHT], state.tiles[rules.DARK], state.bridges] == [tiles, tiles, bridges]
    assert legal(state, 0) == cells_of(side)


def test_one_player_lays_two_light_tiles_anywhere_and_nothing_else() -> None:
    state = new_game()
    for free in (cells_of(10), cells_of(10) - {cell("e5")}):
        assert legal(state, 0) == free
        assert legal(state, 1) == set()
        assert [refused(state, words) for words in ("pass", "light", "dark", "a1-a3")] == [rules.NOT_NOW] * 4
        do(state, "e5" if free == cells_of(10) else "e6")
    assert state.cells[cell("e5")] == state.cells[cell("e6")] == ponte_position.LIGHT_TILE
    assert [state.tiles[rules.LIGHT], state.tiles[rules.DARK]] == [38, 40]


@pytest.mark.parametrize(("choice", "dark_seat"), [("light", 0), ("dark", 1)])
def test_the_other_player_chooses_a_colour_and_dark_takes_the_first_turn(choice: str, dark_seat: int) -> None:
    state = new_game()
    do(state, "a1", "b1")
    assert to_move(state) == 1
    assert legal(state, 1) == {actions.TAKE_LIGHT, actions.TAKE_DARK}
    assert refused(state, "c1") == rules.NOT_NOW
    assert legal(state, 0) == set()
    do(state, choice)
    assert to_move(state) == dark_seat
    do(state, "h1", "h2")
    assert state.cells[cell("h1")] == state.cells[cell("h2")] == ponte_position.DARK_TILE
    assert to_move(state) == 1 - dark_seat
    assert [refused(state, words) for words in ("light", "dark")] == [rules.NOT_NOW] * 2


# A turn


def test_a_turn_is_two_tiles_and_never_one() -> None:
    state = position("o.o")
    assert not rules.mid_turn(state, LIGHT_SEAT)
    do(state, "j10")
    assert to_move(state) == LIGHT_SEAT
    assert rules.mid_turn(state, LIGHT_SEAT)
    assert not rules.mid_turn(state, DARK_SEAT)
    assert refused(state, "pass") == rules.NOT_NOW
    assert refused(state, "a1-c1") == rules.NOT_NOW
    do(state, "j1")
    assert to_move(state) == DARK_SEAT
    assert not rules.mid_turn(state, LIGHT_SEAT)
    assert state.tiles[rules.LIGHT] == 40 - 4


def test_a_turn_is_one_bridge_instead() -> None:
    state = position("o.o")
    do(state, "a1-c1")
    assert to_move(state) == DARK_SEAT
    assert state.bridges == 14
    assert state.tiles[rules.LIGHT] == 38


def test_nobody_plays_out_of_turn() -> None:
    state = position("o.o.x.x", turn="light")
    assert [refused(state, words, DARK_SEAT) for words in ("j10", "e1-g1", "pass")] == [rules.NOT_NOW] * 3


def test_with_room_for_two_tiles_there_is_no_pass() -> None:
    assert refused(position("o.o"), "pass") == rules.MUST_LAY
    assert refused(position("o..", only=True), "pass") == rules.MUST_LAY


def test_without_room_for_two_tiles_there_is_a_choice_of_bridge_and_pass() -> None:
    state = position("o.ox", only=True)
    assert refused(state, "b1") == rules.NO_SECOND
    assert legal(state, LIGHT_SEAT) == {action("a1-c1"), actions.PASS}


def test_with_fewer_than_two_tiles_left_there_is_a_choice_of_bridge_and_pass() -> None:
    for left in (1, 0):
        state = position("o.o")
        state.tiles[rules.LIGHT] = left
        assert refused(state, "j10") == rules.NO_TILES
        assert legal(state, LIGHT_SEAT) == {action("a1-c1"), actions.PASS}


def test_the_last_two_tiles_may_be_laid() -> None:
    state = position("o.o")
    state.tiles[rules.LIGHT] = 2
    assert refused(state, "pass") == rules.MUST_LAY
    do(state, "j9", "j10")
    assert state.tiles[rules.LIGHT] == 0


def test_the_order_of_the_two_tiles_does_not_matter() -> None:
    """A tile that is illegal alone is not cured by a second, so a pair is granted both ways or not at all."""

    def grants(first: str, second: str) -> bool:
        state = position(".o.. .o.. .o.. .... o...")
        if refused(state, first) != 0:
            return False
        do(state, first)
        return refused(state, second) == 0

    answers = set()
    for one, another in combinations(("a1", "b4", "a4", "c1", "a2", "c4", "b5", "b6", "c5", "j10"), 2):
        assert grants(one, another) == grants(another, one)
        answers.add(grants(one, another))
    assert answers == {True, False}


# Where a tile may lie


def test_a_tile_needs_a_free_cell_of_the_board() -> None:
    state = position("o.ox", "a1-c1")
    assert refused(state, "a1") == rules.OCCUPIED
    assert refused(state, "d1") == rules.OCCUPIED
    assert refused(state, "b1") == rules.UNDER_BRIDGE
    for row, column in ((-1, 0), (0, -1), (10, 9), (9, 10), (-2, -2), (11, 11)):
        assert rules.refusal(state, LIGHT_SEAT, board.cell_at(row, column)) == rules.OFF_BOARD


def test_the_two_tiles_of_a_turn_need_not_lie_side_by_side() -> None:
    state = new_game()
    do(state, "a1", "j10", "dark", "e5", "a10")
    assert to_move(state) == 0


# Islands and sandbanks


def test_an_island_has_one_of_five_shapes() -> None:
    def turned(shape: Shape) -> Shape:
        tall = max(y for _, y in shape)
        return frozenset((tall - y, x) for x, y in shape)

    def mirrored(shape: Shape) -> Shape:
        wide = max(x for x, _ in shape)
        return frozenset((wide - x, y) for x, y in shape)

    left, kinds = shapes(4), 0
    while left:
        shape = left.pop()
        for _ in range(4):
            shape = turned(shape)
            left -= {shape, mirrored(shape)}
        kinds += 1
    assert kinds == 5


@pytest.mark.parametrize("shape", [pytest.param(shape, id=str(sorted(shape))) for shape in shapes(4)])
def test_four_tiles_side_by_side_are_an_island_in_whatever_order_they_come(shape: Shape) -> None:
    for order in permutations(shape):
        state = position("")
        for x, y in order:
            assert state.islands[rules.LIGHT] == 0
            here = board.cell_at(4 + y, 4 + x)
            assert rules.tile_refusal(state, rules.LIGHT, here) == 0
            rules.lay_tile(state, rules.LIGHT, here)
        assert state.islands[rules.LIGHT] == 1
        assert rules.points(state, LIGHT_SEAT) == 1


def test_one_to_three_tiles_are_a_sandbank_and_score_nothing() -> None:
    state = position("o...ooo ....... oo...o. ......o")
    assert rules.points(state, LIGHT_SEAT) == 0
    assert state.islands[rules.LIGHT] == 0


def test_example_1_sandbanks_of_one_colour_may_touch_at_corners() -> None:
    state = position("oo... ..oo. ....o ...o.")
    assert refused(state, "e5") == 0


def test_example_2_a_new_island_may_not_touch_the_first_at_a_corner() -> None:
    state = position("""
        oo...
        oo...
        ...oo
        ...o.
    """)  # fmt: skip
    assert refused(state, "c3") == rules.BY_ISLAND
    assert refused(state, "c2") == rules.BY_ISLAND


def test_example_3_a_new_island_may_rise_at_a_distance() -> None:
    state = position("""
        oo...
        oo...
        ...oo
        ...o.
    """)  # fmt: skip
    do(state, "e4")
    assert state.islands[rules.LIGHT] == 2


def test_example_4_a_sandbank_may_grow_while_another_touches_its_corner() -> None:
    state = position("oo. ..o ...")
    do(state, "d2", "e5")
    assert state.islands[rules.LIGHT] == 0


@pytest.mark.parametrize(
    ("drawing", "fifth"), [("oo.oo", "c1"), ("ooo.o", "d1"), (".o. o.o .o.", "b2"), ("oo... ..o.. ..o..", "c1")]
)
def test_example_5_no_group_ever_has_more_than_four_tiles(drawing: str, fifth: str) -> None:
    assert refused(position(drawing), fifth) == rules.TOO_LARGE


def test_an_island_takes_no_fifth_tile() -> None:
    assert refused(position("oooo"), "e1") == rules.BY_ISLAND


def test_three_sandbanks_may_become_one_island() -> None:
    state = position(".o. o.o")
    do(state, "b2")
    assert state.islands[rules.LIGHT] == 1


def test_example_6_tiles_of_different_colours_may_touch_freely() -> None:
    state = position("oooo", turn="dark")
    do(state, "a2", "b2", "j10", "j9", "c2", "d2")
    assert [state.islands[rules.LIGHT], state.islands[rules.DARK]] == [1, 1]
    around = position(".o. o.o .o.", turn="dark")
    assert refused(around, "b2") == 0


def test_nothing_of_its_colour_may_be_laid_around_an_island_not_even_at_a_corner() -> None:
    state = position("..... .ooo. ...o.")
    shore = ("a1", "b1", "c1", "d1", "e1", "a2", "e2", "a3", "b3", "c3", "e3", "c4", "d4", "e4")
    assert {name: refused(state, name) for name in shore} == dict.fromkeys(shore, rules.BY_ISLAND)
    assert [refused(state, name) for name in ("b4", "a4", "f2", "f5", "c5")] == [0] * 5
    state.turn = rules.DARK
    assert [refused(state, name) for name in shore] == [0] * len(shore)


@pytest.mark.parametrize(
    ("drawing", "fourth"),
    [
        ("ooo.. ....o", "d1"),  # the fourth tile itself touches
        ("o.... .ooo.", "e2"),  # the far end of the sandbank touches
        (".ooo. o....", "e1"),
        ("o.... .oo.. ...o.", "d2"),  # two sandbanks become the island; the first touches a third
        ("oo... ..o.. ..o.. ..o..", "c5"),  # a larger sandbank at the corner
        ("o..... .o.oo. ", "c2"),
    ],
)
def test_a_sandbank_may_not_become_an_island_that_touches_another_group(drawing: str, fourth: str) -> None:
    assert refused(position(drawing), fourth) == rules.TOUCHING
    assert refused(position(drawing.translate(str.maketrans("ox", "xo"))), fourth) == 0


def test_corners_of_the_same_island_do_not_count_as_touching() -> None:
    """A bent sandbank touches itself at corners."""
    state = position("oo. .o.")
    do(state, "c2")
    assert state.islands[rules.LIGHT] == 1
    ring = position("oo. o..")
    assert refused(ring, "b2") == 0


@pytest.mark.parametrize(
    ("drawing", "one", "another", "fits"),
    [
        (".ooo.", "a1", "e1", False),  # either makes an island, both a group of five
        (".ooo #.##", "a1", "b2", False),
        ("oo..oo", "c1", "d1", False),
        (".o## .###", "a1", "a2", True),
        ("o.o .##", "b1", "a2", True),  # three tiles and a fourth
        (".ooo## #####.", "a1", "f2", True),  # one cell further than a corner
        (".####. ", "a1", "f1", True),
    ],
)
def test_a_first_tile_must_leave_room_for_a_second(drawing: str, one: str, another: str, fits: bool) -> None:
    state = position(drawing, only=True)
    for name in (one, another):
        assert refused(state, name) == (0 if fits else rules.NO_SECOND)
    assert refused(state, "pass") == (rules.MUST_LAY if fits else 0)


def test_a_first_tile_may_spoil_the_only_second_from_five_steps_away() -> None:
    """a1 makes an island of four in a row, whose last corner is e2; each of the two would do alone."""
    state = position(".ooo# ####.", only=True)
    assert [refused(state, name) for name in ("a1", "e2", "pass")] == [rules.NO_SECOND, rules.NO_SECOND, 0]
    with_more_room = position(".ooo# ####. ##### .####", only=True)
    assert [refused(with_more_room, name) for name in ("a1", "e2", "a4", "pass")] == [0, 0, 0, rules.MUST_LAY]
    do(with_more_room, "e2")
    assert refused(with_more_room, "a1") == rules.TOUCHING
