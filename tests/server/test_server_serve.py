"""`ponticello serve` as a person meets it: where it is, what is wrong in one sentence, and how it stops."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pty
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import ponticello
from ponticello.cli import run_command
from ponticello.engine.words import speaking
from ponticello.languages import language
from ponticello.server import Settings
from ponticello.server.logs import JsonLines, ShortLines, is_worth_saying
from ponticello.server.run import CannotListen, listen
from tests.server.crowd import GAME, INTERPRETED, PATIENCE, Process, draw_up, seat
from tests.server.postgres import drop_database, new_database

pytestmark = pytest.mark.slow


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/table.db"


@pytest.fixture
def server(database: str) -> Iterator[Process]:
    with Process(database) as process:
        yield process


def refuse(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Returns what the command complains about, in one line."""
    assert run_command(["serve", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    return line


def test_it_says_where_it_is_and_stops_when_it_is_told_to(server: Process) -> None:
    assert httpx.get(f"{server.url}/healthz", timeout=PATIENCE).json() == {"status": "ok"}
    code, out, _ = server.stop()
    assert code == 0
    assert out.splitlines() == [
        f"Ponticello is at {server.url}  (Ctrl-C stops it)",
        "The table is closed; every match goes on at the next start.",
    ]


def test_in_a_terminal_it_says_where_it_is_and_nothing_that_is_meant_for_machines(database: str) -> None:
    screen, terminal = pty.openpty()
    command = [sys.executable, "-m", "ponticello", "serve", "--port", "0", "--database", database]
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env={**os.environ, **INTERPRETED})
    os.close(terminal)
    said = b""
    while b"Ctrl-C" not in said:
        said += os.read(screen, 4096)
    assert httpx.get(said.split()[3].decode(), timeout=PATIENCE).status_code == 200
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 0
    said += os.read(screen, 4096)
    os.close(screen)
    first, last = said.decode().splitlines()
    assert first.startswith("Ponticello is at http://127.0.0.1:")
    assert last == "The table is closed; every match goes on at the next start."


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_open_sockets_are_told_that_it_will_be_back(number: int, database: str) -> None:
    (meeting,) = asyncio.run(seat(Settings(database=database), [draw_up(1)], 1))
    with Process(database) as process:
        address = f"ws://127.0.0.1:{process.port}/api/matches/{meeting.id}/live"
        with connect(address, additional_headers={"Cookie": f"ponticello={meeting.cookies[0]}"}) as live:
            assert json.loads(live.recv(PATIENCE))["game"] == GAME
            process.popen.send_signal(number)
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    live.recv(PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
        assert process.popen.wait(PATIENCE) == 0


def test_a_second_ctrl_c_ends_it_at_once(tmp_path: Path) -> None:
    stuck = (
        "import signal, sys, threading, time\n"
        "from ponticello.server.run import stop_in_time\n"
        "def slowly(number, frame): print('stopping', flush=True)\n"
        "signal.signal(signal.SIGINT, slowly)\n"
        "stop_in_time()\n"
        "print('running', flush=True)\n"
        "while True: time.sleep(0.05)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", stuck], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "running\n"
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "stopping\n"
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 130
    process.stdout.close()


def test_who_hangs_at_the_end_is_ended() -> None:
    stuck = (
        "import signal, time\n"
        "from ponticello.server import run\n"
        "run.LONGEST_GOODBYE = 0.1\n"
        "signal.signal(signal.SIGTERM, lambda number, frame: None)\n"
        "run.stop_in_time()\n"
        "signal.raise_signal(signal.SIGTERM)\n"
        "while True: time.sleep(0.05)\n"
    )
    assert subprocess.run([sys.executable, "-c", stuck], timeout=PATIENCE, check=False).returncode == 0


def test_a_taken_port_is_one_sentence(capsys: pytest.CaptureFixture[str], database: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = refuse(capsys, "--port", str(port), "--database", database)
        with speaking(language("fr")), pytest.raises(CannotListen, match=f"^le port {port} est pris.*--port {port + 1}$"):
            listen("127.0.0.1", port)
    assert line.startswith(f"ponticello: port {port} is taken") and f"--port {port + 1}" in line


def test_who_wants_to_see_the_page_gets_the_next_free_port(database: str, tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/shown\n')
    browser.chmod(0o755)
    with pytest.MonkeyPatch.context() as changes, socket.create_server(("127.0.0.1", 0)) as taken:
        changes.setenv("BROWSER", f"{browser} %s")
        port = taken.getsockname()[1]
        with Process(database, "--open", port=port) as process:
            assert port < process.port < port + 50
            while not (tmp_path / "shown").exists() or not (tmp_path / "shown").read_text():
                assert process.popen.poll() is None
            assert (tmp_path / "shown").read_text().strip() == process.url


def test_what_cannot_be_is_one_sentence(capsys: pytest.CaptureFixture[str], database: str) -> None:
    anywhere = ("--port", "0", "--database")
    assert "several workers need a database they can share" in refuse(capsys, *anywhere, database, "--workers", "2")
    assert "'mysql' is no database" in refuse(capsys, *anywhere, "mysql://here/there")
    assert "the database cannot be opened" in refuse(capsys, *anywhere, "postgresql://nobody@127.0.0.1:1/nothing")
    assert "the log level is one of" in refuse(capsys, *anywhere, database, "--log-level", "loud")
    assert "cannot be listened at" in refuse(capsys, *anywhere, database, "--host", "192.0.2.1")
    assert "--port" in refuse(capsys, "--port", "70000")


def test_missing_packages_are_named_with_the_way_to_get_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(ponticello, "server")  # the modules that are imported anew here must not outlive the test
    for name in [name for name in sys.modules if name.startswith("ponticello.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    line = refuse(capsys, "--port", "0")
    assert "such as uvicorn" in line and 'pip install "ponticello[server]"' in line


def test_several_workers_share_an_address_and_count_together() -> None:
    with Process(new_database(), "--workers", "2") as process:
        with httpx.Client(timeout=PATIENCE) as client:
            for _ in range(20):
                assert client.get(f"{process.url}/healthz", headers={"Connection": "close"}).status_code == 200
        families = list(text_string_to_metric_families(httpx.get(f"{process.url}/metrics", timeout=PATIENCE).text))
        counted = [sample for family in families for sample in family.samples if sample.name == "ponticello_requests_total"]
        assert sum(sample.value for sample in counted if sample.labels["route"] == "/healthz") == 21, "one was the command's own"
        code, _, _ = process.stop()
        assert code == 0


# What it says about itself


def test_requests_are_counted_and_noted_by_the_pattern_of_their_path(server: Process) -> None:
    secret = "c0de0fann"
    headers = {"Cookie": f"ponticello={secret}", "Authorization": f"Bearer {secret}"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=PATIENCE) as client:
        client.get(f"/api/matches/{secret}", params={"seat": "0", "token": secret})
        client.get(f"/nowhere/{secret}?{secret}={secret}")
        client.request("PROPFIND", "/healthz")
        client.get(f"/m/{secret}/table")
        client.post(f"/m/{secret}/step", json={})
        metrics = client.get("/metrics").text
    counted = {
        (sample.labels["method"], sample.labels["route"], sample.labels["status"])
        for family in text_string_to_metric_families(metrics)
        for sample in family.samples
        if sample.name == "ponticello_requests_total"
    }
    assert {("GET", "/api/matches/{id}", "401"), ("GET", "(nowhere)", "404"), ("other", "/healthz", "405")} <= counted
    assert {("GET", "/m/{id}/table", "404"), ("POST", "/m/{id}/step", "401")} <= counted
    names = {family.name for family in text_string_to_metric_families(metrics)}
    assert names >= {
        *("ponticello_request_seconds", "ponticello_moves", "ponticello_live_matches", "ponticello_open_sockets"),
        *("ponticello_bots_thinking", "ponticello_loop_lag_seconds"),
    }
    _, _, said = server.stop()
    lines = [json.loads(line) for line in said.splitlines()]
    (noted,) = [line for line in lines if line.get("route") == "/api/matches/{id}"]
    assert (noted["method"], noted["status"], noted["from"]) == ("GET", 401, "ponticello.access")
    assert noted["ms"] >= 0
    assert secret not in said + metrics


def test_moves_matches_and_sockets_are_counted(database: str) -> None:
    (meeting,) = asyncio.run(seat(Settings(database=database), [draw_up(1)], 1))
    headers = {"Cookie": f"ponticello={meeting.cookies[0]}"}
    with (
        Process(database) as process,
        httpx.Client(base_url=process.url, headers=headers, timeout=PATIENCE) as client,
        connect(f"ws://127.0.0.1:{process.port}/api/matches/{meeting.id}/live", additional_headers=headers) as live,
    ):
        live.recv(PATIENCE)
        client.post(f"/api/matches/{meeting.id}/moves", json={"move": meeting.turns[0], "ply": 0}).raise_for_status()
        wanted = {"ponticello_moves_total": 1.0, "ponticello_live_matches": 1.0, "ponticello_open_sockets": 1.0}
        found: dict[str, float] = {}
        while found != wanted:  # the gauges follow within a second
            families = text_string_to_metric_families(client.get("/metrics", timeout=PATIENCE).text)
            found = {sample.name: sample.value for family in families for sample in family.samples if sample.name in wanted}


def test_a_server_whose_database_is_gone_says_so() -> None:
    database = new_database()
    with Process(database) as process:
        drop_database(database)
        answer = httpx.get(f"{process.url}/healthz", timeout=PATIENCE)
        assert (answer.status_code, answer.json()) == (503, {"error": "the database does not answer"})


def test_lines_for_machines_and_for_people() -> None:
    try:
        raise OSError("a cable\nwas pulled")
    except OSError:
        record = logging.LogRecord("ponticello.server", logging.ERROR, "", 0, "it broke: %s", ("so\nwhat",), sys.exc_info())
    line = JsonLines().format(record)
    assert "\n" not in line
    read = json.loads(line)
    assert (read["level"], read["says"]) == ("error", "it broke: so\nwhat")
    assert "a cable" in read["trace"]
    short = ShortLines().format(record)
    assert "\x1b[31merror" in short and "it broke" in short
    record.exc_info = (asyncio.CancelledError, asyncio.CancelledError(), None)
    assert not is_worth_saying(record)
