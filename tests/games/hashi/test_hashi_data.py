"""Boards and decks as data: the shipped ones are sound, and a bad one is refused with the key and what is allowed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ponticello.engine.datafile import DataFile
from ponticello.engine.errors import BadData, BadOption
from ponticello.engine.verbs import CHANCE
from ponticello.games.hashi import GAME
from ponticello.games.hashi.board import DATA, SHIPPED, find_board, make_deck, place_name, shipped_deck
from ponticello.games.hashi.plain_board import Card
from ponticello.games.hashi.reading import deck
from ponticello.table.game import game
from ponticello.table.pont import read_records
from tests.engine.variants import play_at_random

ROWS = ["o.o.o", "o.o.o", "r.b.r", "o.b.o", "r.o.r", "o.b.o"]
LINE = "o1o1o/o1o1o/r1b1r/o1b1o/r1o1r/o1b1o"
BOARD = GAME.options[0]


def board_file(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def rows(*lines: str) -> str:
    return "grid = [" + ", ".join(f'"{line}"' for line in lines) + "]\n"


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_board_is_sound(name: str) -> None:
    board = find_board(name)
    assert len(board.islands) == 18 and sorted(board.flags) == [0] * 11 + [1] * 4 + [2] * 3
    assert 20 <= len(board.lines) <= 36
    for island in range(18):
        lines = [line for line, ends in enumerate(board.lines) if island in ends]
        assert len(lines) >= 2
        assert any(not board.crossed_by(line) for line in lines), f"{place_name(*board.islands[island])} can be walled in"
    assert any(board.crossed_by(line) for line in range(len(board.lines)))
    wide = sum(sum(island in ends for ends in board.lines) >= 3 for island in range(18))
    assert wide >= 8, "six islands must hold a 5 or a 6"
    mirrored = {(6 - column, row) for column, row in board.islands}
    assert mirrored == set(board.islands)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_island_of_a_shipped_board_can_be_reached_from_every_other(name: str) -> None:
    board = find_board(name)
    reached = {0}
    for _ in board.islands:
        reached |= {end for ends in board.lines if reached & set(ends) for end in ends}
    assert len(reached) == 18


def test_side_b_has_more_crossings_than_side_a() -> None:
    crossings = {
        name: sum(len(find_board(name).crossed_by(k)) for k in range(len(find_board(name).lines))) // 2 for name in SHIPPED
    }
    assert crossings == {"A": 4, "B": 7}


def test_lines_run_straight_between_neighbours() -> None:
    board = find_board("A")
    for a, b in board.lines:
        assert a < b
        (ax, ay), (bx, by) = board.islands[a], board.islands[b]
        assert (ax == bx) != (ay == by)
        assert not any((x, y) not in ((ax, ay), (bx, by)) and ax <= x <= bx and ay <= y <= by for x, y in board.islands), (
            "no island on the way"
        )


def test_crossings_are_mutual_and_never_share_an_end() -> None:
    for name in SHIPPED:
        board = find_board(name)
        for line in range(len(board.lines)):
            for other in board.crossed_by(line):
                assert line in board.crossed_by(other) and not set(board.lines[line]) & set(board.lines[other])


def test_the_shipped_deck_has_every_pair_once() -> None:
    assert shipped_deck() == (1,) * 18


@pytest.mark.parametrize("name", ["A.toml", "B.toml", "deck.toml"])
def test_the_files_say_whose_design_they_are(name: str) -> None:
    assert "our own" in (DATA / name).read_text(encoding="utf-8")
    assert "own design" in GAME.summary


# A board of one's own


def test_a_board_can_be_a_file_a_path_or_a_line_of_text(tmp_path: Path) -> None:
    path = board_file(tmp_path, 'name = "Mine"\n' + rows(*ROWS))
    assert BOARD.read(path) == BOARD.read(Path(path)) == BOARD.read(LINE) == LINE
    assert BOARD.read(LINE.upper()) == LINE and BOARD.read("/".join(ROWS)) == LINE
    assert game("hashi", board=path).options == {"board": LINE}
    assert BOARD.read(" a ") == "A" and BOARD.read("b") == "B"


def test_a_pair_can_be_left_without_a_line(tmp_path: Path) -> None:
    path = board_file(tmp_path, rows(*ROWS) + 'without = ["c2-c1", "c1-C2", "c2-e2"]\n')
    text = f"{LINE} without c1-c2 c2-e2"
    assert BOARD.read(path) == BOARD.read(text) == text
    assert len(find_board(text).lines) == len(find_board(LINE).lines) - 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("grid = [", "mine.toml is not TOML"),
        ('name = "x"', r"mine.toml: grid: is missing; it must be a list of texts"),
        ("grid = 3", r"grid: must be a list of texts, not 3"),
        ("grid = [3]", r"grid: must be a list of texts, but 3 is none"),
        (rows(*ROWS) + "colour = 3", r"colour: unknown key; allowed are: name, grid, without"),
        ("name = 3\n" + rows(*ROWS), r"name: must be a text, not 3"),
        (rows(), r"grid: has 0 rows; it can have 1 to 9"),
        (rows(*ROWS, *["....."] * 4), r"grid: has 10 rows; it can have 1 to 9"),
        (rows(*ROWS[:5], "o.b.x"), r"grid: 'x' in row 6 means nothing; use o, r \(red flag\), b \(blue flag\) and \. \(sea\)"),
        (rows(*ROWS[:5], "o.b.o....."), r"grid: row 6 has 10 columns; it can have 1 to 9"),
        (rows(*ROWS[:5], ""), r"grid: row 6 has 0 columns; it can have 1 to 9"),
        (rows(*ROWS[:5], "o.b.o."), r"grid: row 6 has 6 columns but row 1 has 5; all rows are equally long"),
        (rows(*ROWS[:5], "o.b.."), r"grid: has 17 islands; a board has 18"),
        (rows(*ROWS[:5], "o.o.o"), r"grid: has 12 islands with no flag \(o\); a board has 11"),
        (rows("o.o.o", "o.o.o", "r.b.r", "o.b.o", "r.o.b", "o.b.o"), r"has 3 islands with a red flag \(r\); a board has 4"),
        (rows("o.o.o", "o.o.o", "r.b.r", "o.b.o", "r.o.r", "o.r.o"), r"has 5 islands with a red flag \(r\); a board has 4"),
        (rows("o.o.o", "o.b.o", "r.b.r", "o.b.o", "r.o.r", "o.o.b"), r"has 10 islands with no flag \(o\); a board has 11"),
        (rows(*ROWS) + "without = 3", r"without: must be a list of texts, not 3"),
        (rows(*ROWS) + 'without = ["a1"]', r"without: 'a1' is no pair of islands; write it as a1-c1"),
        (rows(*ROWS) + 'without = ["a1-b1"]', r"without: 'a1-b1': there is no island b1; the islands are a1, c1, e1"),
        (rows(*ROWS) + 'without = ["a1-e1"]', r"without: 'a1-e1' are not neighbours: they must share a row or a column"),
        (rows(*ROWS) + 'without = ["a1-c1"]\nwithout = []', r"mine.toml is not TOML"),
        (rows(*ROWS) + 'without = ["a1-c1", "c1-e1", "c1-c2"]', r"grid: a1 has fewer than two dotted lines"),
    ],
)
def test_a_bad_board_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = board_file(tmp_path, text)
    with pytest.raises(BadData, match=message) as refused:
        BOARD.read(path)
    assert "mine.toml" in str(refused.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"none\.toml cannot be read"):
        BOARD.read(str(tmp_path / "none.toml"))
    with pytest.raises(BadData, match="no file has such a name"):
        BOARD.read("a\0.toml")


@pytest.mark.parametrize("value", ["C", "nonsense", "", 3, None, "o2r"])
def test_anything_else_is_no_board(value: object) -> None:
    with pytest.raises(BadOption, match=r"board cannot be .*; choose one of: A, B, or give a file such as mine\.toml"):
        BOARD.read(value)


def test_a_bad_line_of_text_is_refused() -> None:
    with pytest.raises(BadData, match="the board: grid: has 3 islands; a board has 18"):
        BOARD.read("o1o/1o1")
    with pytest.raises(BadData, match="a board in one line has rows of o, r, b and digits"):
        find_board("nonsense")


# A deck


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({}, "deck: cards: is missing; it must be a list of texts"),
        ({"cards": ["1x1"] * 17}, "deck: cards: has 17 cards; a deck has 18"),
        ({"cards": ["1x1"] * 17 + ["7x1"]}, "deck: cards: '7x1' is no card; write number x bridges, from 1x1 to 6x3"),
        ({"cards": ["1x1"] * 17 + ["1x4"]}, "deck: cards: '1x4' is no card"),
        ({"cards": ["1x1"] * 17 + ["0x1"]}, "deck: cards: '0x1' is no card"),
        ({"cards": ["1x1"] * 17 + ["five"]}, "deck: cards: 'five' is no card"),
        ({"cards": ["1x1"] * 18, "jokers": 1}, "deck: jokers: unknown key; allowed are: name, cards"),
    ],
)
def test_a_bad_deck_is_refused(table: dict[str, object], message: str) -> None:
    with pytest.raises(BadData, match=message):
        make_deck(DataFile("deck", table))


def test_a_card_can_be_in_a_deck_twice() -> None:
    counts = make_deck(DataFile("deck", {"cards": ["1x1", "1X1", " 6 x 3 "] + ["2x2"] * 15}))
    assert counts[0] == 2 and counts[4] == 15 and counts[17] == 1


OWN_CARDS = "1x1 1x1 1x2 2x1 2x2 2x3 3x1 3x2 3x2 3x3 4x1 4x2 4x3 5x1 5x2 5x3 6x2 6x3"


def test_a_board_brings_its_own_cards(tmp_path: Path) -> None:
    cards = "cards = [" + ", ".join(f'"{card}"' for card in reversed(OWN_CARDS.split())) + "]\n"
    path = board_file(tmp_path, rows(*ROWS) + cards)
    own = game("hashi", board=path)
    assert own.options["board"] == f"{LINE} cards {OWN_CARDS}"
    assert game("hashi", board=f"{LINE.upper()}  Cards {OWN_CARDS.replace('x', ' X ')}").options == own.options
    left = own.position(1).board.cards_left
    assert (left[Card(1, 1)], left[Card(3, 2)], left.get(Card(6, 1)), sum(left.values())) == (2, 2, None, 18)
    assert any(OWN_CARDS in fact for fact in GAME.boards.facts(own.options["board"]))


def test_a_game_with_cards_of_its_own_is_drawn_from_them_and_comes_back_from_its_record() -> None:
    match = play_at_random(game("hashi", board=f"{LINE} without a3-c3 cards {OWN_CARDS}").match(1, seed=2), 2)
    turned = Counter(str(move).split()[-1] for move in match.moves if move.seat == CHANCE)
    assert turned.total() == 17 and (Counter(OWN_CARDS.split()) - turned).total() == 1
    assert [card for card, _ in deck(match.position.state)] == [
        (int(face[0]) - 1) * 3 + int(face[2]) - 1 for face in OWN_CARDS.split()
    ]
    (record,) = read_records(match.record())
    assert record.replay().position.content == match.position.content


def test_cards_like_the_shipped_ones_are_not_written_down() -> None:
    shipped = " ".join(f"{number}x{bridges}" for bridges in (1, 2, 3) for number in range(1, 7))
    assert game("hashi", board=f"{LINE} cards {shipped}").options["board"] == LINE
    with pytest.raises(BadData, match="the board: cards: has 2 cards; a deck has 18"):
        game("hashi", board=f"{LINE} cards 1x1 1x2")


def test_the_referee_for_paper_counts_the_cards_of_the_board() -> None:
    form = f"board: {LINE} cards {OWN_CARDS}\na1 6\nc1 6\ne1 6\na2 6\n"
    assert any("the number 6 is written 4 times, but your deck has it 2 times" in line for line in GAME.typed_board.score(form))
