"""All matches of a server: every change goes through here, one at a time for each match, and is on disk before it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace

from ponticello.engine.words import say
from ponticello.server.errors import Stale
from ponticello.server.live.hub import LOBBY_NEWS, Hub, Wakes
from ponticello.server.matches import permissions
from ponticello.server.matches.deal import Deal
from ponticello.server.matches.facts import LINK, OVER, PERSON, WAITING, Facts, Seat
from ponticello.server.matches.kept import KeptTables
from ponticello.server.matches.new_match import new_id, read_plan
from ponticello.server.matches.outcomes import outcomes
from ponticello.server.matches.permissions import own_seat
from ponticello.server.matches.reading import Reading, Remains, Unreadable, laid
from ponticello.server.matches.rows import TABLE, Act, Kind
from ponticello.server.matches.table import Table
from ponticello.server.settings import Settings
from ponticello.server.storage.database import FollowUp, Guest, Storage, Summary, Taken
from ponticello.server.storage.turns import OwnMatch

TRIES = 8  # at writing a row, when another server is faster
LATELY = 86_400.0  # seconds since a move, after which nobody wants to watch a game any more
STALL = 6.0  # seconds after which a bot that should have moved is looked after

Decide = Callable[[Table], Act | Sequence[Act] | None]


@dataclass(frozen=True)
class Presence:
    """Who looks at a match."""

    here: frozenset[int]
    watchers: int


class Matches:
    """All matches of a server."""

    def __init__(self, settings: Settings, storage: Storage, hub: Hub) -> None:
        self.settings = settings
        self.storage = storage
        self.hub = hub
        self.changed: Callable[[Table], None] = lambda table: None  # told of every change made here
        self.turn_begun: Callable[[Table, int], None] = lambda table, seat: None  # told of every person whose turn has come
        self.moves = 0  # since the start, for those who measure
        self._tables = KeptTables(settings.memory, hub.is_watched)
        self._reading = Reading(storage)
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}

    def now(self) -> float:
        """Returns the time that rows are dated with."""
        return self.storage.time.now()

    async def open(self, id: str) -> Table:
        """Returns a match as it stands on disk."""
        table = self._tables.get(id)
        if table is None:
            table = self._tables.keep(await self._reading.read(id))
        if not self.settings.is_shared:  # nobody else writes
            return table
        try:
            return self._tables.keep(await self._reading.read_on(table))
        except Unreadable:
            self._tables.forget(id)
            raise

    async def deal(self, id: str) -> tuple[Deal, str] | None:
        """Returns the deal of a day that is played at a match and who plays it, without reading anything else of the match."""
        table = self._tables.get(id)
        if table is None:
            return await self.storage.deal(id)
        return None if table.facts.deal is None else (table.facts.deal, table.facts.creator)

    async def follow(self, id: str) -> Table:
        """Returns a match as far as this process has heard of it, for who is woken when there is more."""
        watch, table = self.hub.watch(id), self._tables.get(id)
        if watch is None:
            return await self.open(id)
        news = watch.news
        if table is None or watch.read != news:
            table = await self.open(id)
            watch.read = news
        return table

    async def change(self, id: str, decide: Decide, follow_up: FollowUp | None = None) -> Table:
        """Lets something happen at a match: `decide` looks at the table and says what, or refuses.

        With a `follow_up` another match is made, in the same transaction.
        """
        lock, users = self._locks.get(id, (asyncio.Lock(), 0))
        self._locks[id] = lock, users + 1
        try:
            async with lock:
                return await self._change(id, decide, follow_up)
        finally:
            lock, users = self._locks[id]
            if users == 1:
                del self._locks[id]
            else:
                self._locks[id] = lock, users - 1

    async def _change(self, id: str, decide: Decide, follow_up: FollowUp | None) -> Table:
        for _ in range(TRIES):
            table = await self.open(id)
            if late := permissions.out_of_time(table, self.now()):  # whoever has run out of time is out before anything else
                await self._write(table, late)
                continue
            decided = decide(table)
            acts = [] if decided is None else [decided] if isinstance(decided, Act) else decided
            if not acts:
                return table
            if after := await self._write(table, acts, follow_up):
                return after
        raise Stale(say("the table has moved on; look again"))

    async def _write(self, table: Table, acts: Sequence[Act], follow_up: FollowUp | None = None) -> Table | None:
        """Returns the table after some acts, once they are on disk; None if another server was faster."""
        after = table
        for act in acts:
            after = after.after(act, max(self.now(), after.touched))  # never before what has already happened
        new = after.rows[len(table.rows) :]
        sitting = {row.seat: row.text.split(" ", 1)[0] for row in new if row.kind == Kind.SIT}
        listed = (permissions.is_listed(table) or permissions.is_listed(after)) and (
            table.seats != after.seats or table.status != after.status
        )
        ended = outcomes(after) if table.result is None else []
        try:
            await self.storage.append(table.id, new, self.summary(after), sitting, follow_up, ended, lobby=listed)
        except Taken:
            self._tables.forget(table.id)
            return None
        except BaseException:
            self._tables.forget(table.id)  # whether it was written is not known: read again
            raise
        self.moves += sum(row.kind == Kind.MOVE for row in new)
        self._tables.keep(after)
        self.hub.wake(table.id)
        if listed:
            self.hub.wake(LOBBY_NEWS)
        self.changed(after)
        for seat in after.awaited:
            if seat not in table.awaited:
                self.turn_begun(after, seat)
        return after

    def summary(self, table: Table) -> Summary:
        """Returns what is kept of a table for lists, and when somebody has to look after it."""
        limit = self.settings.forgotten if table.status == WAITING else self.settings.abandoned
        due = [table.touched + limit]
        if table.due is not None:
            due.append(table.due)
        if any(table.seats[seat].is_played_by_bot for seat in table.actors):
            due.append(self.now() + STALL)
        touched = table.touched_for([TABLE])  # lists are ordered by it, and must not tell what a running round hides
        next_look = None if table.status == OVER else min(due)
        awaited = sum(1 << seat for seat in table.awaited)
        return Summary(table.status, permissions.is_in_lobby(table), touched, next_look, awaited)

    # What people do

    async def create(
        self,
        guest: Guest,
        *,
        game: str,
        options: Mapping[str, object],
        seats: Sequence[Mapping[str, object]],
        clock: Mapping[str, object] | None = None,
        public: bool | None = None,
        origin: str | None = None,
    ) -> Table:
        """Makes a match; `origin` stands for the address where that was asked for."""
        own = {"guest": guest.id, "name": guest.name}
        facts = read_plan(game=game, options=options, seats=seats, clock=clock, public=public, now=self.now(), **own)
        return await self.make(facts, origin)

    async def make(self, facts: Facts, origin: str | None) -> Table:
        """Makes a match whose facts are settled."""
        table = await laid(facts)
        listed = permissions.is_listed(table)
        await self.storage.create(facts, self.summary(table), origin, lobby=listed)
        self._tables.keep(table)
        if listed:
            self.hub.wake(LOBBY_NEWS)
        self.changed(table)
        return table

    async def sit(self, id: str, guest: Guest, seat: int | None = None, name: str | None = None) -> Table:
        """Gives a guest an open seat."""
        return await self.change(id, lambda table: permissions.sit(table, guest.id, name or guest.name, seat))

    async def play(self, id: str, guest: Guest, text: str, ply: int, seat: int | None = None) -> Table:
        """Plays a move or a whole turn."""
        return await self.change(id, lambda table: permissions.play(table, own_seat(table, guest.id, seat), text, ply))

    async def undo(self, id: str, guest: Guest, ply: int, seat: int | None = None) -> Table:
        """Takes back the last move of a guest."""
        return await self.change(id, lambda table: permissions.undo(table, own_seat(table, guest.id, seat), ply))

    async def ask(self, id: str, guest: Guest, seat: int | None = None) -> Table:
        """Asks the others for a take-back."""
        return await self.change(id, lambda table: permissions.ask(table, own_seat(table, guest.id, seat)))

    async def answer(self, id: str, guest: Guest, agree: bool, seat: int | None = None) -> Table:
        """Grants or declines a take-back."""
        return await self.change(id, lambda table: permissions.answer(table, own_seat(table, guest.id, seat), agree))

    async def resign(self, id: str, guest: Guest, seat: int | None = None) -> Table:
        """Gives up."""
        return await self.change(id, lambda table: permissions.resign(table, own_seat(table, guest.id, seat)))

    async def leave(self, id: str, guest: Guest, seat: int | None = None) -> Table:
        """Hands a guest's seat to a bot."""
        return await self.change(id, lambda table: permissions.leave(table, own_seat(table, guest.id, seat)))

    async def come_back(self, id: str, guest: Guest, seat: int | None = None) -> Table:
        """Gives a guest the seat back."""
        return await self.change(id, lambda table: permissions.come_back(table, own_seat(table, guest.id, seat)))

    async def rematch(self, id: str, guest: Guest, origin: str | None = None) -> Table:
        """Returns the match after this one: the same people, bots and options, everybody one seat further on.

        Whoever asks first sits down at once; the others find their seat open to them by the link, which only they are told. It is
        kept for them by name, but they may give the link to somebody else.
        """
        old = await self.open(id)
        asking = own_seat(old, guest.id, None)
        seats = [seat_again(seat, guest.id) for seat in old.seats]
        if old.facts.opening is None:  # from a position everybody plays on the seat that they had there
            seats = [*seats[1:], *seats[:1]]
        new = replace(old.facts, id=new_id(), seats=tuple(seats), seed=new_id(32), created=self.now(), creator=guest.id)
        next_table = await laid(new)
        follow_up = new, self.summary(next_table)
        if old.rematch is None and old.status == OVER:
            await self.storage.check_quota(guest.id, origin)  # before this match says where the next one is
        old = await self.change(id, lambda table: permissions.rematch(table, asking, new.id), follow_up)
        assert old.rematch is not None
        if old.rematch != new.id:  # somebody was faster
            return await self.sit(old.rematch, guest)
        await self.storage.note_origin(new.id, origin, new.created)
        next_table = self._tables.keep(next_table)
        self.changed(next_table)
        return next_table

    # Lists

    async def lobby(self) -> list[Table]:
        """Returns the tables that wait for anybody."""
        return await self._readable(await self.storage.in_lobby())

    async def watchable(self) -> list[Table]:
        """Returns the games that anybody may watch, the latest touched first."""
        return await self._readable(await self.storage.watchable(self.now() - LATELY))

    async def _readable(self, ids: list[str]) -> list[Table]:
        found = [await self.found(id) for id in ids]
        return [table for table in found if isinstance(table, Table)]

    async def games_of(self, guest: str) -> list[Table | Remains]:
        """Returns a guest's matches, the latest first in which something has happened that the guest may know of.

        Of those that cannot be read it is what is left.
        """

        def touched(found: Table | Remains) -> float:
            return found.outline.created if isinstance(found, Remains) else found.touched_for(found.seats_of(guest))

        return sorted([await self.found(id) for id in await self.storage.of_guest(guest)], key=touched, reverse=True)

    async def running_of(self, guest: str) -> list[OwnMatch]:
        """Returns a guest's matches that are not over: those that wait for them first, then the latest touched."""
        known = [
            own if own.is_your_turn is not None else await self._noted(own, guest) for own in await self.storage.running_of(guest)
        ]
        return sorted(known, key=lambda own: not own.is_your_turn)

    async def _noted(self, own: OwnMatch, guest: str) -> OwnMatch:
        """Returns a match of which nothing was noted, after a look at its table."""
        found = await self.found(own.id)
        return replace(own, is_your_turn=isinstance(found, Table) and not set(found.awaited).isdisjoint(found.seats_of(guest)))

    async def found(self, id: str) -> Table | Remains:
        """Returns a match, or what is left of it."""
        try:
            return await self.open(id)
        except Unreadable as error:
            return error.remains

    # Who is here

    def subscribe(self, id: str) -> AbstractAsyncContextManager[Wakes]:
        """Subscribes to the changes of a match."""
        return self.hub.subscribe(id)

    async def presence(self, id: str) -> Presence:
        """Returns who looks at a match now."""
        watch = self.hub.watch(id)
        looking = None if watch is None else watch.looking
        if looking is None:
            comings = None if watch is None else watch.comings
            looking = await self.storage.looking(id)
            if watch is not None and comings == watch.comings:
                watch.looking = looking
        return Presence(frozenset(seat for seat in looking if seat >= 0), sum(seat < 0 for seat in looking))


def seat_again(seat: Seat, guest: str) -> Seat:
    """Returns a seat as it is at the beginning of a rematch that a guest asks for; the other people are expected, not seated."""
    if seat.kind != PERSON or seat.guest == guest:
        return Seat(seat.kind, seat.guest, seat.name, seat.level)
    return Seat(LINK, expects=seat.name, expects_guest=seat.guest)
