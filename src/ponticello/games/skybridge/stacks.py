"""What lies where: the pieces of the towers, those just laid, and the colours in each hand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ponticello.games.skybridge.board import NEIGHBOURS, TOWERS
from ponticello.games.skybridge.notation import split
from ponticello.games.skybridge.rules import BRIDGE, FLOORS, KINDS, LOTS, NEUTRAL, Skybridge


@dataclass(frozen=True)
class Piece:
    """A piece on a tower; a bridge is one on each of its two towers."""

    colour: int
    kind: int
    tower: int
    level: int  # floors below it
    is_top: bool

    @property
    def storeys(self) -> int:
        """The floors it adds."""
        return int(FLOORS[self.kind])


def pieces(state: Skybridge) -> list[Piece]:
    """Lists what stands on the towers, each from the ground up."""
    found = []
    for tower in range(TOWERS):
        level = 0
        count = state.pieces[tower]
        for k in range(count):
            colour, kind = divmod(state.stack[tower, k], KINDS)
            found.append(Piece(colour, kind, tower, level, k == count - 1))
            level += int(FLOORS[kind])
    return found


def just_laid(state: Skybridge, last: Collection[int]) -> set[Piece]:
    """Returns the pieces that some actions have put on the towers."""
    laid = set()
    for colour, kind, place in (split(action) for action in last if action < LOTS):
        ends = NEIGHBOURS[place] if kind == BRIDGE else (place,)
        for tower in ends:
            matching = [p for p in pieces(state) if (p.colour, p.kind, p.tower) == (colour, kind, tower)]
            laid.update(matching[-1:])
    return laid


def hands(state: Skybridge) -> list[tuple[int, list[int]]]:
    """Lists the seats, each with the colours it has or had in hand."""
    if state.seats == 2:
        return [(seat, [seat, seat + 2]) for seat in range(2)]
    return [(seat, [seat, NEUTRAL] if state.seats == 3 else [seat]) for seat in range(state.seats)]
