"""How every game speaks of and to the people who play it: by their names, as "you", and of what they are asked to do.

Nothing here names a game.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from ponticello.engine.drawing import THEMES
from ponticello.engine.people import called, fitted
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import speaking
from ponticello.languages import LANGUAGES, language
from ponticello.table.position import Position
from tests.engine.variants import VARIANTS, Variant, finished, stations
from tests.said import pictured

MOST_LETTERS = 60
NAMES = ("Ann", "Bo", "Cyd", "Dov")
LONG = tuple(f"{name} Wolfeschlegelsteinhausenberg" for name in NAMES)
RUDE = tuple(f"{name}<b>&\"']]>" for name in NAMES)
NUMBERED = re.compile(r"\b([Pp]layers?|[Jj]oueurs?) \d")
WAITING = re.compile(r"to move|to lay\b|to play|to be played|to be laid|writing|drawing|choosing|de jouer|reste à")
# What is wrong when somebody is spoken to as if they were spoken of.
BROKEN = re.compile(
    r"\b[Yy]ou (?:is|has|lays|wins|chooses|shares|ends|plays|was)\b|\b[Vv]ous (?:est|a|pose|gagne|choisit|place)\b"
)

# One way to play each number of players is enough: options change no sentence about people.
FEW = list({(variant.name, variant.players): variant for variant in reversed(VARIANTS)}.values())[::-1]
every_table = pytest.mark.parametrize("variant", FEW, ids=str)
every_language = pytest.mark.parametrize("code", LANGUAGES)


def shown(position: Position, seat: int | None = None) -> Iterator[str]:
    """Goes through what is seen and heard of a position."""
    yield position.describe()
    yield position.text()
    for view in position.game.rulebook.views_of(position.players)[:2]:
        targets = position.legal_moves(seat) if seat in position.actors else ()
        yield from pictured(position.svg(view=view, targets=targets))


def tasks(position: Position) -> Iterator[tuple[int, str]]:
    """Goes through all seats, each with what is asked of it."""
    for seat in range(position.players):
        yield seat, position.view(seat).task(seat)


@every_language
@every_table
def test_whoever_is_to_act_is_asked_something_and_nobody_else_is(variant: Variant, code: str) -> None:
    match = finished(variant, 1)
    with speaking(language(code)), called(LONG[: variant.players], you=0):
        for at in range(0, len(match.moves) + 1, 3):
            position = match.position_after(at)
            assert {seat for seat, task in tasks(position) if task} == set(position.actors) - {CHANCE}
            for _, task in tasks(position):
                assert len(task) <= MOST_LETTERS and task[:1] == task[:1].upper() and not re.search(r"[.!?\n]|\{", task), task


@every_table
def test_a_task_changes_in_the_middle_of_a_turn(variant: Variant) -> None:
    match = finished(variant, 1)
    for at in range(len(match.moves)):
        position, seat = match.position_after(at), match.moves[at].seat
        after = match.position_after(at + 1)
        if seat != CHANCE and not position.mid_turn(seat) and after.mid_turn(seat):
            assert position.task(seat) != after.task(seat)


@every_language
@every_table
def test_people_are_called_by_their_names(variant: Variant, code: str) -> None:
    names = NAMES[: variant.players]
    with speaking(language(code)):
        for position in stations(variant, 1, 3):
            with called(names):
                texts = list(shown(position))
            assert not [text for text in texts if NUMBERED.search(text)]
            if not position.over and variant.players > 1 and set(position.actors) - {CHANCE}:
                assert [seat for seat in position.actors if not any(names[seat] in text for text in texts)] == []


@every_table
def test_without_names_they_are_numbers(variant: Variant) -> None:
    if variant.players > 1:
        texts = "\n".join(shown(finished(variant, 1).position))
        assert re.search(r"Player [1-4]", texts) and "You" not in texts


@every_language
@every_table
def test_whoever_reads_is_you(variant: Variant, code: str) -> None:
    names = NAMES[: variant.players]
    with speaking(language(code)):
        for position in stations(variant, 1, 3):
            for seat in range(variant.players):
                with called(names, you=seat):
                    texts = list(shown(position, seat))
                assert not [text for text in texts if names[seat] in text]
                assert not [text for text in texts if BROKEN.search(text)]
                if seat in position.actors and variant.players > 1:
                    assert re.search({"en": r"\b[Yy]ou\b", "fr": r"\b[Vv]ous\b"}[code], "\n".join(texts))


@every_table
def test_a_name_of_a_stranger_is_cut_to_what_fits_and_breaks_nothing(variant: Variant) -> None:
    for position in stations(variant, 1, 2):
        for names in (LONG, RUDE):
            with called(names[: variant.players]):
                words = list(shown(position))  # which reads the picture as XML
            assert "Wolfeschlegelsteinhausenberg" not in "\n".join(words)
            assert not any(node.tag == "b" for node in ET.fromstring(position.svg()).iter())
        with called(LONG[: variant.players]):
            for line in pictured(position.svg()):
                assert "Wolfe" not in line or "…" in line


@every_language
@every_table
def test_when_a_match_has_ended_early_nobody_is_waited_for(variant: Variant, code: str) -> None:
    names = NAMES[: variant.players]
    with speaking(language(code)), called(names, ending="Bo has resigned"):
        for position in stations(variant, 1, 3)[:-1]:
            texts = list(shown(position))
            assert any("Bo has resigned" in text for text in texts)
            assert not [text for text in texts if WAITING.search(text)]


@every_table
def test_the_sign_of_a_seat_is_a_small_picture_of_its_own(variant: Variant) -> None:
    for position in stations(variant, 1, 2):
        for theme in THEMES:
            signs = [position.seat_sign(seat, theme=theme) for seat in range(variant.players)]
            drawn = [sign for sign in signs if sign]
            assert len(set(drawn)) == len(drawn) and len(drawn) in (0, variant.players)
            for sign in drawn:
                root = ET.fromstring(sign)
                title = root.find("{http://www.w3.org/2000/svg}title")
                assert title is not None and title.text and root.attrib["height"] == "24"
                assert not [node for node in root.iter() if "style" in node.attrib or "id" in node.attrib]


@every_language
@every_table
def test_a_choice_that_is_no_place_is_a_short_button(variant: Variant, code: str) -> None:
    with speaking(language(code)):
        for position in stations(variant, 1, 6):
            for seat in set(position.actors) - {CHANCE}:
                moves = position.legal_moves(seat)
                words = [position.choice(move) for move in moves if position.choice(move)]
                assert len(set(words)) == len(words) and all(len(text) <= 24 and text[0].isupper() for text in words)
                assert len(words) <= 4, "more than a few are places"


def test_a_text_is_cut_where_there_is_no_more_room() -> None:
    assert fitted("Ann", 3) == "Ann"
    assert fitted("Bartholomew", 6) == "Barth…"
    assert fitted("北京北京", 6) == "北京…"
    assert fitted("WWWWWW", 6) == "WW…"
