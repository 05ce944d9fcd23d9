"""Who plays when: the lot, turns, skipping, the end, and the games of two and of three."""

from __future__ import annotations

import pytest

from ponticello.engine import verbs
from ponticello.engine.verbs import CHANCE
from ponticello.games.skybridge import position, rules
from tests.games.skybridge.skybridge_table import COLOURS, TOWERS, Table, action


def before_the_lot(players: int, rotation: bool = False) -> position.Skybridge:
    state = position.Skybridge()
    position.set_up(state, players, rotation, False)
    return state


# The lot


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_is_drawn_by_lot(players: int) -> None:
    state = before_the_lot(players)
    assert rules.actors(state) == 1 << CHANCE
    lots = [a for a in range(position.ACTIONS) if rules.refusal(state, CHANCE, a) == 0]
    assert lots == [position.LOTS + seat for seat in range(players)]
    for seat in range(players):
        assert Table(players, first=seat).to_move == seat


def test_nothing_is_laid_before_the_lot() -> None:
    state = before_the_lot(4)
    for seat in (0, 1, 2, 3, CHANCE):
        assert rules.refusal(state, seat, action("coral 3 a1")) == rules.NOT_NOW
    assert rules.refusal(state, 0, position.LOTS) == rules.NOT_NOW


def test_the_lot_is_drawn_once() -> None:
    table = Table()
    for seat in (0, 1, CHANCE):
        assert rules.refusal(table.state, seat, position.LOTS + 1) == rules.NOT_NOW


# Turns


def test_players_take_turns_and_lay_one_piece_each() -> None:
    table = Table(first=2)
    seats = []
    for move in ("jade 3 a1", "slate 3 b1", "coral 3 c1", "ochre 3 a2", "jade 3 b2"):
        seats.append(table.to_move)
        table.play(move)
    assert seats == [2, 3, 0, 1, 2]


def test_nobody_plays_out_of_turn() -> None:
    table = Table()
    for seat in (1, 2, 3, CHANCE):
        assert rules.refusal(table.state, seat, action(f"{COLOURS[seat % 4]} 3 a1")) == rules.NOT_NOW


def test_there_is_no_passing_while_a_piece_fits() -> None:
    """Whatever is legal lays a piece: one fewer in hand."""
    table = Table()
    table.play("coral 3 a1, ochre 3 b1, jade 3 c1")
    for move in table.legal():
        after = table.state.copy()
        rules.play(after, 3, move)
        assert sum(after.stock[3 * 4 + 3, kind] for kind in range(4)) == 10


def test_whoever_has_nothing_that_fits_is_skipped() -> None:
    """Coral holds a bridge only, and no two neighbours are level."""
    table = Table(first=1)
    table.leave("coral", "bridge")
    table.play("ochre 3 a1, jade 3 c1, slate 3 a3")
    assert table.to_move == 1


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ("ochre 3 a1, jade 2 b1, slate 3 b2", "neighbours of unequal height"),
        ("ochre 3 a1, jade 3 b1, slate bridge a1-b1", "only the very place of another bridge"),
        ("ochre 3 a1, jade 3 b1, slate roof a1", "a closed tower"),
    ],
)
def test_whoever_holds_only_a_bridge_that_fits_nowhere_is_skipped(others: str, why: str) -> None:
    table = Table(first=1)
    table.leave("coral", "bridge")
    table.play(others)
    assert table.to_move == 1, why


def test_whoever_was_skipped_plays_on_when_a_piece_fits_again() -> None:
    table = Table(first=1)
    table.leave("coral", "bridge")
    table.play("ochre 3 a1, jade 3 c1, slate 3 a3, ochre 3 b1, jade 2 b2, slate 2 a2")
    assert table.to_move == 0
    assert table.legal() == {action(f"coral bridge {pair}") for pair in ("a1-b1", "b1-c1", "a2-b2")}
    table.play("coral bridge a1-b1")
    assert table.to_move == 1


def test_a_player_left_with_a_roof_waits_until_another_tower_is_open() -> None:
    table = Table()
    table.leave("coral", "3 roof")
    table.leave("ochre", "3 3")
    table.leave("jade", "roof")
    table.leave("slate", "roof")
    table.play("coral 3 a1, ochre 3 b1, jade roof b1, slate roof a1")
    assert table.to_move == 1, "both towers are closed, and a roof needs one to lie on"
    table.play("ochre 3 c1")
    assert table.legal() == {action("coral roof c1")}


