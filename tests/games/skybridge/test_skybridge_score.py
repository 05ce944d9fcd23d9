"""What a city is worth: towers, bridges, neutral blocks, two colours, ties."""

from __future__ import annotations

from ponticello.engine import verbs
from ponticello.games.skybridge import position
from tests.games.skybridge.skybridge_table import Table

# Nine towers of three floors; coral's bridge is the third floor of a1 and b1.
BRIDGED_CITY = """
    jade 2 a1, slate 2 b1, coral bridge a1-b1,
    ochre 3 c1, jade 3 a2, slate 3 b2, ochre 3 c2,
    jade 3 a3, slate 3 b3, ochre 3 c3
"""
# On it a1 grows to five floors and b1 to six, so that coral may roof either.
GROWN_CITY = BRIDGED_CITY + ", jade 2 a1, slate 3 b1"


def scores(moves: str, players: int = 4) -> list[int]:
    table = Table(players)
    table.build(moves)
    return table.points()


def test_a_city_without_roofs_is_worth_nothing() -> None:
    assert scores(GROWN_CITY) == [0, 0, 0, 0]


def test_an_owner_counts_the_floors_of_the_tower() -> None:
    assert scores("ochre 3 a1, coral roof a1") == [3, 0, 0, 0]
    assert scores("ochre 2 a1, jade roof a1") == [0, 0, 2, 0]


def test_floors_count_whatever_the_colour_of_the_blocks() -> None:
    """Coral owns a tower of two floors of coral and three of ochre."""
    city = "coral 2 a1, ochre 3 b1, jade 3 c1, ochre 3 a2, jade 3 b2, slate 3 c2, ochre 3 a3, jade 3 b3, slate 3 c3"
    assert scores(city + ", ochre 3 a1, coral roof a1") == [5, 0, 0, 0]


def test_an_owner_counts_every_tower_owned() -> None:
    assert scores("ochre 3 a1, ochre 2 c3, coral roof a1, coral roof c3") == [5, 0, 0, 0]


def test_a_bridge_is_a_floor_of_both_towers_whoever_laid_it() -> None:
    assert scores("ochre 3 a1, jade 3 b1, slate bridge a1-b1, coral roof a1, ochre roof b1") == [4, 4, 0, 0]


def test_roofs_and_foundations_are_worth_nothing() -> None:
    table = Table(bare_roofs=True)
    table.play("coral roof a1")
    assert table.points() == [0, 0, 0, 0]


def test_ones_own_bridge_brings_along_a_tower_nobody_owns() -> None:
    assert scores(GROWN_CITY + ", coral roof a1") == [5 + 6, 0, 0, 0]
    assert scores(GROWN_CITY + ", coral roof b1") == [6 + 5, 0, 0, 0]


def test_ones_own_bridge_brings_along_a_tower_somebody_else_owns() -> None:
    assert scores(GROWN_CITY + ", coral roof a1, ochre roof b1") == [5 + 6, 6, 0, 0]
    assert scores(GROWN_CITY + ", coral roof b1, ochre roof a1") == [6 + 5, 5, 0, 0]


def test_both_ends_of_ones_own_bridge_count_double_in_place_of_once() -> None:
    assert scores(GROWN_CITY + ", coral roof a1, coral roof b1") == [2 * (5 + 6), 0, 0, 0]


def test_ones_other_tower_counts_beside_the_bridged_ones() -> None:
    assert scores(GROWN_CITY + ", coral roof a1, coral roof c3") == [5 + 6 + 3, 0, 0, 0]


def test_owning_two_towers_joined_by_somebody_elses_bridge_does_not_double() -> None:
    assert scores(GROWN_CITY + ", ochre roof a1, ochre roof b1") == [0, 5 + 6, 0, 0]


def test_a_bridge_between_two_towers_of_others_earns_nothing() -> None:
    assert scores(GROWN_CITY + ", ochre roof a1, jade roof b1") == [0, 5, 6, 0]


