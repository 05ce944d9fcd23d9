"""The best result of Connections once the order of the tiles is known, as a model for CP-SAT: one board to the end of its game.

Two things make it small. When a spiral is laid does not matter to anybody, so the model only knows which cells and which tiles
become spirals, and not which on which. And whether two open tiles fit does not depend on which was laid first, so time counts
only where a tile must extend a connection: one of the cells it opens to must have been laid open before.

In a match of several games each begins on empty boards; a model ends with its game, and what comes later is added to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ponticello.engine.optimum import Coming, Optima, Optimum, Turns
from ponticello.engine.verbs import CHANCE
from ponticello.games.connections.board import BLANK, CELLS, CODES, NEXT, NOTHING, SIDES, SPOT
from ponticello.games.connections.rules import DRAWS, ROUNDS, SPIRALS, Connections, play, points, turned

Way = tuple[int, int, int]  # an open tile: its cell, its place in the order of tiles, its quarter turns


def optimum(state: Connections, seat: int, coming: Coming) -> Optimum:
    """Returns the model of all that a seat can still do in the running game."""
    tiles, played = rest_of_game(state, seat, coming)
    return Garden(state, seat, tiles).optimum(-lost_for_good(state, seat), played)


def rest_of_game(state: Connections, seat: int, coming: Coming) -> tuple[list[int], int]:
    """Returns the tiles of the running game from the one turned up on, and how the seat really stood at its end."""
    now, tiles = state.copy(), [state.tile]
    for actor, action in coming:
        if actor == CHANCE:
            if now.turned == ROUNDS:
                break
            tiles.append(action - DRAWS)
        play(now, actor, action)
    return tiles, -points(now, seat)


def lost_for_good(state: Connections, seat: int) -> int:
    """Returns the points that nothing can bring back: carried over, spirals, and numbers beside cells that are taken."""
    reachable = 0
    for cell in range(CELLS):
        for side in range(SIDES):
            if state.open_cells[seat] >> cell & 1 and SPOT[cell, side] != NOTHING:
                reachable += state.numbers[seat, SPOT[cell, side]]
    return points(state, seat) - reachable


def ceiling(state: Connections, seat: int, coming: Coming) -> int:
    """Returns a standing that cannot be surpassed: nothing more is lost, in this game or a later one of the match."""
    return -lost_for_good(state, seat)


OPTIMA = Optima(optimum, ceiling, fewest_win=True)


@dataclass
class Garden:
    """The variables of a model: where each open tile lies and how, and which cells and tiles are spirals."""

    state: Connections
    seat: int
    tiles: list[int]  # in the order in which they are turned up
    model: Any = None
    ways: dict[Way, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.cells = [cell for cell in range(CELLS) if self.state.open_cells[self.seat] >> cell & 1]
        self.times = range(len(self.tiles))
        self.spiral_cells = {cell: self._bool() for cell in self.cells}
        self.spiral_tiles = {time: self._bool() for time in self.times}
        self._lay_tiles()
        self._fit_sides()
        self._extend_connections()

    def optimum(self, most: int, played: int) -> Optimum:
        """Returns the model with everything that is asked of it."""
        reached = []
        for cell in self.cells:
            for side in range(SIDES):
                number = self.state.numbers[self.seat, SPOT[cell, side]] if SPOT[cell, side] != NOTHING else 0
                if number:
                    reached += [number * var for way, var in self._at(cell) if self.code(way, side) != BLANK]
        standing = sum(reached) - sum(self.spiral_tiles.values()) - points(self.state, self.seat)
        return Optimum(self.model, standing, most, len(self.tiles), played, self.read, self.hint)

    def _bool(self) -> Any:
        return self.model.new_bool_var("")

    def _at(self, cell: int) -> list[tuple[Way, Any]]:
        return [(way, var) for way, var in self.ways.items() if way[0] == cell]

    def sides(self, way: Way) -> int:
        """Returns the four sides of a tile as it would lie."""
        return turned(self.state.sides[self.tiles[way[1]]], way[2])

    def code(self, way: Way, side: int) -> int:
        """Returns what a tile would show on a side."""
        return self.sides(way) >> 2 * side & 3

    # The rules

    def _lay_tiles(self) -> None:
        """Every tile is laid once, open or as a spiral, and every free cell is taken; an open tile fits what lies there now."""
        for time in self.times:
            for turns in range(self.state.looks[self.tiles[time]]):
                sides = turned(self.state.sides[self.tiles[time]], turns)
                for cell in self.cells:
                    if all(self.state.fits[self.seat, row] >> cell & 1 for row in rows(sides)):
                        self.ways[cell, time, turns] = self._bool()
        for cell in self.cells:
            self.model.add_exactly_one([self.spiral_cells[cell], *(var for _, var in self._at(cell))])
        for time in self.times:
            open_ways = [var for (_, t, _), var in self.ways.items() if t == time]
            self.model.add_exactly_one([self.spiral_tiles[time], *open_ways])

    def _fit_sides(self) -> None:
        """Between two cells that are free now runs a wide connection, a narrow one or none, and open tiles show that."""
        for cell in self.cells:
            for side in (0, 1):
                beside = int(NEXT[cell, side])
                if beside not in self.cells:
                    continue
                between = [self._bool() for _ in range(CODES)]
                self.model.add_exactly_one(between)
                for code in range(CODES):
                    for here, facing in ((cell, side), (beside, side ^ 2)):
                        shown = [var for way, var in self._at(here) if self.code(way, facing) == code]
                        self.model.add(sum(shown) <= between[code])

    def _extend_connections(self) -> None:
        """An open tile extends a connection: it opens to what lies there now, or to a cell laid open before it."""
        is_open: dict[tuple[int, int], Any] = {}  # by cell and time: whether it has been laid open before that
        for cell in self.cells:
            for time in self.times:
                before = [var for way, var in self._at(cell) if way[1] < time]
                if before:
                    is_open[cell, time] = self._bool()
                    self.model.add(sum(before) == is_open[cell, time])
        for way, var in self.ways.items():
            cell, time, _ = way
            if not any(self.state.links[self.seat, row] >> cell & 1 for row in rows(self.sides(way))):
                towards = [int(NEXT[cell, side]) for side in range(SIDES) if self.code(way, side) != BLANK]
                self.model.add_bool_or([~var, *(is_open[other, time] for other in towards if (other, time) in is_open)])

    # Turns

    def read(self, value: Callable[[Any], int]) -> Turns:
        """Returns the turns of a solution; the spirals go to their cells in any order."""
        laid = {time: cell * SIDES + turns for (cell, time, turns), var in self.ways.items() if value(var)}
        spirals = iter([SPIRALS + cell for cell, var in self.spiral_cells.items() if value(var)])
        return [[laid[time]] if time in laid else [next(spirals)] for time in self.times]

    def hint(self, turns: Turns) -> list[tuple[Any, int]]:
        """Returns what some turns would make of the variables."""
        actions = dict(zip(self.times, (action for (action,) in turns), strict=True))
        hints = [(var, actions[time] == cell * SIDES + quarters) for (cell, time, quarters), var in self.ways.items()]
        hints += [(var, SPIRALS + cell in actions.values()) for cell, var in self.spiral_cells.items()]
        hints += [(var, actions[time] >= SPIRALS) for time, var in self.spiral_tiles.items()]
        return [(var, int(is_set)) for var, is_set in hints]


def rows(sides: int) -> list[int]:
    """Returns where a board's notes on fitting and extending stand for each side of a tile."""
    return [side * CODES + (sides >> 2 * side & 3) for side in range(SIDES)]
