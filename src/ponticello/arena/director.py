"""The director of a tournament: knows which games are missing, has them played, and keeps every result."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ponticello import __version__
from ponticello.arena.entrants import Entrant
from ponticello.arena.local_workers import LocalWorkers
from ponticello.arena.play import play_game, warm_up
from ponticello.arena.ray_workers import RayWorkers
from ponticello.arena.results import Result, ResultsFile
from ponticello.arena.schedule import Fixture
from ponticello.arena.standings import Standings
from ponticello.arena.tournament import PATIENCE, Tournament
from ponticello.arena.worker_pool import WorkerPool
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.words import say


class Director:
    """A tournament and what has been played of it."""

    def __init__(self, tournament: Tournament, games: int, out: Path | None = None) -> None:
        self.tournament = tournament
        self.fixtures = tournament.schedule(games)
        self.unplayed: list[Fixture] = []
        self._file = None if out is None else ResultsFile(out, tournament.identity, games, __version__)
        self._results: dict[int, Result] = {} if self._file is None else self._file.results
        for fixture in self.fixtures:
            old = self._results.get(fixture.number)
            if old is not None and list(old.players) != tournament.players_of(fixture):
                self.close()
                raise PonticelloError(
                    say("{file} holds another tournament: game {number} was a different pairing", file=out, number=fixture.number)
                )

    def close(self) -> None:
        """Lets go of the file."""
        if self._file is not None:
            self._file.close()

    @property
    def missing(self) -> list[Fixture]:
        """The games that have not been played."""
        return [fixture for fixture in self.fixtures if fixture.number not in self._results]

    @property
    def results(self) -> list[Result]:
        """What has been played, in the order of the schedule."""
        return [self._results[number] for number in sorted(self._results)]

    def play(self, jobs: int | None = None, ray: str | None = None) -> Generator[Result]:
        """Plays the missing games: on so many cores, on a Ray cluster, or, with no jobs, one after another in this process.

        A result is on disk before it is yielded.
        """
        if jobs is not None and jobs < 0:
            raise BadOption(say("jobs must be 1 or more, not {value}", value=jobs))
        if not self.missing:
            return
        for result in self._played(jobs, ray):
            if self._file is None:
                self._results[result.number] = result
            else:
                self._file.add(result)
            yield result

    def _played(self, jobs: int | None, ray: str | None) -> Iterator[Result]:
        if ray is None and jobs == 0:
            warm_up(self.tournament)
            for fixture in self.missing:
                yield play_game(self.tournament, fixture)
            return
        workers: Any = LocalWorkers(self.tournament, jobs) if ray is None else RayWorkers(self.tournament, ray, jobs)
        pool = WorkerPool(workers)
        yield from pool.play(self.missing)
        self.unplayed = pool.unplayed

    def standings(self, anchor: str | None = None) -> Standings:
        """Returns how things stand."""
        return Standings(self.tournament, self.results, anchor)


def run(
    game: str,
    players: Sequence[str | Entrant],
    games: int = 100,
    *,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 1,
    jobs: int | None = None,
    ray: str | None = None,
    out: str | Path | None = None,
    patience: float = PATIENCE,
    progress: Callable[[int, int], None] | None = None,
) -> Standings:
    """Plays a tournament, so many games for each pairing, and returns the standings.

    With `out` every result goes to that file at once, and games that are in it already are not played again. `progress` is told
    how many games have been played, and of how many.

    >>> standings = run("skybridge", ["random", "greedy"], games=4, jobs=0)
    >>> standings.score("greedy", "random").games
    4
    """
    tournament = Tournament.between(game, players, seats=seats, options=options, seed=seed, patience=patience)
    director = Director(tournament, games, None if out is None else Path(out))
    try:
        total = len(director.fixtures)
        for played, _ in enumerate(director.play(jobs, ray), start=total - len(director.missing) + 1):
            if progress is not None:
                progress(played, total)
    finally:
        director.close()
    return director.standings()
