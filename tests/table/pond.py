"""A tiny game for the tests of the table, with what no game on the shelf has yet: all seats act at once, in secret, and chance
speaks in every round, some of its cards more often than others.

Each round chance turns up card 1, 2 or 3 (in 1, 2 and 3 copies). Every frog then makes two jumps of one to three; a round brings
a frog its jumps times the card. What the others jump is seen when all have jumped. Three rounds.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from ponticello.engine.drawing import Style
from ponticello.engine.errors import BadNotation
from ponticello.engine.game import Option, Rulebook
from ponticello.engine.native import implement
from ponticello.engine.record import Ints, Record, int8
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.table.game import Game

CARDS = 3
ACTIONS = 2 * CARDS
JUMPS = 2
NOT_NOW, TOO_FAR = 1, 2


class Pond(Record):
    seats: int8
    rounds: int8  # still to play
    card: int8  # 0 while chance is to turn one up
    short: int8  # 1 if jumps of three are not allowed
    jumped: Annotated[Ints, np.int8, 4]
    distance: Annotated[Ints, np.int8, 4]
    points: Annotated[Ints, np.int8, 4]


def set_up(state: Pond, players: int, short: bool) -> None:
    state.seats, state.rounds, state.short = players, 3, short


def actors(state: Pond) -> int:
    if state.rounds == 0:
        return 0
    if state.card == 0:
        return 1 << CHANCE
    return sum(1 << seat for seat in range(state.seats) if state.jumped[seat] < JUMPS)


def refusal(state: Pond, seat: int, action: int) -> int:
    if not actors(state) >> seat & 1 or (seat == CHANCE) != (action < CARDS):
        return NOT_NOW
    return TOO_FAR if state.short and action == ACTIONS - 1 else LEGAL


def play(state: Pond, seat: int, action: int) -> None:
    if seat == CHANCE:
        state.card = action + 1
        return
    state.jumped[seat] += 1
    state.distance[seat] += action - CARDS + 1
    if all(state.jumped[k] == JUMPS for k in range(state.seats)):
        for k in range(state.seats):
            state.points[k] += state.distance[k] * state.card
            state.jumped[k] = state.distance[k] = 0
        state.card = 0
        state.rounds -= 1


def points(state: Pond, seat: int) -> int:
    return state.points[seat]


def mid_turn(state: Pond, seat: int) -> bool:
    return seat != CHANCE and state.jumped[seat] == 1


def weight(state: Pond, action: int) -> int:
    return action + 1


def hide(state: Pond, seat: int) -> None:
    for other in range(state.seats):
        if other != seat:
            state.distance[other] = 0


def write(state: Pond, seat: int, action: int) -> str:
    return f"card {action + 1}" if action < CARDS else f"j{action - CARDS + 1}"


def read(state: Pond, seat: int, text: str) -> list[int]:
    known = {write(state, seat, action): action for action in range(ACTIONS)}
    try:
        return [known[" ".join(word.split())] for word in text.lower().split(",")]
    except KeyError:
        raise BadNotation(f"{text!r} is not a jump; write j1, j2 or j3") from None


POND = Rulebook(
    name="pond",
    title="Pond",
    author="nobody",
    year=2026,
    summary="Frogs jump.",
    players=(2, 3),
    options=(Option("short", "Are jumps of three forbidden?", False, (True, False)),),
    state=Pond,
    actions=ACTIONS,
    set_up=set_up,
    write=write,
    read=read,
    joiner=",",
    why=lambda state, seat, action, reason: "frogs jump when a card is up" if reason == NOT_NOW else "that is too far for a frog",
    explain=lambda state, seat: [f"The frog has {state.points[seat]}."],
    text=lambda state, colour=False, last=(): f"card {state.card}, jumps {list(state.distance)}, points {list(state.points)}",
    picture=lambda state, **how: "<svg/>",
    style=Style("pond", "", {}),
    simultaneous=True,
)

implement(Pond, actors=actors, refusal=refusal, play=play, points=points, mid_turn=mid_turn, weight=weight, hide=hide)


def pond(name: str = "pond", **options: object) -> Game:
    """Stands in for `ponticello.game` where a table asks for a game by name."""
    assert name == "pond"
    return Game(POND, options)
