"""A match on the server is its facts and the rows of what happened at it; `Table` is what they add up to.

Nothing here reads a clock, a disk or a socket: the same rows always make the same table. Nothing is ever changed in place
either: what happens next gives a new table, so that nobody sees a move before it is on disk.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from ponticello.engine import verbs
from ponticello.engine.words import say
from ponticello.server.errors import NotNow
from ponticello.server.matches.advice import Hint, turn_of
from ponticello.server.matches.clock import Clockface, Clocks
from ponticello.server.matches.effects import MEANINGS
from ponticello.server.matches.facts import BOT, CLOSED, OPEN, OVER, PERSON, PLAYED, PLAYING, WAITING, Facts, Result
from ponticello.server.matches.opening import opened
from ponticello.server.matches.rows import TABLE, Act, Row
from ponticello.table.game import Game, game
from ponticello.table.match import ONLOOKER, Match

BESIDE, BESIDE_A_MOVE = 200, 4  # rows that are no standing moves: in any match, and for each row of moves that stands


class Table:
    """A match as it stands after some rows."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.game: Game = game(facts.game, **facts.options)
        self.seats = facts.seats
        self.match: Match | None = None
        self.clocks = Clocks(facts.clock, len(facts.seats)) if facts.clock else None
        self.rows: list[Row] = []
        self.result: Result | None = None
        self.asked: int | None = None  # the seat that asks for a take-back
        self.asked_at = 0.0
        self.asked_about: frozenset[int | None] = frozenset()  # rows of moves that somebody has asked to take back
        self.agreed: frozenset[int] = frozenset()
        self.hint: Hint | None = None  # the last one
        self.hinted: frozenset[int] = frozenset()  # the seats that had one
        self.rematch: str | None = None
        self.rematch_by = TABLE  # the seat that has asked for it
        self.touched = facts.created
        self.places: dict[int, tuple[int, int]] = {}  # rows of moves not taken back -> how many moves came before, and are in it
        self.clocks_before: dict[int, Clocks] = {}  # what the clocks showed before the moves of these rows
        self._seen: dict[int, list[int]] = {viewer: [] for viewer in range(TABLE, len(facts.seats))}
        self._untold: tuple[int, ...] = ()  # rows of the running round that the others may not know yet
        self.begin(facts.created)

    @property
    def id(self) -> str:
        """The name of the match in its links."""
        return self.facts.id

    @property
    def created(self) -> float:
        """When the match was made."""
        return self.facts.created

    @property
    def status(self) -> str:
        """Whether the table waits for people, is being played at, or is done."""
        if self.result is not None:
            return OVER
        return WAITING if self.match is None else PLAYING

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self.match.actors if self.match is not None and self.result is None else ()

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose people are to act now, themselves."""
        return tuple(seat for seat in self.actors if not self.seats[seat].is_played_by_bot)

    @property
    def timed(self) -> set[int]:
        """The seats whose clocks run: a bot that plays for somebody who is away plays on their time."""
        return {k for k in self.actors if self.seats[k].kind == PERSON and not self.seats[k].out}

    @property
    def due(self) -> float | None:
        """When a clock runs out."""
        return self.clocks.due if self.clocks and self.result is None else None

    def seats_of(self, guest: str | None) -> list[int]:
        """Returns the seats that a guest holds: several when people share a device."""
        return [k for k, seat in enumerate(self.seats) if guest is not None and seat.kind == PERSON and seat.guest == guest]

    def viewer_of(self, guest: str | None, wanted: int | None = None) -> int:
        """Returns for which seat a guest looks: the wanted one, else one that acts, else the first, else nobody's."""
        own = self.seats_of(guest)
        if wanted in own:
            return wanted if wanted is not None else own[0]
        return next((seat for seat in own if seat in self.actors), own[0] if own else ONLOOKER)

    def touched_for(self, viewers: Iterable[int]) -> float:
        """Returns when something last happened that one of some viewers may know of."""
        return max((self.rows[k].at for viewer in viewers for k in self._seen[viewer]), default=self.created)

    def ply(self, viewer: int) -> int:
        """Returns how many rows a viewer may know."""
        return len(self._seen[viewer])

    def seen(self, viewer: int, since: int = 0) -> list[Row]:
        """Returns the rows that a viewer may know, in the order in which it came to know them."""
        return [self.rows[k] for k in self._seen[viewer][max(0, since) :]]

    def place_of(self, row: Row) -> tuple[int, int] | None:
        """Returns how many moves came before those of a row and how many it has; None for one taken back or of another kind."""
        return self.places.get(row.ply)

    def clock_of(self, seat: int, now: float) -> Clockface | None:
        """Returns what a seat's clock shows; None where there is none."""
        if self.clocks is None or self.seats[seat].kind != PERSON:
            return None
        return self.clocks.face(seat, now if self.result is None else self.touched)

    def bot_level(self, seat: int) -> int:
        """Returns the level of the bot that plays a seat: its own, or the middle one where it plays for a person."""
        return self.seats[seat].level if self.seats[seat].kind == BOT else (len(self.game.rulebook.levels) + 1) // 2

    @property
    def people(self) -> list[int]:
        """The seats of people who still play."""
        return [k for k, seat in enumerate(self.seats) if seat.kind == PERSON and not seat.out]

    @property
    def is_too_long(self) -> bool:
        """Whether so much has happened beside the moves that stand, that nothing more may but what ends the match.

        The moves that stand are as many as the game needs, and whoever moves on may do more beside them.
        """
        return len(self.rows) - len(self.places) >= BESIDE + BESIDE_A_MOVE * len(self.places)

    def is_turn_complete(self, seat: int) -> bool:
        """Tells whether a seat is not in the middle of a turn."""
        return seat not in self.actors or self.match is None or not self.match.position.mid_turn(seat)

    def without_last_move(self, seat: int) -> Match:
        """Returns the match without the last move of a seat; refuses if it cannot be taken back alone."""
        ply = self.last_move(seat)
        if self.match is None or self.result is not None or ply is None:
            raise NotNow(say("there is no move to take back"))
        match = self.match.copy()
        for _ in range(self.places[ply][1]):
            match.undo(seat)
        return match

    def rewind_to(self, seat: int) -> int | None:
        """Returns to how many moves a match goes back if a seat's last move is taken back with all that followed it."""
        if self.match is None or self.result is not None:
            return None
        ply = self.last_move(seat)
        start = None if ply is None else self.places[ply][0]
        return None if start is None or start < self.match.round_began else start

    def last_move(self, seat: int) -> int | None:
        """Returns the row of a seat's last move that is not taken back."""
        return next((ply for ply in reversed(self.places) if self.rows[ply].seat == seat), None)

    def hint_for(self, seat: int) -> Hint | None:
        """Returns the hint for the turn that a seat is to take, if it has had one."""
        hint = self.hint
        is_for_this_turn = hint is not None and seat in self.actors and hint.turn == turn_of(self, seat)
        return hint if is_for_this_turn else None

    def after(self, act: Act, at: float) -> Table:
        """Returns the table after something has happened; refuses a move that the rules refuse."""
        return self.with_row(Row(len(self.rows), act.kind, act.seat, act.text, at))

    def with_row(self, row: Row) -> Table:
        """Returns the table after one more row."""
        table = self.copy()
        table.add(row)
        return table

    def copy(self) -> Table:
        """Returns a table that stands where this one does, and that nobody has seen yet."""
        table = object.__new__(Table)
        table.__dict__.update(self.__dict__)
        table.match = self.match.copy() if self.match is not None else None
        table.clocks = self.clocks.copy() if self.clocks is not None else None
        table.places = self.places.copy()
        table.clocks_before = self.clocks_before.copy()
        table._seen = {viewer: rows.copy() for viewer, rows in self._seen.items()}
        table.rows = self.rows.copy()
        return table

    def add(self, row: Row) -> None:
        """Lets one more row happen here: only at a table that nobody has seen yet. One that refuses it is of no more use."""
        self.rows.append(row)
        self.touched = row.at
        MEANINGS[row.kind].apply(self, row)
        self._let_know(row)
        self._end_if_over()
        if self.clocks is not None:
            self.clocks.run(self.timed, row.at)

    def begin(self, at: float) -> None:
        """Starts the game once every seat is taken."""
        if any(seat.kind in OPEN for seat in self.seats):
            return
        start, names = self.game.position(len(self.seats)), [seat.name for seat in self.seats]
        opening, seed = self.facts.opening, self.facts.seed
        self.match = Match(start, seed=seed, names=names) if opening is None else opened(start, opening, seed, names)
        if opening is None or not opening.date:  # else that of the day on which its rows are read
            self.match.date = datetime.fromtimestamp(at, UTC).date().isoformat()
        self._end_if_over()
        if opening is not None and opening.is_import and self.result is None:
            self.result = Result(CLOSED, ())
        if self.clocks is not None:
            self.clocks.run(self.timed, at)

    def _end_if_over(self) -> None:
        if self.match is not None and self.match.over and self.result is None:
            self.result = Result(PLAYED, self.best(self.match.winners))

    def reseat(self, seat: int, **changes: object) -> None:
        """Changes who sits on a seat, or how."""
        self.seats = tuple(replace(old, **changes) if k == seat else old for k, old in enumerate(self.seats))  # type: ignore[arg-type]

    def best(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Returns who wins: these seats, unless they are out, else whoever stands best of the others."""
        assert self.match is not None
        inside = [k for k, seat in enumerate(self.seats) if not seat.out]
        if winners := tuple(seat for seat in seats if seat in inside):
            return winners
        standings = {seat: verbs.standing(self.match.position.state, seat) for seat in inside}
        return tuple(seat for seat in inside if standings[seat] == max(standings.values()))

    def _let_know(self, row: Row) -> None:
        """Adds a row to what everybody knows; in a round where all act at once, to what the others know when it ends."""
        everybody = range(TABLE, len(self.seats))
        if not MEANINGS[row.kind].in_round or not self.game.rulebook.simultaneous:
            self._show((row.ply,), everybody)
            return
        self._show((row.ply,), (row.seat,))
        self._untold = (*self._untold, row.ply)
        assert self.match is not None
        if not self.match.hidden_from(ONLOOKER):
            for viewer in everybody:
                # What was taken back within the round is nobody else's business, even afterwards.
                self._show(tuple(k for k in self._untold if self.rows[k].seat != viewer and k in self.places), (viewer,))
            self._untold = ()

    def _show(self, plies: tuple[int, ...], viewers: Iterable[int]) -> None:
        for viewer in viewers:
            self._seen[viewer] += plies
