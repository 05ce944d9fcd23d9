"""What puzzles of Ponte ask for: islands that are linked, islands that stand, and what the other has linked."""

from __future__ import annotations

from collections import Counter

from ponticello.analysis.puzzles.book import shelf
from ponticello.games.ponte.goals import FINISH, HOLD, LINK, aim
from tests.games.ponte.ponte_drawing import DARK_SEAT, LIGHT_SEAT, position

# Three light islands, two of them linked; a dark one, and a dark sandbank.
ISLANDS = "oo.oo.oo.. oo.oo.oo.. .......... xx.x...... xx........"


def test_goals_count_what_they_ask_for() -> None:
    state = position(ISLANDS, "b1-d1")
    assert [aim(state, LIGHT_SEAT, goal) for goal in (LINK, FINISH, HOLD)] == [2, 3, -1]
    assert [aim(state, DARK_SEAT, goal) for goal in (LINK, FINISH, HOLD)] == [1, 1, -2]


def test_no_kind_of_puzzle_is_more_than_half_of_them() -> None:
    kinds = Counter(puzzle.kind for puzzle in shelf("ponte"))
    assert len(kinds) == 4 and max(kinds.values()) <= len(shelf("ponte")) // 2
