"""The board of Ponte as plain Python, by the names of its cells: `position.board` of the Python guide."""

from __future__ import annotations

from dataclasses import dataclass

from ponticello.games.ponte.notation import bridge_ends, cell_name
from ponticello.games.ponte.position import DARK, ISLAND, LIGHT, TURN, Ponte
from ponticello.games.ponte.reading import bridges, cells_under, lands, networks
from ponticello.games.ponte.rules import seat_of

COLOURS = ("light", "dark")


@dataclass(frozen=True)
class Land:
    """Tiles of one colour that lie side by side: an island if they are four, else a sandbank."""

    colour: str
    cells: tuple[str, ...]

    @property
    def is_island(self) -> bool:
        """Whether it has the four tiles of an island."""
        return len(self.cells) == ISLAND


@dataclass(frozen=True)
class Bridge:
    """A bridge, with the cells it rests on and those that it blocks."""

    colour: str
    ends: tuple[str, str]
    over: tuple[str, ...]


@dataclass(frozen=True)
class PonteBoard:
    """What lies on the board and what is left to lay."""

    size: int
    lands: tuple[Land, ...]
    bridges: tuple[Bridge, ...]  # in order of play
    networks: dict[str, tuple[tuple[Land, ...], ...]]  # by colour: the islands that bridges join, the largest network first
    tiles_left: dict[str, int]  # by colour
    bridges_left: int
    seats: dict[str, int]  # by colour: who plays it; empty until the colours are chosen

    @property
    def tiles(self) -> dict[str, str]:
        """The colour of every tile, by its cell."""
        return {cell: land.colour for land in self.lands for cell in land.cells}

    def islands(self, colour: str | None = None) -> list[Land]:
        """Returns the islands, all of them or those of a colour."""
        return [land for land in self.lands if land.is_island and colour in (None, land.colour)]

    def sandbanks(self, colour: str | None = None) -> list[Land]:
        """Returns the sandbanks, all of them or those of a colour."""
        return [land for land in self.lands if not land.is_island and colour in (None, land.colour)]


def plain_board(state: Ponte) -> PonteBoard:
    """Returns the board of a position as plain Python."""

    def land(colour: int, cells: list[int]) -> Land:
        return Land(COLOURS[colour], tuple(map(cell_name, sorted(cells))))

    def bridge(action: int) -> Bridge:
        start, end = bridge_ends(action)
        over = tuple(cell_name(cell) for cell in sorted(cells_under(action)))
        return Bridge(COLOURS[state.cells[start] - 1], (cell_name(start), cell_name(end)), over)

    return PonteBoard(
        size=state.side,
        lands=tuple(land(colour, cells) for colour in (LIGHT, DARK) for cells in lands(state, colour)),
        bridges=tuple(map(bridge, bridges(state))),
        networks={
            COLOURS[colour]: tuple(tuple(land(colour, cells) for cells in network) for network in networks(state, colour))
            for colour in (LIGHT, DARK)
        },
        tiles_left={COLOURS[colour]: state.tiles[colour] for colour in (LIGHT, DARK)},
        bridges_left=state.bridges,
        seats={COLOURS[colour]: seat_of(state, colour) for colour in (LIGHT, DARK)} if state.phase >= TURN else {},
    )
