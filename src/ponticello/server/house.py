"""The bots of the house: they think in threads, one turn at a time, and move like anybody else."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from ponticello.engine import verbs
from ponticello.engine.errors import PonticelloError
from ponticello.engine.native import interpreted
from ponticello.games import names
from ponticello.players import player
from ponticello.server.hall import Hall
from ponticello.server.table import BOT, STANDIN, Act, Table
from ponticello.table.game import game
from ponticello.table.match import Match
from ponticello.table.position import Move, Position

log = logging.getLogger("ponticello.server")
GLANCES = 10  # moves that are looked at as long as the compiled players are not ready


class House:
    """Plays every seat that is a bot's, or that a bot looks after."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._threads = ThreadPoolExecutor(max(1, (os.cpu_count() or 2) - 1), thread_name_prefix="house")
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._warming: asyncio.Task[None] | None = None
        self._stopping = threading.Event()
        self.ready: set[str] = set()  # the games whose compiled players are loaded

    def start(self) -> None:
        """Makes the compiled players ready in the background, the compiling itself in another process."""
        if interpreted():
            self.ready.update(names())
        elif self._hall.settings.warm:
            self._warming = asyncio.create_task(self._warm())

    async def stop(self) -> None:
        """Lets every bot stop thinking; what it would have played, it will after the next start."""
        self._stopping.set()
        tasks = [*self._thinking.values(), *([self._warming] if self._warming else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown)

    def is_thinking(self, id: str, seat: int) -> bool:
        """Tells whether a seat's bot is at it in this process."""
        return (id, seat) in self._thinking

    def look(self, table: Table) -> None:
        """Lets the bots think whose turn it is."""
        for seat in table.actors:
            key = table.id, seat
            if table.seats[seat].is_played_by_house and key not in self._thinking and not self._stopping.is_set():
                task = asyncio.create_task(self._move(table, seat))
                self._thinking[key] = task
                task.add_done_callback(lambda task, key=key: self._done(key, task))  # type: ignore[misc]

    def _done(self, key: tuple[str, int], task: asyncio.Task[None]) -> None:
        self._thinking.pop(key, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a bot failed at %s, seat %d: %s", *key, error, exc_info=error)

    async def _move(self, table: Table, seat: int) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        text = await loop.run_in_executor(self._threads, self._think, table, seat)
        await asyncio.sleep(max(0.0, self._hall.settings.bot_pause - (loop.time() - began)))

        def decide(now: Table) -> Act | None:
            unchanged = seat in now.actors and now.seats[seat].is_played_by_house and now.ply(seat) == table.ply(seat)
            return Act("move", seat, text) if unchanged else None

        self._thinking.pop((table.id, seat), None)
        after = await self._hall.change(table.id, decide)
        self.look(after)

    def _think(self, table: Table, seat: int) -> str:
        """Returns the whole turn that a seat's bot plays. Runs in a thread; compiled players let the others work meanwhile."""
        assert table.match is not None
        level = table.seats[seat].level if table.seats[seat].kind == BOT else STANDIN
        seed = _seed(table.match, seat)
        position, moves = table.match.view(seat), list[Move]()
        sitting = player(f"level{level}", game=table.game.name, seed=seed, threads=1)
        dice = random.Random(seed)
        try:
            while not moves or (seat in position.actors and position.mid_turn(seat)):
                if table.game.name in self.ready:
                    move = sitting.choose(position, seat, cancelled=self._stopping.is_set).move
                else:
                    move = glance(position, seat, dice)
                moves.append(move)
                position = position.play(move)
        finally:
            sitting.close()
        return table.game.rulebook.joiner.join(map(str, moves))

    async def _warm(self) -> None:
        """Compiles every game's players in another process, then loads them here."""
        for name in names():
            command = (sys.executable, "-m", "ponticello.server.warm", name)
            process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.DEVNULL)
            try:
                if await process.wait() != 0:
                    log.warning("the players of %s could not be compiled; simpler ones play instead", name)
                    continue
            except asyncio.CancelledError:
                process.terminate()
                await process.wait()
                raise
            await asyncio.get_running_loop().run_in_executor(self._threads, rouse, name)
            self.ready.add(name)
            log.info("the players of %s are ready", name)


def rouse(name: str) -> None:
    """Loads what the players of a game need, compiling it if that has never been done."""
    wanted = game(name)
    wanted.compile()
    position = Match(wanted.position(max(wanted.rulebook.players)), seed="warm").position
    for level in range(1, len(wanted.rulebook.levels) + 1):
        sitting = player(f"level{level}", game=name, threads=1)
        sitting.choose(position, position.actors[0], simulations=2)
        sitting.close()


def glance(position: Position, seat: int, dice: random.Random) -> Move:
    """Returns the move with the best outlook among some: what a bot can do without a compiler."""
    moves = position.legal_moves(seat)
    best, most = moves[0], -(1 << 60)
    for move in dice.sample(moves, min(GLANCES, len(moves))):
        try:
            outlook = verbs.outlook(position.play(move).state, seat)
        except PonticelloError:
            continue
        if outlook > most:
            best, most = move, outlook
    return best


def _seed(match: Match, seat: int) -> int:
    words = f"{match.shuffle.seed}/seat {seat + 1}/{len(match.moves)}"
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:7], "big")
