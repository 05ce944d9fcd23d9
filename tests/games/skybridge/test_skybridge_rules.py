"""Where a piece may go: the rulebook's five rules, sentence by sentence."""

from __future__ import annotations

import pytest

from ponticello.games.skybridge import board, position, rules
from tests.games.skybridge.skybridge_table import COLOURS, TOWERS, Table

# Nine foundations built on, each to three floors; no two of a row in the same colour.
ALL_THREE_HIGH = """
    coral 3 a1, ochre 3 b1, jade 3 c1,
    slate 3 a2, coral 3 b2, ochre 3 c2,
    jade 3 a3, slate 3 b3, coral 3 c3
"""
# Coral's three towers are the lowest, the other six are a floor higher.
CORAL_LOWEST = """
    coral 2 a1, coral 2 b1, coral 2 c1,
    ochre 3 a2, jade 3 b2, slate 3 c2,
    jade 3 a3, slate 3 b3, ochre 3 c3
"""


@pytest.fixture
def table() -> Table:
    return Table()


# The pieces and the board


def test_a_colour_has_a_bridge_four_threes_four_twos_and_two_roofs(table: Table) -> None:
    for seat, colour in enumerate(COLOURS):
        assert table.hand(seat, colour) == {"3": 4, "2": 4, "roof": 2, "bridge": 1}


def test_forty_four_pieces_in_all(table: Table) -> None:
    assert sum(sum(table.hand(seat, colour).values()) for seat in range(4) for colour in COLOURS) == 44


def test_nine_foundations_named_by_column_and_row() -> None:
    assert TOWERS == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


def test_blocks_are_three_or_two_floors_high_bridges_one_and_roofs_none(table: Table) -> None:
    table.build("coral 3 a1, ochre 3 b1, jade 2 c1")
    assert [table.height(tower) for tower in ("a1", "b1", "c1", "a2")] == [3, 3, 2, 0]
    table.build("jade bridge a1-b1, slate roof a1")
    assert [table.height(tower) for tower in ("a1", "b1", "c1")] == [4, 4, 2]
    assert [rules.FLOORS[kind] for kind in (position.THREE, position.TWO, position.ROOF, position.BRIDGE)] == [3, 2, 0, 1]


def test_a_piece_laid_has_left_the_hand(table: Table) -> None:
    table.build("ochre 3 a1, jade 3 b1, coral bridge a1-b1, coral 2 c1")
    assert table.hand(0, "coral") == {"3": 4, "2": 3, "roof": 2, "bridge": 0}
    assert table.may("coral bridge a1-b1") == rules.NO_PIECE


def test_when_all_of_a_kind_are_laid_there_is_no_more(table: Table) -> None:
    table.build("coral 3 a1, coral 3 b1, coral 3 c1, coral 3 a2")
    assert table.may("coral 3 b2") == rules.NO_PIECE
    assert table.may("coral 2 b2") == 0


def test_nobody_lays_pieces_of_another_player(table: Table) -> None:
    table.give_turn("coral")
    assert table.why("coral 3 a1") == 0
    for colour in ("ochre", "jade", "slate"):
        assert table.why(f"{colour} 3 a1") == rules.NO_PIECE


# 1. Two pieces of one colour are never in contact


def test_a_block_never_rests_on_its_own_colour(table: Table) -> None:
    table.build("coral 3 a1")
    assert table.may("coral 2 a1") == rules.OWN_COLOUR


def test_a_roof_never_rests_on_its_own_colour(table: Table) -> None:
    table.build("coral 3 a1")
    assert table.may("coral roof a1") == rules.OWN_COLOUR
    assert table.may("ochre roof a1") == 0


@pytest.mark.parametrize("own_end", ["a1", "b1"])
def test_neither_end_of_a_bridge_rests_on_its_own_colour(table: Table, own_end: str) -> None:
    table.build(f"coral 3 {own_end}, ochre 3 {'b1' if own_end == 'a1' else 'a1'}")
    assert table.may("coral bridge a1-b1") == rules.OWN_COLOUR
    assert table.may("jade bridge a1-b1") == 0


