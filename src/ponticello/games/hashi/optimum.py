"""The best result of Hashi once all cards are known, as a model for CP-SAT: one board, from a turn of its player to the end.

What makes it small is that nothing on a board ever goes away. A number that is not smaller than the bridges an island has in the
end was never too small; bridges that do not cross in the end never did; the bridges of a round can be drawn in any order. So time
counts in four places only: a card is played in its round, a line needs a number at one end when its first bridge is drawn, a
flagged island needs a bridge before it gets a number, and the awards have their last round for the higher value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ponticello.engine.optimum import Coming, Optima, Optimum, Turns
from ponticello.games.hashi.awards import CONNECTED, FIRST, ISLAND_POINTS, LATER, islands_for
from ponticello.games.hashi.board import ISLANDS, NO_FLAG
from ponticello.games.hashi.limits import SET_UP, Ahead, ceiling, look_ahead, most_islands, totals
from ponticello.games.hashi.position import (
    AWARDS,
    BRIDGE,
    DONE,
    HIGHEST,
    PER_LINE,
    SIX,
    SKIP,
    START,
    START_3,
    START_4,
    TURN_UP,
    WRITE,
    Hashi,
    bridges_of,
    first_island,
    first_number,
    number_of,
)
from ponticello.games.hashi.rules import ROUNDS


def optimum(state: Hashi, seat: int, coming: Coming) -> Optimum | None:
    """Returns the model of all that a seat can still do; in company the first number goes to a neighbour and changes nothing."""
    if state.phase == START and state.seats > 1:
        return None
    return Plan(state, seat, look_ahead(state, seat, coming)).optimum()


OPTIMA = Optima(optimum, ceiling)


@dataclass
class Plan:
    """The variables of a model. Each thing that happens in a round is one, and so is that it has happened by the end of a round:
    the second kind is what the rules are about, and what the solver learns from."""

    state: Hashi
    seat: int
    ahead: Ahead
    model: Any = None
    writes: dict[tuple[int, int, int], Any] = field(default_factory=dict)  # by island, round and number
    numbered: dict[tuple[int, int], Any] = field(default_factory=dict)  # by island and round: it has a number by then
    shows: dict[tuple[int, int], Any] = field(default_factory=dict)  # by island and number: what it shows in the end
    finishes: dict[tuple[int, int], Any] = field(default_factory=dict)  # shows it, and is finished in the end
    in_time: dict[tuple[int, int], Any] = field(default_factory=dict)  # by island and round: finished by then
    first: dict[tuple[int, int], Any] = field(default_factory=dict)  # by line and round: its first bridge
    second: dict[tuple[int, int], Any] = field(default_factory=dict)
    used: dict[tuple[int, int], Any] = field(default_factory=dict)  # by line and round: it has a bridge by then
    doubled: dict[tuple[int, int], Any] = field(default_factory=dict)  # two of them
    draws: dict[int, Any] = field(default_factory=dict)  # by round: whether the bridges of its card are drawn

    def __post_init__(self) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.lines = [line for line in range(self.state.lines) if self.state.usable[self.seat] >> line & 1]
        self.free = [island for island in range(ISLANDS) if self.state.free[self.seat] >> island & 1]
        self.rounds = sorted(self.ahead.cards)
        self._write_numbers()
        self._draw_bridges()
        self._keep_lines()
        self._reach_flags()
        self._finish_islands()

    def optimum(self) -> Optimum:
        """Returns the model with everything that is asked of it."""
        finished = sum(self.finished_by(island, ROUNDS) for island in range(ISLANDS))
        self.model.add(finished <= most_islands(self.state, self.seat, self.ahead))
        total = ISLAND_POINTS * finished + self._awards()
        turns = len(self.rounds) + (self.state.phase == START)
        standings = totals(self.state, self.seat, self.ahead)
        return Optimum(self.model, total, standings, turns, self.ahead.played, self.read, self.hint)

    def _bool(self) -> Any:
        return self.model.new_bool_var("")

    def _happened(self, events: dict[int, Any]) -> dict[int, Any]:
        """Returns for each round whether one of some events, by round, has happened by its end; none happens after another."""
        happened: dict[int, Any] = {}
        before: Any = 0
        for number_round in sorted(events):
            happened[number_round] = self._bool()
            self.model.add(happened[number_round] == before + events[number_round])
            before = happened[number_round]
        return happened

    # The rules

    def _write_numbers(self) -> None:
        """A card's number goes on one island at the most, an island takes one number; a lone player begins with a 3 or a 4."""
        first = [SET_UP] if self.state.phase == START else []
        if first:
            for action in range(START_3, TURN_UP):
                if self.state.flag[first_island(action)] == NO_FLAG:
                    self.writes[first_island(action), SET_UP, first_number(action)] = self._bool()
            self.model.add_exactly_one(self.writes.values())
        for number_round, card in self.ahead.cards.items():
            able = [island for island in self.free if number_of(card) >= self.state.bridges[self.seat, island]]
            self.writes |= {(island, number_round, number_of(card)): self._bool() for island in able}
            self.model.add_at_most_one(self.writes[island, number_round, number_of(card)] for island in able)
        for island in self.free:
            own = [key for key in self.writes if key[0] == island]
            events = {now: sum(self.writes[key] for key in own if key[1] == now) for now in first + self.rounds}
            self.numbered |= {(island, now): by_then for now, by_then in self._happened(events).items()}
            for number in {key[2] for key in own}:
                self.shows[island, number] = self._bool()
                self.model.add(self.shows[island, number] == sum(self.writes[key] for key in own if key[2] == number))
            self.model.add_at_most_one(self.shows[key] for key in self.shows if key[0] == island)

    def numbered_by(self, island: int, last: int) -> Any:
        """Returns whether an island has a number by the end of a round."""
        return 1 if self.state.number[self.seat, island] else self.numbered[island, last]

    def _draw_bridges(self) -> None:
        """Of each card all bridges are drawn or none."""
        for line in self.lines:
            self.second |= {(line, now): self._bool() for now in self.rounds}
            if self.state.spans[self.seat, line] == 0:
                self.first |= {(line, now): self._bool() for now in self.rounds}
        for now in self.rounds:
            self.draws[now] = self._bool()
            drawn = [var for (_, r), var in [*self.first.items(), *self.second.items()] if r == now]
            self.model.add(sum(drawn) == bridges_of(self.ahead.cards[now]) * self.draws[now])

    def _keep_lines(self) -> None:
        """A line takes two bridges, the first of them when an end has a number, and none if a line that crosses it has one."""
        for line in self.lines:
            events = {now: self.second[line, now] for now in self.rounds}
            self.doubled |= {(line, now): by_then for now, by_then in self._happened(events).items()}
            if self.state.spans[self.seat, line]:
                continue
            events = {now: self.first[line, now] for now in self.rounds}
            self.used |= {(line, now): by_then for now, by_then in self._happened(events).items()}
            a, b = self.state.line_a[line], self.state.line_b[line]
            for now in self.rounds:
                self.model.add_implication(self.doubled[line, now], self.used[line, now])
                self.model.add(self.used[line, now] <= self.numbered_by(a, now) + self.numbered_by(b, now))
            for other in self.lines:
                if other < line and self.state.crossing[line] >> other & 1:
                    self.model.add_at_most_one(self.used[line, self.rounds[-1]], self.used[other, self.rounds[-1]])

    def used_at_last(self, line: int) -> Any:
        """Returns whether a line has a bridge in the end."""
        return 1 if self.state.spans[self.seat, line] else self.used[line, self.rounds[-1]]

    def bridges_by(self, island: int, last: int) -> Any:
        """Returns how many bridges reach an island by the end of a round."""
        lines = [line for line in self.lines if self.state.lines_at[island] >> line & 1]
        drawn = [kind[line, last] for kind in (self.used, self.doubled) for line in lines if (line, last) in kind]
        return self.state.bridges[self.seat, island] + sum(drawn)

    def _reach_flags(self) -> None:
        """A flagged island gets its number only in a round after the one in which a bridge first reached it."""
        for island in self.free:
            if self.state.flag[island] != NO_FLAG and self.state.bridges[self.seat, island] == 0:
                lines = [line for line in self.lines if self.state.lines_at[island] >> line & 1]
                for now in self.rounds:
                    reaching = [self.used[line, now - 1] for line in lines if (line, now - 1) in self.used]
                    self.model.add_bool_or([~self.numbered[island, now], *reaching])

    def _finish_islands(self) -> None:
        """No island gets more bridges than its number, or than six without one; with exactly its number it is finished."""
        for island in range(ISLANDS):
            if self.state.finished[self.seat] >> island & 1:
                continue
            reaching = self.bridges_by(island, self.rounds[-1])
            numbers = self._numbers_of(island)
            if self.state.number[self.seat, island]:
                self.model.add(reaching <= self.state.number[self.seat, island])
            else:
                self.model.add(reaching <= HIGHEST + sum((n - HIGHEST) * self.shows[island, n] for n in numbers))
            for number in numbers:
                self.finishes[island, number] = self._bool()
                if (island, number) in self.shows:
                    self.model.add_implication(self.finishes[island, number], self.shows[island, number])
            self.model.add(reaching >= sum(n * self.finishes[island, n] for n in numbers))

    def _numbers_of(self, island: int) -> list[int]:
        """Returns the number that an unfinished island has, or all it could get."""
        number = self.state.number[self.seat, island]
        return [number] if number else [n for i, n in self.shows if i == island]

    def finished_by(self, island: int, last: int) -> Any:
        """Returns whether an island is finished by the end of a round; one that is gets no bridges later."""
        if self.state.finished[self.seat] >> island & 1:
            return 1
        numbers = self._numbers_of(island)
        if last >= self.rounds[-1]:
            return sum(self.finishes[island, n] for n in numbers)
        if last < self.rounds[0]:
            return 0
        if (island, last) not in self.in_time:
            early = {n: self._bool() for n in numbers}
            for n, is_early in early.items():
                self.model.add_implication(is_early, self.finishes[island, n])
                if (island, n) in self.shows:
                    by_then = [var for (i, r, number), var in self.writes.items() if (i, number) == (island, n) and r <= last]
                    self.model.add(is_early <= sum(by_then))
            self.model.add(self.bridges_by(island, last) >= sum(n * is_early for n, is_early in early.items()))
            self.in_time[island, last] = sum(early.values())
        return self.in_time[island, last]

    # The awards

    def _awards(self) -> Any:
        """Returns the points for the awards: those scored, and for each of the others the higher value, the lower or none."""
        total = 0
        for award in range(AWARDS):
            if self.state.award[self.seat, award]:
                total += self.state.award[self.seat, award]
                continue
            high, low = self._bool(), self._bool()
            self.model.add_at_most_one(high, low)
            if self.ahead.deadlines[award] < self.rounds[0]:
                self.model.add(high == 0)
            if award == SIX:
                self._connect_six(high, low, self.ahead.deadlines[award])
            else:
                self._collect_flags(high, low, award)
            total += int(FIRST[award]) * high + int(LATER[award]) * low
        return total

    def _collect_flags(self, high: Any, low: Any, award: int) -> None:
        """All islands with a flag of one colour are finished, for the higher value in time."""
        for island in range(ISLANDS):
            if islands_for(self.state, award) >> island & 1:
                self.model.add(high <= self.finished_by(island, self.ahead.deadlines[award]))
                self.model.add(low <= self.finished_by(island, ROUNDS))

    def _connect_six(self, high: Any, low: Any, deadline: int) -> None:
        """Six finished islands hang together: each but the first is reached by a bridge from another that is nearer to it.

        Between two that are finished in time no bridge is drawn later, so that only the islands need be in time.
        """
        six = [self._bool() for _ in range(ISLANDS)]
        self.model.add(sum(six) == CONNECTED * (high + low))
        root = [self._bool() for _ in range(ISLANDS)]
        self.model.add(sum(root) == high + low)
        steps = [self.model.new_int_var(0, CONNECTED - 1, "") for _ in range(ISLANDS)]
        entered: list[list[Any]] = [[] for _ in range(ISLANDS)]
        for line in range(self.state.lines):
            if line not in self.lines and self.state.spans[self.seat, line] == 0:
                continue
            a, b = self.state.line_a[line], self.state.line_b[line]
            for start, end in ((a, b), (b, a)):
                enters = self._bool()
                self.model.add(enters <= self.used_at_last(line))
                self.model.add_implication(enters, six[start])
                self.model.add(steps[end] >= steps[start] + 1).only_enforce_if(enters)
                entered[end].append(enters)
        for island in range(ISLANDS):
            self.model.add(sum(entered[island]) + root[island] == six[island])
            self.model.add(six[island] <= self.finished_by(island, ROUNDS))
            self.model.add(six[island] + high <= 1 + self.finished_by(island, deadline))
            self.model.add(steps[island] == 0).only_enforce_if(root[island])
            for lower in range(island):  # of the six the first is the root, so that they are counted once
                self.model.add_implication(root[island], ~six[lower])

    # Turns

    def read(self, value: Callable[[Any], int]) -> Turns:
        """Returns the turns of a solution."""
        turns: Turns = []
        if self.state.phase == START:
            island, _, number = next(key for key, var in self.writes.items() if key[1] == SET_UP and value(var))
            turns.append([(START_3 if number == 3 else START_4) + island])
        for number_round in self.rounds:
            wrote = [WRITE + island for (island, r, _), var in self.writes.items() if r == number_round and value(var)]
            drew = [
                BRIDGE + line
                for bridges in (self.first, self.second)
                for (line, r), var in bridges.items()
                if r == number_round and value(var)
            ]
            turns.append((wrote or [SKIP]) + (drew or [DONE]))
        return turns

    def hint(self, turns: Turns) -> list[tuple[Any, int]]:
        """Returns what some turns would make of the variables."""
        chosen: set[tuple[str, int, int]] = set()
        spans = {line: self.state.spans[self.seat, line] for line in self.lines}
        begin = [SET_UP] if self.state.phase == START else []
        for number_round, actions in zip([*begin, *self.rounds], turns, strict=True):
            for action in actions:
                if action >= START_3:
                    chosen.add((f"write {first_number(action)}", first_island(action), SET_UP))
                elif action < SKIP:
                    number = number_of(self.ahead.cards[number_round])
                    chosen.add((f"write {number}", action - WRITE, number_round))
                elif BRIDGE <= action < DONE:
                    line = action - BRIDGE
                    spans[line] += 1
                    chosen.add(("second" if spans[line] == PER_LINE else "first", line, number_round))
                    chosen.add(("draw", 0, number_round))
        hints = [(var, (f"write {n}", i, r) in chosen) for (i, r, n), var in self.writes.items()]
        hints += [(var, ("first", line, r) in chosen) for (line, r), var in self.first.items()]
        hints += [(var, ("second", line, r) in chosen) for (line, r), var in self.second.items()]
        hints += [(var, ("draw", 0, r) in chosen) for r, var in self.draws.items()]
        return [(var, int(is_set)) for var, is_set in hints]
