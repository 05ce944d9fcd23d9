"""Hashi's boards and deck: islands on a grid, the dotted lines between them, and the cards, all read from data files.

A board is a grid with a letter for each island: `o` without a flag, `r` with a red one, `b` with a blue one. Two islands in a
row or a column with none between them are neighbours and joined by a dotted line, unless `without` lists the pair. A board file
may bring its own `cards` too. In one line of text the rows are joined by `/`, digits stand for as many empty cells, and the pairs
and the cards follow: `o2o/1rb1 without a1-d1 cards 1x1 1x2 ...`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

from ponticello.engine.datafile import DataFile
from ponticello.engine.errors import BadData, BadOption
from ponticello.games.hashi.words import count, mark, say

ISLANDS = 18
LINES = 36  # the most a board can have: four at every island
WIDEST = 9
NO_FLAG, RED_FLAG, BLUE_FLAG = 0, 1, 2
FLAGS = 3
FLAG_NAMES = (mark("no flag"), mark("a red flag"), mark("a blue flag"))
FLAG_COUNTS = (11, 4, 3)
LETTERS = "orb"
COLUMNS = "abcdefghi"

DATA = Path(__file__).parent / "data"
SHIPPED = ("A", "B")
CARDS = 18
MOST_NUMBER = 6
MOST_BRIDGES = 3

IN_ONE_LINE = re.compile(r"([orb.1-9]+(?:/[orb.1-9]+)+)(?: without (.+?))?(?: cards (.+))?")
PAIR = re.compile(r"([a-z][0-9])\s*-\s*([a-z][0-9])")
FACE = re.compile(r"\s*([0-9])\s*x\s*([0-9])\s*")

Place = tuple[int, int]  # column and row, from 0


def place_name(column: int, row: int) -> str:
    """Returns the name of a place on the grid: its column's letter and its row's number, from the top.

    >>> place_name(2, 3)
    'c4'
    """
    return f"{COLUMNS[column]}{row + 1}"


@dataclass(frozen=True)
class Board:
    """The islands of a board, numbered row by row, with their flags, and the lines between them by their ends."""

    islands: tuple[Place, ...]
    flags: tuple[int, ...]
    lines: tuple[tuple[int, int], ...]
    deck: tuple[int, ...]  # how often each card is in it, by (number - 1) * 3 + bridges - 1
    line_of_text: str

    def crossed_by(self, line: int) -> list[int]:
        """Returns the lines that cross a line."""
        return [other for other in range(len(self.lines)) if self._cross(line, other) or self._cross(other, line)]

    def _cross(self, across: int, down: int) -> bool:
        """Tells whether a line from left to right crosses one from top to bottom, ends excluded."""
        (left, row), (right, same_row) = (self.islands[end] for end in self.lines[across])
        (column, top), (same_column, bottom) = (self.islands[end] for end in self.lines[down])
        return row == same_row and column == same_column and left < column < right and top < row < bottom


# Which board


@lru_cache(maxsize=64)  # boards can be made by the thousand
def find_board(value: str) -> Board:
    """Returns a shipped board by its letter, or the board of a line of text."""
    if value in SHIPPED:
        return make_board(DataFile.read(DATA / f"{value}.toml"))
    return board_in_one_line(value)


def read_board_option(value: object) -> str:
    """Returns the line of text for a board that is not shipped: from such a line or from a TOML file."""
    if isinstance(value, str) and IN_ONE_LINE.fullmatch(plain(value)):
        return board_in_one_line(value).line_of_text
    if isinstance(value, Path) or (isinstance(value, str) and value.strip().lower().endswith(".toml")):
        return make_board(DataFile.read(value if isinstance(value, Path) else value.strip())).line_of_text
    raise BadOption(
        say(
            "board cannot be {value}; choose one of: {choices}, or give a file such as mine.toml"
            " or the rows of a board such as o2r/1b1o/o2o",
            value=repr(value),
            choices=", ".join(SHIPPED),
        )
    )


def plain(text: str) -> str:
    """Returns a text in small letters with single spaces."""
    return " ".join(text.lower().split())


def board_in_one_line(text: str) -> Board:
    """Reads the board that a line of text describes."""
    found = IN_ONE_LINE.fullmatch(plain(text))
    if found is None:
        raise BadData(
            say("a board in one line has rows of o, r, b and digits for empty cells, joined by /, such as o2r/1b1o/o2o")
        )
    rows = [re.sub("[1-9]", lambda digit: "." * int(digit[0]), row) for row in found[1].split("/")]
    without = re.sub(r"\s*-\s*", "-", found[2]).split() if found[2] else []
    cards = {"cards": re.sub(r"\s*x\s*", "x", found[3]).split()} if found[3] else {}
    return make_board(DataFile("the board", {"grid": rows, "without": without, **cards}))


# A board file


def make_board(file: DataFile) -> Board:
    """Makes a board of a data file, or says what is wrong with it."""
    file.only(["name", "grid", "without", "cards"])
    file.text("name", "")
    grid = read_grid(file)
    cells = [(column, row) for row, letters in enumerate(grid) for column in range(len(letters))]
    islands = tuple(place for place in cells if grid[place[1]][place[0]] != ".")
    flags = tuple(LETTERS.index(grid[row][column]) for column, row in islands)
    if len(islands) != ISLANDS:
        file.refuse("grid", say("has {islands}; a board has {number}", islands=count(len(islands), "island"), number=ISLANDS))
    for flag, letter in enumerate(LETTERS):
        if flags.count(flag) != FLAG_COUNTS[flag]:
            sentence = say(
                "has {islands} with {flag} ({letter}); a board has {number}",
                islands=count(flags.count(flag), "island"),
                flag=say(FLAG_NAMES[flag]),
                letter=letter,
                number=FLAG_COUNTS[flag],
            )
            file.refuse("grid", sentence)
    neighbours = find_neighbours(islands)
    without = read_without(file, islands, neighbours)
    lines = tuple(pair for pair in neighbours if pair not in without)
    for island, place in enumerate(islands):
        if sum(island in pair for pair in lines) < 2:
            name = place_name(*place)
            file.refuse("grid", say("{island} has fewer than two dotted lines; every island needs two or more", island=name))
    deck = read_cards(file) if "cards" in file.table else shipped_deck()
    return Board(islands, flags, lines, deck, one_line(grid, islands, without, deck))


def read_grid(file: DataFile) -> list[str]:
    """Returns the rows of the grid, all of one length."""
    grid = ["".join(row.lower().split()) for row in file.texts("grid")]
    if not 1 <= len(grid) <= WIDEST:
        file.refuse("grid", say("has {rows}; it can have 1 to {most}", rows=count(len(grid), "row"), most=WIDEST))
    for number, row in enumerate(grid, start=1):
        for letter in row:
            if letter not in LETTERS + ".":
                sentence = say(
                    "{letter} in row {row} means nothing; use o, r (red flag), b (blue flag) and . (sea)",
                    letter=repr(letter),
                    row=number,
                )
                file.refuse("grid", sentence)
        if not 1 <= len(row) <= WIDEST:
            sentence = say("row {row} has {columns} columns; it can have 1 to {most}", row=number, columns=len(row), most=WIDEST)
            file.refuse("grid", sentence)
        if len(row) != len(grid[0]):
            sentence = say(
                "row {row} has {columns} columns but row 1 has {first}; all rows are equally long",
                row=number,
                columns=len(row),
                first=len(grid[0]),
            )
            file.refuse("grid", sentence)
    return grid


def find_neighbours(islands: Sequence[Place]) -> list[tuple[int, int]]:
    """Returns the pairs of islands in a row or a column with none between them."""
    found = []
    for along in (0, 1):
        lanes = sorted(range(len(islands)), key=lambda island: (islands[island][1 - along], islands[island][along]))
        found += [(a, b) for a, b in pairwise(lanes) if islands[a][1 - along] == islands[b][1 - along]]
    return sorted(found)


def read_without(file: DataFile, islands: Sequence[Place], neighbours: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the pairs of neighbours that no dotted line joins."""
    names = [place_name(*place) for place in islands]
    found = []
    for text in file.texts("without", []):
        pair = PAIR.fullmatch(plain(text))
        if pair is None:
            file.refuse("without", say("{text} is no pair of islands; write it as a1-c1", text=repr(text)))
        for name in pair.groups():
            if name not in names:
                sentence = say(
                    "{text}: there is no island {island}; the islands are {islands}",
                    text=repr(text),
                    island=name,
                    islands=", ".join(names),
                )
                file.refuse("without", sentence)
        a, b = sorted(names.index(name) for name in pair.groups())
        if (a, b) not in neighbours:
            sentence = say(
                "{text} are not neighbours: they must share a row or a column with no island between them", text=repr(text)
            )
            file.refuse("without", sentence)
        found.append((a, b))
    return sorted(set(found))


