"""Supplies, the end of the game and its score: a test for each sentence of the rules."""

from __future__ import annotations

import pytest

from ponticello.games.ponte import actions, board, rules
from tests.games.ponte.ponte_drawing import (
    DARK_SEAT,
    LIGHT_SEAT,
    action,
    bridges_granted,
    cell,
    do,
    legal,
    position,
    refused,
    to_move,
)

# Twelve islands, each a square of four, with one free cell between neighbours; the bridges wind from the first to the last.
ARCHIPELAGO = "oo.oo.oo.oo. oo.oo.oo.oo. ............ " * 3
WINDING = ("b1-d1", "e1-g1", "h1-j1", "k2-k4", "j4-h4", "g4-e4", "d4-b4", "a5-a7", "b7-d7", "e7-g7", "h7-j7")
TABLE = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21, 7: 28, 8: 36, 9: 45, 10: 55, 11: 66, 12: 78}


def ahead(state: rules.Ponte) -> set[int]:
    """Returns the seat that would win, or both."""
    standings = {seat: rules.standing(state, seat) for seat in (LIGHT_SEAT, DARK_SEAT)}
    return {seat for seat, own in standings.items() if own == max(standings.values())}


def in_dark(drawing: str) -> str:
    return drawing.replace("o", "x")


# Supplies


