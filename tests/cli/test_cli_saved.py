"""Whatever happens, the game is there the next time."""

from __future__ import annotations

import io
import os
import signal
import stat
import subprocess
import sys
import time

import pytest
from rich.console import Console

import ponticello as pc
from ponticello.cli.game_setup import PlayRequest, new_game
from ponticello.cli.keyboard import Departure
from ponticello.cli.saved_games import newest_unfinished, resume
from ponticello.cli.terminal_game import TerminalGame
from ponticello.games import rulebook
from tests.cli.cli_shelf import A_GAME, ROUNDS, moves_of

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", [A_GAME, ROUNDS[-1]])
def test_ctrl_c_keeps_the_game_and_resume_goes_on(terminal, run, games, only_record, name):
    match, lines = games(name, 5)
    screen = terminal("play", name, "--seed", 5)
    for index in range(4):
        screen.wait_for("> ")
        screen.type(lines[index])
        screen.wait_for(f"turn {index + 2}")
    screen.wait_for("> ")
    screen.type("\x03", end="")
    screen.wait_for("The game is kept")
    assert screen.finish() == 128 + signal.SIGINT
    assert "Traceback" not in screen.output
    kept = only_record()
    key = kept.with_suffix(".key")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert "seed:" not in kept.read_text()
    result = run("play", "--resume", lines=lines[4:])
    assert (result.returncode, result.stderr) == (0, "")
    assert "missing" not in result.stdout
    assert only_record() == kept
    assert moves_of(kept) == [move.text for move in match.moves]
    assert "seed: 5\n" in kept.read_text()
    assert not key.exists()


