"""Everybody meets everybody, from every seat, with the same deals."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice

import pytest

from ponticello.arena.schedule import orders, pairings, rounds, schedule

FIELDS = [(entrants, seats) for entrants in range(1, 6) for seats in range(1, 5) if entrants > 1 or seats == 1]


@pytest.mark.parametrize(("entrants", "seats"), FIELDS)
def test_in_every_deal_everybody_has_every_seat_equally_often(entrants: int, seats: int) -> None:
    for fixtures in islice(rounds(entrants, seats), 7):
        sat = Counter((entrant, seat) for fixture in fixtures for seat, entrant in enumerate(fixture.seats))
        assert len(sat) == entrants * seats
        assert len(set(sat.values())) == 1


@pytest.mark.parametrize(("entrants", "seats"), FIELDS)
def test_a_pairing_plays_a_deal_once_from_every_seat(entrants: int, seats: int) -> None:
    for deal, fixtures in enumerate(islice(rounds(entrants, seats), 7)):
        assert {fixture.deal for fixture in fixtures} == {deal}
        assert Counter(tuple(sorted(fixture.seats)) for fixture in fixtures) == dict.fromkeys(pairings(entrants, seats), seats)
        assert len({fixture.seats for fixture in fixtures}) == len(fixtures)


@pytest.mark.parametrize(("entrants", "seats"), [(entrants, seats) for entrants, seats in FIELDS if seats > 1])
def test_every_two_meet_equally_often(entrants: int, seats: int) -> None:
    met = Counter(pair for table in pairings(entrants, seats) for pair in set(combinations(table, 2)) if pair[0] != pair[1])
    assert set(met) == set(combinations(range(entrants), 2))
    assert len(set(met.values())) == 1


def test_seats_beyond_the_entrants_are_shared_evenly() -> None:
    assert pairings(2, 4) == [(0, 0, 1, 1)]
    assert pairings(3, 4) == [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]
    assert orders((0, 0, 1, 1)) == [(0, 0, 1, 1)]  # not 0 1 0 1, which two seats further on is the same


def test_nobody_always_plays_after_the_same_neighbour() -> None:
    after = Counter(
        (fixture.seats[k - 1], fixture.seats[k]) for fixtures in islice(rounds(4, 4), 6) for fixture in fixtures for k in range(4)
    )
    assert len(after) == 12
    assert len(set(after.values())) == 1


def test_the_number_of_games_is_that_of_a_pairing_in_whole_deals() -> None:
    assert len(schedule(4, 2, 200)) == 6 * 200
    assert len(schedule(2, 2, 5)) == 6
    assert len(schedule(3, 1, 5)) == 15


def test_a_longer_tournament_begins_with_the_games_of_the_shorter() -> None:
    assert schedule(3, 3, 30)[: len(schedule(3, 3, 12))] == schedule(3, 3, 12)
    assert [fixture.number for fixture in schedule(3, 2, 10)] == list(range(30))
