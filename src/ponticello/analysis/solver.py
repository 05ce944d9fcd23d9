"""Asks CP-SAT for the best turns of a model, for a limited time, in a way that Ctrl-C can end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from ponticello.engine.errors import NoHindsight
from ponticello.engine.optimum import Optimum, Turns
from ponticello.engine.words import say

ROUNDING = 1e-6
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

    That something better is asked for, and not something as good, leaves the solver with less to look through.
    """
    better = [standing for standing in optimum.standings if floor < standing <= ceiling]
    if not better:
        return Answer(None, floor, floor)
    from ortools.sat.python import cp_model

    model = optimum.model
    model.add_linear_constraint(optimum.standing, better[0], better[-1])
    model.maximize(optimum.standing)
    for variable, value in optimum.hint(known):
        model.add_hint(variable, value)
    solver = _solver(seconds, workers)
    status = _solve(solver, model)
    if status == cp_model.INFEASIBLE:
        return Answer(None, floor, floor)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.UNKNOWN):
        raise RuntimeError(f"the solver refuses the model: {model.validate()}")
    if status == cp_model.UNKNOWN:
        return Answer(None, floor, _bound(solver, better))
    standing = round(solver.objective_value)
    return Answer(optimum.read(solver.value), standing, _bound(solver, [value for value in better if value >= standing]))


def _bound(solver: Any, standings: list[int]) -> int:
    """Returns the highest of some standings that the solver has not ruled out.

    The lowest of them it cannot have ruled out, or else it would have said that there is no better solution. A search that was
    ended before it had begun says that it has: then nothing is ruled out.
    """
    left = [standing for standing in standings if standing <= solver.best_objective_bound + ROUNDING]
    return left[-1] if left else standings[-1]


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
