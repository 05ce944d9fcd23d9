"""The rules of Ponte del Diavolo (Martin Ebel, 2007), in the order in which a player learns them.

Lay two tiles or one bridge. Four tiles side by side are an island, fewer a sandbank; islands keep their distance. Bridges link
them, and linked islands are worth more than lone ones.

One fact makes this fast: what has become impossible stays impossible. Land only grows, islands stand for ever, so a cell that
is closed to a colour never opens again, nor does a span for a bridge. Each colour therefore keeps a list of cells and spans that
were possible when last looked at, and whoever meets one that no longer is takes it off the list for good.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from ponticello.engine.dice import Dice, draw
from ponticello.engine.native import implement, rule
from ponticello.engine.record import Grid, Ints, Record, int8
from ponticello.engine.verbs import LEGAL
from ponticello.games.ponte.board import (
    AREA,
    AROUND,
    BITS,
    CONFLICT_START,
    CONFLICT_WAYS,
    CONFLICTS,
    CORNERS,
    REACH,
    SIDES,
    SPAN_START,
    SPAN_WAY,
    STRIDE,
    UNDER,
    WAYS,
    cell_at,
)

LIGHT, DARK = 0, 1
FREE, LIGHT_TILE, DARK_TILE, BLOCKED, SEA = 0, 1, 2, 3, 4  # a tile is its colour + 1
ISLAND = 4
NOWHERE = -1

# The phases of a game; in the first three nobody owns a colour yet.
OPENING, OPENING_SECOND, CHOICE, TURN, SECOND_TILE, OVER = 0, 1, 2, 3, 4, 5

# The actions: a tile on a cell, a bridge from a cell in one of eight ways, and four words.
BRIDGE = AREA
TAKE_LIGHT = BRIDGE + AREA * WAYS
TAKE_DARK = TAKE_LIGHT + 1
PASS = TAKE_LIGHT + 2
ACTIONS = TAKE_LIGHT + 3

# Why an action is refused.
NOT_NOW, OFF_BOARD, OCCUPIED, UNDER_BRIDGE, BY_ISLAND, TOO_LARGE, TOUCHING, NO_SECOND, NO_TILES = range(1, 10)
NO_BRIDGES, NOT_YOUR_END, BRIDGED_END, TILE_UNDER, CROSSING, MUST_LAY = range(10, 16)

MOST_TILES = 60
MOST_BRIDGES = 22
LANDS = 2 * MOST_TILES + 1  # a land is numbered by its newest tile; 0 is no land
MOST_SPANS = MOST_TILES * WAYS


class Ponte(Record):
    """A position."""

    side: int8  # 10 or 12
    parallel_knights: int8  # 1 if two parallel knight bridges may share a blocked cell
    phase: int8
    turn: int8  # the colour to move
    light_seat: int8  # the seat that plays light, once chosen
    last_turn: int8  # 1 once light has passed
    tiles: Annotated[Ints, np.int8, 2]  # left to lay, by colour
    bridges: int8  # left to lay, for both

    cells: Annotated[Ints, np.int8, AREA]
    bridged: Annotated[Ints, np.int8, AREA]  # 1 where a bridge rests on the tile
    laid: Annotated[Ints, np.int16, MOST_BRIDGES]  # the bridges on the board, as actions, in order of play
    laid_count: int8

    rows: Annotated[Grid, np.int64, 2, STRIDE]  # the tiles of a colour once more, a bit for each column
    land: Annotated[Grid, np.int8, 2, AREA]  # the number of a colour's sandbank or island on a cell, 0 for none
    land_cells: Annotated[Grid, np.int16, LANDS, ISLAND]
    land_size: Annotated[Ints, np.int8, LANDS]
    land_count: int8
    link: Annotated[Ints, np.int8, LANDS]  # union-find over lands that have grown together or are bridged
    linked_islands: Annotated[Ints, np.int8, LANDS]  # islands of a network, kept at its root

    points: Annotated[Ints, np.int16, 2]
    islands: Annotated[Ints, np.int8, 2]
    bridges_of: Annotated[Ints, np.int8, 2]

    closed: Annotated[Grid, np.int8, 2, AREA]  # why a cell is closed to a colour for ever; LEGAL while it is not known to be
    barred: Annotated[Ints, np.int16, AREA]  # bit by way: a span from here would cross a bridge

    open_cells: Annotated[Grid, np.int16, 2, 144]  # cells that may still be possible, by colour
    open_count: Annotated[Ints, np.int16, 2]
    place: Annotated[Grid, np.int16, 2, AREA]  # where a cell stands on that list, or NOWHERE
    open_spans: Annotated[Grid, np.int16, 2, MOST_SPANS]  # spans that may still be possible, as actions
    span_count: Annotated[Ints, np.int16, 2]


def set_up(state: Ponte, players: int, size: int, parallel_knights: bool) -> None:
    """Prepares an empty board, 10 or 12 cells wide, with all tiles and bridges beside it."""
    side = state.side = size
    state.parallel_knights = parallel_knights
    state.bridges = 15 if side == 10 else 22
    for cell in range(AREA):
        state.cells[cell] = SEA
        for colour in (LIGHT, DARK):
            state.closed[colour, cell] = OFF_BOARD
            state.place[colour, cell] = NOWHERE
    for index in range(side * side):
        cell = cell_at(index // side, index % side)
        state.cells[cell] = FREE
        for colour in (LIGHT, DARK):
            state.open_cells[colour, index] = cell
            state.place[colour, cell] = index
            state.closed[colour, cell] = LEGAL
    for colour in (LIGHT, DARK):
        state.open_count[colour] = side * side
        state.tiles[colour] = 40 if side == 10 else 60


@rule
def seat_of(state: Ponte, colour: int) -> int:
    """Returns the seat that plays a colour; before the choice, seat 0 lays the light tiles."""
    return state.light_seat if colour == LIGHT else 1 - state.light_seat


@rule
def actors(state: Ponte) -> int:
    """Says who is to move: seat 0 opens, seat 1 chooses a colour, then dark and light take turns."""
    if state.phase == OVER:
        return 0
    if state.phase <= OPENING_SECOND:
        return 1
    if state.phase == CHOICE:
        return 2
    return 1 << seat_of(state, state.turn)


# Islands and sandbanks


@rule
def find_neighbours(state: Ponte, colour: int, cell: int) -> tuple[int, int, int, int]:
    """Returns the different lands of a colour that a cell touches with its sides; 0 for none."""
    north = state.land[colour, cell - STRIDE]
    west = state.land[colour, cell - 1]
    east = state.land[colour, cell + 1]
    south = state.land[colour, cell + STRIDE]
    if west == north:
        west = 0
    if east == north or east == west:
        east = 0
    if south == north or south == west or south == east:
        south = 0
    return north, west, east, south


@rule
def meets_strangers(state: Ponte, colour: int, cell: int, a: int, b: int, c: int, d: int) -> bool:
    """Tells whether a cell touches, at a corner, land of a colour other than the lands a to d."""
    strangers = 0
    for k in range(4):
        land = state.land[colour, cell + CORNERS[k]]
        strangers |= (land != 0) & (land != a) & (land != b) & (land != c) & (land != d)
    return strangers != 0


@rule
def new_island_touches(state: Ponte, colour: int, cell: int, a: int, b: int, c: int, d: int) -> bool:
    """Tells whether the island made of a cell and the lands a to d would touch other land of its colour."""
    if meets_strangers(state, colour, cell, a, b, c, d):
        return True
    for k in range(4):
        land = a if k == 0 else b if k == 1 else c if k == 2 else d
        for j in range(state.land_size[land]):
            if meets_strangers(state, colour, state.land_cells[land, j], a, b, c, d):
                return True
    return False


@rule
def tile_refusal(state: Ponte, colour: int, cell: int) -> int:
    """A tile needs a free cell; land never exceeds four tiles; an island touches no other land of its colour, even at corners."""
    if state.closed[colour, cell] != LEGAL:
        return state.closed[colour, cell]
    a, b, c, d = find_neighbours(state, colour, cell)
    size = 1 + state.land_size[a] + state.land_size[b] + state.land_size[c] + state.land_size[d]
    if size > ISLAND:
        return TOO_LARGE
    if size == ISLAND and new_island_touches(state, colour, cell, a, b, c, d):
        return TOUCHING
    return LEGAL


@rule
def near(cell: int, other: int) -> bool:
    """Tells whether new tiles on two cells could disturb each other: at most three steps along a land, and a corner."""
    return abs((cell >> 4) - (other >> 4)) + abs((cell & 15) - (other & 15)) <= 5


@rule
def fit_together(state: Ponte, colour: int, first: int, second: int) -> bool:
    """Tells whether two cells near each other, each open to a tile of a colour, can both take one."""
    return stands(state, colour, first, second) and stands(state, colour, second, first)


@rule
def stands(state: Ponte, colour: int, start: int, other: int) -> bool:
    """Tells whether the land around a new tile is small enough and, if an island, touches no other, given one more new tile."""
    b, c, d = 0, 0, 0  # with the start, the tiles of this land, found by walking from side to side
    size = 1
    walked = 0
    while walked < size:
        here = start if walked == 0 else b if walked == 1 else c if walked == 2 else d
        walked += 1
        for k in range(4):
            there = here + SIDES[k]
            if there == start or there == b or there == c or there == d:
                continue
            if there == other or state.land[colour, there] != 0:
                size += 1
                if size > ISLAND:
                    return False
                b, c, d = (there, c, d) if size == 2 else (b, there, d) if size == 3 else (b, c, there)
    if size < ISLAND:
        return True
    for k in range(ISLAND):
        here = start if k == 0 else b if k == 1 else c if k == 2 else d
        for j in range(4):
            there = here + CORNERS[j]
            if there == start or there == b or there == c or there == d:
                continue
            if there == other or state.land[colour, there] != 0:
                return False
    return True


@rule
def has_partner(state: Ponte, colour: int, cell: int) -> bool:
    """Tells whether a second tile could follow one on this cell; a turn is two tiles or none."""
    for k in range(state.open_count[colour]):
        other = state.open_cells[colour, k]
        if not near(cell, other) and tile_refusal(state, colour, other) == LEGAL:
            return True
    for k in range(state.open_count[colour]):
        other = state.open_cells[colour, k]
        if near(cell, other) and other != cell and tile_refusal(state, colour, other) == LEGAL:
            if fit_together(state, colour, cell, other):
                return True
    return False


@rule
def first_tile_refusal(state: Ponte, colour: int, cell: int) -> int:
    """The first tile of a turn must leave room for the second."""
    if state.tiles[colour] < 2:
        return NO_TILES
    reason = tile_refusal(state, colour, cell)
    if reason == LEGAL and not has_partner(state, colour, cell):
        return NO_SECOND
    return reason


@rule
def can_lay_two(state: Ponte, colour: int) -> bool:
    """Tells whether a colour still has two tiles and a pair of cells for them."""
    for k in range(state.open_count[colour]):
        if first_tile_refusal(state, colour, state.open_cells[colour, k]) == LEGAL:
            return True
    return False


# Bridges


@rule
def bridge_refusal(state: Ponte, colour: int, start: int, way: int) -> int:
    """A bridge joins two unbridged tiles of one colour, with no tile under it and no bridge across it."""
    if state.bridges == 0:
        return NO_BRIDGES
    end = start + REACH[way]
    if state.cells[start] != colour + 1:
        return NOT_YOUR_END
    if end >= AREA or state.cells[end] != colour + 1:
        return NOT_YOUR_END
    return span_refusal(state, start, way)


@rule
def span_refusal(state: Ponte, start: int, way: int) -> int:
    """The part of the rule that looks at the span alone, its two ends being of one colour."""
    if state.bridged[start] or state.bridged[start + REACH[way]]:
        return BRIDGED_END
    for k in range(2):
        under = state.cells[start + UNDER[way, k]]
        if under == LIGHT_TILE or under == DARK_TILE:
            return TILE_UNDER
    if state.barred[start] >> way & 1:
        return CROSSING
    return LEGAL


# A turn


@rule
def refusal(state: Ponte, seat: int, action: int) -> int:
    """Lay two tiles or one bridge; pass only if two tiles cannot be laid. First come two light tiles and a choice of colour."""
    if actors(state) >> seat & 1 == 0:
        return NOT_NOW
    if state.phase == CHOICE:
        return LEGAL if action == TAKE_LIGHT or action == TAKE_DARK else NOT_NOW
    if action < BRIDGE:
        if state.phase == TURN:
            return first_tile_refusal(state, state.turn, action)
        return tile_refusal(state, state.turn, action)
    if state.phase != TURN:
        return NOT_NOW
    if action < TAKE_LIGHT:
        return bridge_refusal(state, state.turn, (action - BRIDGE) >> 3, (action - BRIDGE) & 7)
    if action == PASS:
        return MUST_LAY if can_lay_two(state, state.turn) else LEGAL
    return NOT_NOW


@rule
def play(state: Ponte, seat: int, action: int) -> None:
    """Carries out an action and passes the turn on."""
    if action < BRIDGE:
        lay_tile(state, state.turn, action)
        if state.phase == TURN:
            state.phase = SECOND_TILE
            return
        if state.phase == OPENING:
            state.phase = OPENING_SECOND
            return
        if state.phase == OPENING_SECOND:
            state.phase = CHOICE
            return
    elif action < TAKE_LIGHT:
        lay_bridge(state, state.turn, action)
    elif action == PASS:
        if state.turn == DARK:
            state.phase = OVER
            return
        state.last_turn = 1
        state.turn = DARK
        return
    else:
        state.light_seat = 1 if action == TAKE_LIGHT else 0
    end_turn(state)


@rule
def end_turn(state: Ponte) -> None:
    """Dark follows light and light dark; after light has passed, dark's next turn is the last."""
    if state.last_turn:
        state.phase = OVER
        return
    state.turn = 1 - state.turn
    state.phase = TURN


