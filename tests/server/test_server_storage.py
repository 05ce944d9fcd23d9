"""What is kept: the same in a file and in PostgreSQL, from the first start on, and never two rows in one place."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from ponticello.engine.errors import BadOption
from ponticello.engine.words import speaking
from ponticello.languages import language
from ponticello.server import Settings
from ponticello.server.live.hub import Hub
from ponticello.server.matches.clock import ClockRule
from ponticello.server.matches.facts import BOT, LINK, OVER, PERSON, PLAYING, WAITING, Facts, Seat
from ponticello.server.matches.rows import Kind, Row
from ponticello.server.storage import connections
from ponticello.server.storage.database import Guest, NoDatabase, Storage, Summary, Taken
from ponticello.server.storage.migrate import HEAD, version
from ponticello.server.storage.schema import metadata
from tests.server.postgres import new_database
from tests.server.served import PATIENCE

pytestmark = pytest.mark.slow

SEATS = (Seat(PERSON, "guest0", "Ann"), Seat(BOT, name="Bo", level=2), Seat(LINK))
FACTS = Facts("match", "skybridge", {"size": 3, "open": True}, SEATS, ClockRule(60.0, 5.0), "seed", 100.0, "guest0")
NEW = Summary(WAITING, False, 100.0, 200.0)
ROWS = [Row(0, Kind.SIT, 2, "guest2 Cy", 101.0), Row(1, Kind.MOVE, 0, "a1 ∞", 102.5), Row(2, Kind.CLOSE, -1, "", 103.0)]
CUT_OFF_OTHERS = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
)

Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/deep/table.db" if request.param == "sqlite" else new_database()


@pytest.fixture
def run() -> Iterator[Run]:
    with asyncio.Runner() as runner:
        yield runner.run


@pytest.fixture
def storage(database: str, run: Run) -> Iterator[Storage]:
    storage = Storage(Settings(database=database))
    run(storage.open())
    yield storage
    run(storage.close())


def test_migrations_make_the_tables_from_nothing_and_once_only(storage: Storage, run: Run) -> None:
    def differences(connection: Connection) -> list[Any]:
        assert version(connection) == HEAD
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def look() -> list[Any]:
        async with storage.engine.connect() as connection:
            return await connection.run_sync(differences)

    assert run(look()) == []
    run(storage.open())
    assert run(look()) == []


def test_several_servers_may_start_at_once_on_an_empty_database(run: Run) -> None:
    storages = [Storage(Settings(database=address)) for address in [new_database()] * 4]

    async def start() -> set[str]:
        await asyncio.gather(*(storage.open() for storage in storages))
        secrets = await asyncio.gather(*(storage.key("secret", f"{k}") for k, storage in enumerate(storages)))
        await asyncio.gather(*(storage.close() for storage in storages))
        return set(secrets)

    assert len(run(start())) == 1, "all servers sign cookies alike"


def test_a_match_is_read_as_it_was_written(storage: Storage, run: Run) -> None:
    run(storage.create(FACTS, NEW))
    run(storage.append("match", ROWS[:1], NEW, {2: "guest2"}))
    run(storage.append("match", ROWS[1:], NEW))
    assert run(storage.facts("match")) == FACTS
    assert run(storage.rows_from("match", 0)) == ROWS
    assert run(storage.rows_from("match", 2)) == ROWS[2:]
    assert run(storage.facts("other")) is None
    assert run(storage.of_guest("guest2")) == ["match"]
    timeless = dataclasses.replace(FACTS, id="timeless", clock=None)
    run(storage.create(timeless, NEW))
    assert run(storage.facts("timeless")) == timeless


def test_a_place_is_taken_once_and_who_comes_late_leaves_no_trace(storage: Storage, run: Run) -> None:
    run(storage.create(FACTS, NEW))
    run(storage.append("match", ROWS[:2], NEW))
    late = [dataclasses.replace(ROWS[2], ply=2), dataclasses.replace(ROWS[1], text="b2")]
    with pytest.raises(Taken):
        run(storage.append("match", late, Summary(OVER, True, 999.0, None), {1: "guest9"}))
    assert run(storage.rows_from("match", 0)) == ROWS[:2]
    assert run(storage.due(200.0)) == ["match"], "what the latecomer said of the match is not kept either"
    assert run(storage.of_guest("guest9")) == []
    assert run(storage.in_lobby()) == []


def test_of_two_who_write_at_once_one_is_first(database: str, run: Run) -> None:
    storages = [Storage(Settings(database=database)) for _ in range(2)]

    async def race() -> list[int]:
        for storage in storages:
            await storage.open()
        await storages[0].create(FACTS, NEW)
        winners = []
        for ply in range(10):
            new = [[Row(ply, Kind.MOVE, k, f"by {k}", 1.0)] for k in range(2)]
            writing = (storage.append("match", rows, NEW) for storage, rows in zip(storages, new, strict=True))
            ends = await asyncio.gather(*writing, return_exceptions=True)
            assert sorted(type(end) for end in ends if end is not None) == [Taken]
            winners.append(ends.index(None))
        kept = [row.seat for row in await storages[1].rows_from("match", 0)]
        for storage in storages:
            await storage.close()
        assert kept == winners
        return kept

    assert len(run(race())) == 10


def test_lists_and_what_is_due(storage: Storage, run: Run) -> None:
    for k, (status, lobby, due) in enumerate([(WAITING, True, 50.0), (PLAYING, False, 40.0), (OVER, False, None)]):
        facts = dataclasses.replace(FACTS, id=f"m{k}", created=float(k))
        run(storage.create(facts, Summary(status, lobby, 100.0 - k, due)))
    assert run(storage.in_lobby()) == ["m0"]
    assert run(storage.of_guest("guest0")) == ["m0", "m1", "m2"]
    assert run(storage.running()) == 1
    assert [run(storage.due(now)) for now in (39.0, 40.0, 50.0)] == [[], ["m1"], ["m1", "m0"]]
    run(storage.postpone("m1", 60.0))
    assert run(storage.due(50.0)) == ["m0"]


def test_guests_are_known_by_secrets_that_are_not_kept(storage: Storage, run: Run) -> None:
    run(storage.add_guest(Guest("guest0", "Ann"), 1.0))
    run(storage.add_guest(Guest("guest1", "Bo"), 1.0))
    run(storage.rename("guest0", "Ann B"))
    run(storage.add_token("guest0", "token-in-clear", "laptop", 2.0))
    run(storage.set_recovery("guest0", "old-code"))
    run(storage.set_recovery("guest0", "code-in-clear"))
    assert run(storage.guest("guest0")) == Guest("guest0", "Ann B")
    assert run(storage.guest_by_token("token-in-clear")) == Guest("guest0", "Ann B")
    assert run(storage.guest_by_recovery("code-in-clear")) == Guest("guest0", "Ann B")
    assert run(storage.guest_by_recovery("old-code")) is None
    assert run(storage.guest("nobody")) is None

    async def everything() -> str:
        async with storage.engine.connect() as connection:
            return "".join([str((await connection.execute(table.select())).all()) for table in metadata.sorted_tables])

    assert "in-clear" not in run(everything())
    ((beginning, label, _),) = run(storage.tokens_of("guest0"))
    assert label == "laptop"
    run(storage.remove_token("guest1", beginning))
    assert run(storage.guest_by_token("token-in-clear")) is not None, "nobody takes a token from somebody else"
    run(storage.remove_token("guest0", beginning))
    assert run(storage.guest_by_token("token-in-clear")) is None


def test_who_looks_and_who_has_gone(storage: Storage, run: Run) -> None:
    run(storage.create(FACTS, NEW))
    for socket, server, seat in [("a", "s1", 0), ("b", "s1", 0), ("c", "s2", -1)]:
        run(storage.socket_opened(socket, server, "match", seat, 10.0))
    assert sorted(run(storage.looking("match"))) == [-1, 0, 0]
    run(storage.socket_closed("a", "match", 0, 11.0))
    assert run(storage.left("match")) == {}, "another page is still open"
    run(storage.socket_closed("b", "match", 0, 12.0))
    assert run(storage.left("match")) == {0: 12.0}
    run(storage.socket_opened("d", "s1", "match", 0, 13.0))
    assert run(storage.left("match")) == {}
    assert run(storage.sockets_beat("s2", 60.0, 40.0)) == ["match"], "s1 has been silent since 13"
    assert run(storage.looking("match")) == [-1]
    assert run(storage.left("match")) == {0: 60.0}


def test_a_secret_is_made_once(storage: Storage, run: Run) -> None:
    assert run(storage.key("secret", "first")) == "first"
    assert run(storage.key("secret", "second")) == "first"


def test_who_comes_after_a_database_was_started_anew_does_not_notice(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "RESTED", 0.0)
    storage, other = (Storage(Settings(database=address)) for address in [new_database()] * 2)

    async def cut_off() -> None:
        await storage.open()
        await storage.create(FACTS, NEW)
        assert await storage.facts("match") == FACTS
        async with other.engine.begin() as connection:  # what a restart does to all who are connected
            await connection.execute(CUT_OFF_OTHERS)
        assert await storage.facts("match") == FACTS
        await storage.append("match", ROWS, NEW)
        await storage.close()
        await other.close()

    run(cut_off())


def test_what_one_server_writes_wakes_who_looks_at_another(run: Run) -> None:
    address = new_database()
    here, there = (Storage(Settings(database=address)) for _ in range(2))

    async def listen() -> None:
        await here.open()
        await there.open()
        hub = Hub(there)
        await hub.start()
        async with hub.subscribe("match") as wakes, hub.subscribe("other") as others:
            await here.create(FACTS, NEW)
            await asyncio.wait_for(wakes.next(), PATIENCE)
            await here.append("match", ROWS[:1], NEW)
            await asyncio.wait_for(wakes.next(), PATIENCE)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(others.next(), 0.05)
        await hub.stop()
        await here.close()
        await there.close()

    run(listen())


@pytest.mark.parametrize("address", ["mysql://here/there", "table.db", "sqlite:"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(BadOption, match="is no database"):
        Storage(Settings(database=address))


@pytest.mark.parametrize(
    "address", ["sqlite:////dev/null/table.db", f"sqlite:///{Path(__file__)}", "postgresql://nobody@127.0.0.1:1/nothing"]
)
def test_a_database_that_cannot_be_opened_is_one_sentence(address: str, run: Run) -> None:
    storage = Storage(Settings(database=address))

    async def in_french() -> None:
        with speaking(language("fr")):
            await storage.open()

    with pytest.raises(NoDatabase, match=r"^the database cannot be opened: [^\n]+$"):
        run(storage.open())
    with pytest.raises(NoDatabase, match=r"^la base de données ne peut pas être ouverte : "):
        run(in_french())
    run(storage.close())
