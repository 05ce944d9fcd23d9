"""The players of the house at a table: whom one can ask for, what they are called, and how long each of them lasts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.game import Rulebook
from ponticello.players import best, player
from ponticello.players.outside import OutsidePlayer, name_of, split_command
from ponticello.players.player import Decision, Player, Progress
from ponticello.players.search import SearchPlayer
from ponticello.table.match import Match, check_name
from ponticello.table.position import Move

PERSON = "person"
ENGINE = "engine:"
UNTIMED = 1.0  # seconds, roughly, for a player that counts simulations
STRONGEST_FIRST = ("level5", "level4", "level3", "level2")

Budget = tuple[float | None, int | None]  # seconds and simulations, for all players of the house; None for their habit


def read_opponents(rulebook: Rulebook, text: str) -> list[str]:
    """Returns the opponents of a list with commas, each under the one name that saved games know it by.

    >>> from ponticello.games import rulebook
    >>> read_opponents(rulebook("ponte"), "2, Random, engine:./bot --style a,b, engine:other")
    ['level2', 'random', 'engine:./bot --style a,b', 'engine:other']
    """
    words: list[str] = []
    for part in text.split(","):
        if words and is_engine(words[-1]) and not is_engine(part) and not _known(rulebook, part):
            words[-1] += f",{part}"  # a comma of the program's own
        else:
            words.append(part)
    return [read_opponent(rulebook, word) for word in words]


def read_opponent(rulebook: Rulebook, word: str) -> str:
    """Returns the one name of an opponent; refuses one that does not exist."""
    if is_engine(word):
        command = word.strip()[len(ENGINE) :].strip()
        split_command(command)
        return ENGINE + command
    player(word, game=rulebook.name).close()
    wanted = word.strip().lower()
    for number, level in enumerate(rulebook.levels, start=1):
        if wanted in (level.name.lower(), str(number)) or wanted.replace(" ", "") == f"level{number}":
            return f"level{number}"
    return wanted


def is_engine(word: str) -> bool:
    """Tells whether a word names a program outside."""
    return word.strip().lower().startswith(ENGINE)


def _known(rulebook: Rulebook, word: str) -> bool:
    try:
        return bool(read_opponent(rulebook, word))
    except PonticelloError:
        return False


def called(rulebook: Rulebook, kind: str) -> str:
    """Returns what a player of the house is called: a character's own name, or what it is."""
    if kind.startswith(ENGINE):
        name = name_of(split_command(kind[len(ENGINE) :]))
        try:
            check_name(name)
        except BadOption:
            return "Engine"
        return name
    if kind.startswith("level"):
        return rulebook.levels[int(kind.removeprefix("level")) - 1].name
    return kind.capitalize()


def seat_names(rulebook: Rulebook, seats: Sequence[str], people: Sequence[str]) -> list[str]:
    """Returns names for a table: of `people` those who sit there, and the house as it is called, numbered if there are more."""
    return [
        people[seat] if kind == PERSON else called(rulebook, kind) + (f" {seat + 1}" if seats.count(kind) > 1 else "")
        for seat, kind in enumerate(seats)
    ]


class House:
    """Whoever plays the seats of a match that are not people's.

    A player that thinks by the clock, or outside, stays for the whole match, so that it can go on with what it has thought.
    The others are made anew for each turn, from the seed of the match and the number of moves: so a game that was left, or a
    turn that was taken back, goes on as it would have.
    """

    def __init__(self, match: Match, seats: Sequence[str], budget: Budget = (None, None)) -> None:
        self.match = match
        self.seats = seats
        self.budget = budget
        self._players: dict[int, Player] = {}
        self._adviser: Player | None = None

    def waiting(self) -> list[int]:
        """Returns the seats of the house that may act now."""
        return [seat for seat in self.match.actors if self.seats[seat] != PERSON]

    def seconds(self, seat: int) -> float:
        """Returns how long a seat may be expected to think; 0 for one that answers at once."""
        sitting = self._player(seat)
        if not isinstance(sitting, SearchPlayer | OutsidePlayer):
            return 0.0
        return self._clock(sitting) or UNTIMED

    def choose(self, seat: int, progress: Progress | None = None) -> Decision:
        """Returns what a player of the house does, from what its seat may see."""
        seconds, simulations = self.budget
        seen = self.match.view(seat)
        return self._player(seat).choose(seen, seat, seconds=seconds, simulations=simulations, progress=progress)

    def end_turn(self, seat: int) -> None:
        """Dismisses a player whose next turn is to follow from the seed alone."""
        if seat in self._players and not self._stays(self._players[seat]):
            self._players.pop(seat).close()

    def advise(self, seat: int, seconds: float, progress: Progress | None = None) -> tuple[tuple[Move, ...], Decision]:
        """Returns the turn that the best player of the game would play, and what it thinks of it."""
        if self._adviser is None:
            self._adviser = best(self.match.game.name)
        position, decisions = self.match.view(seat), list[Decision]()
        while not decisions or position.mid_turn(seat):
            decisions.append(self._adviser.choose(position, seat, seconds=seconds, progress=progress))
            position = position.play(decisions[-1].move)
        turn = tuple(decision.move for decision in decisions)
        return turn, replace(decisions[0], line=turn + decisions[-1].line[1:])

    def close(self) -> None:
        """Sends everybody home."""
        for sitting in [*self._players.values(), *([self._adviser] if self._adviser else [])]:
            sitting.close()
        self._players.clear()
        self._adviser = None

    def _player(self, seat: int) -> Player:
        if seat not in self._players:
            self._players[seat] = self._invite(seat)
        return self._players[seat]

    def _invite(self, seat: int) -> Player:
        kind = self.seats[seat]
        if kind.startswith(ENGINE):
            outside = OutsidePlayer(kind[len(ENGINE) :], self.match.game)
            outside.sit(self.match)
            return outside
        return player(kind, game=self.match.game.name, seed=self.match.seat_seed(seat))

    def _stays(self, sitting: Player) -> bool:
        return isinstance(sitting, OutsidePlayer) or (isinstance(sitting, SearchPlayer) and self._clock(sitting) is not None)

    def _clock(self, sitting: SearchPlayer | OutsidePlayer) -> float | None:
        """Returns for how many seconds a player thinks, if it does not count simulations instead."""
        return (sitting.habit if self.budget == (None, None) else self.budget)[0]
