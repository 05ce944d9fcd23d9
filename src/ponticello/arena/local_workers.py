"""Workers on this machine: games on all its cores, each in a process of its own."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait

from ponticello.arena.play import play_game, warm_up
from ponticello.arena.results import Result
from ponticello.arena.schedule import Fixture
from ponticello.arena.tournament import Tournament
from ponticello.arena.worker_pool import WorkerLost
from ponticello.engine.cores import cores
from ponticello.engine.words import say


def run_worker(tournament: Tournament, line: Connection) -> None:
    """What a worker's process does: it plays what it is told until nobody is at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asked for the tournament
    threading.Thread(target=end_with_parent, daemon=True).start()
    warm_up(tournament)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            line.send(play_game(tournament, line.recv()))


def end_with_parent() -> None:
    """Ends this process when the one that started it has ended, even in the middle of a game."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """Holds Ctrl-C back; a process started meanwhile will never hear it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class LocalWorker:
    """A process on this machine."""

    def __init__(self, tournament: Tournament) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.line, theirs = spawn.Pipe()
        self.process = spawn.Process(target=run_worker, args=(tournament, theirs), daemon=True)
        with interrupts_held():
            self.process.start()
        theirs.close()  # with one end only, the line breaks when the process ends

    def start(self, fixture: Fixture) -> None:
        """Begins a game."""
        with contextlib.suppress(OSError):  # a worker that is lost already is found when its result is due
            self.line.send(fixture)

    def result(self) -> Result:
        """Returns the result of the game; raises WorkerLost if there will be none."""
        try:
            result: Result = self.line.recv()
            return result
        except (EOFError, OSError):
            self.process.join(5)
            raise WorkerLost(
                say(
                    "the last ended with code {code}"
                    " (a script that starts a tournament must do so under: if __name__ == '__main__')",
                    code=self.process.exitcode,
                )
            ) from None

    def stop(self) -> None:
        """Ends the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.line.close()


class LocalWorkers:
    """As many workers as this machine has cores, or as are wanted."""

    def __init__(self, tournament: Tournament, jobs: int | None = None) -> None:
        self.size = jobs or cores()
        self._tournament = tournament
        warm_up(tournament)  # compiles the rules once, for all

    def new(self) -> LocalWorker:
        """Returns a new worker."""
        return LocalWorker(self._tournament)

    def wait(self, workers: Sequence[LocalWorker]) -> list[LocalWorker]:
        """Returns workers that have a result, or are lost, as soon as there is one."""
        ready = wait([worker.line for worker in workers])
        return [worker for worker in workers if worker.line in ready]

    def close(self) -> None:
        """Holds nothing."""