@pytest.mark.parametrize(("side", "bridges"), [(10, 15), (12, 22)])
def test_both_colours_take_bridges_from_one_supply_until_it_is_empty(side: int, bridges: int) -> None:
    rows = ["".join("o." if row % 2 == 0 else "x." for _ in range(side // 2)) for row in range(side)]
    state = position(" ".join(rows), side=side)
    for laid in range(bridges):
        assert state.bridges == bridges - laid
        seat = to_move(state)
        flat = {number for number in bridges_granted(state, seat) if (number - actions.BRIDGE) % board.WAYS == 0}
        rules.play(state, seat, min(flat))
    assert state.bridges == 0
    assert abs(state.bridges_of[rules.LIGHT] - state.bridges_of[rules.DARK]) == bridges % 2
    for colour, seat in ((rules.LIGHT, LIGHT_SEAT), (rules.DARK, DARK_SEAT)):
        state.turn = colour
        assert bridges_granted(state, seat) == set()
        assert refused(state, f"a{side - 1 + colour}-c{side - 1 + colour}") == rules.NO_BRIDGES


def test_each_colour_has_its_own_tiles() -> None:
    state = position("")
    state.tiles[rules.LIGHT] = 3
    do(state, "a1", "c1", "j1", "j3")
    assert [state.tiles[rules.LIGHT], state.tiles[rules.DARK]] == [1, 38]
    assert refused(state, "e1") == rules.NO_TILES
    do(state, "pass")
    assert refused(state, "e1") == 0


# The end


def test_when_light_passes_dark_has_one_more_turn_of_two_tiles() -> None:
    state = position("xx")
    state.tiles[rules.LIGHT] = 1
    do(state, "pass")
    assert to_move(state) == DARK_SEAT
    do(state, "a3")
    assert to_move(state) == DARK_SEAT
    do(state, "a4")
    assert to_move(state) is None
    assert legal(state, LIGHT_SEAT) == legal(state, DARK_SEAT) == set()


def test_when_light_passes_dark_has_one_more_turn_of_one_bridge() -> None:
    state = position("x.x.x.x")
    state.tiles[rules.LIGHT] = 0
    do(state, "pass", "a1-c1")
    assert to_move(state) is None
    assert legal(state, DARK_SEAT) == set()


def test_when_light_passes_dark_may_still_not_pass_with_room_for_two_tiles() -> None:
    state = position("")
    state.tiles[rules.LIGHT] = 0
    do(state, "pass")
    assert refused(state, "pass") == rules.MUST_LAY


def test_when_both_pass_the_game_is_over() -> None:
    state = position("")
    state.tiles[rules.LIGHT] = state.tiles[rules.DARK] = 0
    do(state, "pass")
    assert legal(state, DARK_SEAT) == {actions.PASS}
    do(state, "pass")
    assert to_move(state) is None


def test_when_dark_passes_the_game_is_over_at_once() -> None:
    state = position("o.o", turn="dark")
    state.tiles[rules.DARK] = 1
    do(state, "pass")
    assert to_move(state) is None
    assert legal(state, LIGHT_SEAT) == legal(state, DARK_SEAT) == set()
    assert refused(state, "j10", LIGHT_SEAT) == rules.NOT_NOW


def test_a_player_without_tiles_stays_in_the_game_with_bridges() -> None:
    state = position("o.o.o.o ....... x.x.x.x", turn="light")
    state.tiles[rules.LIGHT] = state.tiles[rules.DARK] = 0
    do(state, "a1-c1", "a3-c3", "e1-g1", "e3-g3")
    assert to_move(state) == LIGHT_SEAT
    assert legal(state, LIGHT_SEAT) == {actions.PASS}


def test_the_end_follows_the_colours_not_the_seats() -> None:
    """Seat 1 plays light here."""
    state = position("", turn="light")
    state.light_seat = 1
    state.tiles[rules.LIGHT] = 1
    assert to_move(state) == 1
    do(state, "pass")
    assert to_move(state) == 0
    do(state, "a1", "a2")
    assert to_move(state) is None


# The score


def test_linked_islands_are_worth_what_the_table_says() -> None:
    state = position(ARCHIPELAGO, side=12)
    for linked in TABLE:
        assert rules.points(state, LIGHT_SEAT) == TABLE[linked] + 12 - linked
        if linked < 12:
            rules.lay_bridge(state, rules.LIGHT, action(WINDING[linked - 1]))


@pytest.mark.parametrize("order", ["bridges last", "bridges first"])
def test_the_score_does_not_care_what_was_laid_first(order: str) -> None:
    """The fourth tiles of three islands come before or after the two bridges that link them."""
    state = position("oo.oo.oo o..o..o.")
    fourths, bridges = ("b2", "e2", "h2"), ("b1-d1", "e1-g1")
    for words in fourths + bridges if order == "bridges last" else bridges + fourths:
        if words in fourths:
            rules.lay_tile(state, rules.LIGHT, cell(words))
        else:
            rules.lay_bridge(state, rules.LIGHT, action(words))
    assert rules.points(state, LIGHT_SEAT) == 6
    assert state.islands[rules.LIGHT] == 3


def test_a_bridge_between_two_sandbanks_links_the_islands_beyond_them() -> None:
    state = position("oo.oo oo.oo ..... oo..o", "a2-a4", "e2-e4")
    assert rules.points(state, LIGHT_SEAT) == 2
    rules.lay_tile(state, rules.LIGHT, cell("d4"))
    assert rules.points(state, LIGHT_SEAT) == 2
    rules.lay_bridge(state, rules.LIGHT, action("b4-d4"))
    assert rules.points(state, LIGHT_SEAT) == 3


def test_a_tile_that_joins_two_linked_sandbanks_links_their_islands() -> None:
    state = position("oo.oo oo.oo ..... .o.o.", "b2-b4", "d2-d4")
    assert rules.points(state, LIGHT_SEAT) == 2
    rules.lay_tile(state, rules.LIGHT, cell("c4"))
    assert rules.points(state, LIGHT_SEAT) == 3
    rules.lay_tile(state, rules.LIGHT, cell("c5"))
    assert rules.points(state, LIGHT_SEAT) == 6


def test_sandbanks_link_but_count_nothing() -> None:
    state = position("oo.o.oo oo...oo", "b1-d1")
    assert rules.points(state, LIGHT_SEAT) == 2
    bent = position("oo.oo.oo oo....oo", "b1-d1", "e1-g1")
    assert rules.points(bent, LIGHT_SEAT) == 3
    assert bent.islands[rules.LIGHT] == 2
    assert rules.points(position("o.oo.o", "a1-c1", "d1-f1"), LIGHT_SEAT) == 0


def test_a_second_bridge_between_the_same_islands_adds_nothing() -> None:
    state = position("oo.oo oo.oo", "b1-d1", "b2-d2")
    assert rules.points(state, LIGHT_SEAT) == 3


def test_a_ring_of_bridges_counts_its_islands_once() -> None:
    state = position("oo.oo oo.oo ..... oo.oo oo.oo", "b1-d1", "e2-e4", "d5-b5", "a4-a2")
    assert rules.points(state, LIGHT_SEAT) == 10


def test_the_scoring_example() -> None:
    """Light has linked four islands: 10. Dark has two linked, 3, and two alone, 2."""
    light = "oo.oo.oo.. oo.oo.oo.. .......... oo........ oo........ .......... "
    state = position(light + "xx.xx..xx. xx.xx..xx. .......... xxxx......", "b1-d1", "e1-g1", "a2-a4", "b7-d7")
    assert rules.points(state, LIGHT_SEAT) == 10
    assert rules.points(state, DARK_SEAT) == 5
    assert ahead(state) == {LIGHT_SEAT}


def test_a_bridge_links_nothing_of_the_other_colour() -> None:
    state = position("oo.oo oo.oo ..... xx.xx xx.xx", "b1-d1")
    assert [rules.points(state, seat) for seat in (LIGHT_SEAT, DARK_SEAT)] == [3, 2]


# Who wins

TWO_LINKED = "oo.oo..... oo.oo..... .......... "
THREE_ALONE = "oo.oo.oo.. oo.oo.oo.. .......... "
ONE_ALONE = "oo........ oo........ .......... "


def test_more_points_win_over_more_islands_and_bridges() -> None:
    linked = TWO_LINKED + in_dark("oo.oo.o.o. oo.oo.....")
    assert ahead(position(linked, "b1-d1", "g4-i4")) == {LIGHT_SEAT}
    assert rules.points(position(linked, "b1-d1", "g4-i4"), DARK_SEAT) == 2


def test_a_tie_goes_to_more_islands_even_against_more_bridges() -> None:
    dark_ahead = position(TWO_LINKED + in_dark(THREE_ALONE), "b1-d1")
    assert rules.points(dark_ahead, LIGHT_SEAT) == rules.points(dark_ahead, DARK_SEAT) == 3
    assert ahead(dark_ahead) == {DARK_SEAT}
    light_ahead = position(THREE_ALONE + in_dark(TWO_LINKED), "b4-d4")
    assert ahead(light_ahead) == {LIGHT_SEAT}


def test_a_tie_in_islands_too_goes_to_more_bridges() -> None:
    drawing = "oo.o...... oo........ .......... xx.x...... xx........"
    assert ahead(position(drawing, "b1-d1")) == {LIGHT_SEAT}
    assert ahead(position(drawing, "b4-d4")) == {DARK_SEAT}


def test_a_tie_in_everything_is_shared() -> None:
    assert ahead(position(ONE_ALONE + in_dark(ONE_ALONE))) == {LIGHT_SEAT, DARK_SEAT}
    both = position(TWO_LINKED + in_dark(TWO_LINKED), "b1-d1", "b4-d4")
    assert ahead(both) == {LIGHT_SEAT, DARK_SEAT}


def test_points_belong_to_the_seat_that_chose_the_colour() -> None:
    state = position(ONE_ALONE)
    assert [rules.points(state, seat) for seat in (0, 1)] == [1, 0]
    state.light_seat = 1
    assert [rules.points(state, seat) for seat in (0, 1)] == [0, 1]
    assert ahead(state) == {1}