def test_several_in_a_row_may_be_skipped() -> None:
    table = Table()
    for colour in ("ochre", "jade", "slate"):
        table.leave(colour, "bridge")
    table.play("coral 3 a1")
    assert table.to_move == 0
    table.play("coral 3 b1")
    assert table.to_move == 1


def test_the_others_go_on_when_somebody_has_run_out() -> None:
    table = Table()
    table.leave("coral", "3")
    for colour in ("jade", "slate"):
        table.leave(colour, "")
    table.leave("ochre", "3 2")
    table.play("coral 3 a1, ochre 3 b1")
    assert table.to_move == 1
    table.play("ochre 2 c1")
    assert table.to_move is None


# The end


def test_the_game_ends_when_all_pieces_are_laid() -> None:
    table = Table()
    for colour in COLOURS:
        table.leave(colour, "2")
    table.play("coral 2 a1, ochre 2 b1, jade 2 c1, slate 2 a2")
    assert table.to_move is None
    assert table.state.phase == position.OVER


def test_the_game_ends_when_nobody_can_play_though_pieces_are_left() -> None:
    table = Table()
    table.leave("coral", "2 bridge")
    for colour in ("ochre", "jade", "slate"):
        table.leave(colour, "bridge")
    table.play("coral 2 a1")
    assert table.to_move is None


def test_after_the_end_nothing_is_allowed() -> None:
    table = Table()
    for colour in COLOURS:
        table.leave(colour, "2" if colour == "coral" else "")
    table.play("coral 2 a1")
    for seat in (0, 1, 2, 3, CHANCE):
        assert {rules.refusal(table.state, seat, a) for a in range(position.ACTIONS)} == {rules.NOT_NOW}


# Three players


def test_three_players_each_get_a_three_and_a_two_of_the_fourth_colour() -> None:
    table = Table(3)
    for seat in range(3):
        assert table.hand(seat, COLOURS[seat]) == {"3": 4, "2": 4, "roof": 2, "bridge": 1}
        assert table.hand(seat, "slate") == {"3": 1, "2": 1, "roof": 0, "bridge": 0}
    assert sum(table.state.stock[hand, kind] for hand in range(16) for kind in range(4)) == 39


def test_with_three_the_turn_goes_round_three_seats() -> None:
    table = Table(3, first=1)
    table.play("ochre 3 a1, jade 3 b1, coral 3 c1")
    assert table.to_move == 1


def test_each_lays_the_blocks_of_the_fourth_colour_when_they_like() -> None:
    table = Table(3)
    table.play("slate 3 a1, slate 2 b1, jade 3 c1")
    assert table.why("slate 3 a2") == rules.NO_PIECE
    assert table.why("slate 2 a2") == 0
    table.play("slate 2 a2")
    assert table.why("slate 3 b2") == 0
    assert table.why("slate 2 b2") == rules.NO_PIECE


def test_the_fourth_colours_other_pieces_are_left_out() -> None:
    table = Table(3)
    table.play("coral 3 a1, ochre 3 b1, jade 3 c1")
    assert table.why("slate roof b1") == rules.NO_PIECE
    assert table.why("slate bridge b1-c1") == rules.NO_PIECE


def test_a_block_of_the_fourth_colour_follows_the_rules_by_its_own_colour() -> None:
    """Slate towers are lowest: slate blocks must go to the next height, and may go on their holder's own colour there."""
    table = Table(3)
    table.play("slate 2 a1, slate 2 b1, slate 2 c1")
    table.play("coral 3 a2, ochre 3 b2, jade 3 c2, coral 3 a3, ochre 3 b3, jade 3 c3")
    assert table.to_move == 0
    assert {spot for spot in TOWERS if table.why(f"slate 3 {spot}") == 0} == {"a2", "b2", "c2", "a3", "b3", "c3"}
    assert {spot for spot in TOWERS if table.why(f"coral 3 {spot}") == 0} == {"a1", "b1", "c1"}
    assert table.why("slate 3 a1") == rules.OWN_COLOUR


