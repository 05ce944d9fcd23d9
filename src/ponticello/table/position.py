"""A position that never changes: what search, analysis and pictures work on."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ponticello.engine import verbs
from ponticello.engine.drawing import ghosted
from ponticello.engine.errors import BadNotation, IllegalMove, NotYourTurn, PonticelloError
from ponticello.engine.playouts import mark_legal
from ponticello.engine.record import Record, Records
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.engine.words import say

if TYPE_CHECKING:
    from ponticello.table.game import Game

CHANGE = np.dtype([("place", np.uint16), ("value", np.uint8)])  # a byte of a record that is another one
MOST_BYTES = np.iinfo(np.uint16).max  # of a record whose bytes have such places
LEAST_GAIN = 4  # by how much a difference must be smaller than what it stands for


@dataclass(frozen=True, slots=True)
class Move:
    """One action of one seat. `str(move)` is its notation."""

    text: str
    seat: int
    action: int

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"


@functools.lru_cache(maxsize=1 << 15)
def one_move(text: str, seat: int, action: int) -> Move:
    """Returns a move, one object for all matches in which it is played."""
    return Move(text, seat, action)


@functools.cache
def seats_in(bits: int) -> tuple[int, ...]:
    """Returns the seats of a set, one tuple for all who ask."""
    return tuple(seat for seat in range(CHANCE + 1) if bits >> seat & 1)


class Position:
    """A game's position together with its rules. Playing a move gives a new position."""

    __slots__ = (
        "__weakref__",
        "_actors",
        "_base",
        "_difference",
        "_record",
        "_turns_begun",
        "_turns_known",
        "game",
        "players",
    )  # a server keeps very many

    def __init__(self, game: Game, players: int, state: Record) -> None:
        self.game = game
        self.players = players
        self._record: Record | None = state
        self._base: Record | None = None  # of a past position: what it differs from, and in what
        self._difference = b""
        self._actors: tuple[int, ...] | None = None
        self._turns_known = self._turns_begun = 0  # as bits: of which seats it is known, and who is in a turn

    def __repr__(self) -> str:
        return f"<Position of {self.game.title}: {'over' if self.over else 'to act: ' + self._names(self.actors)}>"

    @staticmethod
    def _names(seats: Iterable[int]) -> str:
        return ", ".join(say("chance") if seat == CHANCE else say("player {number}", number=seat + 1) for seat in seats)

    @property
    def state(self) -> Record:
        """A copy of the record behind the position."""
        return self._state.copy()

    @property
    def content(self) -> bytes:
        """All that the position says, as bytes: positions with the same are the same, whoever made them."""
        return bytes(self._state)

    @property
    def _state(self) -> Record:
        record = self._record
        if record is None:  # put together for this look only
            assert self._base is not None
            record = self._base.copy()
            changed = np.frombuffer(self._difference, CHANGE)
            record.array.view(np.uint8)[changed["place"]] = changed["value"]
        return record

    def rest(self, before: Position | None = None) -> None:
        """Makes a position that is only kept as small as it can be; it can be looked at again at any time.

        Of one that follows another only the difference is kept, as long as that is small.
        """
        record = self._record
        if record is None:
            return
        record.rest()
        if before is None or record.array.nbytes > MOST_BYTES:
            return
        base = before._base if before._record is None else before._record
        assert base is not None
        content = record.array.view(np.uint8)
        places = np.flatnonzero(content != base.array.view(np.uint8))
        if LEAST_GAIN * CHANGE.itemsize * len(places) <= len(content):
            changed = np.empty(len(places), CHANGE)
            changed["place"], changed["value"] = places, content[places]
            # In this order: another thread that looks at the position meanwhile finds it whole.
            self._base, self._difference = base, changed.tobytes()
            self._record = None

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; CHANCE stands for the lot, the cards and the dice."""
        if self._actors is None:
            self._actors = seats_in(int(verbs.actors(self._state)))
        return self._actors

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.actors

    def seat_to_act(self, seat: int | None = None) -> int:
        """Returns the seat that is meant, and may act; it can be left out when only one may."""
        if self.over:
            raise NotYourTurn(say("the game is over"))
        if seat is None:
            if len(self.actors) > 1:
                raise NotYourTurn(f"say which seat acts, for instance seat={self.actors[0]}: {self._names(self.actors)} may act")
            return self.actors[0]
        if seat not in self.actors:
            raise NotYourTurn(
                say("player {number} may not act now; it is the turn of {who}", number=seat + 1, who=self._names(self.actors))
            )
        return seat

    def legal_moves(self, seat: int | None = None) -> list[Move]:
        """Returns the legal moves of a seat; none when the game is over."""
        if self.over:
            return []
        seat = self.seat_to_act(seat)
        return [self.move(action, seat) for action in self.legal_actions(seat)]

    @property
    def legal(self) -> list[Move]:
        """The legal moves of the seat to act."""
        return self.legal_moves()

    def legal_actions(self, seat: int) -> list[int]:
        """Returns the numbers of the legal actions of a seat, in order."""
        marks = np.zeros(self.game.rulebook.actions, np.int8)
        kind = type(self._state)
        if mark_legal.is_ready(kind):
            mark_legal(Records(kind, self._state.array), seat, marks)
        else:  # one list is sooner made by the interpreter than a compiler loaded
            verbs.legal(self._state, seat, marks.data)
        return [int(action) for action in np.flatnonzero(marks)]

    def legal_turns(self, seat: int | None = None) -> Iterator[tuple[Move, ...]]:
        """Yields the whole turns of a seat, each as its moves; where the order of moves is free, a turn for each order.

        There may be very many. They are found one after another, so who needs a few takes a few.
        """
        if self.over:
            return
        seat = self.seat_to_act(seat)
        begun: list[tuple[Position, tuple[Move, ...]]] = [(self, ())]
        while begun:
            position, moves = begun.pop()
            if moves and not (seat in position.actors and position.mid_turn(seat)):
                yield moves
                continue
            begun += [(position.play(move), (*moves, move)) for move in reversed(position.legal_moves(seat))]

    def is_legal(self, move: Move | str, seat: int | None = None) -> bool:
        """Tells whether a move, or the moves that a text stands for, could be played now."""
        try:
            self.play(move, seat)
        except PonticelloError:
            return False
        return True

    def is_legal_turn(self, turn: Sequence[Move] | str, seat: int | None = None) -> bool:
        """Tells whether some moves, or a text, are just one whole turn: legal, and with nothing missing."""
        position = self
        try:
            moves = self.moves_of(turn, seat) if isinstance(turn, str) else list(turn)
            for move in moves:
                if position is not self and not position.mid_turn(moves[0].seat):
                    return False
                position = position.play(move, moves[0].seat)
        except PonticelloError:
            return False
        return bool(moves) and not (moves[0].seat in position.actors and position.mid_turn(moves[0].seat))

    @property
    def chance(self) -> dict[Move, float]:
        """What chance may do now, with its probabilities; empty when a player is to act."""
        if self.actors != (CHANCE,):
            return {}
        weights = {move: verbs.weight(self._state, move.action) for move in self.legal_moves(CHANCE)}
        total = sum(weights.values())
        return {move: weight / total for move, weight in weights.items()}

    def move(self, action: int, seat: int) -> Move:
        """Returns an action, whether legal or not, with its notation."""
        return one_move(self.game.rulebook.write(self._state, seat, action), seat, action)

    def read(self, text: str, seat: int | None = None) -> list[Move]:
        """Returns the moves a text stands for: a whole turn or a part of it. They may still be illegal."""
        seat = self.seat_to_act(seat)
        if len(text) > 1000:
            raise BadNotation(say("that is too long for a move"))
        return [self.move(action, seat) for action in self.game.rulebook.read(self._state, seat, text)]

    def moves_of(self, move: Move | str, seat: int | None = None) -> list[Move]:
        """Returns a move, or the moves that a text stands for, made sure that the seat may act."""
        if isinstance(move, str):
            return self.read(move, seat)
        if seat not in (None, move.seat):
            raise NotYourTurn(f"{move} is a move of player {move.seat + 1}")
        self.seat_to_act(move.seat)
        return [move]

    def check(self, move: Move) -> None:
        """Raises IllegalMove, with the rule that refuses it, unless the move is legal."""
        if not 0 <= move.action < self.game.rulebook.actions:
            raise IllegalMove(f"{self.game.title} has no action {move.action}, only 0 to {self.game.rulebook.actions - 1}")
        reason = verbs.refusal(self._state, move.seat, move.action)
        if reason != LEGAL:
            rulebook = self.game.rulebook
            raise IllegalMove(rulebook.why(self._state, move.seat, move.action, reason), rulebook.refusals.get(reason, ""))

    def play(self, move: Move | str, seat: int | None = None) -> Position:
        """Returns the position after a move, or after all moves of a turn given as text."""
        position = self
        for step in self.moves_of(move, seat):
            if step.seat not in position.actors:
                raise IllegalMove(say("{move} is more than one turn", move=move))
            position.check(step)
            after = position.state
            verbs.play(after, step.seat, step.action)
            position = Position(self.game, self.players, after)
        return position

    def mid_turn(self, seat: int) -> bool:
        """Tells whether a seat has begun a turn that it must still complete."""
        if not self._turns_known >> seat & 1:
            self._turns_begun |= bool(verbs.mid_turn(self._state, seat)) << seat
            self._turns_known |= 1 << seat
        return bool(self._turns_begun >> seat & 1)

    def view(self, seat: int) -> Position:
        """Returns the position as a seat may see it, and nothing more: in a game that hides nothing, the position itself."""
        if not verbs.hide.is_answered_by(type(self._state)):
            return self
        seen = self.state
        verbs.hide(seen, seat)
        return Position(self.game, self.players, seen)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat, so far or in the end."""
        return tuple(int(verbs.points(self._state, seat)) for seat in range(self.players))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, tie-breaks included; several share a victory. Empty until the game is over."""
        if not self.over:
            return ()
        standings = [verbs.standing(self._state, seat) for seat in range(self.players)]
        return tuple(seat for seat, standing in enumerate(standings) if standing == max(standings))

    def explain(self, seat: int) -> list[str]:
        """Returns where the points of a seat come from, as sentences."""
        return self.game.rulebook.explain(self._state, seat)

    @property
    def board(self) -> Any:
        """What lies on the table, as plain Python in the words of the game: see docs/reading-positions.md."""
        rulebook = self.game.rulebook
        if rulebook.board is None:
            raise NotImplementedError(f"{rulebook.title} does not offer its board as plain Python; position.state is its record")
        return rulebook.board(self._state)

    def describe(self) -> str:
        """Returns the position in words, for those who listen to it."""
        rulebook = self.game.rulebook
        return self.text() if rulebook.describe is None else rulebook.describe(self._state)

    def task(self, seat: int) -> str:
        """Returns what is asked of a seat now, in one short sentence; nothing if it is not to act."""
        if seat not in self.actors or seat == CHANCE:
            return ""
        rulebook = self.game.rulebook
        if rulebook.task is not None:
            return rulebook.task(self._state, seat)
        return say("Finish your turn") if self.mid_turn(seat) else say("Make your move")

    def choice(self, move: Move) -> str:
        """Returns the words of a button for a move that is no place on the board, such as to pass; nothing for the others."""
        rulebook = self.game.rulebook
        return "" if rulebook.choice is None else rulebook.choice(self._state, move.action)

    def seat_sign(self, seat: int, *, theme: str = "auto") -> str:
        """Returns what a seat plays with, as a small SVG picture; nothing if that says nothing."""
        rulebook = self.game.rulebook
        return "" if rulebook.seat_sign is None else rulebook.seat_sign(self._state, seat, theme)

    def tell(self, moves: Sequence[Move]) -> str:
        """Returns what the moves of one turn do from here, in words that follow the name of who does it."""
        rulebook = self.game.rulebook
        if rulebook.tell is None or not moves:
            return rulebook.write_turn(moves)
        return rulebook.tell(self._state, moves[0].seat, [move.action for move in moves])

    def text(self, *, colour: bool = False, last: Iterable[int] = ()) -> str:
        """Returns the board in characters, with terminal colours if wanted."""
        return self.game.rulebook.text(self._state, colour=colour, last=tuple(last))

    def __str__(self) -> str:
        return self.text()

    def svg(
        self,
        *,
        theme: str = "auto",
        view: str | None = None,
        targets: Iterable[Move] = (),
        last: Iterable[int] = (),
        pick: str = "",
    ) -> str:
        """Returns the board as an SVG picture. Targets are moves to offer: each can be clicked and carries its `data-move`."""
        rulebook = self.game.rulebook
        return rulebook.picture(
            self._state,
            theme=theme,
            view=rulebook.views[0] if view is None else view,
            targets={move.action: move.text for move in targets},
            last=tuple(last),
            pick=pick,
        )

    def ghost(self, turn: Sequence[Move] | str, seat: int | None = None, *, theme: str = "auto", view: str | None = None) -> str:
        """Returns the board as a picture with a turn, or a part of one, drawn as a ghost: what could be played from here."""
        moves = self.moves_of(turn, seat) if isinstance(turn, str) else list(turn)
        position = self
        for move in moves:
            position = position.play(move)
        return ghosted(position.svg(theme=theme, view=view, last=[move.action for move in moves]))

    def _repr_svg_(self) -> str:
        return self.svg()
