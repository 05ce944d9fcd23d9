"""Asks CP-SAT for the best turns of a model, for a limited time, in a way that Ctrl-C can end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
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
    standing: int  # of these turns, or what was known before
    bound: int  # no standing above this can be reached


def check_solver() -> None:
    """Says what to do where OR-Tools is missing."""
    if find_spec("ortools") is None:
        raise NoHindsight(say("hindsight needs OR-Tools; install it with: pip install 'ponticello[analysis]'"))


def improve(optimum: Optimum, known: Turns, floor: int, ceiling: int, *, seconds: float, workers: int) -> Answer:
    """Looks for turns with a standing above the floor, which the known ones reach, and up to a ceiling; or proves there are none.

    That something better is asked for, and not something as good, leaves the solver with less to look through.
    """
    if floor >= ceiling:
        return Answer(None, floor, floor)
    from ortools.sat.python import cp_model

    model = optimum.model
    model.add(optimum.standing >= floor + 1)
    model.add(optimum.standing <= ceiling)
    model.maximize(optimum.standing)
    for variable, value in optimum.hint(known):
        model.add_hint(variable, value)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = max(seconds, 0.01)
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = 1
    solver.parameters.catch_sigint_signal = False
    status = _solve(solver, model)
    if status == cp_model.INFEASIBLE:
        return Answer(None, floor, floor)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        standing = round(solver.objective_value)
        bound = standing if status == cp_model.OPTIMAL else min(ceiling, int(solver.best_objective_bound + 1e-6))
        return Answer(optimum.read(solver.value), standing, bound)
    if status != cp_model.UNKNOWN:
        raise RuntimeError(f"the solver refuses the model: {model.validate()}")
    return Answer(None, floor, ceiling)


def _solve(solver: Any, model: Any) -> Any:
    """Solves beside the main thread, which alone hears Ctrl-C: then the search is stopped, and the interruption goes on."""
    with ThreadPoolExecutor(1) as thread:
        search = thread.submit(solver.solve, model)
        try:
            return search.result()
        except BaseException:
            solver.stop_search()
            raise
