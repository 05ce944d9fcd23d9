"""The documentation is run: every example gives what it says, and every link leads somewhere."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import ponticello
from ponticello.engine.words import speaking
from ponticello.languages import language

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
LINK = re.compile(r"""(?:\]\(|(?:src|srcset)=")([^)"#]+)""")


def modules() -> list[str]:
    """Returns the names of all modules of the package that can be imported without running a program or a migration."""
    found = pkgutil.walk_packages(ponticello.__path__, "ponticello.")
    programs = ("__main__", "migrations.env")
    return ["ponticello", *(module.name for module in found if not module.name.endswith(programs))]


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name), optionflags=FLAGS).failed == 0


@pytest.mark.slow
@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES])
def test_examples_on_pages_hold(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert doctest.testfile(str(page), module_relative=False, optionflags=FLAGS).failed == 0


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" not in link and not link.startswith("mailto:"):
            assert (page.parent / link).exists(), f"{page.name} links to {link}, which is not there"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_score_of_the_game_on_show_is_told_as_it_is_drawn(language: str) -> None:
    picture = (ROOT / "docs/pictures/ponte-light.svg").read_text("utf-8")
    drawn = re.search(r"<title>[^<]*, (\d+)(?: points)? to (\d+)</title>", picture)
    text = (ROOT / f"docs/rules/ponte.{language}.md").read_text("utf-8")
    alt = re.search(r'ponte-light(?:-fr)?\.svg"[^>]*alt="([^"]*)"', text)
    assert drawn and alt
    assert re.findall(r"\d+", alt[1]) == list(drawn.groups())
    assert all(f"= {points}" in text for points in drawn.groups()), "where the points come from"


@pytest.mark.slow
def test_the_readme_code_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    assert (tmp_path / "game.pont").exists()


@pytest.mark.parametrize("game", [game.name for game in ponticello.games()])
@pytest.mark.parametrize("page", ["en", "fr"])
def test_a_rules_page_shows_the_game_that_it_speaks_of(game: str, page: str) -> None:
    match = ponticello.load(ROOT / f"docs/pictures/{game}.pont").replay()
    picture = f"{game}-light" + ("" if page == "en" else f"-{page}")
    with speaking(language(page)):
        assert (ROOT / f"docs/pictures/{picture}.svg").read_text("utf-8") == f"{match.position.svg(theme='light')}\n", (
            "make pictures"
        )
    text = (ROOT / f"docs/rules/{game}.{page}.md").read_text("utf-8")
    said = re.search(rf'pictures/{picture}.svg"[^>]* alt="([^"]*)"', text)
    assert said is not None
    assert {*map(int, re.findall(r"[0-9]+", said[1]))} & {*match.scores}, "how it ended"
