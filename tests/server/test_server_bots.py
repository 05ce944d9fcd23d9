"""The bots: they think in a process of their own, see what their seat may see, and a lost thought stops no match."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ponticello.players import player
from ponticello.players.worker import question
from ponticello.server.access.identity import new_guest
from ponticello.server.app import Server
from ponticello.server.bots.worker import Worker
from ponticello.server.matches.table import Table
from ponticello.table.game import game
from tests.server.served import settings


@pytest.fixture(autouse=True)
def _without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")


def test_a_worker_plays_what_the_level_plays() -> None:
    match = game("skybridge").match(2, seed=7)
    seat = match.actors[0]

    async def asked() -> str:
        worker = Worker()
        try:
            return await worker.ask(question(match.view(seat), seat, 1, seed=5))
        finally:
            await worker.stop()

    expected = player("level1", game="skybridge", seed=5, threads=1).choose(match.view(seat), seat).move
    assert asyncio.run(asked()) == str(expected)


def test_two_questions_are_answered_and_a_bad_one_is_an_error() -> None:
    match = game("skybridge").match(2, seed=7)
    seat = match.actors[0]
    sensible = question(match.view(seat), seat, 1, seed=5)

    async def asked() -> list[str]:
        worker = Worker()
        try:
            with pytest.raises(ValueError, match="no game"):
                await worker.ask({**sensible, "game": "chess"})
            return [await worker.ask(sensible) for _ in range(2)]
        finally:
            await worker.stop()

    first, second = asyncio.run(asked())
    assert first == second != ""


def test_a_worker_whose_server_was_killed_goes_quietly() -> None:
    command = [sys.executable, "-m", "ponticello.players.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as worker:
        assert worker.stdin and worker.stdout and worker.stderr
        worker.stdout.close()
        worker.stdin.write(b'{"prepare": "no such game"}\n')
        worker.stdin.close()
        assert worker.stderr.read() == b""
        assert worker.wait() == 0


async def bot_turns(server: Server, turns: int, kill_first: bool = False) -> Table:
    """Plays against a bot of a game whose players are ready, and returns the table after some of its turns."""
    guest = new_guest()
    await server.storage.add_guest(guest, 0.0)
    server.bots.ready.add("skybridge")
    table = await server.matches.create(guest, game="skybridge", options={}, seats=[{"kind": "me"}, {"kind": "bot", "level": 1}])
    while sum(row.seat == 1 for row in table.rows) < turns:
        table = await server.matches.open(table.id)
        process = server.bots._workers[0]._process
        if kill_first and process is not None and process.returncode is None:
            process.kill()
        if 0 in table.actors and table.match is not None:
            table = await server.matches.play(table.id, guest, str(table.match.legal(0)[0]), table.ply(0), 0)
        await asyncio.sleep(0.01)
    return table


@pytest.mark.parametrize("kill_first", [False, True])
def test_a_bot_moves_even_if_its_worker_is_killed(tmp_path: Path, kill_first: bool, caplog: pytest.LogCaptureFixture) -> None:
    async def played() -> Table:
        server = Server(settings(tmp_path))
        await server.start()
        try:
            return await asyncio.wait_for(bot_turns(server, 2, kill_first), 60)
        finally:
            await server.stop()

    assert sum(row.seat == 1 for row in asyncio.run(played()).rows) >= 2
    assert ("a thought was lost" in caplog.text) == kill_first


def test_a_bot_is_asked_only_what_its_seat_may_see(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    async def ask(self: Worker, question: dict[str, Any]) -> str:
        asked.append(question)
        return "pass"

    monkeypatch.setattr(Worker, "ask", ask)

    async def questions(move: int) -> str:
        server = Server(settings(tmp_path / str(move), bot_pause=60))
        await server.start()
        guest = new_guest()
        await server.storage.add_guest(guest, 0.0)
        server.bots.ready.add("connections")
        seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "level": 1}]
        table = await server.matches.create(guest, game="connections", options={}, seats=seats)
        assert table.match is not None
        for seat in (0, 1):
            table = await server.matches.play(table.id, guest, str(table.match.legal(seat)[move]), table.ply(seat), seat)
        asked.clear()
        server.bots._thinking.clear()
        server.bots.look(table)
        while not asked:
            await asyncio.sleep(0.01)
        await server.stop()
        return str(asked[0]["state"])

    monkeypatch.setattr("ponticello.server.matches.new_match.secrets.token_hex", lambda length: "seed")
    assert asyncio.run(questions(0)) == asyncio.run(questions(3))


def test_a_bot_thinks_again_if_the_table_has_changed_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ["light", "dark"]
    thinking, changed = asyncio.Event(), asyncio.Event()

    async def ask(self: Worker, question: dict[str, Any]) -> str:
        thinking.set()
        await changed.wait()
        return answers.pop(0)

    monkeypatch.setattr(Worker, "ask", ask)

    async def played() -> list[tuple[str, int, str]]:
        server = Server(settings(tmp_path))
        await server.start()
        guest = new_guest()
        await server.storage.add_guest(guest, 0.0)
        server.bots.ready.add("ponte")
        seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
        table = await server.matches.create(guest, game="ponte", options={}, seats=seats)
        table = await server.matches.play(table.id, guest, "d4,e5", table.ply(0), 0)
        await thinking.wait()
        table = await server.matches.undo(table.id, guest, table.ply(0), 0)
        table = await server.matches.play(table.id, guest, "a1,b2", table.ply(0), 0)
        changed.set()
        while table.rows[-1].seat == 0:
            await asyncio.sleep(0.01)
            table = await server.matches.open(table.id)
        await server.stop()
        return [(row.kind, row.seat, row.text) for row in table.rows]

    rows = asyncio.run(asyncio.wait_for(played(), 60))
    assert rows == [("move", 0, "d4,e5"), ("undo", 0, ""), ("move", 0, "a1,b2"), ("move", 1, "dark")]
    assert answers == []


def test_nobody_holds_up_a_bot_by_coming_and_going(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may play for somebody whose clock runs."""
    answers = ["light"]
    thinking, changed = asyncio.Event(), asyncio.Event()

    async def ask(self: Worker, question: dict[str, Any]) -> str:
        thinking.set()
        await changed.wait()
        return answers.pop(0)

    monkeypatch.setattr(Worker, "ask", ask)

    async def played() -> list[str]:
        server = Server(settings(tmp_path))
        await server.start()
        ann, bo = new_guest(), new_guest()
        server.bots.ready.add("ponte")
        table = await server.matches.create(ann, game="ponte", options={}, seats=[{"kind": "me"}, {"kind": "link"}])
        table = await server.matches.sit(table.id, bo)
        table = await server.matches.play(table.id, ann, "d4,e5", table.ply(0), 0)
        await server.matches.leave(table.id, bo)
        await thinking.wait()
        await server.matches.come_back(table.id, bo)
        table = await server.matches.leave(table.id, bo)
        changed.set()
        while table.rows[-1].kind != "move":
            await asyncio.sleep(0.01)
            table = await server.matches.open(table.id)
        await server.stop()
        return [str(row.kind) for row in table.rows]

    rows = asyncio.run(asyncio.wait_for(played(), 60))
    assert rows == ["sit", "move", "leave", "return", "leave", "move"]
    assert answers == [], "it has thought once"
