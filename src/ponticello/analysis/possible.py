"""What hindsight finds: for every moment of a finished match, the best that a seat could still have reached.

All of it is plain data that goes to JSON and back, so that it can be kept, sent to a page and drawn.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from ponticello.engine.errors import BadRecord
from ponticello.engine.words import say


@dataclass(frozen=True)
class Possible:
    """The best that a seat could still reach after some of its turns, all cards known, against what the others really did.

    `best` is reached: `line` are the turns that lead there, and the rules have been asked for each of them. Nothing better than
    `bound` is possible. Where both are the same, `best` is proven; else the time was up, and the truth lies between them.
    """

    turns: int  # of the seat, that had been played; 0 is before its first
    moves: int  # of the match, that had been played when the seat was to make its next turn (or when the match was over)
    best: int  # in the points that the game counts: for some games the fewest are the best
    bound: int
    line: tuple[str, ...]  # the seat's own turns from here to the end, as the game writes them
    scores: tuple[int, ...]  # of all seats, when the line is played and the others do what they did

    @property
    def proven(self) -> bool:
        """Whether nothing better was possible."""
        return self.best == self.bound

    @property
    def gap(self) -> int:
        """How much better than `best` it could be, as far as is known; 0 if proven."""
        return abs(self.bound - self.best)


@dataclass(frozen=True)
class Hindsight:
    """What was still possible for a seat, turn by turn. `possible[k]` is what was possible after k of its turns.

    `possible[0]` is the best result of the whole game, the last one is what was scored. Each step down between them is a turn
    that gave points away for good: `lost(k)`. As long as it is being computed there is always a whole `Hindsight`, with gaps that
    close one after the other, from the end of the game on; `done` says that nothing more will come.
    """

    game: str
    seat: int
    score: int  # what the seat really scored
    fewest_win: bool  # whether points are what one loses, so that less is better
    possible: tuple[Possible, ...]
    seconds: float  # how long it took so far
    done: bool

    @property
    def best(self) -> Possible:
        """The best result of the whole game, and how it is reached."""
        return self.possible[0]

    @property
    def proven(self) -> bool:
        """Whether all of it is proven."""
        return all(possible.proven for possible in self.possible)

    def lost(self, turn: int) -> int | None:
        """Returns how many points a turn of the seat (the first is 1) gave away for good; None if that is not proven."""
        before, after = self.possible[turn - 1], self.possible[turn]
        if before.best == after.best == after.bound == before.bound or (before.proven and after.proven):
            return abs(before.best - after.best)
        return None

    def to_json(self) -> str:
        """Returns all of it as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str | bytes) -> Hindsight:
        """Reads what `to_json` has written."""
        try:
            table: dict[str, Any] = json.loads(text)
            table["possible"] = tuple(
                Possible(**{**entry, "line": tuple(entry["line"]), "scores": tuple(entry["scores"])})
                for entry in table["possible"]
            )
            return cls(**table)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise BadRecord(say("this is no hindsight as JSON; make it anew from the record of the match")) from None
