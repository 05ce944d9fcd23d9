"""What a seat sees of Hashi as planes and scalars. Of the others it sees what lay on their boards when the round began.

All boards lie in a square of nine by nine, the largest there can be, so that one net can play them all. Seats are counted from
the one that looks.
"""

from __future__ import annotations

from collections.abc import Mapping

from ponticello.engine.bits import count_bits, lowest_bit, without_lowest
from ponticello.engine.game import Value
from ponticello.engine.native import implement, rule
from ponticello.engine.observation import Feature, ObservationSpec
from ponticello.engine.record import Ints
from ponticello.games.hashi.awards import ISLAND_POINTS
from ponticello.games.hashi.board import BLUE_FLAG, ISLANDS, RED_FLAG, WIDEST
from ponticello.games.hashi.position import (
    AWARDS,
    CARDS,
    DRAWING,
    HIGHEST,
    OVER,
    PER_CARD,
    PER_LINE,
    ROUND,
    START,
    Hashi,
    bridges_of,
    number_of,
)
from ponticello.games.hashi.rules import ROUNDS, actors, still_to_draw

# From an island to its neighbours, as rows and columns: right, down, left, up.
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
RIGHT, DOWN, LEFT, UP = range(len(DIRECTIONS))
DIRECTION_NAMES = ("right", "down", "left", "up")

# The planes of the board, then those of each seat.
ISLAND, RED_FLAGS, BLUE_FLAGS, LINES_FROM, SEATS = 0, 1, 2, 3, 7
NUMBER, FINISHED, BRIDGES, PER_SEAT = 0, 1, 2, 6

# The scalars, then those of each seat.
TO_ACT, SETTING_UP, IS_WRITING, IS_DRAWING, IS_OVER, CARD_NUMBER, CARD_BRIDGES, STILL_TO_DRAW, CARDS_SEEN = range(9)
GONE, LEFT_IN_DECK = 9, 9 + AWARDS
SEAT_SCALARS = LEFT_IN_DECK + CARDS
POINTS, AWARDED, SCALARS_PER_SEAT = 0, 1, 1 + AWARDS

AWARD_NAMES = ("all red flags", "all blue flags", "six connected")
MOST_AWARD = 9
MOST_POINTS = ISLANDS * ISLAND_POINTS + 24


def observation(players: int, options: Mapping[str, Value]) -> ObservationSpec:
    """Says what stands where. Row 0 of a plane is the top row of the board, column 0 is column a."""
    planes = [
        Feature("island", "An island."),
        Feature("red flag", "An island with a red flag."),
        Feature("blue flag", "An island with a blue flag."),
        *(Feature(f"line {way}", f"A dotted line leads {way} from this island.") for way in DIRECTION_NAMES),
    ]
    scalars = [
        Feature("to act", "This seat is to act."),
        Feature("set-up", "The first numbers are being written."),
        Feature("writing", "This seat is to write the card's number, or to leave it out."),
        Feature("drawing", "This seat is to draw the card's bridges, or to leave them out."),
        Feature("over", "The game is over."),
        Feature("card's number", "The number on the card of the round.", HIGHEST),
        Feature("card's bridges", "The bridges on the card of the round.", PER_CARD),
        Feature("still to draw", "How many of them this seat has not drawn yet.", PER_CARD),
        Feature("cards turned up", "How many cards have been turned up.", ROUNDS),
        *(Feature(f"{name} gone", f"The higher value of the award for {name} has been scored.") for name in AWARD_NAMES),
    ]
    for card in range(CARDS):
        face = f"{number_of(card)}x{bridges_of(card)}"
        scalars.append(Feature(f"{face} left", f"How many cards {face} have not been turned up.", CARDS))
    for seat in range(players):
        whose = "own" if seat == 0 else f"seat +{seat}"
        planes.append(Feature(f"number, {whose}", f"The number on an island, {whose}.", HIGHEST))
        planes.append(Feature(f"finished, {whose}", f"A finished island, {whose}."))
        for way in DIRECTION_NAMES:
            planes.append(Feature(f"bridges {way}, {whose}", f"How many bridges lead {way} from this island, {whose}.", PER_LINE))
        scalars.append(Feature(f"points, {whose}", f"The points, {whose}.", MOST_POINTS))
        for name in AWARD_NAMES:
            scalars.append(Feature(f"{name}, {whose}", f"Points scored with the award for {name}, {whose}.", MOST_AWARD))
    return ObservationSpec(WIDEST, WIDEST, tuple(planes), tuple(scalars))


