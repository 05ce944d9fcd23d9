"""Our own reader of catalogues reads them as Babel does."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import ponticello
from ponticello.languages import of_terminal
from ponticello.languages.catalogue_file import entries_of, read_catalogue

PLACES = (Path(ponticello.__file__).parent, Path(__file__).parents[1])
CATALOGUES = [path for place in PLACES for path in sorted(place.rglob("*.po"))]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_catalogue_reads_as_babel_reads_it(path: Path) -> None:
    with path.open("rb") as file:
        messages = [message for message in read_po(file, abort_invalid=True) if message.id]
    expected = {}
    for message in messages:
        english = message.id if isinstance(message.id, str) else message.id[0]
        expected[english] = (message.string,) if isinstance(message.string, str) else tuple(message.string)
    assert read_catalogue(path) == expected
    assert len(expected) > 10


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_no_catalogue_translates_anything_twice(path: Path) -> None:
    heads = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("msgid ") and line != 'msgid ""']
    assert sorted(heads) == sorted(set(heads))


def test_escapes_comments_long_lines_and_plurals() -> None:
    text = """
# a comment
#, python-brace-format
msgid ""
msgstr "Language: fr\\n"

#: where.py:3
msgid ""
"a long \\"quoted\\" "
"line\\n"
msgstr ""
"une longue ligne "
"\\\\ \\"citée\\"\\n"

msgid "fish"
msgid_plural "fishs"
msgstr[0] "poisson"
msgstr[1] "poissons"

msgid "not yet"
msgstr ""

#~ msgid "gone"
#~ msgstr "parti"
"""
    assert entries_of(text) == {
        'a long "quoted" line\n': ('une longue ligne \\ "citée"\n',),
        "fish": ("poisson", "poissons"),
    }
    with pytest.raises(ValueError, match="no line of a catalogue"):
        entries_of("msgid nothing")


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_CA.UTF-8"}, "fr"),
        ({"LC_ALL": "en_US", "LC_MESSAGES": "fr_FR", "LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "", "LANG": "fr_FR@euro"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "it:fr"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "en"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "fr"}, "en"),
        ({"LANGUAGE": "fr"}, "en"),
    ],
)
def test_a_terminal_asks_for_its_language_as_usual(environment: dict[str, str], code: str) -> None:
    assert of_terminal(environment) == code
