"""All that is said outside the games is said in every language; and the web table speaks the one that a browser asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import ponticello
from ponticello.cli import app, help_pages
from ponticello.engine.words import Vocabulary, count, say, speaking
from ponticello.games import rulebook
from ponticello.games.connections.board import SIDE_NAMES
from ponticello.languages import ENGLISH, LANGUAGES, language, negotiate
from tests.french import Said, said_in_python

PACKAGE = Path(ponticello.__file__).parent
PLACE = re.compile(r"\{\w*\}")
OTHERS = [code for code in LANGUAGES if code != ENGLISH]


def said_in_template(path: Path) -> Iterator[Said]:
    for function, keywords in (("_", {"_": None}), ("count", {"count": (2,)})):
        for _, words, _, _ in extract_from_file("jinja2", str(path), keywords):
            assert isinstance(words, str), f"{path.name}: {words}"
            yield (words, f"{words}s") if function == "count" else words


def said_in_help() -> list[str]:
    """Returns what the help pages say, part by part."""
    parts: list[str] = []
    for command in help_pages.commands_in(typer.main.get_command(app)):
        for thing, attribute in help_pages.texts_of(command):
            help_pages.in_parts(getattr(thing, attribute), lambda part: parts.append(part) or part)  # type: ignore[func-returns-value]
    assert len(parts) > 100
    return parts


@pytest.fixture(scope="module")
def said() -> set[Said]:
    """Everything that is said outside the games."""
    folders = ("engine", "table", "players", "analysis", "arena", "envs", "learn", "server", "cli")
    modules = [PACKAGE / "games" / "__init__.py", *(path for folder in folders for path in (PACKAGE / folder).rglob("*.py"))]
    templates = list((PACKAGE / "server" / "pages" / "templates").iterdir())
    found = {words for path in modules for words in said_in_python(path)}
    return found | {words for path in templates for words in said_in_template(path)} | set(said_in_help())


@pytest.mark.parametrize("code", OTHERS)
def test_catalogue_has_exactly_what_is_said(code: str, said: set[Said]) -> None:
    with (PACKAGE / "languages" / f"{code}.po").open("rb") as file:
        entries = {entry.id if isinstance(entry.id, str) else tuple(entry.id): entry for entry in read_po(file) if entry.id}
    assert len(said) > 100
    assert sorted(map(str, said - entries.keys())) == [], "not translated"
    assert sorted(map(str, entries.keys() - said)) == [], "translated but never said"
    for english, entry in entries.items():
        assert not entry.fuzzy, english
        for one, other in zip(*([text] if isinstance(text, str) else text for text in (english, entry.string)), strict=True):
            assert other.strip(), f"translated by nothing: {english}"
            assert sorted(PLACE.findall(one)) == sorted(PLACE.findall(other)), f"other places: {english}"


def vocabulary(home: Path, *entries: str) -> Vocabulary:
    """Returns the words of a game that has translated some of them; `island|île|îles` is a thing with its plural."""
    home.mkdir()
    lines = ['msgid ""', 'msgstr ""', r'"Content-Type: text/plain; charset=utf-8\nPlural-Forms: nplurals=2; plural=(n > 1);\n"']
    for english, *french in (entry.split("|") for entry in entries):
        lines += ["", f'msgid "{english}"']
        if len(french) == 1:
            lines.append(f'msgstr "{french[0]}"')
        else:
            lines += [f'msgid_plural "{english}s"', f'msgstr[0] "{french[0]}"', f'msgstr[1] "{french[1]}"']
    (home / "fr.po").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return Vocabulary(str(home))


def test_each_game_translates_the_same_english_in_its_own_way(tmp_path: Path) -> None:
    cards = vocabulary(tmp_path / "cards", "deal {number}|donne {number}", "spade|pique|piques", "north|nord")
    garden = vocabulary(tmp_path / "garden", "deal {number}|affaire {number}", "spade|bêche|bêches", "north|en haut")
    with speaking(language("fr")):
        assert (cards.say("deal {number}", number=1), garden.say("deal {number}", number=1)) == ("donne 1", "affaire 1")
        assert (cards.count(1, "spade"), garden.count(1, "spade")) == ("1 pique", "1 bêche")
        assert (cards.count(2, "spade"), garden.count(2, "spade")) == ("2 piques", "2 bêches")
        assert [say(words.mark("north")) for words in (cards, garden)] == ["nord", "en haut"], (
            "a page says what a game has marked"
        )
        assert say("north") == "north"
    assert cards.mark("north") == garden.mark("north") == cards.say("north") == "north"


def test_what_a_game_lacks_is_shared_or_english_but_never_of_another_game(tmp_path: Path) -> None:
    chatty = vocabulary(tmp_path / "chatty", "{name} wins|{name} triomphe", "gate|portail|portails")
    terse = vocabulary(tmp_path / "terse", "a word|un mot")
    mute = Vocabulary(str(tmp_path / "mute"))  # has no catalogue at all
    with speaking(language("fr")):
        assert chatty.say("{name} wins", name="Ann") == "Ann triomphe"
        for words in (terse, mute):
            assert words.say("{name} wins", name="Ann") == say(words.mark("{name} wins"), name="Ann") == "Ann gagne"
            assert words.count(2, "seat") == "2 places"
            assert words.count(2, "gate") == "2 gates"
        assert (terse.say("a word"), mute.say("a word")) == ("un mot", "a word")


def test_towers_are_seen_from_the_south_and_tiles_from_below() -> None:
    with speaking(language("fr")):
        assert [say(view) for view in rulebook("skybridge").views] == ["sud", "est", "nord", "ouest"]
        assert [say(side) for side in SIDE_NAMES] == ["en haut", "à droite", "en bas", "à gauche"]
        assert "vue côté sud" in ponticello.game("skybridge").match(2, seed=1).svg()


def test_french_is_spoken() -> None:
    with speaking(language("fr")):
        assert say("{name} wins", name="Ann") == "Ann gagne"
        assert (count(0, "seat"), count(1, "seat"), count(2, "seat")) == ("0 place", "1 place", "2 places")
        assert say("no such sentence, {name}", name="Ann") == "no such sentence, Ann"
        assert say("") == ""


def test_english_needs_no_catalogue() -> None:
    assert language(ENGLISH) is None


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-CA;q=0.3, en-GB;q=0.2", "fr"),
        ("en-US, fr;q=0.9", "en"),
        ("de, it;q=0.9, fr;q=0.1", "fr"),
        ("fr;q=0, en;q=0.1", "en"),
        ("fr;q=much", "en"),
        ("*", "en"),
    ],
)
def test_browser_is_understood(accepted: str, code: str) -> None:
    assert negotiate(accepted) == code
