"""Games from elsewhere: found in the folders that PONTICELLO_GAMES names, and told apart from folders that are no games."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ponticello.engine import native
from ponticello.engine.errors import BrokenGame, UnknownGame
from ponticello.engine.game_folders import folders_elsewhere
from ponticello.games import loaded, names, rulebook

EXAMPLE = Path(__file__).parents[1] / "example_game" / "hex"
SHELF = sys.modules["ponticello.games"]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for games elsewhere, as if PONTICELLO_GAMES had named it from the start."""
    known = set(sys.modules)
    monkeypatch.setattr(SHELF, "__path__", [*SHELF.__path__, str(tmp_path)])
    yield tmp_path
    loaded.cache_clear()
    for module in set(sys.modules) - known:
        if module.startswith("ponticello.games."):
            del sys.modules[module]


def put(folder: Path, **files: str) -> Path:
    """Writes the files of a game."""
    folder.mkdir()
    for name, content in files.items():
        (folder / f"{name}.py").write_text(content, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        ({"__init__": "x = 1\n"}, r"odd/__init__\.py offers no GAME"),
        ({"__init__": "GAME = 'odd'\n"}, r"odd/__init__\.py offers no GAME that is a Rulebook"),
        ({"__init__": "import ponticello.games.odd.rules\n"}, r"odd/__init__\.py, line 1: ModuleNotFoundError: .*odd\.rules"),
        (
            {"__init__": "from ponticello.games.odd import rules\n", "rules": "x = 1\n\ndef broken(:\n"},
            r"odd/rules\.py, line 3: SyntaxError",
        ),
        (
            {"__init__": "from ponticello.games.odd import rules\n", "rules": "import numpy\n\nx = numpy.zeros(undefined)\n"},
            r"odd/rules\.py, line 3: NameError: name 'undefined'",
        ),
        (
            {"__init__": "from ponticello.engine.game import Rulebook\nGAME = Rulebook(name='odd', title='Odd')\n"},
            r"odd/__init__\.py, line 2: TypeError: .* missing .*'author'.*'picture'",
        ),
    ],
)
def test_a_broken_game_is_a_sentence(shelf: Path, files: dict[str, str], complaint: str) -> None:
    put(shelf / "odd", **files)
    assert "odd" in names()
    with pytest.raises(BrokenGame, match=f"^odd cannot be played: .*{complaint}") as broken:
        rulebook("odd")
    assert "\n" not in str(broken.value)
    assert rulebook("ponte").title == "Ponte del Diavolo", "the others can be played"


@pytest.mark.parametrize(
    ("file", "wrong", "complaint"),
    [
        ("rules", ("implement(Hex, actors=actors, refusal=refusal, play=play,", "implement(Hex, refusal=refusal,"),
         r"hex/rules\.py should implement actors, play for Hex"),
        ("__init__", ('name="hex"', 'name="hexagons"'), r"hex/__init__\.py calls it 'hexagons', not as its folder"),
        ("__init__", ("    why=referee.why,\n", ""), r"hex/__init__\.py, line 10: TypeError: .*missing .*'why'"),
    ],
)  # fmt: skip
def test_a_game_that_lacks_something_says_what(shelf: Path, file: str, wrong: tuple[str, str], complaint: str) -> None:
    shutil.copytree(EXAMPLE, shelf / "hex")
    path = shelf / "hex" / f"{file}.py"
    text = path.read_text(encoding="utf-8")
    assert text.count(wrong[0]) == 1
    path.write_text(text.replace(*wrong), encoding="utf-8")
    with pytest.raises(BrokenGame, match=f"^hex cannot be played: .*{complaint}"):
        rulebook("hex")


def test_a_game_elsewhere_is_found_and_replaces_no_other(shelf: Path) -> None:
    shutil.copytree(EXAMPLE, shelf / "hex")
    (shelf / "notes").mkdir()
    assert "hex" in names() and "notes" not in names()
    assert rulebook("Hex").title == "Hex"
    put(shelf / "ponte", __init__="GAME = None\n")
    with pytest.raises(BrokenGame, match=r"ponte has the name of another game, .*games/ponte"):
        names()


def test_folders_that_are_no_games_say_what_is_missing(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(shelf / "half", rules="x = 1\n")
    with pytest.raises(UnknownGame, match=r"there is no game 'half'; .*half has no __init__\.py"):
        rulebook("half")
    put(shelf / "Loud", __init__="GAME = None\n")
    with pytest.raises(BrokenGame, match="Loud has capitals in its name"):
        names()
    monkeypatch.setattr(SHELF, "__path__", [*SHELF.__path__[:-1], str(shelf / "nowhere")])
    with pytest.raises(BrokenGame, match=r"PONTICELLO_GAMES names .*nowhere, which is no folder"):
        names()


def test_several_folders_are_joined_like_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONTICELLO_GAMES", os.pathsep.join([str(tmp_path / "one"), "", str(tmp_path / "two")]))
    assert folders_elsewhere() == [tmp_path / "one", tmp_path / "two"]
    monkeypatch.delenv("PONTICELLO_GAMES")
    assert folders_elsewhere() == []


def test_an_edited_rule_elsewhere_is_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "hex")
    alone = native.sources_hash.__wrapped__()
    monkeypatch.setenv("PONTICELLO_GAMES", str(tmp_path))
    beside = native.sources_hash.__wrapped__()
    (tmp_path / "notes.py").write_text("no part of a game\n", encoding="utf-8")
    assert native.sources_hash.__wrapped__() == beside != alone
    rules = tmp_path / "hex" / "rules.py"
    rules.write_text(rules.read_text(encoding="utf-8").replace("stones == 1", "stones == 2"), encoding="utf-8")
    assert native.sources_hash.__wrapped__() not in (alone, beside)
