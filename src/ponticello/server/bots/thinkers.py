"""The processes that think for the bots: shared fairly by guests, replaced when they hang, and never waited for in vain."""

from __future__ import annotations

import logging
from typing import Any

from ponticello.engine.cores import cores
from ponticello.engine.mind import Level
from ponticello.server.bots.fair_line import FairLine
from ponticello.server.bots.worker import Worker, WorkerLost

log = logging.getLogger("ponticello.server")
TRIES = 2  # after which a question is not asked again: it may be what thinkers die of
SIMULATIONS = 5000  # that are taken for a second's work until it is known better
SLOWEST = 10  # times as long as its level's own time may a whole turn take on a slow machine, before patience begins to run
GROWTH = 1.25  # by which a question may be taken to be longer than the last one like it: loading code is no thinking


class Thinkers:
    """A thinker for each core but one and, beside them, one more for short questions. Each is started when it is needed."""

    def __init__(self, patience: float) -> None:
        places = max(1, cores() - 1) + 1
        self.line = FairLine(places)
        self.workers = [Worker() for _ in range(places)]
        self._free = self.workers.copy()
        self._patience = patience
        self._usual: dict[tuple[str, str], float] = {}  # seconds, by game and level

    async def ask(self, question: dict[str, Any], game: str, level: Level) -> str:
        """Returns the answer of a thinker, for who has a place in the line; raises WorkerLost when none has survived it."""
        answer, seconds = await self.answered(question, SLOWEST * first_guess(level))
        self._note(game, level, seconds)
        return answer

    async def answered(self, question: dict[str, Any], seconds: float) -> tuple[str, float]:
        """Returns the answer to any question, and how long it took; after so many seconds patience begins to run."""
        worker = self._free.pop()  # the one that was used last has loaded the most
        try:
            for attempt in range(1, TRIES + 1):
                try:
                    return await worker.ask(question, self._patience + seconds), worker.seconds
                except WorkerLost:
                    if attempt == TRIES:
                        raise
            raise AssertionError("unreachable: the last attempt returns or raises")
        finally:
            self._free.append(worker)

    def usual(self, game: str, level: Level) -> float:
        """Returns how many seconds a turn takes about."""
        return self._usual.get((game, level.name), first_guess(level))

    def _note(self, game: str, level: Level, seconds: float) -> None:
        self._usual[game, level.name] = min(seconds, GROWTH * self.usual(game, level))

    def adopt(self, worker: Worker) -> bool:
        """Takes a process in that has loaded a game, instead of one that is not started yet; tells whether there was one."""
        unused = next((one for one in self._free if not one.is_started), None)
        if unused is None:
            return False
        self._free.remove(unused)
        self._free.append(worker)  # where the next question finds it
        self.workers[self.workers.index(unused)] = worker
        return True

    async def stop(self) -> None:
        """Ends all of them."""
        for worker in self.workers:
            await worker.stop()


def first_guess(level: Level) -> float:
    """Returns how many seconds a level thinks, as far as that can be told before it has."""
    return level.seconds if level.seconds is not None else max(1, level.simulations or 0) / SIMULATIONS
