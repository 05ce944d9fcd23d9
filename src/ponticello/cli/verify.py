"""`ponticello verify`: was the shuffle of a finished game fair?"""

from __future__ import annotations

from pathlib import Path

from ponticello.cli.saved import records_of
from ponticello.engine.errors import BadRecord
from ponticello.engine.verbs import CHANCE


def verify(file: Path) -> None:
    """Checks every game of a file: that each draw follows from the seed, and the seed from what was published."""
    for number, record in enumerate(records_of(file), start=1):
        match = record.replay()
        draws = sum(move.seat == CHANCE for move in match.moves)
        game = f"game {number} ({match.game.title})"
        if not match.over:
            raise BadRecord(f"{file}: {game} is not finished, so its seed is still a secret")
        if "seed" not in record.header or "shuffle" not in record.header:
            raise BadRecord(f"{file}: {game} names no seed, or no hash published before it, so its shuffle cannot be checked")
        print(f"{game}: fair. The seed {match.shuffle.seed} has the published hash, and all {draws} draws follow from it.")
