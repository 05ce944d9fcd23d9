"""Tiles and boards as data: the shipped set, a user's file, the text form, and errors that say what is wrong and where."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ponticello.engine.errors import BadData, BadOption
from ponticello.games.connections import rules
from ponticello.games.connections.board import SPOTS, pattern_letters, spot_name
from ponticello.games.connections.notation import tile_name
from ponticello.games.connections.tileset import DATA, packed_name, tile_set, unpacked_name
from ponticello.table.game import game
from ponticello.table.pont import read_records, write_match
from tests.games.connections.connections_oracle import turnings
from tests.games.connections.connections_table import new_game

SHIPPED = tile_set("own")


def as_toml(line: str) -> str:
    """Returns a set in the form of a user's file."""
    tiles, boards = line.removeprefix("tiles ").split(" boards ")
    text = "".join('[[tiles]]\nname = "{}"\nsides = "{}"\n'.format(*word.split("=")) for word in tiles.split())
    for word in boards.split():
        centre, border = word.split("=")
        north, east, south, west = border.split("/")
        text += f'[[boards]]\ncentre = "{centre}"\nnorth = "{north}"\neast = "{east}"\nsouth = "{south}"\nwest = "{west}"\n'
    return text


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "Mine.toml"
    path.write_text(as_toml(SHIPPED.line().replace("key=", "my-key=").replace("wnwn=", "nwnw=", 1)), encoding="utf-8")
    return path


def test_the_shipped_tiles_are_all_23_patterns_and_5_doubles() -> None:
    looks = Counter(min(turnings(pattern_letters(sides))) for sides in SHIPPED.sides)
    exits = Counter(4 - look.count(".") for look in looks)
    assert len(looks) == 23 and exits == {1: 2, 2: 7, 3: 8, 4: 6}
    doubles = [look for look, count in looks.items() if count == 2]
    assert len(doubles) == 5 and all(look.count(".") in (1, 2) for look in doubles)
    narrow, wide = ("".join(pattern_letters(sides) for sides in SHIPPED.sides).count(letter) for letter in "nw")
    assert narrow == wide, "both widths are equally frequent"


def test_every_tile_has_its_own_symbol() -> None:
    assert len(set(SHIPPED.names)) == 28 and {"key", "star", "sun", "triangle", "smiley"} <= set(SHIPPED.names)


def test_the_shipped_boards_have_16_numbers_and_blank_middles() -> None:
    assert len(SHIPPED.boards) == 4 == len({board.numbers for board in SHIPPED.boards})
    for board in SHIPPED.boards:
        assert [spot for spot in range(SPOTS) if board.numbers[spot] == 0] == [2, 7, 12, 17]
        assert set(board.numbers) == {0, 1, 2, 3} and sorted(board.numbers) == sorted(SHIPPED.boards[0].numbers)
        assert pattern_letters(board.centre) in ("wnwn", "nwnw")


def test_spots_have_names() -> None:
    named = [spot_name(spot) for spot in range(SPOTS)]
    assert named[0] == "a5 north" and named[5] == "e5 east" and named[9] == "e1 east" and named[10] == "a1 south"
    assert named[15] == "a5 west" and named[19] == "a1 west" and len(set(named)) == SPOTS


def test_the_files_say_that_the_design_is_ours() -> None:
    for name in ("tiles.toml", "boards.toml"):
        assert "our own design, not the published set" in (DATA / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["a", "key", "two-words", "abcdefghijkl", "zzzzzzzzzzzz", "a-----------"])
def test_a_name_survives_packing(name: str) -> None:
    assert unpacked_name(packed_name(name)) == name and 0 < packed_name(name) < 2**63


def test_a_users_file_is_played_and_recorded(file: Path) -> None:
    table = game("connections", board=str(file))
    assert game("connections", board=file).options == table.options
    line = table.options["board"]
    assert isinstance(line, str) and line == line.lower() and "#" not in line and "\n" not in line
    assert game("connections", board=line).options["board"] == line
    assert game("connections", board=f"  {line.upper()} ").options["board"] == line
    state = new_game(2, board=line)
    assert tile_name(state, 0) == "my-key" and pattern_letters(state.centre[0]) == "nwnw"
    match = table.match(2, seed=4)
    while len(match.moves) < 30:
        match.play(match.legal(match.actors[0])[0], match.actors[0])
    text = write_match(match)
    file.unlink()
    assert read_records(text)[0].replay().moves[:30] == match.moves[:30]


