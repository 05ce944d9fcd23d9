"""Hashi on paper: the islands and lines of the board, the cards, the score, and for one player the piles and titles."""

from __future__ import annotations

import re
from functools import cache

import pytest

from ponticello.games.hashi import GAME, position
from ponticello.games.hashi.print_sheets import RULES
from ponticello.games.hashi.referee import TITLES
from tests.print.printed_pages import overlapping, read_pages

OWN = "o1r1o1r1o/9/2o3o2/o3b3o/9/1b5b1/1o5o1/r7r/o7o"  # as wide as a board can be
CURVE = 0.5523  # where the control points of a circle lie


@cache
def pages_of(players, board="A", paper="a4"):
    return read_pages(GAME.print_sheets(paper, players, GAME.read_options({"board": board})))


@pytest.mark.parametrize(("players", "count"), [(1, 2), (2, 2), (3, 3)])
def test_a_board_for_each_player_and_the_cards(players, count):
    pages = pages_of(players)
    assert len(pages) == count
    boards = " ".join(page.prose for page in pages[:-1])
    assert boards.count("Hashi, side A") == boards.count("Name") == players
    assert boards.count("Our own board, not the published one.") == players
    assert boards.count("Total") == players
    assert boards.count("\xd7 2 =") == players
    assert "Hashi, the cards" in pages[-1].words


@pytest.mark.parametrize("board", ["A", "B", OWN])
@pytest.mark.parametrize("players", [1, 2])
def test_the_board_is_the_one_that_is_played(board, players):
    """Islands are told by the letters and numbers at the edge: read them off the paper and compare with the position."""
    state = position.Hashi()
    position.set_up(state, players, GAME.read_options({"board": board})["board"])
    page = pages_of(players, board)[0]
    columns = {text.words: text.left + text.width / 2 for text in page.texts if re.fullmatch("[a-i]", text.words)}
    left = min(columns.values())
    rows = {}
    for text in page.texts:
        if re.fullmatch("[1-9]", text.words) and text.left < left and text.words not in rows:
            rows[text.words] = text.middle
    assert len(columns) == 1 + max(state.column[k] for k in range(18))
    drawn = {(across, down) for across, x in columns.items() for down, y in rows.items() if has_circle(page, x, y)}
    assert drawn == {("abcdefghi"[state.column[island]], str(state.row[island] + 1)) for island in range(18)}


def has_circle(page, x, y):
    """Tells whether there is a circle around a point in which one can write a number by hand."""
    around = [(px - x, py - y) for px, py in page.points if 0 < px - x < 9 and abs(py - y) < 9]
    radii = {px for px, py in around if abs(py) < 0.01 and px > 4}
    return any(any(abs(px - radius) < 0.02 and abs(abs(py) - CURVE * radius) < 0.02 for px, py in around) for radius in radii)


def test_a_board_of_ones_own_says_so():
    prose = pages_of(2, OWN, "letter")[0].prose
    assert "Hashi, a board of your own" in prose
    assert "published" not in prose


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("players", [1, 2])
def test_nine_by_nine_fits(paper, players):
    assert all(overlapping(page) == [] for page in pages_of(players, OWN, paper))


@pytest.mark.parametrize("players", [1, 2])
def test_awards_with_both_values(players):
    prose = pages_of(players)[0].prose
    for words in ("4 red flags", "3 blue flags", "6 connected", "finished islands"):
        assert words in prose
    values = re.findall(r"(?:red flags|blue flags|6 connected)(?: in time: up to card \d+)? (\d) (\d)", prose)
    assert values[:3] == [("9", "5"), ("7", "3"), ("8", "4")]


def test_every_board_has_all_cards_to_cross_out_and_the_rules():
    page = pages_of(2)[0]
    large = [text.words for text in page.texts if text.size > 4.9 and text.words.isdecimal()]
    assert sorted(large) == sorted("123456" * 6)
    assert "then pass the board to the left" in page.prose
    assert page.prose.count(RULES) == 2


def test_the_cards_to_cut_out():
    page = pages_of(1)[-1]
    assert sorted(text.words for text in page.texts if text.words.isdecimal()) == sorted("123456" * 3)
    assert "Our own deck, not the published one." in page.words


def test_alone_with_piles_and_titles():
    page = pages_of(1)[0]
    for worth in ("red 9, blue 7, six 8", "red 9, blue 3, six 8", "red 5, blue 3, six 4"):
        assert worth in page.words
    track = [text.words for text in page.texts if text.size < 2.4 and text.words.isdecimal()]
    assert [str(card) for card in range(1, 18)] == [words for words in track if words in map(str, range(1, 18))][-17:]
    for _, title in TITLES:
        assert title in page.words
    points = [page.words[page.words.index(title) - 1] for _, title in TITLES]
    assert points == ["to 40", "41-42", "43-44", "45-46", "47-48", "49-50", "51", "52", "54", "56", "58", "60"]
    assert "What you are" not in pages_of(2)[0].prose
