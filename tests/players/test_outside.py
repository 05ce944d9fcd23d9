"""Programs outside: good ones are seated, and whatever a bad one does, one sentence says it and nothing of it is left."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

import ponticello as pc
from ponticello.engine.errors import PlayerFailed
from ponticello.players import outside
from ponticello.players.outside import OutsidePlayer

pytestmark = pytest.mark.slow

LOOP = """
import os, signal, sys, time
open({pid!r}, "w").write(str(os.getpid()))
log = open({log!r}, "a")
def say(text):
    print(text, flush=True)
{before}
for line in sys.stdin:
    print(line.strip(), file=log, flush=True)
    word, _, rest = line.strip().partition(" ")
    if word == "ponticello":
        say({greeting!r})
    elif word == "ping":
        say("pong " + rest)
    elif word == "quit" and not {stubborn}:
        break
    elif word == "go":
        {go}
"""


class Bench:
    """Writes programs, seats them, and looks for what they leave."""

    def __init__(self, folder):
        self.folder = folder
        self.pid, self.log = folder / "pid", folder / "log"
        self.seated = []

    def script(self, go="say('bestmove d4')", before="", greeting="ponticello 1", stubborn=False):
        path = self.folder / "bot.py"
        names = {"pid": str(self.pid), "log": str(self.log), "greeting": greeting, "stubborn": stubborn}
        path.write_text(LOOP.format(go=go, before=before, **names))
        return [sys.executable, "-S", str(path)]

    def seat(self, match, command=None, patience=60.0, **script):
        player = OutsidePlayer(command or self.script(**script), match.game, patience=patience)
        player.sit(match)
        self.seated.append(player)
        return player

    def heard(self):
        return self.log.read_text().splitlines()

    def running(self):
        """Tells whether the program lives on, be it as a zombie of ours; one that was ended at once has written no number."""
        if not self.pid.exists() or not self.pid.read_text():
            return False
        try:
            os.kill(int(self.pid.read_text()), 0)
        except ProcessLookupError:
            return False
        return True


@pytest.fixture
def bench(tmp_path, monkeypatch):
    monkeypatch.setattr(outside, "GRACE", 0.3)
    bench = Bench(tmp_path)
    yield bench
    for player in bench.seated:
        player.close()


def ponte():
    return pc.game("ponte", size=12).match(seed=1)


def test_a_good_one_is_told_the_game_and_the_moves_and_answers(bench):
    match = ponte()
    player = bench.seat(match)
    decision = player.choose(match.position, seconds=2)
    assert (str(decision.move), decision.expected, decision.line) == ("d4", (0.5, 0.5), (decision.move,))
    match.play(decision.move)
    match.play("e5")
    with pytest.raises(PlayerFailed, match=r"^bot.py answered 'd4', which it may not play: "):
        player.choose(match.position, 1, seconds=1.5, simulations=10)
    assert bench.heard()[:10] == [
        *("ponticello 1", "game ponte", "option size 12", "option parallel_knights yes", "players 2", "ping 1"),
        *("position", "go seat 1 seconds 2", "position P1 d4; P1 e5", "go seat 2 seconds 1.5 simulations 10"),
    ]


BAD = {
    "crashes": (
        "sys.stderr.write('one\\n\\ntwo\\n'); sys.exit(3)",
        "bot.py ended with exit code 3; its last words were: one / two",
    ),
    "raises": ("{}['x']", "KeyError: 'x'"),
    "is killed": ("os.kill(os.getpid(), signal.SIGKILL)", "bot.py was ended by SIGKILL"),
    "closes its output": ("os.close(1); time.sleep(600)", "bot.py closed its output"),
    "hangs": ("time.sleep(600)", "bot.py did not answer within 0.355 seconds"),
    "hangs and talks": ("[say('info simulations 1') for _ in iter(int, 1)]", "bot.py did not answer within 0.355 seconds"),
    "never ends a line": (
        "[sys.stdout.write('x' * 9999) for _ in iter(int, 1)]",
        "bot.py printed more than 100,000 letters without a line break",
    ),
    "prints rubbish": ("say('Loading weights')", "bot.py printed 'Loading weights' where bestmove was expected"),
    "prints bytes": ("os.write(1, bytes(range(128, 200)) + b'\\n')", "bot.py printed '"),
    "plays nonsense": ("say('bestmove castle')", "bot.py answered 'castle', which it may not play: "),
    "plays too much": ("say('bestmove d4,e5,f6')", "bot.py answered 'd4,e5,f6', which it may not play: "),
    "plays nothing": ("say('bestmove')", "bot.py answered with no move at all"),
    "refuses": ("say('error I am tired')", "bot.py refused: I am tired"),
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("stubborn", [False, True])
def test_what_it_does_wrong_is_one_sentence_and_nothing_is_left(bench, what, stubborn):
    go, sentence = BAD[what]
    deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGHUP, signal.SIG_IGN)"
    match = ponte()
    player = bench.seat(match, go=go, before=deaf if stubborn else "", stubborn=stubborn)
    with pytest.raises(PlayerFailed) as failure:
        player.choose(match.position, seconds=0.05 if "hangs" in what else 60)
    assert sentence in str(failure.value)
    assert "\n" not in str(failure.value)
    assert not bench.running()


STARTS = {
    "greets with another version": ({"greeting": "ponticello 2"}, "bot.py speaks version '2' of the protocol, not 1"),
    "greets with something else": ({"greeting": "uciok"}, "bot.py printed 'uciok' where ponticello was expected"),
    "does not greet": ({"before": "time.sleep(600)"}, "bot.py did not introduce itself within 0.5 seconds"),
    "ends at once": ({"before": "sys.exit('no licence')"}, "bot.py ended with exit code 1; its last words were: no licence"),
}


@pytest.mark.parametrize("what", STARTS)
def test_what_goes_wrong_at_the_start(bench, what):
    script, sentence = STARTS[what]
    match = ponte()
    player = bench.seat(match, patience=0.5 if "not" in what else 60.0, **script)
    with pytest.raises(PlayerFailed) as failure:
        player.choose(match.position)
    assert str(failure.value) == sentence
    assert not bench.running()


@pytest.mark.parametrize(
    ("command", "sentence"),
    [("no-such-program", "No such file"), ("/", "Permission denied"), ("a\0b", "null byte")],
)
def test_a_program_that_cannot_be_started(command, sentence):
    match = ponte()
    player = OutsidePlayer(command, match.game)
    player.sit(match)
    with pytest.raises(PlayerFailed, match=f"cannot be started: .*{sentence}"):
        player.choose(match.position)


@pytest.mark.parametrize(
    ("command", "sentence"), [("", "say which program"), ("'open", "is not a command: no closing quotation")]
)
def test_a_command_that_is_none(command, sentence):
    with pytest.raises(pc.BadOption, match=sentence):
        OutsidePlayer(command, pc.game("ponte"))


@pytest.mark.parametrize("stubborn", [False, True])
def test_close_ends_it_even_if_it_will_not(bench, stubborn):
    match = ponte()
    before = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    player = bench.seat(match, before=before, stubborn=stubborn)
    if stubborn:
        (bench.folder / "bot.py").write_text((bench.folder / "bot.py").read_text() + "\ntime.sleep(600)\n")
    player.choose(match.position)
    assert bench.running()
    player.close()
    player.close()
    assert not bench.running()


def test_its_own_children_end_with_it(bench):
    match = ponte()
    script = bench.script(go="time.sleep(600)")
    player = bench.seat(match, ["sh", "-c", '"$@"; true', "sh", *script])
    with pytest.raises(PlayerFailed, match="did not answer"):
        player.choose(match.position, seconds=0.05)
    for _ in range(100):  # whoever inherits an orphan buries it in its own time
        state = subprocess.run(["ps", "-o", "stat=", "-p", bench.pid.read_text()], capture_output=True, encoding="utf-8").stdout
        if state.strip()[:1] in ("", "Z"):
            return
        time.sleep(0.05)
    raise AssertionError("the child of the program lives on")


def test_after_a_failure_it_is_started_anew(bench):
    match = ponte()
    mark = bench.folder / "second"
    go = f"say('bestmove d4') if os.path.exists({str(mark)!r}) else (open({str(mark)!r}, 'w'), sys.exit(1))"
    player = bench.seat(match, go=go)
    with pytest.raises(PlayerFailed):
        player.choose(match.position)
    assert str(player.choose(match.position).move) == "d4"


def test_a_whole_turn_is_asked_for_once(bench):
    match = ponte()
    player = bench.seat(match, go="say('info expected 0.6 0.4 line P1 d4; P1 e5; P2 dark'); say('bestmove d4, E5')")
    for text, line in (("d4", ["d4", "e5", "dark"]), ("e5", ["e5", "dark"])):
        decision = player.choose(match.position)
        assert (str(decision.move), decision.expected, [str(move) for move in decision.line]) == (text, (0.6, 0.4), line)
        match.play(decision.move)
    assert sum(line.startswith("go") for line in bench.heard()) == 1
    match.undo()
    match.undo()
    match.play("a1")  # not what it had planned
    with pytest.raises(PlayerFailed, match="may not play"):
        player.choose(match.position)


def test_what_it_tells_meanwhile(bench):
    match = ponte()
    lines = [
        *("info string thinking hard", "info", "info line P1 z99", "info simulations many expected nan 1e400 line ???"),
        *("info simulations 40 line P1 c3", "info simulations 80 expected 1 0 0", "info expected 0.75 0.25 line P1 d4; P2 x"),
    ]
    player = bench.seat(match, go=f"[say(line) for line in {lines!r}]; say('bestmove c3')")
    thoughts = []
    decision = player.choose(match.position, progress=thoughts.append)
    assert [(str(thought.move), thought.simulations) for thought in thoughts] == [("c3", 40), ("c3", 80)]
    assert (str(decision.move), decision.expected, decision.simulations) == ("c3", (0.75, 0.25), 80)
    assert decision.line == (decision.move,)  # the line it told was of another move, and could not be played


@pytest.mark.parametrize("heeds", [True, False])
def test_stop_is_passed_on(bench, heeds, monkeypatch):
    if heeds:
        monkeypatch.setattr(outside, "GRACE", 60.0)  # the answer comes, but on a busy machine it may take a while
    match = ponte()
    go = "[line for line in iter(sys.stdin.readline, 'stop\\n')]; " + ("say('bestmove c3')" if heeds else "time.sleep(600)")
    player = bench.seat(match, go=go)
    if heeds:
        assert str(player.choose(match.position, seconds=600, cancelled=lambda: True).move) == "c3"
    else:
        with pytest.raises(PlayerFailed, match="did not answer within a second of stop"):
            player.choose(match.position, seconds=600, cancelled=lambda: True)


def test_it_must_know_the_match(bench):
    match = ponte()
    player = OutsidePlayer(bench.script(), match.game)
    with pytest.raises(pc.BadOption, match=r"bot.py must be told the moves: sit\(match\) first"):
        player.choose(match.position)
    with pytest.raises(pc.BadOption, match="has come to play"):
        player.sit(pc.game("ponte").match())
    player.sit(match)
    with pytest.raises(pc.BadOption, match="must be told the moves"):
        player.choose(match.position.play("d4"))
    with pytest.raises(pc.NotYourTurn):
        player.choose(match.position, 1)
    with pytest.raises(pc.BadOption, match="seconds must be more than 0"):
        player.choose(match.position, seconds=0)
    assert not bench.pid.exists()


@pytest.mark.parametrize("name", ["hashi", "connections"])
def test_nobody_is_told_what_the_others_do_in_the_running_round(bench, name):
    match = pc.game(name).match(2, seed=3)
    hand = pc.players.player("random", seed=3)
    player = bench.seat(match, go="say('error just listening')")
    asked = 0
    while not match.over:
        seat = match.actors[-1]
        if seat == 1 and asked < 6 and match.moves[-1:] and match.moves[-1].seat == pc.CHANCE:
            while 0 in match.actors:  # the other seat has done its part of the round
                match.play(hand.choose(match.position, 0).move)
            with pytest.raises(PlayerFailed, match="just listening"):
                player.choose(match.position, 1)
            asked += 1
            told = [line for line in bench.heard() if line.startswith("position")][-1]
            known = [turn for turn in match.turns(1) if turn.seat != pc.CHANCE]
            assert told.count("P1 ") == sum(len(turn.moves) for turn in known if turn.seat == 0)
            assert told.rpartition("chance")[2].count("P1") == 0 < told.count("chance")
            assert asked == 1 or "P1 " in told
        match.play(hand.choose(match.position, match.actors[-1]).move)
    assert asked == 6
