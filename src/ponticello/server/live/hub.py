"""Wakes everybody who looks at a match when something has changed there, in this process or, through PostgreSQL, in another."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import AsyncIterator

from ponticello.server.storage.database import CHANNEL, Storage

log = logging.getLogger("ponticello.server")
RETRY = 1.0  # seconds, before a lost connection to PostgreSQL is made again


class Wakes:
    """One subscription to a match. Several changes in a row may wake it only once."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def set(self) -> None:
        """Wakes it."""
        self._event.set()

    async def next(self) -> None:
        """Returns as soon as something has changed since the last time."""
        await self._event.wait()
        self._event.clear()


class Hub:
    """Who looks at which match in this process."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._subscriptions: dict[str, set[Wakes]] = defaultdict(set)
        self._listening: asyncio.Task[None] | None = None
        self.looking: dict[str, list[int]] = {}  # who looks at a match, as far as that is known not to have changed
        self.presence_changes = 0  # how often anybody has come or gone, at any match

    @property
    def count(self) -> int:
        """How many pages are open."""
        return sum(map(len, self._subscriptions.values()))

    def is_watched(self, match: str) -> bool:
        """Tells whether anybody here looks at a match, and so hears of changes."""
        return match in self._subscriptions

    @contextlib.asynccontextmanager
    async def subscribe(self, match: str) -> AsyncIterator[Wakes]:
        """Subscribes to the changes of a match for as long as that is needed."""
        wakes = Wakes()
        self._subscriptions[match].add(wakes)
        try:
            yield wakes
        finally:
            self._subscriptions[match].discard(wakes)
            if not self._subscriptions[match]:
                del self._subscriptions[match]
                self.looking.pop(match, None)

    def wake(self, match: str, *, presence: bool = False) -> None:
        """Wakes everybody who looks at a match; `presence` says that others may be looking now."""
        if presence:
            self.presence_changes += 1
            self.looking.pop(match, None)
        for wakes in self._subscriptions.get(match, ()):
            wakes.set()

    async def start(self) -> None:
        """Begins to listen to other servers, where there may be some."""
        if self._storage.settings.is_shared:
            ready = asyncio.Event()
            self._listening = asyncio.create_task(self._listen(ready))
            await asyncio.wait_for(ready.wait(), 30)

    async def stop(self) -> None:
        """Stops listening."""
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening

    async def _listen(self, ready: asyncio.Event) -> None:
        import psycopg

        address = self._storage.settings.url.replace("postgresql+psycopg", "postgresql")
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    ready.set()
                    for match in list(self._subscriptions):  # whatever was said while nobody listened
                        self.wake(match, presence=True)
                    async for notice in connection.notifies():
                        self.wake(notice.payload, presence=True)
            except psycopg.OperationalError as error:
                log.warning("lost PostgreSQL's notices: %s", str(error).strip())
                await asyncio.sleep(RETRY)
