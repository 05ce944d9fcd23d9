"""Who thinks next: the guest who has had the least so far, short questions before long ones, what can wait last of all."""

from __future__ import annotations

import asyncio
import bisect
import contextlib
import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

QUICK = 0.25  # seconds; what takes no longer keeps nobody waiting
MOST_IDLE = 1000  # guests without a question whose account is kept


@dataclass(order=True)
class Waiting:
    """A question in line. Of one guest's the shortest is first, of equal ones the oldest; those that can wait are last."""

    can_wait: bool
    seconds: float
    number: int
    turn: asyncio.Future[None] = field(compare=False)

    @property
    def is_long(self) -> bool:
        """Whether others would notice that they wait for it."""
        return self.seconds > QUICK


class FairLine:
    """A line for some places, in which every guest has the same share however many questions they ask.

    Each guest has an account of the seconds they have had. Next is whose account would be the smallest after their shortest
    question, so that a short one of somebody who asks seldom hardly waits. Who comes (back) starts where those stand who are
    being served: nobody saves up for later. If there are two places or more, long questions leave one to the short ones. What
    can wait has a place only while nobody else is in line for it.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._free_for_long = max(1, places - 1)
        self._numbers = itertools.count()
        self._waiting: dict[str, list[Waiting]] = {}
        self._served: dict[str, int] = {}  # how many of a guest's questions have a place
        self._accounts: dict[str, float] = {}
        self._level = 0.0  # where those stand who are being served

    @contextlib.asynccontextmanager
    async def place(self, guest: str, seconds: float, *, can_wait: bool = False) -> AsyncIterator[None]:
        """Waits for a place for a question that will take about so many seconds, and gives it back in the end."""
        loop = asyncio.get_running_loop()
        one = Waiting(can_wait, seconds, next(self._numbers), loop.create_future())
        if guest not in self._waiting and guest not in self._served:
            self._accounts[guest] = max(self._level, self._accounts.get(guest, 0.0))
        bisect.insort(self._waiting.setdefault(guest, []), one)
        self._go_on()
        began = None
        try:
            await one.turn
            began = loop.time()
            yield
        finally:
            if not one.turn.done() or one.turn.cancelled():
                self._take_out(guest, one)
            else:
                self._leave(guest, one, 0.0 if began is None else loop.time() - began)

    def _go_on(self) -> None:
        while self._free and (guest := self._next()) is not None:
            one = self._waiting[guest][0]
            self._take_out(guest, one)
            if one.turn.done():  # has just been given up
                continue
            self._free -= 1
            self._free_for_long -= one.is_long
            self._served[guest] = self._served.get(guest, 0) + 1
            self._level = max(self._level, self._accounts[guest])
            self._accounts[guest] += one.seconds
            one.turn.set_result(None)

    def _next(self) -> str | None:
        """Returns whose question is next, of those for which there is a place."""
        able = {guest: line[0] for guest, line in self._waiting.items() if self._free_for_long or not line[0].is_long}

        def order(guest: str) -> tuple[bool, float, int]:
            return able[guest].can_wait, self._accounts[guest] + able[guest].seconds, able[guest].number

        return min(able, key=order, default=None)

    def _take_out(self, guest: str, one: Waiting) -> None:
        line = self._waiting.get(guest, [])
        if one in line:
            line.remove(one)
            if not line:
                del self._waiting[guest]

    def _leave(self, guest: str, one: Waiting, seconds: float) -> None:
        self._accounts[guest] += seconds - one.seconds  # what it has really taken
        self._free += 1
        self._free_for_long += one.is_long
        self._served[guest] -= 1
        if not self._served[guest]:
            del self._served[guest]
        if len(self._accounts) > MOST_IDLE + len(self._waiting) + len(self._served):
            busy = self._waiting.keys() | self._served.keys()
            self._accounts = {one: account for one, account in self._accounts.items() if one in busy}
        self._go_on()
