"""Hex's own tests: what a player would notice, rule by rule, and an oracle. They run in a process that knows the game."""

from __future__ import annotations

import random

import pytest

import ponticello as pc


def played(moves: str, size: int = 7) -> pc.Match:
    match = pc.game("hex", size=size).match(seed=1)
    for move in moves.split():
        match.play(move)
    return match


def joined(match: pc.Match, seat: int) -> bool:
    """Tells, by walking from one side, whether a seat has joined top and bottom (the first) or left and right (the second)."""
    rows = [line.replace("[", " ").replace("]", " ").split()[1:] for line in str(match).splitlines()[1:]]
    side = len(rows[0])
    own = {(r, c) for r in range(side) for c in range(side) if rows[r][c] == "●○"[seat]}
    reached = {cell for cell in own if cell[seat] == 0}
    while (
        more := {(r + dr, c + dc) for r, c in reached for dr, dc in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))}
        & own - reached
    ):
        reached |= more
    return any(cell[seat] == side - 1 for cell in reached)


def test_a_chain_between_the_own_sides_wins() -> None:
    red = played("d1 a1 d2 a2 d3 a3 d4 a4 d5 a5 d6 a6 d7")
    assert red.over and red.winners == (0,) and red.scores == (1, 0)
    blue = played("b1 a4 b2 b4 b3 c4 b5 d4 b6 e4 b7 f4 c1 g4")
    assert blue.over and blue.winners == (1,)
    assert not played("a4 d1 b4 d2 c4 d3 d4 d5 e4 d6 f4 d7 g4").over, "red's row leads to the wrong sides"


def test_cells_touch_along_one_diagonal_only() -> None:
    leaning = played("g1 a1 f2 a2 e3 a3 d4 a4 c5 a5 b6 a6 a7")
    assert leaning.winners == (0,)
    assert not played("a1 g1 b2 g2 c3 g3 d4 g4 e5 g5 f6 g6 g7").over


def test_the_first_stone_may_be_taken_over_at_once() -> None:
    match = played("c2 swap")
    assert match.actors == (0,) and "○" in str(match).splitlines()[3], "c2, mirrored, is b3"
    match.play("c2")
    for late in (match, played("c2 d4"), played("c2 d4 e5"), played("")):
        assert "swap" not in map(str, late.legal())
        with pytest.raises(pc.IllegalMove, match="only the first stone"):
            late.play("swap")


def test_a_stone_that_was_taken_over_is_joined_to_its_new_side() -> None:
    """Red's stone at the top, on d1, becomes blue's at the left, on a4."""
    assert played("d1 swap g1 b4 g2 c4 g3 d4 g6 e4 g7 f4 a1 g4").winners == (1,)


@pytest.mark.parametrize(("size", "games"), [(7, 12), (11, 2)])
def test_random_games_end_when_the_oracle_says_so(size: int, games: int) -> None:
    for seed in range(games):
        match, dice = played("", size), random.Random(seed)
        while not match.over:
            assert not joined(match, 0) and not joined(match, 1)
            match.play(dice.choice(match.legal()))
        assert [joined(match, seat) for seat in (0, 1)] == [match.winners == (seat,) for seat in (0, 1)]