@rule
def mid_turn(state: Ponte, seat: int) -> bool:
    """Between the two tiles of a turn there is no going on to something else."""
    return (state.phase == SECOND_TILE or state.phase == OPENING_SECOND) and actors(state) >> seat & 1 == 1


@rule
def lay_tile(state: Ponte, colour: int, cell: int) -> None:
    """Lays a tile, joins it to its neighbours, and notes the spans it opens and, if an island arises, the shore it closes."""
    a, b, c, d = find_neighbours(state, colour, cell)
    state.cells[cell] = colour + 1
    state.rows[colour, cell >> 4] |= 1 << (cell & 15)
    close_to_both(state, cell, OCCUPIED)
    state.tiles[colour] -= 1
    state.land_count += 1
    land = state.land_count
    state.land[colour, cell] = land
    state.land_cells[land, 0] = cell
    state.land_size[land] = 1
    state.link[land] = land
    for k in range(4):
        old = a if k == 0 else b if k == 1 else c if k == 2 else d
        if old != 0:
            join_land(state, colour, old, land)
            connect(state, colour, land, old)
    if state.land_size[land] == ISLAND:
        state.islands[colour] += 1
        network = root(state, land)
        state.linked_islands[network] += 1
        state.points[colour] += state.linked_islands[network]
        close_shore(state, colour, land)
    ends = a_bridge_away(state, colour, cell)
    while ends != 0:
        end = ends & -ends
        ends ^= end
        add_span(state, colour, cell + SPAN_START[end % BITS], SPAN_WAY[end % BITS])


