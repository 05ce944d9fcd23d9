"""Draws pictures in a process of its own, one after the other, and keeps those that were asked for lately."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
from collections.abc import Callable, Hashable
from typing import Any

from ponticello.engine import raster
from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say
from ponticello.server.bots.worker import Worker
from ponticello.server.errors import NotNow, TooMany
from ponticello.server.pages.kept import Kept

log = logging.getLogger("ponticello.server")
PROGRAM = ("-m", "ponticello.table.picture_worker")
MEGABYTE = 1 << 20
KEPT = 32 * MEGABYTE
LARGEST = 16 * MEGABYTE  # of an answer
MOST_WAITING = 20  # pictures that are asked for and not drawn yet
PATIENCE = 60.0  # seconds for one of them
IDLE = 120.0  # seconds after which the process is ended, if nobody wants a picture


class PictureMaker:
    """Makes pictures. Whoever asks for the same at the same time gets the same."""

    def __init__(self) -> None:
        self.obstacle = ""  # why there are none
        self._worker = Worker(PROGRAM, "draws pictures", LARGEST)
        self._kept: Kept[bytes] = Kept(KEPT)
        self._under_way: dict[Hashable, asyncio.Task[bytes]] = {}
        self._turn = asyncio.Lock()
        self._rest: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Looks whether pictures can be drawn on this machine; if not, the log says so once."""
        self.obstacle = await asyncio.to_thread(raster.obstacle)
        if self.obstacle:
            log.info("links and replays go without pictures: %s", self.obstacle)

    async def stop(self) -> None:
        """Ends the process."""
        tasks = [*self._under_way.values(), *filter(None, [self._rest])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._worker.stop()

    @property
    def is_able(self) -> bool:
        """Whether there are pictures."""
        return not self.obstacle

    async def picture(self, key: Hashable, asked: Callable[[], dict[str, Any]], admit: Callable[[], None]) -> bytes:
        """Returns what is kept under a key, else what is asked for is drawn; `admit` refuses who asks for too much of that."""
        if self.obstacle:
            raise raster.NoPictures(say(self.obstacle))
        if (found := self._kept.find(key)) is not None:
            return found
        task = self._under_way.get(key)
        if task is None:
            admit()
            if len(self._under_way) >= MOST_WAITING:
                raise TooMany(say("many pictures are being drawn just now; please try again in a moment"))
            task = self._under_way[key] = asyncio.create_task(self._draw(key, asked()))
            task.add_done_callback(lambda done: self._done(key, done))
        return await asyncio.shield(task)

    def _done(self, key: Hashable, task: asyncio.Task[bytes]) -> None:
        del self._under_way[key]
        if not task.cancelled():
            task.exception()  # was somebody's to hear of; if all have gone away meanwhile, it is nobody's

    async def _draw(self, key: Hashable, asked: dict[str, Any]) -> bytes:
        async with self._turn:
            if self._rest is not None:
                self._rest.cancel()
            try:
                drawn = base64.b64decode(await self._worker.ask(asked, PATIENCE))
            except PonticelloError as error:
                log.warning("a picture could not be drawn: %s", error)
                raise NotNow(say("the picture could not be drawn; please try again")) from None
            finally:
                self._rest = asyncio.create_task(self._end_when_idle())
        return self._kept.get(key, lambda: drawn)

    async def _end_when_idle(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(IDLE)
            async with self._turn:
                await self._worker.stop()
