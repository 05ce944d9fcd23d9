"""The tiles and boards of Connections as data: the set that is shipped, a user's TOML file, or the one-line text form of one.

The text form holds a whole set, so that a record of a game carries the set it was played with:

    tiles key=nw.. star=w.w. ... boards wnwn=13.21/12.31/11.22/31.12 ...

A tile's or a centre's four sides go clockwise from the north: n is narrow, w is wide, a dot is blank. The border of a board is
written north/east/south/west, each from left to right or from top to bottom; a dot is a blank spot.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ponticello.engine.datafile import DataFile
from ponticello.engine.errors import BadOption
from ponticello.engine.words import alternatives
from ponticello.games.connections.board import BOARDS, SIDE_NAMES, SIDES, TILES, WIDTH, pattern, pattern_letters
from ponticello.games.connections.words import say

SHIPPED = "own"
DATA = Path(__file__).parent / "data"
CENTRES = ("wnwn", "nwnw")
MOST_LETTERS = 12  # of a name
NUMBERS = 16  # on a border
LETTERS = "abcdefghijklmnopqrstuvwxyz-"

NAME = re.compile(rf"[a-z][a-z-]{{0,{MOST_LETTERS - 1}}}")
TILE_SIDES = re.compile(rf"[nw.]{{{SIDES}}}")
BORDER = re.compile(rf"[123.]{{{WIDTH}}}")
LINE = re.compile(r"tiles\s(.*)\sboards\s(.*)")


@dataclass(frozen=True)
class Board:
    """One player's board: the sides of its centre and the numbers of its border by spot, 0 where it is blank."""

    centre: int
    numbers: tuple[int, ...]

    def line(self) -> str:
        """Returns the board in the text form."""
        border = "".join(str(number) if number else "." for number in self.numbers)
        sides = (border[start : start + WIDTH] for start in range(0, len(border), WIDTH))
        return f"{pattern_letters(self.centre)}={'/'.join(sides)}"


@dataclass(frozen=True)
class TileSet:
    """Everything that is printed: 28 tiles, each with a name and four sides, and four boards."""

    names: tuple[str, ...]
    sides: tuple[int, ...]
    boards: tuple[Board, ...]

    def line(self) -> str:
        """Returns the set in the text form."""
        tiles = (f"{name}={pattern_letters(sides)}" for name, sides in zip(self.names, self.sides, strict=True))
        return f"tiles {' '.join(tiles)} boards {' '.join(board.line() for board in self.boards)}"


def read_board_option(value: object) -> str:
    """Returns the text form of the set in a user's file, or of a text form itself; the shipped set is an ordinary choice."""
    if isinstance(value, str) and LINE.fullmatch(" ".join(value.lower().split())):
        return _from_line(" ".join(value.lower().split())).line()
    if isinstance(value, Path) or (isinstance(value, str) and value.strip().lower().endswith(".toml")):
        file = DataFile.read(value if isinstance(value, Path) else value.strip())
        file.only(["tiles", "boards"])
        return TileSet(*_tiles(file), _boards(file)).line()
    raise BadOption(
        say(
            "board cannot be {value}; choose one of: {choices}, the path of a .toml file with tiles and boards,"
            " or a set in one line: tiles key=nw.. ... boards wnwn=13.21/12.31/11.22/31.12 ...",
            value=repr(value),
            choices=SHIPPED,
        )
    )


@lru_cache(maxsize=16)
def tile_set(board: str) -> TileSet:
    """Returns the set that the option `board` names, or holds in its text form."""
    if board != SHIPPED:
        return _from_line(board)
    tiles, boards = DataFile.read(DATA / "tiles.toml"), DataFile.read(DATA / "boards.toml")
    tiles.only(["tiles"])
    boards.only(["boards"])
    return TileSet(*_tiles(tiles), _boards(boards))


