"""What a seat may not see: the others' actions of the running round, and the cards to come."""

from __future__ import annotations

import random

import pytest

from ponticello.games.hashi import rules
from ponticello.games.hashi.position import ACTIONS, CARD, OVER, ROUND, Hashi
from tests.games.hashi.hashi_table import THIRDS, content, fresh, play, started, turn_up


def seen(state: Hashi, seat: int) -> bytes:
    view = state.copy()
    rules.hide(view, seat)
    return content(view)


def act(state: Hashi, seat: int, chooser: random.Random, stop: float = 0.0) -> None:
    """Plays a seat's part at random to its end, or stops somewhere in it."""
    while rules.actors(state) >> seat & 1 and chooser.random() >= stop:
        moves = [a for a in range(ACTIONS) if rules.refusal(state, seat, a) == 0]
        rules.play(state, seat, chooser.choice(moves))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_that_differ_in_what_others_do_look_the_same(players: int) -> None:
    chooser = random.Random(players)
    for game in range(3):
        state = fresh(players, "AB"[game % 2])
        while rules.actors(state):
            if state.phase == CARD:
                act(state, 7, chooser)
                continue
            watcher = chooser.randrange(players)
            act(state, watcher, chooser, stop=0.4)
            if state.phase == CARD or state.phase == OVER:
                continue
            one, other = state.copy(), state.copy()
            for seat in set(range(players)) - {watcher}:
                finishes = chooser.random() < 0.5 and (one.to_act & ~(1 << seat)) != 0
                for position in (one, other):
                    if finishes:
                        act(position, seat, chooser)
                    elif position.phase == ROUND:
                        partly(position, seat, chooser)
            assert seen(one, watcher) == seen(other, watcher)
            for seat in range(players):
                act(state, seat, chooser)


def partly(state: Hashi, seat: int, chooser: random.Random) -> None:
    """Plays some actions of a round that do not finish the seat's part."""
    for _ in range(chooser.randrange(3)):
        after = state.copy()
        moves = [a for a in range(ACTIONS) if rules.refusal(state, seat, a) == 0]
        action = chooser.choice(moves)
        rules.play(after, seat, action)
        if after.to_act != state.to_act:
            return
        rules.play(state, seat, action)


def test_the_first_numbers_are_hidden_until_all_have_written() -> None:
    one, other = fresh(3), fresh(3)
    for state, text in ((one, "3@a1"), (other, "4@g1")):
        play(state, 0, text)
    assert seen(one, 1) == seen(other, 1) and seen(one, 2) == seen(other, 2)
    assert seen(one, 0) != seen(other, 0) and seen(one, 0) == content(one)


def test_a_view_shows_the_round_as_it_began_and_who_has_finished() -> None:
    state = started(2, THIRDS, "3@a1")
    turn_up(state, "4x1")
    before = state.copy()
    play(state, 1, "4@g1 a1-c1")
    view = state.copy()
    rules.hide(view, 0)
    assert view.to_act == 0b01
    view.to_act = before.to_act
    assert content(view) == content(before)


def test_nothing_is_hidden_between_rounds_and_one_sees_ones_own_part() -> None:
    state = started(2, THIRDS, "3@a1")
    turn_up(state, "4x1")
    play(state, 0, "4@g1")
    assert seen(state, 0) == content(state)
    play(state, 0, "a1-c1")
    play(state, 1, "done")
    assert seen(state, 1) == content(state)


def test_a_stranger_sees_nobodys_running_round() -> None:
    state = started(2, THIRDS, "3@a1")
    turn_up(state, "4x1")
    before = content(state)
    play(state, 0, "4@g1")
    play(state, 1, "skip")
    assert seen(state, 7) == before


def test_the_order_of_the_deck_is_not_in_the_state() -> None:
    """Two games with the same cards behind them are equal byte for byte, whatever comes next."""
    states = []
    for cards in (["1x1", "6x3", "2x2"], ["6x3", "1x1", "2x2"]):
        state = started(1)
        for card in cards:
            turn_up(state, card)
            play(state, 0, "done")
        states.append(content(state))
    assert states[0] == states[1]
