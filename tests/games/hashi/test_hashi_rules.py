"""The rules of Hashi as the rulebook tells them, one by one."""

from __future__ import annotations

from collections import Counter

import pytest

from ponticello.engine.dice import new_dice
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.games.hashi import notation, position, rules
from ponticello.games.hashi.position import Hashi
from tests.games.hashi.hashi_table import THIRDS, fresh, lay, legal, play, refused, started, turn_up

# Three columns of six islands; c2 has the neighbours a2, c1, e2 and, with a blue flag, c3.
ROWS = "o1o1o/o1o1o/r1b1r/o1b1o/r1o1r/o1b1o"


def board_with(numbers: dict[str, int], bridges: str = "", card: str = "5x3", players: int = 1) -> Hashi:
    """Returns a round on the board above, with some numbers and bridges on it and a card turned up."""
    state = started(players, ROWS, "3@a1")
    for seat in range(players):
        state.number[seat, 0] = 0
        lay(state, seat, numbers, bridges.split())
    turn_up(state, card)
    return state


# The set-up


def test_everybody_writes_a_three_or_a_four_where_no_flag_is() -> None:
    state = fresh(3)
    assert rules.actors(state) == 0b111
    flagless = ["a1", "c1", "d2", "g7"]
    assert {f"{n}@{island}" for n in (3, 4) for island in flagless} <= legal(state, 1)
    assert len(legal(state, 1)) == 22
    flagged = next(k for k in range(18) if state.flag[k])
    assert rules.refusal(state, 0, position.START_3 + flagged) == rules.ISLAND_FLAGGED


def test_the_first_number_goes_to_the_left_neighbour_when_all_have_written() -> None:
    state = fresh(3)
    play(state, 0, "3@a1")
    play(state, 2, "4@g1")
    assert all(state.number[seat, island] == 0 for seat in range(3) for island in range(18))
    assert rules.actors(state) == 0b010
    play(state, 1, "3@g1")
    assert rules.actors(state) == 1 << CHANCE
    names = [notation.island_name(state, k) for k in range(18)]
    assert state.number[1, names.index("a1")] == 3
    assert state.number[2, names.index("g1")] == 3
    assert state.number[0, names.index("g1")] == 4


def test_a_solo_player_writes_for_themself() -> None:
    state = started(1, THIRDS, "4@g1")
    assert [state.number[0, k] for k in range(18) if state.number[0, k]] == [4]


# The cards


def test_seventeen_of_eighteen_cards_come_each_once() -> None:
    state = started(2)
    seen = []
    while rules.actors(state):
        assert rules.actors(state) == 1 << CHANCE
        assert len(legal(state, CHANCE)) == 18 - len(seen)
        card = sorted(legal(state, CHANCE))[len(seen) % 2]
        seen.append(card)
        play(state, CHANCE, card)
        assert rules.refusal(state.copy(), CHANCE, position.TURN_UP) == rules.NOT_NOW
        for seat in (1, 0):
            play(state, seat, "done")
    assert len(seen) == len(set(seen)) == 17 and state.phase == position.OVER
    assert sum(state.left[k] for k in range(18)) == 1


def test_a_card_that_has_been_turned_up_does_not_come_again() -> None:
    state = started(1)
    turn_up(state, "5x3")
    play(state, 0, "done")
    assert rules.refusal(state, CHANCE, position.TURN_UP + 14) == rules.CARD_GONE


# Action a


def test_the_first_round_of_the_rulebook() -> None:
    """A 5 and three bridges: the 5 goes where no flag is; one bridge from the 4, two from the 5."""
    state = started(1, ROWS, "4@c2")
    turn_up(state, "5x3")
    for flagged in ("a3", "c3", "e3", "c4", "a5", "e5"):
        assert refused(state, 0, f"5@{flagged}") == rules.BARE_FLAG
    play(state, 0, "5@c1 c2-a2 c1-a1 c1-a1")
    assert rules.actors(state) == 1 << CHANCE
    assert rules.points(state, 0) == 0


def test_a_flagged_island_takes_a_number_once_a_bridge_reaches_it() -> None:
    state = board_with({"a2": 3}, "a2-a3", "2x1")
    assert refused(state, 0, "2@a3") == LEGAL
    assert refused(state, 0, "2@c3") == rules.BARE_FLAG


