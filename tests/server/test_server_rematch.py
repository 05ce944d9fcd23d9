"""A rematch is one for those who have played: nobody else is told the way there, and it is there as a whole or not at all."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from ponticello.engine.errors import PonticelloError
from ponticello.server import Settings
from ponticello.server.access.identity import new_guest
from ponticello.server.app import Server
from ponticello.server.matches.facts import OVER, PLAYING
from ponticello.server.storage.database import Guest
from tests.server.postgres import new_database
from tests.server.served import TWO, running, settings, socket

SEATS: list[dict[str, object]] = [{"kind": "me"}, {"kind": "link"}]


def test_only_who_has_played_is_told_the_way_to_the_rematch(tmp_path: Path) -> None:
    with running(settings(tmp_path)) as server, server.client() as client:
        ann, bo, cy = (server.guest(name) for name in ("Ann", "Bo", "Cy"))
        answer = client.post("/api/matches", json={"game": "ponte", "seats": TWO}, headers=ann.bearer)
        here = f"/api/matches/{answer.json()['id']}"
        client.post(f"{here}/join", headers=bo.bearer).raise_for_status()
        client.post(f"{here}/resign", headers=bo.bearer).raise_for_status()
        new = client.post(f"{here}/rematch", headers=ann.bearer).raise_for_status().json()["id"]
        page = here.replace("/api/matches", "/m")
        for headers in (cy.bearer, cy.cookies, {}):
            for path in (
                here,
                f"{here}?seat=0",
                f"{here}/position",
                page,
                f"{page}/table",
                f"{page}/replay",
                f"{page}/game.pont",
            ):
                assert new not in client.get(path, headers=headers).raise_for_status().text, path
            with socket(server, here.split("/")[-1], headers) as eyes:
                shot = eyes.next()
            assert new not in str(shot)
            assert shot["events"][-1]["kind"] == "rematch", "that there is one is no secret"
        for guest in (ann, bo):
            shot = client.get(here, headers=guest.bearer).json()
            assert shot["rematch"] == shot["events"][-1]["text"] == new
            assert f"/m/{new}" in client.get(page, headers=guest.cookies).text
        assert client.post(f"{here}/rematch", headers=cy.bearer).status_code == 403


async def played(server: Server, ann: Guest, bo: Guest) -> str:
    """Returns a match that is over."""
    table = await server.matches.create(ann, game="ponte", options={}, seats=SEATS)
    await server.matches.sit(table.id, bo)
    await server.matches.resign(table.id, bo)
    return table.id


def test_a_rematch_that_could_not_be_made_is_not_announced(tmp_path: Path) -> None:
    async def play() -> None:
        server, ann, bo = Server(settings(tmp_path)), new_guest(), new_guest()
        await server.storage.open()
        id = await played(server, ann, bo)
        with sqlite3.connect(tmp_path / "table.db") as file:
            file.execute("CREATE TRIGGER cut BEFORE INSERT ON matches BEGIN SELECT RAISE(ABORT, 'the power fails'); END")
        with pytest.raises(Exception):  # noqa: B017  (whatever a database says then)
            await server.matches.rematch(id, ann)
        assert [row.kind for row in await server.storage.rows_from(id, 0)] == ["sit", "resign"]
        with sqlite3.connect(tmp_path / "table.db") as file:
            file.execute("DROP TRIGGER cut")
        file.close()
        new = await server.matches.rematch(id, bo)
        assert (await server.matches.rematch(id, ann)).id == new.id
        assert (await server.matches.open(new.id)).status == PLAYING
        await server.storage.close()

    asyncio.run(play())


@pytest.mark.slow
def test_who_ask_at_the_same_moment_get_the_same_rematch() -> None:
    address = new_database()

    async def play() -> None:
        servers = [Server(Settings(database=address, warm=False)) for _ in range(2)]
        ann, bo = new_guest(), new_guest()
        for server in servers:
            await server.storage.open()
        for _ in range(10):
            id = await played(servers[0], ann, bo)
            asked = [servers[0].matches.rematch(id, ann), servers[1].matches.rematch(id, bo)]
            first, second = await asyncio.gather(*asked)
            assert first.id == second.id
            table = await servers[0].matches.open(first.id)
            assert table.status == PLAYING
            assert {seat.guest for seat in table.seats} == {ann.id, bo.id}
        for server in servers:
            await server.storage.close()

    asyncio.run(play())


def test_nobody_asks_for_a_rematch_of_a_running_match(tmp_path: Path) -> None:
    async def play() -> None:
        server, ann = Server(settings(tmp_path)), new_guest()
        await server.storage.open()
        table = await server.matches.create(ann, game="ponte", options={}, seats=SEATS)
        with pytest.raises(PonticelloError, match="when this match is over"):
            await server.matches.rematch(table.id, ann)
        assert (await server.matches.open(table.id)).status != OVER
        await server.storage.close()

    asyncio.run(play())
