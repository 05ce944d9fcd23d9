"""What the engine does for a game that answers only what it must."""

from __future__ import annotations

from collections import Counter

import numpy as np

from ponticello.engine import verbs
from ponticello.engine.dice import new_dice
from ponticello.engine.record import Record, int8
from ponticello.engine.verbs import CHANCE
from tests.table.pond import ACTIONS, Pond, set_up


def pond_with_card(card: int) -> Pond:
    state = Pond()
    set_up(state, 2, True)
    state.card = card
    return state


def test_the_list_of_legal_actions_is_made_from_the_refusals() -> None:
    marks = np.full(ACTIONS, 7, np.int8)
    assert verbs.legal(pond_with_card(0), CHANCE, marks.data) == 3 and marks.tolist() == [1, 1, 1, 0, 0, 0]
    assert verbs.legal(pond_with_card(2), 1, marks.data) == 2 and marks.tolist() == [0, 0, 0, 1, 1, 0]
    assert verbs.legal(pond_with_card(2), CHANCE, marks.data) == 0 and not marks.any()


def test_chance_is_drawn_by_weight_and_players_evenly() -> None:
    marks, dice = np.zeros(ACTIONS, np.int8), new_dice(3)
    cards = Counter(verbs.sample(pond_with_card(0), CHANCE, marks.data, dice) for _ in range(3000))
    assert all(abs(cards[k] - 500 * (k + 1)) < 110 for k in range(3)) and sum(cards.values()) == 3000
    jumps = Counter(verbs.sample(pond_with_card(1), 0, marks.data, dice) for _ in range(2000))
    assert set(jumps) == {3, 4} and abs(jumps[3] - 1000) < 140


def test_the_first_actor_is_the_lowest_seat() -> None:
    state = pond_with_card(1)
    assert verbs.first_actor(state) == 0
    state.jumped[0] = 2
    assert verbs.first_actor(state) == 1
    assert verbs.first_actor(pond_with_card(0)) == CHANCE
    state.rounds = 0
    assert verbs.first_actor(state) == -1


def test_points_stand_for_the_standing() -> None:
    state = pond_with_card(1)
    state.points[1] = 9
    assert (verbs.standing(state, 0), verbs.standing(state, 1)) == (0, 9)


def test_a_game_need_not_hide_or_weigh_anything() -> None:
    class Puddle(Record):
        depth: int8

    puddle = Puddle()
    assert verbs.weight(puddle, 3) == 1 and verbs.mid_turn(puddle, 0) is False
    verbs.hide(puddle, 0)
    assert bytes(puddle) == b"\0"
