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
from ponticello.engine.verbs import CHANCE
from ponticello.games.hashi.awards import CONNECTED, FIRST, ISLAND_POINTS, LATER, SOLO_UNTIL, islands_for, points
from ponticello.games.hashi.board import ISLANDS, NO_FLAG
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
from ponticello.games.hashi.rules import ROUNDS, play
from ponticello.games.hashi.supply import ALL_ISLANDS, supply

SET_UP = 0  # the round in which a lone player writes the first number


@dataclass(frozen=True)
class Outlook:
    """What is known of the rest of a game apart from what the seat itself will do."""

    cards: dict[int, int]  # the card of each round to come, the running one included
    deadlines: tuple[int, ...]  # for each award the last round in which it brings the higher value
    played: int  # the points that the seat really got


def outlook(state: Hashi, seat: int, coming: Coming) -> Outlook:
    """Plays what really came, and notes the cards and when somebody else was the first to get an award."""
    now = state.copy()
    cards = {} if state.phase == START else {state.rounds: state.card}
    last = [int(SOLO_UNTIL[award]) if state.seats == 1 else ROUNDS for award in range(AWARDS)]
    others = [other for other in range(state.seats) if other != seat]
    for award in range(AWARDS):
        if any(state.award[other, award] for other in others):
            last[award] = SET_UP
    for actor, action in coming:
        play(now, actor, action)
        if actor == CHANCE:
            cards[now.rounds] = action - TURN_UP
        for award in range(AWARDS):
            if any(now.award[other, award] for other in others):
                last[award] = min(last[award], now.rounds)
    return Outlook(cards, tuple(last), points(now, seat))


def ceiling(state: Hashi, seat: int, coming: Coming) -> int:
    """Returns points that cannot be surpassed: every island that can still get its bridges is finished, every award scored."""
    ahead = outlook(state, seat, coming)
    hopeless = sum(1 << island for island in range(ISLANDS) if not can_be_finished(state, seat, island))
    numbers = len(ahead.cards) + (state.phase == START)
    free = bin(state.free[seat] & ~hopeless).count("1")
    islands = ISLANDS - bin(hopeless).count("1") - max(0, free - numbers)
    total = ISLAND_POINTS * islands
    for award in range(AWARDS):
        if state.award[seat, award]:
            total += state.award[seat, award]
        elif (islands >= CONNECTED) if award == SIX else not islands_for(state, award) & hopeless:
            total += int(FIRST[award] if min(ahead.cards) <= ahead.deadlines[award] else LATER[award])
    return total


def can_be_finished(state: Hashi, seat: int, island: int) -> bool:
    """Tells whether enough bridges could come to an island; one without a number needs at least one."""
    if state.finished[seat] >> island & 1:
        return True
    needed = state.room[seat, island] if state.number[seat, island] else int(state.bridges[seat, island] == 0)
    return supply(state, seat, island, ALL_ISLANDS) >= needed


def optimum(state: Hashi, seat: int, coming: Coming) -> Optimum | None:
    """Returns the model of all that a seat can still do; in company the first number goes to a neighbour and changes nothing."""
    if state.phase == START and state.seats > 1:
        return None
    return Plan(state, seat, outlook(state, seat, coming)).optimum(ceiling(state, seat, coming))


OPTIMA = Optima(optimum, ceiling)


