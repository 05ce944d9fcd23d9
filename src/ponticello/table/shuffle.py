"""The fair shuffle: the table commits to a secret seed before the game and reveals it afterwards.

What is published at the start is `sha256(seed)`. The k-th time chance acts (k = 0, 1, ...), the table takes
`sha256("{seed}/{k}")` as a whole number, modulo the number of equally likely ways, and counts through the legal actions in
their order. Anyone with the revealed seed can check both, in any language.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from ponticello.engine.errors import BadOption
from ponticello.engine.words import say

MOST_LETTERS = 80


class Shuffle:
    """A secret seed and the draws that follow from it. Of a game from elsewhere only the published hash may be known."""

    def __init__(self, seed: str | int | None = None, published: str | None = None) -> None:
        self._seed = None if seed is None else str(seed)
        self._published = published
        if self._seed is not None:
            check_seed(self._seed)
        elif published is None:
            self._seed = secrets.token_hex(16)

    @property
    def sealed(self) -> bool:
        """Whether the seed is not known."""
        return self._seed is None

    @property
    def seed(self) -> str:
        """The seed; if it is not known and chance must go on, a new one."""
        if self._seed is None:
            self._seed = secrets.token_hex(16)
        return self._seed

    @property
    def hash(self) -> str:
        """What can be published before the game. Only a seed nobody can guess keeps it a secret: leave it to chance."""
        if self._seed is None and self._published is not None:
            return self._published
        return hashlib.sha256(self.seed.encode()).hexdigest()

    def draw(self, index: int, weights: Sequence[int]) -> int:
        """Returns which of several possibilities the index-th draw falls on."""
        left = int(hashlib.sha256(f"{self.seed}/{index}".encode()).hexdigest(), 16) % sum(weights)
        for chosen, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return chosen
        raise AssertionError("unreachable: left is smaller than the sum of the weights")


def check_seed(seed: str) -> None:
    """Refuses a seed that a record file could not hold."""
    if not seed.strip() or seed != seed.strip() or len(seed) > MOST_LETTERS or "#" in seed or not seed.isprintable():
        raise BadOption(
            say(
                "{seed} cannot be a seed; use 1 to {most} letters or digits without # or line breaks",
                seed=repr(seed),
                most=MOST_LETTERS,
            )
        )
