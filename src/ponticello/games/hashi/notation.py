"""How Hashi's moves are written: `5@c4` a number on an island, `a4-c4` a bridge, `skip` no number, `done` no bridges.

A whole turn is `5@c4 a4-c4 c4-c7`; bridges at its beginning, or `done`, say that no number is written. `3@b2` is also the first
number for a neighbour, and `card 5x3` the card with a 5 and three bridges.
"""

from __future__ import annotations

import re

from ponticello.engine.errors import BadNotation
from ponticello.games.hashi.board import COLUMNS, ISLANDS, place_name
from ponticello.games.hashi.position import (
    BRIDGE,
    CARD,
    DONE,
    HIGHEST,
    NONE,
    PER_CARD,
    ROUND,
    SKIP,
    START,
    START_3,
    START_4,
    TURN_UP,
    WRITE,
    WRITING,
    Hashi,
    bridges_of,
    first_island,
    first_number,
    number_of,
)
from ponticello.games.hashi.rules import card_bridges, card_number, still_to_draw
from ponticello.games.hashi.words import count, say

JOINER = " "

PLACE = r"([a-z])\s*([0-9]{1,2})"
NUMBER = re.compile(rf"([0-9]{{1,2}})\s*@\s*{PLACE}")
SPAN = re.compile(rf"{PLACE}\s*[-\u2013:=]\s*{PLACE}")
FACE = re.compile(r"(?:card\s*)?([0-9]{1,2})\s*[x\u00d7*]\s*([0-9]{1,2})")
WORD = re.compile(r"skip|done")
BETWEEN = re.compile(r"[\s,;+]*")


def island_name(state: Hashi, island: int) -> str:
    """Returns the name of an island."""
    return place_name(state.column[island], state.row[island])


def line_name(state: Hashi, line: int) -> str:
    """Returns the name of a dotted line: its two ends."""
    return f"{island_name(state, state.line_a[line])}-{island_name(state, state.line_b[line])}"


def card_name(card: int) -> str:
    """Returns what is on a card: its number and its bridges.

    >>> card_name(14)
    '5x3'
    """
    return f"{number_of(card)}x{bridges_of(card)}"


def write(state: Hashi, seat: int, action: int) -> str:
    """Returns the notation of an action."""
    if action >= TURN_UP:
        return f"card {card_name(action - TURN_UP)}"
    if action >= START_3:
        return f"{first_number(action)}@{island_name(state, first_island(action))}"
    if action == DONE:
        return "done"
    if action >= BRIDGE:
        line = action - BRIDGE
        return line_name(state, line) if line < state.lines else f"line {line + 1}"
    if action == SKIP:
        return "skip"
    number = "?" if state.card == NONE else str(card_number(state))
    return f"{number}@{island_name(state, action - WRITE)}"


def read(state: Hashi, seat: int, text: str) -> list[int]:
    """Returns the actions that a text stands for: a whole turn or a part of it."""
    plain = " ".join(text.lower().split())
    if state.phase == CARD:
        return [_card(plain, text)]
    actions: list[int] = []
    at = 0
    while at < len(plain):
        if found := NUMBER.match(plain, at):
            actions.append(_number(state, found))
        elif found := SPAN.match(plain, at):
            actions.append(_bridge(state, found))
        elif found := WORD.match(plain, at):
            actions.append(SKIP if found[0] == "skip" else DONE)
        else:
            break
        end = BETWEEN.match(plain, found.end())
        assert end is not None
        at = end.end()
        if at == found.end() and at < len(plain):
            break
    if at < len(plain) or not actions:
        raise BadNotation(_usage(state, text))
    if state.phase == ROUND and state.stage[seat] == WRITING and actions[0] > SKIP:
        actions.insert(0, SKIP)
    _check_bridges(state, seat, actions)
    return actions


def _check_bridges(state: Hashi, seat: int, actions: list[int]) -> None:
    """Refuses more bridges than the card gives; what else is wrong with a turn is for the rules to say."""
    wanted = sum(BRIDGE <= action < DONE for action in actions)
    if state.phase != ROUND or not state.to_act >> seat & 1 or wanted <= still_to_draw(state, seat):
        return
    given = count(card_bridges(state), "bridge")
    if state.drawn[seat] == 0:
        raise BadNotation(say("the card gives {bridges}, and the turn has {number}", bridges=given, number=wanted))
    left = still_to_draw(state, seat)
    raise BadNotation(
        say("the card gives {bridges}, of which {left} can still be drawn, not {number}", bridges=given, left=left, number=wanted)
    )


def _usage(state: Hashi, text: str) -> str:
    shown = text.strip() if len(text) < 40 else f"{text.strip()[:36]}..."
    if state.phase == START:
        return say("{text} is no set-up move; write a 3 or a 4 on an island without a flag, such as 3@c4", text=repr(shown))
    return say(
        "{text} is not a move; write a turn as 5@c4 a4-c4 c4-c7, with skip for no number or done for no bridges", text=repr(shown)
    )


def _card(plain: str, text: str) -> int:
    face = FACE.fullmatch(plain)
    if face is None:
        raise BadNotation(say("{text} is no card; write card 5x3 for a 5 with three bridges", text=repr(text.strip()[:40])))
    number, bridges = int(face[1]), int(face[2])
    if not (1 <= number <= HIGHEST and 1 <= bridges <= PER_CARD):
        raise BadNotation(
            say(
                "there is no card {card}; cards go from 1x1 to {highest}",
                card=f"{number}x{bridges}",
                highest=f"{HIGHEST}x{PER_CARD}",
            )
        )
    return TURN_UP + (number - 1) * PER_CARD + bridges - 1


def _number(state: Hashi, found: re.Match[str]) -> int:
    number, island = int(found[1]), _island(state, found[2], found[3])
    if state.phase == START:
        if number not in (3, 4):
            raise BadNotation(say("the first number is a 3 or a 4, not a {number}", number=number))
        return (START_3 if number == 3 else START_4) + island
    if number != card_number(state):
        raise BadNotation(say("the card shows a {shown}, not a {number}", shown=card_number(state), number=number))
    return WRITE + island


def _bridge(state: Hashi, found: re.Match[str]) -> int:
    one, other = _island(state, found[1], found[2]), _island(state, found[3], found[4])
    for line in range(state.lines):
        if {state.line_a[line], state.line_b[line]} == {one, other}:
            return BRIDGE + line
    a, b = island_name(state, one), island_name(state, other)
    raise BadNotation(say("no dotted line joins {a} and {b}; bridges join neighbouring islands", a=a, b=b))


def _island(state: Hashi, letter: str, digits: str) -> int:
    column, row = COLUMNS.find(letter), int(digits) - 1
    for island in range(ISLANDS):
        if state.column[island] == column and state.row[island] == row:
            return island
    raise BadNotation(say("there is no island {island}", island=f"{letter}{int(digits)}"))
