"""Hashi once more, slowly: names, dictionaries and sets, everything counted afresh whenever it is asked for.

It shares no code with the package: it reads a board as rows of letters and speaks in the notation of moves.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, field

Line = tuple[str, str]


class Map:
    """The islands of a board by name, and the dotted lines between neighbours."""

    def __init__(self, rows: list[str], without: frozenset[str] = frozenset()) -> None:
        self.flags: dict[str, str] = {}
        self.at: dict[str, tuple[int, int]] = {}
        for y, row in enumerate(rows):
            for x, letter in enumerate(row.replace(" ", "")):
                if letter != ".":
                    name = f"{'abcdefghi'[x]}{y + 1}"
                    self.flags[name] = letter
                    self.at[name] = (x, y)
        self.lines: list[Line] = []
        for a, b in itertools.permutations(self.at, 2):
            if self.between(a, b) == [] and f"{a}-{b}" not in without:
                self.lines.append((a, b))

    def between(self, a: str, b: str) -> list[str] | None:
        """The islands between one and another to its right or below it; None if they are not placed so."""
        (ax, ay), (bx, by) = self.at[a], self.at[b]
        if ay == by and ax < bx:
            return [c for c, (x, y) in self.at.items() if y == ay and ax < x < bx]
        if ax == bx and ay < by:
            return [c for c, (x, y) in self.at.items() if x == ax and ay < y < by]
        return None

    def cells(self, line: Line) -> set[tuple[int, int]]:
        """The cells of sea that a line passes."""
        (ax, ay), (bx, by) = self.at[line[0]], self.at[line[1]]
        if ay == by:
            return {(x, ay) for x in range(ax + 1, bx)}
        return {(ax, y) for y in range(ay + 1, by)}

    def cross(self, one: Line, other: Line) -> bool:
        return one != other and bool(self.cells(one) & self.cells(other))


@dataclass
class Sheet:
    """One player's board."""

    number: dict[str, int] = field(default_factory=dict)
    bridges: list[Line] = field(default_factory=list)

    def reaching(self, island: str) -> int:
        return sum(island in line for line in self.bridges)

    def finished(self) -> set[str]:
        return {island for island, number in self.number.items() if self.reaching(island) == number}

    def may_draw(self, chart: Map, line: Line) -> bool:
        if Counter(self.bridges)[line] == 2 or any(chart.cross(line, other) for other in self.bridges):
            return False
        if not any(end in self.number for end in line):
            return False
        return all(self.reaching(end) + 1 <= self.number.get(end, 6) for end in line)

    def can_draw(self, chart: Map, count: int) -> bool:
        """Tries every way to draw so many bridges."""
        if count == 0:
            return True
        for line in chart.lines:
            if self.may_draw(chart, line):
                self.bridges.append(line)
                possible = self.can_draw(chart, count - 1)
                self.bridges.pop()
                if possible:
                    return True
        return False

    def first_bridges(self, chart: Map, count: int) -> set[str]:
        """The bridges that can be drawn as the first of so many."""
        found = set()
        for line in chart.lines:
            if self.may_draw(chart, line):
                self.bridges.append(line)
                if self.can_draw(chart, count - 1):
                    found.add("-".join(line))
                self.bridges.pop()
        return found

    def largest_group(self) -> int:
        """The most finished islands joined by bridges that pass no unfinished one."""
        finished = self.finished()
        best = 0
        for island in finished:
            group = {island}
            while True:
                more = {end for line in self.bridges if set(line) & group for end in line if end in finished} | group
                if more == group:
                    break
                group = more
            best = max(best, len(group))
        return best


class Oracle:
    """A whole table."""

    def __init__(self, chart: Map, players: int) -> None:
        self.chart = chart
        self.players = players
        self.sheets = [Sheet() for _ in range(players)]
        self.deck = [(number, bridges) for number in range(1, 7) for bridges in range(1, 4)]
        self.turned: list[tuple[int, int]] = []
        self.starts: dict[int, str] = {}
        self.turn: dict[int, list[str]] | None = None  # what each seat has done in the running round
        self.awards: list[dict[str, int]] = [{} for _ in range(players)]
        self.first_round: dict[str, int] = {}

    def over(self) -> bool:
        return len(self.turned) == 17 and self.turn is None

    def actors(self) -> set[int]:
        """Seats, or 7 for chance."""
        if len(self.starts) < self.players:
            return set(range(self.players)) - set(self.starts)
        if self.over():
            return set()
        if self.turn is None:
            return {7}
        return {seat for seat in range(self.players) if not self.has_finished(seat)}

    def has_finished(self, seat: int) -> bool:
        assert self.turn is not None
        done = self.turn[seat]
        return "done" in done or sum("-" in word for word in done) == self.turned[-1][1]

    def legal(self, seat: int) -> set[str]:
        if seat not in self.actors():
            return set()
        if seat == 7:
            return {f"card {n}x{b}" for n, b in self.deck if (n, b) not in self.turned}
        if self.turn is None:
            return {f"{n}@{island}" for n in (3, 4) for island, flag in self.chart.flags.items() if flag == "o"}
        number, bridges = self.turned[-1]
        sheet, done = self.sheets[seat], self.turn[seat]
        if not done:
            return {"skip"} | {f"{number}@{island}" for island in self.chart.flags if self.may_write(sheet, island, number)}
        drawn = len(done) - 1
        return sheet.first_bridges(self.chart, bridges - drawn) | ({"done"} if drawn == 0 else set())

    def may_write(self, sheet: Sheet, island: str, number: int) -> bool:
        if island in sheet.number:
            return False
        reaching = sheet.reaching(island)
        return number >= reaching and (self.chart.flags[island] == "o" or reaching >= 1)

    def play(self, seat: int, text: str) -> None:
        if seat == 7:
            number, bridges = text.removeprefix("card ").split("x")
            self.turned.append((int(number), int(bridges)))
            self.turn = {player: [] for player in range(self.players)}
        elif self.turn is None:
            self.starts[seat] = text
            if len(self.starts) == self.players:
                for giver, given in self.starts.items():
                    first, island = given.split("@")
                    self.sheets[(giver + 1) % self.players].number[island] = int(first)
        else:
            self.turn[seat].append(text)
            if "@" in text:
                self.sheets[seat].number[text.split("@")[1]] = self.turned[-1][0]
            elif "-" in text:
                a, b = text.split("-")
                self.sheets[seat].bridges.append((a, b))
            if all(self.has_finished(player) for player in range(self.players)):
                self.end_round()

    def end_round(self) -> None:
        round_number = len(self.turned)
        self.turn = None
        for award, first, later, solo in (("red", 9, 5, 12), ("blue", 7, 3, 7), ("six", 8, 4, 12)):
            for seat in range(self.players):
                if award not in self.awards[seat] and self.deserves(seat, award):
                    self.first_round.setdefault(award, round_number)
                    in_time = round_number <= solo if self.players == 1 else self.first_round[award] == round_number
                    self.awards[seat][award] = first if in_time else later

    def deserves(self, seat: int, award: str) -> bool:
        sheet = self.sheets[seat]
        if award == "six":
            return sheet.largest_group() >= 6
        return {island for island, flag in self.chart.flags.items() if flag == award[0]} <= sheet.finished()

    def points(self, seat: int) -> int:
        return 2 * len(self.sheets[seat].finished()) + sum(self.awards[seat].values())
