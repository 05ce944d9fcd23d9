"""The nine foundations of Skybridge: towers a1 to c3, and the twelve pairs of neighbours."""

from __future__ import annotations

import numpy as np

from ponticello.games.skybridge.words import mark

COLOUR_NAMES = (mark("coral"), mark("ochre"), mark("jade"), mark("slate"))

WIDTH = 3
TOWERS = WIDTH * WIDTH
ALL_TOWERS = (1 << TOWERS) - 1

NEIGHBOURS = tuple(
    [(tower, tower + 1) for tower in range(TOWERS) if tower % WIDTH < WIDTH - 1]
    + [(tower, tower + WIDTH) for tower in range(TOWERS - WIDTH)]
)
PAIRS = len(NEIGHBOURS)
PAIR_A = np.array([a for a, _ in NEIGHBOURS], np.int64)
PAIR_B = np.array([b for _, b in NEIGHBOURS], np.int64)

# Sets are bits: the pairs a tower belongs to, the pairs that lie within a set of towers.
PAIRS_AT = np.array([sum(1 << k for k, pair in enumerate(NEIGHBOURS) if tower in pair) for tower in range(TOWERS)], np.int64)
PAIRS_WITHIN = np.array(
    [sum(1 << k for k, (a, b) in enumerate(NEIGHBOURS) if towers >> a & towers >> b & 1) for towers in range(ALL_TOWERS + 1)],
    np.int64,
)


def tower_name(tower: int) -> str:
    """Returns the name of a tower: its column's letter and its row's number."""
    return "abc"[tower % WIDTH] + "123"[tower // WIDTH]


def pair_name(pair: int) -> str:
    """Returns the name of a pair of towers."""
    a, b = NEIGHBOURS[pair]
    return f"{tower_name(a)}-{tower_name(b)}"
