"""What a player of Skybridge makes of a city at a glance."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ponticello.engine import verbs
from ponticello.engine.native import compiled
from ponticello.engine.record import Ints, Records
from ponticello.games.skybridge import heuristics, position, rules
from tests.games.skybridge.skybridge_table import Table, action

# Four towers of six floors in the corners, the rest three floors high.
CITY = """
    coral 3 a1, ochre 3 b1, jade 3 c1, slate 3 a2, ochre 3 b2, jade 3 c2, slate 3 a3, coral 3 b3, ochre 3 c3,
    slate 3 a1, coral 3 c1, jade 3 a3, slate 3 c3
"""


@compiled
def weigh(states: Records[position.Skybridge], seat: int, marks: Ints, charms: Ints) -> int:
    """Notes the appeal of every legal action of a seat in states[0] and returns the outlook."""
    verbs.legal(states[0], seat, marks)
    for move in range(len(marks)):
        charms[move] = verbs.appeal(states[0], seat, move) if marks[move] == 1 else 0
    return verbs.outlook(states[0], seat)


def positions(players: int, seed: int) -> list[position.Skybridge]:
    """Returns all positions of a random game, the last one over."""
    chooser = random.Random(seed)
    state = position.Skybridge()
    position.set_up(state, players, False, False)
    found = [state.copy()]
    while rules.actors(state):
        seat = verbs.first_actor(state)
        rules.play(state, seat, chooser.choice(legal_actions(state, seat)))
        found.append(state.copy())
    return found


def legal_actions(state: position.Skybridge, seat: int) -> list[int]:
    marks = np.zeros(position.ACTIONS, np.int8)
    rules.add_legal(state, seat, marks.data)
    return [int(move) for move in np.flatnonzero(marks)]


def appeal(table: Table, move: str) -> int:
    """Returns how a move looks to the seat that scores for its colour."""
    assert table.may(move) == 0, move
    return heuristics.appeal(table.state, table.seat_of(move.split()[0]), action(move))


def city(players: int = 4, more: str = "") -> Table:
    table = Table(players)
    table.build(CITY + more)
    return table


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_compiled_and_interpreted_sense_agree(players: int) -> None:
    for state in positions(players, seed=players):
        native, plain = (np.zeros((2, position.ACTIONS), np.int64) for _ in range(2))
        for seat in range(players):
            batch = Records.of(state, 1)
            compiled = weigh(batch, seat, native[0], native[1])
            assert compiled == weigh.function(batch, seat, plain[0].data, plain[1].data)
            assert native.tolist() == plain.tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(10))
def test_the_outlook_at_the_end_is_what_was_scored(players: int, seed: int) -> None:
    end = positions(players, seed)[-1]
    for seat in range(players):
        assert heuristics.outlook(end, seat) == 100 * rules.points(end, seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_hope_for_the_same_before_the_first_piece(players: int) -> None:
    state = positions(players, seed=0)[0]
    outlooks = {heuristics.outlook(state, seat) for seat in range(players)}
    colours = 2 if players == 2 else 1
    assert len(outlooks) == 1
    assert 1500 <= outlooks.pop() // colours <= 3000


def test_a_high_roof_appeals_more_than_a_low_one() -> None:
    table = city()
    for colour in ("ochre", "jade", "slate"):  # nothing to keep from them
        table.leave(colour, "3 2")
    assert appeal(table, "coral roof a1") > appeal(table, "coral roof b1")


def test_a_roof_on_ones_own_bridge_appeals_most() -> None:
    table = Table()
    table.build("jade 2 a1, slate 2 b1, coral bridge a1-b1, ochre 3 c1, jade 3 a2, slate 3 b2, ochre 3 c2, jade 3 a3")
    table.build("slate 3 b3, ochre 3 c3, jade 2 a1, slate 3 b1")
    assert appeal(table, "coral roof a1") > appeal(table, "ochre roof a1")


def test_a_roof_keeps_a_tower_from_those_who_would_count_two() -> None:
    table = Table()
    table.build("jade 2 a1, slate 2 b1, coral bridge a1-b1, ochre 3 c1, jade 3 a2, slate 3 b2, ochre 3 c2, jade 3 a3")
    table.build("slate 3 b3, ochre 3 c3, jade 2 a1")
    tempting = appeal(table, "ochre roof a1")
    table.leave("coral", "3 3 3 3 2 2 2 2")
    assert tempting > appeal(table, "ochre roof a1")


def test_a_player_of_two_colours_keeps_the_tower_for_the_colour_with_the_bridge() -> None:
    table = Table(2)
    table.build("jade 2 a1, slate 2 b1, coral bridge a1-b1, ochre 3 c1, jade 3 a2, slate 3 b2, ochre 3 c2, jade 3 a3")
    table.build("slate 3 b3, ochre 3 c3, ochre 2 a1")
    torn = appeal(table, "jade roof a1")
    table.leave("coral", "3 3 3 3 2 2 2 2")
    assert torn < appeal(table, "jade roof a1")


def test_a_roof_waits_while_blocks_are_to_come() -> None:
    table = city()
    assert appeal(table, "coral roof b1") < 0


def test_a_bridge_keeps_away_from_the_bridges_of_others() -> None:
    table = Table()
    table.build("jade 2 a1, slate 2 b1, coral bridge a1-b1, ochre 3 c1, jade 3 a2, slate 3 b2, ochre 3 c2")
    assert appeal(table, "jade bridge b1-c1") < appeal(table, "jade bridge b2-c2")
    assert appeal(table, "jade bridge b1-b2") < appeal(table, "jade bridge b2-c2")


def test_a_player_of_two_colours_builds_on_the_other_player() -> None:
    table = Table(2)
    table.build("coral 3 a1, ochre 3 b1, coral 3 c1, ochre 3 a2, coral 3 b2, ochre 3 c2, coral 3 a3, ochre 3 b3, slate 3 c3")
    assert appeal(table, "jade 2 c2") > appeal(table, "jade 2 c1")


def test_nobody_likes_to_cover_the_bridge_of_another_who_has_roofs() -> None:
    table = Table()
    table.build("jade 2 a1, slate 2 b1, coral bridge a1-b1, ochre 3 c1, jade 3 a2, slate 3 b2, ochre 3 c2, jade 3 a3")
    table.build("slate 3 b3, ochre 3 c3")
    assert appeal(table, "ochre 3 a1") < appeal(table, "ochre 3 a2")
    table.leave("coral", "3 3 3 3 2 2 2 2")
    assert appeal(table, "ochre 3 a1") >= appeal(table, "ochre 3 a2")


def test_a_block_rather_leaves_no_towers_level() -> None:
    """A bridge could lie on towers of equal height, and who lays it is anybody's guess."""
    table = Table()
    table.build("jade 3 a1")
    assert appeal(table, "coral 3 b1") < appeal(table, "coral 3 c3")
    assert appeal(table, "coral 3 b1") < appeal(table, "coral 2 b1")