def test_a_bridge_of_this_round_comes_too_late_for_a_flag() -> None:
    state = board_with({"a2": 3}, "", "2x1")
    assert refused(state, 0, "2@a3") == rules.BARE_FLAG
    play(state, 0, "skip a2-a3")
    assert rules.actors(state) == 1 << CHANCE


def test_a_number_is_not_smaller_than_the_bridges() -> None:
    bridges = "a2-c2 a2-c2 c1-c2"
    for number, verdict in ((1, rules.TOO_SMALL), (2, rules.TOO_SMALL), (3, LEGAL), (4, LEGAL), (6, LEGAL)):
        state = board_with({"a2": 4, "c1": 3}, bridges, f"{number}x1")
        assert refused(state, 0, f"{number}@c2") == verdict


def test_an_island_has_one_number() -> None:
    assert refused(board_with({"c2": 4}), 0, "5@c2") == rules.HAS_NUMBER


def test_a_number_equal_to_the_bridges_finishes_at_once() -> None:
    state = board_with({"a2": 4, "c1": 3}, "a2-c2 a2-c2 c1-c2", "3x1")
    play(state, 0, "3@c2")
    assert rules.points(state, 0) == 2
    assert refused(state, 0, "c2-e2") == rules.END_FINISHED


# Action b


def test_a_bridge_needs_a_number_at_one_end() -> None:
    state = board_with({"c2": 4}, "", "6x1")
    assert refused(state, 0, "c2-e2") == LEGAL
    assert refused(state, 0, "c1-e1") == rules.NO_NUMBER


def test_a_number_written_in_action_a_counts_in_action_b() -> None:
    state = board_with({}, "", "6x1")
    play(state, 0, "6@c1 c1-e1")
    assert rules.actors(state) == 1 << CHANCE


def test_a_line_takes_two_bridges() -> None:
    state = board_with({"c2": 6}, "a2-c2", "5x2")
    assert refused(state, 0, "skip a2-c2") == LEGAL
    assert refused(state, 0, "skip a2-c2 a2-c2") == rules.LINE_FULL


def test_bridges_never_cross() -> None:
    crossed = "o1o1o/1o1o1/r1b1r/1o1o1/o1r1o/rbobo"
    state = started(1, crossed, "3@b2")
    turn_up(state, "4x1")
    play(state, 0, "4@c1 c1-c3")
    turn_up(state, "5x1")
    assert refused(state, 0, "b2-d2") == rules.CROSSING
    assert refused(state, 0, "c1-c3") == LEGAL
    other = started(1, crossed, "3@b2")
    turn_up(other, "4x2")
    play(other, 0, "4@c1")
    assert refused(other, 0, "b2-d2 c1-c3") == rules.CROSSING, "also within one turn"


def test_no_bridge_pushes_an_island_past_its_number() -> None:
    state = board_with({"c2": 2, "a1": 2}, "c1-c2", "5x2")
    assert refused(state, 0, "c2-e2 a2-c2") == rules.END_FINISHED


def test_an_island_without_a_number_takes_six_bridges() -> None:
    around = {"c1": 4, "a2": 4, "e2": 4, "c3": 4}
    full = "c1-c2 c1-c2 a2-c2 a2-c2 c2-e2 c2-e2"
    state = board_with(around, full, "5x1")
    assert refused(state, 0, "c2-c3") == rules.END_FULL
    assert refused(state, 0, "5@c2") == rules.TOO_SMALL
    state = board_with(around, full, "6x1")
    play(state, 0, "6@c2")
    assert rules.points(state, 0) == 2


def test_all_bridges_of_a_card_or_none() -> None:
    state = board_with({"c2": 4}, "", "1x3")
    play(state, 0, "skip a2-c2")
    assert refused(state, 0, "done") == rules.MUST_DRAW
    play(state, 0, "a2-c2 c1-c2")
    assert rules.actors(state) == 1 << CHANCE


