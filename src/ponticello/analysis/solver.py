"""Asks CP-SAT for the best turns of a model, for a limited time, in a way that can be stopped at once."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from ponticello.engine.errors import NoHindsight
from ponticello.engine.optimum import Optimum, Turns
from ponticello.engine.words import say


@dataclass(frozen=True)
class Answer:
    """What the solver knows when it stops."""

    turns: Turns | None  # the best it has found; None if it has found nothing better than what was known
    standing: int  # that these turns reach at least, or what was known before
    bound: int  # no standing above this can be reached


class Interruption:
    """Lets another thread end a search, and all that would follow it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._solver: Any = None
        self._stopped = False

    @property
    def stopped(self) -> bool:
        """Whether it has been asked to end."""
        return self._stopped

    def stop(self) -> None:
        """Ends the search. One that has not quite begun does not hear it, so call it until the search is over."""
        with self._lock:
            self._stopped = True
            if self._solver is not None:
                self._solver.stop_search()

    def solve(self, solver: Any, model: Any) -> Any:
        """Solves a model unless it has been stopped before; returns the status."""
        with self._lock:
            self._solver = solver
        try:
            return solver.solve(model)
        finally:
            with self._lock:
                self._solver = None


def check_solver() -> None:
    """Says what to do where OR-Tools is missing."""
    if find_spec("ortools") is None:
        raise NoHindsight(say("hindsight needs OR-Tools; install it with: pip install 'ponticello[analysis]'"))


def improve(
    optimum: Optimum,
    known: Turns,
    floor: int,
    ceiling: int,
    *,
    seconds: float,
    effort: float,
    interruption: Interruption | None = None,
) -> Answer:
    """Looks for turns with a standing above the floor, which the known ones reach, and up to a ceiling; or proves there are none.

    It is asked for the highest standing first, then for the next: what is far out of reach is soon ruled out, and the first that
    is found is the best. Each gets half of the effort that is left, so that one hard question does not leave it with nothing. The
    known turns are a hint for the last, which is nearest to them; for the others they only lead astray.

    Effort is CP-SAT's own measure of its work, about a second of a core each: on a busy machine seconds go by with nothing done.
    """
    interruption = interruption or Interruption()
    ends = time.monotonic() + seconds
    targets = [standing for standing in optimum.standings if floor < standing <= ceiling]
    if not targets:
        return Answer(None, floor, floor)
    optimum.model.maximize(optimum.standing)  # the first solution will do, but this leads the relaxation, and with it the search
    bound = floor
    for target in reversed(targets):
        left = ends - time.monotonic()
        if left <= 0 or effort <= 0 or interruption.stopped:
            return Answer(None, floor, max(bound, target))
        is_last = target == targets[0]
        solver = _solver(left, effort if is_last else effort / 2)
        hints = optimum.hint(known) if is_last else []
        found = _reaches(solver, optimum, target, hints, interruption)
        effort -= solver.deterministic_time
        if found is None:
            bound = max(bound, target)
        elif found:
            standing = solver.value(optimum.standing)
            return Answer(optimum.read(solver.value), standing, max(bound, standing))
    return Answer(None, floor, bound)


def _solver(seconds: float, effort: float) -> Any:
    """Returns CP-SAT as it answers these questions fastest: one thread, with the whole linear relaxation."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.max_deterministic_time = effort
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    solver.parameters.stop_after_first_solution = True
    solver.parameters.random_seed = 1
    solver.parameters.catch_sigint_signal = False
    return solver


def _reaches(solver: Any, optimum: Optimum, target: int, hints: list[tuple[Any, int]], interruption: Interruption) -> bool | None:
    """Returns whether a standing can be reached; None if the search ended before that was known."""
    from ortools.sat.python import cp_model

    question = optimum.model.clone()
    question.add(optimum.standing >= target)
    for variable, value in hints:
        question.add_hint(variable, value)
    status = interruption.solve(solver, question)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return True
    if status not in (cp_model.INFEASIBLE, cp_model.UNKNOWN):
        raise RuntimeError(f"the solver refuses the model: {question.validate()}")
    return False if status == cp_model.INFEASIBLE else None