@rule
def join_land(state: Ponte, colour: int, old: int, land: int) -> None:
    """Moves the tiles of an old sandbank into the land of the newest tile."""
    size = state.land_size[land]
    for k in range(state.land_size[old]):
        cell = state.land_cells[old, k]
        state.land_cells[land, size + k] = cell
        state.land[colour, cell] = land
    state.land_size[land] = size + state.land_size[old]


@rule
def close_shore(state: Ponte, colour: int, land: int) -> None:
    """Closes the cells around a new island to its colour."""
    for k in range(ISLAND):
        for j in range(8):
            cell = state.land_cells[land, k] + AROUND[j]
            if state.closed[colour, cell] == LEGAL:
                close(state, colour, cell, BY_ISLAND)


@rule
def close_to_both(state: Ponte, cell: int, reason: int) -> None:
    """Closes a cell to both colours for ever."""
    close(state, LIGHT, cell, reason)
    close(state, DARK, cell, reason)


@rule
def close(state: Ponte, colour: int, cell: int, reason: int) -> None:
    """Closes a cell to a colour for ever."""
    state.closed[colour, cell] = reason
    strike_off(state, colour, cell)


@rule
def strike_off(state: Ponte, colour: int, cell: int) -> None:
    """Takes a cell off a colour's list, unless it is off already; the last on the list takes its place."""
    place = state.place[colour, cell]
    if place != NOWHERE:
        state.open_count[colour] -= 1
        last = state.open_cells[colour, state.open_count[colour]]
        state.open_cells[colour, place] = last
        state.place[colour, last] = place
        state.place[colour, cell] = NOWHERE


