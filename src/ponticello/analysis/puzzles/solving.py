"""A puzzle being solved: where one stands, whether a turn is the answer, and what is told of it, at the terminal and in pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ponticello.analysis.puzzles.book import POINTS, Puzzle, Refutation, read_turn
from ponticello.engine.errors import IllegalMove
from ponticello.engine.people import is_you, player_name
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import say
from ponticello.table.position import Move, Position


@dataclass(frozen=True)
class Tried:
    """What came of a turn."""

    right: bool
    moves: tuple[Move, ...]
    next: Attempt  # where one stands now; after a wrong turn where one stood
    refutation: Refutation | None  # of a wrong turn, if one is known


@dataclass(frozen=True)
class Attempt:
    """How far somebody has come: so many of the turns that are asked for are found, and those of the others played."""

    puzzle: Puzzle
    found: int = 0

    @property
    def solved(self) -> bool:
        """Whether all turns that are asked for are found."""
        return self.found >= self.puzzle.asked

    @property
    def at(self) -> int:
        """How many turns of the line have been played; once it is solved, as many as there are up to the last answer."""
        answers = self.puzzle.answers
        return answers[-1] + 1 if self.solved else answers[self.found]

    @property
    def position(self) -> Position:
        """Where one stands."""
        return after_moves(*self.puzzle.steps[self.at - 1]) if self.at else self.puzzle.position

    @property
    def last(self) -> tuple[int, ...]:
        """The actions of the last turn of a player, to be marked on the board."""
        for _, moves in reversed(self.puzzle.steps[: self.at]):
            if moves[0].seat != CHANCE:
                return tuple(move.action for move in moves)
        return self.puzzle.match.last_actions()

    @property
    def cards(self) -> tuple[Move, ...]:
        """What chance will turn up from here on."""
        return self.puzzle.cards[sum(moves[0].seat == CHANCE for _, moves in self.puzzle.steps[: self.at]) :]

    def told(self) -> list[str]:
        """Returns what is asked, what has happened since the last answer, and which cards will come."""
        puzzle = self.puzzle
        lines = []
        if 0 < self.found < puzzle.asked:
            between = puzzle.steps[puzzle.answers[self.found - 1] + 1 : puzzle.answers[self.found]]
            lines += [told_turn(position, moves) for position, moves in between]
        lines.append(f"{puzzle.task()}.")
        if self.cards:
            lines.append(say("Then {cards}.", cards=", ".join(puzzle.position.tell([move]) for move in self.cards)))
        return lines

    def try_turn(self, text: str) -> Tried:
        """Returns what comes of a whole turn; raises what refuses it, also if something of it is missing."""
        position, seat = self.position, self.puzzle.seat
        moves = position.moves_of(text, seat)
        for number, move in enumerate(moves):
            if number and not position.mid_turn(seat):
                raise IllegalMove(say("{move} is more than one turn", move=self.puzzle.rulebook.write_turn(moves)))
            position = position.play(move, seat)
        if seat in position.actors and position.mid_turn(seat):
            raise IllegalMove(say("{move} is only a part of a turn; type all of it", move=self.puzzle.rulebook.write_turn(moves)))
        _, answer = self.puzzle.steps[self.puzzle.answers[self.found]]
        if is_same_turn(moves, answer):
            return Tried(True, tuple(moves), Attempt(self.puzzle, self.found + 1), None)
        known = self.puzzle.refuted if self.found == 0 else ()
        start = self.puzzle.position
        refuted = next((each for each in known if is_same_turn(moves, start.read(each.turn, seat))), None)
        return Tried(False, tuple(moves), self, refuted)


def is_same_turn(moves: Sequence[Move], others: Sequence[Move]) -> bool:
    """Tells whether two turns do the same, whatever the order of their moves."""
    return sorted(move.action for move in moves) == sorted(move.action for move in others)


def after_moves(position: Position, moves: Sequence[Move]) -> Position:
    """Returns the position after the moves of a turn."""
    for move in moves:
        position = position.play(move, move.seat)
    return position


def reply_to(attempt: Attempt, tried: Tried) -> tuple[Move, ...]:
    """Returns what a wrong turn is answered with, if that is known."""
    reply = tried.refutation.reply if tried.refutation is not None else ""
    if not reply or is_number(reply):
        return ()
    return read_turn(after_moves(attempt.position, tried.moves), reply)[1]


def is_number(reply: str) -> bool:
    """Tells whether what is known of a wrong turn is how far it leads, not who answers it and how."""
    return reply.lstrip("-").isdigit()


def told_turn(position: Position, moves: Sequence[Move]) -> str:
    """Returns what a turn does, with who does it."""
    seat, does = moves[0].seat, position.tell(moves)
    if seat == CHANCE:
        return f"{does[:1].upper()}{does[1:]}."
    return say("Your turn {does}.", does=does) if is_you(seat) else f"{player_name(seat)} {does}."


def told_line(puzzle: Puzzle) -> list[tuple[str, str]]:
    """Returns the answer and how it may go on, turn by turn: in notation, unless chance acts, and in words."""
    notations = ["" if text.startswith("chance ") else text.partition(" ")[2] for text in puzzle.line]
    return [(notation, told_turn(*step)) for notation, step in zip(notations, puzzle.steps, strict=True)]


def told_refutation(puzzle: Puzzle, refutation: Refutation | None) -> str:
    """Returns why a turn is not the answer, as far as that is known."""
    if refutation is None:
        return say("That is not it.")
    if is_number(refutation.reply):
        return told_limit(puzzle, int(refutation.reply))
    after = after_moves(puzzle.position, puzzle.position.read(refutation.turn, puzzle.seat))
    _, reply = read_turn(after, refutation.reply)
    turn = puzzle.rulebook.write_turn(reply)
    return say("That is not it, because of {reply}. {words}", reply=turn, words=told_turn(after, reply))


def told_limit(puzzle: Puzzle, reached: int) -> str:
    """Returns how far one would get at best after a wrong turn."""
    if puzzle.kind == POINTS:
        return say("That is not it: after this you end with {points} at best.", points=puzzle.rulebook.worth(abs(reached)))
    return say("That is not it: after this the goal is out of reach.")
