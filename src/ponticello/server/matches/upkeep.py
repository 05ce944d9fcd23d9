"""Looks after the tables: clocks that run out, people who have left, bots that were interrupted, tables nobody comes back to."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError

from ponticello.server.bots.bots import Bots
from ponticello.server.matches import permissions
from ponticello.server.matches.facts import OVER, PERSON, WAITING
from ponticello.server.matches.reading import Unreadable
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.rows import Act, Kind
from ponticello.server.matches.table import Table
from ponticello.server.watchdog import watched

log = logging.getLogger("ponticello.server")
MOST_DUE = 100  # matches of a round
AGAIN = 60.0  # seconds after which a match is tried again at which something went wrong
LOST = 2.5  # beats after which a silent server's sockets are taken for closed


class Upkeep:
    """Goes round all tables where something is due."""

    def __init__(self, matches: Matches, bots: Bots, server: str) -> None:
        self._matches = matches
        self._bots = bots
        self._server = server
        self._task: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()
        self._set_aside: dict[str, float] = {}  # matches that cannot be looked after, and until when

    def start(self) -> None:
        """Begins its rounds."""
        self._task = asyncio.create_task(watched("the upkeep", self._rounds()))

    async def stop(self) -> None:
        """Ends its rounds after the one it is on."""
        self._stopping.set()
        if self._task is not None:
            await self._task

    async def _rounds(self) -> None:
        settings, loop = self._matches.settings, asyncio.get_running_loop()
        next_beat = loop.time()
        while not self._stopping.is_set():
            try:
                if loop.time() >= next_beat:
                    next_beat = loop.time() + settings.beat
                    await self._matches.storage.time.compare()
                    lost = await self._matches.storage.sockets_beat(self._server, self._matches.now(), LOST * settings.beat)
                    for id in lost:
                        await self._guarded(id, self.expect_back)
                        self._matches.hub.wake(id, presence=True)
                    await self._matches.storage.forget_talk(self._matches.now() - settings.talk_kept)
                await self.round()
            except Exception:
                log.exception("the upkeep stumbled; it goes on")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), settings.upkeep)

    async def round(self) -> None:
        """Looks after every match where something is due, but those set aside."""
        now = self._matches.now()
        self._set_aside = {id: until for id, until in self._set_aside.items() if until > now}
        for id in await self._matches.storage.due(now, MOST_DUE + len(self._set_aside)):
            if id not in self._set_aside:
                await self._guarded(id, self.look_after)

    async def _guarded(self, id: str, care: Callable[[str], Awaitable[None]]) -> None:
        """Does something at one match. Whatever is wrong there, the others do not wait for it."""
        try:
            await care(id)
        except Unreadable:  # the log knows; it is tried again after the next start
            self._set_aside[id] = math.inf
        except (SQLAlchemyError, OSError):
            raise  # that concerns all of them
        except Exception:
            log.exception("match %s could not be looked after; it is tried again in %.0f s", id, AGAIN)
            self._set_aside[id] = self._matches.now() + AGAIN

    async def expect_back(self, id: str) -> None:
        """Notes that somebody has closed a page of a match: after a while the upkeep looks whether a bot should play on."""
        table = await self._matches.open(id)
        if table.status != OVER:
            due = self._matches.summary(table).due
            soon = self._matches.now() + self._matches.settings.grace
            await self._matches.storage.postpone(id, soon if due is None else min(due, soon))

    async def look_after(self, id: str) -> None:
        """Does what is due at one match, and notes when to come back."""
        left = await self._matches.storage.left(id)
        here = (await self._matches.presence(id)).here
        now = self._matches.now()
        grace = self._matches.settings.grace
        absent = {seat: at for seat, at in left.items() if seat not in here}

        def decide(table: Table) -> list[Act]:  # whose time has run out is out by now: `change` has seen to it
            if table.status == OVER:
                return []
            limit = self._matches.settings.forgotten if table.status == WAITING else self._matches.settings.abandoned
            if table.due is None and now - table.touched >= limit:
                return [Act(Kind.CLOSE)]
            gone = [seat for seat, at in absent.items() if now - at >= grace and is_waited_for(table, seat, absent)]
            return [Act(Kind.LEAVE, seat) for seat in gone]

        table = await self._matches.change(id, decide)
        self._bots.look(table)
        due = self._matches.summary(table).due
        if due is not None:
            coming = [at + grace for seat, at in absent.items() if at + grace > now and is_waited_for(table, seat, absent)]
            due = max(min([due, *coming]), now + self._matches.settings.upkeep)
        await self._matches.storage.postpone(id, due)


def is_waited_for(table: Table, seat: int, absent: dict[int, float]) -> bool:
    """Tells whether people at the table wait for an absent one to act; with days for a turn nobody minds."""
    if table.facts.clock is not None and table.facts.clock.afresh:
        return False
    if table.is_too_long or seat not in table.actors or table.seats[seat].kind != PERSON or table.seats[seat].is_played_by_bot:
        return False
    return any(other not in absent for other in permissions.others(table, seat))
