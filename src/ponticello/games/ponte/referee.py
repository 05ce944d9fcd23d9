"""What Ponte's referee says: how the position stands, why a move is refused, and where the points come from."""

from __future__ import annotations

from collections.abc import Iterable

from ponticello.engine.words import count, listed
from ponticello.games.ponte import rules
from ponticello.games.ponte.board import AROUND, CONFLICT_START, CONFLICT_WAYS, WAYS
from ponticello.games.ponte.lands import find_neighbours
from ponticello.games.ponte.notation import bridge_ends, cell_name, write
from ponticello.games.ponte.position import (
    BLOCKED,
    BRIDGE,
    CHOICE,
    DARK,
    FREE,
    ISLAND,
    LIGHT,
    OPENING,
    OPENING_SECOND,
    OVER,
    SECOND_TILE,
    TURN,
    Ponte,
    is_bridged,
)
from ponticello.games.ponte.rules import seat_of, standing
from ponticello.games.ponte.survey import bridges, cells_under, land_of, lands, networks

COLOUR_NAMES = ("light", "dark")
PHASE_NEEDS = {
    OPENING: "the game opens with two light tiles, such as d4,e5",
    OPENING_SECOND: "the second light tile of the opening comes next",
    CHOICE: "now a colour is chosen: light or dark",
    TURN: "a turn is two tiles, such as a1,b2, or one bridge, such as a1-c3",
    SECOND_TILE: "the second tile of this turn comes next",
    OVER: "the game is over",
}


def status(state: Ponte) -> str:
    """Says whose turn it is, or how the game ended."""
    if state.phase in (OPENING, OPENING_SECOND):
        return f"Colours still open: player 1 lays {'two light tiles' if state.phase == OPENING else 'a second light tile'}"
    if state.phase == CHOICE:
        return "Player 2 chooses a colour"
    if state.phase == OVER:
        light, dark = (standing(state, seat_of(state, colour)) for colour in (LIGHT, DARK))
        if light == dark:
            return "The game is over, the victory shared"
        winner = COLOUR_NAMES[LIGHT if light > dark else DARK].capitalize()
        if state.points[LIGHT] != state.points[DARK]:
            return f"{winner} wins, {max(state.points[0], state.points[1])} to {min(state.points[0], state.points[1])}"
        return f"{winner} wins with more {'islands' if state.islands[LIGHT] != state.islands[DARK] else 'bridges'}"
    mover = f"{COLOUR_NAMES[state.turn].capitalize()} (player {1 + seat_of(state, state.turn)})"
    if state.phase == SECOND_TILE:
        return f"{mover} lays a second tile"
    return f"{mover} to move{', the last turn' if state.last_turn else ''}"


def describe(state: Ponte) -> str:
    """Puts a position into words, for those who listen to it."""
    words = [f"A board of {state.side} by {state.side} cells."]
    for shade in (LIGHT, DARK):
        own = lands(state, shade)
        spans = [bridge_ends(action) for action in bridges(state) if state.cells[bridge_ends(action)[0]] == shade + 1]
        places = {
            "island": [" ".join(map(cell_name, land)) for land in own if len(land) == ISLAND],
            "sandbank": [" ".join(map(cell_name, land)) for land in own if len(land) < ISLAND],
            "bridge": ["-".join(map(cell_name, ends)) for ends in spans],
        }
        name = COLOUR_NAMES[shade].capitalize()
        words.append(f"{name}: {count(state.points[shade], 'point')}, {count(state.tiles[shade], 'tile')} left;")
        listed = (count(len(some), thing) + (f" ({', '.join(some)})" if some else "") for thing, some in places.items())
        words.append(", ".join(listed) + ".")
    return " ".join([*words, f"{count(state.bridges, 'bridge')} left. {status(state)}."])


def names(cells: Iterable[int]) -> str:
    """Returns cells as a list a person would read out."""
    return listed(cell_name(cell) for cell in sorted(cells))


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
    if reason == rules.OFF_BOARD:
        return "that cell is not on this board"
    colour, place = state.turn, cell_name(cell)
    neighbours = [land for land in find_neighbours(state, colour, cell) if land]
    group = [cell, *(state.land_cells[land, k] for land in neighbours for k in range(state.land_size[land]))]
    if reason == rules.OCCUPIED:
        return f"{place} already has a {COLOUR_NAMES[state.cells[cell] - 1]} tile"
    if reason == rules.UNDER_BRIDGE:
        above = next(bridge for bridge in bridges(state) if cell in cells_under(bridge))
        return f"{place} lies under the bridge {write(state, 0, above)}, where no tile may go"
    if reason == rules.BY_ISLAND:
        island = land_of(state, next(c for c in touching(state, colour, [cell]) if len(land_of(state, c)) == ISLAND))
        return f"{place} would touch the {COLOUR_NAMES[colour]} island {names(island)}; islands keep clear of their own colour"
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
    around = {cell + step for cell in group for step in map(int, AROUND)}
    return sorted(cell for cell in around if state.cells[cell] == colour + 1)


def _why_not_bridge(state: Ponte, action: int, reason: int) -> str:
    colour, span = COLOUR_NAMES[state.turn], write(state, 0, action)
    ends = bridge_ends(action)
    if reason == rules.NOT_YOUR_END:
        bare = next(cell for cell in ends if state.cells[cell] != state.turn + 1)
        return f"{span} needs a {colour} tile at both ends, and {cell_name(bare)} has none"
    if reason == rules.BRIDGED_END:
        return f"{cell_name(next(cell for cell in ends if is_bridged(state, cell)))} already carries a bridge; a tile carries one"
    if reason == rules.TILE_UNDER:
        tile = next(cell for cell in cells_under(action) if state.cells[cell] not in (FREE, BLOCKED))
        return f"{span} would pass over the tile on {cell_name(tile)}"
    assert reason == rules.CROSSING
    other = next(bridge for bridge in bridges(state) if rules_out(state, bridge, action))
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


def explain(state: Ponte, seat: int) -> list[str]:
    """Returns where a seat's points come from, and what breaks a tie."""
    if state.phase < TURN:
        return ["No colours are chosen yet, so there is nothing to count."]
    colour = LIGHT if seat == state.light_seat else DARK
    sentences = []
    lone = 0
    for islands in networks(state, colour):
        linked = len(islands)
        if linked == 1:
            lone += 1
        else:
            at = ", ".join(cell_name(min(island)) for island in islands)
            sentences.append(f"{linked} islands linked by bridges (at {at}): {linked * (linked + 1) // 2} points.")
    if lone:
        sentences.append(f"{count(lone, 'lone island')}: {count(lone, 'point')}.")
    if not sentences:
        sentences.append("No island: 0 points.")
    if state.phase == OVER and state.points[LIGHT] == state.points[DARK]:
        sentences.append(
            f"Points are equal, so islands count ({state.islands[colour]}), then bridges ({state.bridges_of[colour]})."
        )
    return sentences
