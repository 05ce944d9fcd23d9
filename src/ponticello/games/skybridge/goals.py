"""What puzzles of Skybridge ask for, and what tells its positions apart."""

from __future__ import annotations

from functools import partial

from ponticello.engine.game import Goal
from ponticello.engine.native import implement, rule
from ponticello.engine.scramble import number_for
from ponticello.games.skybridge.board import TOWERS, tower_name
from ponticello.games.skybridge.position import COLOURS, KINDS, NOBODY, Skybridge
from ponticello.games.skybridge.words import count, say

OWN = 1  # and the towers that follow

# The places of what is said of a position.
TOP, HEIGHT, BRIDGE_ON, BRIDGED, STOCK = 0, 16, 48, 64, 80
TURN = STOCK + COLOURS * COLOURS * KINDS
PHASE = TURN + 1
TALL = 16  # floors; higher towers say the rest at another place


@rule
def fingerprint(state: Skybridge) -> int:
    """What shows of the towers, the pieces in hand and whose turn it is say everything; who laid what below does not."""
    mixed = number_for(TURN, state.turn) ^ number_for(PHASE, state.phase)
    for tower in range(TOWERS):
        height = state.height[tower]
        mixed ^= number_for(TOP + tower, state.top[tower])
        mixed ^= number_for(HEIGHT + tower, height % TALL) ^ number_for(HEIGHT + TALL + tower, height // TALL)
    for colour in range(COLOURS):
        mixed ^= number_for(BRIDGE_ON + colour, state.bridge_on[colour])
    for pair in range(12):
        mixed ^= number_for(BRIDGED + pair, state.bridged >> pair & 1)
    for hand in range(COLOURS * COLOURS):
        for kind in range(KINDS):
            mixed ^= number_for(STOCK + hand * KINDS + kind, state.stock[hand, kind])
    return mixed


@rule
def aim(state: Skybridge, seat: int, goal: int) -> int:
    """Returns 1 if a tower has a roof of the seat's, else 0; with two players a seat has two colours."""
    owner = state.owner[goal - OWN]
    if owner == NOBODY:
        return 0
    return 1 if owner == seat or (state.seats == 2 and owner == seat + 2) else 0


def roof_task(tower: int, state: Skybridge, target: int, turns: int) -> str:
    """Asks for the roof of a tower."""
    return say(
        "Make tower {tower} yours within {turns}, whatever is played against you",
        tower=tower_name(tower),
        turns=count(turns, "turn"),
    )


GOALS = tuple(Goal(f"roof-{tower_name(tower)}", OWN + tower, partial(roof_task, tower), (2, 3)) for tower in range(TOWERS))

implement(Skybridge, fingerprint=fingerprint, aim=aim)
