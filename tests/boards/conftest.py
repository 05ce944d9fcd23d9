"""Board files to check and to break, and the command that reads them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ponticello.cli import run_command

GUIDE = Path(__file__).parents[2] / "docs" / "boards.md"
NAMES = {"hashi": "windmill.toml", "connections": "garden.toml"}


def guide_example(game: str) -> str:
    """Returns the complete example of a game in the guide."""
    examples = re.findall(r"Save this as `(\w+\.toml)`:\n\n```toml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    return dict(examples)[NAMES[game]]


@dataclass(frozen=True)
class Answer:
    """What the command said."""

    code: int
    out: str
    err: str


@pytest.fixture
def boards(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Answer]:
    """Runs `ponticello boards`, interpreted."""
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")

    def run(*words: object) -> Answer:
        code = run_command(["boards", *map(str, words)])
        said = capfd.readouterr()
        return Answer(code, said.out, said.err)

    return run


@pytest.fixture
def example(tmp_path: Path) -> Callable[[str], Path]:
    """Writes the guide's example of a game to a file."""

    def write(game: str) -> Path:
        path = tmp_path / NAMES[game]
        path.write_text(guide_example(game), encoding="utf-8")
        return path

    return write


@pytest.fixture(scope="session")
def tables() -> dict[str, dict[str, object]]:
    """The guide's examples as TOML tables."""
    return {game: tomllib.loads(guide_example(game)) for game in NAMES}