@rule
def a_bridge_away(state: Ponte, colour: int, cell: int) -> int:
    """Returns the tiles of a colour that a bridge could reach from a cell, as bits of the square of five by five around it."""
    row, left = cell >> 4, (cell & 15) - 2
    return (
        (state.rows[colour, row - 2] >> left & 0b11111)
        | (state.rows[colour, row - 1] >> left & 0b10001) << 5
        | (state.rows[colour, row] >> left & 0b10001) << 10
        | (state.rows[colour, row + 1] >> left & 0b10001) << 15
        | (state.rows[colour, row + 2] >> left & 0b11111) << 20
    )


@rule
def add_span(state: Ponte, colour: int, start: int, way: int) -> None:
    """Notes a span if a bridge could lie there now; if it could not, it never will."""
    if span_refusal(state, start, way) == LEGAL:
        state.open_spans[colour, state.span_count[colour]] = BRIDGE + start * WAYS + way
        state.span_count[colour] += 1


@rule
def lay_bridge(state: Ponte, colour: int, action: int) -> None:
    """Lays a bridge, blocks what is under it, bars what would cross it, and links the two lands."""
    start = (action - BRIDGE) >> 3
    way = (action - BRIDGE) & 7
    end = start + REACH[way]
    state.bridged[start] = 1
    state.bridged[end] = 1
    for k in range(2):
        state.cells[start + UNDER[way, k]] = BLOCKED
        close_to_both(state, start + UNDER[way, k], UNDER_BRIDGE)
    table = 1 - state.parallel_knights
    for k in range(CONFLICTS):
        state.barred[start + CONFLICT_START[table, way, k]] |= CONFLICT_WAYS[table, way, k]
    state.laid[state.laid_count] = action
    state.laid_count += 1
    state.bridges -= 1
    state.bridges_of[colour] += 1
    connect(state, colour, state.land[colour, start], state.land[colour, end])


