"""What Hex's referee says: what each colour is after, how the position stands, and why a move is refused."""

from __future__ import annotations

from ponticello.games.hex import rules
from ponticello.games.hex.notation import write
from ponticello.games.hex.rules import NOBODY, NOT_NOW, NOTHING_TO_SWAP, OCCUPIED, OFF_BOARD, Hex
from ponticello.games.hex.words import count, mark, say

COLOUR_NAMES = (mark("Red"), mark("Blue"))
GOALS = (mark("Red joins top and bottom"), mark("Blue joins left and right"))

# The names of the rules that refuse, for programs to test for.
REFUSALS = {NOT_NOW: "NOT_NOW", OFF_BOARD: "OFF_BOARD", OCCUPIED: "OCCUPIED", NOTHING_TO_SWAP: "NOTHING_TO_SWAP"}


def status(state: Hex) -> str:
    """Says whose turn it is, or who has won."""
    if state.winner != NOBODY:
        return say("{colour} wins", colour=say(COLOUR_NAMES[state.winner]))
    if rules.may_swap(state):
        return say("Blue to move, or to take the stone over")
    return say("{colour} to move", colour=say(COLOUR_NAMES[state.turn]))


def why(state: Hex, seat: int, action: int, reason: int) -> str:
    """Returns the rule that refuses an action."""
    if reason == NOT_NOW:
        return say("the game is over") if state.winner != NOBODY else say("it is not your turn: {status}", status=status(state))
    if reason == NOTHING_TO_SWAP:
        return say("only the first stone can be taken over, and only as the answer to it")
    cell = write(state, seat, action)
    return say("{cell} is not on this board", cell=cell) if reason == OFF_BOARD else say("a stone lies on {cell}", cell=cell)


def explain(state: Hex, seat: int) -> list[str]:
    """Returns where the points of a seat come from."""
    goal = say(GOALS[seat])
    if state.winner == NOBODY:
        return [say("{goal}, but has not yet.", goal=goal)]
    return [say("{goal}: {points}.", goal=goal, points=count(rules.points(state, seat), "point"))]
