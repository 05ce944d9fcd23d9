"""Games played by typing, from the first move to the last."""

from __future__ import annotations

import re

import pytest

import ponticello as pc
from ponticello.cli.game_setup import PlayRequest, new_game
from ponticello.cli.move_list import columns
from ponticello.engine.game import spellings
from tests.cli.cli_shelf import A_GAME, EVERY_TABLE, NAMES, lines_of, moves_of, whole_game

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_a_whole_game_is_played_through_a_pipe(process, games, only_record, name, players):
    match, lines = games(name, 3, players)
    result = process("play", name, "--players", players, "--seed", 3, lines=lines)
    assert (result.returncode, result.stderr) == (0, "")
    assert match.explain() in result.stdout
    assert f"The record: {only_record()}" in result.stdout
    assert moves_of(only_record()) == [move.text for move in match.moves]
    assert "seed: 3\n" in only_record().read_text()
    assert not only_record().with_suffix(".key").exists()


OPTIONS = [(rulebook, option) for rulebook in pc.games() for option in rulebook.options if len(option.choices) > 1]


@pytest.mark.parametrize(("rulebook", "option"), OPTIONS)
def test_an_option_of_the_game_is_a_flag(rulebook, option):
    value = next(choice for choice in option.choices if choice != option.default)
    word = spellings(value)[0]
    flag = f"--{option.name.replace('_', '-')}"
    for words in ([flag, word], [f"{flag}={word}"], [f"--{option.name}", word.upper()], [flag[:-1], word]):
        match, _ = new_game(rulebook, PlayRequest(), words)
        assert match.game.options[option.name] == value
    match, _ = new_game(rulebook, PlayRequest(options=[f"{option.name}={word}"]), [])
    assert match.game.options[option.name] == value
    if isinstance(value, bool):
        assert new_game(rulebook, PlayRequest(), [flag])[0].game.options[option.name] is True
        assert new_game(rulebook, PlayRequest(), [f"--no{flag[1:]}"])[0].game.options[option.name] is False


@pytest.mark.parametrize("after", [True, False])
def test_options_stand_before_the_game_or_after_it(run, games, only_record, after):
    rulebook, option = next(each for each in OPTIONS if each[0].name == A_GAME)
    value = next(choice for choice in option.choices if choice != option.default)
    words = [f"--{option.name}", spellings(value)[0]]
    _, lines = games(rulebook.name)
    run("play", *([rulebook.name, *words] if after else [*words, rulebook.name]), lines=lines[:1])
    assert pc.load(only_record()).replay().game.options[option.name] == value


def test_a_refused_move_says_why_and_loses_nothing(run, games, only_record):
    match, lines = games(A_GAME)
    result = run("play", A_GAME, lines=[lines[0], "nonsense", "\x00\x1b[31m", "z" * 2000, "", *lines[1:3], "quit"])
    assert result.returncode == 0
    assert "'nonsense' is not a move" in result.stdout
    assert "too long" in result.stdout
    assert "\x1b" not in result.stdout
    recorded = moves_of(only_record())
    assert recorded == [move.text for move in match.moves][: len(recorded)]
    assert len(pc.load(only_record()).turns) == 3


def listed_in(text):
    """Returns the moves of a list: two spaces stand between moves, one may stand inside a move."""
    return [move for line in text.splitlines() for move in re.split(r"\s{2,}", line.strip()) if move]


@pytest.mark.parametrize("name", NAMES)
def test_a_question_mark_lists_every_legal_move_and_nothing_else(run, name):
    match = pc.game(name).match(seed=1)
    texts = sorted(str(move) for move in match.legal())
    result = run("play", name, "--seed", 1, lines=["?"])
    shown = result.stdout.split("help the commands)\n")[1].split("Nothing was played")[0]
    assert sorted(listed_in(shown)) == texts
    assert all(len(line) <= 80 for line in shown.splitlines())
    start = texts[-1][:2]
    result = run("play", name, "--seed", 1, lines=[f"? {start}", "? zzz"])
    filtered = listed_in(result.stdout.split("help the commands)\n")[1].split("no legal move begins with 'zzz'")[0])
    assert filtered == [text for text in filtered if start.lower() in text.lower()] != []
    assert {text for text in texts if text.startswith(start)} <= set(filtered)