def test_neutral_blocks_are_kept_for_later() -> None:
    table = Table(3)
    assert heuristics.appeal(table.state, 0, action("slate 3 a1")) < heuristics.appeal(table.state, 0, action("coral 3 a1"))


def test_a_roof_in_hand_is_worth_something() -> None:
    table = city()
    before = heuristics.outlook(table.state, 0)
    table.leave("coral", "3 3 2 2 2 2 roof bridge")
    assert heuristics.outlook(table.state, 0) < before - 500


def test_a_bridge_on_open_towers_is_worth_something_as_long_as_there_are_roofs() -> None:
    table = Table()
    table.build("jade 3 a1, slate 3 b1, coral bridge a1-b1")
    with_bridge = heuristics.outlook(table.state, 0)
    table.state.bridge_on[0] = position.NOBODY
    assert heuristics.outlook(table.state, 0) < with_bridge
    table.leave("coral", "3")
    without_roofs = heuristics.outlook(table.state, 0)
    table.state.bridge_on[0] = 0
    assert heuristics.outlook(table.state, 0) == without_roofs


def best(state: position.Skybridge, seat: int, chooser: random.Random, hopeful: bool) -> int:
    """Returns the action after which a seat has most points, or if it is hopeful the best outlook; of equals any."""

    def reached(move: int) -> tuple[int, float]:
        trial = state.copy()
        rules.play(trial, seat, move)
        return heuristics.outlook(trial, seat) if hopeful else rules.points(trial, seat), chooser.random()

    return max(legal_actions(state, seat), key=reached)


def test_who_looks_ahead_beats_who_grabs_points() -> None:
    """One greedy player goes by the outlook, the other by the points alone, each in turn at every seat."""
    won = 0.0
    for deal in range(20):
        chooser = random.Random(deal)
        state = position.Skybridge()
        position.set_up(state, 2, False, False)
        rules.play(state, verbs.CHANCE, position.LOTS + deal // 2 % 2)
        while rules.actors(state):
            seat = verbs.first_actor(state)
            rules.play(state, seat, best(state, seat, chooser, hopeful=seat == deal % 2))
        lead = rules.points(state, deal % 2) - rules.points(state, 1 - deal % 2)
        won += 1 if lead > 0 else 0.5 if lead == 0 else 0
    assert won >= 19
