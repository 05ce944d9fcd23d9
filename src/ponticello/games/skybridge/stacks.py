"""What lies where: the pieces of the towers, those just laid, and the colours in each hand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ponticello.games.skybridge.board import NEIGHBOURS, TOWERS
from ponticello.games.skybridge.notation import split
from ponticello.games.skybridge.position import BRIDGE, LOTS, NEUTRAL, Skybridge
from ponticello.games.skybridge.rules import FLOORS


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
    towers: list[list[tuple[int, int]]] = [[] for _ in range(TOWERS)]
    for colour, kind, place in (split(state.laid[turn]) for turn in range(state.turns)):
        for tower in NEIGHBOURS[place] if kind == BRIDGE else (place,):
            towers[tower].append((colour, kind))
    found = []
    for tower, stack in enumerate(towers):
        level = 0
        for k, (colour, kind) in enumerate(stack):
            found.append(Piece(colour, kind, tower, level, k == len(stack) - 1))
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
