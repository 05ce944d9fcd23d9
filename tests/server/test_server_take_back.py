"""A take-back costs whoever takes it back, never the others: nobody wins on time by it, and nobody is asked again and again."""

from __future__ import annotations

import random

import pytest

from ponticello.server.errors import NotNow
from ponticello.server.matches import permissions
from ponticello.server.matches.clock import DAY, ClockRule
from ponticello.server.matches.rows import Act, Kind
from ponticello.server.matches.table import Table
from tests.server.tables import MINUTE, a_table, a_turn, after_turns, clock

DAYS = ClockRule(3 * DAY, afresh=True)


def agreed(table: Table, seat: int, asked: float, at: float) -> Table:
    """Returns the table after everybody has agreed to what a seat has asked for."""
    table = table.after(permissions.ask(table, seat), asked)
    for other in permissions.others(table, seat):
        for act in permissions.answer(table, other, True):
            table = table.after(act, at)
    assert table.asked is None
    return table


def may(table: Table, seat: int) -> tuple[bool, bool]:
    """Returns whether a seat may take its last move back at will, or ask for it."""
    told = permissions.may(table, seat)
    return told["undo"], told["ask"]


# Whose clock runs while one thinks again


@pytest.mark.parametrize("rule", [MINUTE, DAYS])
def test_with_a_clock_a_completed_turn_is_only_taken_back_if_the_others_agree(rule: ClockRule) -> None:
    table = after_turns(a_table("ponte", 2, rule), (0, 10))
    assert may(table, 0) == (False, True)
    with pytest.raises(NotNow, match="ask the others"):
        permissions.undo(table, 0, table.ply(0))
    away = table.after(Act(Kind.LEAVE, 1), 11)
    assert may(away, 0) == (False, True), "who is away has a clock too"


@pytest.mark.parametrize("game", ["hashi", "connections"])
def test_where_all_act_at_once_who_has_completed_a_turn_does_not_think_on_for_nothing(game: str) -> None:
    table = after_turns(a_table(game, 3, MINUTE), (0, 10), (2, 20))
    assert may(table, 0) == may(table, 2) == (False, True)


def test_without_a_clock_or_without_other_people_a_turn_is_taken_back_at_will() -> None:
    assert may(after_turns(a_table("ponte", 2), (0, 10)), 0) == (True, False)
    assert may(after_turns(a_table("ponte", 2, MINUTE, bots=(1,)), (0, 10)), 0) == (True, False)
    assert may(after_turns(a_table("hashi", 1, MINUTE), (0, 10)), 0)[1] is False


def test_a_step_of_a_turn_that_is_not_complete_is_taken_back_at_will_on_ones_own_time() -> None:
    table = a_table("ponte", 2, MINUTE)
    first, _, _ = a_turn(table, 0, random.Random(1)).text.partition(table.game.rulebook.joiner)
    table = table.after(Act(Kind.MOVE, 0, first), 10)
    assert may(table, 0) == (True, False)
    table = table.after(Act(Kind.UNDO, 0), 20)
    assert clock(table, 0, 30) == (30, True)


def test_a_step_that_is_taken_back_in_a_round_moves_no_clock_by_which_others_could_tell() -> None:
    table = a_table("connections", 2, ClockRule(60.1, 0.3))
    step = str(table.match.legal(0)[0]) if table.match else ""
    before = table.due
    for at in (51.7, 53.3, 58.9):
        table = table.after(Act(Kind.MOVE, 0, step), at).after(Act(Kind.UNDO, 0), at + 0.1)
        assert table.due == before


# What it costs


def test_the_others_get_their_time_back_from_who_takes_a_move_back() -> None:
    table = after_turns(a_table("ponte", 2, MINUTE), (0, 10), (1, 30))
    assert clock(table, 1, 40) == (45, False)
    table = agreed(table, 0, asked=40, at=45)
    assert clock(table, 1, 45) == (60, False)
    assert clock(table, 0, 45) == (20, True), "all of the 40 seconds, but not those in which the answer was waited for"


def test_a_turn_that_nobody_has_answered_costs_its_maker_what_the_others_thought_about_it() -> None:
    table = agreed(after_turns(a_table("ponte", 2, MINUTE), (0, 10)), 0, asked=20, at=30)
    assert clock(table, 1, 30) == (60, False)
    assert clock(table, 0, 30) == (40, True)


def test_nobody_runs_out_of_time_by_a_take_back() -> None:
    table = agreed(after_turns(a_table("ponte", 2, MINUTE), (0, 50), (1, 100)), 0, asked=104, at=104)
    assert clock(table, 0, 104) == (10, True)
    slow = agreed(after_turns(a_table("ponte", 2, DAYS), (0, 2 * DAY), (1, 4 * DAY)), 0, asked=5 * DAY, at=6 * DAY)
    assert clock(slow, 0, 6 * DAY) == (DAY, True)


def test_with_days_for_a_turn_the_one_that_is_taken_back_goes_on() -> None:
    table = after_turns(a_table("ponte", 2, DAYS), (0, 0.5 * DAY), (1, DAY))
    table = agreed(table, 0, asked=1.25 * DAY, at=1.5 * DAY)
    assert clock(table, 0, 1.5 * DAY) == (1.75 * DAY, True)
    assert clock(table, 1, 1.5 * DAY) == (3 * DAY, False)


