"""The eight ways to turn and mirror Skybridge's city of three by three."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ponticello.engine.observation import Symmetry
from ponticello.engine.symmetry import SQUARE, Turn, turned_bits, turned_planes
from ponticello.games.skybridge.board import NEIGHBOURS, PAIRS, TOWERS, WIDTH
from ponticello.games.skybridge.heights import with_height
from ponticello.games.skybridge.observation import DIRECTIONS, LAID_ON_TOP, PLANES, observation
from ponticello.games.skybridge.position import ACTIONS, BRIDGES, COLOURS, LOTS, NOBODY, Skybridge


def symmetries(start: Skybridge) -> tuple[Symmetry, ...]:
    """Returns the eight symmetries of the city."""
    return tuple(symmetry(turn, start.seats) for turn in SQUARE)


def symmetry(turn: Turn, players: int) -> Symmetry:
    """Returns one symmetry of the city."""
    places = [turn.place(*divmod(tower, WIDTH), WIDTH) for tower in range(TOWERS)]
    towers = np.array([row * WIDTH + column for row, column in places])
    pairs = np.array([NEIGHBOURS.index((min(towers[a], towers[b]), max(towers[a], towers[b]))) for a, b in NEIGHBOURS])
    actions = np.arange(ACTIONS)
    actions[:BRIDGES] = [action - action % TOWERS + towers[action % TOWERS] for action in range(BRIDGES)]
    actions[BRIDGES:LOTS] = [BRIDGES + colour * PAIRS + pairs[pair] for colour in range(COLOURS) for pair in range(PAIRS)]

    def plane_after(plane: int) -> int:
        if plane < LAID_ON_TOP:
            return plane
        way = (plane - LAID_ON_TOP) % len(DIRECTIONS)
        return plane - way + DIRECTIONS.index(turn.step(*DIRECTIONS[way]))

    return Symmetry(
        turn.name,
        actions,
        turned_planes(turn, PLANES, WIDTH, plane_after),
        np.arange(len(observation(players, {}).scalars)),
        lambda state: turned_position(state, towers, pairs, actions),
    )


def turned_position(
    state: Skybridge, towers: NDArray[np.int64], pairs: NDArray[np.int64], actions: NDArray[np.int64]
) -> Skybridge:
    """Returns a position in the turned city: every tower, pair and action goes where the turn takes it."""
    turned = state.copy()
    turned.heights = 0
    for tower in range(TOWERS):
        to = int(towers[tower])
        turned.height[to] = state.height[tower]
        turned.top[to] = state.top[tower]
        turned.owner[to] = state.owner[tower]
        turned.pieces[to] = state.pieces[tower]
        turned.heights = with_height(turned.heights, to, 0, state.height[tower])
    turned.open_towers = turned_bits(state.open_towers, towers)
    turned.built = turned_bits(state.built, towers)
    turned.level = turned_bits(state.level, pairs)
    turned.bridged = turned_bits(state.bridged, pairs)
    for colour in range(COLOURS):
        turned.topped[colour] = turned_bits(state.topped[colour], towers)
        if state.bridge_on[colour] != NOBODY:
            turned.bridge_on[colour] = int(pairs[state.bridge_on[colour]])
    for k in range(state.turns):
        turned.laid[k] = int(actions[state.laid[k]])
    return turned
