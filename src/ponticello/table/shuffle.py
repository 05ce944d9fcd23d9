"""The fair shuffle: the table commits to a secret seed before the game and reveals it afterwards.

What is published at the start is `sha256(seed)`. The k-th time chance acts (k = 0, 1, ...), the table takes
`sha256("{seed}/{k}")` as a whole number, modulo the number of equally likely ways, and counts through the legal actions in
their order. Anyone with the revealed seed can check both, in any language.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence


class Shuffle:
    """A secret seed and the draws that follow from it."""

    def __init__(self, seed: str | int | None = None) -> None:
        self.seed = secrets.token_hex(16) if seed is None else str(seed)

    @property
    def hash(self) -> str:
        """What can be published before the game. Only a seed nobody can guess keeps it a secret: leave it to chance."""
        return hashlib.sha256(self.seed.encode()).hexdigest()

    def draw(self, index: int, weights: Sequence[int]) -> int:
        """Returns which of several possibilities the index-th draw falls on."""
        left = int(hashlib.sha256(f"{self.seed}/{index}".encode()).hexdigest(), 16) % sum(weights)
        for chosen, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return chosen
        raise AssertionError("unreachable: left is smaller than the sum of the weights")
