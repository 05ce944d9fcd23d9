"""Counts of all sequences of actions: the surest sign that no rule has changed by accident.

perft.txt was counted once, slowly, through `Position.legal` and `Position.play`. Each line gives a game with its options and
players, the moves that lead to a position (`random SEED COUNT` plays random ones), a depth and the count. To count a new line,
give everything but the count: python -m tests.engine.test_perft "ponte | size=12 | 2 | d4,e5 dark | 1"
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from ponticello.engine.playouts import perft
from ponticello.engine.record import Records
from ponticello.engine.verbs import CHANCE
from ponticello.games import rulebook
from ponticello.table.match import Match
from ponticello.table.position import Position
from tests.engine.variants import SHIPPED, Variant, play_at_random
from tests.engine.warmth import warm_up

pytestmark = pytest.mark.slow

TABLE = Path(__file__).with_name("perft.txt")
SMALL = 1500  # what the slow count can check in a moment


@dataclass(frozen=True)
class Line:
    """One line of the table."""

    variant: Variant
    moves: str
    depth: int
    count: int

    @classmethod
    def read(cls, text: str) -> Line:
        name, options, players, moves, depth, count = (part.strip() for part in text.split("|"))
        given = rulebook(name).read_options(dict(part.split("=") for part in options.split()))
        return cls(Variant(name, int(players), tuple(given.items())), moves, int(depth), int(count))

    def __str__(self) -> str:
        return f"{self.variant}-{self.moves.replace(' ', '_')}-{self.depth}"

    def position(self) -> Position:
        """Returns the position that the moves lead to."""
        if self.moves.startswith("random"):
            _, seed, most = self.moves.split()
            return play_at_random(self.variant.match(int(seed)), int(seed), int(most)).position
        match = Match(self.variant.start(), begin=False)
        for turn in self.moves.split():
            match.carry_out(match.position.read(turn.replace("_", " ")))
        return match.position


LINES = [Line.read(text) for text in TABLE.read_text(encoding="utf-8").splitlines() if text and not text.startswith("#")]


def slow_count(position: Position, depth: int) -> int:
    if depth == 0 or position.over:
        return 1
    seat = position.actors[0]
    return sum(slow_count(position.play(move), depth - 1) for move in position.legal_moves(seat))


def fast_count(position: Position, depth: int) -> int:
    states = Records.of(position.state, depth + 1)
    return perft(states, np.zeros(depth + 1, np.int64), depth, position.game.rulebook.actions)


@pytest.mark.parametrize("line", LINES, ids=str)
def test_the_number_of_sequences(line: Line) -> None:
    warm_up(line.variant.name)
    position = line.position()
    assert fast_count(position, line.depth) == line.count
    if line.count <= SMALL:
        assert slow_count(position, line.depth) == line.count


def test_the_table_covers_every_game_of_the_package() -> None:
    assert {line.variant.name for line in LINES} == {variant.name for variant in SHIPPED}
    assert any(CHANCE in line.position().actors for line in LINES)


if __name__ == "__main__":
    for given in sys.argv[1:]:
        line = Line.read(f"{given} | 0")
        print(given, "|", slow_count(line.position(), line.depth))
