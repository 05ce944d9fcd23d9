"""French for the tests: a game's catalogue as a language, and whether it says everything that the game says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import ponticello
from ponticello.engine.words import Language

GAMES = Path(ponticello.__file__).parent / "games"
PLACE = re.compile(r"\{\w*\}")


def catalogue(game: str) -> Catalog:
    """Reads a game's French."""
    with (GAMES / game / "words" / "fr.po").open("rb") as file:
        return read_po(file, locale="fr", abort_invalid=True)


@dataclass(frozen=True)
class French:
    """A language that knows a game's catalogue and how to join a list; anything else it is asked for is an error."""

    sentences: dict[str, str]
    numbers: dict[tuple[str, str], tuple[str, str]]

    def sentence(self, english: str) -> str:
        """Returns a sentence of the catalogue."""
        return "{most} et {last}" if english == "{most} and {last}" else self.sentences[english]

    def things(self, one: str, many: str, number: int) -> str:
        """Returns the word for a number of things."""
        return self.numbers[one, many][number > 1]


def french(game: str) -> Language:
    """Returns the French of a game."""
    entries = [entry for entry in catalogue(game) if entry.id]
    return French(
        {entry.id: entry.string for entry in entries if isinstance(entry.id, str)},
        {tuple(entry.id): tuple(entry.string) for entry in entries if not isinstance(entry.id, str)},
    )


def said_by(game: str) -> set[str | tuple[str, str]]:
    """Returns everything that a game says in English: its sentences, and its things as one and many."""
    said: set[str | tuple[str, str]] = set()
    for path in sorted((GAMES / game).rglob("*.py")):
        said |= {text for _, text, _, _ in extract_from_file("python", str(path), {"say": None, "mark": None})}
        said |= {(thing, f"{thing}s") for _, thing, _, _ in extract_from_file("python", str(path), {"count": (2,)})}
    return said


def check_catalogue(game: str) -> None:
    """Makes sure that a game's French has every sentence of the game, with its places, and none that is gone."""
    entries = {entry.id if isinstance(entry.id, str) else tuple(entry.id): entry for entry in catalogue(game) if entry.id}
    said = said_by(game)
    assert said, f"nothing to translate was found in {game}"
    assert not said - entries.keys(), "not translated"
    assert not entries.keys() - said, "translated but never said"
    for english, entry in entries.items():
        assert not entry.fuzzy, f"only guessed: {english}"
        for one, other in zip(*(([text] if isinstance(text, str) else text) for text in (english, entry.string)), strict=True):
            assert other.strip(), f"translated by nothing: {english}"
            assert sorted(PLACE.findall(other)) == sorted(PLACE.findall(one)), f"other places: {english}"