def _from_line(line: str) -> TileSet:
    """Reads the text form, with the same checks as a file."""
    halves = LINE.fullmatch(line)
    assert halves is not None, line
    tiles: list[dict[str, Any]] = []
    for word in halves[1].split():
        name, _, sides = word.partition("=")
        tiles.append({"name": name, "sides": sides})
    boards: list[dict[str, Any]] = []
    for word in halves[2].split():
        centre, _, border = word.partition("=")
        boards.append({"centre": centre, **dict(zip(SIDE_NAMES, border.split("/"), strict=False))})
    file = DataFile("board", {"tiles": tiles, "boards": boards})
    return TileSet(*_tiles(file), _boards(file))


def _tiles(file: DataFile) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Returns the names and the sides of the tiles."""
    names: list[str] = []
    sides: list[int] = []
    for tile in file.tables("tiles"):
        tile.only(["name", "sides"])
        name = tile.text("name")
        if not NAME.fullmatch(name):
            sentence = say(
                "must be 1 to {most} small letters a-z, hyphens allowed inside, not {name}", most=MOST_LETTERS, name=repr(name)
            )
            tile.refuse("name", sentence)
        if name in names:
            other = f"tiles[{names.index(name)}]"
            sentence = say("{name} is the name of {tile} too; each tile has a symbol of its own", name=repr(name), tile=other)
            tile.refuse("name", sentence)
        names.append(name)
        sides.append(_sides(tile, "sides"))
        if sides[-1] == 0:
            tile.refuse("sides", say("must have a connection, n or w, on at least one side"))
    if len(names) != TILES:
        file.refuse("tiles", say("must be {tiles} tiles, not {number}", tiles=TILES, number=len(names)))
    return tuple(names), tuple(sides)


def _sides(table: DataFile, key: str) -> int:
    letters = table.text(key).lower()
    if not TILE_SIDES.fullmatch(letters):
        sentence = say(
            "must be four letters, for north, east, south and west, each n (narrow), w (wide) or . (blank), not {letters}",
            letters=repr(letters),
        )
        table.refuse(key, sentence)
    return pattern(letters)


def _boards(file: DataFile) -> tuple[Board, ...]:
    """Returns the boards, which carry the same numbers in different places."""
    boards: list[Board] = []
    for table in file.tables("boards"):
        table.only(["centre", *SIDE_NAMES])
        if (centre := table.text("centre").lower()) not in CENTRES:
            sentence = say(
                "must be {centres}, wide on one axis and narrow on the other, not {centre}",
                centres=alternatives(CENTRES),
                centre=repr(centre),
            )
            table.refuse("centre", sentence)
        numbers = tuple(number for side in SIDE_NAMES for number in _border(table, side))
        count = sum(number > 0 for number in numbers)
        if count != NUMBERS:
            sentence = say(
                "the four sides of a board must have {numbers} numbers together, not {number}", numbers=NUMBERS, number=count
            )
            table.refuse("north", sentence)
        if boards and sorted(numbers) != sorted(boards[0].numbers):
            sentence = say("the four sides of a board must have the same numbers as those of boards[0], in any places")
            table.refuse("north", sentence)
        boards.append(Board(pattern(centre), numbers))
    if len(boards) != BOARDS:
        sentence = say("must be {boards} boards, one for each player, not {number}", boards=BOARDS, number=len(boards))
        file.refuse("boards", sentence)
    return tuple(boards)


def _border(table: DataFile, side: str) -> list[int]:
    letters = table.text(side)
    if not BORDER.fullmatch(letters):
        sentence = say(
            "must be {spots} spots, each 1, 2, 3 or . (blank), such as 12.31, not {letters}", spots=WIDTH, letters=repr(letters)
        )
        table.refuse(side, sentence)
    return [0 if letter == "." else int(letter) for letter in letters]


def packed_name(name: str) -> int:
    """Returns a tile's name as one number, five bits a letter: a position knows its tiles by name without holding text."""
    return sum((LETTERS.index(letter) + 1) << 5 * place for place, letter in enumerate(name))


def unpacked_name(number: int) -> str:
    """Returns the name that a number stands for."""
    return "".join(LETTERS[(number >> 5 * place & 31) - 1] for place in range(MOST_LETTERS) if number >> 5 * place)
