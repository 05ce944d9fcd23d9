"""What Ponte's referee says: why a move is refused, and where the points come from."""

from __future__ import annotations

from collections.abc import Iterable

from ponticello.games.ponte import rules
from ponticello.games.ponte.board import AREA, CONFLICT_START, CONFLICT_WAYS, CORNERS, SIDES, UNDER, WAYS
from ponticello.games.ponte.notation import bridge_ends, cell_name, write
from ponticello.games.ponte.rules import BLOCKED, BRIDGE, DARK, ISLAND, LIGHT, OVER, TURN, Ponte

COLOUR_NAMES = ("light", "dark")
PHASE_NEEDS = {
    rules.OPENING: "the game opens with two light tiles, such as d4,e5",
    rules.OPENING_SECOND: "the second light tile of the opening comes next",
    rules.CHOICE: "now a colour is chosen: light or dark",
    rules.TURN: "a turn is two tiles, such as a1,b2, or one bridge, such as a1-c3",
    rules.SECOND_TILE: "the second tile of this turn comes next",
    rules.OVER: "the game is over",
}


def names(cells: Iterable[int]) -> str:
    """Returns cells as a list a person would read out."""
    listed = [cell_name(cell) for cell in sorted(cells)]
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} and {listed[-1]}"


def land_at(state: Ponte, cell: int) -> list[int]:
    """Returns the cells of the land that a tile belongs to."""
    land = state.land[cell]
    return [state.land_cells[land, k] for k in range(state.land_size[land])]


def laid_bridges(state: Ponte) -> list[int]:
    """Returns the bridges on the board, as actions."""
    return [state.laid[k] for k in range(state.laid_count)]


def why(state: Ponte, seat: int, action: int, reason: int) -> str:
    """Returns the rule that refuses an action, in one sentence."""
    if reason == rules.NOT_NOW:
        return PHASE_NEEDS[state.phase]
    colour, move = COLOUR_NAMES[state.turn], write(state, seat, action)
    if reason == rules.MUST_LAY:
        return f"{colour} can still lay two tiles, so it may not pass"
    if reason == rules.NO_BRIDGES:
        return f"{move} cannot be laid: all bridges are on the board"
    if reason == rules.NO_TILES:
        left = ("no tile", "only one tile")[state.tiles[state.turn]]
        return f"{move} cannot be laid: {colour} has {left} left, and a turn takes two"
    return _why_not_bridge(state, action, reason) if action >= BRIDGE else _why_not_tile(state, action, reason)


def _why_not_tile(state: Ponte, cell: int, reason: int) -> str:
    colour, place = state.turn, cell_name(cell)
    neighbours = [land for land in rules.find_neighbours(state, colour, cell) if land]
    group = [cell, *(state.land_cells[land, k] for land in neighbours for k in range(state.land_size[land]))]
    if reason == rules.OFF_BOARD:
        return "that cell is not on this board"
    if reason == rules.OCCUPIED:
        return f"{place} already has a {COLOUR_NAMES[state.cells[cell] - 1]} tile"
    if reason == rules.UNDER_BRIDGE:
        above = next(bridge for bridge in laid_bridges(state) if cell in cells_under(bridge))
        return f"{place} lies under the bridge {write(state, 0, above)}, where no tile may go"
    if reason == rules.BY_ISLAND:
        island = land_at(state, next(c for c in touching(state, colour, [cell]) if len(land_at(state, c)) == ISLAND))
        return f"{place} would touch the {COLOUR_NAMES[colour]} island {names(island)}, which no other {COLOUR_NAMES[colour]} land may"
    if reason == rules.TOO_LARGE:
        joined = f"join {len(neighbours)} sandbanks into" if len(neighbours) > 1 else "make"
        return f"{place} would {joined} a group of {len(group)}; an island has exactly four tiles"
    if reason == rules.TOUCHING:
        strangers = [c for c in touching(state, colour, group) if c not in group]
        return f"{place} would make an island that touches {names(strangers[:1])}; an island touches no other land of its colour"
    assert reason == rules.NO_SECOND
    return f"{place} would leave no cell for the second tile of the turn"


