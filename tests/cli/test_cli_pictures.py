"""Pictures from the terminal: a position as PNG, a whole game as GIF, and one sentence where that cannot be done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import ponticello as pc
from ponticello.engine import raster
from tests.cli.conftest import Run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = pc.game("ponte").match(seed=1)
    while len(match.turns()) < 4:
        match.play(match.legal_moves()[0])
    match.save(tmp_path / "game.pont")
    return tmp_path / "game.pont"


def test_a_position_as_png_and_a_game_as_gif(run: Run, record: Path, tmp_path: Path) -> None:
    shown = run("show", record, "--png", tmp_path / "board.png", "--theme", "dark", "--move", 2)
    assert (shown.returncode, shown.stdout, shown.stderr) == (0, "", "")
    with Image.open(tmp_path / "board.png") as board:
        assert (board.format, board.width) == ("PNG", 1200)
        assert board.convert("L").getpixel((3, 600)) < 60
    drawn = run("gif", record, tmp_path / "game.gif", "--width", 200)
    assert (drawn.returncode, drawn.stderr) == (0, "")
    with Image.open(tmp_path / "game.gif") as film:
        assert (film.format, film.width, film.n_frames) == ("GIF", 200, 5)  # type: ignore[attr-defined]


def test_what_cannot_be_drawn_or_written_is_one_sentence(
    run: Run, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def complaint(*words: Any) -> str:
        answer = run(*words)
        assert answer.returncode == 2 and answer.stdout == ""
        return answer.stderr

    assert "cannot be written" in complaint("gif", record, tmp_path / "nowhere" / "game.gif", "--width", 100)
    assert "cannot be seen from 'above'" in complaint("gif", record, tmp_path / "game.gif", "--view", "above")
    assert "add --svg FILE or --png FILE" in complaint("show", record, "--theme", "dark")
    monkeypatch.setattr(raster, "obstacle", lambda: raster.MISSING)
    for words in (("show", record, "--png", tmp_path / "board.png"), ("gif", record, tmp_path / "game.gif")):
        assert "pip install 'ponticello[pictures]'" in complaint(*words)
        assert not Path(words[-1]).exists()
