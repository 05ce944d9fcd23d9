"""What puzzles of Connections ask for, and what tells its positions apart."""

from __future__ import annotations

from ponticello.engine.game import Goal
from ponticello.engine.native import implement, rule
from ponticello.engine.scramble import number_for
from ponticello.games.connections.board import CELLS, SIDES, TILES
from ponticello.games.connections.rules import FREE, SPIRAL, Connections, sides_at
from ponticello.games.connections.words import count, say

NO_SPIRAL, REACHED = 1, 2

# The places of what is said of a board: each side of each cell; the boards lie one after the other. Then what all share.
BOARD = CELLS * SIDES
STOCK = 4 * BOARD
CARRIED = STOCK + TILES
TURNED, TILE, TILE_ROW, TO_LAY, GAME = 507, 508, 509, 510, 511
ROW = 16  # tiles, and points lost: more than that is said at a place of its own
FEW = 8  # rounds that are counted below nothing, so that all have a number
MARK_SPIRAL = 4  # as a side, which is 0 to 2


@rule
def fingerprint(state: Connections) -> int:
    """The tiles left, the one to lay, what shows on each board and what was lost before say everything."""
    mixed = number_for(TURNED, state.turned - FEW) ^ number_for(TO_LAY, state.to_lay) ^ number_for(GAME, state.game)
    mixed ^= number_for(TILE, state.tile % ROW) ^ number_for(TILE_ROW, state.tile // ROW)
    for tile in range(TILES):
        mixed ^= number_for(STOCK + tile, state.stock >> tile & 1)
    for seat in range(state.seats):
        at = seat * BOARD
        mixed ^= number_for(CARRIED + 2 * seat, state.carried[seat] % ROW)
        mixed ^= number_for(CARRIED + 2 * seat + 1, state.carried[seat] // ROW)
        for cell in range(CELLS):
            if state.laid[seat, cell] == SPIRAL:
                mixed ^= number_for(at + cell * SIDES, MARK_SPIRAL)
            elif state.laid[seat, cell] != FREE:
                sides = sides_at(state, seat, cell)
                for side in range(SIDES):
                    mixed ^= number_for(at + cell * SIDES + side, sides >> 2 * side & 3)
    return mixed


@rule
def aim(state: Connections, seat: int, goal: int) -> int:
    """Returns, below nothing, how many spirals there are, or what the numbers are worth that nothing reaches."""
    return -state.spirals[seat] if goal == NO_SPIRAL else -state.missing[seat]


def spiral_task(state: Connections, target: int, turns: int) -> str:
    """Asks to lay tiles without a spiral more than there are."""
    return say("Lay these {tiles} without another spiral", tiles=count(turns, "tile"))


def reach_task(state: Connections, target: int, turns: int) -> str:
    """Asks to reach numbers of the border."""
    worth = state.missing[0] + target
    return say("Reach numbers worth {points} with these {tiles}", points=count(worth, "point"), tiles=count(turns, "tile"))


GOALS = (Goal("no-spiral", NO_SPIRAL, spiral_task, (3, 4), keeps=True), Goal("reach", REACHED, reach_task, (3,)))

implement(Connections, fingerprint=fingerprint, aim=aim)
