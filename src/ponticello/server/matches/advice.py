"""A hint: a turn that the strongest player would take, what it expects, and for which turn of a match it is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ponticello.server.matches.rows import Row

if TYPE_CHECKING:
    from ponticello.server.matches.table import Table

# A turn of a seat, whatever else has happened meanwhile: the row of its last move, and when the running round began.
OwnTurn = tuple[int, int | None, int]


@dataclass(frozen=True)
class Hint:
    """What a seat was advised to play."""

    turn: OwnTurn
    text: str  # in the notation of the game
    expected: tuple[float, ...]  # by seat, as players expect; empty if nobody has thought about it

    @classmethod
    def at(cls, table: Table, row: Row) -> Hint:
        """Returns the hint that a row gives at a table."""
        return cls(turn_of(table, row.seat), *read_hint(row))


def write_hint(text: str, expected: Sequence[float]) -> str:
    """Returns a hint as the text of its row."""
    return json.dumps([text, [round(share, 4) for share in expected]])


def read_hint(row: Row) -> tuple[str, tuple[float, ...]]:
    """Returns the turn that a row advises, and what is expected of it."""
    text, expected = json.loads(row.text)
    return text, tuple(expected)


def turn_of(table: Table, seat: int) -> OwnTurn:
    """Returns the turn that a seat is to take."""
    assert table.match is not None
    return seat, table.last_move(seat), table.match.round_began
