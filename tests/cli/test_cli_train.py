"""`ponticello train`: what it shows while a net learns, how it goes on, and what it says when it cannot."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ponticello.learn import run as training
from tests.cli.conftest import Run
from tests.learn.conftest import TINY

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets every run be a small one."""
    monkeypatch.setattr(training, "Settings", lambda: TINY)


def test_a_run_is_begun_shown_and_gone_on_with(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "a run"
    begun = run("train", "skybridge", "--units", 8, "--blocks", 1, "--minutes", 0.00001, "--out", folder)
    assert begun.returncode == 0, begun.stderr
    assert f"ponticello train --resume '{folder}'" in begun.stdout
    assert "the net against itself" in begun.stderr and "positions: 32," in begun.stderr
    assert (folder / "net.onnx").exists()
    again = run("train", "--resume", folder, "--minutes", 0.00001)
    assert again.returncode == 0 and "positions: 64," in again.stderr


def test_a_run_begins_with_another_and_tries_as_much_as_it_is_told(run: Run, tmp_path: Path) -> None:
    small, large = tmp_path / "small", tmp_path / "large"
    begun = run("train", "skybridge", "--units", 8, "--layers", "convolutions", "--minutes", 0.00001, "--out", small)
    assert begun.returncode == 0, begun.stderr
    words = ("train", "skybridge", "--rotation", "--start", small, "--simulations", 5, "--minutes", 0.00001, "--out", large)
    assert (again := run(*words)).returncode == 0, again.stderr
    assert "positions: 32," in again.stderr, "it begins to count anew"
    assert training.Run.resumed(large, TINY).shape.convolutions


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "say which game: ponticello train GAME; the games are: "),
        (("chess",), "chess"),
        (("hashi", "--players", 7), "Hashi is for 1 to 4 players, not 7"),
        (("--resume", "nowhere"), "there is no training run in nowhere: begin one without --resume"),
        (("skybridge", "--resume", "nowhere"), "a run that is resumed knows its game"),
        (("--out", "a", "--resume", "b"), "say --out or --resume, not both"),
        (("skybridge", "--start", "a", "--units", 8), "begins with what another has learned is of its size"),
        (("--resume", "a", "--start", "b"), "a run that is resumed knows its game"),
        (("skybridge", "--minutes", "long"), "--minutes must be a number"),
    ],
)
def test_what_is_wrong_is_one_sentence(run: Run, words: tuple[object, ...], sentence: str) -> None:
    refused = run("train", *words)
    assert refused.returncode == 2 and sentence in refused.stderr and refused.stderr.count("\n") == 1


def test_a_folder_that_holds_a_run_is_not_written_over(run: Run, tmp_path: Path) -> None:
    (tmp_path / training.CHECKPOINT).write_bytes(b"precious")
    refused = run("train", "skybridge", "--out", tmp_path)
    assert refused.returncode == 2 and "there is a run in" in refused.stderr


def test_without_jax_it_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['jax'] = None; from ponticello.cli import run_command; sys.exit(run_command(['train', 'ponte']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "ponticello: jax is not installed; install it with: pip install 'ponticello[learn]'\n"
