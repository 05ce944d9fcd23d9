"""Ratings against what can be worked out by hand or by brute force, and error bars against simulation."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from ponticello.arena.ratings import ELO, Encounter, mean_with_error, most_likely, quantile, rate, score_between, skills
from ponticello.arena.results import Forfeit, Result


def two(scores: list[float]) -> list[Encounter]:
    """Returns encounters of two entrants, one a deal."""
    return [Encounter(deal, 0, 1, score) for deal, score in enumerate(scores)]


def result(number: int, players: tuple[str, ...], standing: tuple[int, ...], forfeit: Forfeit | None = None) -> Result:
    """Returns a result of which only players and standing matter."""
    winners = tuple(seat for seat, reached in enumerate(standing) if reached == max(standing))
    many = (1,) * len(players)
    return Result(number, number, "", players, standing, standing, winners, 2, many, many, forfeit)


@pytest.mark.parametrize(("wins", "draws", "losses"), [(75, 0, 25), (60, 30, 10), (1, 0, 9), (5, 90, 5)])
def test_of_two_the_rating_follows_from_the_score(wins: int, draws: int, losses: int) -> None:
    score = (wins + draws / 2) / (wins + draws + losses)
    rated = rate(two([1] * wins + [0.5] * draws + [0] * losses), 2, anchor=1)
    assert rated.elo == [pytest.approx(400 * math.log10(score / (1 - score))), 0]
    assert rated.one_sided == []


def likelihood(scores: np.ndarray, ratings: tuple[float, ...]) -> float:
    """Returns the logarithm of how likely scores are, pair by pair, from the formula of Elo."""
    total = 0.0
    for a, b in product(range(len(ratings)), repeat=2):
        total += scores[a, b] * math.log10(1 / (1 + 10 ** ((ratings[b] - ratings[a]) / 400)))
    return total


def test_of_three_no_ratings_are_likelier() -> None:
    scores = np.array([[0, 7.5, 9], [2.5, 0, 4], [1, 6, 0]])
    found = ELO * most_likely(scores)
    grid = [float(step) for step in range(-400, 401, 5)]
    best = max((likelihood(scores, (0, b, c)), b, c) for b in grid for c in grid)
    assert likelihood(scores, tuple(found)) >= best[0]
    assert [found[1] - found[0], found[2] - found[0]] == [pytest.approx(best[1], abs=5), pytest.approx(best[2], abs=5)]


def test_the_weakest_is_zero_unless_another_is_chosen() -> None:
    met = [*two([1, 1, 0, 1]), *(Encounter(deal, 1, 2, score) for deal, score in enumerate([0, 0, 1, 0.5]))]
    usual, chosen = rate(met, 3), rate(met, 3, anchor=2)
    assert (usual.anchor, usual.elo[1], usual.error[1]) == (1, 0, 0)
    assert (chosen.elo[2], chosen.error[2]) == (0, 0)
    assert [usual.elo[k] - usual.elo[2] for k in range(3)] == [pytest.approx(elo) for elo in chosen.elo]  # type: ignore[operator]


def test_who_has_won_everything_gets_a_finite_rating_and_a_warning() -> None:
    rated = rate(two([1] * 20), 2)
    assert rated.one_sided == [(0, 1)]
    assert rated.elo == [pytest.approx(400 * math.log10(22 / 2)), 0]
    assert rated.error[0] is not None and rated.error[0] > 150


def test_who_has_not_met_the_anchor_at_all_has_no_rating() -> None:
    rated = rate([*two([1, 0, 1]), Encounter(0, 2, 3, 1.0)], 4, anchor=0)
    assert [elo is None for elo in rated.elo] == [False, False, True, True]
    assert rate([], 2).elo == [0, None]


def test_the_quantiles_are_those_of_students_t() -> None:
    for deals, known in {4: 3.182, 5: 2.776, 11: 2.228, 31: 2.042, 101: 1.984}.items():
        assert quantile(deals) == pytest.approx(known, rel=0.03)


def test_a_few_games_never_look_certain() -> None:
    assert score_between(two([1] * 2), 0, 1) == (1, None, 2)
    assert score_between(two([1] * 5), 0, 1).error > 0.3  # type: ignore[operator]
    assert score_between(two([0.5] * 5), 0, 1).error > 0.2  # type: ignore[operator]
    assert 0.02 < score_between(two([1] * 100), 0, 1).error < 0.05  # type: ignore[operator]
    assert math.isnan(score_between(two([1] * 5), 0, 2).mean)


def test_games_of_a_deal_are_one_observation() -> None:
    """In a game that chance alone decides, playing each deal twice must not make anything surer."""
    once = two([float(deal % 3 > 0) for deal in range(60)])
    twice = [each for each in once for _ in range(2)]
    assert score_between(twice, 0, 1).error == pytest.approx(score_between(once, 0, 1).error)
    assert rate(twice, 2).error == pytest.approx(rate(once, 2).error)
    apart = [each._replace(deal=number) for number, each in enumerate(twice)]
    assert score_between(apart, 0, 1).error < 0.8 * score_between(once, 0, 1).error  # type: ignore[operator]


def tournament(rng: np.random.Generator, ratings: list[float], deals: int) -> list[Encounter]:
    """Plays every pair twice a deal, half the second games being copies of the first."""
    met = []
    for deal in range(deals):
        for a in range(len(ratings)):
            for b in range(a):
                chance = 1 / (1 + 10 ** ((ratings[b] - ratings[a]) / 400))
                scores = [float(rng.random() < chance) for _ in range(2)]
                scores[1] = scores[0] if rng.random() < 0.5 else scores[1]
                met += [Encounter(deal, a, b, score) for score in scores]
    return met


@pytest.mark.slow
def test_error_bars_hold_the_truth_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(7)
    truth = [0.0, 60.0, 250.0]
    held = scored = 0
    for _ in range(400):
        met = tournament(rng, truth, 40)
        rated = rate(met, 3, anchor=0)
        held += sum(abs(rated.elo[k] - truth[k]) <= rated.error[k] for k in (1, 2))  # type: ignore[operator]
        score = score_between(met, 1, 0)
        scored += abs(score.mean - 1 / (1 + 10 ** (-60 / 400))) <= score.error  # type: ignore[operator]
    assert 0.92 < held / 800 < 0.985
    assert 0.92 < scored / 400 < 0.985


@pytest.mark.slow
@pytest.mark.parametrize(("gap", "deals"), [(0, 5), (300, 20), (400, 20), (600, 100)])
def test_error_bars_hold_the_truth_where_games_are_few_or_one_sided(gap: float, deals: int) -> None:
    rng = np.random.default_rng(11)
    held = 0
    for _ in range(200):
        rated = rate(tournament(rng, [0.0, gap], deals), 2, anchor=0)
        held += abs(rated.elo[1] - gap) <= rated.error[1]  # type: ignore[operator]
    assert held / 200 > 0.92


@pytest.mark.slow
def test_error_bars_agree_with_the_bootstrap() -> None:
    rng = np.random.default_rng(3)
    met = tournament(rng, [0, 100, 200], 200)
    by_deal = [[each for each in met if each.deal == deal] for deal in range(200)]
    elos = []
    for _ in range(200):
        again = [each._replace(deal=k) for k, deal in enumerate(rng.integers(0, 200, 200)) for each in by_deal[deal]]
        elos.append(rate(again, 3, anchor=0).elo[1:])
    assert rate(met, 3, anchor=0).error[1:] == pytest.approx(1.97 * np.std(np.array(elos, float), axis=0), rel=0.15)


def test_means_have_the_usual_error() -> None:
    mean, error = mean_with_error([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    assert (mean, error) == (5.5, pytest.approx(2.262 * math.sqrt(110 / 12 / 10), rel=1e-3))
    assert mean_with_error([1, 2]) == (1.5, None)


def test_skills_follow_the_ranks() -> None:
    pytest.importorskip("openskill")
    games = [result(k, ("a", "b", "c"), (3, 2, 1)) for k in range(10)]
    (a, sure), (b, _), (c, _) = skills(games, ["a", "b", "c"])  # type: ignore[misc]
    assert a > b > c
    assert sure < 25 / 3
    level = skills([result(k, ("a", "b"), (1, 1)) for k in range(5)], ["a", "b"])
    assert level is not None and level[0] == pytest.approx(level[1])


def test_who_has_two_seats_is_rated_once() -> None:
    pytest.importorskip("openskill")
    apart = skills([result(0, ("a", "c", "b"), (3, 1, 2))], ["a", "b", "c"])
    learnt = skills([result(0, ("a", "a", "b"), (3, 1, 2))], ["a", "b"])
    assert apart is not None and learnt is not None
    assert learnt[0][0] == pytest.approx((apart[0][0] + apart[2][0]) / 2)
    assert learnt[1] == pytest.approx(apart[1])


def test_who_forfeits_is_last_and_the_others_share_the_win() -> None:
    assert result(0, ("a", "b", "c"), (9, 5, 5)).ranks == (0, 1, 1)
    assert result(0, ("a", "b", "c"), (9, 5, 1), Forfeit(0, "slept")).ranks == (1, 0, 0)
