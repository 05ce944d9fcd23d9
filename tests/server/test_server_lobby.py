"""The lobby shows at once what waits and what is played for everybody to see, drawn once for all who look."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ponticello.server import Settings
from ponticello.server.pages import lobby
from tests.server.postgres import new_database
from tests.server.served import TWO, Guest, LiveSocket, Running, running, settings

LOBBY = [{"kind": "me"}, {"kind": "lobby"}]
BOT = [{"kind": "me"}, {"kind": "bot"}]


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(lobby, "REDRAW", 1e6)  # whatever comes, comes because it has happened
    with running(settings(tmp_path)) as server:
        yield server


@contextmanager
def watching(server: Running, guest: Guest | None = None, language: str = "en") -> Iterator[LiveSocket]:
    """Looks at the lobby."""
    headers = {"Accept-Language": language, **(guest.cookies if guest else {})}
    with connect(f"{server.socket_url}/lobby/live", additional_headers=headers) as connection:
        yield LiveSocket(connection)


def make(client: httpx.Client, guest: Guest, seats: Any, **more: Any) -> str:
    made = client.post("/api/matches", json={"game": "ponte", "seats": seats, **more}, headers=guest.bearer)
    return str(made.raise_for_status().json()["id"])


def test_a_table_appears_is_taken_is_watched_and_goes(server: Running) -> None:
    ann, bo = server.guest("Ann"), server.guest("Bo")
    with server.client() as client, watching(server, ann) as hers, watching(server, language="fr") as anybodys:
        assert "Nobody is here" in hers.next()["html"]
        assert "Il n'y a personne" in anybodys.next()["html"].replace("&#39;", "'")
        id = make(client, ann, LOBBY)
        told = hers.next()
        assert (f'id="waits-{id}"' in told["html"], told["mine"]) == (True, [id])
        told = anybodys.next()
        assert (f'id="waits-{id}"' in told["html"], told["mine"]) == (True, [])
        client.post(f"/api/matches/{id}/join", headers=bo.bearer).raise_for_status()
        for eyes in (hers, anybodys):
            html = eyes.next()["html"]
            assert f'id="plays-{id}"' in html
            assert f'id="waits-{id}"' not in html
        client.post(f"/api/matches/{id}/moves", json={"move": "d4,e5", "ply": 1}, headers=ann.bearer).raise_for_status()
        client.post(f"/api/matches/{id}/resign", headers=ann.bearer).raise_for_status()
        assert "Nobody is here" in hers.next()["html"], "a move is no news for the lobby, the end of a game is"


def test_one_drawing_serves_everybody(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    in_lobby, ann = server.server.storage.in_lobby, server.guest("Ann")

    async def counted() -> list[str]:
        drawn.append("once more")
        return await in_lobby()

    with server.client() as client, watching(server) as one, watching(server, ann) as two, watching(server) as three:
        first = [eyes.next()["html"] for eyes in (one, two, three)]
        monkeypatch.setattr(server.server.storage, "in_lobby", counted)
        make(client, ann, LOBBY)
        second = [eyes.next()["html"] for eyes in (one, two, three)]
        assert len(set(first)) == len(set(second)) == 1
        assert drawn == ["once more"]


def test_matches_of_the_lobby_are_public_those_by_link_are_not_and_who_makes_one_may_say_otherwise(server: Running) -> None:
    ann, bo = server.guest("Ann"), server.guest("Bo")
    with server.client() as client:
        for seats, public, shown in [
            (LOBBY, None, True),
            (LOBBY, False, False),
            (TWO, None, False),
            (TWO, True, True),
            (BOT, None, False),
            (BOT, True, True),
        ]:
            id = make(client, ann, seats, public=public)
            client.post(f"/api/matches/{id}/join", headers=bo.bearer)
            listed = [match["id"] for match in client.get("/api/matches?which=watch").json()["matches"]]
            assert (id in listed) == shown, (seats, public)
            assert (f'id="plays-{id}"' in client.get("/lobby").text) == shown
            assert client.get(f"/api/matches/{id}").json()["public"] == shown
            client.post(f"/api/matches/{id}/resign", headers=ann.bearer).raise_for_status()
            following = client.post(f"/api/matches/{id}/rematch", headers=ann.bearer).raise_for_status().json()
            assert following["public"] == shown, "a rematch is like the match before it"


def test_the_form_asks_whether_others_may_watch(server: Running) -> None:
    with server.client() as client:
        assert "May others watch?" in client.get("/new?game=ponte").text
        for watch, kind, shown in [("lobby", "lobby", True), ("lobby", "link", False), ("everybody", "bot", True)]:
            fields = {"kind-1": "me", "kind-2": kind, "watch": watch}
            made = client.post("/new?game=ponte", data=fields).headers["location"].removeprefix("/m/")
            assert client.get(f"/api/matches/{made}").json()["public"] == shown


def test_the_small_picture_is_the_same_for_everybody(server: Running) -> None:
    ann, bo = server.guest("Ann"), server.guest("Bo")
    with server.client() as client:
        made = client.post("/api/matches", json={"game": "connections", "seats": LOBBY}, headers=ann.bearer).json()["id"]
        assert client.get(f"/m/{made}/small.svg").status_code == 400
        client.post(f"/api/matches/{made}/join", headers=bo.bearer).raise_for_status()
        told = client.get(f"/api/matches/{made}/legal", headers=ann.bearer).json()
        move = {"move": told["moves"][0], "ply": told["ply"]}
        client.post(f"/api/matches/{made}/moves", json=move, headers=ann.bearer).raise_for_status()
        seen = [client.get(f"/m/{made}/small.svg", headers=headers) for headers in (ann.bearer, ann.cookies, bo.cookies, {})]
        assert {answer.headers["content-type"] for answer in seen} == {"image/svg+xml"}
        assert len({answer.text for answer in seen}) == 1, "who has laid a tile sees it at the table, not here"
        assert client.get(f"/m/{made}/small.svg?theme=loud").status_code == 422


def test_who_shouts_into_the_lobby_is_hung_up_on(server: Running) -> None:
    with watching(server) as eyes:
        eyes.next()
        eyes.connection.send("x" * 2000)
        with pytest.raises(ConnectionClosed) as closed:
            eyes.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


@pytest.mark.slow
def test_two_servers_have_one_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "REDRAW", 1e6)
    wanted = Settings(database=new_database(), warm=False, limits=False)
    with running(wanted) as here, running(wanted) as there, here.client() as client, watching(there) as eyes:
        assert "Nobody is here" in eyes.next()["html"]
        ann, bo = here.guest("Ann"), here.guest("Bo")
        id = make(client, ann, LOBBY)
        assert f'id="waits-{id}"' in eyes.next()["html"]
        client.post(f"/api/matches/{id}/join", headers=bo.bearer).raise_for_status()
        assert f'id="plays-{id}"' in eyes.next()["html"]
