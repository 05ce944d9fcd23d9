"""Thinking time: none, some for the whole game with a little more for each turn, or days for each turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ponticello.engine.errors import BadOption
from ponticello.engine.words import count, say

DAY = 86_400.0
MOST_MINUTES, MOST_SECONDS, MOST_DAYS = 600, 600, 30
SPARED = 10.0  # seconds that a take-back leaves to whoever asked for it, if they had them


@dataclass(frozen=True)
class ClockRule:
    """How much time everybody has: so many seconds to begin with and more after each turn, or afresh for each turn."""

    start: float
    increment: float = 0.0
    afresh: bool = False

    @property
    def spared(self) -> float:
        """What a take-back leaves at least: nobody loses by an answer that they could not foresee."""
        return DAY if self.afresh else SPARED

    @property
    def words(self) -> str:
        """The rule as a person says it."""
        if self.afresh:
            return say("{days} for each turn", days=count(round(self.start / DAY), "day"))
        return say(
            "{minutes} for the game and {seconds} more for each turn",
            minutes=count(round(self.start / 60), "minute"),
            seconds=count(round(self.increment), "second"),
        )

    def as_json(self) -> dict[str, object]:
        """Returns the rule as it is asked for."""
        if self.afresh:
            return {"kind": "days", "days": round(self.start / DAY)}
        return {"kind": "game", "minutes": round(self.start / 60), "seconds": round(self.increment)}


def read_clock(wanted: Mapping[str, object] | None) -> ClockRule | None:
    """Returns the rule that is asked for; refuses one nobody could play with."""
    if not wanted or wanted.get("kind") in (None, "none"):
        return None
    if wanted["kind"] == "days":
        return ClockRule(DAY * _whole(wanted, "days", 1, MOST_DAYS, 3), afresh=True)
    if wanted["kind"] == "game":
        minutes = _whole(wanted, "minutes", 1, MOST_MINUTES, 10)
        return ClockRule(60.0 * minutes, float(_whole(wanted, "seconds", 0, MOST_SECONDS, 5)))
    raise BadOption(say("the clock is none, game or days, not {kind}", kind=str(wanted["kind"])[:20]))


def _whole(wanted: Mapping[str, object], name: str, least: int, most: int, default: int) -> int:
    value = wanted.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | str) or not str(value).strip().isdecimal():
        raise BadOption(say("the clock's {name} must be a whole number", name=name))
    number = int(value) if len(str(value)) < 10 else most + 1
    if not least <= number <= most:
        raise BadOption(say("the clock's {name} must be {least} to {most}", name=name, least=least, most=most))
    return number


@dataclass(frozen=True)
class Clockface:
    """What a seat's clock shows."""

    left: float
    running: bool
    deadline: float | None  # when it runs out, if it runs


class Clocks:
    """Everybody's clocks. They run for the people who are to act, all at once if several are, also while a bot plays for one."""

    __slots__ = ("left", "rule", "since")  # a table remembers them for every move

    def __init__(self, rule: ClockRule, seats: int) -> None:
        self.rule = rule
        self.left = [rule.start] * seats
        self.since: dict[int, float] = {}  # the clocks that run, and since when

    def copy(self) -> Clocks:
        """Returns the same clocks, apart from these."""
        clocks = Clocks(self.rule, 0)
        clocks.left, clocks.since = self.left.copy(), self.since.copy()
        return clocks

    def press(self, seat: int, at: float, *, earns: bool = True) -> None:
        """Notes that a seat has completed its turn; one that a bot has played for its owner earns nothing."""
        self._charge(seat, at)
        self.since.pop(seat, None)
        if earns:
            self.left[seat] += self.rule.increment

    def go_back(self, before: Clocks, seat: int, at: float, *, waited: float = 0.0, only: bool = False) -> None:
        """Takes a turn of a seat back: it costs whoever takes it back, and never the others.

        `before` is what the clocks showed just before that turn was completed. The seat has thought all along since then, less
        the time it has waited for the others to agree; the others have not thought at all. Where all act at once (`only`), theirs
        go on as they are.
        """
        if seat in self.since and (self.since[seat], self.left[seat]) == (before.since.get(seat), before.left[seat]):
            return  # it has never stopped; and the others, who may not know of it, see nothing
        spared = min(self.face(seat, at).left, self.rule.spared)
        if not only:
            self.left, self.since = before.left.copy(), {}
        self.left[seat] = before.left[seat]
        since = before.since.get(seat, at) + waited
        self.since[seat] = min(at, max(since, at + spared - self.left[seat]))

    def run(self, seats: set[int], at: float) -> None:
        """Lets the clocks of these seats run, and only them."""
        for seat in [seat for seat in self.since if seat not in seats]:
            self._charge(seat, at)
            del self.since[seat]
        for seat in seats:
            self.since.setdefault(seat, at)

    def _charge(self, seat: int, at: float) -> None:
        if seat in self.since and not self.rule.afresh:
            self.left[seat] = max(0.0, self.left[seat] - (at - self.since[seat]))

    def face(self, seat: int, now: float) -> Clockface:
        """Returns what a seat's clock shows."""
        if seat not in self.since:
            return Clockface(self.left[seat], False, None)
        deadline = self.since[seat] + self.left[seat]
        return Clockface(max(0.0, deadline - now), True, deadline)

    @property
    def due(self) -> float | None:
        """When the first of the running clocks runs out."""
        return min((since + self.left[seat] for seat, since in self.since.items()), default=None)
