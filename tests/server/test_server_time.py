"""Clocks that are set wrong, jump or stand still: the time of the tables goes on evenly, and is the same for all servers."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from ponticello.server import Settings
from ponticello.server.storage.database import Storage
from ponticello.server.storage.shared_time import SILENT, SharedTime
from tests.server.postgres import new_database
from tests.server.served import PATIENCE, TWO, Running, running, settings, socket

HOUR = 3600.0
TEN_MINUTES = {"kind": "game", "minutes": 10, "seconds": 0}

Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def run() -> Iterator[Run]:
    with asyncio.Runner() as runner:
        yield runner.run


def wait_for_rounds(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits until the upkeep has looked at the time and at the tables again."""
    storage, rounds = server.server.storage, threading.Semaphore(0)
    due = storage.due

    async def counted(now: float, most: int = 100) -> list[str]:
        found = await due(now, most)
        rounds.release()
        return found

    with monkeypatch.context() as patch:
        patch.setattr(storage, "due", counted)
        for _ in range(4):
            assert rounds.acquire(timeout=PATIENCE)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_nobody_loses_or_gains_time_when_the_clock_of_the_machine_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    real, began = time.time, time.monotonic()
    with running(settings(tmp_path, beat=0.01, upkeep=0.01)) as server, server.client() as client:
        ann, bo = server.guest("Ann"), server.guest("Bo")
        wish = {"game": "ponte", "seats": TWO, "clock": TEN_MINUTES}
        id = client.post("/api/matches", json=wish, headers=ann.bearer).raise_for_status().json()["id"]
        client.post(f"/api/matches/{id}/join", headers=bo.bearer).raise_for_status()
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        wait_for_rounds(server, monkeypatch)
        shot = client.post(f"/api/matches/{id}/moves", json={"move": "d4,e5", "ply": 1}, headers=ann.bearer).json()
        assert shot["status"] == "playing"
        wait_for_rounds(server, monkeypatch)
        shot = client.get(f"/api/matches/{id}").json()
        gone = time.monotonic() - began
        assert all(600 - gone - 1 <= seat["clock"]["left"] <= 600 for seat in shot["seats"])
        assert 0 <= shot["events"][1]["at"] - shot["events"][0]["at"] <= gone


async def beat(server: Running) -> list[str]:
    """Returns the matches that somebody looks at who is gone, as a server sees it."""
    return await server.server.storage.sockets_beat("another", server.server.matches.now(), 50.0)


