"""What every player does: it sees what its seat may see, thinks as long as it may, and decides about a move or a whole turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ponticello.engine import verbs
from ponticello.engine.errors import BadOption, NotYourTurn
from ponticello.engine.words import say
from ponticello.table.position import Move, Position


@dataclass(frozen=True)
class Decision:
    """A move and what the player thinks of it."""

    move: Move
    expected: tuple[float, ...]  # for every seat its share of the victory, 0 to 1; alone, the points expected in the end
    line: tuple[Move, ...]  # how the game may go on, the move first
    simulations: int = 0
    seconds: float = 0.0
    certain: bool = False  # whether all that can follow was looked at, so that what is expected is what is best play's due


@dataclass(frozen=True)
class Thought:
    """How far a player has come with thinking."""

    move: Move  # what it would play now
    simulations: int
    seconds: float


Progress = Callable[[Thought], None]
Cancelled = Callable[[], bool]

HABIT = 1.0  # seconds, for a player that thinks and is not told how long


class Player(Protocol):
    """Anything that can choose a move."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def choose(
        self,
        position: Position,
        seat: int | None = None,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Decision:
        """Returns a legal move of a seat that may act; the seat can be left out when only one may.

        A player that thinks does so for some seconds or simulations, whichever it is given, else as is its habit. It tells
        `progress` how it is getting on and, once `cancelled` says so, answers with the best move so far.
        """
        ...

    def close(self) -> None:
        """Lets go of whatever it holds: memory, processes."""
        ...


@dataclass(frozen=True)
class Question:
    """What a player is asked: a position as its seat may see it, and how long it may think about it."""

    seen: Position
    seat: int
    seconds: float | None
    simulations: int | None
    progress: Progress | None
    cancelled: Cancelled | None


class BasePlayer:
    """What the players here have in common: a question is checked, and shows no more than the seat may see."""

    name: str
    habit: tuple[float | None, int | None] = (None, None)  # seconds and simulations, for one who is not told how long

    def choose(
        self,
        position: Position,
        seat: int | None = None,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Decision:
        """Returns a legal move of a seat that may act, as every `Player` does."""
        seat = check_question(position, seat, seconds, simulations)
        if seconds is None and simulations is None:
            seconds, simulations = self.habit
        return self.decide(Question(position.view(seat), seat, seconds, simulations, progress, cancelled))

    def decide(self, asked: Question) -> Decision:
        """Returns what it plays."""
        raise NotImplementedError

    def close(self) -> None:
        """Lets go of whatever it holds; most hold nothing."""


def choose_turn(choose: Callable[[Position, int], Decision], position: Position, seat: int) -> list[Decision]:
    """Returns what is decided for a whole turn of a seat, one action after another.

    `choose` is a player's, perhaps with a budget, or whatever else decides about an action and sees to what must happen before
    the next, such as playing it at the table.
    """
    decisions: list[Decision] = []
    while not decisions or (seat in position.actors and position.mid_turn(seat)):
        decisions.append(choose(position, seat))
        position = position.play(decisions[-1].move)
    return decisions


def write_turn(position: Position, decisions: Sequence[Decision]) -> str:
    """Returns the decisions about a turn in the notation of the game."""
    return position.game.rulebook.write_turn(decision.move for decision in decisions)


def equal_shares(position: Position) -> tuple[float, ...]:
    """Returns what is expected by who has no idea: equal shares of the victory; alone, the points so far."""
    return (1 / position.players,) * position.players if position.players > 1 else (float(position.scores[0]),)


def hoped_shares(position: Position) -> tuple[float, ...]:
    """Returns what the outlooks of a position promise: equal shares of the victory for those who are ahead; alone, the points."""
    outlooks = [verbs.outlook(position.state, seat) for seat in range(position.players)]
    if len(outlooks) == 1:
        return (outlooks[0] / 100,)
    ahead = outlooks.count(max(outlooks))
    return tuple(1 / ahead if outlook == max(outlooks) else 0.0 for outlook in outlooks)


def check_budget(seconds: float | None, simulations: int | None) -> None:
    """Refuses a time or a number of simulations in which nobody can think."""
    if seconds is not None and not 0 < seconds < float("inf"):
        raise BadOption(say("seconds must be more than 0, not {value}", value=seconds))
    if simulations is not None and simulations < 1:
        raise BadOption(say("simulations must be 1 or more, not {value}", value=simulations))


def check_question(position: Position, seat: int | None, seconds: float | None, simulations: int | None) -> int:
    """Returns the seat a player is asked for; refuses a finished game, a seat that may not act, and no time to think."""
    if position.over:
        raise NotYourTurn("the game is over, there is nothing to choose")
    check_budget(seconds, simulations)
    return position.seat_to_act(seat)