def test_a_bridge_between_two_towers_of_others_adds_nothing_to_ones_own_tower() -> None:
    assert scores(GROWN_CITY + ", ochre roof a1, jade roof b1, coral roof c3") == [3, 5, 6, 0]


def test_somebody_elses_bridge_brings_nothing_along() -> None:
    assert scores(GROWN_CITY + ", slate roof a1") == [0, 0, 0, 5]


def test_a_bridge_counts_where_it_lies_and_not_only_on_top() -> None:
    """The joined tower goes on growing after the bridge, and all of it counts."""
    table = Table()
    table.build(BRIDGED_CITY + ", jade 2 a1, coral roof a1")
    assert table.points() == [5 + 3, 0, 0, 0]
    table.build("slate 3 b1")
    assert table.points() == [5 + 6, 0, 0, 0]


def test_a_tower_may_be_counted_by_three_players() -> None:
    """Ochre owns b1; coral joins it to a1, jade to b2."""
    table = Table()
    table.build(BRIDGED_CITY + ", jade bridge b1-b2, jade 2 a1")
    table.build("slate 2 c1, ochre 2 a2, slate 2 c2, ochre 2 a3, jade 2 b3, slate 2 c3, ochre 2 b2")
    assert [table.height(tower) for tower in ("a1", "b1", "b2")] == [5, 4, 6]
    table.build("coral roof a1, ochre roof b1, jade roof b2")
    assert table.points() == [5 + 4, 4, 6 + 4, 0]


def test_the_neutral_colour_owns_nothing_and_its_floors_count_for_the_owner() -> None:
    table = Table(3)
    table.play("slate 3 a1, ochre roof a1")
    assert table.points() == [0, 3, 0]


def test_three_players_count_their_own_colour_only() -> None:
    table = Table(3)
    table.play("coral 3 a1, ochre 2 b1, jade roof a1, coral roof b1")
    assert table.points() == [2, 0, 3]


def test_two_players_add_up_their_two_colours() -> None:
    city = "ochre 3 a1, slate 2 b1, coral 3 c1, jade 2 a2"
    assert scores(city + ", coral roof a1, jade roof b1, slate roof c1", players=2) == [3 + 2, 3]
    assert scores(city + ", ochre roof c1, slate roof a2", players=2) == [0, 3 + 2]


def test_each_of_two_colours_is_scored_on_its_own() -> None:
    """Coral's bridge joins a tower of coral to one of jade: one player's, but nothing is doubled."""
    assert scores(GROWN_CITY + ", coral roof a1, jade roof b1", players=2) == [(5 + 6) + 6, 0]


def test_a_bridge_of_ones_other_colour_brings_nothing_along() -> None:
    assert scores(GROWN_CITY + ", jade roof b1", players=2) == [6, 0]


def test_rotation_does_not_change_the_score() -> None:
    table = Table(2, rotation=True)
    table.play("coral 3 a1, ochre 2 b1, jade roof a1, slate 3 c1")
    table.play("coral roof b1, ochre roof c1")
    assert table.points() == [3 + 2, 3]


def test_the_highest_score_stands_best() -> None:
    table = Table()
    table.build("ochre 3 a1, coral 2 b1, coral roof a1, ochre roof b1")
    standings = [verbs.standing(table.state, seat) for seat in range(4)]
    assert standings[0] > standings[1] > standings[2] == standings[3]


def test_equal_scores_share_the_win() -> None:
    table = Table()
    table.build("ochre 3 a1, coral 3 b1, coral roof a1, ochre roof b1")
    assert table.points() == [3, 3, 0, 0]
    assert verbs.standing(table.state, 0) == verbs.standing(table.state, 1)


def test_a_score_is_known_all_along() -> None:
    table = Table()
    table.play("coral 3 a1")
    assert table.points() == [0, 0, 0, 0]
    table.play("ochre roof a1")
    assert table.points() == [0, 3, 0, 0]
    assert table.state.phase == position.PLAY
