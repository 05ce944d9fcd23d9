"""The deal of the day at the command: one's own, kept over a break and counted once; and that of a real server."""

from __future__ import annotations

import json
import random

import pytest

from ponticello.analysis.puzzles.book import shelf
from ponticello.table.days import day_of, is_dealt, seed_of
from ponticello.table.game import game
from tests.cli.cli_shelf import NAMES
from tests.server.served import running, settings

DEALT = [name for name in NAMES if is_dealt(name)]
PUZZLED = [name for name in NAMES if shelf(name) and not is_dealt(name)]


def some_turns(match, luck=0):
    """Returns whole random turns that play a match to its end."""
    dice, turns = random.Random(luck), []
    while not match.over:
        move = dice.choice(match.position.legal_moves(0))
        match.play(str(move), 0)
        turns.append(str(move))
    return turns


def kept(data):
    return json.loads((data / "daily.json").read_text())


def test_a_deal_is_played_once_and_goes_on_after_a_break(run, tmp_path, monkeypatch):
    monkeypatch.setenv("PONTICELLO_DATA", str(tmp_path))
    listed = run("daily")
    assert listed.returncode == 0 and all(f"ponticello daily {name}" in listed.stdout for name in (*DEALT, *PUZZLED))
    secret, name = kept(tmp_path)["secret"], DEALT[0]
    day = listed.stdout.split("\n")[0].rsplit(" ", 1)[1]
    turns = some_turns(game(name).match(1, seed=seed_of(secret, day, name)))
    left = run("daily", name, lines=["nonsense", "?", "score", *turns[:5], "quit"])
    assert left.returncode == 0 and "until midnight" in left.stdout
    assert f"go on with ponticello daily {name}" in run("daily").stdout
    ended = run("daily", name, lines=turns[5:])
    assert ended.returncode == 0 and "You end with" in ended.stdout and f"Ponticello · {day}" in ended.stdout
    assert "Days in a row: 1, at best 1" in ended.stdout
    again = run("daily", name, lines=turns)
    assert "You have played it today" in again.stdout and "You end with" not in again.stdout
    assert kept(tmp_path)["secret"] == secret and secret not in again.stdout


def test_a_puzzle_that_was_missed_stays_missed(run, tmp_path, monkeypatch):
    monkeypatch.setenv("PONTICELLO_DATA", str(tmp_path))
    missed = run("daily", PUZZLED[0], lines=["solution"])
    assert missed.returncode == 0 and "✗" in missed.stdout
    assert "You have played it today" in run("daily", PUZZLED[0]).stdout


@pytest.mark.slow
def test_the_deal_of_a_server(run, tmp_path):
    with running(settings(tmp_path)) as server:
        ann = server.guest("Ann")
        here = ("--server", server.url, "--token", ann.token)
        day = server.call(server.server.daily.day(server.server.daily.today()))
        match = game(DEALT[0]).match(1, seed=seed_of(day.secret, day.day, DEALT[0]))
        played = run("daily", DEALT[0], *here, lines=["nonsense", *some_turns(match)])
        assert played.returncode == 0 and "You end with" in played.stdout, played.stdout + played.stderr
        assert f"Ponticello · {day.day}" in played.stdout and f"{server.url}/daily" in played.stdout
        assert "You have played it today" in run("daily", DEALT[0], *here).stdout
        assert f"{server.url}/puzzles/" in run("daily", PUZZLED[0], *here).stdout
        refused = run("daily", "--server", server.url, "--token", "wrong")
        assert refused.returncode == 2 and refused.stderr.count("\n") == 1
    for words in (
        ["--server", "nonsense"],
        ["--server", "http://127.0.0.1:9", "--token", "x"],
        ["--server", "http://127.0.0.1:9"],
    ):
        refused = run("daily", *words)
        assert refused.returncode == 2 and refused.stderr.count("\n") == 1


def test_a_day_is_the_same_everywhere():
    assert day_of(0) == "1970-01-01" and day_of(86_399) == "1970-01-01" and day_of(86_400) == "1970-01-02"