@dataclass
class Plan:
    """The variables of a model. Those by island and round say that the number of that round is written there, and so on."""

    state: Hashi
    seat: int
    ahead: Outlook
    model: Any = None
    writes: dict[tuple[int, int, int], Any] = field(default_factory=dict)  # by island, round and number
    finishes: dict[tuple[int, int, int], Any] = field(default_factory=dict)  # written so, and finished in the end
    first: dict[tuple[int, int], Any] = field(default_factory=dict)  # by line and round: its first bridge
    second: dict[tuple[int, int], Any] = field(default_factory=dict)
    draws: dict[int, Any] = field(default_factory=dict)  # by round: whether the bridges of its card are drawn
    in_time: dict[tuple[int, int], Any] = field(default_factory=dict)  # by island and round: finished by then

    def __post_init__(self) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.lines = [line for line in range(self.state.lines) if self.state.usable[self.seat] >> line & 1]
        self.free = [island for island in range(ISLANDS) if self.state.free[self.seat] >> island & 1]
        self.rounds = sorted(self.ahead.cards)
        self._write_numbers()
        self._draw_bridges()
        self._reach_flags()
        self._finish_islands()

    def optimum(self, most: int) -> Optimum:
        """Returns the model with everything that is asked of it."""
        total = ISLAND_POINTS * sum(self.finished_by(island, ROUNDS) for island in range(ISLANDS)) + self._awards()
        turns = len(self.rounds) + (self.state.phase == START)
        return Optimum(self.model, total, most, turns, self.ahead.played, self.read, self.hint)

    def _bool(self) -> Any:
        return self.model.new_bool_var("")

    # The rules

    def _write_numbers(self) -> None:
        """A card's number goes on one island at the most, an island takes one number; a lone player begins with a 3 or a 4."""
        if self.state.phase == START:
            for action in range(START_3, TURN_UP):
                if self.state.flag[first_island(action)] == NO_FLAG:
                    self.writes[first_island(action), SET_UP, first_number(action)] = self._bool()
            self.model.add_exactly_one(self.writes.values())
        for island in self.free:
            for number_round, card in self.ahead.cards.items():
                if number_of(card) >= self.state.bridges[self.seat, island]:
                    self.writes[island, number_round, number_of(card)] = self._bool()
        for number_round in self.rounds:
            self.model.add_at_most_one(self.written(lambda i, r, n, now=number_round: r == now))
        for island in self.free:
            self.model.add_at_most_one(self.written(lambda i, r, n, here=island: i == here))

    def written(self, wanted: Callable[..., bool]) -> list[Any]:
        """Returns the variables of the numbers that are written as wanted, by island, round and number."""
        return [variable for key, variable in self.writes.items() if wanted(*key)]

    def numbered_by(self, island: int, last: int) -> Any:
        """Returns whether an island has a number by the end of a round."""
        if self.state.number[self.seat, island]:
            return 1
        return sum(self.written(lambda i, r, n: i == island and r <= last))

    def _draw_bridges(self) -> None:
        """Of each card all bridges are drawn or none; two a line, no crossing, a number at an end of the line."""
        for number_round in self.rounds:
            self.draws[number_round] = self._bool()
            for line in self.lines:
                self.second[line, number_round] = self._bool()
                if self.state.spans[self.seat, line] == 0:
                    self.first[line, number_round] = self._bool()
            drawn = [var for (_, r), var in [*self.first.items(), *self.second.items()] if r == number_round]
            self.model.add(sum(drawn) == bridges_of(self.ahead.cards[number_round]) * self.draws[number_round])
        for line in self.lines:
            self.model.add_at_most_one(self.second[line, r] for r in self.rounds)
            if self.state.spans[self.seat, line] == 0:
                self._open_line(line)

    def _open_line(self, line: int) -> None:
        """The first bridge of a line comes before the second, and when an end has a number; no line that crosses it is used."""
        self.model.add_at_most_one(self.first[line, r] for r in self.rounds)
        a, b = self.state.line_a[line], self.state.line_b[line]
        for last in self.rounds:
            self.model.add(sum(self.second[line, r] for r in self.rounds if r <= last) <= self.used_by(line, last))
            self.model.add(self.first[line, last] <= self.numbered_by(a, last) + self.numbered_by(b, last))
        for other in self.lines:
            if other < line and self.state.crossing[line] >> other & 1:
                self.model.add(self.used_by(line, ROUNDS) + self.used_by(other, ROUNDS) <= 1)

    def used_by(self, line: int, last: int) -> Any:
        """Returns whether a line has a bridge by the end of a round."""
        if self.state.spans[self.seat, line]:
            return 1
        return sum(self.first[line, r] for r in self.rounds if r <= last and (line, r) in self.first)

    def bridges_by(self, island: int, last: int) -> Any:
        """Returns how many bridges reach an island by the end of a round."""
        at = self.state.lines_at[island]
        drawn = [var for (line, r), var in [*self.first.items(), *self.second.items()] if at >> line & 1 and r <= last]
        return self.state.bridges[self.seat, island] + sum(drawn)

    def _reach_flags(self) -> None:
        """A flagged island gets its number only in a round after the one in which a bridge first reached it."""
        for island in self.free:
            if self.state.flag[island] != NO_FLAG and self.state.bridges[self.seat, island] == 0:
                for number_round in self.rounds:
                    reaching = self.bridges_by(island, number_round - 1)
                    self.model.add(self.numbered_by(island, number_round) <= reaching)

    def _finish_islands(self) -> None:
        """No island gets more bridges than its number, or than six without one; with exactly its number it is finished."""
        for island in range(ISLANDS):
            if self.state.finished[self.seat] >> island & 1:
                continue
            reaching = self.bridges_by(island, ROUNDS)
            own = self._numbers_of(island)
            if self.state.number[self.seat, island]:
                self.model.add(reaching <= self.state.number[self.seat, island])
            else:
                self.model.add(reaching <= HIGHEST + sum((n - HIGHEST) * self.writes[i, r, n] for i, r, n in own))
            for key in own:
                self.finishes[key] = self._bool()
                if key in self.writes:
                    self.model.add_implication(self.finishes[key], self.writes[key])
            self.model.add(reaching >= sum(n * self.finishes[i, r, n] for i, r, n in own))

    def _numbers_of(self, island: int) -> list[tuple[int, int, int]]:
        """Returns the number that an unfinished island has, or all it could get, by island, round and number."""
        number = self.state.number[self.seat, island]
        return [(island, SET_UP, number)] if number else [key for key in self.writes if key[0] == island]

    def finished_by(self, island: int, last: int) -> Any:
        """Returns whether an island is finished by the end of a round; one that is gets no bridges later."""
        if self.state.finished[self.seat] >> island & 1:
            return 1
        own = [key for key in self._numbers_of(island) if key[1] <= last]
        if last >= self.rounds[-1]:
            return sum(self.finishes[key] for key in own)
        if last < self.rounds[0]:
            return 0
        if (island, last) not in self.in_time:
            early = {key: self._bool() for key in own}
            for key, is_early in early.items():
                self.model.add_implication(is_early, self.finishes[key])
            self.model.add(self.bridges_by(island, last) >= sum(key[2] * is_early for key, is_early in early.items()))
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
                self.model.add(enters <= self.used_by(line, ROUNDS))
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
