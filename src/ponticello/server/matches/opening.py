"""What had been played before a match began: it goes on from a position of another one, or was played elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ponticello.players.protocol import carry_out_moves
from ponticello.table.match import Match
from ponticello.table.position import Position
from ponticello.table.shuffle import Shuffle


@dataclass(frozen=True)
class Opening:
    """The moves before the first one that is made here."""

    moves: str  # all of them, chance included, as `players.protocol.write_moves` writes them
    match: str = ""  # the one that they are taken from; empty if they come from a record that somebody has brought
    turn: int = 0  # and after which of its turns this one goes on
    shuffle: str = ""  # the hash that a brought record names and whose seed it does not
    date: str = ""  # of such a record

    @property
    def is_import(self) -> bool:
        """Whether all of it was played elsewhere: nobody plays on at such a match."""
        return not self.match


def opened(start: Position, opening: Opening, seed: str, names: Sequence[str]) -> Match:
    """Returns a match with its opening played. From there on chance follows the seed, which knows nothing of what was drawn."""
    shuffle = Shuffle(None, opening.shuffle) if opening.shuffle else Shuffle(seed)
    match = Match(start, shuffle=shuffle, names=names, begin=False)
    match.date = opening.date or match.date
    carry_out_moves(match, opening.moves)
    if not opening.is_import:
        match.settle_chance()
    return match