# The score


@rule
def root(state: Ponte, land: int) -> int:
    """Returns the land that stands for a whole network."""
    while state.link[land] != land:
        land = state.link[land]
    return land


@rule
def connect(state: Ponte, colour: int, land: int, other: int) -> None:
    """Makes one network of two; islands that come together score for every pair of them."""
    land = root(state, land)
    other = root(state, other)
    if land != other:
        state.points[colour] += state.linked_islands[land] * state.linked_islands[other]
        state.link[other] = land
        state.linked_islands[land] += state.linked_islands[other]


@rule
def points(state: Ponte, seat: int) -> int:
    """A network of n islands is worth 1 + 2 + ... + n points; sandbanks link but count nothing."""
    return state.points[LIGHT if seat == state.light_seat else DARK]


@rule
def standing(state: Ponte, seat: int) -> int:
    """Points decide, then islands, then bridges."""
    colour = LIGHT if seat == state.light_seat else DARK
    return state.points[colour] * 10_000 + state.islands[colour] * 100 + state.bridges_of[colour]


# What is possible


@rule
def legal(state: Ponte, seat: int, marks: Ints) -> int:
    """Marks the legal actions; only what is still on the lists needs a look."""
    for action in range(len(marks)):
        marks[action] = 0
    colour = state.turn
    for k in range(state.open_count[colour]):
        cell = state.open_cells[colour, k]
        marks[cell] = refusal(state, seat, cell) == LEGAL
    for k in range(state.span_count[colour]):
        span = state.open_spans[colour, k]
        marks[span] = refusal(state, seat, span) == LEGAL
    for word in range(TAKE_LIGHT, ACTIONS):
        marks[word] = refusal(state, seat, word) == LEGAL
    count = 0
    for action in range(len(marks)):
        count += marks[action]
    return count


@rule
def sample(state: Ponte, seat: int, marks: Ints, dice: Dice) -> int:
    """Draws evenly among the legal actions: picks from the lists of what was possible and strikes off what no longer is."""
    if state.phase == CHOICE:
        return TAKE_LIGHT + draw(dice, 2)
    colour = state.turn
    second = state.phase != TURN
    while True:
        cells = state.open_count[colour] if second or state.tiles[colour] >= 2 else 0
        spans = 0 if second or state.bridges == 0 else state.span_count[colour]
        chosen = draw(dice, cells + spans + (0 if second else 1))
        if chosen < cells:
            cell = state.open_cells[colour, chosen]
            if tile_refusal(state, colour, cell) == LEGAL and (second or has_partner(state, colour, cell)):
                return cell
            strike_off(state, colour, cell)
        elif chosen < cells + spans:
            chosen -= cells
            action = state.open_spans[colour, chosen]
            if span_refusal(state, (action - BRIDGE) >> 3, (action - BRIDGE) & 7) == LEGAL:
                return action
            state.span_count[colour] -= 1
            state.open_spans[colour, chosen] = state.open_spans[colour, spans - 1]
        elif not can_lay_two(state, colour):
            return PASS


implement(
    Ponte,
    actors=actors,
    refusal=refusal,
    play=play,
    points=points,
    standing=standing,
    mid_turn=mid_turn,
    legal=legal,
    sample=sample,
)
