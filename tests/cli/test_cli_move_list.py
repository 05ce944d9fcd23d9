"""Lists of moves that a person can read."""

from __future__ import annotations

from ponticello import Move
from ponticello.cli.move_list import columns, matching


def moves(*texts):
    return [Move(text, 0, number) for number, text in enumerate(texts)]


def test_kinds_stay_together_in_natural_order():
    lines = columns(moves("b10", "b2", "a1-c3", "pass", "b1", "a2-c4", "light"), 80)
    assert lines == ["b1   b2   b10", "a1-c3  a2-c4", "light  pass"]


def test_what_stands_before_the_place_makes_the_kind():
    assert columns(moves("C3@b2", "Cr@b2", "C3@a1", "Cb@a1-a2"), 80) == ["C3@a1  C3@b2", "Cr@b2", "Cb@a1-a2"]


def test_a_board_is_listed_a_letter_a_line():
    texts = [f"{letter}{number}" for number in range(1, 11) for letter in "abcdefghij"]
    lines = columns(moves(*texts), 80)
    assert [line.split()[0] for line in lines] == [f"{letter}1" for letter in "abcdefghij"]


def test_a_long_list_is_folded_and_says_so():
    texts = [f"{letter}{number}" for number in range(1, 11) for letter in "abcdefghij"]
    lines = columns(moves(*texts), 80, most=5)
    assert len(lines) == 5
    assert lines[-1].startswith("... and 60 more")


def test_a_narrow_terminal_still_gets_every_move():
    texts = [f"a{number}-b{number}" for number in range(1, 30)]
    lines = columns(moves(*texts), 5)
    assert [line.strip() for line in lines] == texts


def test_a_filter_looks_at_every_part():
    found = matching(moves("a1", "a1-b2", "b2", "C3@b2", "b22", "ab2"), "B2")
    assert [move.text for move in found] == ["a1-b2", "b2", "C3@b2", "b22"]