@pytest.mark.slow
def test_servers_whose_clocks_differ_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine of one of them is two minutes ahead."""
    address, real = new_database(), time.time
    ahead: dict[int | None, float] = {}
    monkeypatch.setattr(time, "time", lambda: real() + ahead.get(threading.get_ident(), 0.0))
    wanted = Settings(database=address, bot_pause=0, warm=False, limits=False)
    with running(wanted) as here, running(wanted) as there, here.client() as client, there.client() as client_there:
        ahead[there._thread.ident] = 120.0
        ann, bo = here.guest("Ann"), there.guest("Bo")
        wish = {"game": "ponte", "seats": TWO, "clock": TEN_MINUTES}
        id = client.post("/api/matches", json=wish, headers=ann.bearer).raise_for_status().json()["id"]
        with socket(here, id, ann.bearer) as eyes:
            eyes.next()
            assert there.call(beat(there)) == [], "whoever looks through the other server is not gone"
            client_there.post(f"/api/matches/{id}/join", headers=bo.bearer).raise_for_status()
            client.post(f"/api/matches/{id}/moves", json={"move": "d4,e5", "ply": 1}, headers=ann.bearer).raise_for_status()
            client_there.post(f"/api/matches/{id}/moves", json={"move": "dark", "ply": 2}, headers=bo.bearer).raise_for_status()
            shots = [asked.get(f"/api/matches/{id}").json() for asked in (client, client_there)]
        for shot in shots:
            assert all(500 < seat["clock"]["left"] <= 600 for seat in shot["seats"])
        moments = [event["at"] for event in shots[0]["events"]]
        assert moments == sorted(moments) and moments[-1] - moments[0] < 100


class Machine:
    """A machine with a steady clock, and a source of time that can be set."""

    def __init__(self, database: str, source: dict[str, float]) -> None:
        self.storage = Storage(Settings(database=database, beat=20.0))
        self.steady = 500.0
        self.source = source

    async def start(self) -> None:
        """Opens the database and takes the time."""
        time = SharedTime(
            self.storage.settings, self.storage.engine, self.storage._transaction, source=self.read, steady=lambda: self.steady
        )
        self.storage.time = time
        await self.storage.open()

    async def read(self, connection: object) -> float:
        """Returns what the source says."""
        return self.source["now"]

    @property
    def now(self) -> float:
        """The time of the tables."""
        return self.storage.time.now()


class Machines:
    """Some machines with one database."""

    def __init__(self, database: str, number: int) -> None:
        self.database = database
        self.source = {"now": 1_000_000.0}
        self.all = [Machine(database, self.source) for _ in range(number)]

    async def start(self) -> None:
        """Starts them all, and lets them run until they are settled."""
        for machine in self.all:
            await machine.start()
        for _ in range(6):
            await self.go_on(SILENT * 20.0 / 4)

    async def go_on(self, seconds: float, without: Machine | None = None) -> None:
        """Lets time go by for all of them but one, which stands still; then they look, all at once."""
        self.source["now"] += seconds
        for machine in self.all:
            machine.steady += seconds if machine is not without else 0.0
        await asyncio.gather(*(machine.storage.time.compare() for machine in self.all if machine is not without))

    async def stop(self) -> None:
        """Stops them all."""
        for machine in self.all:
            await machine.storage.close()


@pytest.fixture(params=["sqlite", pytest.param("two on postgresql", marks=pytest.mark.slow)])
def machines(request: pytest.FixtureRequest, tmp_path: Path, run: Run) -> Iterator[Machines]:
    alone = request.param == "sqlite"
    machines = Machines(f"sqlite:///{tmp_path}/table.db" if alone else new_database(), 1 if alone else 2)
    run(machines.start())
    yield machines
    run(machines.stop())


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_source_that_jumps_is_corrected_once_for_all(machines: Machines, run: Run, jump: float) -> None:
    before = machines.all[0].now
    machines.source["now"] += jump
    for _ in range(3):
        run(machines.go_on(20.0))
    assert [machine.now for machine in machines.all] == pytest.approx([before + 60.0] * len(machines.all))
    machines.source["now"] -= jump
    run(machines.go_on(20.0))
    assert [machine.now for machine in machines.all] == pytest.approx([before + 80.0] * len(machines.all))


def test_a_source_that_drifts_is_followed(machines: Machines, run: Run) -> None:
    for _ in range(10):
        machines.source["now"] += 0.5
        run(machines.go_on(20.0))
    assert [machine.now for machine in machines.all] == pytest.approx([machines.source["now"]] * len(machines.all))


@pytest.mark.parametrize("meanwhile", [0.0, HOUR, -HOUR])
def test_time_does_not_run_backwards_from_one_start_to_the_next(machines: Machines, run: Run, meanwhile: float) -> None:
    before = machines.all[0].now
    run(machines.stop())
    machines.source["now"] += meanwhile
    machines.all = [Machine(machines.database, machines.source)]
    run(machines.all[0].start())
    assert machines.all[0].now == pytest.approx(max(before, before + meanwhile))
    run(machines.go_on(20.0))
    assert machines.all[0].now == pytest.approx(max(before, before + meanwhile) + 20.0)


@pytest.mark.slow
def test_a_machine_that_has_slept_goes_by_the_others(run: Run) -> None:
    machines = Machines(new_database(), 2)
    run(machines.start())
    before, sleeper = machines.all[0].now, machines.all[1]
    for _ in range(30):
        run(machines.go_on(20.0, without=sleeper))
    for _ in range(2):
        run(machines.go_on(20.0))
    assert [machine.now for machine in machines.all] == pytest.approx([before + 640.0] * 2)
    run(machines.stop())


@pytest.mark.slow
def test_a_server_that_starts_just_after_a_jump_does_not_mislead_the_others(run: Run) -> None:
    machines = Machines(new_database(), 1)
    run(machines.start())
    before = machines.all[0].now
    machines.source["now"] += HOUR
    late = Machine(machines.database, machines.source)
    run(late.start())
    run(late.storage.time.compare())
    machines.all.append(late)
    for _ in range(3):
        run(machines.go_on(20.0))
    assert [machine.now for machine in machines.all] == pytest.approx([before + 60.0] * 2)
    run(machines.stop())
