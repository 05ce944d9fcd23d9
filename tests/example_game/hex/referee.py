"""What Hex's referee says: what each colour is after, how the position stands, and why a move is refused."""

from __future__ import annotations

from ponticello.engine.people import about, ended
from ponticello.games.hex import rules
from ponticello.games.hex.notation import write
from ponticello.games.hex.rules import NOBODY, NOT_NOW, NOTHING_TO_SWAP, OCCUPIED, OFF_BOARD, SWAP, Hex
from ponticello.games.hex.words import count, mark, say

COLOUR_NAMES = (mark("red"), mark("blue"))
GOALS = (mark("Red joins top and bottom"), mark("Blue joins left and right"))

# The names of the rules that refuse, for programs to test for.
REFUSALS = {NOT_NOW: "NOT_NOW", OFF_BOARD: "OFF_BOARD", OCCUPIED: "OCCUPIED", NOTHING_TO_SWAP: "NOTHING_TO_SWAP"}


def status(state: Hex) -> str:
    """Says whose turn it is, or who has won."""
    if ended():
        return ended()
    if state.winner != NOBODY:
        colour = say(COLOUR_NAMES[state.winner])
        return about(state.winner, mark("{name} ({colour}) wins"), mark("You ({colour}) win"), colour=colour)
    colour = say(COLOUR_NAMES[state.turn])
    return about(state.turn, mark("{name} ({colour}) is to move"), mark("You ({colour}) are to move"), colour=colour)


def task(state: Hex, seat: int) -> str:
    """Returns what is asked of the seat to act."""
    return say("Put a stone, or take this one over") if rules.may_swap(state) else say("Put a stone on an empty cell")


def choice(state: Hex, action: int) -> str:
    """Returns the words of a button for what is no place on the board: the swap."""
    return say("Take the stone over") if action == SWAP else ""


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
