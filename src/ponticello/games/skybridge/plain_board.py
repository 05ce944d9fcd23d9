"""The city of Skybridge as plain Python, by the names of its towers: `position.board` of the Python guide."""

from __future__ import annotations

from dataclasses import dataclass

from ponticello.games.skybridge.board import COLOUR_NAMES, NEIGHBOURS, TOWERS, tower_name
from ponticello.games.skybridge.position import COLOURS, KINDS, NOBODY, Skybridge, hand_of
from ponticello.games.skybridge.stacks import hands, pieces

KIND_NAMES = ("three", "two", "roof", "bridge")


@dataclass(frozen=True)
class Piece:
    """A piece: a colour and a kind ("three", "two", "roof" or "bridge")."""

    colour: str
    kind: str


@dataclass(frozen=True)
class Tower:
    """A foundation and what stands on it, from the ground up."""

    name: str
    height: int
    pieces: tuple[Piece, ...]
    owner: str | None  # the colour of its roof

    @property
    def is_open(self) -> bool:
        """Whether it has no roof yet."""
        return self.owner is None


@dataclass(frozen=True)
class SkybridgeBoard:
    """The city, and what is left in everybody's hand."""

    towers: dict[str, Tower]
    bridges: dict[str, tuple[str, str]]  # by colour: the towers that its bridge joins
    hands: tuple[dict[Piece, int], ...]  # by seat: how many of each piece are left

    def owned(self, colour: str) -> list[Tower]:
        """Returns the towers that a colour has roofed."""
        return [tower for tower in self.towers.values() if tower.owner == colour]


def plain_board(state: Skybridge) -> SkybridgeBoard:
    """Returns the city of a position as plain Python."""
    stacks: list[list[Piece]] = [[] for _ in range(TOWERS)]
    for piece in pieces(state):
        stacks[piece.tower].append(Piece(COLOUR_NAMES[piece.colour], KIND_NAMES[piece.kind]))
    towers = [
        Tower(
            tower_name(tower),
            state.height[tower],
            tuple(stacks[tower]),
            None if state.owner[tower] == NOBODY else COLOUR_NAMES[state.owner[tower]],
        )
        for tower in range(TOWERS)
    ]
    return SkybridgeBoard(
        towers={tower.name: tower for tower in towers},
        bridges={
            COLOUR_NAMES[colour]: (tower_name(NEIGHBOURS[pair][0]), tower_name(NEIGHBOURS[pair][1]))
            for colour in range(COLOURS)
            if (pair := state.bridge_on[colour]) != NOBODY
        },
        hands=tuple(
            {
                Piece(COLOUR_NAMES[colour], KIND_NAMES[kind]): count
                for colour in colours
                for kind in range(KINDS)
                if (count := state.stock[hand_of(seat, colour), kind])
            }
            for seat, colours in hands(state)
        ),
    )
