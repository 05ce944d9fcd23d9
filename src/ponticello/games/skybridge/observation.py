"""What a seat sees of Skybridge as planes and scalars. Nothing is hidden in this game.

Colours and seats are counted from the one that looks: its own is 0, then those that follow it. With three players the neutral
colour always comes last.
"""

from __future__ import annotations

from collections.abc import Mapping

from ponticello.engine.game import Value
from ponticello.engine.native import implement, rule
from ponticello.engine.observation import Feature, ObservationSpec
from ponticello.engine.record import Ints
from ponticello.games.skybridge.board import PAIR_A, PAIR_B, PAIRS, TOWERS, WIDTH
from ponticello.games.skybridge.position import BRIDGE, COLOURS, KINDS, NEUTRAL, NOBODY, OVER, PLAY, Skybridge, hand_of
from ponticello.games.skybridge.rules import actors, points

# From a tower to its neighbours, as rows and columns: towards the next column, the next row, and back.
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
RIGHT, UP, LEFT, DOWN = range(len(DIRECTIONS))

# The planes.
HEIGHT, ROOFED, TOPS, LAID_ON_TOP, BRIDGES = 0, 1, 2, 6, 10
PLANES = BRIDGES + COLOURS * len(DIRECTIONS)

# The scalars, before those that depend on the number of players.
TO_ACT, IS_OVER, ROTATION, BARE_ROOFS, COLOUR_TO_MOVE, SEATS = 0, 1, 2, 3, 4, 8

KIND_NAMES = ("blocks of three", "blocks of two", "roofs", "bridges")
KIND_COUNTS = (4, 4, 2, 1)
MOST_HEIGHT = 88
MOST_POINTS = 4 * MOST_HEIGHT
DIRECTION_NAMES = ("right", "up", "left", "down")


def colour_name(colour: int, players: int) -> str:
    """Returns how a colour is called, counted from the seat that looks."""
    if players == 2:
        return ("own first colour", "other's first colour", "own second colour", "other's second colour")[colour]
    if players == 3 and colour == NEUTRAL:
        return "neutral colour"
    return "own colour" if colour == 0 else f"colour of seat +{colour}"


def observation(players: int, options: Mapping[str, Value]) -> ObservationSpec:
    """Says what stands where. Row 0 of a plane is row 1 of the city, column 0 is column a."""
    colours = [colour_name(colour, players) for colour in range(COLOURS)]
    planes = [
        Feature("height", "The floors of a tower.", MOST_HEIGHT),
        Feature("roofed", "A roof lies on the tower; the colour on top owns it."),
        *(Feature(f"{name} on top", f"The {name} is on top.") for name in colours),
        *(
            Feature(f"bridge on top, {way}", f"One and the same bridge lies on top of this tower and of the next one {way}.")
            for way in DIRECTION_NAMES
        ),
        *(
            Feature(f"{name}'s bridge {way}", f"The bridge of the {name} joins this tower to the next one {way}.")
            for name in colours
            for way in DIRECTION_NAMES
        ),
    ]
    scalars = [
        Feature("to act", "It is this seat's move."),
        Feature("over", "The game is over."),
        Feature("rotation", "The four colours take strict turns."),
        Feature("bare roofs", "A roof may lie on a bare foundation."),
        *(Feature(f"turn of {name}", f"With rotation: it is the turn of the {name}.") for name in colours),
    ]
    for seat in range(players):
        whose = "own" if seat == 0 else f"seat +{seat}"
        scalars.append(Feature(f"points, {whose}", f"The points so far, {whose}.", MOST_POINTS))
        for name in colours:
            for kind, most in zip(KIND_NAMES, KIND_COUNTS, strict=True):
                scalars.append(Feature(f"{kind}, {name}, {whose}", f"{kind.capitalize()} of the {name} in hand, {whose}.", most))
    return ObservationSpec(WIDTH, WIDTH, tuple(planes), tuple(scalars))


@rule
def colour_seen(state: Skybridge, seat: int, colour: int) -> int:
    """Returns the number of a colour as a seat counts them."""
    if state.seats == 3:
        return NEUTRAL if colour == NEUTRAL else (colour - seat + 3) % 3
    return (colour - seat) & COLOURS - 1


@rule
def observe(state: Skybridge, seat: int, planes: Ints, scalars: Ints) -> None:
    """Writes what a seat sees."""
    for tower in range(TOWERS):
        planes[HEIGHT * TOWERS + tower] = state.height[tower]
        planes[ROOFED * TOWERS + tower] = 1 - (state.open_towers >> tower & 1)
    for colour in range(COLOURS):
        seen = colour_seen(state, seat, colour)
        for tower in range(TOWERS):
            planes[(TOPS + seen) * TOWERS + tower] = state.topped[colour] >> tower & 1
        if state.bridge_on[colour] != NOBODY:
            show_pair(planes, BRIDGES + seen * 4, state.bridge_on[colour])
    for pair in range(PAIRS):
        if state.bridged >> pair & 1:
            show_pair(planes, LAID_ON_TOP, pair)
    scalars[TO_ACT] = actors(state) >> seat & 1
    scalars[IS_OVER] = 1 if state.phase == OVER else 0
    scalars[ROTATION] = state.rotation
    scalars[BARE_ROOFS] = state.bare_roofs
    if state.rotation and state.phase == PLAY:
        scalars[COLOUR_TO_MOVE + colour_seen(state, seat, state.turn)] = 1
    for other in range(state.seats):
        show_hand(state, seat, other, scalars)


@rule
def show_pair(planes: Ints, plane: int, pair: int) -> None:
    """Shows what joins two towers at both of them, in the four planes of its directions."""
    a, b = int(PAIR_A[pair]), int(PAIR_B[pair])
    if b == a + 1:
        planes[(plane + RIGHT) * TOWERS + a] = 1
        planes[(plane + LEFT) * TOWERS + b] = 1
    else:
        planes[(plane + UP) * TOWERS + a] = 1
        planes[(plane + DOWN) * TOWERS + b] = 1


@rule
def show_hand(state: Skybridge, seat: int, other: int, scalars: Ints) -> None:
    """Shows the points and the pieces in hand of a seat, those of the one that looks first."""
    at = SEATS + (other - seat + state.seats) % state.seats * (1 + COLOURS * KINDS)
    scalars[at] = points(state, other)
    for colour in range(COLOURS):
        for kind in range(BRIDGE + 1):
            scalars[at + 1 + colour_seen(state, seat, colour) * KINDS + kind] = state.stock[hand_of(other, colour), kind]


implement(Skybridge, observe=observe)
