"""Every sheet: the right paper, a margin any printer can leave, nothing but lines and letters, and no text on top of another."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import pairwise

import pytest

import ponticello as pc
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.print_sheets import Sheets, centred
from tests.print.printed_pages import overlapping, page_size, read_pages

SIZES = {"a4": (210, 297), "letter": (215.9, 279.4)}
GAMES = [rulebook for rulebook in pc.games() if rulebook.print_sheets is not None]
CASES = [(book, paper, players) for book in GAMES for paper in SIZES for players in book.players]


def make(rulebook, paper, players, **options):
    return rulebook.print_sheets(paper, players, rulebook.read_options(options))


@pytest.mark.slow
@pytest.mark.parametrize(("rulebook", "paper", "players"), CASES, ids=lambda value: getattr(value, "name", value))
def test_a_sheet_can_be_printed(rulebook, paper, players):
    pdf = make(rulebook, paper, players)
    assert pdf.startswith(b"%PDF-")
    assert page_size(pdf) == pytest.approx(SIZES[paper], abs=0.01)
    assert b"/Image" not in pdf.replace(b"/ImageB /ImageC /ImageI", b"")
    assert b"/PrintScaling /None" in pdf
    width, height = SIZES[paper]
    for number, page in enumerate(read_pages(pdf), start=1):
        assert page.texts, "no page is without a word"
        across, down = zip(*page.points, strict=True)
        assert min(*across, width - max(across)) >= 9.99, f"page {number} has ink beside its margin"
        assert min(*down, height - max(down)) >= 9.99, f"page {number} has ink above or below its margin"
        assert overlapping(page) == [], f"page {number}"


@pytest.mark.parametrize("rulebook", GAMES, ids=lambda book: book.name)
def test_the_same_sheets_are_the_same_file(rulebook):
    assert make(rulebook, "a4", 2) == make(rulebook, "a4", 2)


def test_a_paper_nobody_sells():
    with pytest.raises(BadOption, match="paper cannot be 'a3'; choose one of: a4, letter"):
        Sheets("a3", "")


def test_without_fpdf2_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(PonticelloError, match=r"pip install 'ponticello\[print\]'"):
        make(GAMES[0], "a4", 1)


def test_text_shrinks_and_breaks_to_fit():
    pages = Sheets("a4", "")
    pages.page()
    assert pages.write((20, 20), "a long, long line", 30, widest=40) == pytest.approx(60)
    pages.paragraph((20, 40), "one two three four five six seven", 10, 25)
    (page,) = read_pages(pages.pdf())
    lines = [text for text in page.texts if text.middle > 30]
    assert " ".join(text.words for text in lines) == "one two three four five six seven"
    assert len(lines) > 1
    assert all(text.width <= 25 for text in lines)
    assert overlapping(page) == []


def test_pieces_stand_in_the_middle():
    edges = centred(210, 26, 7)
    assert Counter(round(b - a, 6) for a, b in pairwise(edges)) == {26: 7}
    assert edges[0] == pytest.approx(210 - edges[-1])
