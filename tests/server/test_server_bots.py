"""The bots: they think in a process of their own, see what their seat may see, and a lost thought stops no match."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ponticello.players import player
from ponticello.players.worker import question
from ponticello.server.access.identity import new_guest
from ponticello.server.app import Server
from ponticello.server.bots.bots import payer
from ponticello.server.bots.fair_line import FairLine
from ponticello.server.bots.worker import Worker
from ponticello.server.matches.rows import Act, Kind
from ponticello.server.matches.table import Table
from ponticello.table.game import game
from tests.server.served import settings
from tests.server.tables import a_table, a_turn


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


@pytest.mark.slow
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


def signal_thinkers(server: Server, number: int) -> list[int]:
    """Sends a signal to all processes that think for a server; returns them."""
    processes = [worker._process for worker in server.bots.thinkers.workers]
    running = [process for process in processes if process is not None and process.returncode is None]
    for process in running:
        process.send_signal(number)
    return [process.pid for process in running]


async def bot_turns(server: Server, turns: int, kill_first: bool = False) -> Table:
    """Plays against a bot of a game whose players are ready, and returns the table after some of its turns."""
    guest = new_guest()
    await server.storage.add_guest(guest, 0.0)
    server.bots.ready.add("skybridge")
    table = await server.matches.create(guest, game="skybridge", options={}, seats=[{"kind": "me"}, {"kind": "bot", "level": 1}])
    while sum(row.seat == 1 for row in table.rows) < turns:
        table = await server.matches.open(table.id)
        if kill_first:
            signal_thinkers(server, signal.SIGKILL)
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


@pytest.mark.slow
def test_a_thinker_that_hangs_is_replaced_and_the_question_asked_again(tmp_path: Path) -> None:
    async def played() -> None:
        server = Server(settings(tmp_path, thought=3.0))
        await server.start()
        try:
            await bot_turns(server, 1)
            stopped = signal_thinkers(server, signal.SIGSTOP)
            assert stopped
            await bot_turns(server, 1)
            async with asyncio.timeout(60):
                while any(is_there(process) for process in stopped):
                    await asyncio.sleep(0.01)
        finally:
            await server.stop()

    asyncio.run(asyncio.wait_for(played(), 60))


def is_there(process: int) -> bool:
    """Tells whether a process has not ended."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


def test_a_question_that_thinkers_die_of_is_answered_at_a_glance_and_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    deadly = "ponticello.server.bots.worker.THINKER"
    monkeypatch.setattr(deadly, ("-c", "import sys, time; sys.stdin.readline(); time.sleep(1000)"))

    async def played() -> Table:
        server = Server(settings(tmp_path, thought=0.1))
        await server.start()
        try:
            return await bot_turns(server, 1)
        finally:
            await server.stop()

    table = asyncio.run(asyncio.wait_for(played(), 60))
    assert sum(row.seat == 1 for row in table.rows) == 1
    lost = [record.getMessage() for record in caplog.records if "a thought was lost" in record.getMessage()]
    assert len(lost) == 1 and table.id in lost[0]


def test_a_move_of_a_thinker_that_the_rules_refuse_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(self: Worker, question: dict[str, Any], patience: float) -> str:
        return "nonsense"

    monkeypatch.setattr(Worker, "ask", ask)

    async def played() -> Table:
        server = Server(settings(tmp_path))
        await server.start()
        try:
            return await bot_turns(server, 1)
        finally:
            await server.stop()

    assert asyncio.run(asyncio.wait_for(played(), 60)).rows


def test_who_has_loaded_a_game_first_becomes_a_thinker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def played() -> None:
        server = Server(settings(tmp_path))
        await server.start()
        await server.bots._warm("skybridge")
        started = [worker for worker in server.bots.thinkers.workers if worker.is_started]
        assert len(started) == 1 and "skybridge" in server.bots.ready
        await bot_turns(server, 1)
        assert [worker for worker in server.bots.thinkers.workers if worker.is_started] == started
        await server.stop()
        assert not any(worker.is_started for worker in server.bots.thinkers.workers)

    monkeypatch.setattr("ponticello.server.bots.worker.THINKER", ("-c", LOADED))
    asyncio.run(asyncio.wait_for(played(), 60))


LOADED = """
import json, sys
from ponticello.players.worker import answer
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"answer": ""} if "prepare" in asked else answer(asked)), flush=True)
"""  # a thinker that has nothing to compile