@pytest.mark.parametrize("tower", ["a1", "b1"])
def test_a_bridge_is_the_top_of_both_its_towers(table: Table, tower: str) -> None:
    table.build("ochre 3 a1, jade 3 b1, coral bridge a1-b1")
    assert table.may(f"coral roof {tower}") == rules.OWN_COLOUR
    assert table.may(f"ochre roof {tower}") == 0
    assert table.may(f"jade roof {tower}") == 0


def test_equal_colours_may_stand_side_by_side(table: Table) -> None:
    table.build("coral 3 a1, coral 3 b1, coral 3 a2")
    assert table.may("coral 3 b2") == 0


def test_a_colour_may_come_again_once_it_is_covered(table: Table) -> None:
    table.build(ALL_THREE_HIGH + ", ochre 3 a1")
    assert table.may("coral roof a1") == 0


# 2. A block goes as low as possible


def test_the_first_block_may_go_on_any_foundation(table: Table) -> None:
    assert table.places("coral 3") == table.places("coral 2") == set(TOWERS)


def test_no_block_goes_on_a_tower_while_a_foundation_is_bare(table: Table) -> None:
    table.build("coral 3 a1")
    assert table.may("ochre 2 a1") == rules.NOT_LOWEST
    assert table.places("ochre 2") == set(TOWERS) - {"a1"}


def test_the_player_chooses_among_the_lowest(table: Table) -> None:
    table.build(CORAL_LOWEST)
    assert table.places("ochre 3") == table.places("ochre 2") == {"a1", "b1", "c1"}
    assert table.may("ochre 3 b2") == rules.NOT_LOWEST


def test_a_player_chooses_only_among_the_lowest_of_other_colours(table: Table) -> None:
    table.build("coral 2 a1, ochre 2 b1, jade 3 c1, slate 3 a2, coral 3 b2, ochre 3 c2, jade 3 a3, slate 3 b3, coral 3 c3")
    assert table.places("coral 3") == {"b1"}
    assert table.places("ochre 3") == {"a1"}
    assert table.places("jade 3") == {"a1", "b1"}
    assert table.may("coral 3 a1") == rules.OWN_COLOUR
    assert table.may("coral 3 c1") == rules.NOT_LOWEST


def test_when_all_the_lowest_are_of_ones_own_colour_the_block_goes_to_the_next_height(table: Table) -> None:
    table.build(CORAL_LOWEST + ", slate bridge a2-a3")
    assert table.places("coral 3") == {"b2", "c2", "b3", "c3"}
    assert table.may("coral 3 a2") == rules.NOT_LOWEST


def test_the_next_height_is_the_next_that_exists(table: Table) -> None:
    """Coral's tower has two floors; the only others still open have four, and none has three."""
    table.build("coral 2 a1, ochre 3 b1, jade 3 c1, ochre 3 a2, jade 3 b2, slate 3 c2, ochre 3 a3, jade 3 b3, slate 3 c3")
    table.build("coral roof a2, coral roof b2, ochre roof c2, jade roof a3, ochre roof b3, jade roof c3, slate bridge b1-c1")
    assert [table.height(tower) for tower in ("a1", "b1", "c1")] == [2, 4, 4]
    assert table.places("coral 3") == {"b1", "c1"}
    assert table.places("slate 3") == {"a1"}


def test_floors_are_compared_and_not_pieces(table: Table) -> None:
    """Two pieces of three floors together are no higher than one block of three."""
    table.build("jade 2 a1, slate 2 b1, coral bridge a1-b1, ochre 3 c1, jade 3 a2, slate 3 b2, ochre 3 c2")
    table.build("jade 3 a3, slate 3 b3, ochre 3 c3")
    assert table.places("ochre 2") == {"a1", "b1", "a2", "b2", "a3", "b3"}


