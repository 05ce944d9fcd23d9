"""How puzzles are made: in the same way everywhere, on several cores, and again from where it was stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ponticello.analysis.puzzles.book import Puzzle, load, shelf
from ponticello.analysis.puzzles.workshop import Journal, choose, look_through, make
from ponticello.engine.errors import BadData
from ponticello.games import names, rulebook

A_GAME = next(name for name in names() if shelf(name) and 1 in rulebook(name).players)


def test_a_journal_forgets_only_what_was_being_written(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Journal(path, A_GAME)
    journal.add(3, list(shelf(A_GAME)[:2]))
    journal.add(4, [])
    path.write_text(path.read_text(encoding="utf-8") + '{"seed": 5, "puz', encoding="utf-8")
    again = Journal(path, A_GAME)
    assert again.found == journal.found == {3: list(shelf(A_GAME)[:2]), 4: []}
    again.add(5, [])
    assert Journal(path, A_GAME).found == again.found


def test_a_journal_that_is_damaged_or_of_another_game_says_so(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_text('{"seed": 5}\n', encoding="utf-8")
    with pytest.raises(BadData, match="line 1 is damaged; delete the file to begin anew"):
        Journal(path, A_GAME)
    path.unlink()
    Journal(path, A_GAME).add(1, list(shelf(A_GAME)[:1]))
    other = next(name for name in names() if name != A_GAME)
    with pytest.raises(BadData, match="another game"):
        Journal(path, other)


def test_what_is_chosen_is_mixed_and_in_order() -> None:
    puzzles = shelf(A_GAME)
    chosen = choose([replace(puzzle, number=0) for puzzle in puzzles], 20)
    assert [puzzle.number for puzzle in chosen] == list(range(1, 21))
    assert [puzzle.effort for puzzle in chosen] == sorted(puzzle.effort for puzzle in chosen)
    assert {puzzle.grade for puzzle in chosen} == {puzzle.grade for puzzle in puzzles}
    assert choose(puzzles, 20) == choose(puzzles, 20) and len(choose(puzzles, 1000)) == len(puzzles)


@pytest.mark.slow
def test_puzzles_are_made_on_two_cores_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    told: list[int] = []
    make(Journal(path, A_GAME), 1, lambda found, looked: told.append(found), jobs=2, most=20_000)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert told[-1] == 1 and json.loads(lines[-1])["puzzles"]
    seed, found = next((seed, puzzles) for seed, puzzles in Journal(path, A_GAME).found.items() if puzzles)
    make(Journal(path, A_GAME), 1, lambda found, looked: told.append(found), jobs=2, most=20_000)
    assert path.read_text(encoding="utf-8").splitlines() == lines, "there was nothing left to do"
    again: list[Puzzle] = look_through(A_GAME, seed, 20_000)
    assert again == found, "the same game gives the same puzzles everywhere"


@pytest.mark.slow
def test_a_command_that_is_stopped_goes_on_later(tmp_path: Path) -> None:
    """Ctrl-C, as a terminal sends it, to the command and to all its workers."""
    out = tmp_path / "mine.toml"
    journal = tmp_path / "mine.toml.journal"
    command = [sys.executable, "-m", "ponticello", "puzzles", "make", A_GAME, "--out", str(out), "--jobs", "2", "--count"]
    running = subprocess.Popen([*command, "5000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    while not (journal.exists() and '"kind"' in journal.read_text(encoding="utf-8")):
        assert running.poll() is None, running.communicate()
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    said, complaints = running.communicate(timeout=120)
    assert running.returncode == 130 and b"The same command goes on" in said and complaints == b""
    found = len(Journal(journal, A_GAME).puzzles())
    again = subprocess.run([*command, str(found)], capture_output=True, check=True, timeout=600)
    assert again.stderr == b"" and len(load(out, A_GAME)) == found
