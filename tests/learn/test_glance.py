"""What appeals at a glance is learned from games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ponticello as pc
from ponticello.learn import glance
from ponticello.learn.glance import Glance, main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where what is learned is written in a test."""
    monkeypatch.setattr(glance, "folder_of", lambda name: tmp_path)
    return tmp_path


def beginner(game: str) -> Glance:
    """Returns what is learned of a game by one who knows nothing yet."""
    found = Glance(pc.game(game), 1)
    found.weights[:] = 0
    return found


@pytest.mark.slow
def test_it_learns_to_score(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some seconds of Hashi alone are worth many points, and the same seed learns the same."""
    monkeypatch.delenv("PONTICELLO_INTERPRET")
    runs = [beginner("hashi") for _ in range(2)]
    points = [[run.learn(1, 0.05, 0.01, 0, 0.0) for _ in range(40)] for run in runs]
    assert points[0] == points[1]
    assert (runs[0].weights == runs[1].weights).all()
    assert np.mean(points[0][-5:]) > np.mean(points[0][:2]) + 8


@pytest.mark.slow
def test_a_goal_draws_games_to_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With points for islands with a blue flag, more of them are finished than without."""
    monkeypatch.delenv("PONTICELLO_INTERPRET")
    drawn, free = beginner("hashi"), beginner("hashi")
    for _ in range(25):
        drawn.learn(1, 0.05, 0.01, 2, 3.0)
        free.learn(1, 0.05, 0.01, 0, 0.0)
    assert blue_islands(drawn) > blue_islands(free) + 0.3


def blue_islands(run: Glance) -> float:
    """Returns how many islands with a blue flag are finished in the end, on average over the last games of a run."""
    ends = []
    for _ in range(60):
        run.tables[1].round(0.0, 0, 0.0, games=1)
        state = run.tables[1].states[0]
        ends.append(state.finished[0] & state.flagged[2])
    return float(np.mean([end.bit_count() for end in ends]))


def test_what_is_learned_is_written_and_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is a module of weights in hundredths."""
    run = beginner("hashi")
    run.mean[:] = np.arange(len(run.mean)) / 100
    run.save("a test")
    content: dict[str, str] = {}
    exec((folder / "learned.py").read_text(encoding="utf-8"), content)
    assert content["APPEAL"].split() == [str(k) for k in range(len(run.mean))]
    assert max(map(len, (folder / "learned.py").read_text(encoding="utf-8").splitlines())) <= 130


def test_an_unknown_goal_is_refused_in_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the goals there are are named."""
    monkeypatch.setattr("sys.argv", ["glance", "hashi", "--goal", "gold"])
    with pytest.raises(SystemExit):
        main()
    assert "hashi has no goal gold; choose from red, blue, connected" in capsys.readouterr().err
