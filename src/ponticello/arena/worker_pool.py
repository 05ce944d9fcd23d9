"""The helpers that play the games side by side, wherever they are. A game whose helper is lost is played again by a new one."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from ponticello.arena.results import Result
from ponticello.arena.schedule import Fixture
from ponticello.engine.errors import PonticelloError

TRIES = 3


class WorkerLost(Exception):
    """A worker has ended without a result."""


class Worker(Protocol):
    """A process that plays one game at a time."""

    def play(self, fixture: Fixture) -> None:
        """Begins a game."""

    def answer(self) -> Result:
        """Returns the result of the game; raises WorkerLost if there will be none."""
        ...

    def dismiss(self) -> None:
        """Ends the process, whatever it is doing."""


W = TypeVar("W", bound=Worker)


class Crew(Protocol[W]):
    """A place where workers can be had."""

    size: int

    def hire(self) -> W:
        """Returns a new worker."""
        ...

    def wait(self, workers: Sequence[W]) -> list[W]:
        """Returns workers that have an answer, or are lost, as soon as there is one."""
        ...

    def close(self) -> None:
        """Lets go of the place."""


class Hall(Generic[W]):
    """Where the games are played: it keeps a crew busy until all fixtures have been played."""

    def __init__(self, crew: Crew[W]) -> None:
        self.crew = crew
        self.unplayed: list[Fixture] = []  # games whose workers were lost each time
        self._staff: set[W] = set()

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Result]:
        """Plays games and yields their results as they end."""
        waiting = deque(fixtures)
        idle: list[W] = []
        busy: dict[W, Fixture] = {}
        losses: Counter[Fixture] = Counter()
        in_vain = 0  # workers lost since the last result
        try:
            while waiting or busy:
                while waiting and len(busy) < self.crew.size:
                    worker = idle.pop() if idle else self._hire()
                    busy[worker] = waiting.popleft()
                    worker.play(busy[worker])
                while idle and not waiting:
                    self._dismiss(idle.pop())  # who has nothing to do must not keep a core from one who waits for it
                for worker in self.crew.wait(list(busy)):
                    fixture = busy.pop(worker)
                    try:
                        result = worker.answer()
                    except WorkerLost as loss:
                        self._dismiss(worker)
                        in_vain += 1
                        losses[fixture] += 1
                        if in_vain >= TRIES * self.crew.size:
                            raise PonticelloError(f"no game can be played: {in_vain} workers were lost; {loss}") from None
                        if losses[fixture] < TRIES:
                            waiting.appendleft(fixture)
                        else:
                            self.unplayed.append(fixture)
                        continue
                    in_vain = 0
                    if result.forfeit is not None and result.forfeit.silent:
                        self._dismiss(worker)  # the player that was silent may be thinking still
                    else:
                        idle.append(worker)
                    yield result
        finally:
            for worker in list(self._staff):
                self._dismiss(worker)
            self.crew.close()

    def _hire(self) -> W:
        worker = self.crew.hire()
        self._staff.add(worker)
        return worker

    def _dismiss(self, worker: W) -> None:
        self._staff.discard(worker)
        worker.dismiss()
