"""Connections a second time, slow and plain, written from the rules alone: the rules of the package must agree with it.

A board is a dict from the name of a cell to what lies there: four letters (north, east, south, west; n narrow, w wide, dot blank)
for an open tile or the centre, or "spiral". Nothing is kept between questions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

COLUMNS, ROWS = "abcde", "12345"
EVERY_CELL = [column + row for column in COLUMNS for row in ROWS]
WAYS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
SIDES = list(WAYS)

Border = dict[tuple[str, str], int]  # (cell, side) -> number; a blank spot is missing
Move = tuple[str, str]  # cell, and the four letters it will show or "spiral"


def border_of(north: str, east: str, south: str, west: str) -> Border:
    """Reads the numbers around a board: from left to right, from top to bottom."""
    spots = {
        **{(column + "5", "north"): letter for column, letter in zip("abcde", north, strict=True)},
        **{("e" + row, "east"): letter for row, letter in zip("54321", east, strict=True)},
        **{(column + "1", "south"): letter for column, letter in zip("abcde", south, strict=True)},
        **{("a" + row, "west"): letter for row, letter in zip("54321", west, strict=True)},
    }
    return {spot: int(letter) for spot, letter in spots.items() if letter != "."}


def beside(cell: str, side: str) -> str | None:
    """Returns the next cell on a side, or None past the border."""
    column = COLUMNS.index(cell[0]) + WAYS[side][0]
    row = ROWS.index(cell[1]) + WAYS[side][1]
    return COLUMNS[column] + ROWS[row] if 0 <= column < 5 and 0 <= row < 5 else None


def show(letters: str) -> dict[str, str]:
    """Returns what a tile shows on each side."""
    return dict(zip(SIDES, letters, strict=True))


def turnings(letters: str) -> set[str]:
    """Returns all the ways a tile can look: what was in the west comes to the north, and so on."""
    return {letters[-k:] + letters[:-k] for k in range(4)}


@dataclass
class Sheet:
    """One player's board."""

    border: Border
    centre: str
    on: dict[str, str] = field(default_factory=dict)

    def clear(self) -> None:
        self.on = {"c3": self.centre}

    def free(self) -> list[str]:
        return [cell for cell in EVERY_CELL if cell not in self.on]

    def fits(self, cell: str, letters: str) -> bool:
        """Every touching side must fit, and one connection at least must be extended."""
        extended = False
        for side, letter in show(letters).items():
            neighbour = beside(cell, side)
            if neighbour is None:
                if letter != "." and (cell, side) not in self.border:
                    return False
            elif self.on.get(neighbour, "spiral") != "spiral":
                facing = show(self.on[neighbour])[OPPOSITE[side]]
                if facing != letter:
                    return False
                if letter != ".":
                    extended = True
        return extended

    def moves(self, letters: str) -> set[Move]:
        """Returns all the ways to lay a tile: open where it fits, or as a spiral on any free cell."""
        open_moves = {(cell, look) for cell in self.free() for look in turnings(letters) if self.fits(cell, look)}
        return open_moves | {(cell, "spiral") for cell in self.free()}

    def lay(self, move: Move) -> None:
        assert move[0] not in self.on
        self.on[move[0]] = move[1]

    def reached(self) -> set[tuple[str, str]]:
        found = set()
        for cell, what in self.on.items():
            if what != "spiral":
                found |= {(cell, side) for side, letter in show(what).items() if letter != "." and (cell, side) in self.border}
        return found

    def lost(self) -> int:
        """Each number that no open tile's connection reaches, and one point for each spiral."""
        reached = self.reached()
        numbers = sum(number for spot, number in self.border.items() if spot not in reached)
        return numbers + sum(what == "spiral" for what in self.on.values())

    def linked(self) -> set[str]:
        """Returns the cells that are joined to the centre by connections, step by step."""
        found, waiting = {"c3"}, ["c3"]
        while waiting:
            cell = waiting.pop()
            for side, letter in show(self.on[cell]).items():
                neighbour = beside(cell, side)
                if letter != "." and neighbour and self.on.get(neighbour, "spiral") != "spiral" and neighbour not in found:
                    assert show(self.on[neighbour])[OPPOSITE[side]] == letter
                    found.add(neighbour)
                    waiting.append(neighbour)
        return found
