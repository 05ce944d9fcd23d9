"""What a seat sees of Ponte as planes and scalars. Nothing is hidden in this game; "own" is the colour of the seat that looks.

Only what is not 0 is written, tile by tile, land by land and bridge by bridge, so that a look costs no walk over the board.
"""

from __future__ import annotations

from collections.abc import Mapping

from ponticello.engine.bits import lowest_bit, without_lowest
from ponticello.engine.game import Value
from ponticello.engine.native import implement, rule
from ponticello.engine.observation import Feature, ObservationSpec
from ponticello.engine.record import Ints
from ponticello.games.ponte.actions import ACTIONS, cell_under, end_of, is_bridge, is_tile, start_of, way_of
from ponticello.games.ponte.board import MARGIN, SPANS, STRIDE, WAYS, column_of, row_of
from ponticello.games.ponte.lands import tile_of
from ponticello.games.ponte.position import CHOICE, DARK, ISLAND, LIGHT, OPENING_SECOND, SECOND_TILE, TURN, Ponte
from ponticello.games.ponte.rules import colour_of, is_to_act
from ponticello.games.ponte.strips import ROWS, strip_of

# The planes. Two of a kind are own, then the other's.
TILES, ISLANDS, LINKED, BLOCKED, BRIDGES = 0, 2, 4, 5, 6
PLANES = BRIDGES + 2 * WAYS

# The scalars.
TO_ACT, PHASES, LIGHT_IS_OWN, LAST_TURN, BRIDGES_LEFT, PARALLEL = 0, 1, 6, 7, 8, 9
TILES_LEFT, POINTS, ISLANDS_MADE, BRIDGES_MADE = 10, 12, 14, 16
SCALARS = 18


def directions() -> list[tuple[int, int]]:
    """Returns where a bridge can lead, as rows and columns: the eight ways from its lower end, then the same from the other."""
    return [*SPANS, *((-rows, -columns) for rows, columns in SPANS)]


def observation(players: int, options: Mapping[str, Value]) -> ObservationSpec:
    """Says what stands where. Row 0 of a plane is row 1 of the board, column 0 is column a."""
    side = int(options["size"])
    most_tiles, most_bridges = (40, 15) if side == 10 else (60, 22)
    most_islands = most_tiles // ISLAND
    most_points = most_islands * (most_islands + 1) // 2
    planes = [
        Feature("own tiles", "A tile of the own colour."),
        Feature("other tiles", "A tile of the other colour."),
        Feature("own islands", "A tile of an own island."),
        Feature("other islands", "A tile of one of the other's islands."),
        Feature("linked islands", "How many islands are linked with the land of the tile here, itself included.", most_islands),
        Feature("blocked", "A cell under a bridge."),
    ]
    for rows, columns in directions():
        planes.append(
            Feature(f"bridge {rows:+d} {columns:+d}", f"A bridge leads from here {rows:+d} rows and {columns:+d} columns.")
        )
    scalars = [
        Feature("to act", "It is this seat's move."),
        Feature("opening", "The first two tiles are being laid."),
        Feature("choice", "A colour is being chosen."),
        Feature("first tile", "A turn begins: a first tile, a bridge, or to pass."),
        Feature("second tile", "The second tile of a turn is to be laid."),
        Feature("over", "The game is over."),
        Feature("light", "The own colour is light; until one is chosen, that is the first seat's."),
        Feature("last turn", "Somebody has passed: dark's turn is the last."),
        Feature("bridges left", "Bridges left, for both.", most_bridges),
        Feature("parallel knights", "Two parallel knight's-jump bridges may share a cell under them."),
    ]
    for name, help_text, most in (
        ("tiles left", "Tiles left to lay", most_tiles),
        ("points", "Points so far", most_points),
        ("islands made", "Islands so far", most_islands),
        ("bridges laid", "Bridges laid", most_bridges),
    ):
        scalars.append(Feature(f"own {name}", f"{help_text}, own.", most))
        scalars.append(Feature(f"other {name}", f"{help_text}, the other's.", most))
    return ObservationSpec(side, side, tuple(planes), tuple(scalars), action_places(side))


