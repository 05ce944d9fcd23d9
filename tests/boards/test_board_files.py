"""Boards of one's own through the real command: what a person reads when a file is right, and when it is wrong."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

import ponticello as pc

pytestmark = pytest.mark.slow

PATIENCE = 120  # seconds; only a test that has gone wrong waits that long
WITH_BOARDS = [each for each in pc.games() if each.boards is not None]
GAMES = ["connections", "hashi"]

BROKEN = {
    "hashi": {
        ("grid", "gird"): "unknown key",
        ('"o . b . o . . r"', '"o . b . o . . o"'): "grid: has 12 islands with no flag (o); a board has 11",
        ('"r . . o . b . o"', '"r . . o . b . ."'): "grid: has 17 islands; a board has 18",
        ('". . b . r . . o"', '". . b . r . o"'): "row 3 has 7 columns but row 1 has 8",
        ('". . o . o . . ."', '". . o . x . . ."'): "'x' in row 5 means nothing; use o, r (red flag), b (blue flag) and . (sea)",
        ('"c1-e1"', '"c1-z9"'): "'c1-z9': there is no island z9",
        ('"c1-e1"', '"c1-h1"'): "'c1-h1' are not neighbours",
        ('"c1-e1"', '"c1"'): "'c1' is no pair of islands; write it as a1-c1",
        ('"c1-e1"', '"c1-e1", "a1-c1"'): "a1 has fewer than two dotted lines",
        ('name = "Windmill"', "name = 7"): "name: must be a text, not 7",
        ('without = ["c1-e1"]', "without = 1"): "without: must be a list of texts, not 1",
    },
    "connections": {
        ('name = "bee"', 'name = "acorn"'): "tiles[2].name: 'acorn' is the name of tiles[0] too",
        ('name = "bee"', 'name = "Bee!"'): "tiles[2].name: must be 1 to 12 small letters",
        ('"nn.."', '"nnx."'): "tiles[2].sides: must be four letters",
        ('"wwww"', '"...."'): "tiles[27].sides: must have a connection",
        ('    { name = "wasp", sides = "wwww" },\n', ""): "tiles: must be 28 tiles, not 27",
        ('north = "12.32"', 'north = "12432"'): "boards[0].north: must be 5 spots",
        ('north = "12.32"', 'north = "12.3."'): "16 numbers together, not 15",
        ('centre = "wnwn", north = "12.32"', 'centre = "wwnn", north = "12.32"'): "boards[0].centre: must be wnwn or nwnw",
        ('{ name = "wasp", sides', '{ name = "wasp", colour'): "tiles[27].colour: unknown key; allowed are: name, sides",
        ("boards = [", "boards = 1\nrest = ["): "unknown key",
    },
}
CASES = [(game, *change, sentence) for game, changes in BROKEN.items() for change, sentence in changes.items()]


def test_the_list_tells_the_facts_of_every_shipped_board(boards):
    answer = boards("list")
    assert (answer.code, answer.err) == (0, "")
    for rulebook in WITH_BOARDS:
        for name in rulebook.boards.shipped:
            assert f"{rulebook.title}, --board {name}\n" in answer.out
            assert all(f"  {fact}\n" in answer.out for fact in rulebook.boards.facts(name))
    only = boards("list", WITH_BOARDS[0].name).out
    assert WITH_BOARDS[0].title in only
    assert WITH_BOARDS[1].title not in only


@pytest.mark.parametrize("game", GAMES)
def test_the_guides_examples_are_valid_and_the_game_is_guessed(boards, example, game):
    path = example(game)
    answer = boards("check", path)
    assert (answer.code, answer.err) == (0, "")
    title = pc.game(game).title
    assert answer.out.startswith(f"{path} is a valid board of {title}.\n")
    value = pc.game(game, board=path).options["board"]
    assert f"In one line: {value}\n" in answer.out
    assert boards("check", path, "--game", game) == answer


@pytest.mark.parametrize(("game", "before", "after", "sentence"), CASES)
def test_a_broken_file_is_refused_in_one_sentence(boards, example, game, before, after, sentence):
    path = example(game)
    content = path.read_text()
    assert before in content
    path.write_text(content.replace(before, after, 1))
    answer = boards("check", path, "--game", game)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"ponticello: {path}: ")
    assert sentence in answer.err
    assert answer.err.count("\n") == 1
    for command in ("draw", "try"):
        assert boards(command, path, "--game", game) == answer
    assert not path.with_suffix(".svg").exists()


@pytest.mark.parametrize("game", GAMES)
def test_a_broken_file_is_explained_by_the_game_it_is_meant_for(boards, example, game):
    path = example(game)
    path.write_text(path.read_text().replace('"o . b . o . . r"', '"o . b . o . . o"').replace('"nn.."', '"nnx."'))
    assert boards("check", path) == boards("check", path, "--game", game)


@pytest.mark.parametrize(
    ("game", "before", "after"), [("hashi", "grid", "gird"), ("hashi", "without", "wihtout"), ("connections", "boards", "bords")]
)
def test_a_misspelt_key_is_named_with_the_keys_there_are(boards, example, game, before, after):
    path = example(game)
    path.write_text(path.read_text().replace(f"{before} =", f"{after} =", 1))
    answer = boards("check", path)
    assert answer == boards("check", path, "--game", game)
    assert f"{path}: {after}: unknown key; allowed are: " in answer.err
    assert before in answer.err.partition("allowed are: ")[2]


def test_a_name_that_is_no_board_is_answered_with_those_there_are(boards, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = boards("check", "C")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "there is no board C; the shipped ones are: own (Connections); A, B (Hashi); or give a file" in answer.err
    assert "own" not in boards("check", "C", "--game", "hashi").err


def test_files_that_are_no_boards_at_all(boards, tmp_path):
    assert "nowhere.toml cannot be read: No such file" in boards("check", tmp_path / "nowhere.toml").err
    assert "cannot be read: Is a directory" in boards("check", tmp_path).err
    path = tmp_path / "x.toml"
    path.write_text("grid = [")
    assert "x.toml is not TOML: " in boards("check", path).err
    path.write_bytes(b"\xff\xfe")
    assert "x.toml is not a text file in UTF-8" in boards("check", path).err
    path.write_text("colour = 1\n")
    answer = boards("check", path)
    assert answer.code == 2
    assert "say for which it is meant with --game connections or hashi" in answer.err
    assert "x.toml: colour: unknown key; those of Connections are: tiles, boards; those of Hashi are: name, grid" in answer.err
    path.write_text("#" * 300_000)
    assert "is larger than" in boards("check", path).err
    assert "there is no game 'chess'" in boards("check", path, "--game", "chess").err
    without = next(each for each in pc.games() if each.boards is None)
    assert f"{without.title} has no boards as data" in boards("check", path, "--game", without.name).err


@pytest.mark.parametrize(("game", "players"), [("connections", 4), ("hashi", 1)])
def test_a_board_is_drawn_beside_its_file_with_every_different_board(boards, example, tmp_path, game, players):
    path = example(game)
    answer = boards("draw", path)
    drawn = path.with_suffix(".svg")
    assert (answer.code, answer.out) == (0, f"Drawn to {drawn}.\n")
    assert drawn.read_text() == pc.game(game, board=path).position(players).svg()
    boards("draw", path, "--svg", tmp_path / "else.svg", "--players", 2)
    assert (tmp_path / "else.svg").read_text() == pc.game(game, board=path).position(2).svg()
    assert boards("draw", path, "--svg", "-").out == drawn.read_text() + "\n"


def test_a_picture_never_overwrites_the_board(boards, example):
    path = example("hashi")
    before = path.read_text()
    answer = boards("draw", path, "--svg", path)
    assert answer.code == 2
    assert "would overwrite" in answer.err
    assert path.read_text() == before


def test_shipped_boards_go_by_their_names(boards, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rulebook = WITH_BOARDS[-1]
    name = rulebook.boards.shipped[-1]
    assert rulebook.boards.facts(name)[0] in boards("check", name.lower()).out
    assert boards("draw", name).out == f"Drawn to {rulebook.name}-{name}.svg.\n"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_on_a_file_is_recorded_with_its_board(example, tmp_path, game):
    path = example(game)
    match = pc.game(game, board=str(path)).match(2, seed=1)
    match.save(tmp_path / "game.pont")
    path.unlink()
    again = pc.load(tmp_path / "game.pont").replay()
    assert again.game.options == match.game.options
    assert bytes(again.position.state) == bytes(match.position.state)


@pytest.mark.parametrize(("game", "players"), [("connections", 1), ("connections", 4), ("hashi", 1), ("hashi", 2)])
def test_a_trial_tells_how_a_board_plays(boards, example, game, players):
    path = example(game)
    answer = boards("try", path, "--games", 2, "--players", players)
    assert (answer.code, answer.err) == (0, "")
    people = "1 player" if players == 1 else f"{players} players"
    for manner in ("random", "greedy"):
        assert f"{pc.game(game).title} on {path} for {people}, {manner} play" in answer.out
    assert answer.out.count(": median ") == 2
    assert answer.out.count("Titles: ") == (2 if players == 1 else 0)
    wanted = {
        "hashi": ["Islands that stay unfinished", "All four red flags: ", "Six finished islands connected: ", "ine"],
        "connections": [f"Board {players}, how often its numbers are reached", "dead corners", "  north "],
    }
    assert all(answer.out.count(sentence) >= 2 for sentence in wanted[game])
    if game == "connections":
        assert boards("try", path, "--games", 2, "--players", players) == answer  # the same file, the same report


def test_ctrl_c_reports_what_has_been_played(example, monkeypatch):
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")
    command = [sys.executable, "-m", "ponticello", "boards", "try", str(example("connections")), "--games", "100000"]
    process = subprocess.Popen(
        [sys.executable, "-c", STARTED, *command[2:]], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    assert process.stderr.readline() == "playing\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, "")
    assert "random play" in out
    assert "greedy play" not in out
    assert "of 100,000 and 0 of 100,000." in out


# The command, but it says when the first games have been played.
STARTED = """
import sys
from ponticello.cli import board_trials, run_command
play_many = board_trials.play_many
def told(*arguments):
    for number, trial in enumerate(play_many(*arguments)):
        if number == 3:
            print("playing", file=sys.stderr, flush=True)
        yield trial
board_trials.play_many = told
sys.exit(run_command(sys.argv[2:]))
"""
