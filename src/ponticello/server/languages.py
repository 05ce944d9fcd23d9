"""The languages of the web table: which there are, which one a browser asks for, and the catalogues that translate into them."""

from __future__ import annotations

import functools
import gettext
import io
from pathlib import Path

from ponticello.engine.words import Language

SHARED = Path(__file__).resolve().parent / "words"  # the catalogues of what engine, table and server say
ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "fr": "Français"}  # by the code, each under its own name


class Catalogue:
    """A language whose words stand in .po files: one beside each game, and one for all that is said outside the games."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._shared = _read(SHARED / f"{code}.po")
        self._at: dict[str, gettext.NullTranslations] = {"": self._shared}  # by the home of the words

    def sentence(self, english: str, home: str) -> str:
        """Returns a sentence, its {places} kept."""
        return self._words_of(home).gettext(english) if english else english

    def things(self, one: str, many: str, number: int, home: str) -> str:
        """Returns the word for a number of things, without the number."""
        return self._words_of(home).ngettext(one, many, number)

    def _words_of(self, home: str) -> gettext.NullTranslations:
        """Returns the translations that stand in a folder and, for what they lack, the shared ones; read when first needed."""
        found = self._at.get(home)
        if found is None:
            path = Path(home, f"{self._code}.po")
            found = self._shared
            if path.exists():
                found = _read(path)
                found.add_fallback(self._shared)
            self._at[home] = found
        return found


def _read(path: Path) -> gettext.GNUTranslations:
    from babel.messages.mofile import write_mo  # only needed by those who do not read English
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalogue = read_po(file)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@functools.cache
def language(code: str) -> Language | None:
    """Returns a language by its code; English, in which everything is written, is None."""
    return None if code == ENGLISH else Catalogue(code)


def negotiate(accepted: str) -> str:
    """Returns the code of the language that suits a browser's Accept-Language best.

    >>> negotiate("fr-CH, fr;q=0.9, en;q=0.8"), negotiate("de, en;q=0.5, fr;q=0.7"), negotiate("nonsense")
    ('fr', 'fr', 'en')
    """
    wishes = []
    for place, wish in enumerate(accepted.split(",")[:20]):
        tag, _, quality = wish.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), place, tag.split("-")[0].lower()))
        except ValueError:
            continue
    return next((code for weight, _, code in sorted(wishes) if weight < 0 and code in LANGUAGES), ENGLISH)
