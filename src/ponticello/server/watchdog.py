"""Notices what holds the event loop: as long as one task runs, every other person waits."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Coroutine, Generator
from time import perf_counter, thread_time
from typing import Any, Generic, TypeVar

from prometheus_client import Counter

from ponticello.server.counted import counted

log = logging.getLogger("ponticello.server")
LONGEST = 0.05  # seconds that one step may take
QUIET = 60.0  # seconds for which a place that was named is not named again

held = Counter("ponticello_loop_held", "Steps that held the event loop for more than 50 ms", ["place"], registry=counted)
held_seconds = Counter("ponticello_loop_held_seconds", "Seconds for which they did", ["place"], registry=counted)

T = TypeVar("T")
_named: dict[str, float] = {}  # places, and when they were last named
_loaded: set[str] = set()  # places that have been slow before: what is needed there for the first time is loaded then


class Step:
    """Times what runs between two moments at which others may have their turn."""

    def __init__(self) -> None:
        self._began, self._worked = perf_counter(), thread_time()

    def end(self, place: Callable[[], str]) -> None:
        """Notes a step that took too long."""
        seconds = perf_counter() - self._began
        if seconds > LONGEST:
            note(place(), seconds, thread_time() - self._worked)


def note(place: str, seconds: float, worked: float) -> None:
    """Counts something that held the event loop, and names it in the log from the second time on, each place once a minute."""
    held.labels(place).inc()
    held_seconds.labels(place).inc(seconds)
    now = perf_counter()
    if place not in _loaded:
        _loaded.add(place)
        return
    if now - _named.get(place, -QUIET) >= QUIET:
        _named[place] = now
        # A step that waited for the processor most of the time is a sign of a busy machine, and nothing to put right here.
        level = logging.WARNING if worked > LONGEST else logging.INFO
        words = "%s held the event loop for %.0f ms (%.0f ms of work); all others waited"
        log.log(level, words, place, 1000 * seconds, 1000 * worked)


class Watched(Generic[T]):
    """Something that is awaited, each of its steps timed. Where it belongs is asked when a step took too long."""

    def __init__(self, place: Callable[[], str], work: Coroutine[Any, Any, T]) -> None:
        self._place, self._work = place, work

    def __await__(self) -> Generator[Any, Any, T]:
        answer: Any = None
        error: BaseException | None = None
        while True:
            step = Step()
            try:
                waits_for = self._work.send(answer) if error is None else self._work.throw(error)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            finally:
                step.end(self._place)
            answer = error = None
            try:
                answer = yield waits_for
            except GeneratorExit:
                self._work.close()
                raise
            except BaseException as thrown:
                error = thrown


async def watched(place: str, work: Coroutine[Any, Any, T]) -> T:
    """Does some work, and notes by the name of the place if a step of it holds the event loop."""
    return await Watched(lambda: place, work)


_collection: list[Step] = []


def watch_collector(phase: str, info: dict[str, int]) -> None:
    """Times the search for reference rings, which stops everything too; for `gc.callbacks`."""
    if phase == "start":
        _collection[:] = [Step()]
    elif _collection:
        _collection.pop().end(lambda: f"collecting generation {info['generation']}")


def watch_garbage(wanted: bool) -> None:
    """Begins to time the search for reference rings, or ends it."""
    if wanted and watch_collector not in gc.callbacks:
        gc.callbacks.append(watch_collector)
    elif not wanted and watch_collector in gc.callbacks:
        gc.callbacks.remove(watch_collector)