# Sharing


class Gate:
    """Stands for all thinkers: notes who is asked, and answers when the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, asyncio.Future[str]]] = []  # levels

    async def ask(self, question: dict[str, Any], patience: float) -> str:
        self.asked.append((question["level"], asyncio.get_running_loop().create_future()))
        return await self.asked[-1][1]


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Gives a gate in front of thinkers for two cores: one for all questions, and one for short ones."""
    gate = Gate()
    monkeypatch.setattr(Worker, "ask", lambda self, question, patience: gate.ask(question, patience))
    monkeypatch.setattr("ponticello.server.bots.thinkers.cores", lambda: 2)
    return gate


async def until(true: Callable[[], bool]) -> None:
    """Waits until something has become true."""
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.01)


async def matches_with_a_bot(server: Server, level: int, count: int) -> str:
    """Lets a guest make matches of a game in which the bot begins; returns who it is."""
    guest = new_guest()
    await server.storage.add_guest(guest, 0.0)
    for _ in range(count):
        seats: list[dict[str, object]] = [{"kind": "bot", "level": level}, {"kind": "me"}]
        await server.matches.create(guest, game="ponte", options={}, seats=seats)
    return guest.id


def test_a_short_question_does_not_wait_for_the_long_ones_of_others(tmp_path: Path, gate: Gate) -> None:
    async def played() -> None:
        server = Server(settings(tmp_path))
        await server.start()
        server.bots.ready.add("ponte")
        for _ in range(2):
            await matches_with_a_bot(server, 5, 10)
        await until(lambda: len(gate.asked) == 1)
        await matches_with_a_bot(server, 1, 1)
        await until(lambda: len(gate.asked) == 2)
        assert [level for level, _ in gate.asked] == [5, 1]
        await server.stop()

    asyncio.run(played())


def test_guests_share_thinkers_however_many_matches_they_have(tmp_path: Path, gate: Gate) -> None:
    async def played() -> None:
        server = Server(settings(tmp_path))
        await server.start()
        server.bots.ready.add("ponte")
        await matches_with_a_bot(server, 5, 10)
        await until(lambda: len(gate.asked) == 1)
        await matches_with_a_bot(server, 4, 1)
        gate.asked[0][1].set_result("nonsense")
        await until(lambda: len(gate.asked) == 2)
        assert [level for level, _ in gate.asked] == [5, 4], "the tenth match of one does not come before the first of another"
        await server.stop()

    asyncio.run(played())


def test_a_line_is_fair_whatever_is_asked() -> None:
    """Two guests ask for as much as they can: whether in long or in short questions, both get the same time."""
    got = {"long": 0.0, "short": 0.0}

    async def ask(line: FairLine, guest: str, seconds: float) -> None:
        async with line.place(guest, seconds):
            got[guest] += seconds
            line._accounts[guest] += seconds  # as if it had taken so long
            await asyncio.sleep(0)
            if sum(got.values()) > 60:
                raise StopAsyncIteration

    async def played() -> None:
        line = FairLine(1)
        tasks = [asyncio.create_task(ask(line, "long", 1.0)) for _ in range(200)]
        tasks += [asyncio.create_task(ask(line, "short", 0.2)) for _ in range(1000)]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert line._free == 1 and not line._waiting and not line._served, "whoever leaves the line leaves no trace"

    asyncio.run(played())
    assert abs(got["long"] - got["short"]) <= 2


def test_the_person_whose_move_a_bot_answers_pays_for_its_thoughts() -> None:
    table = a_table("skybridge", 4, bots=(3,))
    dice = random.Random(1)
    assert payer(table) == "guest0"
    for _ in range(8):
        seat = table.actors[0]
        expected = payer(table) if seat == 3 else f"guest{seat}"
        table = table.after(a_turn(table, seat, dice), 0.0)
        assert payer(table) == expected
    for seat in (0, 1, 2):
        table = table.after(Act(Kind.LEAVE, seat), 0.0)
    assert payer(table) == table.facts.creator


def test_a_bot_is_asked_only_what_its_seat_may_see(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    async def ask(self: Worker, question: dict[str, Any], patience: float) -> str:
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

    async def ask(self: Worker, question: dict[str, Any], patience: float) -> str:
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

    async def ask(self: Worker, question: dict[str, Any], patience: float) -> str:
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
