"""What Ponte's referee says: how the position stands, why a move is refused, and where the points come from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ponticello.engine.people import about, ended, player_name
from ponticello.engine.words import listed
from ponticello.games.ponte import rules
from ponticello.games.ponte.actions import is_bridge, start_of, way_of
from ponticello.games.ponte.board import AROUND, CONFLICT_START, CONFLICT_WAYS
from ponticello.games.ponte.lands import find_neighbours, tile_of
from ponticello.games.ponte.notation import bridge_ends, cell_name, write
from ponticello.games.ponte.position import (
    CHOICE,
    DARK,
    ISLAND,
    LIGHT,
    OPENING,
    OPENING_SECOND,
    OVER,
    SECOND_TILE,
    TURN,
    Ponte,
    has_any_tile,
    has_tile,
)
from ponticello.games.ponte.reading import bridges, cells_under, land_of, lands, networks
from ponticello.games.ponte.rules import can_lay_two, colour_of, is_span_free, seat_of, spans_to_try, standing
from ponticello.games.ponte.strips import is_bridged
from ponticello.games.ponte.words import count, mark, say

SHADE_ROOM = 14.0  # for the name beside a colour, in letters
COLOUR_NAMES = (mark("light"), mark("dark"))
TILE_NAMES = (mark("light tile"), mark("dark tile"))
PHASE_NEEDS = {
    OPENING: mark("the game opens with two light tiles, such as d4,e5"),
    OPENING_SECOND: mark("the second light tile of the opening comes next"),
    CHOICE: mark("now a colour is chosen: light or dark"),
    TURN: mark("a turn is two tiles, such as a1,b2, or one bridge, such as a1-c3"),
    SECOND_TILE: mark("the second tile of this turn comes next"),
    OVER: mark("the game is over"),
}

# The names of the rules that refuse, for programs to test for.
REFUSALS = {
    rules.NOT_NOW: "NOT_NOW",
    rules.OFF_BOARD: "OFF_BOARD",
    rules.OCCUPIED: "OCCUPIED",
    rules.UNDER_BRIDGE: "UNDER_BRIDGE",
    rules.BY_ISLAND: "BY_ISLAND",
    rules.TOO_LARGE: "TOO_LARGE",
    rules.TOUCHING: "TOUCHING",
    rules.NO_SECOND: "NO_SECOND",
    rules.NO_TILES: "NO_TILES",
    rules.NO_BRIDGES: "NO_BRIDGES",
    rules.NOT_YOUR_END: "NOT_YOUR_END",
    rules.BRIDGED_END: "BRIDGED_END",
    rules.TILE_UNDER: "TILE_UNDER",
    rules.CROSSING: "CROSSING",
    rules.MUST_LAY: "MUST_LAY",
}


def colour_name(colour: int) -> str:
    """Returns the name of a colour, as it begins a sentence."""
    return say(COLOUR_NAMES[colour]).capitalize()


def status(state: Ponte) -> str:
    """Says whose turn it is, or how the game ended."""
    if ended():
        return ended()
    if state.phase == OVER:
        return _ending(state)
    seat = 1 if state.phase == CHOICE else seat_of(state, state.turn)
    return about(seat, *_sentences(state), colour=say(COLOUR_NAMES[state.turn]))


def _sentences(state: Ponte) -> tuple[str, str]:
    """Returns what somebody does now: said of them, and said to them."""
    if state.phase == OPENING:
        return mark("Colours still open: {name} lays two light tiles"), mark("Colours still open: you lay two light tiles")
    if state.phase == OPENING_SECOND:
        return mark("Colours still open: {name} lays a second tile"), mark("Colours still open: you lay a second tile")
    if state.phase == CHOICE:
        return mark("{name} chooses a colour"), mark("You choose a colour")
    if state.phase == SECOND_TILE:
        return mark("{name} ({colour}) lays a second tile"), mark("You ({colour}) lay a second tile")
    if state.last_turn:
        return mark("{name} ({colour}) is to move, the last turn"), mark("You ({colour}) are to move, the last turn")
    return mark("{name} ({colour}) is to move"), mark("You ({colour}) are to move")


def _ending(state: Ponte) -> str:
    light, dark = (standing(state, seat_of(state, colour)) for colour in (LIGHT, DARK))
    if light == dark:
        return say("The game is over, the victory shared")
    winner = LIGHT if light > dark else DARK
    seat, points = seat_of(state, winner), state.points
    if points[LIGHT] != points[DARK]:
        more, fewer = count(points[winner], "point"), points[1 - winner]
        return about(seat, mark("{name} wins, {more} to {fewer}"), mark("You win, {more} to {fewer}"), more=more, fewer=fewer)
    if state.islands[LIGHT] != state.islands[DARK]:
        return about(seat, mark("{name} wins with more islands"), mark("You win with more islands"))
    return about(seat, mark("{name} wins with more bridges"), mark("You win with more bridges"))


def shade_name(state: Ponte, colour: int) -> str:
    """Returns who plays a colour; before the choice, the colour itself."""
    return colour_name(colour) if state.phase < TURN else player_name(seat_of(state, colour), SHADE_ROOM)


def task(state: Ponte, seat: int) -> str:
    """Returns what is asked of the seat to act."""
    if state.phase == OPENING:
        return say("Lay two light tiles")
    if state.phase == OPENING_SECOND:
        return say("One more light tile")
    if state.phase == CHOICE:
        return say("Choose your colour")
    if state.phase == SECOND_TILE:
        return say("One more tile")
    can_bridge = any(is_span_free(state, state.open_spans[state.turn, k]) for k in range(spans_to_try(state, state.turn)))
    if can_lay_two(state, state.turn):
        return say("Lay two tiles or one bridge") if can_bridge else say("Lay two tiles")
    return say("Lay a bridge, or pass") if can_bridge else say("Nothing fits: you have to pass")


def describe(state: Ponte) -> str:
    """Puts a position into words, for those who listen to it."""
    words = [say("A board of {side} by {side} cells.", side=state.side)]
    for shade in (LIGHT, DARK):
        own = lands(state, shade)
        islands, sandbanks = ([land for land in own if (len(land) == ISLAND) == whole] for whole in (True, False))
        spans = [bridge_ends(action) for action in bridges(state) if has_tile(state, shade, start_of(action))]
        words.append(
            say(
                "{colour}: {points}, {tiles} left; {islands}, {sandbanks}, {bridges}.",
                colour=_who(state, shade),
                points=count(state.points[shade], "point"),
                tiles=count(state.tiles[shade], "tile"),
                islands=count(len(islands), "island") + _places(islands, " "),
                sandbanks=count(len(sandbanks), "sandbank") + _places(sandbanks, " "),
                bridges=count(len(spans), "bridge") + _places(spans, "-"),
            )
        )
    left = say("{bridges} left. {status}.", bridges=count(state.bridges, "bridge"), status=status(state))
    return " ".join([*words, left])


def _who(state: Ponte, colour: int) -> str:
    """Returns a colour and, once it is chosen, who plays it."""
    name = colour_name(colour)
    if state.phase < TURN:
        return name
    return say("{name} ({colour})", name=player_name(seat_of(state, colour)), colour=say(COLOUR_NAMES[colour]))


def _places(things: Sequence[Sequence[int]], joiner: str) -> str:
    return f" ({', '.join(joiner.join(map(cell_name, cells)) for cells in things)})" if things else ""


def names(cells: Iterable[int]) -> str:
    """Returns cells as a list a person would read out."""
    return listed(cell_name(cell) for cell in sorted(cells))


def why(state: Ponte, seat: int, action: int, reason: int) -> str:
    """Returns the rule that refuses an action, in one sentence."""
    if reason == rules.NOT_NOW:
        return say(PHASE_NEEDS[state.phase])
    colour, move = say(COLOUR_NAMES[state.turn]), write(state, seat, action)
    if reason == rules.MUST_LAY:
        return say("{colour} can still lay two tiles, so it may not pass", colour=colour)
    if reason == rules.NO_BRIDGES:
        return say("{move} cannot be laid: all bridges are on the board", move=move)
    if reason == rules.NO_TILES:
        if state.tiles[state.turn]:
            return say("{move} cannot be laid: {colour} has only one tile left, and a turn takes two", move=move, colour=colour)
        return say("{move} cannot be laid: {colour} has no tile left, and a turn takes two", move=move, colour=colour)
    return _why_not_bridge(state, action, reason) if is_bridge(action) else _why_not_tile(state, action, reason)


def _why_not_tile(state: Ponte, cell: int, reason: int) -> str:
    if reason == rules.OFF_BOARD:
        return say("that cell is not on this board")
    colour, place = state.turn, cell_name(cell)
    neighbours = [land for land in find_neighbours(state, colour, cell) if land]
    group = [cell, *(tile_of(state, land, k) for land in neighbours for k in range(state.land_size[land]))]
    if reason == rules.OCCUPIED:
        return say("{place} already has a {tile}", place=place, tile=say(TILE_NAMES[state.cells[cell] - 1]))
    if reason == rules.UNDER_BRIDGE:
        above = next(bridge for bridge in bridges(state) if cell in cells_under(bridge))
        return say("{place} lies under the bridge {bridge}, where no tile may go", place=place, bridge=write(state, 0, above))
    if reason == rules.BY_ISLAND:
        island = land_of(state, next(c for c in touching(state, colour, [cell]) if len(land_of(state, c)) == ISLAND))
        return say(
            "{place} would touch the {colour} island {cells}; islands keep clear of their own colour",
            place=place,
            colour=say(COLOUR_NAMES[colour]),
            cells=names(island),
        )
    if reason == rules.TOO_LARGE:
        if len(neighbours) > 1:
            return say(
                "{place} would join {number} sandbanks into a group of {tiles}; an island has exactly four tiles",
                place=place,
                number=len(neighbours),
                tiles=len(group),
            )
        return say("{place} would make a group of {tiles}; an island has exactly four tiles", place=place, tiles=len(group))
    if reason == rules.TOUCHING:
        strangers = [c for c in touching(state, colour, group) if c not in group]
        return say(
            "{place} would make an island that touches {other}; an island touches no other land of its colour",
            place=place,
            other=cell_name(strangers[0]),
        )
    assert reason == rules.NO_SECOND
    return say("{place} would leave no cell for the second tile of the turn", place=place)


def touching(state: Ponte, colour: int, group: list[int]) -> list[int]:
    """Returns the tiles of a colour that touch a group of cells, at a side or a corner."""
    around = {cell + step for cell in group for step in map(int, AROUND)}
    return sorted(cell for cell in around if has_tile(state, colour, cell))


def _why_not_bridge(state: Ponte, action: int, reason: int) -> str:
    span = write(state, 0, action)
    ends = bridge_ends(action)
    if reason == rules.NOT_YOUR_END:
        bare = next(cell for cell in ends if not has_tile(state, state.turn, cell))
        return say(
            "{bridge} needs a {tile} at both ends, and {place} has none",
            bridge=span,
            tile=say(TILE_NAMES[state.turn]),
            place=cell_name(bare),
        )
    if reason == rules.BRIDGED_END:
        taken = next(cell for cell in ends if is_bridged(state, cell))
        return say("{place} already carries a bridge; a tile carries one", place=cell_name(taken))
    if reason == rules.TILE_UNDER:
        tile = next(cell for cell in cells_under(action) if has_any_tile(state, cell))
        return say("{bridge} would pass over the tile on {place}", bridge=span, place=cell_name(tile))
    assert reason == rules.CROSSING
    other = next(bridge for bridge in bridges(state) if rules_out(state, bridge, action))
    if cells_under(other) & cells_under(action) and way_of(other) == way_of(action):
        beside = write(state, 0, other)
        return say("{bridge} would run beside and share a cell with the bridge {other}", bridge=span, other=beside)
    return say("{bridge} would cross the bridge {other}", bridge=span, other=write(state, 0, other))


def rules_out(state: Ponte, laid: int, action: int) -> bool:
    """Tells whether a bridge on the board forbids another one."""
    table, way = 1 - state.parallel_knights, way_of(laid)
    reached = zip(CONFLICT_START[table, way], CONFLICT_WAYS[table, way], strict=True)
    return any(start_of(laid) + offset == start_of(action) and ways >> way_of(action) & 1 for offset, ways in reached)


def _sum(last: int) -> str:
    """Returns the numbers that a network of islands adds up."""
    if last > 6:
        return f"1 + 2 + … + {last}"
    return " + ".join(map(str, range(1, last + 1)))


def explain(state: Ponte, seat: int) -> list[str]:
    """Returns where a seat's points come from, and what breaks a tie."""
    if state.phase < TURN:
        return [say("No colours are chosen yet, so there is nothing to count.")]
    colour = colour_of(state, seat)
    sentences = []
    lone = 0
    for islands in networks(state, colour):
        linked = len(islands)
        if linked == 1:
            lone += 1
        else:
            at = ", ".join(cell_name(min(island)) for island in islands)
            sentences.append(
                say(
                    "{islands} linked by bridges (at {places}): {sum} = {points}.",
                    islands=count(linked, "island"),
                    places=at,
                    sum=_sum(linked),
                    points=count(linked * (linked + 1) // 2, "point"),
                )
            )
    if lone:
        sentences.append(say("{islands}: {points}.", islands=count(lone, "lone island"), points=count(lone, "point")))
    if not sentences:
        sentences.append(say("No island: 0 points."))
    if state.phase == OVER and state.points[LIGHT] == state.points[DARK]:
        sentences.append(
            say(
                "Points are equal, so islands count ({islands}), then bridges ({bridges}).",
                islands=state.islands[colour],
                bridges=state.bridges_of[colour],
            )
        )
    return sentences
