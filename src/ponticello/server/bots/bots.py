"""The bots: they think elsewhere, one turn at a time, and move like anybody else."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace

from ponticello.engine.errors import BadNotation, IllegalMove, PonticelloError
from ponticello.engine.native import interpreted
from ponticello.players.advice import ADVICE
from ponticello.players.glance import GlancePlayer
from ponticello.players.player import choose_turn, write_turn
from ponticello.players.worker import advice_question, preparation, question
from ponticello.server.bots.fair_line import QUICK, FairLine
from ponticello.server.bots.thinkers import Thinkers
from ponticello.server.bots.worker import Worker, WorkerLost
from ponticello.server.matches.permissions import moves_since
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.rows import Act, Kind
from ponticello.server.matches.table import Table
from ponticello.server.watchdog import watched
from ponticello.table.position import Position

log = logging.getLogger("ponticello.server")
PREPARING = 900.0  # seconds in which the players of a game must be ready: compiling them takes a slow machine minutes
ADVISER = "adviser"  # of whom the time is noted that a hint takes; no level is called so
LOADING = 30.0  # seconds; what takes longer was compiling
PATIENCE = 4.0  # seconds that a bot waits for the compiled players; from a warm cache they are there by then


class Bots:
    """Plays every seat that is a bot's, or that a bot looks after."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self.thinkers = Thinkers(matches.settings.thought)
        self._glances = FairLine(1)  # these are made in a thread of this process, and hold it up a little
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
        await self.thinkers.stop()

    @property
    def busy(self) -> int:
        """How many bots are at it in this process."""
        return len(self._thinking)

    def look(self, table: Table) -> None:
        """Lets the bots think whose turn it is."""
        for seat in table.actors:
            key = table.id, seat
            if table.seats[seat].is_played_by_bot and key not in self._thinking and not self._stopping:
                task = asyncio.create_task(watched("a bot", self._move(table, seat)))
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
        try:
            after = await self._play(table, seat, text)
        except (IllegalMove, BadNotation) as error:
            log.error("a bot's move at %s, seat %d, was refused, a simpler bot plays instead: %s", table.id, seat, error)
            after = await self._play(table, seat, await self._glance(table, seat))
        self._thinking.pop((table.id, seat), None)
        self.look(after)

    async def _play(self, table: Table, seat: int, text: str | None) -> Table:
        """Plays what was thought of at a table, unless something has changed there meanwhile."""

        def decide(now: Table) -> Act | None:
            return Act(Kind.MOVE, seat, text) if text is not None and is_as_it_was(table, now, seat) else None

        return await self._matches.change(table.id, decide)

    async def _think(self, table: Table, seat: int) -> str | None:
        """Returns the whole turn that a seat's bot plays, from what the seat may see; None if it is no longer asked for."""
        seen, seed = seen_by(table, seat)
        game, number = table.game.name, table.bot_level(seat)
        level = table.game.rulebook.levels[number - 1]
        if await self._is_ready(game):
            async with self.thinkers.line.place(payer(table), self.thinkers.usual(game, level)):
                if not is_as_it_was(table, await self._matches.open(table.id), seat):
                    return None  # while it waited in line
                try:
                    return await self.thinkers.ask(question(seen, seat, number, seed), game, level)
                except PonticelloError as error:  # so a simpler bot steps in, and the match goes on
                    log.error("a thought was lost at %s, seat %d: %s", table.id, seat, error)
        return await self._glance(table, seat)

    async def advise(self, table: Table, seat: int) -> tuple[str, list[float]]:
        """Returns the whole turn that the strongest player would take for a seat, and what it expects.

        While there is none yet it is what looks best at a glance, of which nobody expects anything.
        """
        game, level = table.game.name, replace(table.game.rulebook.levels[-1], name=ADVISER, seconds=ADVICE, simulations=None)
        if await self._is_ready(game):
            async with self.thinkers.line.place(payer(table), self.thinkers.usual(game, level)):
                try:
                    seen, seed = seen_by(table, seat)
                    text, expected = json.loads(await self.thinkers.ask(advice_question(seen, seat, seed), game, level))
                    return text, expected
                except PonticelloError as error:
                    log.error("advice was lost at %s, seat %d: %s", table.id, seat, error)
        return await self._glance(table, seat), []

    async def _glance(self, table: Table, seat: int) -> str:
        """Returns the whole turn that looks best at a glance."""
        seen, seed = seen_by(table, seat)
        async with self._glances.place(payer(table), QUICK):
            return write_turn(seen, await asyncio.to_thread(choose_turn, GlancePlayer(seed).choose, seen, seat))

    async def _is_ready(self, name: str) -> bool:
        """Tells whether the compiled players of a game can be asked, after waiting for them a little."""
        if (warming := self._start_warming(name)) is not None:
            await asyncio.wait({warming[0]}, timeout=max(0.0, warming[1] - asyncio.get_running_loop().time()))
        return name in self.ready

    async def make_ready(self, name: str) -> None:
        """Waits for the compiled players of a game, as long as that takes, where there are any."""
        if (warming := self._start_warming(name)) is not None:
            await asyncio.wait({warming[0]})

    def _start_warming(self, name: str) -> tuple[asyncio.Task[None], float] | None:
        """Returns what makes the players of a game ready, and until when a bot waits for it; None if nothing has to."""
        if name in self.ready or not self._matches.settings.warm or interpreted():
            return None
        if name not in self._warming:
            self._warming[name] = asyncio.create_task(self._warm(name)), asyncio.get_running_loop().time() + PATIENCE
        return self._warming[name]

    async def _warm(self, name: str) -> None:
        """Makes the players of a game ready, compiling them if that has never been done.

        Who has compiled is large, and is asked for no turns; who has only loaded the players becomes one of the thinkers.
        """
        forerunner, is_adopted = Worker(), False
        try:
            await self._prepare(forerunner, name)
            if forerunner.seconds > LOADING:
                await forerunner.stop()
                await self._prepare(forerunner, name)
        except PonticelloError as error:
            log.warning("the players of %s are not to be had, simpler ones play instead: %s", name, error)
        else:
            self.ready.add(name)
            log.info("the players of %s are ready", name)
            is_adopted = self.thinkers.adopt(forerunner)
        finally:
            if not is_adopted:
                await forerunner.stop()

    async def _prepare(self, forerunner: Worker, name: str) -> None:
        """Lets a process load what the players of a game need; if it dies or hangs over that, once more."""
        try:
            await forerunner.ask(preparation(name), PREPARING)
        except WorkerLost:
            await forerunner.ask(preparation(name), PREPARING)


def seen_by(table: Table, seat: int) -> tuple[Position, int]:
    """Returns what a seat may see, and the seed of who thinks for it: after a restart the same again."""
    assert table.match is not None
    return table.match.view(seat), table.match.seat_seed(seat)


def is_as_it_was(before: Table, now: Table, seat: int) -> bool:
    """Tells whether a seat is still a bot's to play, and in the same position."""
    return seat in now.actors and now.seats[seat].is_played_by_bot and not moves_since(now, seat, before.ply(seat))


def payer(table: Table) -> str:
    """Returns for which guest the bots of a table think: who was last to do something there, of those who play themselves."""
    present = [seat for seat in table.people if not table.seats[seat].standin]
    last = next((row.seat for row in reversed(table.rows) if row.seat in present), present[0] if present else None)
    return (None if last is None else table.seats[last].guest) or table.facts.creator
