"""One match that cannot be read stops nobody else: not the upkeep, not the lists, and its own page says what is left of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import bindparam, text, update
from websockets.exceptions import ConnectionClosed

from ponticello.server.app import Server
from ponticello.server.storage.schema import matches, rows
from tests.server.served import PATIENCE, TWO, Guest, Running, running, settings, socket

GONE = 410

# What is wrong with a match, and how many of its four turns can still be told. A match of its own is damaged in each way.
HERE, OF_ROW = matches.c.id == bindparam("it"), rows.c.match == bindparam("it")
DAMAGES: dict[str, tuple[Any, int]] = {
    "text that is no move": (update(rows).where(OF_ROW, rows.c.ply == 3).values(text="up and away"), 2),
    "a kind of a newer version": (update(rows).where(OF_ROW, rows.c.ply == 4).values(kind="handshake"), 3),
    "bytes that are no text": (text("UPDATE rows SET text = CAST(x'ff64' AS TEXT) WHERE ply = 2 AND match = :it"), 0),
    "a row that is missing": (text("DELETE FROM rows WHERE ply = 3 AND match = :it"), 2),
    "a game that is gone": (update(matches).where(HERE).values(game="chess"), 0),
    "an option of a newer version": (update(matches).where(HERE).values(options={"gravity": "none"}), 0),
    "a seat of a newer version": (update(matches).where(HERE).values(seats=[{"kind": "person", "mood": "good"}]), 0),
    "settings that are no JSON": (text("UPDATE matches SET options = 'not json' WHERE id = :it"), 0),
}
TURNS = ["d4,e5", "light", "a1,b2", "h8,g7"]


class Damaged:
    """A server that has just started on a database with damaged matches."""

    def __init__(self, server: Running, ann: Guest, ids: dict[str, str]) -> None:
        self.server, self.ann, self.ids = server, ann, ids


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Damaged]:
    """Gives a server with damaged matches on its disk, all of them due."""
    folder = tmp_path_factory.mktemp("damaged")
    with running(settings(folder, upkeep=PATIENCE)) as before:
        ann, bo = before.guest("Ann"), before.guest("Bo")
        ids = {name: before.call(played(before.server, ann.id, bo.id)) for name in DAMAGES}
        for name, (damage, _) in DAMAGES.items():
            before.call(spoil(before.server, damage, ids[name]))
    with running(settings(folder, upkeep=0.02)) as after:
        yield Damaged(after, ann, ids)


async def played(server: Server, *guests: str) -> str:
    """Returns a match of two people with some turns."""
    people = [await server.storage.guest(guest) for guest in guests]
    assert people[0] is not None and people[1] is not None
    table = await server.matches.create(people[0], game="ponte", options={}, seats=TWO)
    table = await server.matches.sit(table.id, people[1])
    for number, turn in enumerate(TURNS):
        table = await server.matches.play(table.id, people[number % 2] or people[0], turn, table.ply(0))
    return table.id


async def spoil(server: Server, damage: Any, id: str) -> None:
    """Damages a match, which is due at once."""
    async with server.storage.engine.begin() as connection:
        await connection.execute(damage, {"it": id})
    await server.storage.postpone(id, 0.0)


def test_the_upkeep_sets_matches_aside_that_cannot_be_read(damaged: Damaged, caplog: pytest.LogCaptureFixture) -> None:
    server = damaged.server.server

    async def good_one_is_looked_after() -> None:
        guest = await server.storage.guest(damaged.ann.id)
        assert guest is not None
        table = await server.matches.create(guest, game="ponte", options={}, seats=TWO)
        for _ in range(3):  # rounds, each of which comes to the damaged ones first
            await server.storage.postpone(table.id, 1.0)
            async with asyncio.timeout(PATIENCE):
                while table.id in await server.storage.due(1.0):
                    await asyncio.sleep(0.01)

    with caplog.at_level(logging.INFO):
        damaged.server.call(good_one_is_looked_after())
        first = len(caplog.records)
        damaged.server.call(good_one_is_looked_after())
    assert server.upkeep._set_aside.keys() == set(damaged.ids.values())
    assert not [record for record in caplog.records[first:] if record.levelno >= logging.ERROR], "not said again in each round"


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_page_of_a_match_that_cannot_be_read_says_what_is_left(damaged: Damaged, damage: str) -> None:
    id, told = damaged.ids[damage], DAMAGES[damage][1]
    with damaged.server.client(damaged.ann.cookies) as client:
        for path in (f"/m/{id}", f"/m/{id}/replay"):
            page = client.get(path)
            assert page.status_code == GONE
            assert "cannot be read any more" in page.text and "Ann" in page.text
            assert page.text.count('class="number"') == told
            assert not told or "This is how it stood" in page.text
        for path in (f"/m/{id}/table", f"/m/{id}/game.pont"):
            assert client.get(path).status_code == GONE
        games = client.get("/games")
        assert games.status_code == 200 and f"/m/{id}" in games.text and "cannot be read any more" in games.text
        assert client.get("/lobby").status_code == 200


@pytest.mark.parametrize("damage", DAMAGES)
def test_programs_are_told_that_a_match_cannot_be_read(damaged: Damaged, damage: str) -> None:
    id, ann = damaged.ids[damage], damaged.ann
    with damaged.server.client(ann.bearer) as client:
        for answer in (
            client.get(f"/api/matches/{id}"),
            client.get(f"/api/matches/{id}/legal"),
            client.post(f"/api/matches/{id}/moves", json={"move": "a8,b7", "ply": 5}),
            client.post(f"/api/matches/{id}/resign", json={}),
        ):
            assert answer.status_code == GONE
            assert "cannot be read" in answer.json()["error"]
        listed = client.get("/api/matches", params={"which": "mine"}).raise_for_status().json()["matches"]
        assert id not in {match["id"] for match in listed}
    with socket(damaged.server, id, ann.bearer) as live, pytest.raises(ConnectionClosed, match="4404"):
        live.next()
