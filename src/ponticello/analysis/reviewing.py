"""A review in the making: a glance at every position first, then searches that get ever deeper.

Every pass looks at all steps with so many simulations in each position, each step by itself and all cores side by side. What a
pass finds depends on the seed and the number of simulations alone, so everybody who reviews a match so far gets the same. What
it costs to go on can be foreseen: twice the simulations take twice the time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from ponticello.analysis.compose import compose, fingerprint
from ponticello.analysis.ended import Ended, check_reviewable, turns_of
from ponticello.analysis.model import Review, Study
from ponticello.analysis.study import study
from ponticello.analysis.worth import strongest_mind, worth_of_position
from ponticello.engine.cores import cores
from ponticello.engine.errors import BadOption
from ponticello.engine.words import say
from ponticello.players.player import check_budget
from ponticello.table.match import Match

SECONDS = 20.0
FIRST_PASS = 32  # simulations in each position, after the glance
DEEPER = 4  # times as many in the next pass, as long as there is time for that; else twice
BETWEEN = 0.5  # seconds between two looks at what is there so far


def review(
    match: Match,
    seconds: float | None = None,
    *,
    simulations: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    start: Review | None = None,
    ended: Ended | None = None,
) -> Review:
    """Returns the review of a finished match, made for some seconds (20 unless told otherwise) or with so many simulations in
    each position.

    With the same seed and number of simulations it is the same everywhere. `start` is a review to continue. `ended` says how a
    match ended that by its rules would go on: `Ended(seat=1, winners=(0,))` if the second player gave up.
    """
    *_, last = reviewing(match, seconds, simulations=simulations, seed=seed, threads=threads, start=start, ended=ended)
    return last


def reviewing(
    match: Match,
    seconds: float | None = None,
    *,
    simulations: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    start: Review | None = None,
    ended: Ended | None = None,
) -> Iterator[Review]:
    """Yields ever better reviews of a finished match: at once a coarse one, then finer ones, as `review` would have them.

    It can be left at any moment, and a review that is stored can be taken up again as `start`, whoever made it.
    """
    check_reviewable(match, ended)
    check_budget(seconds, simulations)
    if start is not None and start.match != fingerprint(match, ended):
        raise BadOption(say("this is the review of another match"))
    if seconds is None and simulations is None:
        seconds = SECONDS
    work = _Work(match, seed if start is None else start.seed, threads or cores(), ended)
    if start is not None:
        work.studies = list(start.studies)
        yield work.so_far(start.target, finished=False)
    else:
        work.glance()
        yield work.so_far(0, finished=False)
    yield from work.passes(seconds, simulations)


class _Work:
    """What is known of the steps of a match so far."""

    def __init__(self, match: Match, seed: int, threads: int, ended: Ended | None) -> None:
        self.match, self.seed, self.threads, self.ended = match, seed, threads, ended
        self.turns = turns_of(match, ended)
        self.studies: list[Study] = []

    def so_far(self, target: int, *, finished: bool) -> Review:
        return compose(self.match, self.studies, seed=self.seed, target=target, finished=finished, ended=self.ended)

    def glance(self) -> None:
        self.studies = [study(self.match, turn, 0, self.seed) for turn in self.turns]

    def passes(self, seconds: float | None, simulations: int | None) -> Iterator[Review]:
        """Goes through all steps again and again, each time with more simulations, until there are enough or time is up."""
        began = time.monotonic()
        deadline = float("inf") if seconds is None else began + seconds
        most = simulations or 1 << 40
        target = min(max(FIRST_PASS, self._depth()), most)
        self._prepare()
        while True:
            passed = time.monotonic()
            yield from self._pass(target, deadline)
            took, left = time.monotonic() - passed, deadline - time.monotonic()
            if target >= most or left < 2 * took:
                break
            target = min(target * (DEEPER if left > DEEPER * took else 2), most)
        yield self.so_far(target, finished=True)

    def _depth(self) -> int:
        """Returns how many simulations the deepest study has had; a pass that was left is taken up again."""
        return max((found.simulations for found in self.studies), default=0)

    def _prepare(self) -> None:
        """Loads what is compiled, before several threads ask for it at once."""
        start = self.match.position_after(0)
        worth_of_position(start, strongest_mind(start), 1, 0)

    def _pass(self, target: int, deadline: float) -> Iterator[Review]:
        """Studies all steps that are not known so well yet; yields now and then."""
        waiting = [k for k, found in reversed(list(enumerate(self.studies))) if found.simulations < target]
        told = time.monotonic()
        with ThreadPoolExecutor(self.threads) as pool:
            running: dict[Future[Study], int] = {}
            try:
                while waiting or running:
                    while waiting and len(running) < self.threads and time.monotonic() < deadline:
                        k = waiting.pop()
                        running[pool.submit(study, self.match, self.turns[k], target, self.seed)] = k
                    if not running:
                        return
                    for done in wait(running, return_when=FIRST_COMPLETED).done:
                        self.studies[running.pop(done)] = done.result()
                    if time.monotonic() - told > BETWEEN:
                        told = time.monotonic()
                        yield self.so_far(target, finished=False)
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
        yield self.so_far(target, finished=False)
