"""What a move does, in words: told of a turn that was played, and offered where one can be clicked."""

from __future__ import annotations

from collections.abc import Sequence

from ponticello.engine.people import player_names
from ponticello.engine.words import listed
from ponticello.games.skybridge.board import COLOUR_NAMES, NEIGHBOURS, tower_name
from ponticello.games.skybridge.notation import split
from ponticello.games.skybridge.position import BRIDGE, LOTS, Skybridge
from ponticello.games.skybridge.words import mark, say

# By kind of piece.
TOLD = (
    mark("lays three floors of {colour} on {place}"),
    mark("lays two floors of {colour} on {place}"),
    mark("roofs {place} in {colour}"),
    mark("bridges {place} in {colour}"),
)
OFFERED = (
    mark("lay three floors of {colour} on {place}"),
    mark("lay two floors of {colour} on {place}"),
    mark("roof {place} in {colour}"),
    mark("bridge {place} in {colour}"),
)


def tell(state: Skybridge, seat: int, actions: Sequence[int]) -> str:
    """Returns what a turn does, in words that follow the name of who does it; of the lot, on whom it falls."""
    return listed(_fill(TOLD, action) for action in actions)


def offer(action: int) -> str:
    """Returns what a click would do."""
    return _fill(OFFERED, action)


def _fill(sentences: Sequence[str], action: int) -> str:
    if action >= LOTS:
        return say("the lot falls on {player}", player=player_names([action - LOTS]))
    colour, kind, place = split(action)
    towers = NEIGHBOURS[place] if kind == BRIDGE else (place,)
    return say(sentences[kind], colour=say(COLOUR_NAMES[colour]), place=listed(map(tower_name, towers)))
