"""`ponticello engine`: it listens while it thinks, and nothing that is said to it does harm."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
import time

import pytest

import ponticello as pc
from ponticello.cli import engine_session
from ponticello.cli.engine_session import Engine
from ponticello.players import player
from ponticello.players.player import Decision
from ponticello.players.protocol import MOST_LETTERS, Info, play_moves, write_moves
from tests.cli.cli_shelf import A_GAME, NAMES

pytestmark = pytest.mark.slow

PATIENCE = 60  # seconds; only a test that has gone wrong waits that long


class Waiting:
    """A player that thinks until it is told to stop."""

    name = "waiting"

    def choose(self, position, seat=None, *, seconds=None, simulations=None, progress=None, cancelled=None):
        end = time.monotonic() + PATIENCE
        while not cancelled():
            assert time.monotonic() < end, "nobody says stop"
            time.sleep(0.001)
        move = position.legal_moves(seat)[0]
        return Decision(move, (0.5,) * position.players, (move,), 7, 0.5)

    def close(self):
        pass


class Conversation:
    """An engine in this process, and what it has said."""

    def __init__(self, level="random"):
        self.out = io.StringIO()
        self.engine = Engine(self.out, level, seed=1, threads=1)

    def say(self, *lines):
        """Says lines one after the other, each when the last has been answered; returns the answers."""
        before = len(self.lines())
        for line in lines:
            assert self.engine.hear(line)
            self.wait()
        return self.lines()[before:]

    def wait(self):
        thread = self.engine._thinking
        if thread is not None:
            thread.join(PATIENCE)

    def lines(self):
        return self.out.getvalue().splitlines()


WRONG = {
    "go": "say which game first",
    "position": "say which game first",
    "option size 12": "say which game first",
    "players 2": "say which game first",
    "game": "say which game",
    "game chess": "there is no game 'chess'",
    f"game {A_GAME};go seat 9": "there is no seat '9'",
    f"game {A_GAME};go seat ²": "there is no seat '²'",
    f"game {A_GAME};go seat 2": "player 2 may not act now",
    f"game {A_GAME};go seat": "say go seat N",
    f"game {A_GAME};go seat 1 seat 1": "say go seat N",
    f"game {A_GAME};go depth 3": "say go seat N",
    f"game {A_GAME};go seat 1 seconds 0": "seconds must be more than 0",
    f"game {A_GAME};go seat 1 seconds soon": "seconds must be a number, not 'soon'",
    f"game {A_GAME};go seat 1 seconds inf": "seconds must be a number",
    f"game {A_GAME};go seat 1 simulations 0": "simulations must be 1 or more",
    f"game {A_GAME};go seat 1 simulations -3": "simulations must be a whole number",
    f"game {A_GAME};go seat 1 simulations {'9' * 5000}": "simulations must be a whole number",
    f"game {A_GAME};players 9": "players, not 9",
    f"game {A_GAME};players many": "players must be a whole number, not 'many'",
    f"game {A_GAME};option flavour sweet": "has no option 'flavour'",
    f"game {A_GAME};option": "has no option ''",
    f"game {A_GAME};position P1 castle": "move 1, 'P1 castle': ",
    f"game {A_GAME};position P9 a1": "there is no seat 'P9'",
    f"game {A_GAME};position ;;": "move 1, '': ",
    "castle": "I do not know 'castle'",
    "\x00\x1b[31m": "I do not know",
    "GO": "I do not know 'GO'",
    "x" * 5000: "I do not know",
}


@pytest.mark.parametrize("words", WRONG, ids=lambda words: words[:30].encode("unicode_escape").decode())
def test_nonsense_is_answered_with_one_line_and_does_no_harm(words):
    conversation = Conversation()
    (answer,) = conversation.say(*words.replace(f"{A_GAME};", f"{A_GAME}\n").split("\n"))
    assert answer.startswith("error ")
    assert WRONG[words] in answer
    assert len(answer) < 300
    conversation.say(f"game {A_GAME}")
    assert conversation.say("go seat 1 seconds 1")[-1].startswith("bestmove ")


def test_a_refused_line_changes_nothing():
    conversation = Conversation()
    match = pc.game(A_GAME).match(seed=1)
    hand = player("random", seed=4)
    for _ in range(5):
        match.play(hand.choose(match.position, match.actors[0]).move)
    conversation.say(f"game {A_GAME}", f"position {write_moves(match.moves)}")
    for line in (f"position {write_moves(match.moves)}; P1 z99", "players 7", "option size 99", "game chess"):
        assert conversation.say(line)[0].startswith("error ")
    answer = conversation.say(f"go seat {match.actors[0] + 1}")[-1]
    assert answer.removeprefix("bestmove ") in [str(move) for move in match.legal()]


def test_it_stops_when_it_is_told_and_answers_meanwhile(monkeypatch):
    monkeypatch.setattr(engine_session, "player", lambda *names, **settings: Waiting())
    conversation = Conversation()
    engine = conversation.engine
    for line in ("stop", f"game {A_GAME}", "stop", "go seat 1 seconds 600", "ping 5", "go seat 1", "position", "quack"):
        assert engine.hear(line)
    heard = conversation.lines()
    assert heard[0] == "pong 5"
    assert [line.split(";")[0] for line in heard[1:3]] == ["error I am thinking"] * 2
    assert heard[3].startswith("error I do not know 'quack'")
    assert len(heard) == 4
    assert engine.hear("stop")
    conversation.wait()
    assert [line.split()[0] for line in conversation.lines()[4:]] == ["info", "bestmove"]
    assert engine.hear("go seat 1")  # and it can be asked again
    assert not engine.hear("quit")
    engine.close()
    assert not engine._thinking.is_alive()


def test_a_fault_of_a_player_is_an_error_and_the_conversation_goes_on(monkeypatch, capsys):
    class Broken(Waiting):
        def choose(self, *where, **how):
            raise RuntimeError("lost\nmy way")

    monkeypatch.setattr(engine_session, "player", lambda *names, **settings: Broken())
    conversation = Conversation()
    (answer,) = conversation.say(f"game {A_GAME}", "go seat 1")
    assert answer == "error I have failed, please report it: RuntimeError lost my way"
    assert conversation.say("go seat 1") == [answer]
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_written_and_read_back(name):
    match = pc.game(name).match(seed=3)
    hand = player("random", seed=3)
    while not match.over:
        match.play(hand.choose(match.position, match.actors[0]).move)
    position, moves = play_moves(pc.game(name).position(match.players), write_moves(match.moves))
    assert tuple(moves) == match.moves
    assert bytes(position.state) == bytes(match.position.state)


def test_what_is_told_is_read_back():
    for info in (Info(), Info(12, 0.5, (0.25, 0.75), "P1 d4; P2 e5"), Info(3, 1.0, (-31.5,)), Info(line="P1 a1-c3")):
        assert Info.read(info.write()) == info


def talk(text, *arguments):
    """Runs the command with a text as its input; returns what it prints."""
    return subprocess.run(
        [sys.executable, "-m", "ponticello", "engine", *arguments], input=text, capture_output=True, timeout=PATIENCE, check=False
    )


def test_rubbish_long_lines_and_the_end_of_the_input(data):
    rubbish = [b"\xff\xfe\x00" * 50, b"x" * (3 * MOST_LETTERS), b"", b"position " + b"P1 d4; " * MOST_LETTERS, b"\r"]
    text = b"\n".join([*rubbish, b"game skybridge\r", b"go seat 1\r", b"ping last\r", b"ping no line feed"])
    result = talk(text, "--level", "random")
    lines = result.stdout.decode().splitlines()
    assert (result.returncode, result.stderr) == (0, b"")
    assert [line[:40] for line in lines[1:3]] == ["error a line may have 100,000 letters, n"] * 2
    assert lines[3] == "error player 1 may not act now; it is the turn of chance"
    assert lines[4:] == ["pong last", "pong no line feed"]


def test_a_game_and_a_player_from_the_command_line(data):
    result = talk(b"go seat 1\n", "--game", A_GAME, "--level", "random")
    assert result.stdout.decode().splitlines()[-1].startswith("bestmove ")
    for arguments, sentence in (
        (("--game", "chess"), b"there is no game 'chess'"),
        (("--game", A_GAME, "--level", "9"), b"there is no player '9'"),
    ):
        result = talk(b"", *arguments)
        assert (result.returncode, result.stdout) == (2, b"")
        assert sentence in result.stderr


def test_without_a_level_the_strongest_thinks():
    conversation = Conversation(level=None)
    assert conversation.say("ponticello 1")[0] == f"id name Ponticello {pc.__version__}"
    for name in NAMES:
        assert conversation.say(f"game {name}") == []
        assert conversation.engine._player.name == pc.games()[NAMES.index(name)].levels[-1].name


def test_a_level_that_a_game_does_not_have_is_refused_with_those_it_has():
    (answer,) = Conversation(level="9").say(f"game {A_GAME}")
    rulebook = pc.game(A_GAME).rulebook
    assert answer == f"error there is no player '9'; {rulebook.title} has levels 1 to {len(rulebook.levels)}"


def test_the_end_of_the_input_ends_a_long_thought(data):
    process = subprocess.Popen(
        [sys.executable, "-m", "ponticello", "engine", "--game", A_GAME, "--level", "5", "--threads", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    watchdog = threading.Timer(PATIENCE, process.kill)
    watchdog.start()
    process.stdin.write(b"ping 1\ngo seat 1 seconds 600\nping 2\n")
    process.stdin.flush()
    while process.stdout.readline() not in (b"pong 2\n", b""):
        pass
    process.stdin.close()
    process.stdout.close()
    assert process.wait() == 0
    watchdog.cancel()
