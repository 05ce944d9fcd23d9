"""The server as a process among others: its files, its disk, its database when that is away, and what it says of them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import resource
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from ponticello.server import Settings
from ponticello.server.file_limit import KEPT, fitting
from ponticello.server.logs import Repetitions, is_worth_saying, told
from ponticello.server.settings import ConnectionLimits
from tests.server.crowd import PATIENCE, SERVE, Process, draw_up, seat
from tests.server.postgres import let_in, new_database, shut_out
from tests.server.served import running, settings

pytestmark = pytest.mark.slow


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a database will be, in a folder that is not there yet."""
    return tmp_path / "new" / "table.db"


def rights(path: Path) -> str:
    """Returns who may do what with a file."""
    return oct(stat.S_IMODE(path.stat().st_mode))


def lines_of(process: Process) -> list[dict[str, object]]:
    """Returns what a server has logged."""
    return [json.loads(line) for line in process.said().splitlines()]


def wait_for_line(process: Process, words: str) -> str:
    """Waits until a server has logged something; returns it."""
    end = time.monotonic() + PATIENCE
    while not (found := [str(line["says"]) for line in lines_of(process) if words in str(line["says"])]):
        assert process.popen.poll() is None and time.monotonic() < end
        time.sleep(0.02)
    return found[0]


# Files


def test_one_file_is_served_by_one_process_for_its_owner_alone(file: Path) -> None:
    database, usual = f"sqlite:///{file}", os.umask(0o022)
    try:
        first = Process(database)
    finally:
        os.umask(usual)
    with first:
        kept = {path.name: rights(path) for path in file.parent.iterdir()}
        assert set(kept) >= {"table.db", "table.db-wal", "table.db-shm"}
        assert set(kept.values()) == {"0o600"} and rights(file.parent) == "0o700"
        assert "chmod" not in first.said()
        command = [sys.executable, *SERVE, "--port", "0", "--database", database]
        refused = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=60, check=False)  # or it would serve on
        (line,) = refused.stderr.splitlines()
        assert refused.returncode == 2
        assert f"table.db is already served by process {first.popen.pid}" in line and "--database postgresql://" in line
        assert httpx.get(f"{first.url}/healthz", timeout=PATIENCE).status_code == 200, "who asks does no harm"
        first.kill()
    with Process(database) as second:
        assert httpx.get(f"{second.url}/healthz", timeout=PATIENCE).status_code == 200, "who was killed holds nothing"


def test_what_is_not_as_it_should_be_is_said_at_the_start(file: Path) -> None:
    file.parent.mkdir(mode=0o755)
    file.touch(mode=0o644)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with Process(f"sqlite:///{file}", "--connections", str(hard)) as process:
        said = [str(line["says"]) for line in lines_of(process)]
    assert sum(f"chmod 600 {file}" in line for line in said) == 1
    assert sum(f"chmod 700 {file.parent}" in line for line in said) == 1
    (limit,) = [line for line in said if "open files" in line]
    assert f"{hard - KEPT} connections" in limit and f"ulimit -n {hard + KEPT}" in limit


def test_a_low_limit_of_open_files_leaves_room_to_refuse() -> None:
    limits = ConnectionLimits()
    assert fitting(limits, None) == fitting(limits, limits.most + KEPT) == limits
    assert fitting(limits, 1024).most == 1024 - KEPT
    assert fitting(limits, 100).most == 50