def test_the_shipped_set_is_a_choice_like_any_other() -> None:
    assert game("connections", board=" OWN ").options["board"] == "own"
    assert tile_set(SHIPPED.line()) == SHIPPED


@pytest.mark.parametrize(
    ("old", "new", "key", "problem"),
    [
        ("key=n...", "key=n..", "tiles[0].sides", "four letters"),
        ("key=n...", "key=x...", "tiles[0].sides", "n (narrow), w (wide) or . (blank), not 'x...'"),
        ("key=n...", "key=....", "tiles[0].sides", "at least one side"),
        ("key=", "7=", "tiles[0].name", "small letters a-z"),
        ("key=", "a-name-too-long=", "tiles[0].name", "1 to 12"),
        ("star=", "key=", "tiles[1].name", "tiles[0]"),
        ("key=n... ", "", "tiles", "28 tiles, not 27"),
        ("wnwn=", "wwnn=", "boards[0].centre", "wnwn or nwnw"),
        ("21.32/", "21.39/", "boards[0].north", "each 1, 2, 3 or . (blank), such as 12.31, not '21.39'"),
        ("21.32/", "21.3/", "boards[0].north", "must be 5 spots"),
        ("21.32/", "21132/", "boards[0].north", "16 numbers together, not 17"),
        ("32.11/32.21", "22.11/32.21", "boards[1].north", "the same numbers"),
    ],
)
def test_errors_name_the_file_the_key_and_what_is_allowed(tmp_path: Path, old: str, new: str, key: str, problem: str) -> None:
    line = SHIPPED.line().replace(old, new, 1)
    assert line != SHIPPED.line()
    path = tmp_path / "wrong.toml"
    path.write_text(as_toml(line), encoding="utf-8")
    for board, where in ((str(path), str(path)), (line, "board")):
        with pytest.raises(BadData) as error:
            game("connections", board=board)
        assert str(error.value).startswith(f"{where}: {key}: ") and problem in str(error.value)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "tiles: is missing"),
        ("tiles = 3", "array of tables"),
        ("cards = 3", "cards: unknown key; allowed are: tiles, boards"),
        ("[[tiles]]\nname = 'key'\nsides = 'n...'\ncolour = 'red'", "tiles[0].colour: unknown key"),
        ("[[tiles]]\nname = 'key'", "tiles[0].sides: is missing"),
        ("[[tiles]]\nname = 5", "tiles[0].name: must be a text"),
        ("[[tiles", "is not TOML"),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, content: str, problem: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadData) as error:
        game("connections", board=str(path))
    assert problem in str(error.value) and str(path) in str(error.value)


def test_three_boards_are_not_enough(tmp_path: Path) -> None:
    path = tmp_path / "three.toml"
    path.write_text(as_toml(SHIPPED.line().rsplit(" ", 1)[0]), encoding="utf-8")
    with pytest.raises(BadData, match="must be 4 boards"):
        game("connections", board=str(path))


def test_a_short_text_form_names_the_missing_side() -> None:
    with pytest.raises(BadData, match=r"boards\[0\]\.west: is missing"):
        game("connections", board=SHIPPED.line().replace("/13.21 ", " ", 1))


def test_a_missing_file_and_nonsense_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="cannot be read"):
        game("connections", board=str(tmp_path / "none.toml"))
    for nonsense in ("tiles boards", "tiles", "own2", 3, None, True):
        with pytest.raises(BadOption, match="board cannot be"):
            game("connections", board=nonsense)


def test_set_up_copies_everything_into_the_record() -> None:
    state = new_game(4)
    assert [state.sides[tile] for tile in range(28)] == list(SHIPPED.sides)
    assert [[state.numbers[seat, spot] for spot in range(SPOTS)] for seat in range(4)] == [
        list(b.numbers) for b in SHIPPED.boards
    ]
    assert rules.points(state, 0) == rules.points(state, 3) == sum(SHIPPED.boards[0].numbers)