def test_a_bridge_that_leaves_no_room_for_the_rest_is_refused() -> None:
    state = board_with({"c2": 2}, "", "5x3")
    play(state, 0, "skip")
    assert legal(state, 0) == {"done"}, "the 2 is the only number, and three bridges must be drawn"
    assert refused(state, 0, "c2-e2") == rules.TOO_FEW_LEFT
    state = board_with({"c2": 2, "a1": 1}, "", "5x3")
    play(state, 0, "skip")
    assert legal(state, 0) == {"done", "a1-c1", "a1-a2", "c1-c2", "a2-c2", "c2-e2", "c2-c3"}
    play(state, 0, "a1-a2")
    assert legal(state, 0) == {"c1-c2", "a2-c2", "c2-e2", "c2-c3"}


def test_the_rest_of_a_card_may_not_cross_its_first_bridge() -> None:
    numbers = {"b2": 1, "c1": 1, "b4": 1, "a1": 1, "e1": 1}
    for more, bridges, expected in (
        ({}, 1, {"b2-d2", "c1-c3"}),
        ({}, 2, set()),
        ({"e6": 1}, 2, {"b2-d2", "c1-c3", "d6-e6", "e5-e6"}),
        ({"e6": 1}, 3, set()),
    ):
        state = started(1, "o1o1o/1o1o1/r1b1r/1o1o1/o1r1o/rbobo", "3@b2")
        lay(state, 0, numbers | more, ["b4-d4", "a1-a3", "e1-e3"])
        turn_up(state, f"6x{bridges}")
        play(state, 0, "skip")
        assert legal(state, 0) == expected | {"done"}


def test_bridges_are_drawn_in_any_order() -> None:
    ends = set()
    for turn in ("a2-c2 c2-e2 c1-c2", "c1-c2 a2-c2 c2-e2", "c2-e2 c1-c2 a2-c2"):
        state = board_with({"c2": 6}, "", "5x3")
        play(state, 0, turn)
        ends.add(tuple(state.spans[0, line] for line in range(state.lines)))
    assert len(ends) == 1


def test_both_actions_may_be_left_out() -> None:
    state = board_with({"c2": 6}, "", "5x3")
    play(state, 0, "skip done")
    assert rules.actors(state) == 1 << CHANCE and rules.points(state, 0) == 0


# Rounds


def test_everybody_plays_at_once_and_in_any_order() -> None:
    state = started(3)
    turn_up(state, "2x1")
    play(state, 2, "done")
    assert rules.actors(state) == 0b011
    play(state, 0, "skip")
    assert rules.mid_turn(state, 0) and not rules.mid_turn(state, 1) and not rules.mid_turn(state, 2)
    play(state, 1, "done")
    assert rules.actors(state) == 0b001
    play(state, 0, "done")
    assert rules.actors(state) == 1 << CHANCE
    assert not any(rules.mid_turn(state, seat) for seat in range(8))


def test_a_seat_that_has_finished_waits() -> None:
    state = started(2)
    turn_up(state, "2x1")
    play(state, 0, "done")
    assert all(rules.refusal(state, 0, action) == rules.NOT_NOW for action in range(position.ACTIONS))


# Random play


@pytest.mark.parametrize("bridges", [1, 2, 3])
def test_random_play_is_even_among_exactly_the_legal_actions(bridges: int) -> None:
    state = board_with({"c2": 2, "a1": 1, "e2": 1}, "", f"5x{bridges}")
    for stage in range(2):
        expected = {a for a in range(position.ACTIONS) if rules.refusal(state, 0, a) == LEGAL}
        dice = new_dice(bridges, stage)
        drawn = Counter(rules.sample(state, 0, [], dice) for _ in range(400 * len(expected)))
        assert set(drawn) == expected
        assert all(310 < count < 490 for count in drawn.values()), drawn
        if stage == 0:
            play(state, 0, "skip")


def test_chance_is_even_among_the_cards_left() -> None:
    state = started(1)
    turn_up(state, "1x1")
    play(state, 0, "done")
    turn_up(state, "6x3")
    play(state, 0, "done")
    dice = new_dice(3)
    drawn = Counter(rules.sample(state, CHANCE, [], dice) for _ in range(6400))
    assert len(drawn) == 16 and position.TURN_UP not in drawn and all(310 < count < 490 for count in drawn.values())
