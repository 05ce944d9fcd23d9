"""What the tests of every game's French share: the language as its catalogue has it, and a check that the catalogue is whole."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from ponticello.engine.words import Language
from ponticello.table.lessons import FILE, words_of

Said = str | tuple[str, str]


class Book:
    """A language read from a catalogue; what it lacks stays English."""

    def __init__(self, catalogue: Catalog) -> None:
        self.catalogue = catalogue

    def sentence(self, english: str, home: str) -> str:
        message = self.catalogue.get(english)
        if message is None or not message.string:
            return english
        return message.string if isinstance(message.string, str) else message.string[0]

    def things(self, one: str, many: str, number: int, home: str) -> str:
        message = self.catalogue.get(one)
        if message is None or not message.pluralizable:
            return one if number == 1 else many
        return tuple(message.string or ())[number > 1]


def french(game: str) -> Language:
    """Returns a game's French."""
    return Book(catalogue_of(game))


def folder_of(game: str) -> Path:
    """Returns the folder of a game, in the package or elsewhere."""
    return Path(import_module(f"ponticello.games.{game}").__path__[0])


def catalogue_path(game: str) -> Path:
    """Returns where a game's French stands, if it has any: a game without a catalogue speaks English."""
    return folder_of(game) / "words" / "fr.po"


def catalogue_of(game: str) -> Catalog:
    """Reads a game's French catalogue."""
    with catalogue_path(game).open("rb") as file:
        return read_po(file, locale="fr", abort_invalid=True)


def said_in_python(path: Path) -> Iterator[Said]:
    """Yields what a module says: a sentence alone, or a thing with its plural.

    Of a sentence that depends on something all variants count, which Babel would glue together.
    """
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("say", "mark", "count"):
            counts = call.func.id == "count"  # also the name of a counter of Python's, which takes one number at most
            for words in ast.walk(call.args[counts]) if len(call.args) > counts else ():
                if isinstance(words, ast.Constant) and isinstance(words.value, str):
                    yield (words.value, f"{words.value}s") if counts else words.value


def said_in(game: str) -> Iterator[tuple[str, ...]]:
    """Finds what a game's files say."""
    for path in sorted(folder_of(game).rglob("*.py")):
        for words in said_in_python(path):
            yield (words,) if isinstance(words, str) else words
    if (lessons := folder_of(game) / FILE).exists():
        yield from ((words,) for words in words_of(lessons))


def places(words: str) -> set[str]:
    """Returns the {places} of a sentence."""
    return {f"{name}!{turned}" if turned else name for _, name, _, turned in Formatter().parse(words) if name is not None}


def check_catalogue(game: str) -> None:
    """Makes sure that a game's catalogue translates all that the game says, with the same {places}, and nothing else."""
    catalogue = catalogue_of(game)
    entries = {
        (message.id,) if isinstance(message.id, str) else tuple(message.id): message for message in catalogue if message.id
    }
    said = set(said_in(game))
    assert said, "nothing was found"
    things = {words[0] for words in said if len(words) == 2}
    said -= {(thing,) for thing in things}  # a thing may also be said alone; one entry serves both
    assert said - set(entries) == set(), "said, but not in the catalogue"
    assert set(entries) - said == set(), "in the catalogue, but not said any more"
    assert catalogue.num_plurals == 2 and catalogue.plural_expr == "(n > 1)"
    for english, message in entries.items():
        translations = [message.string] if isinstance(message.string, str) else list(message.string or ())
        assert len(translations) == len(english) and all(translations) and not message.fuzzy, english
        assert all(places(words) == places(english[0]) for words in translations), english
