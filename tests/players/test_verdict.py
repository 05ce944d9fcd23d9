"""What a simulation is worth to every seat: the whole victory, a part of a shared one, or how likely it looks."""

from __future__ import annotations

import numpy as np
import pytest

from ponticello.engine import verbs
from ponticello.players.verdict import ONE, Plan, judge, share_of, winners
from ponticello.table.position import Position
from tests.engine.variants import VARIANTS, Variant, finished


def results_of(position: Position, *, margin: int = 0, swing: int = 500_000) -> list[int]:
    """Returns what a position is worth to every seat."""
    plan = Plan()
    plan.seats, plan.margin, plan.swing = position.players, margin, swing
    results = np.zeros(4, np.int64)
    judge(position.state, plan, results.data)
    return results[: position.players].tolist()


@pytest.mark.parametrize(
    ("won", "shares"),
    [(0b0001, (ONE, 0, 0, 0)), (0b0010, (0, ONE, 0, 0)), (0b0101, (ONE // 2, 0, ONE // 2, 0)), (0b1111, (ONE // 4,) * 4)],
)
def test_those_who_win_share_the_victory(won: int, shares: tuple[int, ...]) -> None:
    assert tuple(share_of(won, seat) for seat in range(4)) == shares


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant.players > 1], ids=str)
def test_the_end_of_a_game_is_worth_what_the_table_says(variant: Variant) -> None:
    for seed in (1, 2, 3):
        position = finished(variant, seed).position
        won = position.winners
        assert winners(position.state, variant.players) == sum(1 << seat for seat in won)
        assert results_of(position) == [ONE // len(won) if seat in won else 0 for seat in range(variant.players)]


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant.players > 1], ids=str)
def test_before_the_end_a_better_outlook_is_worth_more_and_all_together_one_victory(variant: Variant) -> None:
    match = finished(variant, 1)
    for at in range(0, len(match.moves), 7):
        position = match.position_after(at)
        worth = results_of(position)
        outlooks = [verbs.outlook(position.state, seat) for seat in range(variant.players)]
        assert sum(worth) == pytest.approx(ONE, abs=variant.players)
        assert worth.index(max(worth)) == outlooks.index(max(outlooks))
        assert all((worth[a] > worth[b]) <= (outlooks[a] > outlooks[b]) for a in range(len(worth)) for b in range(len(worth)))


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant.players == 1], ids=str)
def test_alone_the_outlook_itself_counts(variant: Variant) -> None:
    position = finished(variant, 1).position
    assert results_of(position) == [verbs.outlook(position.state, 0)]