def test_kill_9_loses_nothing(run, games, data, only_record):
    match, lines = games(A_GAME, 6)
    process = subprocess.Popen(
        [sys.executable, "-m", "ponticello", "play", A_GAME, "--seed", "6"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    process.stdin.write("".join(f"{line}\n" for line in lines[:7]).encode())
    process.stdin.flush()
    end = time.monotonic() + 300
    while not (list(data.glob("*.pont")) and "7. P" in only_record().read_text()):
        assert time.monotonic() < end
        time.sleep(0.02)
    process.kill()
    process.wait()
    process.stdin.close()
    assert run("play", A_GAME, "--resume", lines=lines[7:]).returncode == 0
    assert moves_of(only_record()) == [move.text for move in match.moves]
    assert [path.name for path in data.iterdir()] == [only_record().name]


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_stop_keeps_the_game(terminal, games, only_record, signum):
    _, lines = games(A_GAME)
    screen = terminal("play", A_GAME)
    screen.wait_for("> ")
    screen.type(lines[0])
    screen.wait_for("turn 2")
    screen.wait_for("> ")
    os.kill(screen.process.pid, signum)
    screen.wait_for("ponticello play --resume")
    assert screen.finish() == 128 + signum
    assert "Traceback" not in screen.output
    assert len(pc.load(only_record()).turns) == 1


def test_a_closed_window_keeps_the_game(terminal, games, only_record):
    part = str(games(A_GAME)[0].turns()[0].moves[0])
    screen = terminal("play", A_GAME)
    screen.wait_for("> ")
    screen.type(part)
    screen.wait_for("One more")
    screen.wait_for("> ")
    screen.hang_up()
    assert screen.finish() in (1, 128 + signal.SIGHUP)
    assert moves_of(only_record()) == [part]  # half a turn is kept as well


class Hand:
    """Types the first of each list of moves, so that a game depends on the house alone, and may leave after some turns."""

    def __init__(self, patience=None):
        self.patience = patience
        self.table = None

    def __call__(self, prompt):
        if self.patience is not None:
            self.patience -= 1
            if self.patience < 0:
                raise Departure
        legal = self.table.match.legal(self.table.at_keyboard)
        return str(legal[len(legal) // 2])


def sit_down(match, saved, hand):
    table = hand.table = TerminalGame(match, saved, Console(file=io.StringIO(), markup=False, highlight=False), hand)
    return table.play()


@pytest.mark.parametrize(("name", "players"), [(each.name, max(each.players)) for each in pc.games()])
def test_the_house_plays_on_as_if_nothing_had_happened(data, name, players):
    asked = PlayRequest(players=players, against="random", seed="11")
    match, saved = new_game(rulebook(name), asked, [])
    assert sit_down(match, saved, Hand()) == 0
    whole = match.moves
    match, saved = new_game(rulebook(name), asked, [])
    for _ in range(3):
        assert sit_down(match, saved, Hand(patience=2)) == 0
        assert not match.over
        match, saved, note = resume(newest_unfinished(name))
        assert note == ""
        assert saved.seats == ("person", *["random"] * (players - 1))
    sit_down(match, saved, Hand())
    assert match.moves == whole
    assert len(list(data.glob("*.pont"))) == 2


def test_a_missing_key_is_said_and_the_game_goes_on(run, games, only_record):
    _, lines = games(A_GAME)
    run("play", A_GAME, "--against", "random", lines=[lines[0]])
    only_record().with_suffix(".key").write_text("{")
    played = len(pc.load(only_record()).turns)
    result = run("play", "--resume")
    assert result.stdout.count("The key of this game is missing") == 1
    assert len(pc.load(only_record()).turns) == played
    result = run("play", "--resume")  # by now there is a new key
    assert "key of this game" not in result.stdout


def test_a_copy_elsewhere_is_resumed_but_never_written(run, games, tmp_path, data):
    match, lines = games(A_GAME, 8)
    copy = tmp_path / "my game.pont"
    run("play", A_GAME, "--seed", 8, lines=[*lines[:5], f"save {copy}", *lines[5:7]])
    before = copy.read_text()
    result = run("play", "--resume", copy, lines=lines[5:])
    assert (result.returncode, result.stderr) == (0, "")
    assert copy.read_text() == before
    finished = [path for path in data.glob("*.pont") if "unfinished" not in path.read_text()]
    assert [moves_of(path) for path in finished] == [[move.text for move in match.moves]]
    assert "seed: 8\n" in finished[0].read_text()


def test_two_tables_with_the_same_game_do_not_overwrite_each_other(data, games):
    _, lines = games(A_GAME)
    first, saved = new_game(rulebook(A_GAME), PlayRequest(), [])
    first.play(lines[0])
    saved.keep(first)
    second, also_saved, _ = resume(saved.record)
    first.play(lines[1])
    saved.keep(first)
    second.play(next(move for move in second.legal() if not lines[1].startswith(str(move))))
    also_saved.keep(second)
    assert saved.record != also_saved.record
    assert moves_of(saved.record) == [str(move) for move in first.moves]
    assert moves_of(also_saved.record) == [str(move) for move in second.moves]


def test_a_full_disk_stops_nothing_and_leaves_the_record_on_the_screen(run, games, tmp_path, monkeypatch):
    _, lines = games(A_GAME)
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    monkeypatch.setenv("PONTICELLO_DATA", str(blocked))
    result = run("play", A_GAME, lines=lines[:3])
    assert result.returncode == 2
    assert "The game cannot be saved (Not a directory)" in result.stdout
    assert f"1. P1 {lines[0]}\n" in result.stdout
    assert result.stderr == "ponticello: the game cannot be saved (Not a directory); its record is above\n"


def test_a_game_that_was_not_begun_leaves_nothing(run, games, data):
    _, lines = games(A_GAME)
    assert "nothing is kept" in run("play", A_GAME).stdout
    assert "nothing is kept" in run("play", A_GAME, lines=[lines[0], "undo", "quit"]).stdout
    assert list(data.glob("*")) == []
    result = run("play", "--resume")
    assert result.returncode == 2
    assert "there is no unfinished game" in result.stderr
