"""What every game must do to be understood: all its words can be translated, and a catalogue that it brings is whole.

A game without a catalogue is allowed and speaks English. Nothing here names a game.
"""

from __future__ import annotations

import re

import pytest

from ponticello.engine.words import speaking
from ponticello.games import names, rulebook
from ponticello.languages import language
from ponticello.table.game import game
from ponticello.table.match import Match
from tests.engine.variants import play_at_random
from tests.french import catalogue_path, check_catalogue, folder_of
from tests.said import WORDS, english_in, never_said, told

every_game = pytest.mark.parametrize("name", names())


def a_match(name: str) -> Match:
    """Returns a match that has gone on for a while."""
    return play_at_random(game(name).match(seed=5), 5, most=40)


@every_game
def test_a_catalogue_has_all_that_the_game_says_and_nothing_else(name: str) -> None:
    if catalogue_path(name).exists():
        check_catalogue(name)


@every_game
def test_a_game_with_a_catalogue_speaks_through_it(name: str) -> None:
    """What is said with the words that all share is never looked up beside the game."""
    shared = re.compile(r"from ponticello\.engine\.words import .*\b(say|count|mark)\b")
    files = folder_of(name).rglob("*.py") if catalogue_path(name).exists() else ()
    assert [path for path in files if shared.search(path.read_text(encoding="utf-8"))] == []


@every_game
def test_everything_a_person_reads_can_be_translated(name: str) -> None:
    assert never_said(lambda: a_match(name), 5) - set(WORDS.findall(rulebook(name).title)) == set()


@every_game
def test_a_game_is_told_in_french_or_else_in_english(name: str) -> None:
    plain = list(told(a_match(name), 5))
    with speaking(language("fr")):
        french = list(told(a_match(name), 5))
    assert len(french) == len(plain)
    if catalogue_path(name).exists():
        assert english_in(french, name) == [] and french != plain
