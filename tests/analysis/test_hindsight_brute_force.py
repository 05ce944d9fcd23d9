"""What hindsight says near the end of a game is what trying everything says, and its lines can be played."""

from __future__ import annotations

import pytest

import ponticello as pc
from ponticello.analysis import Hindsight, Possible, follow_hindsight
from ponticello.games.hashi import awards
from tests.analysis.brute_force import BruteForce, played, turns_of

MOST = 400  # positions that are tried in one match


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


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("board", ["A", "B"])
def test_hashi_alone(board: str, seed: int) -> None:
    assert_agrees(played("hashi", seed=seed, board=board), 0)


@pytest.mark.parametrize("seed", range(3))
def test_hashi_of_a_careless_player(seed: int) -> None:
    assert_agrees(played("hashi", seed=seed, who="random"), 0, fewest=1)


@pytest.mark.parametrize("seed", range(4))
def test_hashi_when_the_higher_awards_end_among_the_last_cards(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for award, last in enumerate((15, 16, 15)):
        monkeypatch.setitem(awards.SOLO_UNTIL, award, last)  # type: ignore[arg-type]
    assert_agrees(played("hashi", seed=seed), 0)


@pytest.mark.parametrize("players, seed", [(2, 0), (2, 1), (3, 2), (4, 3)])
def test_hashi_against_what_the_others_did(players: int, seed: int) -> None:
    match = played("hashi", players, seed=seed)
    for seat in range(2):
        assert_agrees(match, seat)


@pytest.mark.parametrize("seed", range(6))
def test_connections_alone(seed: int) -> None:
    assert_agrees(played("connections", seed=seed), 0)


@pytest.mark.parametrize("seed", range(3))
def test_connections_of_a_careless_player(seed: int) -> None:
    assert_agrees(played("connections", seed=seed, who="random"), 0)


@pytest.mark.parametrize("players, seed", [(2, 0), (4, 1)])
def test_connections_on_the_boards_of_others(players: int, seed: int) -> None:
    assert_agrees(played("connections", players, seed=seed), players - 1)


def test_connections_in_the_last_game_of_a_full_match() -> None:
    assert_agrees(played("connections", 2, seed=5, games="full"), 1)
