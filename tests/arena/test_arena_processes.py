"""Games in processes of their own: whoever is killed, every game is played, once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ponticello.arena import Director, Tournament, run
from ponticello.arena.results import read_results
from ponticello.engine.errors import PonticelloError
from tests.arena.arena_players import bad, dying
from tests.arena.test_arena_play import timeless

pytestmark = pytest.mark.slow

PATIENCE = 120  # only a test that has gone wrong waits that long
COMMAND = [sys.executable, "-m", "ponticello", "arena"]
LONG = ["--game", "skybridge", "--players", "random,greedy", "--games", "600", "--jobs", "2"]


@contextmanager
def begun(out: Path, games: int) -> Iterator[subprocess.Popen[str]]:
    """Starts a long tournament, and hands it over when some games have been played."""
    with subprocess.Popen(
        [*COMMAND, *LONG, "--out", str(out)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            end = time.monotonic() + PATIENCE
            while not out.exists() or out.read_bytes().count(b"\n") <= games:
                assert process.poll() is None and time.monotonic() < end
                time.sleep(0.02)
            yield process
        finally:
            process.kill()


def test_processes_play_the_same_games_as_one() -> None:
    players = ["random", "greedy"]
    alone, together = (run("skybridge", players, games=6, jobs=jobs).results for jobs in (0, 2))
    assert timeless(alone) == timeless(together)


def test_the_game_of_a_killed_process_is_played_again(tmp_path: Path) -> None:
    standings = run("skybridge", [dying(tmp_path, lives=2), "random"], games=6, jobs=2)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.isdecimal()) == ["0", "1"]
    assert [result.number for result in standings.results] == [0, 1, 2, 3, 4, 5]
    assert standings.forfeits == []


def test_where_every_process_dies_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(PonticelloError, match="no game can be played: 3 workers were lost; the last ended with code -9"):
        run("skybridge", [dying(tmp_path, lives=99), "random"], games=4, jobs=1)


def test_a_game_that_kills_every_process_is_left_out(tmp_path: Path) -> None:
    tournament = Tournament.between("skybridge", [dying(tmp_path, lives=3), "random"])
    director = Director(tournament, 2)
    assert len(list(director.play(jobs=2))) >= 1
    assert len(director.unplayed) + len(director.results) == 2


def test_a_process_with_a_sleeping_player_is_replaced() -> None:
    standings = run("skybridge", [bad("sleeps"), "random"], games=4, jobs=1, patience=1)
    assert [result.forfeit and result.forfeit.silent for result in standings.results] == [True] * 4


def test_a_tournament_that_was_killed_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    with begun(out, games=5) as process:
        os.kill(process.pid, signal.SIGKILL)
    _, results, _whole = read_results(out)
    assert 5 <= len(results) < 600
    with out.open("ab") as file:
        file.write(b'{"number": 7, "pla')
    done = subprocess.run(
        [*COMMAND, "--resume", str(out), "--games", "60"], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    _, all_of_them, _ = read_results(out)
    numbers = [told["number"] for line in out.read_text().splitlines() if "number" in (told := json.loads(line))]
    assert sorted(numbers) == sorted({*range(60), *results})
    whole_at_once = run("skybridge", ["random", "greedy"], games=60, jobs=0)
    assert timeless([all_of_them[number] for number in range(60)]) == timeless(whole_at_once.results)
    assert all(all_of_them[number] == result for number, result in results.items())


def test_ctrl_c_shows_the_table_and_how_to_go_on(tmp_path: Path) -> None:
    out = tmp_path / "my results.jsonl"
    with begun(out, games=5) as process:
        os.killpg(process.pid, signal.SIGINT)
        told, complaints = process.communicate(timeout=PATIENCE)
    assert (process.returncode, complaints) == (130, "")
    _, results, whole = read_results(out)
    assert whole == out.stat().st_size
    assert f"Stopped after {len(results)} of 600 games. Go on with: ponticello arena --resume '{out}'" in told
    assert "Elo" in told
