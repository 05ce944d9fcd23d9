"""Ratings from results: the most likely ones in the model of Bradley and Terry, on the scale of Elo, and those of OpenSkill.

An encounter is two entrants who met in a game of a deal: 1 for the first if it finished ahead, 1/2 if level, 0 if behind. The
chance of finishing ahead is 1 / (1 + 10^(-difference / 400)), and a draw counts as half a win and half a loss.

Error bars come from the Hessian of the likelihood, with the games of a deal taken together: they have the cards in common, so
they are one observation and not several ("clustered" errors). So that a few games never look certain, error bars count two deals
more won and two lost in every pairing, after Agresti and Coull; those of ratings are the wider of with and without these deals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ponticello.arena.results import Result

Floats = NDArray[np.float64]

ELO = 400 / math.log(10)
MORE_DEALS = 4  # that error bars count, half of them won
FEWEST_DEALS = 3  # with fewer there is no telling how sure a number is


class Encounter(NamedTuple):
    """Two entrants who met."""

    deal: int
    first: int
    second: int
    score: float  # of the first


@dataclass(frozen=True)
class Ratings:
    """What everybody is worth; None where nothing can be said."""

    anchor: int
    elo: list[float | None]
    error: list[float | None]  # half of the interval that holds the difference to the anchor with 95 % certainty
    one_sided: list[tuple[int, int]]  # pairs that only one side has ever won: their distance may be any larger


def encounters(results: Sequence[Result], names: Sequence[str]) -> list[Encounter]:
    """Returns who met whom: every two seats of a game that are not the same entrant's."""
    numbers = {name: number for number, name in enumerate(names)}
    met = []
    for result in results:
        seats = [numbers[name] for name in result.players]
        ranks = result.ranks
        for a in range(len(seats)):
            for b in range(a + 1, len(seats)):
                if seats[a] != seats[b]:
                    met.append(Encounter(result.deal, seats[a], seats[b], (1 + np.sign(ranks[b] - ranks[a])) / 2))
    return met


def quantile(deals: int) -> float:
    """Returns how many standard errors hold 95 %: Student's t, as a series in the number of deals.

    >>> round(quantile(10), 3), round(quantile(1000), 3)
    (2.262, 1.962)
    """
    z, v = NormalDist().inv_cdf(0.975), deals - 1
    series = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return float(z + sum(term / v ** (k + 1) for k, term in enumerate(series)))


def certainty(deals: int) -> float:
    """Returns how many standard errors make an error bar, for a spread that is a sum over so many deals."""
    return quantile(deals) * math.sqrt(deals / (deals - 1))


def most_likely(scores: Floats) -> Floats:
    """Returns the ratings, in natural units with mean 0, that make the scores most likely; scores[a, b] is a's against b.

    Newton's method on a concave function, with steps that are never larger than one.
    """
    games = scores + scores.T
    ratings: Floats = np.zeros(len(scores))
    for _ in range(1000):
        chance = expected(ratings)
        step = np.linalg.pinv(information(games, chance), hermitian=True) @ (scores - games * chance).sum(axis=1)
        ratings += step / max(1.0, np.abs(step).max())
        if np.abs(step).max() < 1e-9:
            break
    ratings -= ratings.mean()
    return ratings


def expected(ratings: Floats) -> Floats:
    """Returns the chance of each to finish ahead of each."""
    return 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))


def information(games: Floats, chance: Floats) -> Floats:
    """Returns the Hessian of minus the logarithm of the likelihood."""
    weights = games * chance * (1 - chance)
    return np.diag(weights.sum(axis=1)) - weights


