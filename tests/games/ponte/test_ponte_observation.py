"""What a seat observes of Ponte, compared with the board as plain Python says it."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import ponticello as pc
from tests.engine.variants import play_at_random


def place(name: str) -> tuple[int, int]:
    """Returns row and column of a cell, from 0."""
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


def expected_planes(board: Any, own: str, names: list[str]) -> dict[str, Any]:
    """Returns the planes that a board should give, but for the links of sandbanks."""
    planes = {name: np.zeros((board.size, board.size), int) for name in names}
    for land in board.lands:
        whose = "own" if land.colour == own else "other"
        for cell in land.cells:
            planes[f"{whose} tiles"][place(cell)] = 1
            planes[f"{whose} islands"][place(cell)] = land.is_island
    for network in (*board.networks["light"], *board.networks["dark"]):
        for cell in [cell for island in network for cell in island.cells]:
            planes["linked islands"][place(cell)] = len(network)
    for bridge in board.bridges:
        for (row, column), (to_row, to_column) in permutations(map(place, bridge.ends)):
            planes[f"bridge {to_row - row:+d} {to_column - column:+d}"][row, column] = 1
        for cell in bridge.over:
            planes["blocked"][place(cell)] = 1
    return planes


@pytest.mark.parametrize("size", [10, 12])
@pytest.mark.parametrize("seed", range(3))
def test_planes_show_tiles_islands_networks_and_bridges(size: int, seed: int) -> None:
    match = play_at_random(pc.game("ponte", size=size).match(seed=seed), seed, most=random.Random(seed).randrange(60, 90))
    names = [plane.name for plane in match.game.observation_spec().planes]
    board = match.position.board
    assert board.bridges and board.islands()
    for colour, seat in board.seats.items():
        planes = match.position.observation(seat).planes
        expected = expected_planes(board, colour, names)
        islands = (expected["own islands"] + expected["other islands"]) == 1
        for name, plane in zip(names, planes, strict=True):
            looked_at = islands if name == "linked islands" else np.ones_like(islands)
            assert (plane[looked_at] == expected[name][looked_at]).all(), name
