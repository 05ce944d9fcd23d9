"""Who is told that it is their turn, and when: those who asked for it, once a turn, while they have no page open."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from time import monotonic
from typing import TypeVar

from ponticello.engine.words import say, speaking
from ponticello.languages import language
from ponticello.server.access.pace import NOTICES, Buckets
from ponticello.server.matches import permissions
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.table import Table
from ponticello.server.push.sender import Outcome, Sender, is_installed, new_key
from ponticello.server.storage.turns import Device

log = logging.getLogger("ponticello.server")
T = TypeVar("T")
HERE = 45.0  # seconds after which a page that has not asked for news is taken for closed: they ask every 30
MOST_KNOWN = 10_000  # guests
MOST_WAITING = 10_000  # seats whose owners are being told, or may be when they close the page
MOST_FAILURES = 10  # in a row, after which a device is given up


class Notices:
    """Tells people from afar, in the background: no move waits for it, and who has not asked for it costs nothing."""

    def __init__(self, matches: Matches, buckets: Buckets) -> None:
        self._matches, self._storage, self._buckets = matches, matches.storage, buckets
        self._settings = matches.settings
        self._private_key = ""
        self._sender: Sender | None = None
        self._asks: OrderedDict[str, bool] = OrderedDict()  # whether a guest has devices, as far as that is known
        self._changes = 0  # how often that has become unknown
        self._pages: OrderedDict[str, float] = OrderedDict()  # when a guest's page has last asked for news
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}  # who is being told: of each seat, its last turn
        self._making = asyncio.Lock()

    @property
    def is_on(self) -> bool:
        """Whether notices can be sent."""
        return bool(self._private_key)

    async def start(self) -> None:
        """Makes the key at the first start, unless notices are not wanted or cannot be sent."""
        if not self._settings.push:
            return
        if not is_installed():
            log.info('nobody is told of their turn from afar: that needs pip install "ponticello[push]", or --no-push')
            return
        self._private_key = await self._storage.key("push", new_key())
        self._matches.turn_begun = self.turn_begun

    async def stop(self) -> None:
        """Gives up what is not sent yet."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._sender is not None:
            await self._sender.close()

    async def sender(self) -> Sender:
        """Returns whoever sends, made ready when first needed: what it stands on takes a while to load."""
        async with self._making:
            if self._sender is None:
                self._sender = await asyncio.to_thread(Sender, self._private_key, local=self._settings.push_local)
            return self._sender

    def forget(self, guest: str | None) -> None:
        """Looks up anew whether a guest has asked to be told; None stands for everybody."""
        self._changes += 1
        if guest is None:
            self._asks.clear()
        else:
            self._asks.pop(guest, None)

    def page_seen(self, guest: str) -> None:
        """Notes that a guest has a page open that shows by itself whose turn it is."""
        _remember(self._pages, guest, monotonic())

    def turn_begun(self, table: Table, seat: int) -> None:
        """Sees to it that the owner of a seat is told, if they have asked for it and somebody else waits for them."""
        guest, key = table.seats[seat].guest, (table.id, seat)
        if guest is None or self._asks.get(guest) is False or not permissions.opponents(table, seat):
            return
        if key in self._tasks:
            self._tasks[key].cancel()
        elif len(self._tasks) >= MOST_WAITING:
            return
        self._tasks[key] = task = asyncio.create_task(self._tell(guest, table.id, seat, moves_of(table, seat)))
        task.add_done_callback(lambda task: self._done(key, task))

    def _done(self, key: tuple[str, int], task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("somebody could not be told of their turn: %s", type(error).__name__)

    async def _tell(self, guest: str, match: str, seat: int, turn: int) -> None:
        """Tells somebody of a turn unless they see it themselves; who closes the page without having played is told later."""
        if not await self._has_asked(guest):
            return
        for pause in self._settings.push_pauses:
            await asyncio.sleep(pause)
            table = await self._matches.open(match)
            if seat not in table.awaited or moves_of(table, seat) != turn:
                return
            if not await self._is_here(guest):
                break
        else:
            return
        devices = await self._storage.devices_for(guest, match)
        if not devices or (self._settings.limits and self._buckets.take(NOTICES, guest, monotonic())):
            return
        if await self._storage.claim_turn(match, seat, turn):
            await asyncio.gather(*(self._send(device, table) for device in devices))

    async def _has_asked(self, guest: str) -> bool:
        asks = self._asks.get(guest)
        if asks is None:
            changes = self._changes
            asks = await self._storage.has_devices(guest)
            if changes == self._changes:  # else what was found may be what has just been changed
                _remember(self._asks, guest, asks)
        return asks

    async def _is_here(self, guest: str) -> bool:
        return monotonic() - self._pages.get(guest, -HERE) < HERE or await self._storage.looks(guest)

    async def _send(self, device: Device, table: Table) -> None:
        outcome = await (await self.sender()).send(device, message(table, device.language), table.id)
        if outcome is Outcome.SENT:
            await self._storage.reached(device.id)
        else:
            await self._storage.missed(device.id, device.guest, 1 if outcome is Outcome.GONE else MOST_FAILURES)
            self.forget(device.guest)


def moves_of(table: Table, seat: int) -> int:
    """Returns how often a seat has moved, take-backs taken off: that tells its turns apart, whatever the others do and undo."""
    return sum(table.rows[ply].seat == seat for ply in table.places)


def message(table: Table, code: str) -> bytes:
    """Returns what a device is told: whose turn it is and where, and nothing of what has happened there."""
    with speaking(language(code)):
        title = say("Your turn at {game}", game=table.game.title)
    return json.dumps({"title": title, "url": f"/m/{table.id}", "tag": table.id}, ensure_ascii=False).encode()


def _remember(known: OrderedDict[str, T], guest: str, value: T) -> None:
    """Notes something of a guest; who was met longest ago is forgotten when there are too many."""
    known[guest] = value
    known.move_to_end(guest)
    while len(known) > MOST_KNOWN:
        known.popitem(last=False)
