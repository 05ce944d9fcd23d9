"""Matches, guests and tokens in a database: SQLite in a file, or PostgreSQL that several servers share."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select, text, update
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say
from ponticello.server.matches.clock import ClockRule
from ponticello.server.matches.deal import Deal
from ponticello.server.matches.facts import OVER, PLAYING, Facts, Seat
from ponticello.server.matches.opening import Opening
from ponticello.server.matches.outcomes import Outcome
from ponticello.server.matches.rows import Row, read_kind
from ponticello.server.settings import Settings
from ponticello.server.storage.connections import connect, connect_file, connect_to_read
from ponticello.server.storage.daily import DailyTries, insert_try
from ponticello.server.storage.database_file import FileLock
from ponticello.server.storage.guests import Guest as Guest
from ponticello.server.storage.guests import Guests
from ponticello.server.storage.lessons import Learned
from ponticello.server.storage.migrate import migrate
from ponticello.server.storage.outage import Outage
from ponticello.server.storage.presence import Presences
from ponticello.server.storage.puzzling import Puzzling
from ponticello.server.storage.quotas import forget_origins, hold_to_quota, note_origin
from ponticello.server.storage.results import Results, insert_results
from ponticello.server.storage.reviews import Reviews
from ponticello.server.storage.schema import keys, matches, rows, seatings
from ponticello.server.storage.shared_time import SharedTime
from ponticello.server.storage.talk import TalkLines
from ponticello.server.storage.turns import Turns

CHANNEL = "ponticello"  # on which PostgreSQL tells the servers that a match has changed
TOLD_BY = "@"  # between the news and who tells them
LOBBY_NEWS = "lobby"  # told like a match, whose id it cannot be: what the lobby shows has changed
ALL_ROWS = 1 << 31
# What is asked all the time is put together once: that takes longer than the question.
MATCH = select(matches).where(matches.c.id == bindparam("match"))
DEAL = select(matches.c.deal, matches.c.creator).where(matches.c.id == bindparam("match"), matches.c.deal.is_not(None))
ROWS = (
    select(rows)
    .where(rows.c.match == bindparam("match"), rows.c.ply >= bindparam("from"))
    .order_by(rows.c.ply)
    .limit(bindparam("most"))
)
POSTPONE = update(matches).where(matches.c.id == bindparam("match")).values(due=bindparam("at"))
TELL = text("SELECT pg_notify(:channel, unnest(CAST(:news AS text[])))")
SUMMARISE = (
    update(matches)
    .where(matches.c.id == bindparam("id_"))
    .values({name: bindparam(name) for name in ("status", "lobby", "touched", "due", "awaited")})
)


class Taken(Exception):
    """Another server has written the row of this ply first."""


class NoDatabase(PonticelloError):
    """The database cannot be opened."""


@dataclass(frozen=True)
class Summary:
    """What lists and the upkeep need to know of a match without reading its rows."""

    status: str
    lobby: bool
    touched: float
    due: float | None
    awaited: int = 0  # the seats whose people are to act, a bit each


FollowUp = tuple[Facts, Summary]  # a match that is made together with a row that names it


@dataclass(frozen=True)
class Addition:
    """Rows on their way to the disk."""

    match: str
    new: Sequence[Row]
    summary: Summary
    sitting: dict[int, str]
    follow_up: FollowUp | None
    lobby: bool  # whether the lobby looks different after it
    results: Sequence[Outcome]
    written: asyncio.Future[None]

    def refuse(self, error: Exception) -> None:
        """Lets whoever waits know that nothing was written."""
        if not self.written.done():
            self.written.set_exception(error)


class Storage(DailyTries, Guests, Learned, Presences, Puzzling, Results, Reviews, TalkLines, Turns):
    """Everything that is kept. Each method is one transaction; what it has done when it returns is on disk."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engine = connect(settings)
        self.reads = connect_to_read(settings) or self.engine
        self._file = connect_file(settings)
        self.outage = Outage(*{self.engine.sync_engine, self.reads.sync_engine}, *filter(None, [self._file]))
        self._lock = FileLock(settings.file)
        self._write_lock = contextlib.nullcontext() if settings.is_shared else asyncio.Lock()
        self.time = SharedTime(settings, self.engine, self._transaction)
        self.teller = secrets.token_hex(6)  # by which a server knows its own news again
        self._additions: list[Addition] = []
        self._writing: asyncio.Task[None] | None = None

    async def open(self, alone: bool = False) -> None:
        """Makes the database ready, whatever state it is in; `alone` if it is served: one process may, with a file."""
        try:
            self._lock.prepare(take=alone)
            async with self._transaction() as connection:
                await connection.run_sync(migrate)
            await self.time.start()
        except (OSError, DatabaseError) as error:
            raise NoDatabase(say("the database cannot be opened: {why}", why=str(error).splitlines()[0])) from None

    async def close(self) -> None:
        """Lets go of the database, once what is being written is written."""
        if self._writing is not None:
            await asyncio.wait({self._writing})
        await self.engine.dispose()
        await self.reads.dispose()
        if self._file is not None:
            self._file.dispose()
        self._lock.release()

    @contextlib.asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """Begins to write. A file has one writer at a time: who waits here does so in line, not by asking again and again."""
        async with self._write_lock, self.engine.begin() as connection:
            yield connection
        self.outage.written()

    # Matches

    async def create(self, facts: Facts, summary: Summary, origin: str | None = None, *, lobby: bool = False) -> None:
        """Keeps a new match, unless its maker has too many, or too many were made where it comes from."""
        async with self._transaction() as connection:
            await hold_to_quota(connection, self.settings, facts.creator, origin)
            await connection.run_sync(_create, facts, summary)
            await note_origin(connection, facts.id, origin, facts.created)
            await self._tell(connection, *([facts.id, LOBBY_NEWS] if lobby else [facts.id]))

    async def check_quota(self, guest: str, origin: str | None) -> None:
        """Refuses what `create` would refuse now."""
        async with self.engine.begin() as connection:
            await hold_to_quota(connection, self.settings, guest, origin)

    async def note_origin(self, match: str, origin: str | None, now: float) -> None:
        """Notes from where a match was made."""
        async with self._transaction() as connection:
            await note_origin(connection, match, origin, now)

    async def forget_origins(self, before: float) -> None:
        """Forgets from where older matches were made."""
        async with self._transaction() as connection:
            await forget_origins(connection, before)

    async def append(
        self,
        match: str,
        new: Sequence[Row],
        summary: Summary,
        sitting: dict[int, str] | None = None,
        follow_up: FollowUp | None = None,
        results: Sequence[Outcome] = (),
        *,
        lobby: bool = False,
    ) -> None:
        """Adds rows to a match, and its results if it ends with them; raises Taken if another server was faster.

        Who comes while others write is next.
        """
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        addition = Addition(match, new, summary, sitting or {}, follow_up, lobby, results, written)
        self._additions.append(addition)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await addition.written

    async def _write(self) -> None:
        """Writes what is to be added, all that has come in one transaction: one wait for the disk serves many."""
        while self._additions:
            # Every server in the same order, so that no two wait for each other.
            together, self._additions = sorted(self._additions, key=lambda one: one.match), []
            if not await self._written(together):
                for addition in together:  # somebody was too late; the others were not
                    if not await self._written([addition]):
                        addition.refuse(Taken())

    async def _written(self, additions: list[Addition]) -> bool:
        """Writes some additions in one transaction; tells whether none was too late."""
        try:
            if self._file is not None:
                async with self._write_lock:
                    await asyncio.to_thread(_add_to_file, self._file, additions)
                self.outage.written()
            else:
                async with self._transaction() as connection:
                    await connection.run_sync(_add, additions)
                    lobby = [LOBBY_NEWS] if any(one.lobby for one in additions) else []
                    await self._tell(connection, *(one.match for one in additions), *lobby)
        except IntegrityError:
            return False
        except Exception as error:
            for one in additions:
                one.refuse(error)
            return True
        for one in additions:
            if not one.written.done():
                one.written.set_result(None)
        return True

    async def _tell(self, connection: AsyncConnection, *news: str) -> None:
        if self.settings.is_shared and news:
            told = {"channel": CHANNEL, "news": [f"{one}{TOLD_BY}{self.teller}" for one in news]}
            await connection.execute(TELL, told)

    async def facts(self, match: str) -> Facts | None:
        """Returns what was settled when a match was made."""
        async with self.reads.connect() as connection:
            found = (await connection.execute(MATCH, {"match": match})).mappings().first()
        return None if found is None else _facts(found)

    async def deal(self, match: str) -> tuple[Deal, str] | None:
        """Returns the deal of a day that is played at a match, and who made the match to play it."""
        async with self.reads.connect() as connection:
            found = (await connection.execute(DEAL, {"match": match})).first()
        return None if found is None or not found.deal else (Deal(**found.deal), found.creator)

    async def rows_from(self, match: str, ply: int, most: int = ALL_ROWS) -> list[Row]:
        """Returns what happened at a match from a ply on."""
        async with self.reads.connect() as connection:
            found = (await connection.execute(ROWS, {"match": match, "from": ply, "most": most})).all()
        return [Row(row.ply, read_kind(row.kind), row.seat, row.text, row.at) for row in found]

    async def in_lobby(self, most: int = 100) -> list[str]:
        """Returns the matches in the lobby, the newest first."""
        wanted = select(matches.c.id).where(matches.c.lobby == 1).order_by(matches.c.created.desc()).limit(most)
        return await self._ids(wanted)

    async def watchable(self, since: float, most: int = 12) -> list[str]:
        """Returns the games that anybody may watch and at which something has happened lately, the latest first."""
        public = select(matches.c.id).where(matches.c.public, matches.c.status == PLAYING, matches.c.touched >= since)
        return await self._ids(public.order_by(matches.c.touched.desc()).limit(most))

    async def of_guest(self, guest: str, most: int = 200) -> list[str]:
        """Returns the matches of a guest, the latest touched first."""
        mine = select(seatings.c.match).where(seatings.c.guest == guest)
        wanted = select(matches.c.id).where(matches.c.id.in_(mine)).order_by(matches.c.touched.desc()).limit(most)
        return await self._ids(wanted)

    async def running(self) -> int:
        """Returns how many matches are being played."""
        async with self.reads.connect() as connection:
            return (await connection.execute(select(func.count()).where(matches.c.status == PLAYING))).scalar_one()

    async def _ids(self, wanted: Any) -> list[str]:
        async with self.reads.connect() as connection:
            return list((await connection.execute(wanted)).scalars())

    # What is due

    async def due(self, now: float, most: int = 100) -> list[str]:
        """Returns matches at which something is to be done by now."""
        wanted = select(matches.c.id).where(matches.c.due <= now, matches.c.status != OVER).order_by(matches.c.due).limit(most)
        return await self._ids(wanted)

    async def postpone(self, match: str, due: float | None) -> None:
        """Notes when something is to be done at a match, if nothing happens before."""
        async with self._transaction() as connection:
            await connection.execute(POSTPONE, {"match": match, "at": due})

    # What all servers share

    async def try_to_write(self) -> None:
        """Writes something that says nothing, to see whether that can be done."""
        async with self._transaction() as connection:
            await connection.execute(delete(keys).where(keys.c.name == "trial"))
            await connection.execute(insert(keys).values(name="trial", value="x" * 200))

    async def key(self, name: str, fresh: str) -> str:
        """Returns a secret that all servers of a database share, made by the first who asks."""
        wanted = select(keys.c.value).where(keys.c.name == name)
        async with self.reads.connect() as connection:
            found = (await connection.execute(wanted)).scalar()
        if found is not None:
            return str(found)
        try:
            async with self._transaction() as connection:
                await connection.execute(insert(keys).values(name=name, value=fresh))
        except IntegrityError:
            return await self.key(name, fresh)
        return fresh