def action_places(side: int) -> tuple[int, ...]:
    """Returns where each action stands: tiles in a first plane, bridges by their ways in eight more, at their lower ends.

    Cells that a board of this size does not have share the place of the first one: nothing there is ever legal.
    """
    places = []
    for action in range(ACTIONS):
        cell = action if is_tile(action) else start_of(action) if is_bridge(action) else -1
        row, column = (row_of(cell), column_of(cell)) if cell >= 0 else (0, 0)
        inside = 0 <= row < side and 0 <= column < side
        plane = 0 if is_tile(action) else 1 + way_of(action)
        places.append(-1 if cell < 0 else (plane * side + row) * side + column if inside else 0)
    return tuple(places)


@rule
def cell_in_plane(state: Ponte, plane: int, cell: int) -> int:
    """Returns where a cell stands in a plane."""
    return (plane * state.side + row_of(cell)) * state.side + column_of(cell)


@rule
def observe(state: Ponte, seat: int, planes: Ints, scalars: Ints) -> None:
    """Writes what a seat sees."""
    own = colour_of(state, seat)
    show_tiles(state, own, TILES, planes)
    show_tiles(state, 1 - own, TILES + 1, planes)
    for land in range(1, state.land_count + 1):
        show_land(state, own, land, planes)
    for k in range(state.laid_count):
        show_bridge(state, state.laid[k], planes)
    scalars[TO_ACT] = 1 if is_to_act(state, seat) else 0
    scalars[PHASES + phase_shown(state)] = 1
    scalars[LIGHT_IS_OWN] = 1 if own == LIGHT else 0
    scalars[LAST_TURN] = state.last_turn
    scalars[BRIDGES_LEFT] = state.bridges
    scalars[PARALLEL] = state.parallel_knights
    for colour in (LIGHT, DARK):
        whose = 0 if colour == own else 1
        scalars[TILES_LEFT + whose] = state.tiles[colour]
        scalars[POINTS + whose] = state.points[colour]
        scalars[ISLANDS_MADE + whose] = state.islands[colour]
        scalars[BRIDGES_MADE + whose] = state.bridges_of[colour]


@rule
def phase_shown(state: Ponte) -> int:
    """Returns which of the five scalars of the phase is 1."""
    if state.phase <= OPENING_SECOND:
        return 0
    if state.phase == CHOICE:
        return 1
    if state.phase == TURN:
        return 2
    return 3 if state.phase == SECOND_TILE else 4


@rule
def show_tiles(state: Ponte, colour: int, plane: int, planes: Ints) -> None:
    """Shows the tiles of a colour, four rows at a time."""
    for row in range(0, state.side, ROWS):
        tiles = state.strips[colour, strip_of(row + MARGIN + 1)]
        while tiles != 0:
            bit = lowest_bit(tiles)
            planes[(plane * state.side + row + bit // STRIDE) * state.side + bit % STRIDE - MARGIN] = 1
            tiles = without_lowest(tiles)


@rule
def show_land(state: Ponte, own: int, land: int, planes: Ints) -> None:
    """Shows a land that is an island or linked with some. One that has become part of another shows what the other does."""
    size = state.land_size[land]
    linked = state.linked_islands[state.network[land]]
    if linked == 0:
        return
    whose = 0 if state.cells[tile_of(state, land, 0)] == own + 1 else 1
    for k in range(size):
        cell = tile_of(state, land, k)
        planes[cell_in_plane(state, LINKED, cell)] = linked
        if size == ISLAND:
            planes[cell_in_plane(state, ISLANDS + whose, cell)] = 1


@rule
def show_bridge(state: Ponte, bridge: int, planes: Ints) -> None:
    """Shows a bridge at both its ends, and the cells that it blocks."""
    way = way_of(bridge)
    planes[cell_in_plane(state, BRIDGES + way, start_of(bridge))] = 1
    planes[cell_in_plane(state, BRIDGES + WAYS + way, end_of(bridge))] = 1
    planes[cell_in_plane(state, BLOCKED, cell_under(bridge, 0))] = 1
    planes[cell_in_plane(state, BLOCKED, cell_under(bridge, 1))] = 1


implement(Ponte, observe=observe)
