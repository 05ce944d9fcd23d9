"""The best that can still be reached when everything to come is known, as a model for a solver.

A game that offers it makes an `Optimum` of a position: all turns of one seat from there on as variables, the rules as
constraints, and the seat's standing in the end as what is to be as large as possible. The solver is CP-SAT of OR-Tools, which
whoever makes a model imports when it is asked for and not before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Turns = list[list[int]]  # the actions of each turn of the seat, one turn after another
Coming = Sequence[tuple[int, int]]  # what really came from a position on: seat and action, chance and the others included


@dataclass(frozen=True)
class Optimum:
    """The turns of one seat that are still to come, as a model.

    It may end before the game does: then what comes later brings the same whatever the seat does until there, as in the next game
    of a match on empty boards.
    """

    model: Any  # a CpModel without an objective
    standing: Any  # of the seat after the last of the turns: a linear expression, or a number where nothing can be changed
    standings: Sequence[int]  # in rising order: all that can be reached, and perhaps more; what is missing needs no search
    turns: int  # how many turns of the seat are in it
    played: int  # the standing after the last of these turns if all were as they really were
    read: Callable[[Callable[[Any], int]], Turns]  # (the value of a variable in a solution) -> the turns
    hint: Callable[[Turns], list[tuple[Any, int]]]  # what these turns would make of the variables


@dataclass(frozen=True)
class Optima:
    """How a game finds the best result of a seat; what it is asked about is always the position before a turn of the seat.

    The position is a record, and only read. A model of None says that the next turn changes nothing for the seat that plays it.
    """

    model: Callable[[Any, int, Coming], Optimum | None]  # (state, seat, coming)
    ceiling: Callable[[Any, int, Coming], int]  # the same -> a standing that the seat cannot surpass in the whole rest
    fewest_win: bool = False  # whether the points are what one loses: the standing is then the points with a minus
