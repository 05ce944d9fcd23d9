"""What a seat sees of Hashi as planes and scalars. Of the others it sees what lay on their boards when the round began.

All boards lie in a square of nine by nine, the largest there can be, so that one net can play them all. Seats are counted from
the one that looks.
"""

from __future__ import annotations

from collections.abc import Mapping

from ponticello.engine.bits import count_bits
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

AREA = WIDEST * WIDEST

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
def observe(state: Hashi, seat: int, planes: Ints, scalars: Ints) -> None:
    """Writes what a seat sees."""
    for island in range(ISLANDS):
        show_island(state, seat, island, planes)
    for line in range(state.lines):
        show_line(state, seat, line, planes)
    for other in range(state.seats):
        show_points(state, seat, other, scalars)
    show_round(state, seat, scalars)


@rule
def seen_as(state: Hashi, seat: int, other: int) -> int:
    """Returns the number of a seat as another counts them, itself first."""
    return other - seat if other >= seat else other - seat + state.seats


@rule
def is_hidden(state: Hashi, seat: int, other: int) -> bool:
    """Tells whether what another seat does in the running round is hidden from a seat."""
    return other != seat and state.phase == ROUND


@rule
def place_of(state: Hashi, island: int) -> int:
    """Returns where an island stands in a plane."""
    return state.row[island] * WIDEST + state.column[island]


@rule
def finished_islands(state: Hashi, seat: int, hidden: bool) -> int:
    """Returns a seat's finished islands; for others, those that were when the round began."""
    return state.finished_before[seat] if hidden else state.finished[seat]


@rule
def show_island(state: Hashi, seat: int, island: int, planes: Ints) -> None:
    """Shows an island with its flag, and everybody's number there; without a number that is hidden."""
    at = place_of(state, island)
    planes[ISLAND * AREA + at] = 1
    planes[RED_FLAGS * AREA + at] = 1 if state.flag[island] == RED_FLAG else 0
    planes[BLUE_FLAGS * AREA + at] = 1 if state.flag[island] == BLUE_FLAG else 0
    for other in range(state.seats):
        hidden = is_hidden(state, seat, other)
        first = (SEATS + seen_as(state, seat, other) * PER_SEAT) * AREA + at
        planes[first + NUMBER * AREA] = 0 if hidden and state.wrote[other] == island else state.number[other, island]
        planes[first + FINISHED * AREA] = finished_islands(state, other, hidden) >> island & 1


@rule
def show_line(state: Hashi, seat: int, line: int, planes: Ints) -> None:
    """Shows a line and everybody's bridges on it, at both its ends in the planes of its directions; without what is hidden."""
    at_a, at_b = place_of(state, state.line_a[line]), place_of(state, state.line_b[line])
    along_row = at_b - at_a < WIDEST
    from_a = at_a + (RIGHT if along_row else DOWN) * AREA
    from_b = at_b + (LEFT if along_row else UP) * AREA
    planes[LINES_FROM * AREA + from_a] = 1
    planes[LINES_FROM * AREA + from_b] = 1
    for other in range(state.seats):
        first = (SEATS + seen_as(state, seat, other) * PER_SEAT + BRIDGES) * AREA
        count = state.spans[other, line]
        if is_hidden(state, seat, other):
            for k in range(state.drawn[other]):
                count -= state.drawn_on[other, k] == line
        planes[first + from_a] = count
        planes[first + from_b] = count


@rule
def show_points(state: Hashi, seat: int, other: int, scalars: Ints) -> None:
    """Shows a seat's points and awards; for others, as they were when the round began."""
    at = SEAT_SCALARS + seen_as(state, seat, other) * SCALARS_PER_SEAT
    points = ISLAND_POINTS * count_bits(finished_islands(state, other, is_hidden(state, seat, other)))
    for award in range(AWARDS):
        points += state.award[other, award]
        scalars[at + AWARDED + award] = state.award[other, award]
    scalars[at + POINTS] = points


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
