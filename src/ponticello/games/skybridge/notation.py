"""How Skybridge's moves are written: colour and piece, then the place: `C3@b2`, `Cr@b2` a roof, `Cb@a1-a2` a bridge.

The letters are those of coral, ochre, jade and slate. `first 2` is the lot that falls on the second player.
"""

from __future__ import annotations

import re
from functools import reduce

from ponticello.engine.errors import BadNotation
from ponticello.engine.words import listed
from ponticello.games.skybridge.board import COLOUR_NAMES, NEIGHBOURS, PAIRS, TOWERS, WIDTH, pair_name, tower_name
from ponticello.games.skybridge.position import BRIDGE, BRIDGES, COLOURS, LOTS, ROOF, THREE, TWO, Skybridge
from ponticello.games.skybridge.rules import may_play
from ponticello.games.skybridge.words import say

JOINER = ","
KIND_LETTERS = "32rb"
KIND_WORDS = {
    "3": THREE, "three": THREE, "2": TWO, "two": TWO, "r": ROOF, "roof": ROOF, "b": BRIDGE, "bridge": BRIDGE,
}  # fmt: skip

MOVE = re.compile(
    rf"(?:({'|'.join(COLOUR_NAMES)}|[cojs])\s*)?(three|two|roof|bridge|[32rb])\s*(?:@|on|at)?\s*"
    r"([a-z])(\d)(?:\s*[-\u2013:=,]?\s*([a-z])(\d))?"
)
FIRST = re.compile(r"first\s*(\d)")


def split(action: int) -> tuple[int, int, int]:
    """Returns the colour, the kind and the place of an action: a tower, or for a bridge a pair."""
    if action >= BRIDGES:
        return (action - BRIDGES) // PAIRS, BRIDGE, (action - BRIDGES) % PAIRS
    return action // (BRIDGE * TOWERS), action // TOWERS % BRIDGE, action % TOWERS


def write(state: Skybridge, seat: int, action: int) -> str:
    """Returns the notation of an action."""
    if action >= LOTS:
        return f"first {action - LOTS + 1}"
    colour, kind, place = split(action)
    where = pair_name(place) if kind == BRIDGE else tower_name(place)
    return f"{COLOUR_NAMES[colour][0].upper()}{KIND_LETTERS[kind]}@{where}"


def read(state: Skybridge, seat: int, text: str) -> list[int]:
    """Returns the action that a text stands for; the colour may be left out where only one can be meant."""
    plain = " ".join(text.lower().split())
    if first := FIRST.fullmatch(plain):
        chosen = int(first[1]) - 1
        if not 0 <= chosen < state.seats:
            raise BadNotation(
                say("there is no player {number}; the lot falls on 1 to {last}", number=chosen + 1, last=state.seats)
            )
        return [LOTS + chosen]
    move = MOVE.fullmatch(plain)
    if move is None:
        raise BadNotation(
            say(
                "{text!r} is not a move; write a block as C3@b2, a roof as Cr@b2, a bridge as Cb@a1-a2"
                " (C, O, J or S for the colour)",
                text=text.strip(),
            )
        )
    kind = KIND_WORDS[move[2]]
    colour = _colour(state, seat, move[1], kind)
    tower = _tower(move[3], move[4])
    if kind != BRIDGE:
        if move[5]:
            raise BadNotation(say("only a bridge takes two towers; a block or a roof goes on one"))
        return [(colour * BRIDGE + kind) * TOWERS + tower]
    if not move[5]:
        raise BadNotation(say("a bridge needs two towers, such as a1-a2"))
    other = _tower(move[5], move[6])
    pair = min(tower, other), max(tower, other)
    if pair not in NEIGHBOURS:
        raise BadNotation(
            say(
                "{towers} are not next to each other, and a bridge joins neighbours",
                towers=listed([tower_name(tower), tower_name(other)]),
            )
        )
    return [BRIDGES + colour * PAIRS + NEIGHBOURS.index(pair)]


def _colour(state: Skybridge, seat: int, word: str | None, kind: int) -> int:
    if word:
        return next(k for k, name in enumerate(COLOUR_NAMES) if name.startswith(word))
    hand = seat * COLOURS if seat < state.seats else 0  # chance has no pieces: whatever is read for it is refused later
    meant = [colour for colour in range(COLOURS) if may_play(state, colour) and state.stock[hand + colour, kind] > 0]
    if len(meant) != 1:
        letters = (COLOUR_NAMES[colour][0].upper() for colour in meant or range(COLOURS))
        either = reduce(lambda one, other: say("{one} or {other}", one=one, other=other), letters)
        raise BadNotation(say("say which colour: {letters} before the piece", letters=either))
    return meant[0]


def _tower(letter: str, digit: str) -> int:
    column, row = "abc".find(letter), int(digit) - 1
    if not (0 <= column < WIDTH and 0 <= row < WIDTH):
        raise BadNotation(say("there is no tower {tower}; they go from a1 to c3", tower=letter + digit))
    return row * WIDTH + column