def touching(state: Ponte, colour: int, group: list[int]) -> list[int]:
    """Returns the tiles of a colour that touch a group of cells, at a side or a corner."""
    around = {cell + step for cell in group for step in map(int, (*SIDES, *CORNERS))}
    return sorted(cell for cell in around if state.cells[cell] == colour + 1)


def cells_under(bridge: int) -> set[int]:
    """Returns the cells that a bridge blocks."""
    return {(bridge - BRIDGE) // WAYS + int(step) for step in UNDER[(bridge - BRIDGE) % WAYS]}


def _why_not_bridge(state: Ponte, action: int, reason: int) -> str:
    colour, span = COLOUR_NAMES[state.turn], write(state, 0, action)
    ends = bridge_ends(action)
    if reason == rules.NOT_YOUR_END:
        bare = next(cell for cell in ends if state.cells[cell] != state.turn + 1)
        return f"{span} needs a {colour} tile at both ends, and {cell_name(bare)} has none"
    if reason == rules.BRIDGED_END:
        return f"{cell_name(next(cell for cell in ends if state.bridged[cell]))} already carries a bridge; a tile carries one"
    if reason == rules.TILE_UNDER:
        tile = next(cell for cell in cells_under(action) if state.cells[cell] not in (rules.FREE, BLOCKED))
        return f"{span} would pass over the tile on {cell_name(tile)}"
    assert reason == rules.CROSSING
    other = next(bridge for bridge in laid_bridges(state) if rules_out(state, bridge, action))
    verb = (
        "run beside and share a cell with" if cells_under(other) & cells_under(action) and _same_way(other, action) else "cross"
    )
    return f"{span} would {verb} the bridge {write(state, 0, other)}"


def _same_way(one: int, other: int) -> bool:
    return (one - BRIDGE) % WAYS == (other - BRIDGE) % WAYS


def rules_out(state: Ponte, laid: int, action: int) -> bool:
    """Tells whether a bridge on the board forbids another one."""
    (start, way), (there, wanted) = divmod(laid - BRIDGE, WAYS), divmod(action - BRIDGE, WAYS)
    table = 1 - state.parallel_knights
    reached = zip(CONFLICT_START[table, way], CONFLICT_WAYS[table, way], strict=True)
    return any(start + offset == there and ways >> wanted & 1 for offset, ways in reached)


def networks(state: Ponte, colour: int) -> list[list[list[int]]]:
    """Returns the networks of a colour that hold an island, each as the islands in it, the largest first."""
    found: dict[int, list[list[int]]] = {}
    for land in {state.land[cell] for cell in range(AREA) if state.cells[cell] == colour + 1}:
        if state.land_size[land] == ISLAND:
            found.setdefault(rules.root(state, land), []).append([state.land_cells[land, k] for k in range(ISLAND)])
    return sorted(found.values(), key=lambda islands: (-len(islands), islands))


def explain(state: Ponte, seat: int) -> list[str]:
    """Returns where a seat's points come from, and what breaks a tie."""
    if state.phase < TURN:
        return ["No colours are chosen yet, so there is nothing to count."]
    colour = LIGHT if seat == state.light_seat else DARK
    sentences = []
    lone = 0
    for islands in networks(state, colour):
        count = len(islands)
        if count == 1:
            lone += 1
        else:
            at = ", ".join(cell_name(min(island)) for island in islands)
            sentences.append(f"{count} islands linked by bridges (at {at}): {count * (count + 1) // 2} points.")
    if lone:
        sentences.append(f"{lone} lone island{'s' if lone > 1 else ''}: {lone} point{'s' if lone > 1 else ''}.")
    if not sentences:
        sentences.append("No island: 0 points.")
    if state.phase == OVER and state.points[LIGHT] == state.points[DARK]:
        sentences.append(
            f"Points are equal, so islands count ({state.islands[colour]}), then bridges ({state.bridges_of[colour]})."
        )
    return sentences
