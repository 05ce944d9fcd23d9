"""A review as plain data: what was expected before and after every step of a match, and what became of it.

All amounts are whole numbers, so that sums come out exactly. In a match of several an amount is a share of the victory, of which
VICTORY is the whole; alone it is in hundredths of a point, POINT to the point, more being better: what is lost counts below 0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ponticello.engine.errors import BadRecord
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import mark, say

FORMAT = 1  # of the JSON; another number is not read
VICTORY = 120_000  # halves, thirds and quarters of it are whole numbers
POINT = 100

Amounts = tuple[int, ...]  # one for every seat

# What a turn is called. The thresholds stand in verdicts.py.
FIND = mark("well seen")  # the best turn, which only the deep search finds
SLIP = mark("slip")
MISTAKE = mark("mistake")
TURNING_POINT = mark("turning point")  # a mistake that turned the match
VERDICTS = (FIND, SLIP, MISTAKE, TURNING_POINT)

# What the last step says of who ended a match before its rules did.
RESIGNED = mark("resigns")
OUT_OF_TIME = mark("runs out of time")
LEFT = mark("does not go on")
ENDINGS = (RESIGNED, OUT_OF_TIME, LEFT)


@dataclass(frozen=True)
class Study:
    """What the search has found out about one step, whoever made it; from the studies of all steps follows the review."""

    simulations: int = 0  # in each position that was looked at; 0 for a glance without any
    expected: Amounts = ()  # of a turn: for every seat, if the best is played; of chance: what it gave beyond the usual
    given_up: Amounts = ()  # of a turn: what changes for every seat if not the best but this was played
    best: tuple[int, ...] = ()  # the actions of the best turn; none of chance, or if the turn played is as good
    line: tuple[str, ...] = ()  # how the game may go on, turn by turn: the best turn first
    exact: bool = False  # whether nothing is left to chance or guessing: the tree below was searched to its end
    sure: bool = False  # whether separate searches agree that something was given up
    overlooked: int = 0  # of the best turn: how much the turn would have given up that looks best at first sight


@dataclass(frozen=True)
class Step:
    """A turn of a seat, or what chance did, and what was expected before and after it."""

    seat: int  # CHANCE for cards and lots
    turn: str  # in the notation of the game; one of ENDINGS if it ended the match and nothing was played
    at: int  # how many moves of the match came before its first
    until: int  # and how many had been played after its last
    before: Amounts
    after: Amounts
    loss: int = 0  # what the seat gave up against the best turn; never less than 0
    verdict: str = ""  # one of VERDICTS, or nothing worth a word
    better: tuple[int, ...] = ()  # the actions of a better turn, from the position after `at` moves as the seat saw it
    better_turn: str = ""  # the same in the notation of the game
    line: tuple[str, ...] = ()  # how the strongest player sees the game go on, turn by turn, the best turn first
    exact: bool = False
    simulations: int = 0

    @property
    def is_chance(self) -> bool:
        """Whether nobody decided about it."""
        return self.seat == CHANCE

    @property
    def is_ending(self) -> bool:
        """Whether nothing was played: somebody ended the match."""
        return self.at == self.until

    def change(self, seat: int) -> int:
        """Returns what the step changed for a seat."""
        return self.after[seat] - self.before[seat]


@dataclass(frozen=True)
class Balance:
    """How the result of a seat came about: start + luck + own + others = result, exactly."""

    start: int  # what was expected at the beginning
    luck: int  # what chance gave
    own: int  # what its own turns gave, or gave away
    others: int  # what the turns of the others did
    result: int


@dataclass(frozen=True)
class Review:
    """What the game could have been, step by step."""

    game: str
    players: int
    names: tuple[str, ...]
    match: str  # a fingerprint of the match, to know it again
    seed: int
    steps: tuple[Step, ...]
    studies: tuple[Study, ...] = field(repr=False)
    target: int = 0  # simulations in each position that are being worked towards; the same for all steps when it is finished
    finished: bool = False

    @property
    def unit(self) -> int:
        """What the amounts are parts of."""
        return VICTORY if self.players > 1 else POINT

    @property
    def curve(self) -> list[Amounts]:
        """What was expected at the beginning and after each step; the last is the result."""
        return [self.steps[0].before, *(step.after for step in self.steps)] if self.steps else []

    @property
    def simulations(self) -> int:
        """How many simulations every position has had at least."""
        return min((step.simulations for step in self.steps), default=0)

    @property
    def progress(self) -> float:
        """The share of the steps that have had as many simulations as are being worked towards."""
        if self.finished or not self.steps:
            return 1.0
        return sum(step.simulations >= self.target > 0 for step in self.steps) / len(self.steps)

    def turns(self, seat: int) -> list[Step]:
        """Returns the turns of a seat."""
        return [step for step in self.steps if step.seat == seat]

    def balance(self, seat: int) -> Balance:
        """Returns how the result of a seat came about."""
        luck = own = others = 0
        for step in self.steps:
            change = step.change(seat)
            if step.is_chance:
                luck += change
            elif step.seat == seat:
                own += change
            else:
                others += change
        curve = self.curve
        return Balance(curve[0][seat], luck, own, others, curve[-1][seat])

    def named(self) -> list[Step]:
        """Returns the turns that have a name, those that cost most first and what was well seen last."""
        return sorted((step for step in self.steps if step.verdict), key=lambda step: (step.verdict == FIND, -step.loss, step.at))

    def loss_per_turn(self, seat: int) -> float:
        """Returns what a turn of a seat gave up on average, in shares of the victory; alone, in points."""
        turns = self.turns(seat)
        return sum(step.loss for step in turns) / self.unit / len(turns) if turns else 0.0

    def to_json(self) -> str:
        """Returns the review as JSON, from which it can be shown and continued."""
        return json.dumps({"format": FORMAT, **asdict(self)}, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str | bytes) -> Review:
        """Returns a review that was written by `to_json`; refuses anything else."""
        try:
            content = json.loads(text)
            written = content.pop("format")
            content["names"] = tuple(content["names"])
            content["steps"] = tuple(Step(**_with_tuples(step)) for step in content["steps"])
            content["studies"] = tuple(Study(**_with_tuples(study)) for study in content["studies"])
            review = cls(**content)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise BadRecord(say("that is not a review; `ponticello review --json` writes them")) from None
        if written != FORMAT:
            raise BadRecord(say("this review was written by another version; make it anew"))
        return review


def _with_tuples(content: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in content.items()}
