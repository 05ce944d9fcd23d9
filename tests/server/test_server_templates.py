"""Templates are made ready for each language, and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from ponticello.engine.words import speaking
from ponticello.languages import language
from ponticello.server.pages.render import templates
from ponticello.server.pages.spoken_templates import SpokenTemplates

SAID = {"en": "Link to this table", "fr": "Lien vers cette table"}


def test_each_language_keeps_templates_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONTICELLO_CACHE", str(tmp_path))
    for _ in range(2):  # the second time as they were kept
        for code, words in SAID.items():
            assert words in SpokenTemplates(code, {}).get_template("_link.html").render(link="x")
    assert len(list((tmp_path / "templates").iterdir())) == len(SAID)


def test_words_with_places_are_said_by_the_page() -> None:
    french = templates("fr").from_string('{{ _("Player {number}", number=2) }}, {{ _(word) }}, {{ _("Close") }}')
    with speaking(language("fr")):
        assert french.render(word="Close") == "Joueur 2, Fermer, Fermer"


def test_what_a_template_includes_is_written_out_and_escapes_what_it_is_given() -> None:
    english = templates("en")
    assert english.loader is not None
    for name in english.loader.list_templates():
        assert "{% include" not in english.loader.get_source(english, name)[0], name
    assert 'value="&lt;b&gt;"' in english.get_template("_link.html").render(link="<b>")
