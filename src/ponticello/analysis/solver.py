"""Asks CP-SAT for the best turns of a model, for a limited time, in a way that Ctrl-C can end."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from ponticello.engine.errors import NoHindsight
from ponticello.engine.optimum import Optimum, Turns
from ponticello.engine.words import say

SHORTEST = 0.01  # seconds for a question
STOPPING = 0.05  # seconds to wait before a search is told once more to stop


@dataclass(frozen=True)
class Answer:
    """What the solver knows when it stops."""

    turns: Turns | None  # the best it has found; None if it has found nothing better than what was known
    standing: int  # of these turns, or what was known before
    bound: int  # no standing above this can be reached


def check_solver() -> None:
    """Says what to do where OR-Tools is missing."""
    if find_spec("ortools") is None:
        raise NoHindsight(say("hindsight needs OR-Tools; install it with: pip install 'ponticello[analysis]'"))


def improve(optimum: Optimum, known: Turns, floor: int, ceiling: int, *, seconds: float, workers: int) -> Answer:
    """Looks for turns with a standing above the floor, which the known ones reach, and up to a ceiling; or proves there are none.

    It is asked for the highest standing first, then for the next: what is far out of reach is soon ruled out, and the first that
    is found is the best. Each gets half of the time that is left, so that one hard question does not leave it with nothing.
    """
    ends = time.monotonic() + seconds
    targets = [standing for standing in optimum.standings if floor < standing <= ceiling]
    if not targets:
        return Answer(None, floor, floor)
    total = optimum.model.new_int_var(targets[0], targets[-1], "")
    optimum.model.add(optimum.standing == total)
    for variable, value in optimum.hint(known):
        optimum.model.add_hint(variable, value)
    bound = floor
    for target in reversed(targets):
        left = ends - time.monotonic()
        solver = _solver(left if target == targets[0] else left / 2, workers)
        found = None if left <= 0 else _reaches(solver, optimum.model, total, target)
        if found is None:
            bound = max(bound, target)
        elif found:
            standing = solver.value(total)
            return Answer(optimum.read(solver.value), standing, max(bound, standing))
    return Answer(None, floor, bound)


def _reaches(solver: Any, model: Any, total: Any, target: int) -> bool | None:
    """Returns whether a standing can be reached; None if the time was up before that was known."""
    from ortools.sat.python import cp_model

    question = model.clone()
    question.add(question.get_int_var_from_proto_index(total.index) >= target)
    status = _solve(solver, question)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return True
    if status not in (cp_model.INFEASIBLE, cp_model.UNKNOWN):
        raise RuntimeError(f"the solver refuses the model: {question.validate()}")
    return False if status == cp_model.INFEASIBLE else None


def _solver(seconds: float, workers: int) -> Any:
    """Returns CP-SAT as it answers these questions fastest: with the whole linear relaxation, which proves most of them."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = max(seconds, SHORTEST)
    solver.parameters.num_workers = workers
    solver.parameters.linearization_level = 2
    solver.parameters.random_seed = 1
    solver.parameters.catch_sigint_signal = False
    return solver


def _solve(solver: Any, model: Any) -> Any:
    """Solves beside the main thread, which alone hears Ctrl-C: then the search is stopped, and the interruption goes on."""
    with ThreadPoolExecutor(1) as thread:
        search = thread.submit(solver.solve, model)
        try:
            return search.result()
        except BaseException:
            while not search.done():  # again and again: a search that has not quite begun does not hear it
                solver.stop_search()
                wait([search], timeout=STOPPING)
            raise