def test_a_closed_tower_does_not_keep_blocks_low(table: Table) -> None:
    table.build("coral 2 a1, ochre 3 b1, jade 3 c1, slate 3 a2, coral 3 b2, ochre 3 c2, jade 3 a3, slate 3 b3, coral 3 c3")
    assert table.places("ochre 3") == {"a1"}
    table.build("jade roof a1")
    assert table.places("ochre 3") == set(TOWERS) - {"a1", "b1", "c2"}


def test_a_tower_that_grows_is_no_longer_the_lowest(table: Table) -> None:
    table.build(CORAL_LOWEST + ", ochre 2 a1")
    assert table.places("jade 2") == {"b1", "c1"}


# 3. A bridge or a roof goes at any height


def test_a_roof_goes_at_any_height(table: Table) -> None:
    table.build(ALL_THREE_HIGH + ", ochre 3 a1, ochre 2 a2")
    assert {table.height("a1"), table.height("a2"), table.height("a3")} == {6, 5, 3}
    assert table.places("jade roof") == set(TOWERS) - {"c1", "a3"}


def test_a_bridge_goes_at_any_height(table: Table) -> None:
    table.build(ALL_THREE_HIGH + ", ochre 3 a1, coral 3 b1")
    assert table.height("a1") == table.height("b1") == 6
    assert table.places("jade bridge") == {"a1-b1", "a2-b2", "b2-c2", "b2-b3", "b3-c3", "c2-c3"}


# 4. Bridges


def test_a_bridge_lies_on_neighbours_but_not_diagonally() -> None:
    pairs = {board.pair_name(pair) for pair in range(board.PAIRS)}
    along_the_rows = {"a1-b1", "b1-c1", "a2-b2", "b2-c2", "a3-b3", "b3-c3"}
    along_the_columns = {"a1-a2", "b1-b2", "c1-c2", "a2-a3", "b2-b3", "c2-c3"}
    assert pairs == along_the_rows | along_the_columns


def test_a_bridge_may_join_any_two_level_neighbours() -> None:
    for pair in range(board.PAIRS):
        table = Table()
        one, two = board.pair_name(pair).split("-")
        table.build(f"ochre 3 {one}, jade 3 {two}")
        assert table.places("coral bridge") == {f"{one}-{two}"}


def test_a_bridge_needs_two_towers_of_equal_height(table: Table) -> None:
    table.build("ochre 3 a1, jade 2 b1")
    assert table.may("coral bridge a1-b1") == rules.UNEVEN


def test_towers_of_other_pieces_may_still_be_level(table: Table) -> None:
    table.build("jade 2 a1, slate 2 b1, ochre bridge a1-b1, slate 3 c1")
    assert table.may("coral bridge b1-c1") == 0


def test_a_bridge_never_lies_on_foundations(table: Table) -> None:
    assert table.places("coral bridge") == set()
    assert table.may("coral bridge a1-b1") == rules.BARE_BRIDGE
    table.build("ochre 3 a1")
    assert table.may("coral bridge a1-b1") == rules.BARE_BRIDGE


def test_both_ends_of_a_bridge_may_rest_on_one_colour(table: Table) -> None:
    table.build("ochre 3 a1, ochre 3 b1")
    assert table.may("coral bridge a1-b1") == 0


def test_a_bridge_adds_a_floor_to_both_towers(table: Table) -> None:
    table.build("ochre 3 a1, jade 3 b1, coral bridge a1-b1")
    assert table.height("a1") == table.height("b1") == 4


def test_bridges_may_overlap_in_part(table: Table) -> None:
    table.build("coral 3 a1, coral 3 b1, coral 3 c1, coral 3 c2, ochre bridge a1-b1, jade bridge c1-c2")
    assert table.may("slate bridge b1-c1") == 0
    table.build("slate bridge b1-c1")
    assert [table.height(tower) for tower in ("a1", "b1", "c1", "c2")] == [4, 5, 5, 4]


