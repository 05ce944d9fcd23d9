"""Who somebody is: only the person changes it, looking changes nothing, and a token that was revoked is worth nothing at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed

from ponticello.server.live.socket import REVOKED
from ponticello.server.storage.schema import metadata
from ponticello.server.storage.shared_time import NAME
from tests.server.postgres import new_database
from tests.server.served import PATIENCE, TWO, Guest, Running, running, settings, socket

WISH = {"game": "ponte", "seats": TWO}
CHANGES = [{"do": "recovery"}, {"do": "token", "label": "another"}, {"do": "revoke"}, {"do": "save", "name": "Eve"}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"), beat=1.0)) as server:
        yield server


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@contextmanager
def two_servers(address: str, **changes: Any) -> Iterator[tuple[Running, Running]]:
    """Gives two servers on one PostgreSQL."""
    wanted = settings(Path(), database=address, **changes)
    with running(wanted) as here, running(wanted) as there:
        for server in (here, there):  # one after the other: models are made ready at the first request, and not by two threads
            with server.client() as client:
                assert client.post("/api/matches", json={}, headers=server.guest("First").bearer).status_code == 422
        yield here, there


def kept(server: Running) -> dict[str, list[Any]]:
    """Returns every row of every table, but for the servers' own note of the time."""

    async def look() -> dict[str, list[Any]]:
        async with server.server.storage.engine.connect() as connection:
            rows = {table.name: (await connection.execute(table.select())).all() for table in metadata.sorted_tables}
        return {name: sorted(repr(row) for row in found if row[0] != NAME) for name, found in rows.items()}

    return dict(server.call(look()))


def new_recovery(client: httpx.Client, guest: Guest) -> str:
    page = client.post("/me", data={"do": "recovery"}, headers=guest.cookies).text
    return re.findall(r'value="http://[^/]+(/recover/[^"]+)"', page)[0]


@pytest.mark.parametrize("fields", CHANGES, ids=lambda fields: fields["do"])
def test_a_token_cannot_change_whose_it_is(server: Running, client: httpx.Client, fields: dict[str, str]) -> None:
    ann = server.guest("Ann")
    link = new_recovery(client, ann)
    ((beginning, _, _),) = server.call(server.server.storage.tokens_of(ann.id))
    before = kept(server)
    for headers in (ann.bearer, {**ann.bearer, **ann.cookies}):
        answer = client.post("/me", data={"token": beginning, **fields}, headers={**headers, "Accept": "application/json"})
        assert answer.status_code == 403
        assert "token" in answer.json()["error"]
        assert client.get("/me", headers=headers).status_code == 403
    assert kept(server) == before
    assert client.get(link).status_code == 200


def test_who_sits_down_by_a_token_keeps_their_name(server: Running, client: httpx.Client) -> None:
    ann, bo = server.guest("Ann"), server.guest("Bo")
    id = client.post("/api/matches", json=WISH, headers=ann.bearer).json()["id"]
    assert client.post(f"/m/{id}/join", data={"name": "Eve"}, headers=bo.bearer).status_code == 303
    assert client.get(f"/api/matches/{id}").json()["seats"][1]["name"] == "Eve"
    assert server.call(server.server.storage.guest(bo.id)).name == "Bo"


def test_what_changes_an_identity_looks_at_the_database(server: Running, client: httpx.Client) -> None:
    ann = server.guest("Ann")
    assert client.get("/games", headers=ann.cookies).status_code == 200
    server.call(server.server.storage.rename(ann.id, "Anna"))
    assert 'value="Anna"' in client.get("/me", headers=ann.cookies).text


def test_a_token_that_is_taken_back_while_it_is_looked_up_is_not_remembered(server: Running, client: httpx.Client) -> None:
    ann, storage = server.guest("Ann"), server.server.storage
    find, ((beginning, _, _),) = storage.guest_by_token, server.call(storage.tokens_of(ann.id))

    async def find_slowly(token: str) -> Any:
        found = await find(token)
        await storage.remove_token(ann.id, beginning)
        server.server.identity.forget(ann.id)
        return found

    storage.guest_by_token = find_slowly  # type: ignore[method-assign]
    try:
        client.get("/api/matches", headers=ann.bearer)
    finally:
        storage.guest_by_token = find  # type: ignore[method-assign]
    assert client.get("/api/matches", headers=ann.bearer).status_code == 401


