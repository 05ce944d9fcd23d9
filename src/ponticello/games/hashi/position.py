"""A position of Hashi, and what it remembers so that the rules are quickly applied.

Sets of islands and of dotted lines are bits. That a line can never take another bridge is noted once and for ever (`usable`), and
so is that a number stands at one of its ends (`reached`): what can be drawn now is what is in both.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from ponticello.engine.native import rule
from ponticello.engine.record import Grid, Ints, Record, int8
from ponticello.games.hashi.board import FLAGS, ISLANDS, LINES, find_board

SEATS = 4
HIGHEST = 6  # the highest number, and the most bridges at an island without one
PER_LINE = 2
PER_CARD = 3  # the most bridges on a card
CARDS = HIGHEST * PER_CARD  # the different cards: for each number one with a bridge, one with two, one with three
NONE = -1

# The phases of a game: the first number for a neighbour, a card to be turned up, a round of everybody, the end.
START, CARD, ROUND, OVER = 0, 1, 2, 3

# The two actions of a round, a and b.
WRITING, DRAWING = 0, 1

# The awards: all red flags, all blue ones, six islands connected.
RED, BLUE, SIX = 0, 1, 2
AWARDS = 3

# The actions: the card's number on an island, no number, a bridge on a line, no bridges, in the set-up a 3 or a 4 on an
# island, and chance's card.
WRITE = 0
SKIP = WRITE + ISLANDS
BRIDGE = SKIP + 1
DONE = BRIDGE + LINES
START_3 = DONE + 1
START_4 = START_3 + ISLANDS
TURN_UP = START_4 + ISLANDS
ACTIONS = TURN_UP + CARDS


class Hashi(Record):
    """A position. Grids have a row for each seat."""

    seats: int8
    phase: int8
    to_act: int8  # the seats that have not finished their part of the set-up or the round
    rounds: int8  # cards turned up so far
    card: int8  # the card of the round, or NONE before the first
    deck: Annotated[Ints, np.int8, CARDS]  # how often each card is in the deck
    left: Annotated[Ints, np.int8, CARDS]  # how many of each card have not been turned up; the removed one is among them

    column: Annotated[Ints, np.int8, ISLANDS]  # from 0; islands are numbered row by row
    row: Annotated[Ints, np.int8, ISLANDS]  # from 0, at the top
    flag: Annotated[Ints, np.int8, ISLANDS]  # NO_FLAG, RED_FLAG or BLUE_FLAG
    lines: int8  # how many dotted lines the board has
    line_a: Annotated[Ints, np.int8, LINES]  # the end with the lower number
    line_b: Annotated[Ints, np.int8, LINES]
    lines_at: Annotated[Ints, np.int64, ISLANDS]
    crossing: Annotated[Ints, np.int64, LINES]  # the lines that a line crosses
    flagged: Annotated[Ints, np.int64, FLAGS]  # the islands with each flag, or with none

    start: Annotated[Ints, np.int8, SEATS]  # the set-up action of each seat, or NONE; it goes to the left neighbour's board
    stage: Annotated[Ints, np.int8, SEATS]  # WRITING or DRAWING, of a seat still to act in the round
    wrote: Annotated[Ints, np.int8, SEATS]  # the island written on in this round, or NONE
    drawn: Annotated[Ints, np.int8, SEATS]  # bridges drawn in this round
    drawn_on: Annotated[Grid, np.int8, SEATS, PER_CARD]  # their lines, or NONE

    number: Annotated[Grid, np.int8, SEATS, ISLANDS]  # 0 for none
    bridges: Annotated[Grid, np.int8, SEATS, ISLANDS]  # that reach an island
    room: Annotated[Grid, np.int8, SEATS, ISLANDS]  # bridges that an island can still take
    spans: Annotated[Grid, np.int8, SEATS, LINES]  # bridges on a line

    free: Annotated[Ints, np.int64, SEATS]  # islands without a number
    above: Annotated[Grid, np.int64, SEATS, HIGHEST + 1]  # islands that more than k bridges reach
    usable: Annotated[Ints, np.int64, SEATS]  # lines that are not full, not crossed, and have room at both ends
    reached: Annotated[Ints, np.int64, SEATS]  # lines with a number at one end at least
    finished: Annotated[Ints, np.int64, SEATS]  # islands with exactly their number of bridges
    finished_before: Annotated[Ints, np.int64, SEATS]  # those finished when the round began

    award: Annotated[Grid, np.int8, SEATS, AWARDS]  # points scored for RED, BLUE and SIX
    gone: Annotated[Ints, np.int8, AWARDS]  # 1 if the higher value has been scored in an earlier round


def set_up(state: Hashi, players: int, board: str) -> None:
    """Gives everybody the same empty board; the eighteen cards lie face down, and one of them will never be turned up."""
    state.seats = players
    state.card = NONE
    state.to_act = (1 << players) - 1
    places = find_board(board)
    for card, copies in enumerate(places.deck):
        state.deck[card] = state.left[card] = copies
    for island in range(ISLANDS):
        state.column[island], state.row[island] = places.islands[island]
        state.flag[island] = places.flags[island]
        state.flagged[places.flags[island]] |= 1 << island
    state.lines = len(places.lines)
    for line, (a, b) in enumerate(places.lines):
        state.line_a[line], state.line_b[line] = a, b
        state.lines_at[a] |= 1 << line
        state.lines_at[b] |= 1 << line
        for other in places.crossed_by(line):
            state.crossing[line] |= 1 << other
    for seat in range(SEATS):
        state.start[seat] = NONE
        clear_round(state, seat)
        take_stock(state, seat)


def deck_of(state: Hashi) -> tuple[int, ...]:
    """Returns how often each card is in the deck that is played with."""
    return tuple(state.deck[card] for card in range(CARDS))


# What is on a card, and what is written first


@rule
def number_of(card: int) -> int:
    """Returns the number on a card."""
    return card // PER_CARD + 1


@rule
def bridges_of(card: int) -> int:
    """Returns how many bridges are on a card."""
    return card % PER_CARD + 1


@rule
def first_number(action: int) -> int:
    """Returns the number that an action of the set-up writes."""
    return 3 if action < START_4 else 4


@rule
def first_island(action: int) -> int:
    """Returns the island on which an action of the set-up writes."""
    return (action - START_3) % ISLANDS


# What is noted of a board


@rule
def note_number(state: Hashi, seat: int, island: int, number: int) -> None:
    """Writes a number on an island; one that equals its bridges finishes it at once."""
    state.number[seat, island] = number
    state.room[seat, island] = number - state.bridges[seat, island]
    state.free[seat] &= ~(1 << island)
    state.reached[seat] |= state.lines_at[island]
    if state.room[seat, island] == 0:
        close_island(state, seat, island)


@rule
def note_bridge(state: Hashi, seat: int, line: int) -> None:
    """Draws a bridge on a line: the lines it crosses are closed, and so is its own if it is the second there."""
    state.spans[seat, line] += 1
    if state.spans[seat, line] == PER_LINE:
        state.usable[seat] &= ~(1 << line)
    state.usable[seat] &= ~state.crossing[line]
    note_end(state, seat, state.line_a[line])
    note_end(state, seat, state.line_b[line])


@rule
def note_end(state: Hashi, seat: int, island: int) -> None:
    """Counts a bridge at one of its ends."""
    state.above[seat, state.bridges[seat, island]] |= 1 << island
    state.bridges[seat, island] += 1
    state.room[seat, island] -= 1
    if state.room[seat, island] == 0:
        close_island(state, seat, island)


@rule
def close_island(state: Hashi, seat: int, island: int) -> None:
    """No bridge leaves an island that is finished, or has six bridges and no number yet."""
    state.usable[seat] &= ~state.lines_at[island]
    if state.number[seat, island] != 0:
        state.finished[seat] |= 1 << island


@rule
def take_stock(state: Hashi, seat: int) -> None:
    """Works out afresh everything that follows from the numbers and bridges on a board."""
    state.free[seat] = 0
    state.reached[seat] = 0
    state.finished[seat] = 0
    state.usable[seat] = (1 << state.lines) - 1
    for k in range(HIGHEST + 1):
        state.above[seat, k] = 0
    for island in range(ISLANDS):
        number, reaching = state.number[seat, island], 0
        for line in range(state.lines):
            if state.lines_at[island] >> line & 1:
                reaching += state.spans[seat, line]
        state.bridges[seat, island] = reaching
        state.room[seat, island] = (HIGHEST if number == 0 else number) - reaching
        for k in range(reaching):
            state.above[seat, k] |= 1 << island
        if number == 0:
            state.free[seat] |= 1 << island
        else:
            state.reached[seat] |= state.lines_at[island]
        if state.room[seat, island] == 0:
            close_island(state, seat, island)
    for line in range(state.lines):
        if state.spans[seat, line] > 0:
            state.usable[seat] &= ~state.crossing[line]
        if state.spans[seat, line] == PER_LINE:
            state.usable[seat] &= ~(1 << line)


# What is noted of a round


@rule
def clear_round(state: Hashi, seat: int) -> None:
    """Forgets what a seat did in a round."""
    state.stage[seat] = WRITING
    state.wrote[seat] = NONE
    state.drawn[seat] = 0
    for k in range(PER_CARD):
        state.drawn_on[seat, k] = NONE


@rule
def take_back(state: Hashi, seat: int) -> None:
    """Puts a seat's board back to how it was when the round began."""
    if state.wrote[seat] != NONE:
        state.number[seat, state.wrote[seat]] = 0
    for k in range(state.drawn[seat]):
        state.spans[seat, state.drawn_on[seat, k]] -= 1
    clear_round(state, seat)
    take_stock(state, seat)