def _add_to_file(file: Engine, additions: list[Addition]) -> None:
    """Adds rows in one transaction, without going back and forth between the event loop and this thread for each statement."""
    with file.begin() as connection:
        _add(connection, additions)


def _add(connection: Connection, additions: list[Addition]) -> None:
    new = [{"match": one.match, **asdict(row), "kind": str(row.kind)} for one in additions for row in one.new]
    connection.execute(insert(rows), new)
    connection.execute(SUMMARISE, [{"id_": one.match, **_columns(one.summary)} for one in additions])
    held = [{"match": one.match, "seat": seat, "guest": guest} for one in additions for seat, guest in one.sitting.items()]
    if held:
        connection.execute(insert(seatings), held)
    insert_results(connection, [result for one in additions for result in one.results])
    for one in additions:
        if one.follow_up is not None:
            _create(connection, *one.follow_up)


def _create(connection: Connection, facts: Facts, summary: Summary) -> None:
    connection.execute(insert(matches).values(**asdict(facts), **_columns(summary)))
    held = [{"match": facts.id, "seat": k, "guest": seat.guest} for k, seat in enumerate(facts.seats) if seat.guest]
    if held:
        connection.execute(insert(seatings), held)
    insert_try(connection, facts)


def _columns(summary: Summary) -> dict[str, object]:
    return {**asdict(summary), "lobby": int(summary.lobby)}


def _facts(found: Any) -> Facts:
    return Facts(
        **{name: found[name] for name in ("id", "game", "options", "seed", "created", "creator", "public", "chat")},
        seats=tuple(Seat(**seat) for seat in found["seats"]),
        clock=ClockRule(**found["clock"]) if found["clock"] else None,
        opening=Opening(**found["opening"]) if found["opening"] else None,
        deal=Deal(**found["deal"]) if found["deal"] else None,
    )
