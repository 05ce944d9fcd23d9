"""What hindsight says near the end of a game is what trying everything says, and its lines can be played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from ortools.sat.python import cp_model

import ponticello as pc
from ponticello.analysis import Hindsight, Possible, follow_hindsight
from ponticello.engine.optimum import Optimum, Turns
from ponticello.engine.verbs import CHANCE
from ponticello.games.connections.optimum import ceiling
from ponticello.games.hashi import awards
from tests.analysis.brute_force import BruteForce, played, turns_of

pytestmark = pytest.mark.slow

MOST = 250  # positions that are tried in one match


def late_moments(match: pc.Match, seat: int) -> dict[int, int]:
    """Returns the best result after so many turns, for as many turns from the end as can be tried."""
    force, found = BruteForce(match, seat, MOST), {}
    for turns in range(len(turns_of(match, seat)), -1, -1):
        best = force.best_after(turns)
        if best is None:
            break
        found[turns] = best
    return found


def proven_from(match: pc.Match, seat: int, first: int) -> Hindsight:
    """Returns the hindsight once everything is proven from a number of turns on."""
    for found in follow_hindsight(match, seat, workers=1):
        if all(possible.proven for possible in found.possible[first:]):
            return found
    raise AssertionError("the search ended without a proof")


def final_scores(match: pc.Match, seat: int, possible: Possible) -> tuple[int, ...]:
    """Plays a line in notation at a table of its own, where everybody else does what they did."""
    table = pc.Match(match.position_after(possible.moves), begin=False)
    line = iter(possible.line)
    begins = {turn.at for turn in turns_of(match, seat)}
    for at in range(possible.moves, match.length):
        if at in begins:
            table.carry_out(table.position.read(next(line), seat))
        elif match.moves[at].seat != seat:
            table.carry_out([match.moves[at]])
    assert table.over and next(line, None) is None
    return table.scores


def assert_agrees(match: pc.Match, seat: int, fewest: int = 3) -> None:
    """Compares with brute force, and plays every line."""
    tried = late_moments(match, seat)
    assert len(tried) > fewest
    found = proven_from(match, seat, min(tried))
    assert {turns: found.possible[turns].best for turns in tried} == tried
    for possible in found.possible:
        scores = final_scores(match, seat, possible)
        assert scores == possible.scores and scores[seat] == possible.best
        assert possible.bound <= possible.best if found.fewest_win else possible.bound >= possible.best


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("board", ["A", "B"])
def test_hashi_alone(board: str, seed: int) -> None:
    assert_agrees(played("hashi", seed=seed, board=board), 0)


@pytest.mark.parametrize("seed", [1, 2])
def test_hashi_of_a_careless_player(seed: int) -> None:
    assert_agrees(played("hashi", seed=seed, who="random"), 0, fewest=1)


@pytest.fixture
def late_awards() -> Iterator[None]:
    """Lets the higher value of the awards end among the last cards, where everything can be tried."""
    before = awards.SOLO_UNTIL.copy()
    awards.SOLO_UNTIL[:] = 15, 16, 15
    yield
    awards.SOLO_UNTIL[:] = before


@pytest.mark.parametrize("seed", range(3))
def test_hashi_when_the_higher_awards_end_among_the_last_cards(seed: int, late_awards: None) -> None:
    assert_agrees(played("hashi", seed=seed), 0)


@pytest.mark.parametrize("players, seed", [(2, 0), (4, 3)])
def test_hashi_against_what_the_others_did(players: int, seed: int) -> None:
    assert_agrees(played("hashi", players, seed=seed), players - 1)


@pytest.mark.parametrize("seed", range(4))
def test_connections_alone(seed: int) -> None:
    assert_agrees(played("connections", seed=seed), 0)


@pytest.mark.parametrize("seed", range(2))
def test_connections_of_a_careless_player(seed: int) -> None:
    assert_agrees(played("connections", seed=seed, who="random"), 0)


@pytest.mark.parametrize("players, seed", [(2, 0), (4, 1)])
def test_connections_on_the_boards_of_others(players: int, seed: int) -> None:
    assert_agrees(played("connections", players, seed=seed), players - 1)


def test_connections_in_the_last_game_of_a_full_match() -> None:
    assert_agrees(played("connections", 2, seed=5, games="full"), 1)


@pytest.mark.parametrize("seed, counted", [(3, 1), (4, 1), (6, 0), (10, 0)])
def test_what_is_counted_in_connections_never_rules_out_what_can_be_reached(seed: int, counted: int) -> None:
    match = played("connections", seed=seed)
    best = proven_from(match, 0, 0).best
    table = pc.Match(match.position_after(best.moves), begin=False)
    line = iter(best.line)
    while not table.over:
        chance = table.actors == (CHANCE,)
        table.carry_out([match.moves[best.moves + table.length]] if chance else table.position.read(next(line), 0))
    moves = [(move.seat, move.action) for move in table.moves]
    bounds = [ceiling(table.position_after(at).state, 0, moves[at:]) for at in range(table.length) if moves[at][0] == 0]
    assert best.best == counted and set(bounds) == {-counted}, "two ends of a connection for every one that is left"


# Whole games, as they were really played


def moments(game: str, players: int, who: str, seeds: range) -> Iterator[tuple[Optimum, int, Turns]]:
    """Yields some models from all parts of some games: each with the standing that was reached and the turns that were played."""
    for seed in seeds:
        match = played(game, players, seed=seed, who=who)
        optima = match.game.rulebook.optima
        assert optima is not None
        turns = turns_of(match, 0)
        for k in range(seed % 4, len(turns), 4):
            state = match.position_after(turns[k].at).state
            coming = [(move.seat, move.action) for move in match.moves[turns[k].at :]]
            standing = -match.scores[0] if optima.fewest_win else match.scores[0]
            assert standing <= optima.ceiling(state, 0, coming)
            optimum = optima.model(state, 0, coming)
            if optimum is not None:
                yield optimum, standing, [[move.action for move in turn.moves] for turn in turns[k:]]


@pytest.mark.parametrize("game", ["hashi", "connections"])
@pytest.mark.parametrize("players, who", [(1, "random"), (2, "random"), (4, "glance"), (1, "greedy")])
def test_what_was_played_is_a_solution_and_scores_the_same(game: str, who: str, players: int) -> None:
    for optimum, standing, turns in moments(game, players, who, range(4 if who == "random" else 2)):
        assert optimum.played == standing and standing in optimum.standings
        for variable, value in optimum.hint(turns):
            optimum.model.add(variable == value)
        optimum.model.maximize(optimum.standing)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        assert solver.solve(optimum.model) == cp_model.OPTIMAL
        assert round(solver.objective_value) == standing
