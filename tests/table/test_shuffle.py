"""The fair shuffle, checked as anyone would check it: from the words of its description alone."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

import ponticello as pc
from ponticello import CHANCE
from ponticello.table.shuffle import Shuffle
from tests.table.pond import pond


def drawn_by_hand(seed: str, index: int, weights: list[int]) -> int:
    """Takes sha256("seed/index") as a whole number and looks it up in the list of all equally likely ways."""
    number = int.from_bytes(hashlib.sha256(f"{seed}/{index}".encode()).digest(), "big")
    ways = [chosen for chosen, weight in enumerate(weights) for _ in range(weight)]
    return ways[number % len(ways)]


def test_the_hash_is_published() -> None:
    assert Shuffle("test").hash == "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


def test_a_secret_seed_cannot_be_guessed() -> None:
    seeds = {Shuffle().seed for _ in range(100)}
    assert len(seeds) == 100 and all(len(seed) >= 32 for seed in seeds)


@pytest.mark.parametrize("weights", [[1], [1, 1], [3, 0, 2], [1, 2, 3, 4, 5], [7] * 30])
def test_draws_follow_from_the_seed(weights: list[int]) -> None:
    shuffle = Shuffle("a seed")
    draws = [shuffle.draw(index, weights) for index in range(500)]
    assert draws == [drawn_by_hand("a seed", index, weights) for index in range(500)]
    assert all(weights[chosen] > 0 for chosen in draws)


def test_draws_are_by_weight() -> None:
    counts = Counter(Shuffle("weights").draw(index, [1, 2, 7]) for index in range(5000))
    assert all(abs(counts[k] - share) < 120 for k, share in enumerate([500, 1000, 3500]))


def test_a_match_draws_what_the_seed_says() -> None:
    for seed in ("x", "y", 17):
        match = pond().match(3, seed=seed)
        while not match.over:
            match.play(match.legal(match.actors[0])[-1], match.actors[0])
        cards = [move for move in match.moves if move.seat == CHANCE]
        assert [card.action for card in cards] == [drawn_by_hand(str(seed), k, [1, 2, 3]) for k in range(3)]
    for seed in range(20):
        lot = pc.game("skybridge").match(4, seed=seed).moves[0]
        assert str(lot) == f"first {drawn_by_hand(str(seed), 0, [1] * 4) + 1}"
