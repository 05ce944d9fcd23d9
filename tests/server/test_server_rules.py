"""The rules pages: complete in every language, with their pictures, and with nothing that a strict page refuses."""

from __future__ import annotations

import re
from pkgutil import iter_modules

import pytest

from ponticello.games import __path__ as folders
from ponticello.languages import LANGUAGES
from ponticello.server.pages.render import boards_css
from ponticello.server.pages.rules import DOCS, RulesPage, rules_page

WRITTEN = sorted({path.name.split(".")[0] for path in (DOCS / "rules").glob("*.md")})


def page_of(game: str, code: str, theme: str = "auto") -> RulesPage:
    page = rules_page(game, code, theme)
    assert page is not None
    return page


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", WRITTEN)
def test_page_is_whole(game: str, code: str) -> None:
    text = (DOCS / "rules" / f"{game}.{code}.md").read_text(encoding="utf-8")
    page = page_of(game, code)
    assert page.language == code
    assert [heading for _, heading in page.contents] == re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert all(f'<h2 id="{anchor}">' in page.body for anchor, _ in page.contents)
    assert len({anchor for anchor, _ in page.contents}) == len(page.contents)
    assert page.body.count("<svg ") == text.count("<img ") > 0
    assert page.body.count('role="img" aria-label="') == page.body.count("<svg ")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", WRITTEN)
def test_page_begins_with_the_idea_and_ends_with_what_only_programs_ask_for(game: str, code: str) -> None:
    page = page_of(game, code)
    assert page.body.startswith(f'<h2 id="{page.contents[0][0]}">')
    assert page.contents[0][1] in ("The idea", "En deux mots")
    assert page.body.index(f"<code>{game}</code>") > page.body.index(f'<h2 id="{page.contents[-1][0]}">')


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", WRITTEN)
def test_page_obeys_the_policy(game: str, code: str) -> None:
    body = page_of(game, code).body
    assert not re.search(r"<(style|script|img|picture)\b| style=| on\w+=", body)
    assert ".md" not in body, "a link to a text that has no page"
    assert "<th></th>" not in body


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_pictures_follow_the_theme(theme: str) -> None:
    body = page_of("ponte", "en", theme).body
    assert set(re.findall(r'class="ponte (\S+)"', body)) == {f"ponte-{theme}"}
    assert f".ponte-{theme} .sea{{" in boards_css()


def test_a_language_nobody_wrote_falls_back_to_english() -> None:
    assert page_of("ponte", "xx").language == "en"


def test_a_game_whose_rules_nobody_wrote_has_no_page_of_them() -> None:
    assert rules_page("hex", "en", "auto") is None


def test_every_game_of_the_package_has_its_rules_written() -> None:
    assert [module.name for module in iter_modules(folders[:1])] == WRITTEN
