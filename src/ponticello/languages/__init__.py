"""The languages that are spoken: which there are, which one a reader asks for, and the catalogues that translate into them."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from ponticello.engine.words import Language
from ponticello.languages.catalogue_file import Entries, read_catalogue

SHARED = Path(__file__).resolve().parent  # the catalogues of all that is said outside the games
ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "fr": "Français"}  # by the code, each under its own name
ASKED_BY = ("LC_ALL", "LC_MESSAGES", "LANG")  # the variables that say what a terminal speaks, the first that says anything
NO_LANGUAGE = ("C", "POSIX")


class Catalogue:
    """A language whose words stand in .po files: one beside each game, and one for all that is said outside the games."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._shared = read_catalogue(SHARED / f"{code}.po")
        self._at: dict[str, Entries] = {"": self._shared}  # by the home of the words

    def sentence(self, english: str, home: str) -> str:
        """Returns a sentence, its {places} kept."""
        return self._entry(english, home)[0] if english else english

    def things(self, one: str, many: str, number: int, home: str) -> str:
        """Returns the word for a number of things, without the number."""
        forms = self._entry(one, home, plural=True)
        if len(forms) == 1:
            return one if number == 1 else many
        return forms[number > 1]  # so it is in French; a language with other plurals needs another rule

    def _entry(self, english: str, home: str, plural: bool = False) -> tuple[str, ...]:
        """Returns how something is translated at home or, failing that, by all; or else the English."""
        for entries in (self._words_of(home), self._shared):
            forms = entries.get(english)
            if forms is not None and (len(forms) > 1 or not plural):
                return forms
        return (english,)

    def _words_of(self, home: str) -> Entries:
        """Returns the translations that stand in a folder, read when first needed."""
        if home not in self._at:
            path = Path(home, f"{self._code}.po")
            self._at[home] = read_catalogue(path) if path.exists() else {}
        return self._at[home]


@functools.cache
def language(code: str) -> Language | None:
    """Returns a language by its code; English, in which everything is written, is None."""
    return None if code == ENGLISH else Catalogue(code)


@functools.lru_cache(maxsize=1000)  # browsers have few ways of saying it
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


def of_terminal(environment: Mapping[str, str]) -> str:
    """Returns the code of the language that a terminal's environment asks for, as gettext would; English if we do not speak it.

    >>> of_terminal({"LANG": "fr_FR.UTF-8"}), of_terminal({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}), of_terminal({"LANG": "xx"})
    ('fr', 'en', 'en')
    >>> of_terminal({"LANG": "en_GB.UTF-8", "LANGUAGE": "de:fr:en"})
    'fr'
    """
    locale = next((environment[name] for name in ASKED_BY if environment.get(name)), "C")
    if locale.partition(".")[0] in NO_LANGUAGE:
        return ENGLISH
    wishes = [*environment.get("LANGUAGE", "").split(":"), locale]
    codes = [wish.partition(".")[0].partition("@")[0].partition("_")[0].lower() for wish in wishes]
    return next((code for code in codes if code in LANGUAGES), ENGLISH)