def one_line(grid: Sequence[str], islands: Sequence[Place], without: Sequence[tuple[int, int]], deck: tuple[int, ...]) -> str:
    """Returns a board as one line of text; its cards are in it unless they are the shipped ones."""
    rows = "/".join(re.sub(r"\.+", lambda sea: str(len(sea[0])), row) for row in grid)
    pairs = [f"{place_name(*islands[a])}-{place_name(*islands[b])}" for a, b in without]
    line = f"{rows} without {' '.join(pairs)}" if pairs else rows
    return line if deck == shipped_deck() else f"{line} cards {' '.join(faces(deck))}"


# The deck


@cache
def shipped_deck() -> tuple[int, ...]:
    """Returns how often each card is in the shipped deck, by (number - 1) * 3 + bridges - 1."""
    return make_deck(DataFile.read(DATA / "deck.toml"))


def make_deck(file: DataFile) -> tuple[int, ...]:
    """Makes a deck of a data file, or says what is wrong with it."""
    file.only(["name", "cards"])
    file.text("name", "")
    return read_cards(file)


def read_cards(file: DataFile) -> tuple[int, ...]:
    """Returns how often each card is listed in a data file."""
    texts = file.texts("cards")
    if len(texts) != CARDS:
        file.refuse("cards", say("has {number} cards; a deck has {cards}", number=len(texts), cards=CARDS))
    counts = [0] * CARDS
    for text in texts:
        face = FACE.fullmatch(text.lower())
        if face is None or not (1 <= int(face[1]) <= MOST_NUMBER and 1 <= int(face[2]) <= MOST_BRIDGES):
            sentence = say(
                "{text} is no card; write number x bridges, from 1x1 to {highest}",
                text=repr(text),
                highest=f"{MOST_NUMBER}x{MOST_BRIDGES}",
            )
            file.refuse("cards", sentence)
        counts[(int(face[1]) - 1) * MOST_BRIDGES + int(face[2]) - 1] += 1
    return tuple(counts)


def faces(deck: Sequence[int]) -> list[str]:
    """Returns the cards of a deck as they are written, in order.

    >>> faces((2, 0, 1))
    ['1x1', '1x1', '1x3']
    """
    written = [f"{card // MOST_BRIDGES + 1}x{card % MOST_BRIDGES + 1}" for card in range(len(deck))]
    return [face for face, copies in zip(written, deck, strict=True) for _ in range(copies)]
