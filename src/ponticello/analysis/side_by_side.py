"""Questions that are worked on at the same time, each in a thread of its own, and can be given up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any

from ponticello.analysis.solver import Interruption

Work = Callable[[Interruption], Any]
STOPPING = 0.05  # seconds to wait before a search is told once more to stop


class SideBySide:
    """Some threads and what they work on, by number. Whoever leaves it, by an error or Ctrl-C too, ends all of it.

    The solver leaves other threads alone while it works, and only the main thread hears Ctrl-C: it waits here.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._threads = ThreadPoolExecutor(workers)
        self.running: dict[int, tuple[Future[Any], Interruption]] = {}

    def __enter__(self) -> SideBySide:
        return self

    def __exit__(self, *error: object) -> None:
        while any(not future.done() for future, _ in self.running.values()):
            self.stop(self.running)
            wait([future for future, _ in self.running.values()], timeout=STOPPING)
        self._threads.shutdown()

    def stop(self, numbers: Iterable[int]) -> None:
        """Gives some questions up: what they have found until then is their answer."""
        for number in list(numbers):
            self.running[number][1].stop()

    def answers(self, questions: Iterator[tuple[int, Work]]) -> Iterator[tuple[int, Any]]:
        """Yields the answers to questions as they come, each with the number of its question.

        The next question is asked for when a thread is free for it, so that it may depend on the answers until then.
        """
        while True:
            for number, work in islice(questions, self._workers - len(self.running)):
                interruption = Interruption()
                self.running[number] = self._threads.submit(work, interruption), interruption
            if not self.running:
                return
            wait([future for future, _ in self.running.values()], return_when=FIRST_COMPLETED)
            for number in [number for number, (future, _) in self.running.items() if future.done()]:
                yield number, self.running.pop(number)[0].result()
