"""`ponticello review`: what a person gets to read, and that nothing is lost."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import ponticello as pc
from tests.analysis.finished_matches import finished_match
from tests.cli.conftest import COMMAND, PATIENCE, Run

pytestmark = pytest.mark.usefixtures("data")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game of Skybridge."""
    path = tmp_path / "game.pont"
    finished_match("skybridge", 2).save(path)
    return path


def test_a_review_is_told_drawn_and_written(run: Run, record: Path, tmp_path: Path) -> None:
    files = {kind: tmp_path / f"review.{kind}" for kind in ("svg", "html", "json")}
    flags = [word for kind, path in files.items() for word in (f"--{kind}", path)]
    done = run("review", record, "--simulations", 1, *flags)
    assert done.returncode == 0 and done.stderr == ""
    assert "Skybridge: " in done.stdout and "█" in done.stdout
    assert done.stdout.count("at the beginning; ") == 2 and done.stdout.count(" in the end.") == 2
    assert files["svg"].read_text().startswith("<svg") and files["html"].read_text().startswith("<!doctype html>")
    stored = pc.analysis.Review.from_json(files["json"].read_text())
    assert stored.finished and len(stored.steps) == len(finished_match("skybridge", 2).turns())
    again = run("review", record, "--simulations", 1, "--json", files["json"], "--resume")
    assert again.stdout == done.stdout


def test_it_speaks_french(run: Run, record: Path) -> None:
    done = run("--language", "fr", "review", record, "--simulations", 1)
    assert done.returncode == 0 and " au début ; " in done.stdout and " in the end" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("{unfinished}",), "only a finished game can be reviewed"),
        (("{broken}",), "line 3: "),
        (("{missing}",), "missing.pont"),
        (("{whole}", "--resume"), "--resume needs the review to go on with: add --json FILE"),
        (("{whole}", "--resume", "--json", "{missing}"), "missing.pont cannot be read: No such file or directory"),
        (("{whole}", "--resume", "--json", "{broken}"), "broken.pont: that is not a review"),
        (("{whole}", "--hindsight"), "Skybridge has no hindsight"),
        (("{whole}", "--seconds", "0"), "seconds must be more than 0"),
        (("{whole}", "--simulations", "0"), "simulations must be 1 or more"),
        (("{whole}", "--simulations", "1", "--json", "{tmp}/nowhere/review.json"), "cannot be written"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    run: Run, record: Path, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    pc.game("ponte").match(seed=1).save(tmp_path / "unfinished.pont")
    (tmp_path / "broken.pont").write_text("game: ponte\nplayer 1: Ann\nnonsense\n")
    places = {name: tmp_path / f"{name}.pont" for name in ("unfinished", "broken", "missing")}
    done = run("review", *(word.format(whole=record, tmp=tmp_path, **places) for word in arguments))
    assert done.returncode == 2 and done.stdout == ""
    assert sentence in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.slow
def test_ctrl_c_shows_what_is_done_and_it_can_go_on(
    run: Run, record: Path, tmp_path: Path, wait_until: Callable[[Callable[[], bool]], None]
) -> None:
    stored = tmp_path / "review.json"
    arguments = [*COMMAND, "review", str(record), "--simulations", "100000", "--json", str(stored)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: stored.exists() or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + signal.SIGINT and "Traceback" not in err, err
    assert out.count("at the beginning; ") == 2
    assert not json.loads(stored.read_text())["finished"]
    done = run("review", record, "--simulations", 1, "--json", stored, "--resume")
    assert done.returncode == 0 and json.loads(stored.read_text())["finished"]


@pytest.fixture
def wait_until() -> Callable[[Callable[[], bool]], None]:
    """Waits for something to be so; only a test that has gone wrong waits long."""
    import time

    def wait(is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < deadline
            time.sleep(0.05)

    return wait
