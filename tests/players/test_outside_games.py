"""The protocol from end to end: `ponticello engine`, and the engine of the documentation, play whole games as programs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import ponticello as pc
from ponticello.players import player
from ponticello.players.outside import OutsidePlayer

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "engine-protocol.md"
ENGINE = [sys.executable, "-m", "ponticello", "engine", "--threads", "1"]
TABLES = sorted({(each.name, players) for each in pc.games() for players in (max(each.players), min(each.players))})


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")  # the programs start at once instead of compiling


def play_out(match, command, **limit):
    """Plays a match to its end: the last seat is the program's, the others play at random."""
    program, hand = OutsidePlayer(command, match.game), player("random", seed=1)
    program.sit(match)
    try:
        while not match.over:
            seat = match.actors[0]
            sits = program if seat == match.players - 1 else hand
            match.play(sits.choose(match.view(seat), seat, **limit).move)
    finally:
        program.close()
    return match.moves


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_our_own_engine_plays_whole_games(name, players):
    match = pc.game(name).match(players, seed=5)
    play_out(match, [*ENGINE, "--level", "3"], simulations=1)
    assert match.over


def test_counted_simulations_repeat_themselves():
    games = [
        play_out(pc.game("skybridge").match(2, seed=5), [*ENGINE, "--level", "3", "--seed", "4"], simulations=2) for _ in "ab"
    ]
    assert games[0] == games[1]


@pytest.fixture
def example(tmp_path):
    (code,) = re.findall(r"```python engine\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 36
    path = tmp_path / "scatter.py"
    path.write_text(code, encoding="utf-8")
    return [sys.executable, str(path)]


@pytest.mark.parametrize("name", [each.name for each in pc.games()])
def test_the_example_of_the_documentation_plays_whole_games(example, name):
    rulebook = next(each for each in pc.games() if each.name == name)
    last = {option.name: option.choices[-1] for option in rulebook.options}
    match = pc.game(name, **last).match(max(rulebook.players), seed=6)
    play_out(match, example, seconds=20)
    assert match.over


def parts_of(info):
    """Returns which parts a line has that begins with info, in their order."""
    assert info.split()[0] == "info"
    return [word for word in info.split() if word in ("simulations", "seconds", "expected", "line")]


def test_the_conversation_of_the_documentation_holds():
    (text,) = re.findall(r"```transcript\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    lines = text.splitlines()
    said = [line[2:] for line in lines if line.startswith("> ")]
    expected = [line[2:] for line in lines if line.startswith("< ")]
    assert len(said) + len(expected) == len(lines)
    process = subprocess.Popen(
        [*ENGINE, "--level", "3"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1
    )
    last_info = ""
    for line in lines:
        kind, shown = line.split()[1], line[2:]
        if line.startswith("> "):
            process.stdin.write(shown.replace("simulations 200", "simulations 2") + "\n")
        elif kind == "info":
            last_info = shown
        elif kind == "bestmove":
            # Any number of infos may come first: on a slow machine the thought takes so long that some tell how far it is.
            answers = []
            while (answer := process.stdout.readline().strip()).startswith("info"):
                answers.append(answer)
            whole = parts_of(last_info)
            assert parts_of(answers[-1]) == whole
            assert all(parts_of(info) in (whole, [part for part in whole if part != "expected"]) for info in answers)
            assert answer in ("bestmove light", "bestmove dark")
        else:
            assert process.stdout.readline().strip() == shown
    assert process.stdout.read() == ""
    process.stdin.close()
    process.stdout.close()
    assert process.wait() == 0
