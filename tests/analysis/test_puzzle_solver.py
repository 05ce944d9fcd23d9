"""The solver behind the puzzles says what a slow search through everything says; and it tells positions apart. Nothing here names
a game."""

from __future__ import annotations

import pytest

from ponticello.analysis.puzzles.exhaustion import FAR
from ponticello.analysis.puzzles.finder import script_after
from ponticello.analysis.puzzles.solver import Solver, whole_turns
from ponticello.engine import verbs
from ponticello.engine.verbs import CHANCE
from ponticello.games import names, rulebook
from ponticello.table.game import game
from ponticello.table.match import Match
from tests.analysis.slow_solver import best, late_moments
from tests.engine.variants import play_at_random

pytestmark = pytest.mark.slow

MOST = 300  # positions that the slow search goes through
A_TABLE = [
    (name, players) for name in names() for players in rulebook(name).players if players == 1 or not rulebook(name).simultaneous
]


def a_match(name: str, players: int, seed: int) -> Match:
    return play_at_random(game(name).match(players, seed=seed), seed)


@pytest.mark.parametrize(("name", "players"), A_TABLE)
def test_the_value_of_an_ending_is_that_of_a_slow_search(name: str, players: int) -> None:
    looked_at = 0
    for seed in range(2):
        match = a_match(name, players, seed)
        for at in late_moments(match, MOST):
            position = match.position_after(at)
            seat, script = position.actors[0], script_after(match, at)
            exact = best(position, seat, 0, FAR, script)
            assert Solver(position, seat, 0, 0, script).value(position) == exact
            for low in range(exact - 3, exact + 3):  # a narrow look first: what it leaves in the table must be true
                solver = Solver(position, seat, 0, 0, script)
                bound = solver.value(position, low, low + 1)
                assert bound is not None and (bound >= low + 1 if exact > low else bound <= low)
                assert solver.value(position) == exact
            looked_at += 1
    assert looked_at >= 4


@pytest.mark.parametrize(("name", "players"), A_TABLE)
def test_a_goal_in_some_turns_is_reached_as_far_as_in_a_slow_search(name: str, players: int) -> None:
    match = a_match(name, players, 1)
    for at in late_moments(match, MOST):
        position = match.position_after(at)
        seat, script = position.actors[0], script_after(match, at)
        for goal in rulebook(name).goals[:3]:
            for turns in (1, 2):
                cards = script[: turns - 1]
                solver = Solver(position, seat, goal.number, turns, cards)
                assert solver.value(position) == best(position, seat, goal.number, turns, cards), (at, goal.name, turns)


@pytest.mark.parametrize("name", names())
def test_whole_turns_are_all_turns_once_whatever_their_order(name: str) -> None:
    players = 1 if rulebook(name).simultaneous else 2
    match = a_match(name, players, 2)
    for at in list(late_moments(match, MOST))[-3:]:
        position = match.position_after(at)
        seat = position.actors[0]
        slow = {tuple(sorted(move.action for move in moves)) for moves in position.legal_turns(seat)}
        found = whole_turns(position, seat)
        assert found is not None and {tuple(sorted(turn)) for turn in found} == slow and len(found) == len(slow)


@pytest.mark.parametrize("name", names())
def test_a_fingerprint_tells_all_positions_of_a_game_apart(name: str) -> None:
    """Except where the same can follow: so the same moves can be made, with the same points after them."""
    seen: dict[int, tuple[object, ...]] = {}
    for seed in range(2):
        match = a_match(name, rulebook(name).players[0], seed)
        for at in range(match.length + 1):
            position = match.position_after(at)
            moves = [move.text for actor in position.actors for move in position.legal_moves(actor)]
            known = (position.actors, position.scores, moves)
            assert seen.setdefault(verbs.fingerprint(position.state), known) == known
    assert len(seen) > 40 and 0 not in seen


@pytest.mark.parametrize("name", [name for name in names() if 1 not in rulebook(name).players])
def test_the_order_of_a_turn_leaves_no_trace_in_a_fingerprint(name: str) -> None:
    match = a_match(name, 2, 3)
    compared = 0
    for at in list(late_moments(match, MOST)):
        position = match.position_after(at)
        prints: dict[tuple[int, ...], set[int]] = {}
        for moves in position.legal_turns():
            after = position
            for move in moves:
                after = after.play(move)
            prints.setdefault(tuple(sorted(move.action for move in moves)), set()).add(verbs.fingerprint(after.state))
        assert all(len(found) == 1 for found in prints.values())
        compared += len(prints)
    assert compared


def test_more_than_may_be_looked_at_is_given_up() -> None:
    name = next(name for name in names() if not rulebook(name).simultaneous)
    position = game(name).position(2)
    while position.actors == (CHANCE,):
        position = position.play(position.legal[0])
    assert Solver(position, position.actors[0], 0, 0).value(position, most=500) is None