def test_a_bridge_may_rest_with_one_end_on_a_bridge_and_one_on_a_block(table: Table) -> None:
    table.build("jade 2 a1, slate 2 b1, ochre bridge a1-b1, jade 3 b2")
    assert table.places("coral bridge") == {"b1-b2"}


def test_a_bridge_never_lies_exactly_on_a_bridge(table: Table) -> None:
    table.build("ochre 3 a1, jade 3 b1, slate bridge a1-b1")
    assert table.may("coral bridge a1-b1") == rules.SAME_BRIDGE
    assert table.places("coral bridge") == set()


def test_a_bridge_may_lie_above_a_bridge_with_blocks_between(table: Table) -> None:
    table.build("jade 2 a1, slate 2 b1, ochre bridge a1-b1, ochre 3 c1, jade 3 a2, slate 3 b2, ochre 3 c2")
    table.build("jade 3 a3, slate 3 b3, ochre 3 c3, jade 2 a1, slate 2 b1")
    assert table.height("a1") == table.height("b1") == 5
    assert table.may("coral bridge a1-b1") == 0


@pytest.mark.parametrize("closed", ["a1", "b1"])
def test_a_bridge_needs_two_open_towers(table: Table, closed: str) -> None:
    table.build(f"ochre 3 a1, ochre 3 b1, jade roof {closed}")
    assert table.may("coral bridge a1-b1") == rules.CLOSED


# 5. Roofs


def test_whoever_lays_the_roof_owns_the_tower(table: Table) -> None:
    table.build("ochre 3 a1")
    assert table.owner("a1") is None
    table.build("coral roof a1")
    assert table.owner("a1") == "coral"


def test_roofs_may_be_played_at_any_time(table: Table) -> None:
    table.play("coral 3 a1, ochre roof a1")
    assert table.owner("a1") == "ochre"


def test_nothing_is_added_to_a_tower_with_a_roof(table: Table) -> None:
    table.build(ALL_THREE_HIGH + ", jade roof a1")
    for move in ("ochre 3 a1", "ochre 2 a1", "ochre roof a1", "jade roof a1", "slate bridge a1-b1", "slate bridge a1-a2"):
        assert table.may(move) == rules.CLOSED, move


def test_a_roof_closes_that_tower_only(table: Table) -> None:
    """A bridge may lead from a closed tower to one that goes on growing."""
    table.build("jade 2 a1, slate 2 b1, coral bridge a1-b1, ochre 3 c1, jade 3 a2, slate 3 b2, ochre 3 c2")
    table.build("jade 3 a3, slate 3 b3, ochre 3 c3, ochre roof a1")
    assert table.owner("b1") is None
    assert table.may("jade 2 b1") == table.may("jade roof b1") == 0


def test_a_roof_does_not_lie_on_a_bare_foundation(table: Table) -> None:
    assert table.may("coral roof a1") == rules.BARE_ROOF
    assert table.places("coral roof") == set()


def test_by_house_rule_a_roof_may_lie_on_a_bare_foundation() -> None:
    table = Table(bare_roofs=True)
    assert table.places("coral roof") == set(TOWERS)
    table.play("coral roof a1")
    assert (table.owner("a1"), table.height("a1"), table.points()) == ("coral", 0, [0, 0, 0, 0])
    for move in ("ochre 3 a1", "ochre roof a1", "ochre bridge a1-b1"):
        assert table.why(move) == rules.CLOSED


def test_the_house_rule_changes_nothing_else_about_roofs() -> None:
    table = Table(bare_roofs=True)
    table.build("coral 3 a1")
    assert table.may("coral roof a1") == rules.OWN_COLOUR
    assert table.may("ochre bridge a1-b1") == rules.BARE_BRIDGE


def test_a_roof_may_lie_on_one_end_of_a_bridge(table: Table) -> None:
    table.build("ochre 3 a1, jade 3 b1, coral bridge a1-b1, jade roof a1")
    assert (table.owner("a1"), table.owner("b1")) == ("jade", None)
