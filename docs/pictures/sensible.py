"""Choosers that play like people do, well enough for a picture: each looks one action ahead and takes what looks best."""

from __future__ import annotations

import random

from ponticello import Match, Move, Position
from ponticello.games.connections import rules as connections
from ponticello.games.connections.board import CELLS, NEXT, NOTHING, SPOT, TILES
from ponticello.games.hashi import rules as hashi
from ponticello.games.ponte import rules as ponte
from ponticello.games.ponte.board import REACH, SIDES
from ponticello.games.ponte.survey import lands
from ponticello.games.skybridge import rules as skybridge
from ponticello.games.skybridge.board import NEIGHBOURS
from ponticello.games.skybridge.notation import split

WORTH = (0.0, 0.06, 0.3, 0.65, 1.0)  # of a land by its tiles, in islands
HOPE = 0.4  # of a bridge that can still be laid


def play_on(match: Match, seed: int, moves: int = 10_000) -> Match:
    """Plays a match on, for so many moves at most. Equal seeds give equal games."""
    chooser = random.Random(seed)
    value = {
        "connections": value_in_connections,
        "hashi": value_in_hashi,
        "ponte": value_in_ponte,
        "skybridge": value_in_skybridge,
    }[match.game.name]
    for _ in range(moves):
        if match.over:
            break
        position = match.position
        match.play(max(match.legal(), key=lambda move: value(position, move) + chooser.random() * 0.1))
    return match


def value_in_ponte(position: Position, move: Move) -> float:
    """A move is good if it brings one's own land on and holds the other's back."""
    colour = position.state.turn
    after = position.play(move).state
    value = prospects(after, colour) - 0.8 * prospects(after, 1 - colour)
    return value - 0.15 if ponte.BRIDGE <= move.action < ponte.TAKE_LIGHT else value  # a bridge can wait


def prospects(state: ponte.Ponte, colour: int) -> float:
    """What a colour's networks are worth, counting sandbanks that can grow and bridges that can still be laid as a part."""
    networks: dict[int, float] = {}
    for land in lands(state, colour):
        grows = any(ponte.tile_refusal(state, colour, cell + int(side)) == 0 for cell in land for side in SIDES)
        network = ponte.root(state, state.land[colour, land[0]])
        networks[network] = networks.get(network, 0) + (WORTH[len(land)] if grows or len(land) == ponte.ISLAND else 0.02)
    value = sum(islands * (islands + 1) / 2 for islands in networks.values())
    hopes: dict[tuple[int, int], float] = {}
    for k in range(state.span_count[colour] if state.bridges else 0):
        start, way = divmod(state.open_spans[colour, k] - ponte.BRIDGE, ponte.WAYS)
        if ponte.span_refusal(state, start, way) == 0:
            ends = (start, start + int(REACH[way]))
            one, other = sorted(ponte.root(state, state.land[colour, cell]) for cell in ends)
            if one != other:
                hopes[one, other] = networks[one] * networks[other]
    return value + HOPE * sum(hopes.values())


def value_in_skybridge(position: Position, move: Move) -> float:
    """Roofs wait for tall towers, bridges for some height; blocks go where no roof of a rival is due."""
    state = position.state
    colour, kind, place = split(move.action)
    laid = sum(state.pieces[tower] for tower in range(skybridge.TOWERS))
    if kind == skybridge.BRIDGE:
        a, _ = NEIGHBOURS[place]
        return 6.0 if 4 <= state.height[a] <= 8 else -1.0
    if kind == skybridge.ROOF:
        gain = skybridge.colour_points(position.play(move).state, colour) - skybridge.colour_points(state, colour)
        return gain - 16 + laid / 5
    return 2.0 + skybridge.FLOORS[kind] * 0.02


def value_in_hashi(position: Position, move: Move) -> float:
    """A move is good if the islands it begins can still be finished, flags and neighbours of finished islands before others."""
    state = position.play(move).state
    value = float(hashi.points(state, move.seat)) + 0.3 * state.drawn[move.seat]
    for island in range(hashi.ISLANDS):
        open_ends = open_bridges(state, move.seat, island)
        number, reaching = state.number[move.seat, island], state.bridges[move.seat, island]
        dear = 1.6 if state.flag[island] else 1.0
        if number == 0:
            value += dear * min(reaching, 4) * 0.25
        elif number > reaching:
            hope = open_ends - (number - reaching)
            value += dear * (1.0 + 0.5 * reaching / number + 0.1 * min(hope, 3)) if hope >= 0 else -3.0 * dear
    return value + 0.25 * largest_group(state, move.seat)


def open_bridges(state: hashi.Hashi, seat: int, island: int) -> int:
    """Returns how many bridges could still reach an island, if nothing else were drawn."""
    total = 0
    for line in range(state.lines):
        if state.lines_at[island] >> line & 1 and state.usable[seat] >> line & 1:
            other = state.line_a[line] + state.line_b[line] - island
            total += min(hashi.PER_LINE - state.spans[seat, line], state.room[seat, other])
    return total


def largest_group(state: hashi.Hashi, seat: int) -> int:
    """Returns how many finished islands hang together, at most the six that are wanted."""
    groups: list[set[int]] = [{k} for k in range(hashi.ISLANDS) if state.finished[seat] >> k & 1]
    for line in range(state.lines):
        if state.spans[seat, line]:
            ends = {state.line_a[line], state.line_b[line]}
            met = [group for group in groups if group & ends]
            if len(met) == 2:
                groups = [group for group in groups if group not in met] + [met[0] | met[1]]
    return min(max(map(len, groups), default=0), hashi.CONNECTED)


def value_in_connections(position: Position, move: Move) -> float:
    """A move is good if many of the tiles to come fit on each cell that is left, and can reach the numbers there."""
    state, seat = position.play(move).state, move.seat
    to_come = [state.sides[tile] for tile in range(TILES) if state.stock >> tile & 1]
    looks = [connections.turned(sides, turns) for sides in to_come for turns in range(connections.SIDES)]
    places = [(sides, connections.for_tile(state, seat, sides)) for sides in looks]
    value = -float(connections.points(state, seat))
    for cell in range(CELLS):
        if state.open_cells[seat] >> cell & 1:
            fitting = [sides for sides, cells in places if cells >> cell & 1]
            touched = any(state.links[seat, row] >> cell & 1 for row in range(connections.SIDES * connections.CODES))
            value -= 2.5 / (1 + len(fitting) / 3) if touched else 0.9
            for side in range(connections.SIDES):
                if NEXT[cell, side] == NOTHING:
                    number = state.numbers[seat, SPOT[cell, side]]
                    reaching = sum(sides >> 2 * side & 3 != 0 for sides in fitting)
                    value += number * (reaching / (reaching + 3) if touched else 0.55)
    return value