@rule
def place_of(state: Hashi, plane: int, island: int) -> int:
    """Returns where an island stands in a plane."""
    return (plane * WIDEST + state.row[island]) * WIDEST + state.column[island]


@rule
def observe(state: Hashi, seat: int, planes: Ints, scalars: Ints) -> None:
    """Writes what a seat sees."""
    show_board(state, planes)
    for other in range(state.seats):
        seen = (other - seat + state.seats) % state.seats
        hidden = other != seat and state.phase == ROUND
        show_islands(state, other, hidden, SEATS + seen * PER_SEAT, planes)
        show_bridges(state, other, hidden, SEATS + seen * PER_SEAT + BRIDGES, planes)
        at = SEAT_SCALARS + seen * SCALARS_PER_SEAT
        scalars[at + POINTS] = ISLAND_POINTS * count_bits(finished_islands(state, other, hidden))
        for award in range(AWARDS):
            scalars[at + POINTS] += state.award[other, award]
            scalars[at + AWARDED + award] = state.award[other, award]
    show_round(state, seat, scalars)


@rule
def show_board(state: Hashi, planes: Ints) -> None:
    """Shows the islands with their flags, and the dotted lines."""
    for island in range(ISLANDS):
        planes[place_of(state, ISLAND, island)] = 1
        if state.flag[island] == RED_FLAG:
            planes[place_of(state, RED_FLAGS, island)] = 1
        if state.flag[island] == BLUE_FLAG:
            planes[place_of(state, BLUE_FLAGS, island)] = 1
    for line in range(state.lines):
        show_line(state, LINES_FROM, line, 1, planes)


@rule
def show_line(state: Hashi, plane: int, line: int, count: int, planes: Ints) -> None:
    """Shows what lies on a line at both its ends, in the four planes of its directions."""
    a, b = state.line_a[line], state.line_b[line]
    along_row = state.row[a] == state.row[b]
    planes[place_of(state, plane + (RIGHT if along_row else DOWN), a)] = count
    planes[place_of(state, plane + (LEFT if along_row else UP), b)] = count


@rule
def finished_islands(state: Hashi, seat: int, hidden: bool) -> int:
    """Returns a seat's finished islands; for others, those that were when the round began."""
    return state.finished_before[seat] if hidden else state.finished[seat]


@rule
def show_islands(state: Hashi, seat: int, hidden: bool, plane: int, planes: Ints) -> None:
    """Shows a seat's numbers and which islands are finished; for others, without what was written in the round."""
    for island in range(ISLANDS):
        if state.number[seat, island] != 0 and not (hidden and state.wrote[seat] == island):
            planes[place_of(state, plane + NUMBER, island)] = state.number[seat, island]
    finished = finished_islands(state, seat, hidden)
    while finished != 0:
        planes[place_of(state, plane + FINISHED, lowest_bit(finished))] = 1
        finished = without_lowest(finished)


@rule
def show_bridges(state: Hashi, seat: int, hidden: bool, plane: int, planes: Ints) -> None:
    """Shows a seat's bridges; for others, without those drawn in the round."""
    for line in range(state.lines):
        count = state.spans[seat, line]
        if hidden:
            for k in range(state.drawn[seat]):
                count -= state.drawn_on[seat, k] == line
        if count != 0:
            show_line(state, plane, line, count, planes)


@rule
def show_round(state: Hashi, seat: int, scalars: Ints) -> None:
    """Shows what everybody knows of the round and the deck, and what this seat has still to do."""
    to_act = actors(state) >> seat & 1
    scalars[TO_ACT] = to_act
    scalars[SETTING_UP] = 1 if state.phase == START else 0
    scalars[IS_OVER] = 1 if state.phase == OVER else 0
    if state.phase == ROUND:
        scalars[CARD_NUMBER] = number_of(state.card)
        scalars[CARD_BRIDGES] = bridges_of(state.card)
        if to_act:
            scalars[IS_DRAWING if state.stage[seat] == DRAWING else IS_WRITING] = 1
            scalars[STILL_TO_DRAW] = still_to_draw(state, seat)
    scalars[CARDS_SEEN] = state.rounds
    for award in range(AWARDS):
        scalars[GONE + award] = state.gone[award]
    for card in range(CARDS):
        scalars[LEFT_IN_DECK + card] = state.left[card]


implement(Hashi, observe=observe)
