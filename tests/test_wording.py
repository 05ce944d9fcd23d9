"""Numbers and lists in sentences: one of a thing is no plural, lists read as lists, and a victory says what it was won by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

import ponticello as pc
from ponticello.engine.words import count, speaking
from ponticello.games import names, rulebook
from ponticello.languages import language
from tests.engine.variants import play_at_random
from tests.french import french
from tests.said import told

NONE_OR_ONE = {
    "en": re.compile(r"(?<![\w.-])1 (?:points|islands|bridges|tiles|floors|spirals|sandbanks|quarter turns|cards|players)\b"),
    "fr": re.compile(r"(?<![\w.-])[01] (?:points|îles|ponts|tuiles|étages|spirales|bancs|quarts|cartes|joueurs)\b"),
}
ARTICLE = re.compile(r"\ba [aeiou](?!ne\b)\w*|\ban [^aeiou\W]\w*")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", names())
def test_no_sentence_of_a_game_has_one_of_many(name: str, language: str) -> None:
    for players in rulebook(name).players:
        match = play_at_random(pc.game(name).match(players, seed=players), players)
        with speaking(french(name) if language == "fr" else None):
            texts = [*told(match, players), *map(rulebook(name).worth, (0, 1, 2))]
        if language == "en":
            texts += [match.explain(), match.status, *(str(match.position_after(at)) for at in range(0, len(match.moves), 9))]
            assert not [found for text in texts for found in ARTICLE.findall(text)]
        assert not [text for text in texts if NONE_OR_ONE[language].search(text)]


@pytest.mark.parametrize("name", names())
def test_the_three_smallest_scores_in_words(name: str) -> None:
    worth = rulebook(name).worth
    assert [worth(score).removesuffix(" lost") for score in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert worth(2) == f"2 {rulebook(name).unit}"
    with speaking(french(name)):
        assert [re.search(r"\d+ points?", worth(score))[0] for score in (0, 1, 2)] == ["0 point", "1 point", "2 points"]


def test_the_numbers_of_players_are_a_range() -> None:
    for name, sentence in {
        "hashi": "Hashi is for 1 to 4 players, not 5",
        "ponte": "Ponte del Diavolo is for 2 players, not 5",
        "skybridge": "Skybridge is for 2 to 4 players, not 5",
    }.items():
        with pytest.raises(pc.BadOption, match=sentence):
            pc.game(name).match(5)


def test_everybody_who_is_to_move_is_listed() -> None:
    assert pc.game("hashi").match(3, names=["Ann", "Bo", "Cy"]).status == "Ann, Bo and Cy to move"


def ended(name: str, players: int, wanted: str) -> str:
    """Returns the first ending of random games that has some words in it, or says that there is none."""
    endings = (play_at_random(pc.game(name).match(players, seed=seed), seed).status for seed in range(60))
    return next((ending for ending in endings if wanted in ending), f"no game ends {wanted!r}")


def test_a_victory_by_the_tie_break_says_so() -> None:
    assert re.fullmatch(r"Player \d wins (\d+)-\1 on the tie-break", ended("ponte", 2, "tie-break"))


def test_where_the_fewest_win_the_score_says_what_it_counts() -> None:
    assert re.fullmatch(r"Player \d wins \d+-\d+ \(points lost\)", ended("connections", 2, "wins"))


def test_a_title_has_its_article() -> None:
    for lost, words in {2: "That makes a king of contacts.", 9: "That makes an apprentice tile-layer."}.items():
        position = play_at_random(pc.game("connections").match(1, seed=1), 1).position
        state = position.state
        state.carried[0] = lost - position.scores[0]
        assert position.game.rulebook.explain(state, 0)[-1] == words


# Sentences with a number that is two or more wherever they are said, or no whole number.
ALWAYS_MANY = {
    "vous avez créé {most} parties qui ne sont pas finies",
    "{most} parties créées aujourd'hui",
    "{file} holds {games} games; say which",
    "{game} is for {listed} players",
    "{least} to {most} players",
    "{title} ({name}), {numbers} players",
    "{number} seconds",
    "and {most} connections need {wanted}",
    "must be {tiles} tiles",
    "{tiles} tiles; of their {sides} sides",
    "The most that can be lost: {points} points",
    "loses {missed} points at the border",
    "{times} times {number}",
    "lies on the board {times} times",
    "lie on the board {times} times",
    "{rounds} tours.",
    "doit avoir {spots} places",
    "{islands} islands on {columns} columns and {rows} rows",
    "Les îles se divisent en {number} parties",
    "brings {first} or {later} points",
    "would bring {first} or {later} points",
    "{number} bridges reach {island}",
    "{number} bridges are drawn",
    "is written {written} times",
    "{number} bridges join {islands}",
    "{points} points are claimed",
    "A board of {side} by {side} cells",
    "would join {number} sandbanks",
    "ferait une terre de {tiles} tuiles",
    "{number} bridges lie on the board",
    "is listed {times} times",
    "carries {number} bridges",
    "the {colour} tiles {cells}",
}
NO_NOUNS = ("names", "turns")  # English verbs, after a {place}
PACKAGE = Path(pc.__file__).parent


def messages() -> Iterator[Message]:
    """Goes through all that the package says, with its French."""
    for path in (PACKAGE / "languages" / "fr.po", *sorted(PACKAGE.glob("games/*/words/fr.po"))):
        with path.open("rb") as file:
            yield from (message for message in read_po(file, locale="fr") if message.id)


def test_what_is_counted_is_counted_in_words_that_know_one_from_many() -> None:
    """A number in front of a plural that is written out would be wrong for one thing, and in French for none."""
    things: tuple[set[str], set[str]] = set(), set()
    for message in messages():
        if message.pluralizable:
            things[0].add(str(message.id[1]))
            things[1].add(str(message.string[1]))
    assert {"points", "players"} <= things[0] and {"îles", "joueurs"} <= things[1]
    nouns = [re.compile(r"\{\w+\} (?:" + "|".join(sorted(many - set(NO_NOUNS))) + r")\b") for many in things]
    written = [
        text
        for message in messages()
        if not message.pluralizable
        for text, noun in zip((str(message.id), str(message.string)), nouns, strict=True)
        if noun.search(text) and not any(known in text or known in str(message.id) for known in ALWAYS_MANY)
    ]
    assert written == []
    said = "\n".join(f"{message.id}\n{message.string}" for message in messages())
    assert [known for known in ALWAYS_MANY if known not in said] == []


@pytest.mark.parametrize("number", [0, 1, 2])
def test_numbers_of_everything_are_right_in_both_languages(number: int) -> None:
    for message in messages():
        if message.pluralizable:
            one, many = message.id
            assert many == f"{one}s"
            assert count(number, one) == f"{number} {one if number == 1 else many}"
    with speaking(language("fr")):
        for message in messages():
            if message.pluralizable and message.id[0] in ("point", "player", "game", "onlooker", "seat", "name"):
                assert count(number, message.id[0]) == f"{number} {message.string[number > 1]}"
