"""Awards, the score and the titles of a solo game."""

from __future__ import annotations

import itertools
import random

import pytest

from ponticello.engine.verbs import CHANCE
from ponticello.games.hashi import notation, position, referee, rules
from ponticello.games.hashi.position import BLUE, RED, SIX, Hashi
from tests.games.hashi.hashi_table import fresh, lay, play, started, turn_up

ROWS = "o1o1o/o1o1o/r1b1r/o1b1o/r1o1r/o1b1o"
REDS, BLUES = ("a3", "e3", "a5", "e5"), ("c3", "c4", "c6")

# All but the last bridge, which is c4-e4 or e4-e5 and finishes the last flagged island of a kind.
NEARLY_RED = ({"a3": 1, "e3": 1, "a5": 1, "e5": 1, "a2": 5, "e2": 5, "a4": 5, "e4": 5}, "a2-a3 e2-e3 a4-a5", "e4-e5")
NEARLY_BLUE = ({"c3": 1, "c4": 1, "c6": 1, "c2": 5, "c5": 5, "a4": 5}, "c2-c3 a4-c4", "c5-c6")
NEARLY_SIX = (
    {"a1": 1, "c1": 2, "e1": 2, "e2": 2, "c2": 2, "a2": 1},
    "a1-c1 c1-e1 e1-e2 c2-e2",
    "a2-c2",
)
ALMOST = {RED: NEARLY_RED, BLUE: NEARLY_BLUE, SIX: NEARLY_SIX}
CARDS = [f"{n}x1" for n in range(1, 7)]


def nearly(award: int, players: int) -> Hashi:
    """Returns a game in which everybody lacks one bridge for an award."""
    state = started(players, ROWS, "3@a1")
    numbers, bridges, _ = ALMOST[award]
    for seat in range(players):
        state.number[seat, 0] = 0
        lay(state, seat, numbers, bridges.split())
    return state


def round_of(state: Hashi, card: str, turns: list[str]) -> None:
    turn_up(state, card)
    for seat, turn in enumerate(turns):
        play(state, seat, turn)


@pytest.mark.parametrize("award", [RED, BLUE, SIX])
def test_the_first_score_the_higher_value_together_and_the_later_the_lower_one(award: int) -> None:
    first, later = [(9, 5), (7, 3), (8, 4)][award]
    last = ALMOST[award][2]
    state = nearly(award, 4)
    round_of(state, "1x1", ["done"] * 4)
    round_of(state, "2x1", [last, "done", last, "done"])
    assert [state.award[seat, award] for seat in range(4)] == [first, 0, first, 0]
    round_of(state, "3x1", ["done", last, "done", "done"])
    assert [state.award[seat, award] for seat in range(4)] == [first, later, first, 0]
    round_of(state, "4x1", ["done"] * 4)
    round_of(state, "5x1", ["done", "done", "done", last])
    assert [state.award[seat, award] for seat in range(4)] == [first, later, first, later], "in any later round"
    others = {RED, BLUE, SIX} - {award}
    assert all(state.award[seat, other] == 0 for seat in range(4) for other in others)


@pytest.mark.parametrize("award", [RED, BLUE, SIX])
def test_awards_are_settled_when_the_round_ends(award: int) -> None:
    state = nearly(award, 2)
    turn_up(state, "1x1")
    play(state, 0, ALMOST[award][2])
    assert state.award[0, award] == 0
    play(state, 1, ALMOST[award][2])
    assert state.award[0, award] == state.award[1, award] == [9, 7, 8][award]


@pytest.mark.parametrize(("award", "until"), [(RED, 12), (BLUE, 7), (SIX, 12)])
@pytest.mark.parametrize("after", [0, 1])
def test_a_solo_player_races_against_the_cards(award: int, until: int, after: int) -> None:
    state = nearly(award, 1)
    bare = [f"{n}x{b}" for b in (3, 2) for n in range(1, 7)]
    for card in bare[: until - 1 + after]:
        round_of(state, card, ["done"])
    round_of(state, "1x1", [ALMOST[award][2]])
    assert state.rounds == until + after
    assert state.award[0, award] == ([5, 3, 4] if after else [9, 7, 8])[award]


def test_five_connected_islands_are_not_enough_and_an_unfinished_one_parts_them() -> None:
    numbers, _, last = NEARLY_SIX
    for changed in ({"c1": 3}, {"a1": 2}):
        state = nearly(SIX, 1)
        lay(state, 0, numbers | changed)
        round_of(state, "1x1", [last])
        assert state.award[0, SIX] == 0


