"""Whoever plays the seats of a game at the terminal that are not people's: how they are asked for, what they are called, and how
long each of them stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ponticello.engine.errors import BadOption
from ponticello.engine.game import Rulebook
from ponticello.engine.words import say
from ponticello.players import best, seat_player
from ponticello.players.names import LEVEL, command_of, is_engine, official_name, program_name, split_command, split_players
from ponticello.players.outside import OutsidePlayer
from ponticello.players.player import Decision, Player, Progress, choose_turn
from ponticello.players.search import SearchPlayer
from ponticello.table.match import Match
from ponticello.table.names import check_name
from ponticello.table.position import Move, Position

PERSON = "person"
UNTIMED = 1.0  # seconds, roughly, for a player that counts simulations

Budget = tuple[float | None, int | None]  # seconds and simulations, for all opponents; None for their habit


def read_opponents(rulebook: Rulebook, text: str) -> list[str]:
    """Returns the opponents of a list, each under the one name that saved games know it by.

    >>> from ponticello.games import rulebook
    >>> read_opponents(rulebook("ponte"), "2, Random, engine:./bot --style a,b, engine:other")
    ['level2', 'random', 'engine:./bot --style a,b', 'engine:other']
    """
    return [official_name(word, rulebook) for word in split_players(text, rulebook)]


def called(rulebook: Rulebook, kind: str) -> str:
    """Returns what an opponent is called: a level's own name, a program's, or what it is."""
    if is_engine(kind):
        name = program_name(split_command(command_of(kind)))
        try:
            check_name(name)
        except BadOption:
            return say("Engine")
        return name
    if kind.startswith(LEVEL):
        return rulebook.levels[int(kind.removeprefix(LEVEL)) - 1].name
    return kind.partition(":")[0].capitalize()


def seat_names(rulebook: Rulebook, seats: Sequence[str], people: Sequence[str]) -> list[str]:
    """Returns names for a table: of `people` those who sit there, and the opponents', numbered where several are the same."""
    return [
        people[seat] if kind == PERSON else called(rulebook, kind) + (f" {seat + 1}" if seats.count(kind) > 1 else "")
        for seat, kind in enumerate(seats)
    ]


class Opponents:
    """Whoever plays the seats of a match that are not people's, and who gives hints.

    A player that thinks by the clock, or outside, stays for the whole match, so that it can go on with what it has thought.
    The others are made anew for each turn, from the seed of their seat: so a game that was left, or a turn that was taken back,
    goes on as it would have.
    """

    def __init__(self, match: Match, seats: Sequence[str], budget: Budget = (None, None)) -> None:
        self.match = match
        self.seats = seats
        self.budget = budget
        self._players: dict[int, Player] = {}
        self._adviser: Player | None = None

    def waiting(self) -> list[int]:
        """Returns the opponents' seats that may act now."""
        return [seat for seat in self.match.actors if self.seats[seat] != PERSON]

    def seconds(self, seat: int) -> float:
        """Returns how long a seat may be expected to think; 0 for one that answers at once."""
        sitting = self._player(seat)
        if not isinstance(sitting, SearchPlayer | OutsidePlayer):
            return 0.0
        return self._clock(sitting) or UNTIMED

    def choose(self, position: Position, seat: int, progress: Progress | None = None) -> Decision:
        """Returns what an opponent does in a position, of which it sees what its seat may see."""
        seconds, simulations = self.budget
        return self._player(seat).choose(position.view(seat), seat, seconds=seconds, simulations=simulations, progress=progress)

    def end_turn(self, seat: int) -> None:
        """Lets go of a player whose next turn is to follow from the seed alone."""
        if seat in self._players and not self._stays(self._players[seat]):
            self._players.pop(seat).close()

    def advise(self, seat: int, seconds: float, progress: Progress | None = None) -> tuple[tuple[Move, ...], Decision]:
        """Returns the turn that the best player of the game would play, and what it thinks of it."""
        if self._adviser is None:
            self._adviser = best(self.match.game.name)
        choose = partial(self._adviser.choose, seconds=seconds, progress=progress)
        decisions = choose_turn(choose, self.match.view(seat), seat)
        turn = tuple(decision.move for decision in decisions)
        return turn, replace(decisions[0], line=turn + decisions[-1].line[1:])

    def close(self) -> None:
        """Lets go of everybody."""
        for sitting in [*self._players.values(), *([self._adviser] if self._adviser else [])]:
            sitting.close()
        self._players.clear()
        self._adviser = None

    def _player(self, seat: int) -> Player:
        if seat not in self._players:
            self._players[seat] = seat_player(self.seats[seat], self.match, seed=self.match.seat_seed(seat))
        return self._players[seat]

    def _stays(self, sitting: Player) -> bool:
        return isinstance(sitting, OutsidePlayer) or (isinstance(sitting, SearchPlayer) and self._clock(sitting) is not None)

    def _clock(self, sitting: SearchPlayer | OutsidePlayer) -> float | None:
        """Returns for how many seconds a player thinks, if it does not count simulations instead."""
        return (sitting.habit if self.budget == (None, None) else self.budget)[0]