@pytest.mark.parametrize("name", NAMES)
def test_the_list_is_short_and_complete_all_through_a_game(name):
    """No list of a game is longer than the 22 lines that a small terminal can show."""
    match = whole_game(name, 1)
    longest = 0
    for at, move in enumerate(match.moves):
        if move.seat != pc.CHANCE and at % 5 < 2:
            legal = match.position_after(at).legal_moves(move.seat)
            lines = columns(legal, 80, 22)
            assert sorted(listed_in("\n".join(lines))) == sorted(str(each) for each in legal)
            longest = max(longest, len(lines))
    assert longest > 0


def test_undo_takes_back_a_whole_turn_or_what_is_laid_of_it(run, games, only_record):
    match, lines = games(A_GAME)
    parts = [str(move) for move in match.turns()[0].moves]
    result = run("play", A_GAME, lines=["undo", parts[0], "undo", *lines[:3], "undo", "undo", "record"])
    assert "there is no move of yours to take back" in result.stdout
    assert f"1. P1 {lines[0]}\n" in result.stdout
    assert [text for _, _, text, _ in pc.load(only_record()).turns] == lines[:1]


def test_undo_against_the_house_goes_back_to_your_own_turn(run, only_record):
    opening = lines_of(whole_game(A_GAME, 4))[0]
    result = run("play", A_GAME, "--against", "random", "--seed", 4, lines=[opening, "undo", opening])
    assert "Taken back: 2 turns." in result.stdout
    replies = re.findall(r"^Random: .*", result.stdout, re.MULTILINE)
    assert len(replies) == 2
    assert replies[0] == replies[1]  # the same seed and the same move: the same answer
    assert [who for _, who, _, _ in pc.load(only_record()).turns][:2] == ["P1", "P2"]


@pytest.mark.parametrize(("name", "players"), [each for each in EVERY_TABLE if each[1] == 3])
def test_you_can_sit_elsewhere_and_have_a_name(run, name, players):
    result = run(
        "play", name, "--players", players, "--against", "random", "--seat", 2, "--names", "Zoë", "--seed", 1, lines=["score"]
    )
    assert result.returncode == 0
    assert re.search(r"^Zoë: .+ \(\? lists the moves", result.stdout, re.MULTILINE)
    assert re.search(r"^Random 1: \d+ points", result.stdout, re.MULTILINE)


def test_words_at_the_table(run, games, tmp_path, only_record):
    match, lines = games(A_GAME)
    mine, picture = tmp_path / "mine.pont", tmp_path / "board.svg"
    words = ["help", "score", "record", f"save {mine}", f"svg {picture}", "save", f"svg {tmp_path}/no/where.svg"]
    result = run("play", A_GAME, "--names", "Ann,Bo", lines=[lines[0], *words])
    assert match.game.rulebook.summary in result.stdout
    assert "Ann: 0 points" in result.stdout
    assert "result: unfinished" in result.stdout
    assert mine.read_text() == only_record().read_text()
    assert picture.read_text().startswith("<svg")
    assert "say which file: save FILE" in result.stdout
    assert "where.svg cannot be written: No such file or directory" in result.stdout


def test_the_board_fits_a_small_terminal_and_is_redrawn(terminal, games):
    _, lines = games(A_GAME)
    screen = terminal("play", A_GAME, "--names", "Ann,Bo", columns=80, rows=24)
    for index, line in enumerate(lines[:3]):
        screen.wait_for("> ")
        screen.type(line)
        screen.wait_for(f"turn {index + 2}")
    screen.wait_for("> ")
    frames = screen.output.split("\x1b[2J")
    assert len(frames) == 5
    for frame in frames[1:]:
        assert len(frame.splitlines()) <= 24
        assert max(len(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", line)) for line in frame.splitlines()) <= 80
    assert "\x1b[" in frames[-1]
    screen.type("quit")
    assert screen.finish() == 0


def test_without_a_game_one_is_asked_for(terminal):
    screen = terminal("play")
    screen.wait_for("Which game?")
    screen.type("chess")
    screen.wait_for("there is no game 'chess'")
    screen.wait_for("Which game?")
    screen.type("1")
    screen.wait_for("Against whom?")
    screen.type("0")
    screen.wait_for(f"{pc.games()[0].title}, turn 1")
    screen.wait_for("> ")
    screen.type("", end="\x04")
    screen.wait_for("Nothing was played")
    assert screen.finish() == 0
