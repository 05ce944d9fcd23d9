"""A tile that has been laid but whose turn is still in hand: until it is confirmed it can be turned, or laid elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from html import escape

from ponticello.engine.drawing import element, number
from ponticello.engine.verbs import LEGAL
from ponticello.games.connections.board import CELLS, SIDES, cell_name
from ponticello.games.connections.garden import just_laid
from ponticello.games.connections.notation import split, the_tile, write
from ponticello.games.connections.offers import in_full
from ponticello.games.connections.rules import FREE, SPIRAL, SPIRALS, Connections, look_over, refusal, turned
from ponticello.games.connections.tell import connections, offered
from ponticello.games.connections.words import say


@dataclass(frozen=True)
class Unconfirmed:
    """Where the tile in hand lies, how, how else it could lie there, and where else."""

    seat: int
    cell: int
    turns: int  # -1 face down
    next: int | None  # the turns it has after being turned on
    elsewhere: tuple[int, ...]  # the actions that would lay it on another cell instead, turned as little as need be

    def offer(self, state: Connections) -> dict[str, str]:
        """Returns the words for turning the tile on, and what lets a page do it; nothing if there is no other way."""
        if self.next is None:
            return {}
        sides = connections(turned(state.sides[state.tile], self.next))
        words = say("turn {tile} on {cell}: {sides}", tile=the_tile(state, state.tile), cell=cell_name(self.cell), sides=sides)
        return {"title": words, "data_turn": write(state, self.seat, self.cell * SIDES + self.next)}


def take_up(state: Connections, last: Collection[int]) -> tuple[Connections, Unconfirmed | None]:
    """Returns the position with the tile of the last turn still to be laid for good, and how it lies in the meantime."""
    laid = just_laid(state, last)
    if len(laid) != 1:
        return state, None
    (seat, cell), state = laid[0], state.copy()
    state.to_lay |= 1 << seat
    before = state.copy()
    before.laid[seat, cell] = FREE
    look_over(before, seat)
    here = state.laid[seat, cell]
    turns = -1 if here == SPIRAL else here & 3
    ways = [k for k in range(SIDES) if refusal(before, seat, cell * SIDES + k) == LEGAL]
    return state, Unconfirmed(seat, cell, turns, following(turns, ways), tuple(others(before, seat, cell, turns)))


def others(before: Connections, seat: int, cell: int, turns: int) -> Iterator[int]:
    """Yields for every other cell that takes the tile in hand the action that lays it there as it is held, or turned on."""
    for place in range(CELLS):
        if turns < 0:
            action = SPIRALS + place
        else:
            ways = [k for k in range(SIDES) if refusal(before, seat, place * SIDES + k) == LEGAL]
            held = turns if turns in ways else following(turns, ways)
            action = -1 if held is None else place * SIDES + held
        if place != cell and action >= 0 and refusal(before, seat, action) == LEGAL:
            yield action


def following(turns: int, ways: Collection[int]) -> int | None:
    """Returns the way to hold a tile that comes after one of them; nothing if there is no other."""
    others = [k for k in ways if k != turns]
    return next((k for k in others if k > turns), min(others, default=None))


def places(state: Connections, tile: Unconfirmed) -> list[str]:
    """Draws faintly where else the tile in hand could lie; each carries what puts it there as `data-instead`."""
    drawn = []
    for action in tile.elsewhere:
        words, move = element("title", escape(offered(state, action))), write(state, tile.seat, action)
        drawn.append(element("g", words, in_full(state, *split(action)), class_="target elsewhere", data_instead=move))
    return drawn


def turner(offer: Mapping[str, str], x: float, y: float, size: float) -> str:
    """Draws on a tile around a point the sign that it can be turned; all of the tile can be tapped. No offer, no sign."""
    if not offer:
        return ""
    n = number
    carried = {name: value for name, value in offer.items() if name != "title"}
    return element(
        "g",
        element("title", escape(offer["title"])),
        element("rect", class_="hit", x=-50, y=-50, width=100, height=100),
        element("circle", class_="knob", cx=37, cy=37, r=16),
        element("path", class_="arrow", d="M44 35a8 8 0 1 0-2 8m2.6-16v8h-8"),
        class_="pick",
        transform=f"translate({n(x)} {n(y)}) scale({n(size)})",
        **carried,
    )
