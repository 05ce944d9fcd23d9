"""`ponticello train`: what it shows while a net learns, how it goes on, and what it says when it cannot."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ponticello.cli.command import STOPPED
from ponticello.learn import checkpoint
from ponticello.learn import run as training
from tests.cli.conftest import PATIENCE, Run
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
    words = ("train", "skybridge", "--start", large / "net.onnx", "--minutes", 0.00001, "--out", tmp_path / "next")
    assert (again := run(*words)).returncode == 0, again.stderr
    assert "positions: 32," in again.stderr, "the file of a net will do"


TOLD_AS_IT_GOES = """
import dataclasses, importlib.abc, sys, time
from ponticello.cli import run_command, training_session

def say(moment):
    print("now:", moment, file=sys.stderr, flush=True)

class Importing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "jax":
            say("import")

sys.meta_path.insert(0, Importing())
moment, *words = sys.argv[1:]
if moment not in ("import", "begin"):
    from ponticello.learn import run as training
    from tests.learn.conftest import TINY

    training.Settings = lambda: dataclasses.replace(TINY, save_every=0 if moment == "save" else 1e9, check_every=0)
    owner = training.SelfPlay if moment in ("play", "hang") else training.Run
    name = "play" if moment == "hang" else moment
    whole = getattr(owner, name)

    def told(self, *arguments):
        say(moment)
        while moment == "hang" and seen:
            time.sleep(0.01)
        whole(self, *arguments)

    setattr(owner, name, told)
    seen = []
    facts = training_session.facts
    training_session.facts = lambda report: seen.append(report) or facts(report)
    training_session.BETWEEN = 0
sys.exit(run_command(words))
"""
UNHEARD = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); os.execv(sys.executable, sys.argv[1:])"


class Training:
    """A process that trains, and tells each time when it comes to a certain moment."""

    def __init__(self, moment: str, folder: Path, *, in_background: bool = False) -> None:
        words = ["train", "skybridge", "--units", "8", "--blocks", "1", "--minutes", "1e9", "--out", str(folder)]
        command = [sys.executable, "-c", TOLD_AS_IT_GOES, moment, *words]
        if in_background:
            command = [sys.executable, "-c", UNHEARD, *command]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.heard: list[str] = []
        self.patience = threading.Timer(PATIENCE, self.process.kill)  # so that whoever reads what never comes reads an end
        self.patience.start()

    def wait_for(self, text: str) -> None:
        """Reads on until a line of what it says while it trains begins so."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.heard.append(line)
            if line.startswith(text):
                return
        raise AssertionError(f"{text!r} never came: {self.heard}")

    def end(self) -> tuple[int, str, str]:
        """Returns its exit code and everything that it still says."""
        out, err = self.process.communicate()
        return self.process.returncode, out, err

    def close(self) -> None:
        """Ends what is left."""
        self.patience.cancel()
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def train(data: Path, tmp_path: Path) -> Iterator[Callable[..., Training]]:
    """Trains in processes that are ended after the test."""
    begun: list[Training] = []

    def begin(moment: str, **how: bool) -> Training:
        begun.append(Training(moment, tmp_path / "run", **how))
        return begun[-1]

    yield begin
    for each in begun:
        each.close()


@pytest.mark.parametrize(
    ("moment", "signum"),
    [
        ("play", signal.SIGINT),
        ("play", signal.SIGTERM),
        ("learn", signal.SIGTERM),
        ("check", signal.SIGINT),
        ("save", signal.SIGTERM),
    ],
)
def test_a_signal_stops_a_run_that_is_saved_then(
    train: Callable[..., Training], tmp_path: Path, moment: str, signum: signal.Signals
) -> None:
    trained = train(moment)
    trained.wait_for("time: ")
    trained.wait_for("time: ")
    steps = int(trained.heard[-1].split("steps of learning: ")[1].split(";")[0])
    trained.wait_for(f"now: {moment}")
    trained.process.send_signal(signum)
    code, out, err = trained.end()
    folder = tmp_path / "run"
    assert code == STOPPED and "Traceback" not in err and "Stopping; Ctrl-C again interrupts at once." in err
    assert out.endswith(f"Stopped. Go on with: ponticello train --resume {folder}\n")
    assert int(checkpoint.load(folder)[0].steps) >= steps and (folder / training.NET_FILE).exists()


def test_a_run_in_the_background_hears_ctrl_c_too(train: Callable[..., Training], tmp_path: Path) -> None:
    trained = train("play", in_background=True)
    trained.wait_for("time: ")
    trained.process.send_signal(signal.SIGINT)
    code, out, _ = trained.end()
    assert code == STOPPED and "Stopped. Go on with: " in out and (tmp_path / "run" / training.CHECKPOINT).exists()


def test_a_second_ctrl_c_does_not_wait(train: Callable[..., Training], tmp_path: Path) -> None:
    trained = train("hang")
    trained.wait_for("time: ")
    trained.wait_for("now: hang")
    trained.process.send_signal(signal.SIGINT)
    trained.wait_for("Stopping; Ctrl-C again interrupts at once.")
    trained.process.send_signal(signal.SIGINT)
    code, out, err = trained.end()
    assert code == STOPPED and "Stopped. Go on with: " in out and "Traceback" not in err
    assert (tmp_path / "run" / training.CHECKPOINT).exists()


@pytest.mark.parametrize(
    ("moment", "signum"),
    [("import", signal.SIGINT), ("import", signal.SIGTERM), ("begin", signal.SIGINT), ("begin", signal.SIGTERM)],
)
def test_a_signal_at_the_beginning_is_one_sentence(
    train: Callable[..., Training], tmp_path: Path, moment: str, signum: signal.Signals
) -> None:
    trained = train(moment)
    if moment == "import":
        trained.wait_for("now: import")
    else:
        assert trained.process.stdout is not None
        assert trained.process.stdout.readline().startswith("The net and its run go to ")
    trained.process.send_signal(signum)
    code, out, err = trained.end()
    assert code == STOPPED and out == ""
    assert [line for line in err.splitlines() if not line.startswith("now: ")] == ["Stopped before anything new was saved."]
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "say which game: ponticello train GAME; the games are: "),
        (("chess",), "chess"),
        (("hashi", "--players", 7), "Hashi is for 1 to 4 players, not 7"),
        (("--resume", "nowhere"), "there is no training run in nowhere: begin one without --resume"),
        (("skybridge", "--resume", "nowhere"), "a run that is resumed knows its game"),
        (("--out", "a", "--resume", "b"), "say --out or --resume, not both"),
        (("skybridge", "--start", "a.onnx"), "a.onnx cannot be read: No such file or directory"),
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
