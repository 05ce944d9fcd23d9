"""A second opinion on Skybridge: slow, naive, and written from the rulebook alone.

The city is a list of boxes in space. Nothing is remembered that can be seen by looking at the boxes: not how high a tower is,
not what lies on top, not who owns it. Only the numbers of the actions are the package's; the numbers of the twelve pairs are
read from its board.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from ponticello.games.skybridge.board import NEIGHBOURS

Column = tuple[int, int]

COLUMNS: list[Column] = [(x, y) for y in range(3) for x in range(3)]  # in the order of the towers' numbers
THICKNESS = {"three": 3, "two": 2, "roof": 0, "bridge": 1}
CHANCE_SEAT = 7
FIRST_BRIDGE, FIRST_LOT, ALL_ACTIONS = 108, 156, 160


@dataclass(frozen=True)
class Piece:
    """A piece in place: whose, what, over which columns, from which floor up to which."""

    colour: int
    kind: str
    columns: tuple[Column, ...]
    bottom: int

    @property
    def ceiling(self) -> int:
        return self.bottom + THICKNESS[self.kind]


@dataclass(frozen=True)
class Move:
    """A piece of a colour for one column, or, if it is a bridge, for two."""

    colour: int
    kind: str
    columns: tuple[Column, ...]

    def number(self) -> int:
        """Returns the package's number of this move."""
        if self.kind == "bridge":
            towers = {COLUMNS.index(column) for column in self.columns}
            (pair,) = (k for k, ends in enumerate(NEIGHBOURS) if set(ends) == towers)
            return FIRST_BRIDGE + self.colour * 12 + pair
        return (self.colour * 3 + ["three", "two", "roof"].index(self.kind)) * 9 + COLUMNS.index(self.columns[0])


def every_move() -> list[Move]:
    """Lists whatever could ever be laid anywhere."""
    single = [Move(colour, kind, (at,)) for colour in range(4) for kind in ("three", "two", "roof") for at in COLUMNS]
    neighbours = [(one, two) for one, two in product(COLUMNS, COLUMNS) if one < two and side_by_side(one, two)]
    return single + [Move(colour, "bridge", ends) for colour in range(4) for ends in neighbours]


def side_by_side(one: Column, two: Column) -> bool:
    """Tells whether two columns touch along a side, not only at a corner."""
    return abs(one[0] - two[0]) + abs(one[1] - two[1]) == 1


MOVES = every_move()
BY_NUMBER = {move.number(): move for move in MOVES}


class City:
    """The pieces laid so far, in the order in which they were laid."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []

    def over(self, column: Column) -> list[Piece]:
        return [piece for piece in self.pieces if column in piece.columns]

    def height(self, column: Column) -> int:
        return max((piece.ceiling for piece in self.over(column)), default=0)

    def roof(self, column: Column) -> Piece | None:
        return next((piece for piece in self.over(column) if piece.kind == "roof"), None)

    def seen_from_above(self, column: Column) -> Piece | None:
        """Returns the lid if there is one, otherwise the piece whose ceiling is the highest."""
        lid = self.roof(column)
        if lid is not None:
            return lid
        return max(self.over(column), key=lambda piece: piece.ceiling, default=None)

    def may_rest(self, colour: int, column: Column) -> bool:
        """Nothing is added to a roofed tower, and no piece touches its own colour."""
        if self.roof(column) is not None:
            return False
        below = self.seen_from_above(column)
        return below is None or below.colour != colour

    def fits(self, move: Move, bare_roofs: bool) -> bool:
        """Tells whether the rules of its kind let a piece lie there, whoever holds it."""
        if not all(self.may_rest(move.colour, column) for column in move.columns):
            return False
        if move.kind == "bridge":
            one, two = move.columns
            below = [self.seen_from_above(one), self.seen_from_above(two)]
            if None in below or self.height(one) != self.height(two):
                return False
            # Both ends on one and the same piece: only a bridge is so wide, so this one would lie exactly on it.
            return below[0] is not below[1]
        (column,) = move.columns
        if move.kind == "roof":
            return bare_roofs or bool(self.over(column))
        # A block looks at every other place it may rest on; none may be lower.
        return all(self.height(column) <= self.height(other) for other in COLUMNS if self.may_rest(move.colour, other))

    def lay(self, move: Move) -> None:
        self.pieces.append(Piece(move.colour, move.kind, move.columns, self.height(move.columns[0])))

    def floors(self, column: Column) -> int:
        """Counts a tower's floors piece by piece: a bridge is one floor of both its towers."""
        return sum(THICKNESS[piece.kind] for piece in self.over(column))

    def owner(self, column: Column) -> int | None:
        lid = self.roof(column)
        return None if lid is None else lid.colour

    def score(self, colour: int) -> int:
        owned = [column for column in COLUMNS if self.owner(column) == colour]
        total = sum(self.floors(column) for column in owned)
        for piece in self.pieces:
            if piece.kind == "bridge" and piece.colour == colour:
                mine = [column for column in piece.columns if column in owned]
                both = sum(self.floors(column) for column in piece.columns)
                if len(mine) == 2:
                    total += both  # counted once already, so this makes it twice
                elif len(mine) == 1:
                    total += sum(self.floors(column) for column in piece.columns if column not in owned)
        return total


