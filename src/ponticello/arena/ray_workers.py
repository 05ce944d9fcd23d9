"""Workers on the machines of a Ray cluster. Ray is asked for only here, so that everything else works without it."""

from __future__ import annotations

import importlib
import logging
import re
import socket
from collections.abc import Sequence
from typing import Any

from ponticello.arena.play import play_game, warm_up
from ponticello.arena.results import Result
from ponticello.arena.schedule import Fixture
from ponticello.arena.tournament import Tournament
from ponticello.arena.worker_pool import WorkerLost
from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say

MOST_WAIT = 10.0  # seconds for an address to answer at all
LOCAL = "local"  # Ray's own word for a cluster of this machine alone


class RemoteProcess:
    """A worker's process, somewhere in the cluster."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        warm_up(tournament)

    def play(self, fixture: Fixture) -> Result:
        """Plays a game."""
        return play_game(self._tournament, fixture)


class RayWorker:
    """A worker in the cluster, as seen from here."""

    def __init__(self, ray: Any, tournament: Any) -> None:
        self._ray = ray
        self._actor = ray.remote(num_cpus=1)(RemoteProcess).remote(tournament)
        self.promise: Any = None

    def start(self, fixture: Fixture) -> None:
        """Begins a game."""
        self.promise = self._actor.play.remote(fixture)

    def result(self) -> Result:
        """Returns the result of the game; raises WorkerLost if there will be none."""
        try:
            result: Result = self._ray.get(self.promise)
            return result
        except self._ray.exceptions.RayError as error:
            raise WorkerLost(say("Ray says: {reason}", reason=in_one_line(error))) from None

    def stop(self) -> None:
        """Ends the process, whatever it is doing."""
        self._ray.kill(self._actor)


def in_one_line(error: Exception) -> str:
    """Returns what Ray says in one line without colours; the cause stands at its end."""
    words = re.sub(r"\x1b\[[\d;]*m", "", str(error)).split()
    return " ".join(words)[-300:]


def check_address(address: str) -> None:
    """Finds out at once that nobody is at an address, where Ray would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), MOST_WAIT).close()


class RayWorkers:
    """As many workers as a Ray cluster has cores, or as are wanted."""

    def __init__(self, tournament: Tournament, address: str = LOCAL, jobs: int | None = None) -> None:
        try:
            ray: Any = importlib.import_module("ray")
        except ImportError:
            raise PonticelloError(
                say("a tournament on Ray needs ray; install it with: pip install 'ponticello[arena]'")
            ) from None
        self._ray = ray
        self._started = not ray.is_initialized()
        if self._started:
            here: dict[str, Any] = {"num_cpus": jobs, "include_dashboard": False} if address == LOCAL else {}
            try:
                check_address(address)
                ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **here)
            except (OSError, ValueError, RuntimeError) as error:
                why = in_one_line(error)
                raise PonticelloError(
                    say("there is no Ray cluster at {address}: {reason}", address=address, reason=why)
                ) from None
        self.size = min(jobs or 1 << 20, max(1, int(ray.cluster_resources().get("CPU", 1))))
        self._tournament = ray.put(tournament)

    def new(self) -> RayWorker:
        """Returns a new worker."""
        return RayWorker(self._ray, self._tournament)

    def wait(self, workers: Sequence[RayWorker]) -> list[RayWorker]:
        """Returns workers that have a result, or are lost, as soon as there is one."""
        ready, _ = self._ray.wait([worker.promise for worker in workers], num_returns=1)
        return [worker for worker in workers if worker.promise in ready]

    def close(self) -> None:
        """Leaves the cluster, and ends it if it was started here."""
        if self._started:
            self._ray.shutdown()
