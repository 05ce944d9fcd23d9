"""Wakes everybody who looks at a match when something has changed there, in this process or, through PostgreSQL, in another."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator

from ponticello.server.storage.database import CHANNEL, Storage
from ponticello.server.storage.database import LOBBY_NEWS as LOBBY_NEWS
from ponticello.server.storage.guests import GUEST, TOKEN
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


class Hub:
    """Who looks at which match in this process."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._subscriptions: dict[str, set[Wakes]] = defaultdict(set)
        self._tokens: dict[str, set[Wakes]] = defaultdict(set)
        self._listening: asyncio.Task[None] | None = None
        self.guest_changed: Callable[[str | None], None] = lambda guest: None  # told of a guest, or of nobody knows whom
        self.looking: dict[str, list[int]] = {}  # who looks at a match, as far as that is known not to have changed
        self.presence_changes = 0  # how often anybody has come or gone, at any match
        self.lobby_changes = 0  # how often the lobby has come to look different
        self.talk: dict[str, int] = {}  # how often something was said at a match that somebody here looks at, or may have been

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
                self.talk.pop(match, None)

    def wake(self, match: str, *, presence: bool = False) -> None:
        """Wakes everybody who looks at a match; `presence` says that others may be looking now."""
        if presence:
            self.presence_changes += 1
            self.looking.pop(match, None)
        if match == LOBBY_NEWS:
            self.lobby_changes += 1
        for wakes in self._subscriptions.get(match, ()):
            wakes.set()

    def said(self, match: str) -> None:
        """Wakes everybody who looks at a match where something was said."""
        if self.is_watched(match):
            self.talk[match] = self.talk.get(match, 0) + 1
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
                    async for notice in connection.notifies():
                        self._hear(notice.payload)
            except psycopg.OperationalError as error:
                log.warning("lost PostgreSQL's notices: %s", str(error).strip())
                await asyncio.sleep(RETRY)

    def _hear(self, news: str) -> None:
        """Passes on what a server has told all others."""
        if news.startswith(GUEST):
            self.guest_changed(news.removeprefix(GUEST))
        elif news.startswith(TOKEN):
            self.token_revoked(news.removeprefix(TOKEN))
        elif news.startswith(TALK):
            self.said(news.removeprefix(TALK))
        else:
            self.wake(news, presence=True)

    def _hear_all(self) -> None:
        """Passes on whatever may have been told while nobody listened."""
        self.guest_changed(None)
        for hash in list(self._tokens):
            self.token_revoked(hash)
        for match in list(self._subscriptions):
            self.said(match)
            self.wake(match, presence=True)