def test_a_server_without_free_files_says_so_and_goes_on(file: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        process = Process(f"sqlite:///{file}")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    with process, httpx.Client(base_url=process.url, timeout=PATIENCE) as client:
        before = resource.prlimit(process.popen.pid, resource.RLIMIT_NOFILE)
        assert before == (hard, hard), "it takes as many as it may have"
        assert client.get("/healthz").status_code == 200
        used = max(int(path.name) for path in Path(f"/proc/{process.popen.pid}/fd").iterdir())
        resource.prlimit(process.popen.pid, resource.RLIMIT_NOFILE, (used + 3, hard))
        with contextlib.ExitStack() as stack:
            for _ in range(30):
                stack.enter_context(socket.create_connection(("127.0.0.1", process.port), PATIENCE))
            wait_for_line(process, "no file is left for another connection")
            assert client.get("/healthz").status_code == 200, "who is connected goes on"
        resource.prlimit(process.popen.pid, resource.RLIMIT_NOFILE, before)
        assert httpx.get(f"{process.url}/healthz", timeout=PATIENCE).status_code == 200
        said = process.said()
        assert said.count("no file is left") == 1 and "Traceback" not in said


# The disk and the database


def test_a_full_disk_is_told_in_one_sentence_and_forgotten_when_there_is_room(file: Path) -> None:
    database = f"sqlite:///{file}"
    (meeting,) = asyncio.run(seat(Settings(database=database), [draw_up(1)], 1))
    cookies = [{"Cookie": f"ponticello={cookie}"} for cookie in meeting.cookies]
    with Process(database) as process, httpx.Client(base_url=process.url, timeout=PATIENCE) as client:

        def move(ply: int) -> httpx.Response:
            path = f"/api/matches/{meeting.id}"
            (mine,) = [each for each in cookies if client.get(path, headers=each).json()["your_turn"]]
            return client.post(f"{path}/moves", json={"move": meeting.turns[ply], "ply": ply}, headers=mine)

        assert move(0).status_code == 200
        size = file.with_name("table.db-wal").stat().st_size
        before = resource.prlimit(process.popen.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.popen.pid, resource.RLIMIT_FSIZE, (size, before[1]))  # as if the disk ended there
        for _ in range(5):
            answer = move(1)
            assert answer.status_code == 503
            assert answer.json()["error"].startswith("nothing can be written, since the disk is full; nothing was changed")
        health = client.get("/healthz")
        assert (health.status_code, health.json()) == (503, {"error": "the disk is full"})
        resource.prlimit(process.popen.pid, resource.RLIMIT_FSIZE, before)
        assert client.get("/healthz").status_code == 200
        assert move(1).status_code == 200
        said = process.said()
        assert "Traceback" not in said and said.count('"the disk is full: ') == 1
        assert "asked in vain" in wait_for_line(process, "the database is back")


def test_a_disk_that_is_nearly_full_is_told_before_it_is(tmp_path: Path) -> None:
    with running(settings(tmp_path, free_space=10**18)) as server, server.client() as client:
        health = client.get("/healthz")
        assert health.status_code == 503 and health.json()["error"].startswith("the disk is nearly full")


def test_a_database_that_is_away_is_said_once_and_its_return_too() -> None:
    database = new_database()
    (meeting,) = asyncio.run(seat(Settings(database=database), [draw_up(1, 2)], 1))
    with Process(database) as process, httpx.Client(base_url=process.url, timeout=PATIENCE) as client:
        shut_out(database)
        path = f"/api/matches/{meeting.id}"
        for k in range(30):
            answer = client.get(path, headers={"Authorization": f"Bearer {k}"})
            assert answer.status_code == 503
            assert answer.json()["error"].startswith("the database does not answer; nothing was changed")
        assert client.get("/healthz").status_code == 503
        let_in(database)
        while client.get("/healthz").status_code != 200:
            assert process.popen.poll() is None
        assert "asked in vain" in wait_for_line(process, "the database is back")
        troubles = [line for line in lines_of(process) if line["level"] == "error"]
        assert sum(str(line["says"]).startswith("the database is away: ") for line in troubles) == 1
        assert len(troubles) < 8 and len(process.said()) < 100_000


# The log


@pytest.fixture
def repetitions() -> Iterator[Repetitions]:
    yield Repetitions(seconds=30)


def record(at: float, message: str = "it broke: %s", level: int = logging.ERROR, **extra: object) -> logging.LogRecord:
    """Returns something to be logged at a time."""
    made = logging.LogRecord("ponticello.server", level, "", 0, message, ("so",), None)
    made.created = at
    vars(made).update(extra)
    return made


def test_the_same_trouble_is_written_now_and_then_with_its_number(repetitions: Repetitions) -> None:
    assert [repetitions.filter(record(at)) for at in (0, 1, 2, 29)] == [True, False, False, False]
    assert repetitions.filter(record(3, "another: %s")) and repetitions.filter(record(4, level=logging.INFO))
    later = record(31)
    assert repetitions.filter(later) and told(later) == "it broke: so (3 more like this since the last)"
    last = record(62)
    assert repetitions.filter(last) and told(last) == "it broke: so"


def test_a_request_that_failed_keeps_its_line_but_not_the_same_traceback(repetitions: Repetitions) -> None:
    kept = []
    for at in range(3):
        try:
            raise OSError("a cable was pulled")
        except OSError as error:
            made = record(at, "%s failed", keep_line=True, exc_info=(OSError, error, error.__traceback__))
        assert repetitions.filter(made)
        kept.append(made.exc_info is not None)
    assert kept == [True, False, False]


def test_what_follows_from_a_database_that_is_away_is_not_worth_a_line() -> None:
    away = OperationalError("SELECT 1", {}, OSError("connection refused"))
    nonsense = OperationalError("SELEC 1", {}, sqlite_error("SELEC 1"))
    for error, is_told in ((away, False), (nonsense, True), (KeyError("ours"), True)):
        assert is_worth_saying(record(0, exc_info=(type(error), error, None))) is is_told


def sqlite_error(statement: str) -> sqlite3.Error:
    """Returns what SQLite says to a statement that makes no sense."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection, pytest.raises(sqlite3.Error) as refused:
        connection.execute(statement)
    return refused.value
