"""What Ponticello and programs outside it say to each other, a line at a time: docs/engine-protocol.md has the whole of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ponticello.engine.errors import BadNotation, NotYourTurn, PonticelloError
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import say
from ponticello.table.match import Match
from ponticello.table.position import Move, Position

VERSION = 1
MOST_LETTERS = 100_000  # of a line; the longest of whole games have some thousand
MOST_DIGITS = 20


def write_moves(moves: Iterable[Move]) -> str:
    """Returns moves as they stand in `position` and after `line`.

    >>> write_moves([Move("d4", 0, 33), Move("card 2x2", CHANCE, 4)])
    'P1 d4; chance card 2x2'
    """
    return "; ".join(f"{'chance' if move.seat == CHANCE else f'P{move.seat + 1}'} {move.text}" for move in moves)


def play_moves(position: Position, text: str) -> tuple[Position, list[Move]]:
    """Plays the moves of a text; returns the position after them and the moves."""
    played: list[Move] = []
    for number, item in enumerate(text.split(";") if text.strip() else (), start=1):
        who, _, words = item.strip().partition(" ")
        try:
            for move in position.moves_of(words.strip(), read_seat(who, position.players)):
                position = position.play(move)
                played.append(move)
        except PonticelloError as error:
            text = repr(item.strip()[:60])
            raise BadNotation(say("move {number}, {text}: {reason}", number=number, text=text, reason=error)) from None
    return position, played


def carry_out_moves(match: Match, text: str) -> None:
    """Plays the moves of a text, just as `write_moves` writes them, at a match: chance does what it says there."""
    for item in text.split("; ") if text else ():
        who, _, words = item.partition(" ")
        match.carry_out(match.position.read(words, read_seat(who, match.players)))


def read_seat(word: str, players: int) -> int:
    """Returns the seat that `P1`, `1` or `chance` names."""
    if word == "chance":
        return CHANCE
    number = word.removeprefix("P")
    if not (number.isascii() and number.isdecimal() and len(number) < MOST_DIGITS and 1 <= int(number) <= players):
        raise NotYourTurn(
            say("there is no seat {seat}; the seats are P1 to P{last}, and chance", seat=repr(word[:20]), last=players)
        )
    return int(number) - 1


@dataclass(frozen=True)
class Info:
    """What a program tells while it thinks. It may leave out any part."""

    simulations: int = 0
    seconds: float = 0.0
    expected: tuple[float, ...] = ()
    line: str = ""

    def write(self) -> str:
        """Returns the line that says so."""
        words = [f"info simulations {self.simulations} seconds {self.seconds:.2f}"]
        if self.expected:
            words.append("expected " + " ".join(f"{share:.4f}" for share in self.expected))
        return " ".join([*words, f"line {self.line}"] if self.line else words)

    @classmethod
    def read(cls, text: str) -> Info:
        """Returns what a line tells, less what cannot be read: a program may say more than is known here.

        >>> Info.read("info depth 12 simulations 800 expected 0.6 0.4 line P1 d4; P1 e5")
        Info(simulations=800, seconds=0.0, expected=(0.6, 0.4), line='P1 d4; P1 e5')
        """
        told, _, line = f"{text} ".partition(" line ")
        numbers: dict[str, list[float]] = {}
        key = ""
        for word in told.split()[1:]:
            try:
                numbers.setdefault(key, []).append(float(word) if len(word) < MOST_DIGITS else float("nan"))
            except ValueError:
                key = word
        usual = {key: [number for number in given if abs(number) < 1e15] for key, given in numbers.items()}
        simulations, seconds = usual.get("simulations", [0])[:1], usual.get("seconds", [0.0])[:1]
        return cls(int(*simulations), float(*seconds), tuple(usual.get("expected", ())), line.strip())