def revoke(client: httpx.Client, guest: Guest) -> None:
    token = re.findall(r'name="token" value="([^"]+)"', client.get("/me", headers=guest.cookies).text)[0]
    assert client.post("/me", data={"do": "revoke", "token": token}, headers=guest.cookies).status_code == 303


def end_of(eyes: Any) -> tuple[int, str]:
    """Returns how a socket is closed."""
    with pytest.raises(ConnectionClosed) as closed:
        for _ in range(40):  # signs of life; what never ends is none
            eyes.connection.recv(PATIENCE)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


def test_sockets_end_with_their_token(server: Running, client: httpx.Client) -> None:
    ann = server.guest("Ann")
    id = client.post("/api/matches", json=WISH, headers=ann.bearer).json()["id"]
    with socket(server, id, ann.bearer) as bots, socket(server, id, ann.cookies) as persons:
        assert bots.next()["you"] == persons.next()["you"] == [0]
        revoke(client, ann)
        code, reason = end_of(bots)
        assert code == REVOKED
        assert "revoked" in reason
        while len(server.call(server.server.storage.looking(id))) > 1:
            pass
        client.post(f"/api/matches/{id}/join", headers=server.guest("Bo").bearer)
        while persons.next()["status"] != "playing":
            pass


@pytest.mark.slow
def test_sockets_at_another_server_end_with_their_token_too() -> None:
    with two_servers(new_database()) as (here, there), here.client() as client, there.client() as other:
        ann = here.guest("Ann")
        id = client.post("/api/matches", json=WISH, headers=ann.bearer).json()["id"]
        with socket(there, id, ann.bearer) as eyes:
            assert eyes.next()["you"] == [0]
            revoke(client, ann)
            assert end_of(eyes)[0] == REVOKED
        assert other.get("/api/matches", headers=ann.bearer).status_code == 401


def addresses(server: Running, client: httpx.Client) -> list[str]:
    """Returns an address for every route that can be looked at."""
    ann, bo = server.guest("Ann"), server.guest("Bo")
    id = client.post("/api/matches", json=WISH, headers=ann.bearer).json()["id"]
    client.post(f"/api/matches/{id}/join", headers=bo.bearer).raise_for_status()
    parts = {"id": id, "game": "ponte", "number": "3", "wanted": "x", "found": "1", "name:path": "app.js", "day": "2020-02-02"}
    parts["code"] = new_recovery(client, ann).rsplit("/", 1)[1]
    routers = [server.app, *(part.original_router for part in server.app.routes if hasattr(part, "original_router"))]
    routes = [route for router in routers for route in router.routes if isinstance(route, Route)]
    paths = [route.path for route in routes if "GET" in (route.methods or ())]
    return [re.sub(r"{([^}]+)}", lambda part: parts[part[1]], path) for path in paths]


def test_looking_changes_nothing(server: Running, client: httpx.Client) -> None:
    looked_at, cy = addresses(server, client), server.guest("Cy")
    client.get("/daily").raise_for_status()  # the first who comes on a day begins it
    assert {"/", "/me", "/games", "/metrics", "/api/matches", "/openapi.json"} < set(looked_at)
    before = kept(server)
    for address in looked_at:
        for headers in ({}, {"Cookie": "ponticello=forged"}, cy.cookies, cy.bearer):
            client.cookies.clear()
            answer = client.get(address, params={"game": "ponte", "move": "d4"}, headers=headers)
            assert answer.status_code < 500, address
            assert "set-cookie" not in answer.headers, address
        assert kept(server) == before, address


def test_somebody_new_is_told_what_a_name_is_for_and_chooses_one(server: Running, client: httpx.Client) -> None:
    page = client.get("/me").text
    assert "nobody here yet" in page
    assert "Make a token" not in page
    before = kept(server)["guests"]
    assert client.post("/me", data={"do": "save", "name": "\u200b"}).status_code == 422
    assert kept(server)["guests"] == before, "a name that cannot be one makes nobody"
    assert client.post("/me", data={"do": "save", "name": "Zoé"}).status_code == 303
    page = client.get("/me").text
    assert 'value="Zoé"' in page
    assert "Make a token" in page
    assert len(kept(server)["guests"]) == len(before) + 1
