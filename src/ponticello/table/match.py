"""A game being played: it draws for chance, keeps the history, takes moves back, and knows who sits where."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ponticello.engine import verbs
from ponticello.engine.errors import BadOption, IllegalMove
from ponticello.engine.people import called, present
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import count, listed, say
from ponticello.table.names import check_record_name
from ponticello.table.position import Move, Position
from ponticello.table.shuffle import Shuffle

if TYPE_CHECKING:
    from ponticello.table.game import Game

ONLOOKER = -1  # stands for a seat that is nobody's: sees what everybody may see


@dataclass(frozen=True)
class Turn:
    """What one seat, or chance, did before the next was to act."""

    seat: int
    moves: tuple[Move, ...]
    comment: str = ""
    at: int = field(default=0, compare=False)  # how many moves of the match came before its first
    until: int = field(default=0, compare=False)  # and how many had been played after its last; others' may lie between
    joiner: str = field(default=",", compare=False, repr=False)  # what the game writes between the moves of a turn

    @property
    def text(self) -> str:
        """The notation of the turn."""
        return self.joiner.join(map(str, self.moves))

    def __str__(self) -> str:
        return self.text


class Match:
    """A table with a game on it."""

    def __init__(
        self,
        start: Position,
        *,
        seed: str | int | None = None,
        names: Sequence[str] | None = None,
        shuffle: Shuffle | None = None,
        begin: bool = True,
    ) -> None:
        self.names = tuple(names) if names is not None else tuple(f"Player {k + 1}" for k in range(start.players))
        if len(self.names) != start.players:
            raise BadOption(
                say(
                    "{names} for {players}: give one for each",
                    names=count(len(self.names), "name"),
                    players=count(start.players, "player"),
                )
            )
        for name in self.names:
            check_record_name(name)
        self.shuffle = Shuffle(seed) if shuffle is None else shuffle
        self.date = datetime.date.today().isoformat()  # on which it was begun; empty if a record does not say
        self.comments: dict[int, str] = {}  # by the number of moves played before the turn they belong to
        self._positions = [start]
        self._moves: list[Move] = []
        self._turns: tuple[dict[int, str], list[Turn]] | None = None  # the whole history, and the comments when it was made
        if begin:
            self.settle_chance()

    def __repr__(self) -> str:
        return f"<Match of {self.game.title}, {len(self._moves)} moves: {self.status}>"

    def called(self) -> AbstractContextManager[None]:
        """Lets what is said of the match speak of the players by name, unless whoever shows it has said who they are."""
        return called(self.names) if present() is None else nullcontext()

    @property
    def game(self) -> Game:
        """The game and its options."""
        return self._positions[0].game

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._positions[0].players

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every action so far, chance included."""
        return tuple(self._moves)

    @property
    def length(self) -> int:
        """How many actions there were so far, chance included."""
        return len(self._moves)

    def position_after(self, moves: int) -> Position:
        """Returns the position after a number of actions; 0 is the start."""
        return self._positions[moves]

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; none when the game is over."""
        return self.position.actors

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.position.over

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat, so far or in the end."""
        return self.position.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty until the game is over."""
        return self.position.winners

    def legal_moves(self, seat: int | None = None) -> list[Move]:
        """Returns the legal moves of a seat, which can be left out when only one may act; none when the game is over."""
        return self.position.legal_moves(seat)

    def legal(self, seat: int | None = None) -> list[Move]:
        """Returns the same as `legal_moves`, which positions have too."""
        return self.legal_moves(seat)

    def legal_turns(self, seat: int | None = None) -> Iterator[tuple[Move, ...]]:
        """Yields the whole turns of a seat, each as its moves, one after another: there may be very many."""
        return self.position.legal_turns(seat)

    def play(self, move: Move | str, seat: int | None = None) -> list[Move]:
        """Plays a move, or a whole turn given as text; returns what was played. If any part is illegal, nothing is played."""
        with self.called():
            self.settle_chance()
            moves = self.position.moves_of(move, seat)
            self.carry_out(moves)
            self.settle_chance()
            return moves

    def carry_out(self, moves: Sequence[Move]) -> None:
        """Plays moves of players or of chance, exactly as given: all of them or, if one is illegal, none."""
        positions: list[Position] = []
        position = self.position
        for move in moves:
            if positions and move.seat == moves[0].seat and move.seat not in position.actors:
                raise IllegalMove(say("{move} is more than one turn", move=self.game.rulebook.write_turn(moves)))
            position = position.play(move)
            positions.append(position)
        self._moves += moves
        first = len(self._positions)
        self._positions += positions
        self._turns = None
        for at in range(first, len(self._positions)):  # all but the last are only kept from now on
            self._positions[at - 1].rest(self._positions[at - 2] if at > 1 else None)

    def settle_chance(self) -> None:
        """Lets chance act, as the seed says, until a player is to act or the game is over."""
        while self.actors == (CHANCE,):
            self.carry_out([self.fair_draw()])

    def fair_draw(self, at: int | None = None) -> Move:
        """Returns what the seed says chance does now, or after a number of moves."""
        at = len(self._moves) if at is None else at
        position = self._positions[at]
        moves = position.legal_moves(CHANCE)
        index = sum(self._moves[k].seat == CHANCE for k in range(at))
        return moves[self.shuffle.draw(index, [verbs.weight(position.state, move.action) for move in moves])]

    @property
    def fair(self) -> bool:
        """Whether everything that chance did follows from the seed; not so if a match went on without knowing its old one."""
        return not self.shuffle.sealed and all(
            move == self.fair_draw(at) for at, move in enumerate(self._moves) if move.seat == CHANCE
        )

    def copy(self) -> Match:
        """Returns a match that stands where this one does; what is played at one does not happen at the other."""
        match = object.__new__(Match)
        match.__dict__.update(self.__dict__)
        match.comments = self.comments.copy()
        match._positions, match._moves = self._positions.copy(), self._moves.copy()
        return match

    def undo(self, seat: int | None = None) -> Move:
        """Takes back the last move (of a seat); never past a random event or, with a seat, another player's move."""
        if not self._moves:
            raise IllegalMove(say("there is no move to take back"))
        last = len(self._moves) - 1
        while seat is not None and last >= 0 and self._moves[last].seat not in (seat, CHANCE):
            last -= 1
        if last < 0 or self._moves[last].seat == CHANCE:
            raise IllegalMove(
                say("a move cannot be taken back once chance has spoken") if last >= 0 else say("there is no move to take back")
            )
        taken, later = self._moves[last], self._moves[last + 1 :]
        position = self._positions[last]
        positions = []
        for move in later:
            if move.seat not in position.actors:
                raise IllegalMove(say("{move} cannot be taken back: another player has moved since", move=taken))
            position = position.play(move)
            positions.append(position)
        self._moves[last:] = later
        self._positions[last + 1 :] = positions
        self._turns = None
        self.comments = {at - (at > last): text for at, text in self.comments.items() if at != last}
        return taken

    def may_undo(self, seat: int) -> bool:
        """Tells whether a seat may take its last move back."""
        try:
            self.copy().undo(seat)
        except IllegalMove:
            return False
        return True

    def rewind(self, moves: int) -> None:
        """Goes back to where so many moves had been played; never past a random event."""
        if any(move.seat == CHANCE for move in self._moves[moves:]):
            raise IllegalMove(say("a move cannot be taken back once chance has spoken"))
        del self._moves[moves:], self._positions[moves + 1 :]
        self._turns = None
        self.comments = {at: text for at, text in self.comments.items() if at <= moves}

    def view(self, seat: int) -> Position:
        """Returns what a seat may see, and nothing more."""
        return self.position.view(seat)

    def round_start(self, at: int) -> int:
        """Returns how many moves had been played when the round began that was running after so many moves.

        A round begins just after chance has spoken; where chance never did, it began with the match.
        """
        return next((k for k in range(at, 0, -1) if self._moves[k - 1].seat == CHANCE), 0)

    @property
    def round_began(self) -> int:
        """How many moves had been played when the running round began: just after chance last spoke, 0 if it never did."""
        return self.round_start(len(self._moves))

    def hidden_from(self, seat: int | None) -> set[int]:
        """Returns the numbers of the moves that a seat may not know yet: the others' of the running round.

        ONLOOKER knows of no move in it; None stands for the table itself, which knows everything.
        """
        if seat is None or self.over or not self.game.rulebook.simultaneous:
            return set()
        return {at for at in range(self.round_began, len(self._moves)) if self._moves[at].seat != seat}

    def seat_seed(self, seat: int) -> int:
        """Returns the seed of a player that takes a seat now: from the match's own seed and how many moves have been played.

        So a turn that was taken back, or a match that was left, goes on as it would have.
        """
        words = f"{self.shuffle.seed}/seat {seat + 1}/{len(self._moves)}"
        return int.from_bytes(hashlib.sha256(words.encode()).digest()[:7], "big")

    def view_after(self, moves: int, seat: int | None) -> Position:
        """Returns the position after a number of moves as a seat may see it now.

        Rounds that are over are shown move by move, the running one as far as it is the seat's own; None sees everything.
        """
        position = self._positions[moves]
        if seat is None or (self.game.rulebook.simultaneous and moves <= self.round_began):
            return position
        return position.view(seat)

    def turns(self, seat: int | None = None) -> list[Turn]:
        """Returns the history turn by turn; with a seat, as far as it may know it (no seat at all is ONLOOKER)."""
        hidden = self.hidden_from(seat)
        if hidden:
            return self._turns_without(hidden)
        if self._turns is None or self._turns[0] != self.comments:
            self._turns = self.comments.copy(), self._turns_without(hidden)
        return self._turns[1].copy()

    def _turns_without(self, hidden: set[int]) -> list[Turn]:
        turns: list[Turn] = []
        begun: dict[int, list[int]] = {}  # the numbers of their moves; several seats may be in the middle of a turn at once
        for at, move in enumerate(self._moves):
            if at in hidden:
                continue
            begun.setdefault(move.seat, []).append(at)
            if move.seat == CHANCE or not self._positions[at + 1].mid_turn(move.seat):
                turns.append(self._turn(begun.pop(move.seat)))
        return turns + [self._turn(numbers) for numbers in begun.values()]

    def _turn(self, numbers: list[int]) -> Turn:
        moves = tuple(self._moves[at] for at in numbers)
        return Turn(
            moves[0].seat, moves, self.comments.get(numbers[0], ""), numbers[0], numbers[-1] + 1, self.game.rulebook.joiner
        )

    def drawn_after(self, moves: int) -> list[Turn]:
        """Returns what chance did right after a number of moves."""
        drawn: list[Turn] = []
        for at in range(moves, len(self._moves)):
            if self._moves[at].seat != CHANCE:
                break
            drawn.append(self._turn([at]))
        return drawn

    def tell(self, turn: Turn) -> str:
        """Returns what a turn of this match did, in words that follow the name of who did it."""
        with self.called():
            return self._positions[turn.at].tell(turn.moves)

    def task(self, seat: int) -> str:
        """Returns what is asked of a seat now, in one short sentence; nothing if it is not to act."""
        with self.called():
            return self.view(seat).task(seat)

    def last_actions(self, seat: int | None = None) -> tuple[int, ...]:
        """Returns the actions of the last turn of a player, that a seat may know of, for marking them on the board."""
        for turn in reversed(self.turns(seat)):
            if turn.seat != CHANCE:
                return tuple(move.action for move in turn.moves)
        return ()

    @property
    def status(self) -> str:
        """Whose turn it is or how the game ended, in a few words."""
        if not self.over:
            return say("{names} to move", names=listed(self.names[seat] for seat in self.actors))
        rulebook, scores, winners = self.game.rulebook, self.scores, self.winners
        if self.players == 1:
            return say("{name} ends with {points}", name=self.names[0], points=rulebook.worth(scores[0]))
        score = "-".join(map(str, scores)) + ("" if rulebook.unit == "points" else f" ({say(rulebook.unit)})")
        if len(winners) > 1:
            return say("{names} share {score}", names=listed(self.names[seat] for seat in winners), score=score)
        if scores.count(scores[winners[0]]) > 1:
            return say("{name} wins {score} on the tie-break", name=self.names[winners[0]], score=score)
        return say("{name} wins {score}", name=self.names[winners[0]], score=score)

    def explain(self, seat: int | None = None) -> str:
        """Returns the score as sentences a player understands; with a seat, as far as it may know it."""
        lines = []
        position = self.position if seat is None else self.view(seat)
        for place, name in enumerate(self.names):
            lines.append(say("{name}: {points}", name=name, points=self.game.rulebook.worth(position.scores[place])))
            with self.called():
                lines += [f"  {sentence}" for sentence in position.explain(place)]
        if self.over:
            lines.append(f"{self.status}.")
        return "\n".join(lines)

    def svg(self, seat: int | None = None, *, theme: str = "auto", view: str | None = None, pick: str = "") -> str:
        """Returns the board as a picture, with the last move marked and, for a seat to act, its legal moves to click."""
        position = self.position if seat is None else self.view(seat)
        if view is None and seat is not None and str(seat + 1) in self.game.rulebook.views:
            view = str(seat + 1)
        targets = self.legal_moves(seat) if seat is not None and seat in self.actors else []
        with self.called():
            return position.svg(theme=theme, view=view, targets=targets, last=self.last_actions(seat), pick=pick)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        with self.called():
            return self.position.text(last=self.last_actions())

    def record(self, seat: int | None = None) -> str:
        """Returns the record of the match as text; with a seat, as far as it may know it. Only a finished one has the seed."""
        from ponticello.table.pont import write_match

        return write_match(self, seat)

    def save(self, path: str | Path) -> None:
        """Writes the whole record of the match to a file."""
        Path(path).write_text(self.record(), encoding="utf-8")