def test_an_award_is_scored_once() -> None:
    state = nearly(SIX, 1)
    round_of(state, "1x1", [NEARLY_SIX[2]])
    for card in [f"{n}x{b}" for b in (2, 3) for n in range(1, 7)]:
        round_of(state, card, ["done"])
    round_of(state, "2x1", ["2@a6 a6-c6"])
    assert state.award[0, SIX] == 8


def test_sarah_has_39_points() -> None:
    """The rulebook's example: 15 finished islands, late for the red flags and for six connected ones."""
    state = fresh(2)
    state.finished[0] = (1 << 15) - 1
    state.award[0, RED], state.award[0, SIX] = 5, 4
    assert rules.points(state, 0) == 39


def test_equal_points_share_the_victory() -> None:
    from ponticello.table.game import game

    match = game("hashi").match(2, seed=1)
    for seat in (0, 1):
        match.play("3@a1", seat)
    while not match.over:
        match.play("done", match.actors[0])
    assert match.scores == (0, 0) and match.winners == (0, 1)


# Solo


TITLES = {
    0: "Minion", 39: "Minion", 40: "Minion", 41: "Dogsbody", 42: "Dogsbody", 43: "Bamboo binder", 44: "Bamboo binder",
    45: "Screw tightener", 46: "Screw tightener", 47: "Concrete pourer", 48: "Concrete pourer", 49: "Project manager",
    50: "Project manager", 51: "Master bridge builder", 52: "Professional planner", 54: "Statics expert", 56: "Ace architect",
    58: "Construction genius", 60: "Island god",
}  # fmt: skip


@pytest.mark.parametrize(("total", "title"), TITLES.items())
def test_titles(total: int, title: str) -> None:
    assert referee.title(total) == title


def test_an_odd_total_above_51_is_impossible() -> None:
    """Islands count two each, so an odd total has exactly one of the red and the blue award. Without the blue one an island is
    unfinished, at most 17 * 2 + 9 + 8 = 51; without the red one at most 17 * 2 + 7 + 8 = 49."""
    possible = set()
    for islands, red, blue, six in itertools.product(range(19), (0, 5, 9), (0, 3, 7), (0, 4, 8)):
        missing = (1 if red == 0 else 0) + (1 if blue == 0 else 0)
        needed = max((4 if red else 0) + (3 if blue else 0), 6 if six else 0)
        if needed <= islands <= 18 - missing:
            possible.add(2 * islands + red + blue + six)
    assert max(possible) == 60
    assert [total for total in possible if total > 51 and total % 2] == []
    assert 51 in possible


def test_the_points_are_those_of_the_board_at_the_end_of_random_games() -> None:
    chooser = random.Random(8)
    for players in (1, 2, 4):
        state = fresh(players)
        while who := rules.actors(state):
            seat = chooser.choice([seat for seat in range(8) if who >> seat & 1])
            moves = [a for a in range(position.ACTIONS) if rules.refusal(state, seat, a) == 0]
            rules.play(state, seat, chooser.choice(moves))
        for seat in range(players):
            finished = 0
            for island in range(18):
                reaching = sum(
                    state.spans[seat, line] for line in range(state.lines) if island in (state.line_a[line], state.line_b[line])
                )
                finished += state.number[seat, island] == reaching != 0
            awards = sum(state.award[seat, k] for k in range(3))
            assert rules.points(state, seat) == 2 * finished + awards
            total = rules.points(state, seat)
            assert total <= 51 or total % 2 == 0


def test_the_score_is_explained() -> None:
    state = nearly(SIX, 2)
    round_of(state, "1x1", [NEARLY_SIX[2], "done"])
    assert referee.explain(state, 0) == [
        "6 finished islands (a1, c1, e1, a2, c2 and e2): 12 points.",
        "Six finished islands connected, the first to get there: 8 points.",
    ]
    assert referee.explain(state, 1)[0].startswith("4 finished islands")
    solo = nearly(BLUE, 1)
    for number, bridges in itertools.product(range(1, 7), (1, 2, 3)):
        if solo.rounds < 17:
            round_of(solo, f"{number}x{bridges}", ["done"])
    assert referee.explain(solo, 0) == ["2 finished islands (c3 and c4): 4 points.", "Title: Minion."]
    assert notation.write(solo, CHANCE, position.TURN_UP) == "card 1x1"
