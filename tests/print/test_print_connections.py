"""Connections on paper: tiles that are the tiles of the game, backs that lie behind them, and boards of the same measure."""

from __future__ import annotations

from functools import cache

import pytest

from ponticello.games.connections import GAME, rules
from ponticello.games.connections.board import NARROW, SPOTS, WIDE, spot_place
from ponticello.games.connections.notation import tile_name
from ponticello.games.connections.print_sheets import TILE
from ponticello.games.connections.referee import TITLES
from tests.print.printed_pages import read_pages

PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}


@cache
def pages_of(players, paper="a4", **options):
    return read_pages(GAME.print_sheets(paper, players, GAME.read_options(options)))


def position(players, **options):
    state = rules.Connections()
    rules.set_up(state, players, **GAME.read_options(options))
    return state


def shown_at(page, x, y):
    """Returns what a tile or a centre around a point shows on its four sides, by the width and the grey of its bands."""
    codes = []
    for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        px, py = x + dx * (TILE / 2 - 0.2), y + dy * (TILE / 2 - 0.2)
        bands = [
            box
            for box in page.boxes
            if box.grey is not None
            and box.left - 0.01 <= px <= box.left + box.width + 0.01
            and box.top - 0.01 <= py <= box.top + box.height + 0.01
            and (min(box.width, box.height) < 10 and max(box.width, box.height) == pytest.approx(TILE / 2, abs=0.02))
        ]
        across = max((min(box.width, box.height) for box in bands), default=0)
        codes.append(0 if across == 0 else WIDE if across > 6 else NARROW)
    return sum(code << 2 * side for side, code in enumerate(codes))


@pytest.mark.parametrize("paper", PAPERS)
def test_every_tile_shows_its_own_sides(paper):
    state = position(2)
    page = pages_of(2, paper)[0]
    for tile in range(28):
        places = [text for text in page.texts if text.words == tile_name(state, tile)]
        assert len(places) == 2, "one in each of the two sets"
        for text in places:
            assert shown_at(page, text.left + text.width / 2, text.middle) == state.sides[tile], text.words


@pytest.mark.parametrize(("players", "sheets"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_a_set_and_a_board_for_each_player(players, sheets):
    pages = pages_of(players)
    assert len(pages) == 2 * sheets + players
    assert sum(page.words.count("mushroom") for page in pages) == players
    assert [page.words[0] for page in pages[2 * sheets :]] == [f"Connections, board {seat + 1}" for seat in range(players)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("players", [1, 2])
def test_a_spiral_lies_behind_every_tile(paper, players):
    """Turned over along either edge of the paper, each spiral is within its tile."""
    state = position(players)
    width, height = PAPERS[paper]
    front, back = pages_of(players, paper)[:2]
    names = {tile_name(state, tile) for tile in range(28)}
    tiles = [(text.left + text.width / 2, text.middle) for text in front.texts if text.words in names]
    ink = [(x, y) for x, y in back.points if y > 20]
    for mirrored in ([(width - x, y) for x, y in ink], [(x, height - y) for x, y in ink]):
        behind = dict.fromkeys(tiles, 0)
        for x, y in mirrored:
            (tile,) = [(a, b) for a, b in tiles if abs(a - x) < TILE / 2 - 2 and abs(b - y) < TILE / 2 - 2]
            behind[tile] += 1
        assert min(behind.values()) == max(behind.values()) > 50


@pytest.mark.parametrize("paper", PAPERS)
def test_the_boards_are_those_that_are_played(paper):
    state = position(4)
    for seat, page in enumerate(pages_of(4, paper)[4:]):
        cells = {text.words: (text.left + text.width / 2, text.middle) for text in page.texts if len(text.words) == 2}
        assert len(cells) == 24
        assert cells["b1"][0] - cells["a1"][0] == pytest.approx(TILE, abs=0.05)
        x, y = cells["c4"][0], cells["b3"][1]
        assert shown_at(page, x, y) == state.centre[seat]
        numbers = [text for text in page.texts if text.words in ("1", "2", "3") and text.size > 5]
        assert len(numbers) == 16
        for spot in range(SPOTS):
            cell, side = spot_place(spot)
            dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
            middle = (x + (cell % 5 - 2) * TILE, y - (cell // 5 - 2) * TILE)
            found = [
                int(text.words)
                for text in numbers
                if abs(text.left + text.width / 2 - middle[0] - dx * 18.5) < 1 and abs(text.middle - middle[1] - dy * 18.5) < 1
            ]
            assert found == ([state.numbers[seat, spot]] if state.numbers[seat, spot] else [])


def test_a_table_for_every_game_of_a_match():
    words = pages_of(3)[-1].words
    assert [word for word in words if word.startswith("game ")] == ["game 1", "game 2", "game 3"]
    assert "match" in words
    assert "What you are" not in words


def test_alone_with_titles():
    page = pages_of(1)[-1]
    points = [page.words[page.words.index(title) - 1] for _, title in TITLES]
    assert points == ["0-1", "2-4", "5-7", "8-10", "11 or more"]
    assert "everybody" not in page.prose


def test_only_the_shipped_set_is_called_our_own():
    assert all("Our own tiles and boards, not the published ones." in page.words for page in pages_of(2) if len(page.texts) > 1)
    own = " ".join(f"{'ab'[k % 2]}{'abcdefghijklmn'[k // 2]}=nw.." for k in range(28))
    border = "=13.21/12.31/11.22/31.12"
    line = f"tiles {own} boards wnwn{border} nwnw{border} wnwn{border} nwnw{border}"
    pages = pages_of(2, board=line)
    assert "published" not in " ".join(page.prose for page in pages)
    state = position(2, board=line)
    assert tile_name(state, 0) in pages[0].words
