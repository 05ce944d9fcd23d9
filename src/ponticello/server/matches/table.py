"""A match on the server is its facts and the rows of what happened at it; `Table` is what they add up to.

Nothing here reads a clock, a disk or a socket: the same rows always make the same table. Nothing is ever changed in place
either: what happens next gives a new table, so that nobody sees a move before it is on disk.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ponticello.engine import verbs
from ponticello.engine.game import Value
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import say
from ponticello.server.errors import NotNow
from ponticello.server.matches.clock import Clockface, ClockRule, Clocks
from ponticello.table.game import Game, game
from ponticello.table.match import ONLOOKER, Match

PERSON, BOT, LINK, LOBBY = "person", "bot", "link", "lobby"
OPEN = (LINK, LOBBY)
WAITING, PLAYING, OVER = "waiting", "playing", "over"
PLAYED, RESIGNED, TIME, CLOSED = "played", "resigned", "time", "closed"
STANDIN = 3  # the level of who plays for an absent person
TABLE = ONLOOKER  # stands for a seat in rows that are no seat's


@dataclass(frozen=True)
class Seat:
    """Who sits there, or for whom the seat is open."""

    kind: str
    guest: str | None = None
    name: str = ""
    level: int = 0
    standin: bool = False  # a bot plays for the person, who may come back
    out: bool = False  # has resigned or run out of time, and cannot win any more

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot moves for this seat."""
        return self.kind == BOT or self.standin or self.out


@dataclass(frozen=True)
class Facts:
    """What is settled when a match is made."""

    id: str
    game: str
    options: dict[str, Value]
    seats: tuple[Seat, ...]
    clock: ClockRule | None
    seed: str
    created: float
    creator: str


@dataclass(frozen=True)
class Act:
    """Something that happens at a table, before it has its place and time there."""

    kind: str
    seat: int = TABLE
    text: str = ""


@dataclass(frozen=True)
class Row:
    """One thing that happened, in its place."""

    ply: int
    kind: str
    seat: int
    text: str
    at: float


@dataclass(frozen=True)
class Result:
    """How a match ended."""

    reason: str
    winners: tuple[int, ...]
    seat: int | None = None  # who resigned or ran out of time


