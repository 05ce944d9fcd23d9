"""How often something may be done: buckets of tokens in memory, counted together by all processes that share a database.

A request only ever looks into its own process's memory. Where others may work on the same database, what was taken is told to it
about once a second, all in one statement, and what is left for everybody comes back.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import logging
from collections import OrderedDict
from dataclasses import dataclass
from time import monotonic

from ponticello.server.access.address import day_of, masked
from ponticello.server.storage.database import Storage
from ponticello.server.storage.paces import Taking, forget_full, share_paces

log = logging.getLogger("ponticello.server")
MOST_BUCKETS = 50_000
WORTH_TELLING = 8  # a part of the burst: who takes less than such a part is not told of yet
EVERY = 1.0  # seconds from one telling to the next
CLEAN = 60.0  # seconds from one forgetting of full buckets to the next


@dataclass(frozen=True)
class Pace:
    """How often something may be done: so many times a second for ever, and some more at once."""

    name: str
    rate: float
    burst: int


ACTS = Pace("acts", 20, 60)
MATCHES = Pace("matches", 1, 20)
STRANGERS = Pace("strangers", 1, 60)  # who become guests at an address: a class sits down at once
SOCKETS = Pace("sockets", 5, 40)
LOOKS = Pace("looks", 40, 240)  # by one guest, or by all at an address of whom nothing is known
VISITS = Pace("visits", 200, 1000)  # by everybody at an address: a school is one
WRONG_TOKENS = Pace("wrong tokens", 1, 60)
NOTICES = Pace("notices", 0.1, 20)  # sent to a guest's devices by the makers of their browsers

Key = tuple[Pace, str]


class Buckets:
    """Counts who did what how often lately, in memory: a bucket of tokens each, filled again as time goes by."""

    def __init__(self) -> None:
        self._left: OrderedDict[Key, tuple[float, float]] = OrderedDict()  # tokens left, and when that was so
        self._untold: dict[Key, int] = {}  # how much was taken that others do not know of
        self._due: set[Key] = set()  # of which they should

    def wait(self, pace: Pace, who: str, now: float) -> float:
        """Returns after how many seconds there will be a token; 0 if there is one."""
        return max(0.0, (1 - self._tokens((pace, who), now)) / pace.rate)

    def take(self, pace: Pace, who: str, now: float) -> float:
        """Takes a token if there is one; returns how long to wait if not."""
        key = pace, who
        tokens = self._tokens(key, now)
        if tokens < 1:
            return (1 - tokens) / pace.rate
        self._set(key, tokens - 1, now)
        self._untold[key] = taken = self._untold.get(key, 0) + 1
        if taken >= pace.burst / WORTH_TELLING or tokens < 2:
            self._due.add(key)
        return 0.0

    def give_back(self, pace: Pace, who: str, now: float) -> None:
        """Takes back that a token was taken."""
        key = pace, who
        self._set(key, min(float(pace.burst), self._tokens(key, now) + 1), now)
        self._untold[key] = self._untold.get(key, 0) - 1

    def tell(self) -> dict[Key, int]:
        """Returns what others should know of, and takes it for told."""
        told = {key: self._untold.pop(key) for key in self._due}
        self._due.clear()
        return told

    def take_back(self, told: dict[Key, int]) -> None:
        """Notes that nobody has heard of it after all."""
        for key, taken in told.items():
            self._untold[key] = self._untold.get(key, 0) + taken
            self._due.add(key)

    def hear(self, key: Key, left: float, now: float) -> None:
        """Learns what is left for all processes together, before what was taken here since it was told."""
        self._set(key, left - self._untold.get(key, 0), now)

    def _set(self, key: Key, left: float, now: float) -> None:
        self._left[key] = left, now
        self._left.move_to_end(key)
        while len(self._left) > MOST_BUCKETS:  # those not touched for longest are full again, or nearly
            forgotten, _ = self._left.popitem(last=False)
            self._untold.pop(forgotten, None)
            self._due.discard(forgotten)

    def _tokens(self, key: Key, now: float) -> float:
        burst = float(key[0].burst)
        left, since = self._left.get(key, (burst, now))
        return min(burst, left + (now - since) * key[0].rate)


class SharedPace:
    """Lets several processes count together, and forgets what is not needed any more."""

    def __init__(self, buckets: Buckets, storage: Storage) -> None:
        self._buckets, self._storage = buckets, storage
        self._secret = ""
        self._task: asyncio.Task[None] | None = None

    def start(self, secret: str) -> None:
        """Begins its rounds; what the others are told is masked by the secret they share."""
        self._secret = secret
        self._task = asyncio.create_task(self._rounds())

    async def stop(self) -> None:
        """Ends its rounds."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _rounds(self) -> None:
        shared, next_cleaning = self._storage.settings.is_shared, monotonic()
        while True:
            try:
                if monotonic() >= next_cleaning:
                    next_cleaning = monotonic() + CLEAN
                    await self.forget()
                if shared:
                    await self.tell()
            except Exception as error:  # a database that does not answer now will do so again
                log.warning("what was done how often could not be counted together: %s", type(error).__name__)
            await asyncio.sleep(EVERY if shared else CLEAN)

    async def forget(self) -> None:
        """Forgets what only mattered yesterday, or a while ago."""
        midnight = datetime.datetime.combine(day_of(self._storage.time.now()), datetime.time(), datetime.UTC)
        await self._storage.forget_origins(midnight.timestamp())
        await self._storage.forget_requests(self._storage.time.now())
        if self._storage.settings.is_shared:
            await forget_full(self._storage.engine)

    async def tell(self) -> None:
        """Tells the database what was taken here, and learns what is left."""
        told = self._buckets.tell()
        if not told:
            return
        day = day_of(self._storage.time.now())
        keys = {masked(self._secret, f"{pace.name} {who}", day): (pace, who) for pace, who in told}
        takings = [Taking(hash, pace.rate, pace.burst, told[pace, who]) for hash, (pace, who) in keys.items()]
        try:
            left = await share_paces(self._storage.engine, takings)
        except BaseException:
            self._buckets.take_back(told)
            raise
        now = monotonic()
        for hash, tokens in left.items():
            self._buckets.hear(keys[hash], tokens, now)
