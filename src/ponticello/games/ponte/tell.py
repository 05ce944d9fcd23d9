"""What a move does, in words: told of a turn that was played, and offered where one can be clicked."""

from __future__ import annotations

from collections.abc import Sequence

from ponticello.engine.words import listed
from ponticello.games.ponte.actions import PASS, TAKE_DARK, TAKE_LIGHT, is_bridge, is_tile
from ponticello.games.ponte.notation import bridge_ends, cell_name
from ponticello.games.ponte.position import Ponte
from ponticello.games.ponte.words import mark, say

TOLD = {TAKE_LIGHT: mark("takes light"), TAKE_DARK: mark("takes dark"), PASS: mark("passes")}
CHOICES = {TAKE_LIGHT: mark("Take light"), TAKE_DARK: mark("Take dark"), PASS: mark("Pass")}


def tell(state: Ponte, seat: int, actions: Sequence[int]) -> str:
    """Returns what a turn, or a part of one, does: words that follow the name of who does it."""
    tiles = [cell_name(action) for action in actions if is_tile(action)]
    told = [say(TOLD[action]) for action in actions if action in TOLD]
    if len(tiles) == 1:
        told.append(say("lays a tile on {cell}", cell=tiles[0]))
    elif tiles:
        told.append(say("lays tiles on {cells}", cells=listed(tiles)))
    for action in actions:
        if is_bridge(action):
            one, other = map(cell_name, bridge_ends(action))
            told.append(say("bridges {one} and {other}", one=one, other=other))
    return listed(told)


def offer(action: int) -> str:
    """Returns what a click on the board would do."""
    if is_bridge(action):
        one, other = map(cell_name, bridge_ends(action))
        return say("bridge {one} and {other}", one=one, other=other)
    return say("lay a tile on {cell}", cell=cell_name(action))


def choice(state: Ponte, action: int) -> str:
    """Returns the words of a button for what is no place on the board; nothing for tiles and bridges."""
    return say(CHOICES[action]) if action in CHOICES else ""
