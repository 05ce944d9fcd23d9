"""Choosers that play like people do, well enough for a picture: each looks one action ahead and takes what looks best."""

from __future__ import annotations

import random

from ponticello import Match, Move, Position
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
    value = {"ponte": value_in_ponte, "skybridge": value_in_skybridge}[match.game.name]
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