def test_where_all_act_at_once_only_ones_own_turn_is_taken_back() -> None:
    table = after_turns(a_table("hashi", 3, MINUTE), (0, 10), (1, 20))
    table = agreed(table, 0, asked=25, at=30)
    assert set(table.actors) == {0, 2}
    assert table.rows[-1].text == "", "how much the others have played is not told"
    assert table.place_of(table.rows[1]) is not None, "the move of seat 1 stands"
    assert [clock(table, seat, 30) for seat in range(3)] == [(35, True), (45, False), (30, True)]


# Questions


def test_a_move_is_asked_for_once() -> None:
    table = after_turns(a_table("ponte", 2), (0, 1), (1, 2)).after(Act(Kind.ASK, 0), 3)
    (decline,) = permissions.answer(table, 1, False)
    table = table.after(decline, 4)
    with pytest.raises(NotNow, match="before"):
        permissions.ask(table, 0)
    assert may(after_turns(table, (0, 5), (1, 6)), 0) == (False, True), "the next one may be asked for"


def test_nobody_agrees_twice() -> None:
    table = a_table("skybridge", 3)
    first = table.actors[0]
    table = after_turns(table, (first, 2), ((first + 1) % 3, 3))
    table = table.after(permissions.ask(table, first), 4)
    (agree,) = permissions.answer(table, (first + 1) % 3, True)
    table = table.after(agree, 5)
    with pytest.raises(NotNow, match="already agreed"):
        permissions.answer(table, (first + 1) % 3, True)


def test_a_question_is_open_until_the_round_ends_where_all_act_at_once() -> None:
    table = after_turns(a_table("hashi", 3, MINUTE), (0, 10))
    table = after_turns(table.after(permissions.ask(table, 0), 11), (1, 12))
    assert table.asked == 0
    assert after_turns(table, (2, 13)).asked is None


def test_who_leaves_instead_of_answering_leaves_the_question_open() -> None:
    table = after_turns(a_table("ponte", 2, MINUTE), (0, 1), (1, 2)).after(Act(Kind.ASK, 0), 3).after(Act(Kind.LEAVE, 1), 4)
    assert table.asked is None
    assert permissions.ask(table, 0).kind == Kind.REWIND


# Who is away


def test_who_leaves_and_comes_back_has_thought_all_the_time() -> None:
    table = a_table("ponte", 2, MINUTE).after(Act(Kind.LEAVE, 0), 10)
    assert clock(table, 0, 15) == (45, True), "the bot plays on its owner's time"
    table = table.after(Act(Kind.RETURN, 0), 20)
    assert clock(table, 0, 30) == (30, True)


def test_days_do_not_begin_afresh_by_leaving() -> None:
    table = a_table("ponte", 2, DAYS).after(Act(Kind.LEAVE, 0), DAY).after(Act(Kind.RETURN, 0), 2 * DAY)
    assert table.due == 3 * DAY


def test_a_turn_that_a_bot_plays_for_its_owner_earns_no_time() -> None:
    table = after_turns(a_table("ponte", 2, MINUTE).after(Act(Kind.LEAVE, 0), 10), (0, 12))
    assert clock(table, 0, 99) == (48, False)


def test_nobody_leaves_a_table_where_nobody_waits() -> None:
    for table in (a_table("ponte", 2, MINUTE, bots=(1,)), a_table("hashi", 1)):
        with pytest.raises(NotNow, match="nobody waits"):
            permissions.leave(table, 0)
    gone = a_table("ponte", 2).after(Act(Kind.LEAVE, 1), 1)
    with pytest.raises(NotNow, match="nobody waits"):
        permissions.leave(gone, 0)


def test_what_is_no_move_makes_no_answer_stale() -> None:
    table = a_table("ponte", 2, MINUTE)
    seen = table.ply(0)
    for k in range(5):
        table = table.after(Act(Kind.LEAVE, 1), 2 * k).after(Act(Kind.RETURN, 1), 2 * k + 1)
    turn = a_turn(table, 0, random.Random(1))
    act = permissions.play(table, 0, turn.text, seen)
    assert act == turn
    table = table.after(act, 20).after(Act(Kind.LEAVE, 1), 21)
    assert permissions.play(table, 0, turn.text, seen) is None, "sent again, it is still not played twice"


# Time runs out


def test_in_a_round_who_runs_out_of_time_first_is_out_and_not_the_first_seat() -> None:
    table = after_turns(a_table("hashi", 2, MINUTE), (0, 10), (1, 30))
    assert permissions.out_of_time(table, 64) == []
    assert permissions.out_of_time(table, 100) == [Act(Kind.FLAG, 1)]


def test_if_all_run_out_of_time_at_once_nobody_wins() -> None:
    assert permissions.out_of_time(a_table("hashi", 2, MINUTE), 61) == [Act(Kind.CLOSE)]
    three = after_turns(a_table("hashi", 3, MINUTE), (2, 10))
    assert permissions.out_of_time(three, 61) == [Act(Kind.FLAG, 0), Act(Kind.FLAG, 1)]
