"""All cores look for puzzles, game after game. What was found is on disk at once, so that work that was stopped goes on later.

The journal has a line for each game that was looked through, whatever was found in it. The games are numbered, each number gives
the same game everywhere, and from the journal the puzzles are chosen: as even as can be over kinds and grades.
"""

from __future__ import annotations

import json
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from ponticello.analysis.puzzles.book import Puzzle, Refutation
from ponticello.analysis.puzzles.finder import MOST_POSITIONS, find_in, play_game, sort_of
from ponticello.analysis.puzzles.grading import puzzle_of
from ponticello.engine.cores import cores
from ponticello.engine.errors import BadData
from ponticello.engine.words import say

Tell = Callable[[int, int], None]  # (puzzles found, games looked through)


def look_through(game: str, seed: int, most: int = MOST_POSITIONS) -> list[Puzzle]:
    """Returns the puzzles of one game of the machine against itself."""
    match = play_game(game, seed)
    return [puzzle_of(match, finding) for finding in find_in(match, seed, most)]


class Journal:
    """What has been found so far, on disk."""

    def __init__(self, path: Path, game: str) -> None:
        self.path = path
        self.game = game
        self.found: dict[int, list[Puzzle]] = {}
        if not path.exists():
            return
        whole, _, broken_off = path.read_text(encoding="utf-8").rpartition("\n")
        if broken_off:  # by a process that was killed while it wrote
            path.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
        for number, line in enumerate(whole.splitlines(), start=1):
            self._read(number, line)

    def _read(self, number: int, line: str) -> None:
        try:
            entry = json.loads(line)
            seed, puzzles = int(entry["seed"]), [_from_plain(each) for each in entry["puzzles"]]
        except (ValueError, KeyError, TypeError):
            sentence = say("{file}, line {line} is damaged; delete the file to begin anew", file=self.path, line=number)
            raise BadData(sentence) from None
        if any(puzzle.game != self.game for puzzle in puzzles):
            raise BadData(say("{file} is about another game; name another file", file=self.path))
        self.found[seed] = puzzles

    def add(self, seed: int, puzzles: list[Puzzle]) -> None:
        """Notes what was found in a game."""
        self.found[seed] = puzzles
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"seed": seed, "puzzles": [asdict(puzzle) for puzzle in puzzles]}, ensure_ascii=False) + "\n")

    def puzzles(self) -> list[Puzzle]:
        """Returns all puzzles, in the order of their games."""
        return [puzzle for seed in sorted(self.found) for puzzle in self.found[seed]]


def _from_plain(entry: dict[str, Any]) -> Puzzle:
    refuted = tuple(Refutation(**each) for each in entry.pop("refuted"))
    plain: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    return Puzzle(**plain, refuted=refuted)


def seeds_left(journal: Journal, first: int) -> Iterator[int]:
    """Yields the numbers of games that nobody has looked through, without an end."""
    seed = first
    while True:
        if seed not in journal.found:
            yield seed
        seed += 1


def make(
    journal: Journal, wanted: int, tell: Tell, *, jobs: int | None = None, first: int = 1, most: int = MOST_POSITIONS
) -> None:
    """Looks through games on all cores until so many puzzles are found; Ctrl-C loses no game that was looked through."""
    jobs = jobs or cores()
    seeds = seeds_left(journal, first)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_work_quietly) as pool:
        running: dict[Future[list[Puzzle]], int] = {}
        try:
            while len(journal.puzzles()) < wanted:
                while len(running) < jobs:
                    seed = next(seeds)
                    running[pool.submit(look_through, journal.game, seed, most)] = seed
                for job in wait(running, return_when=FIRST_COMPLETED).done:
                    journal.add(running.pop(job), job.result())
                tell(min(len(journal.puzzles()), wanted), len(journal.found))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():  # a game that is being looked through may take a minute more
                process.terminate()


def _work_quietly() -> None:
    """Leaves Ctrl-C to the process that has started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def choose(puzzles: Iterable[Puzzle], wanted: int) -> list[Puzzle]:
    """Returns so many puzzles, as even as can be over sorts and grades, one a position, the easiest first, with their numbers."""
    heaps: dict[tuple[str, int], list[Puzzle]] = {}
    for puzzle in puzzles:
        heaps.setdefault((sort_of(puzzle.kind), puzzle.grade), []).append(puzzle)
    chosen: dict[tuple[str, ...], Puzzle] = {}
    while heaps:
        for key in sorted(heaps):
            puzzle = heaps[key].pop(0)
            if len(chosen) < wanted:
                chosen.setdefault(puzzle.before, puzzle)
        heaps = {key: heap for key, heap in heaps.items() if heap}
    ordered = sorted(chosen.values(), key=lambda puzzle: (puzzle.effort, puzzle.kind, puzzle.before))
    return [replace(puzzle, number=number) for number, puzzle in enumerate(ordered, start=1)]
