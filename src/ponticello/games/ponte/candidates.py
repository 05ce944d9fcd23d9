"""The cells and spans that may still be possible: lists that clean themselves.

What has become impossible stays impossible, so who draws a candidate that no longer is possible takes it off its list for good.
"""

from __future__ import annotations

from ponticello.engine.native import rule
from ponticello.games.ponte.board import AREA
from ponticello.games.ponte.indices import as_index
from ponticello.games.ponte.position import DARK, LIGHT, ROOM_FOR_SPANS, Ponte
from ponticello.games.ponte.strips import bridge_to_first, ends_in_reach, without_first


@rule
def is_open(state: Ponte, colour: int, cell: int) -> bool:
    """Tells whether a cell is among those that may still be possible for a colour."""
    return state.place[colour, cell] < state.open_count[colour]


@rule
def open_cell(state: Ponte, colour: int, k: int) -> int:
    """Returns a cell that may still be possible for a colour, by its place on the list."""
    return as_index(state.open_cells[colour, k], AREA)


@rule
def close(state: Ponte, colour: int, cell: int) -> None:
    """Closes a cell to a colour for ever: on its list it changes places with the last open cell, if it was one itself."""
    count = state.open_count[colour]
    place = as_index(state.place[colour, cell], AREA)
    was_open = place < count
    new_place = as_index(count - 1, AREA) if was_open else place
    last = open_cell(state, colour, new_place)
    state.open_cells[colour, place] = last
    state.place[colour, last] = place
    state.open_cells[colour, new_place] = cell
    state.place[colour, cell] = new_place
    state.open_count[colour] = count - was_open


@rule
def close_to_both(state: Ponte, cell: int) -> None:
    """Closes a cell to both colours for ever."""
    close(state, LIGHT, cell)
    close(state, DARK, cell)


@rule
def list_spans(state: Ponte, colour: int, cell: int) -> None:
    """Puts the spans that a new tile opens on its colour's list; whether a bridge bars one is seen when it is drawn."""
    ends = ends_in_reach(state, colour, cell)
    ends = list_first_span(state, colour, cell, ends)  # most tiles open up to two, and no loop guesses how many as fast
    ends = list_first_span(state, colour, cell, ends)
    while ends != 0:
        ends = list_first_span(state, colour, cell, ends)


@rule
def list_first_span(state: Ponte, colour: int, cell: int, ends: int) -> int:
    """Puts the span from a cell to the first of some ends, if there is any, on a colour's list; returns the other ends."""
    count = as_index(state.span_count[colour], ROOM_FOR_SPANS)
    state.open_spans[colour, count] = bridge_to_first(cell, ends)
    state.span_count[colour] = count + (ends != 0)
    return without_first(ends)


@rule
def strike_off_span(state: Ponte, colour: int, place: int) -> None:
    """Takes a span off a colour's list; the last on the list takes its place."""
    last = as_index(state.span_count[colour] - 1, ROOM_FOR_SPANS)
    state.open_spans[colour, place] = state.open_spans[colour, last]
    state.span_count[colour] = last