class Game:
    """A city, the hands around it and whose turn it is."""

    def __init__(self, players: int, rotation: bool = False, bare_roofs: bool = False) -> None:
        self.players = players
        self.bare_roofs = bare_roofs
        self.city = City()
        self.hands: dict[int, list[tuple[int, str]]] = {seat: [] for seat in range(players)}
        everything = ["bridge"] + ["three"] * 4 + ["two"] * 4 + ["roof"] * 2
        colours = {2: [[0, 2], [1, 3]], 3: [[0], [1], [2]], 4: [[0], [1], [2], [3]]}[players]
        for seat in range(players):
            self.hands[seat] += [(colour, kind) for colour in colours[seat] for kind in everything]
            if players == 3:
                self.hands[seat] += [(3, "three"), (3, "two")]
        # The turns of one round: a seat and the colours it may then play.
        self.round = [(seat, {0, 1, 2, 3}) for seat in range(players)]
        if players == 2 and rotation:
            self.round = [(0, {0}), (1, {1}), (0, {2}), (1, {3})]
        self.turn: int | None = None  # before the lot is drawn
        self.moves: list[Move] = []  # what fits, for whoever is to move
        self.over = False

    def fitting(self, turn: int) -> list[Move]:
        """Lists the moves of a turn of the round, if it were that turn now."""
        seat, colours = self.round[turn]
        return [
            move
            for move in MOVES
            if move.colour in colours and (move.colour, move.kind) in self.hands[seat] and self.city.fits(move, self.bare_roofs)
        ]

    def actor(self) -> int | None:
        """Returns who acts now: the lot, a seat, or at the end nobody."""
        if self.over:
            return None
        return CHANCE_SEAT if self.turn is None else self.round[self.turn][0]

    def legal(self) -> set[int]:
        """Returns the numbers of what whoever acts now may do."""
        if self.over:
            return set()
        if self.turn is None:
            return {FIRST_LOT + seat for seat in range(self.players)}
        return {move.number() for move in self.moves}

    def play(self, action: int) -> None:
        assert action in self.legal()
        if self.turn is None:
            self.turn = action - FIRST_LOT
            self.moves = self.fitting(self.turn)
            return
        move = BY_NUMBER[action]
        self.hands[self.round[self.turn][0]].remove((move.colour, move.kind))
        self.city.lay(move)
        # Everybody in turn is looked at, the one who has just played last of all.
        for step in range(1, len(self.round) + 1):
            following = (self.turn + step) % len(self.round)
            self.moves = self.fitting(following)
            if self.moves:
                self.turn = following
                return
        self.over = True

    def points(self, seat: int) -> int:
        return sum(self.city.score(colour) for colour in ([seat, seat + 2] if self.players == 2 else [seat]))
