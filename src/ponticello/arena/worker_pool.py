"""Workers that play the games of a tournament side by side, wherever they are. A game whose worker is lost is played again."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from ponticello.arena.results import Result
from ponticello.arena.schedule import Fixture
from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say

TRIES = 3


class WorkerLost(Exception):
    """A worker has ended without a result."""


class Worker(Protocol):
    """A process that plays one game at a time."""

    def start(self, fixture: Fixture) -> None:
        """Begins a game."""

    def result(self) -> Result:
        """Returns the result of the game; raises WorkerLost if there will be none."""
        ...

    def stop(self) -> None:
        """Ends the process, whatever it is doing."""


W = TypeVar("W", bound=Worker)


class Workers(Protocol[W]):
    """Where workers can be had: this machine, or a cluster."""

    size: int  # how many can play at a time

    def new(self) -> W:
        """Returns a new worker."""
        ...

    def wait(self, workers: Sequence[W]) -> list[W]:
        """Returns workers that have a result, or are lost, as soon as there is one."""
        ...

    def close(self) -> None:
        """Lets go of the machine or the cluster."""


class WorkerPool(Generic[W]):
    """Keeps as many workers busy as there can be, until all games have been played."""

    def __init__(self, workers: Workers[W]) -> None:
        self.workers = workers
        self.unplayed: list[Fixture] = []  # games whose workers were lost each time
        self._running: set[W] = set()

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Result]:
        """Plays games and yields their results as they end."""
        waiting = deque(fixtures)
        idle: list[W] = []
        busy: dict[W, Fixture] = {}
        losses: Counter[Fixture] = Counter()
        in_vain = 0  # workers lost since the last result
        try:
            while waiting or busy:
                while waiting and len(busy) < self.workers.size:
                    worker = idle.pop() if idle else self._new_worker()
                    busy[worker] = waiting.popleft()
                    worker.start(busy[worker])
                while idle and not waiting:
                    self._stop(idle.pop())  # who has nothing to do must not keep a core from one who waits for it
                for worker in self.workers.wait(list(busy)):
                    fixture = busy.pop(worker)
                    try:
                        result = worker.result()
                    except WorkerLost as loss:
                        self._stop(worker)
                        in_vain += 1
                        losses[fixture] += 1
                        if in_vain >= TRIES * self.workers.size:
                            raise PonticelloError(
                                say("no game can be played: {number} workers were lost; {reason}", number=in_vain, reason=loss)
                            ) from None
                        if losses[fixture] < TRIES:
                            waiting.appendleft(fixture)
                        else:
                            self.unplayed.append(fixture)
                        continue
                    in_vain = 0
                    if result.forfeit is not None and result.forfeit.silent:
                        self._stop(worker)  # the player that was silent may be thinking still
                    else:
                        idle.append(worker)
                    yield result
        finally:
            for worker in list(self._running):
                self._stop(worker)
            self.workers.close()

    def _new_worker(self) -> W:
        worker = self.workers.new()
        self._running.add(worker)
        return worker

    def _stop(self, worker: W) -> None:
        self._running.discard(worker)
        worker.stop()
