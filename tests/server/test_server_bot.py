"""Bots at a real server: the one of the bots, and the one in the guide."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ponticello.cli import run_command
from tests.server.served import TWO, Guest, Running, random_turn, running, settings

pytestmark = pytest.mark.slow

GUIDE = Path(__file__).parents[2] / "docs" / "bot-api.md"
LONG = 120  # seconds; only a test that has gone wrong waits that long

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts programs, and ends those that still run."""
    started: list[subprocess.Popen[str]] = []
    environment = {**os.environ, "PONTICELLO_INTERPRET": "1"}

    def start(*words: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        started.append(subprocess.Popen([sys.executable, *words], stdout=pipe, stderr=pipe, text=True, env=environment))
        return started[-1]

    yield start
    for program in started:
        if program.poll() is None:
            program.kill()
        program.communicate()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"))) as server:
        yield server


def create(server: Running, guest: Guest, game: str, seats: Any) -> str:
    wish = {"game": game, "seats": seats}
    with server.client(guest.bearer) as client:
        return str(client.post("/api/matches", json=wish).raise_for_status().json()["id"])


def look(server: Running, id: str, guest: Guest | None = None) -> Any:
    with server.client(guest.bearer if guest else None) as client:
        return client.get(f"/api/matches/{id}").raise_for_status().json()


def wait_until(true: Callable[[], Any]) -> None:
    end = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.05)


def house_bot(start: Start, server: Running, guest: Guest, *words: str) -> subprocess.Popen[str]:
    return start("-m", "ponticello", "bot", "--server", server.url, "--token", guest.token, "--level", "random", *words)


def test_the_bot_of_the_guide_plays_a_whole_game(server: Running, start: Start, tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 45
    (tmp_path / "bot.py").write_text(code, encoding="utf-8")
    ann, bo = server.guest("Ann"), server.guest("Bo")
    id = create(server, ann, "skybridge", [{"kind": "link"}, {"kind": "link"}])
    programs = [start(str(tmp_path / "bot.py"), server.url, guest.token, id) for guest in (ann, bo)]
    for program in programs:
        said, failed = program.communicate(timeout=LONG)
        assert (program.returncode, failed) == (0, "")
        assert "win" in said or "share" in said
    assert look(server, id)["result"]["reason"] == "played"


def test_a_bot_plays_the_match_that_it_is_sent_to(server: Running, start: Start) -> None:
    ann, bo = server.guest("Ann"), server.guest("Bo")
    id = create(server, ann, "hashi", TWO)
    program = house_bot(start, server, bo, "--match", f"{server.url}/m/{id}")
    wait_until(lambda: look(server, id)["status"] == "playing")
    dice = random.Random(3)
    with server.client(ann.bearer) as client:
        for _ in range(3):
            wait_until(lambda: look(server, id, ann)["your_turn"])
            body = {"move": random_turn(client, id, {}, dice), "ply": look(server, id, ann)["ply"]}
            client.post(f"/api/matches/{id}/moves", json=body).raise_for_status()
        wait_until(lambda: look(server, id, ann)["your_turn"])
        client.post(f"/api/matches/{id}/resign").raise_for_status()
    said, failed = program.communicate(timeout=LONG)
    assert (program.returncode, failed) == (0, "")
    assert "Hashi with Ann" in said
    assert "You win: Ann has resigned" in said


def test_a_bot_sits_down_in_the_lobby_and_ends_calmly(server: Running, start: Start) -> None:
    ann, bo = server.guest("Ann"), server.guest("Bo")
    other = create(server, ann, "hashi", [{"kind": "me"}, {"kind": "lobby"}])
    wanted = [create(server, ann, "ponte", [{"kind": "lobby"}, {"kind": "me"}]) for _ in range(2)]
    program = house_bot(start, server, bo, "--game", "ponte")
    for id in wanted:
        wait_until(lambda id=id: look(server, id, ann)["your_turn"])
    assert look(server, other)["status"] == "waiting"
    program.send_signal(signal.SIGINT)
    said, failed = program.communicate(timeout=LONG)
    assert (program.returncode, failed) == (130, "")
    assert said.splitlines()[-1].endswith("stopped")


def test_a_bot_creates_a_match_and_survives_a_restart(tmp_path: Path, start: Start) -> None:
    with running(settings(tmp_path)) as server:
        ann, bo = server.guest("Ann"), server.guest("Bo")
        program = house_bot(start, server, bo, "--game", "ponte", "--create")

        def lobby() -> Any:
            with server.client() as client:
                return client.get("/api/matches").json()["matches"]

        wait_until(lobby)
        id = lobby()[0]["id"]
        with server.client(ann.bearer) as client:
            client.post(f"/api/matches/{id}/join").raise_for_status()
        wait_until(lambda: look(server, id, ann)["your_turn"])
        port = server.port
    with running(settings(tmp_path), port) as server, server.client(ann.bearer) as client:
        before = look(server, id, ann)["ply"]
        body = {"move": random_turn(client, id, {}, random.Random(1)), "ply": before}
        client.post(f"/api/matches/{id}/moves", json=body).raise_for_status()
        wait_until(lambda: look(server, id, ann)["ply"] == before + 2)
        client.post(f"/api/matches/{id}/resign").raise_for_status()
        said, failed = program.communicate(timeout=LONG)
    assert (program.returncode, failed) == (0, "")
    assert f"waiting for somebody at http://127.0.0.1:{port}/m/{id}" in said
    assert "lost the connection" in said


@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "nonsense://x", "http://[", "127.0.0.1:9/deep", ""])
def test_a_wrong_address_is_one_sentence(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["bot", "--server", address, "--token", "x"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("ponticello: there is no Ponticello server at")


def test_a_wrong_token_is_one_sentence(server: Running, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["bot", "--server", server.url, "--token", "wrong"]) == 2
    assert "this token is not known here" in capsys.readouterr().err


def test_other_mistakes_are_one_sentence_too(server: Running, capsys: pytest.CaptureFixture[str]) -> None:
    there = ["bot", "--server", server.url, "--token", server.guest("Ann").token]
    for words, complaint in (
        (["--match", "2222222222"], "there is no match behind this link"),
        (["--create"], "say which game to create"),
        (["--level", "99"], "there is no player '99'"),
        (["--game", "chess"], "chess"),
    ):
        assert run_command([*there, *words]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert complaint in line