def test_ones_own_roof_may_lie_on_the_block_of_the_fourth_colour_one_laid() -> None:
    table = Table(3)
    table.play("slate 3 a1, ochre 3 b1, jade 3 c1")
    assert table.why("coral roof a1") == 0


def test_a_player_with_only_the_fourth_colour_left_must_play_it() -> None:
    table = Table(3)
    table.leave("coral", "")
    assert table.legal() == {action(f"slate {floors} {spot}") for floors in "32" for spot in TOWERS}


# Two players


def test_two_players_have_two_colours_each() -> None:
    table = Table(2)
    for seat, own in ((0, ("coral", "jade")), (1, ("ochre", "slate"))):
        for colour in COLOURS:
            assert sum(table.hand(seat, colour).values()) == (11 if colour in own else 0)


def test_two_players_lay_either_of_their_colours() -> None:
    table = Table(2)
    assert table.why("coral 3 a1") == table.why("jade 3 a1") == 0
    assert table.why("ochre 3 a1") == table.why("slate 3 a1") == rules.NO_PIECE
    table.play("jade 3 a1, ochre 3 b1, jade 3 c1, ochre 3 a2")
    assert table.to_move == 0


def test_ones_two_colours_are_two_colours_when_stacked() -> None:
    table = Table(2)
    table.play("coral 3 a1, ochre 3 b1")
    assert table.why("jade roof a1") == 0
    assert table.why("coral roof a1") == rules.OWN_COLOUR


def test_with_rotation_the_four_colours_take_strict_turns() -> None:
    table = Table(2, rotation=True)
    seats = []
    for move in ("coral 3 a1", "ochre 3 b1", "jade 3 c1", "slate 3 a2", "coral 3 b2"):
        seats.append(table.to_move)
        others = {"coral", "ochre", "jade", "slate"} - {move.split()[0]}
        assert {table.why(f"{colour} 3 c3") for colour in others} == {rules.OTHER_COLOUR_TURN}
        table.play(move)
    assert seats == [0, 1, 0, 1, 0]


def test_with_rotation_the_lot_says_which_seat_begins_with_its_first_colour() -> None:
    table = Table(2, first=1, rotation=True)
    table.play("ochre 3 a1, jade 3 b1, slate 3 c1, coral 3 a2")
    assert table.to_move == 1


def test_with_rotation_a_colour_that_cannot_play_is_skipped() -> None:
    """Ochre has run out, so seat 0 plays jade right after coral."""
    table = Table(2, rotation=True)
    table.leave("ochre", "")
    table.play("coral 3 a1")
    assert table.to_move == 0
    assert table.why("coral 3 b1") == rules.OTHER_COLOUR_TURN
    table.play("jade 3 b1, slate 3 c1, coral 3 a2")
    assert table.to_move == 0


def test_without_rotation_a_seat_is_skipped_only_when_neither_colour_fits() -> None:
    table = Table(2)
    table.leave("ochre", "")
    table.leave("slate", "2 bridge")
    table.play("coral 3 a1")
    assert table.legal() == {action(f"slate 2 {spot}") for spot in TOWERS if spot != "a1"}
    table.play("slate 2 b1, coral 3 c1")
    assert table.to_move == 0, "slate's bridge finds no level neighbours"
    table.play("jade 3 c2")
    assert table.legal() == {action("slate bridge c1-c2")}


@pytest.mark.parametrize("players", [3, 4])
def test_rotation_means_nothing_to_more_than_two_players(players: int) -> None:
    assert bytes(before_the_lot(players, rotation=True)) == bytes(before_the_lot(players))


# The common words


def test_the_engines_words_reach_these_rules() -> None:
    table = Table()
    table.play("coral 3 a1, ochre roof a1")
    assert verbs.actors(table.state) == 1 << 2
    assert verbs.refusal(table.state, 2, action("jade roof a1")) == rules.CLOSED
    assert [verbs.points(table.state, seat) for seat in range(4)] == [0, 3, 0, 0]
    assert not verbs.mid_turn(table.state, 2)
    verbs.play(table.state, 2, action("jade 3 b1"))
    assert verbs.first_actor(table.state) == 3