def reachable(links: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Returns from whom to whom links lead, over any number of others."""
    reach = links | np.eye(len(links), dtype=bool)
    for _ in range(len(links)):
        reach = reach @ reach
    return reach


def rate(met: Sequence[Encounter], entrants: int, anchor: int | None = None) -> Ratings:
    """Rates everybody against the anchor, or against the weakest.

    Where one side has won everything no finite distance is the most likely, so there the four deals of the error bars count too.
    """
    scores = np.zeros((entrants, entrants))
    for each in met:
        scores[each.first, each.second] += each.score
        scores[each.second, each.first] += 1 - each.score
    games = scores + scores.T
    more = 2 * games / max(1, len({each.deal for each in met}))
    reach = reachable(scores > 0)
    one_sided = (games > 0) & ~(reach & reach.T)
    ratings = most_likely(np.where(one_sided, scores + more, scores))
    if anchor is None:
        anchor = min(range(entrants), key=lambda number: (not games[number].any(), ratings[number]))
    known = reachable(games > 0)[anchor]
    errors = np.maximum(
        rating_errors(met, scores, np.where(one_sided, more, 0), anchor), rating_errors(met, scores, more, anchor)
    )
    return Ratings(
        anchor,
        [float(ELO * (ratings[k] - ratings[anchor])) if known[k] else None for k in range(entrants)],
        [float(ELO * errors[k]) if known[k] and np.isfinite(errors[k]) else None for k in range(entrants)],
        [(int(a), int(b)) for a, b in np.argwhere(one_sided) if scores[a, b] > scores[b, a]],
    )


def rating_errors(met: Sequence[Encounter], scores: Floats, more: Floats, anchor: int) -> Floats:
    """Returns half of the 95 % interval of every difference to the anchor, in natural units.

    `more` is what each scored besides in the two deals that it won of four more; 0 in pairings that have no such deals.
    """
    deals = {deal: row for row, deal in enumerate(sorted({each.deal for each in met}))}
    if len(deals) < FEWEST_DEALS:
        return np.full(len(scores), np.nan)
    games = scores + scores.T + 2 * more
    chance = expected(most_likely(scores + more))
    surprises = np.zeros((len(deals), len(scores)))
    for each in met:
        surprise = each.score - chance[each.first, each.second]
        surprises[deals[each.deal], each.first] += surprise
        surprises[deals[each.deal], each.second] -= surprise
    spread = surprises.T @ surprises
    for a, b in np.argwhere(np.triu(more)):
        each_deal = more[a, b] / (MORE_DEALS / 2)
        surprise = MORE_DEALS / 2 * each_deal**2 * ((1 - chance[a, b]) ** 2 + chance[a, b] ** 2)
        spread[np.ix_([a, b], [a, b])] += surprise * np.array([[1, -1], [-1, 1]])
    others = [number for number in range(len(scores)) if number != anchor]
    inverse = np.linalg.pinv(information(games, chance)[np.ix_(others, others)], hermitian=True)
    errors = np.zeros(len(scores))
    errors[others] = np.sqrt(np.diag(inverse @ spread[np.ix_(others, others)] @ inverse))
    return errors * certainty(len(deals) + (MORE_DEALS if more.all(where=scores + scores.T > 0) else 0))


class Score(NamedTuple):
    """A share of the points, half of its 95 % interval (None if there are too few deals to tell), and from how many games."""

    mean: float
    error: float | None
    games: int


def score_between(met: Sequence[Encounter], first: int, second: int) -> Score:
    """Returns what one scored against another."""
    deals: dict[int, list[float]] = {}
    for each in met:
        if {each.first, each.second} == {first, second}:
            deals.setdefault(each.deal, []).append(each.score if each.first == first else 1 - each.score)
    games = sum(map(len, deals.values()))
    if games == 0:
        return Score(math.nan, None, 0)
    total = sum(map(sum, deals.values()))
    if len(deals) < FEWEST_DEALS:
        return Score(total / games, None, games)
    each_deal = games / len(deals)
    all_games = games + MORE_DEALS * each_deal
    mean = (total + MORE_DEALS / 2 * each_deal) / all_games
    spread = sum((sum(scores) - mean * len(scores)) ** 2 for scores in deals.values())
    spread += MORE_DEALS / 2 * each_deal**2 * ((1 - mean) ** 2 + mean**2)
    return Score(total / games, certainty(len(deals) + MORE_DEALS) * math.sqrt(spread) / all_games, games)


def mean_with_error(values: Sequence[float]) -> tuple[float, float | None]:
    """Returns a mean and half of its 95 % interval."""
    mean = sum(values) / len(values)
    if len(values) < FEWEST_DEALS:
        return mean, None
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, quantile(len(values)) * math.sqrt(variance / len(values))


def skills(results: Sequence[Result], names: Sequence[str]) -> list[tuple[float, float]] | None:
    """Returns mu and sigma of everybody after all games in order, by OpenSkill's Plackett-Luce; None where it is not installed.

    Who has several seats in a game gets the mean of what happened to each.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce()
    learnt = dict.fromkeys(names, (model.mu, model.sigma))
    for result in results:
        teams = [[model.rating(*learnt[name])] for name in result.players]
        after = [team[0] for team in model.rate(teams, ranks=list(result.ranks))]
        for name in set(result.players):
            mine = [rating for rating, player in zip(after, result.players, strict=True) if player == name]
            learnt[name] = sum(rating.mu for rating in mine) / len(mine), sum(rating.sigma for rating in mine) / len(mine)
    return [learnt[name] for name in names]
