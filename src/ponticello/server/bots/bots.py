"""The bots: they think elsewhere, one turn at a time, and move like anybody else."""

from __future__ import annotations

import asyncio
import logging

from ponticello.engine.cores import cores
from ponticello.engine.errors import PonticelloError
from ponticello.engine.native import interpreted
from ponticello.players.glance import GlancePlayer
from ponticello.players.player import choose_turn, write_turn
from ponticello.players.worker import preparation, question
from ponticello.server.bots.worker import Worker
from ponticello.server.matches.permissions import moves_since
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.rows import Act, Kind
from ponticello.server.matches.table import Table

log = logging.getLogger("ponticello.server")
PATIENCE = 4.0  # seconds that a bot waits for the compiled players; from a warm cache they are there by then


class Bots:
    """Plays every seat that is a bot's, or that a bot looks after."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._workers = [Worker() for _ in range(max(1, cores() - 1))]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._workers:
            self._free.put_nowait(worker)
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._warming: dict[str, tuple[asyncio.Task[None], float]] = {}  # until when it is worth waiting for
        self._stopping = False
        self.ready: set[str] = set()  # the games whose compiled players are at hand

    async def stop(self) -> None:
        """Lets every bot stop thinking; what it would have played, it will after the next start."""
        self._stopping = True
        tasks = [*self._thinking.values(), *(warming for warming, _ in self._warming.values())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self._workers:
            await worker.stop()

    @property
    def busy(self) -> int:
        """How many bots are at it in this process."""
        return len(self._thinking)

    def look(self, table: Table) -> None:
        """Lets the bots think whose turn it is."""
        for seat in table.actors:
            key = table.id, seat
            if table.seats[seat].is_played_by_bot and key not in self._thinking and not self._stopping:
                task = asyncio.create_task(self._move(table, seat))
                self._thinking[key] = task
                task.add_done_callback(lambda task, key=key: self._done(key, task))  # type: ignore[misc]

    def _done(self, key: tuple[str, int], task: asyncio.Task[None]) -> None:
        if self._thinking.get(key) is task:
            del self._thinking[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a bot failed at %s, seat %d: %s", *key, error, exc_info=error)

    async def _move(self, table: Table, seat: int) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        text = await self._think(table, seat)
        await asyncio.sleep(max(0.0, self._matches.settings.bot_pause - (loop.time() - began)))

        def decide(now: Table) -> Act | None:
            unchanged = seat in now.actors and now.seats[seat].is_played_by_bot and not moves_since(now, seat, table.ply(seat))
            return Act(Kind.MOVE, seat, text) if unchanged else None

        self._thinking.pop((table.id, seat), None)
        self.look(await self._matches.change(table.id, decide))

    async def _think(self, table: Table, seat: int) -> str:
        """Returns the whole turn that a seat's bot plays, from what the seat may see."""
        assert table.match is not None
        seen, seed = table.match.view(seat), table.match.seat_seed(seat)
        if await self._is_ready(table.game.name):
            worker = await self._free.get()
            try:
                return await worker.ask(question(seen, seat, table.bot_level(seat), seed))
            except PonticelloError as error:
                log.error("a thought was lost: %s", error)  # so a simpler bot steps in, and the match goes on
            finally:
                self._free.put_nowait(worker)
        return write_turn(seen, await asyncio.to_thread(choose_turn, GlancePlayer(seed).choose, seen, seat))

    async def _is_ready(self, name: str) -> bool:
        """Tells whether the compiled players of a game can be asked, after waiting for them a little."""
        if name not in self.ready and self._matches.settings.warm and not interpreted():
            now = asyncio.get_running_loop().time()
            if name not in self._warming:
                self._warming[name] = asyncio.create_task(self._warm(name)), now + PATIENCE
            warming, until = self._warming[name]
            await asyncio.wait({warming}, timeout=max(0.0, until - now))
        return name in self.ready

    async def _warm(self, name: str) -> None:
        """Makes the players of a game ready, compiling them if that has never been done; who does that is asked for no turns."""
        forerunner = Worker()
        try:
            await forerunner.ask(preparation(name))
        except PonticelloError as error:
            log.warning("the players of %s are not to be had, simpler ones play instead: %s", name, error)
        else:
            self.ready.add(name)
            log.info("the players of %s are ready", name)
        finally:
            await forerunner.stop()
