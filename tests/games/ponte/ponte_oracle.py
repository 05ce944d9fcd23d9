"""A second Ponte del Diavolo, written from the rulebook alone: naive, slow and easy to believe.

It keeps a board and the bridges on it, looks at the whole board for every question, and never remembers an answer that
the board could give. Cells are (column, row) counted from 0; moves are tuples such as ("tile", (0, 0)),
("bridge", (0, 0), (2, 2)), ("take", "light") and ("pass",).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations

Cell = tuple[int, int]
Move = tuple

LENGTHS = {(0, 2), (2, 2), (1, 2)}  # straight, diagonal, knight's jump: the two distances of the ends, the smaller first
SUPPLY = {10: (40, 15), 12: (60, 22)}  # tiles of each colour, bridges for both


def other(colour: str) -> str:
    return "dark" if colour == "light" else "light"


def by_side(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]


def groups(tiles: frozenset[Cell]) -> list[frozenset[Cell]]:
    """Returns the side-connected groups of tiles of one colour."""
    left, found = set(tiles), []
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            cell = edge.pop()
            group.add(cell)
            for neighbour in by_side(cell):
                if neighbour in left:
                    left.remove(neighbour)
                    edge.append(neighbour)
        found.append(frozenset(group))
    return found


@cache
def lawful(tiles: frozenset[Cell]) -> bool:
    """Whether tiles of one colour may lie so: no group above four, and no island that touches another group."""
    for group in groups(tiles):
        if len(group) > 4:
            return False
        if len(group) == 4 and any(near in tiles and near not in group for cell in group for near in around(cell)):
            return False
    return True


def turn_of(a: Cell, b: Cell, c: Cell) -> int:
    """Returns 1, 0 or -1: whether the way from a over b to c turns left, runs straight on or turns right."""
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (area > 0) - (area < 0)


def on_segment(a: Cell, b: Cell, c: Cell) -> bool:
    """Whether c lies on the segment from a to b."""
    between = min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])
    return turn_of(a, b, c) == 0 and between


@cache
def meet(a: Cell, b: Cell, c: Cell, d: Cell) -> bool:
    """Whether the segments a-b and c-d have a point in common."""
    if on_segment(a, b, c) or on_segment(a, b, d) or on_segment(c, d, a) or on_segment(c, d, b):
        return True
    return turn_of(a, b, c) != turn_of(a, b, d) and turn_of(c, d, a) != turn_of(c, d, b)


@cache
def blocked(a: Cell, b: Cell) -> frozenset[Cell]:
    """Returns the cells under a bridge: all whose inside the line from centre to centre runs through, but for its ends."""
    found = set()
    for x in range(min(a[0], b[0]), max(a[0], b[0]) + 1):
        for y in range(min(a[1], b[1]), max(a[1], b[1]) + 1):
            enter, leave, missed = Fraction(0), Fraction(1), False
            for start, end, middle in ((a[0], b[0], x), (a[1], b[1], y)):
                low, high = middle - Fraction(1, 2), middle + Fraction(1, 2)
                if start == end:
                    missed = missed or not low < start < high
                    continue
                first, last = sorted(((low - start) / (end - start), (high - start) / (end - start)))
                enter, leave = max(enter, first), min(leave, last)
            if not missed and enter < leave and (x, y) not in (a, b):
                found.add((x, y))
    return frozenset(found)


def is_knight(a: Cell, b: Cell) -> bool:
    return sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))) == [1, 2]


@dataclass
class Game:
    """A game from its first tile to its last turn."""

    side: int = 10
    parallel_knights: bool = True
    board: dict[Cell, str] = field(default_factory=dict)
    bridges: list[tuple[Cell, Cell, str]] = field(default_factory=list)
    tiles_left: dict[str, int] = field(default_factory=dict)
    bridges_left: int = 0
    stage: str = "opening"  # then "choice", "turn" and "over"
    colour: str = "light"  # to move
    in_hand: int = 2  # tiles that the turn under way still has to lay, if it lays tiles
    light_seat: int | None = None
    light_has_passed: bool = False
    holes: set[Cell] = field(default_factory=set)  # cells taken out of the board, to make it small

    def __post_init__(self) -> None:
        tiles, self.bridges_left = SUPPLY[self.side]
        self.tiles_left = {"light": tiles, "dark": tiles}

    # What lies on the board.

    def cells(self) -> list[Cell]:
        return [(x, y) for x in range(self.side) for y in range(self.side) if (x, y) not in self.holes]

    def tiles_of(self, colour: str) -> frozenset[Cell]:
        return frozenset(cell for cell, owner in self.board.items() if owner == colour)

    def blocked_cells(self) -> set[Cell]:
        return {cell for a, b, _ in self.bridges for cell in blocked(a, b)}

    # Tiles.

    def room(self) -> list[Cell]:
        """Returns the cells that are free and not under a bridge."""
        under = self.blocked_cells()
        return [cell for cell in self.cells() if cell not in self.board and cell not in under]

    def single_tiles(self, colour: str) -> list[Cell]:
        """Returns the cells where one more tile would break no rule."""
        own = self.tiles_of(colour)
        return [cell for cell in self.room() if lawful(own | {cell})]

    def first_tiles(self, colour: str) -> list[Cell]:
        """Returns the cells where a turn of two tiles may begin."""
        if self.tiles_left[colour] < 2:
            return []
        own, room = self.tiles_of(colour), self.room()
        return [
            cell
            for cell in room
            if lawful(own | {cell}) and any(lawful(own | {cell, second}) for second in room if second != cell)
        ]

    def pairs(self, colour: str) -> set[frozenset[Cell]]:
        """Returns all pairs of cells that a turn may fill, judged only when both tiles lie there."""
        if self.tiles_left[colour] < 2:
            return set()
        own = self.tiles_of(colour)
        return {frozenset(pair) for pair in combinations(self.room(), 2) if lawful(own | set(pair))}

    # Bridges.

    def may_bridge(self, colour: str, a: Cell, b: Cell) -> bool:
        distances = tuple(sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))))
        if self.bridges_left == 0 or distances not in LENGTHS:
            return False
        if self.board.get(a) != colour or self.board.get(b) != colour:
            return False
        if any(cell in self.board for cell in blocked(a, b)):
            return False
        for c, d, _ in self.bridges:
            if {a, b} & {c, d} or meet(a, b, c, d):
                return False
            if not self.parallel_knights and is_knight(a, b) and is_knight(c, d) and blocked(a, b) & blocked(c, d):
                return False
        return True

    def possible_bridges(self, colour: str) -> list[tuple[Cell, Cell]]:
        ends = sorted(self.tiles_of(colour))
        near = [(a, b) for a, b in combinations(ends, 2) if abs(a[0] - b[0]) <= 2 and abs(a[1] - b[1]) <= 2]
        return [(a, b) for a, b in near if self.may_bridge(colour, a, b)]

    # Turns.

    def seat_of(self, colour: str) -> int:
        assert self.light_seat is not None
        return self.light_seat if colour == "light" else 1 - self.light_seat

    def seat_to_act(self) -> int | None:
        if self.stage == "opening":
            return 0
        if self.stage == "choice":
            return 1
        return self.seat_of(self.colour) if self.stage == "turn" else None

    def legal(self) -> set[Move]:
        """Returns all that the seat to act may do."""
        if self.stage == "over":
            return set()
        if self.stage == "choice":
            return {("take", "light"), ("take", "dark")}
        if self.in_hand == 1:
            return {("tile", cell) for cell in self.single_tiles(self.colour)}
        moves: set[Move] = {("tile", cell) for cell in self.first_tiles(self.colour)}
        if self.stage == "turn":
            if not moves:
                moves.add(("pass",))
            moves |= {("bridge", a, b) for a, b in self.possible_bridges(self.colour)}
        return moves

    def play(self, move: Move) -> None:
        if move[0] == "take":
            self.light_seat = 1 if move[1] == "light" else 0
            self.stage, self.colour = "turn", "dark"
        elif move[0] == "tile":
            self.lay_tile(self.colour, move[1])
            self.in_hand -= 1
            if self.in_hand == 0:
                self.in_hand = 2
                if self.stage == "opening":
                    self.stage = "choice"
                else:
                    self.end_turn()
        elif move[0] == "bridge":
            self.lay_bridge(self.colour, move[1], move[2])
            self.end_turn()
        elif self.colour == "dark":
            self.stage = "over"
        else:
            self.light_has_passed = True
            self.end_turn()

    def lay_tile(self, colour: str, cell: Cell) -> None:
        self.board[cell] = colour
        self.tiles_left[colour] -= 1

    def lay_bridge(self, colour: str, a: Cell, b: Cell) -> None:
        self.bridges.append((a, b, colour))
        self.bridges_left -= 1

    def end_turn(self) -> None:
        if self.colour == "dark" and self.light_has_passed:
            self.stage = "over"
        else:
            self.colour = other(self.colour)

    # The score.

    def islands(self, colour: str) -> int:
        return sum(len(group) == 4 for group in groups(self.tiles_of(colour)))

    def bridge_count(self, colour: str) -> int:
        return sum(owner == colour for _, _, owner in self.bridges)

    def points(self, colour: str) -> int:
        """Returns n(n+1)/2 summed over the networks, n being the islands of a network."""
        todo, total = set(groups(self.tiles_of(colour))), 0
        while todo:
            network, edge = set(), [todo.pop()]
            while edge:
                group = edge.pop()
                network.add(group)
                for a, b, _ in self.bridges:
                    for here, there in ((a, b), (b, a)):
                        reached = {far for far in todo if there in far} if here in group else set()
                        todo -= reached
                        edge += reached
            count = sum(len(group) == 4 for group in network)
            total += count * (count + 1) // 2
        return total

    def leaders(self) -> set[int]:
        """Returns the seats that are ahead: points, then islands, then bridges, and else both."""
        result = {self.seat_of(c): (self.points(c), self.islands(c), self.bridge_count(c)) for c in ("light", "dark")}
        return {seat for seat, own in result.items() if own == max(result.values())}

    def inner_bridges(self) -> list[tuple[Cell, Cell, str]]:
        """Returns the bridges with both ends on one group; there should never be one."""
        own = {colour: groups(self.tiles_of(colour)) for colour in ("light", "dark")}
        return [(a, b, c) for a, b, c in self.bridges if any(a in group and b in group for group in own[c])]
