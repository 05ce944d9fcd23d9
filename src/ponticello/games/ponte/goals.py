"""What puzzles of Ponte ask for, and what tells its positions apart."""

from __future__ import annotations

from ponticello.engine.game import Goal
from ponticello.engine.native import implement, rule
from ponticello.engine.scramble import number_for
from ponticello.games.ponte.actions import BRIDGE
from ponticello.games.ponte.board import AREA, WAYS
from ponticello.games.ponte.lands import land_at
from ponticello.games.ponte.position import ISLAND, SEA, Ponte, has_tile
from ponticello.games.ponte.rules import colour_of
from ponticello.games.ponte.words import count, say

LINK, FINISH, HOLD = 1, 2, 3
FIRST_WAY = SEA + 1  # a bridge from a cell is told apart from what lies on it

# The places of what is said of a position beside its cells.
PHASE, TURN, LAST_TURN, LIGHT_SEAT = AREA, AREA + 1, AREA + 2, AREA + 3


@rule
def fingerprint(state: Ponte) -> int:
    """The cells, the bridges in any order, and whose turn it is say everything; the lists of what is possible follow."""
    mixed = number_for(PHASE, state.phase) ^ number_for(TURN, state.turn)
    mixed ^= number_for(LAST_TURN, state.last_turn) ^ number_for(LIGHT_SEAT, state.light_seat)
    for cell in range(AREA):
        if 0 < state.cells[cell] < SEA:
            mixed ^= number_for(cell, state.cells[cell])
    for k in range(state.laid_count):
        bridge = state.laid[k] - BRIDGE
        mixed ^= number_for(bridge // WAYS, FIRST_WAY + bridge % WAYS)
    return mixed


@rule
def most_linked(state: Ponte, colour: int) -> int:
    """Returns how many islands the largest network of a colour links."""
    most = 0
    for cell in range(AREA):
        if has_tile(state, colour, cell):
            land = land_at(state, colour, cell)
            if state.land_size[land] == ISLAND:
                most = max(most, state.linked_islands[state.network[land]])
    return most


@rule
def aim(state: Ponte, seat: int, goal: int) -> int:
    """Returns how many islands a seat has linked, or finished; or how many the other has linked, the fewer the better."""
    colour = colour_of(state, seat)
    if goal == FINISH:
        return state.islands[colour]
    return most_linked(state, colour) if goal == LINK else -most_linked(state, 1 - colour)


def link_task(state: Ponte, target: int, turns: int) -> str:
    """Asks for a network of so many islands."""
    islands = count(target, "island")
    return say("Link {islands} within {turns}, whatever is played against you", islands=islands, turns=count(turns, "turn"))


def finish_task(state: Ponte, target: int, turns: int) -> str:
    """Asks for finished islands, those that stand already among them."""
    islands = count(target, "island")
    return say("Have {islands} within {turns}, whatever is played against you", islands=islands, turns=count(turns, "turn"))


def hold_task(state: Ponte, target: int, turns: int) -> str:
    """Asks that the other links no more than there is; what one plays oneself after that changes nothing."""
    return say("Keep your opponent from linking {islands} with the next turn", islands=count(1 - target, "island"))


GOALS = (Goal("link", LINK, link_task), Goal("finish", FINISH, finish_task), Goal("hold", HOLD, hold_task, keeps=True))

implement(Ponte, fingerprint=fingerprint, aim=aim)
