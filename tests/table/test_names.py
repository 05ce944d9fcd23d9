"""Names: what can be seen and read is one, in every script; what cannot is not; and old records stay readable."""

from __future__ import annotations

import sys
import unicodedata

import pytest

import ponticello as pc
from ponticello.engine.errors import BadOption
from ponticello.table.names import MOST_LETTERS, check_name, looks_of
from ponticello.table.pont import split_records

REAL = [
    "Ann",
    "Zoé B.",
    "Heron 42",
    "李明",
    "علی‌رضا",
    "ශ්‍රී",
    "प्रिया",
    "Ελένη",
    "Ἀθηνᾶ",
    "ᐃᓄᒃ",
    "7",
    "Ann ❤️",
    "שָׁלוֹם",
    "นภา",
    "한글",
    "Đặng Thị",
]
UNSEEN = {
    "zero width": "\u200b",
    "zero width within": "A\u200bnn",
    "word joiner": "Ann\u2060",
    "soft hyphen": "An\u00adn",
    "right to left": "Ann\u202eobB",
    "isolates": "\u2066Ann\u2069",
    "marks only": "\u0301\u0308",
    "tags": "Ann\U000e0041",
    "braille blank": "\u2800\u2800",
    "braille blank within": "A\u2800B",
    "hangul filler": "\u3164",
    "half width filler": "\uffa0",
    "choseong filler": "\u115f\u1160",
    "grapheme joiner": "A\u034fnn",
    "selector": "Ann\ufe0f",
    "mongolian": "\u180e",
    "joiner between latin": "A\u200dnn",
    "joiner at the end": "علی\u200c",
    "two joiners": "क\u200d\u200dक",
    "private": "\ue000",
    "unassigned": "A\u0378",
    "line separator": "A\u2028B",
    "newline": "A\nB",
    "only dots": "...",
    "only spaces": " \u3000",
}


@pytest.mark.parametrize("name", REAL)
def test_names_of_real_scripts_are_kept_as_they_are(name: str) -> None:
    assert check_name(name) == unicodedata.normalize("NFC", name)
    match = pc.game("ponte").match(names=[name, "Bo"])
    (record,) = split_records(match.record())
    assert record.replay().names[0] == name


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    with pytest.raises(BadOption, match="cannot be a player's name"):
        check_name(name)


def test_no_character_that_shows_nothing_makes_a_name() -> None:
    ignorable = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) in ("Cc", "Cf", "Zl", "Zp")]
    for letter in ignorable:
        for name in (letter, letter * 3, f"Ann{letter}", f"A{letter}nn"):
            with pytest.raises(BadOption):
                check_name(name)


def test_names_are_composed_and_have_plain_spaces() -> None:
    assert check_name("Zoe\u0301") == "Zoé"
    assert check_name("Ann\u00a0\u2003 B") == "Ann B"
    assert len(check_name("e\u0301" * MOST_LETTERS)) == MOST_LETTERS
    with pytest.raises(BadOption, match="1 to 40 letters"):
        check_name("A" * (MOST_LETTERS + 1))


@pytest.mark.parametrize("other", ["ANN", "ann", "\uff21\uff4e\uff4e", "A\u200bnn", "Ann\u2800", "Ann\u00a0"])
def test_names_that_look_alike_are_known_to_be(other: str) -> None:
    assert looks_of(other) == looks_of("Ann") != looks_of("Anna")


def test_old_records_with_names_nobody_may_choose_any_more_are_read() -> None:
    for name in ("\u3164", "Ann\ufe0f", "...", "A\u2800"):
        (record,) = split_records(pc.game("ponte").match(names=[name, "Bo"]).record())
        assert record.replay().names == (name, "Bo")


def test_a_name_costs_little_however_long_it_is() -> None:
    with pytest.raises(BadOption):
        check_name("A" * 100_000)
