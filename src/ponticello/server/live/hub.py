"""Wakes everybody who looks at a match when something has changed there, in this process or, through PostgreSQL, in another.

What is looked at here is heard of, so what was last read of it holds until there is news (docs/decisions/0009).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field

from ponticello.server.storage.database import CHANNEL, TOLD_BY, Storage
from ponticello.server.storage.database import LOBBY_NEWS as LOBBY_NEWS
from ponticello.server.storage.guests import GUEST, TOKEN
from ponticello.server.storage.presence import HERE
from ponticello.server.storage.talk import TALK

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


@dataclass(eq=False)
class Watch:
    """A match that somebody looks at here: whom to wake, and what is known of it until there is news."""

    wakes: set[Wakes] = field(default_factory=set)
    news: int = 0  # how often another server has written something, or may have
    comings: int = 0  # how often somebody has come or gone, or may have
    talk: int = 0  # how often something was said, or may have been
    read: int = -1  # how much of the news there was when its rows were last read
    looking: list[int] | None = None  # for which seats it is looked at, anywhere


class Hub:
    """Who looks at which match in this process."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._watches: dict[str, Watch] = {}
        self._tokens: dict[str, set[Wakes]] = defaultdict(set)
        self._listening: asyncio.Task[None] | None = None
        self.guest_changed: Callable[[str | None], None] = lambda guest: None  # told of a guest, or of nobody knows whom
        self._hears = not storage.settings.is_shared  # whether all news reach this process
        self.lobby_changes = 0  # how often the lobby has come to look different

    @property
    def count(self) -> int:
        """How many pages are open."""
        return sum(len(watch.wakes) for watch in self._watches.values())

    def is_watched(self, match: str) -> bool:
        """Tells whether anybody here looks at a match."""
        return match in self._watches

    def watch(self, match: str) -> Watch | None:
        """Returns what is known of a match that somebody looks at here, as long as all news of it are heard."""
        return self._watches.get(match) if self._hears else None

    def talk(self, match: str) -> int:
        """Returns how often something was said at a match that somebody here looks at, or may have been."""
        return self._watches[match].talk if match in self._watches else 0

    @contextlib.asynccontextmanager
    async def subscribe(self, match: str) -> AsyncIterator[Wakes]:
        """Subscribes to the changes of a match for as long as that is needed."""
        wakes = Wakes()
        watch = self._watches.setdefault(match, Watch())
        watch.wakes.add(wakes)
        try:
            yield wakes
        finally:
            watch.wakes.discard(wakes)
            if not watch.wakes:
                del self._watches[match]

    def wake(self, match: str, *, presence: bool = False) -> None:
        """Wakes everybody who looks at a match; `presence` says that others may be looking now."""
        if match == LOBBY_NEWS:
            self.lobby_changes += 1
        watch = self._watches.get(match)
        if watch is None:
            return
        if presence:
            watch.comings += 1
            watch.looking = None
        for wakes in watch.wakes:
            wakes.set()

    def said(self, match: str) -> None:
        """Wakes everybody who looks at a match where something was said."""
        if match in self._watches:
            self._watches[match].talk += 1
            self.wake(match)

    def written(self, match: str) -> None:
        """Wakes everybody who looks at a match to which another server has added something."""
        if match in self._watches:
            self._watches[match].news += 1
        self.wake(match)

    @contextlib.contextmanager
    def watch_token(self, hash: str) -> Iterator[Wakes]:
        """Wakes somebody who was let in by a token when it may have become worthless."""
        wakes = Wakes()
        self._tokens[hash].add(wakes)
        try:
            yield wakes
        finally:
            self._tokens[hash].discard(wakes)
            if not self._tokens[hash]:
                del self._tokens[hash]

    def token_revoked(self, hash: str) -> None:
        """Wakes everybody who was let in by a token."""
        for wakes in self._tokens.get(hash, ()):
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
                    self._hear_all()
                    self._hears = True
                    async for notice in connection.notifies():
                        news, _, teller = notice.payload.partition(TOLD_BY)  # an older server does not say who it is
                        self._hear(news, teller)
            except psycopg.OperationalError as error:
                self._hears = False
                log.warning("lost PostgreSQL's notices: %s", str(error).strip())
                await asyncio.sleep(RETRY)

    def _hear(self, news: str, teller: str) -> None:
        """Passes on what a server has told all others. PostgreSQL tells it too, which has heard of its matches already."""
        if news.startswith(GUEST):
            self.guest_changed(news.removeprefix(GUEST))
        elif news.startswith(TOKEN):
            self.token_revoked(news.removeprefix(TOKEN))
        elif news.startswith(TALK):
            self.said(news.removeprefix(TALK))
        elif teller != self._storage.teller:
            if news.startswith(HERE):
                self.wake(news.removeprefix(HERE), presence=True)
            else:
                self.written(news)

    def _hear_all(self) -> None:
        """Passes on whatever may have been told while nobody listened."""
        self.guest_changed(None)
        for hash in list(self._tokens):
            self.token_revoked(hash)
        for match in list(self._watches):
            self.said(match)
            self.written(match)
            self.wake(match, presence=True)
