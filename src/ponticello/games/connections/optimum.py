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
from ponticello.games.connections.board import BLANK, CELLS, CODES, EAST, NEXT, NORTH, NOTHING, SIDES, SPOT
from ponticello.games.connections.rules import DRAWS, ROUNDS, SPIRAL, SPIRALS, Connections, play, points, sides_at, turned

Way = tuple[int, int, int]  # an open tile: its cell, its place in the order of tiles, its quarter turns


def optimum(state: Connections, seat: int, coming: Coming) -> Optimum:
    """Returns the model of all that a seat can still do in the running game."""
    tiles, played = rest_of_game(state, seat, coming)
    return Garden(state, seat, tiles).optimum(played)


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


def lost_at_least(state: Connections, seat: int, tiles: list[int]) -> int:
    """Returns the fewest points that can be lost with the tiles to come, as far as one can count it.

    A connection between two cells has two ends. So if the ends that the tiles bring do not come out even with those that wait for
    them, on the border and on open tiles, something is left over: a number or a tile. What a spiral would take, nobody can say.
    """
    waiting = 0
    for cell in range(CELLS):
        if state.open_cells[seat] >> cell & 1 == 0:
            continue
        for side in range(SIDES):
            beside = NEXT[cell, side]
            if beside == NOTHING:
                waiting += state.numbers[seat, SPOT[cell, side]] > 0
            elif state.laid[seat, beside] == SPIRAL:
                return lost_for_good(state, seat)
            elif state.open_cells[seat] >> beside & 1 == 0:
                waiting += sides_at(state, seat, beside) >> 2 * (side ^ 2) & 3 != BLANK
    brought = sum(state.sides[tile] >> 2 * side & 3 != BLANK for tile in tiles for side in range(SIDES))
    return lost_for_good(state, seat) + (waiting + brought) % 2


def ceiling(state: Connections, seat: int, coming: Coming) -> int:
    """Returns a standing that cannot be surpassed: as little as possible is lost in this game, and nothing in a later one."""
    tiles, _ = rest_of_game(state, seat, coming)
    return -lost_at_least(state, seat, tiles)


OPTIMA = Optima(optimum, ceiling, fewest_win=True)


@dataclass
class Garden:
    """The variables of a model: where each open tile lies and how, and which cells and tiles are spirals.

    What a side of a cell shows, and whether a cell has been laid open before a tile comes, follows from that, but the rules are
    about these, and the solver learns from them.
    """

    state: Connections
    seat: int
    tiles: list[int]  # in the order in which they are turned up
    model: Any = None
    ways: dict[Way, Any] = field(default_factory=dict)
    shows: dict[tuple[int, int, int], Any] = field(default_factory=dict)  # by cell, side and code, of open tiles
    opened: dict[tuple[int, int], Any] = field(default_factory=dict)  # by cell and time: laid open by then

    def __post_init__(self) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.cells = [cell for cell in range(CELLS) if self.state.open_cells[self.seat] >> cell & 1]
        self.times = range(len(self.tiles))
        self.spiral_cells = {cell: self._bool() for cell in self.cells}
        self.spiral_tiles = {time: self._bool() for time in self.times}
        self._lay_tiles()
        self._show_sides()
        self._fit_sides()
        self._extend_connections()

    def optimum(self, played: int) -> Optimum:
        """Returns the model with everything that is asked of it."""
        reached = []
        for cell, side, code in self.shows:
            if SPOT[cell, side] != NOTHING and code != BLANK:
                reached.append(self.state.numbers[self.seat, SPOT[cell, side]] * self.shows[cell, side, code])
        standing = sum(reached) - sum(self.spiral_cells.values()) - points(self.state, self.seat)
        worst = points(self.state, self.seat) + len(self.tiles)
        standings = range(-worst, 1 - lost_at_least(self.state, self.seat, self.tiles))
        return Optimum(self.model, standing, standings, len(self.tiles), played, self.read, self.hint)

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

    def _show_sides(self) -> None:
        """A side of a cell shows what the tile there does; a spiral shows nothing."""
        for cell in self.cells:
            for side in range(SIDES):
                for code in range(CODES):
                    showing = [var for way, var in self._at(cell) if self.code(way, side) == code]
                    if showing:
                        self.shows[cell, side, code] = self._bool()
                        self.model.add(self.shows[cell, side, code] == sum(showing))

    def _fit_sides(self) -> None:
        """Between two cells that are free now runs a wide connection, a narrow one or none, and open tiles show that."""
        for cell in self.cells:
            for side in (NORTH, EAST):
                beside = int(NEXT[cell, side])
                if beside not in self.cells:
                    continue
                between = [self._bool() for _ in range(CODES)]
                self.model.add_exactly_one(between)
                for code in range(CODES):
                    for key in ((cell, side, code), (beside, side ^ 2, code)):
                        if key in self.shows:
                            self.model.add_implication(self.shows[key], between[code])

    def _extend_connections(self) -> None:
        """An open tile extends a connection: it opens to what lies there now, or to a cell laid open before it."""
        for cell in self.cells:
            before: Any = 0
            for time in self.times:
                self.opened[cell, time] = self._bool()
                now = [var for way, var in self._at(cell) if way[1] == time]
                self.model.add(self.opened[cell, time] == before + sum(now))
                before = self.opened[cell, time]
        for way, var in self.ways.items():
            cell, time, _ = way
            if not any(self.state.links[self.seat, row] >> cell & 1 for row in rows(self.sides(way))):
                towards = [int(NEXT[cell, side]) for side in range(SIDES) if self.code(way, side) != BLANK]
                before = [self.opened[other, time - 1] for other in towards if (other, time - 1) in self.opened]
                self.model.add_bool_or([~var, *before])

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