class Table:
    """A match as it stands after some rows."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.game: Game = game(facts.game, **facts.options)
        self.seats = facts.seats
        self.match: Match | None = None
        self.clocks = Clocks(facts.clock, len(facts.seats)) if facts.clock else None
        self.rows: tuple[Row, ...] = ()
        self.result: Result | None = None
        self.asked: int | None = None  # the seat that asks for a take-back
        self.agreed: frozenset[int] = frozenset()
        self.rematch: str | None = None
        self.touched = facts.created
        self._stands: dict[int, tuple[int, int]] = {}  # rows of moves not taken back -> how many moves came before, and are in it
        self._seen: dict[int, tuple[int, ...]] = dict.fromkeys(range(TABLE, len(facts.seats)), ())
        self._pressed: frozenset[int] = frozenset()  # rows of moves that have completed a turn and earned its increment
        self._veiled: tuple[int, ...] = ()  # rows of the running round that the others may not know yet
        self._begin(facts.created)

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
    def due(self) -> float | None:
        """When a clock runs out."""
        return self.clocks.due if self.clocks and self.result is None else None

    def seats_of(self, guest: str | None) -> list[int]:
        """Returns the seats that a guest holds: several when people share a device."""
        return [k for k, seat in enumerate(self.seats) if guest is not None and seat.kind == PERSON and seat.guest == guest]

    def viewer_of(self, guest: str | None, wanted: int | None = None) -> int:
        """Returns through which seat's eyes a guest looks: the wanted one, else one that acts, else the first, else nobody's."""
        own = self.seats_of(guest)
        if wanted in own:
            return wanted if wanted is not None else own[0]
        return next((seat for seat in own if seat in self.actors), own[0] if own else ONLOOKER)

    def ply(self, viewer: int) -> int:
        """Returns how many rows a viewer may know."""
        return len(self._seen[viewer])

    def seen(self, viewer: int, since: int = 0) -> list[Row]:
        """Returns the rows that a viewer may know, in the order in which it came to know them."""
        return [self.rows[k] for k in self._seen[viewer][max(0, since) :]]

    def place_of(self, row: Row) -> tuple[int, int] | None:
        """Returns how many moves came before those of a row and how many it has; None for one taken back or of another kind."""
        return self._stands.get(row.ply)

    def clock_of(self, seat: int, now: float) -> Clockface | None:
        """Returns what a seat's clock shows; None where there is none."""
        if self.clocks is None or self.seats[seat].kind != PERSON:
            return None
        return self.clocks.face(seat, now if self.result is None else self.touched)

    @property
    def people(self) -> list[int]:
        """The seats of people who still play."""
        return [k for k, seat in enumerate(self.seats) if seat.kind == PERSON and not seat.out]

    def may_undo(self, seat: int) -> bool:
        """Tells whether a seat may take its last move back without asking."""
        if self.match is None or self.result is not None or self._last_move(seat) is None:
            return False
        return self.match.may_undo(seat)

    def rewind_to(self, seat: int) -> int | None:
        """Returns to how many moves a match goes back if a seat's last move is taken back with all that followed it."""
        if self.match is None or self.result is not None:
            return None
        ply = self._last_move(seat)
        if ply is None or any(move.seat == CHANCE for move in self.match.moves[self._stands[ply][0] :]):
            return None
        return self._stands[ply][0]

    def may_ask(self, seat: int) -> bool:
        """Tells whether a seat may ask the others for a take-back."""
        return self.asked is None and self.rewind_to(seat) is not None and not self.may_undo(seat)

    def _last_move(self, seat: int) -> int | None:
        return next((ply for ply in reversed(self._stands) if self.rows[ply].seat == seat), None)

    def after(self, act: Act, at: float) -> Table:
        """Returns the table after something has happened; refuses a move that the rules refuse."""
        return self.with_row(Row(len(self.rows), act.kind, act.seat, act.text, at))

    def with_row(self, row: Row) -> Table:
        """Returns the table after one more row."""
        table = object.__new__(Table)
        table.__dict__.update(self.__dict__)
        table.match = self.match.copy() if self.match is not None else None
        table.clocks = self.clocks.copy() if self.clocks is not None else None
        table._stands = self._stands.copy()
        table._seen = self._seen.copy()
        table.rows = (*self.rows, row)
        table.touched = row.at
        getattr(table, f"_{row.kind}")(row)
        table._let_see(row)
        if table.match is not None and table.match.over and table.result is None:
            table.result = Result(PLAYED, table._best(table.match.winners))
        if table.clocks is not None:
            running = {k for k in table.actors if not table.seats[k].is_played_by_bot}
            table.clocks.run(running, row.at)
        return table

    def _begin(self, at: float) -> None:
        """Starts the game once every seat is taken."""
        if any(seat.kind in OPEN for seat in self.seats):
            return
        start = self.game.position(len(self.seats))
        self.match = Match(start, seed=self.facts.seed, names=[seat.name for seat in self.seats])
        if self.clocks is not None:
            self.clocks.run({k for k in self.match.actors if not self.seats[k].is_played_by_bot}, at)

    def _reseat(self, seat: int, **changes: object) -> None:
        self.seats = tuple(replace(old, **changes) if k == seat else old for k, old in enumerate(self.seats))  # type: ignore[arg-type]

    def _best(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Returns who wins: these seats, unless they are out, else whoever stands best of the others."""
        assert self.match is not None
        inside = [k for k, seat in enumerate(self.seats) if not seat.out]
        if winners := tuple(seat for seat in seats if seat in inside):
            return winners
        standings = {seat: verbs.standing(self.match.position.state, seat) for seat in inside}
        return tuple(seat for seat in inside if standings[seat] == max(standings.values()))

    def _let_see(self, row: Row) -> None:
        """Adds a row to what everybody knows, or veils it from the others until the round ends."""
        everybody = range(TABLE, len(self.seats))
        if row.kind not in ("move", "undo") or not self.game.rulebook.simultaneous:
            self._show((row.ply,), list(everybody))
            return
        self._show((row.ply,), [row.seat])
        self._veiled = (*self._veiled, row.ply)
        assert self.match is not None
        if self.match.over or (row.kind == "move" and self.match.moves[-1].seat == CHANCE):
            for viewer in everybody:
                # What was taken back within the round is nobody else's business, even afterwards.
                self._show(tuple(k for k in self._veiled if self.rows[k].seat != viewer and k in self._stands), [viewer])
            self._veiled = ()

    def _show(self, plies: tuple[int, ...], viewers: list[int]) -> None:
        for viewer in viewers:
            self._seen[viewer] = self._seen[viewer] + plies

    # What each kind of row does. Whether it may happen is for `permissions` to say; only the rules of the game refuse here.

    def _sit(self, row: Row) -> None:
        guest, _, name = row.text.partition(" ")
        self._reseat(row.seat, kind=PERSON, guest=guest, name=name)
        self._begin(row.at)

    def _move(self, row: Row) -> None:
        assert self.match is not None
        before = len(self.match.moves)
        played = self.match.play(row.text, row.seat)
        self._stands[row.ply] = before, len(played)
        text = self.game.rulebook.joiner.join(map(str, played))
        self.rows = (*self.rows[:-1], replace(row, text=text))
        if self.asked is not None:
            self.asked, self.agreed = None, frozenset()
        if self.clocks is not None and row.seat in self.clocks.since:
            position = self.match.position
            if row.seat not in position.actors or not position.mid_turn(row.seat):
                self.clocks.press(row.seat, row.at)
                self._pressed |= {row.ply}

    def _undo(self, row: Row) -> None:
        ply = self._last_move(row.seat)
        if self.match is None or self.result is not None or ply is None:
            raise NotNow(say("there is no move to take back"))
        start, moves = self._stands.pop(ply)
        self._unpress({ply})
        for _ in range(moves):
            self.match.undo(row.seat)
        for other, (begun, length) in self._stands.items():
            if begun > start:
                self._stands[other] = begun - moves, length

    def _unpress(self, plies: set[int]) -> None:
        """Takes back what turns that are taken back had earned on the clock."""
        for ply in plies & self._pressed:
            if self.clocks is not None:
                self.clocks.unpress(self.rows[ply].seat)
        self._pressed -= plies

    def _ask(self, row: Row) -> None:
        self.asked, self.agreed = row.seat, frozenset()

    def _agree(self, row: Row) -> None:
        self.agreed |= {row.seat}

    def _decline(self, row: Row) -> None:
        self.asked, self.agreed = None, frozenset()

    def _rewind(self, row: Row) -> None:
        assert self.match is not None
        self.match.rewind(int(row.text))
        gone = {ply for ply, place in self._stands.items() if place[0] >= int(row.text)}
        self._stands = {ply: place for ply, place in self._stands.items() if ply not in gone}
        self._unpress(gone)
        self.asked, self.agreed = None, frozenset()

    def _resign(self, row: Row) -> None:
        self._drop_out(row.seat, RESIGNED)

    def _flag(self, row: Row) -> None:
        self._drop_out(row.seat, TIME)

    def _drop_out(self, seat: int, reason: str) -> None:
        """Takes a seat out of the contest; with nobody left to play against, or no person left, the match ends."""
        self._reseat(seat, out=True)
        if self.asked is not None:
            self.asked, self.agreed = None, frozenset()
        inside = [k for k, other in enumerate(self.seats) if not other.out]
        if len(inside) < 2 or not self.people:
            self.result = Result(reason, self._best(()) if inside else (), seat)

    def _leave(self, row: Row) -> None:
        self._reseat(row.seat, standin=True)

    def _return(self, row: Row) -> None:
        self._reseat(row.seat, standin=False)

    def _close(self, row: Row) -> None:
        self.result = Result(CLOSED, ())

    def _rematch(self, row: Row) -> None:
        self.rematch = row.text
