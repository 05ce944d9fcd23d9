"""The live socket: what it tells, what it survives, and what it never says."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, ConnectionClosedError

from ponticello.server.live.socket import MOST_AT_ONCE, MOST_HEARD
from ponticello.server.settings import Settings
from tests.server.postgres import new_database
from tests.server.served import PATIENCE, TWO, Guest, Running, running, settings, socket

pytestmark = pytest.mark.slow

frames = st.one_of(st.text(max_size=600), st.binary(max_size=1200))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"), beat=0.3, grace=60)) as server:
        yield server


@pytest.fixture(scope="module")
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture
def ann(server: Running) -> Guest:
    return server.guest("Ann")


@pytest.fixture
def bo(server: Running) -> Guest:
    return server.guest("Bo")


def create(client: httpx.Client, guest: Guest, seats: Any = TWO, game: str = "ponte", **more: Any) -> str:
    answer = client.post("/api/matches", json={"game": game, "seats": seats, **more}, headers=guest.bearer)
    return str(answer.raise_for_status().json()["id"])


def play(client: httpx.Client, id: str, guest: Guest, move: str, ply: int) -> Any:
    body = {"move": move, "ply": ply}
    return client.post(f"/api/matches/{id}/moves", json=body, headers=guest.bearer).raise_for_status().json()


def until(eyes: Any, wanted: Any) -> Any:
    """Returns the first snapshot of which something is true."""
    while not wanted(shot := eyes.next()):
        pass
    return shot


def test_everybody_is_told_of_a_move(server: Running, client: httpx.Client, ann: Guest, bo: Guest) -> None:
    id = create(client, ann)
    with socket(server, id, ann.bearer) as hers, socket(server, id, bo.cookies) as his, socket(server, id) as anybodys:
        client.post(f"/api/matches/{id}/join", headers=bo.bearer).raise_for_status()
        for eyes, viewer in ((hers, 0), (his, 1), (anybodys, -1)):
            assert until(eyes, lambda shot: shot["status"] == "playing")["viewer"] == viewer
        play(client, id, ann, "d4,e5", 1)
        for eyes in (hers, his, anybodys):
            shot = until(eyes, lambda shot: shot["ply"] == 2)
            assert [event["text"] for event in shot["events"]] == ["d4,e5"]
        assert shot["message"] == "Bo is thinking"


def test_a_socket_goes_on_where_the_last_one_stopped(server: Running, client: httpx.Client, ann: Guest) -> None:
    id = create(client, ann, [{"kind": "me"}, {"kind": "person", "name": "Bea"}])
    play(client, id, ann, "d4,e5", 0)
    play(client, id, ann, "light", 1)
    with socket(server, id, ann.bearer) as eyes:
        assert [event["text"] for event in eyes.next()["events"]] == ["d4,e5", "light"]
    with socket(server, id, ann.bearer, ply=1) as eyes:
        assert [event["text"] for event in eyes.next()["events"]] == ["light"]
    with socket(server, id, ann.bearer, ply=2) as eyes:
        assert eyes.next()["events"] == []


def test_who_is_here_is_seen_and_who_has_gone_too(server: Running, client: httpx.Client, ann: Guest, bo: Guest) -> None:
    id = create(client, ann)
    client.post(f"/api/matches/{id}/join", headers=bo.bearer)
    with socket(server, id, ann.bearer) as hers:
        assert [seat["here"] for seat in hers.next()["seats"]] == [True, False]
        with socket(server, id, bo.bearer), socket(server, id):
            shot = until(hers, lambda shot: shot["watchers"] == 1 and shot["seats"][1]["here"])
            assert shot["events"] == []
        until(hers, lambda shot: shot["watchers"] == 0 and not shot["seats"][1]["here"])
    while server.call(server.server.storage.looking(id)):
        time.sleep(0.01)
    assert set(server.call(server.server.storage.left(id))) == {0, 1}


def test_two_servers_tell_each_other_who_moves_comes_and_goes() -> None:
    shared = Settings(database=new_database(), warm=False, limits=False, beat=600)
    with running(shared) as here, here.client() as client:
        ann, bo = here.guest("Ann"), here.guest("Bo")
        id = create(client, ann)
        client.post(f"/api/matches/{id}/join", headers=bo.bearer).raise_for_status()
        with socket(here, id, ann.bearer) as hers:
            hers.next()
            with running(shared) as there, there.client() as far, socket(there, id, bo.bearer) as his:
                until(hers, lambda shot: shot["seats"][1]["here"])
                first = until(his, lambda shot: shot["seats"][0]["here"])
                ply = first["ply"]
                for mover, guest, move in ((client, ann, "d4,e5"), (far, bo, "light")):
                    play(mover, id, guest, move, ply)
                    ply += 1
                    for eyes in (hers, his):
                        until(eyes, lambda shot, now=ply: shot["ply"] == now)
            until(hers, lambda shot: not shot["seats"][1]["here"])  # and his server with him


def test_a_server_does_not_read_again_what_it_has_written_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    with running(Settings(database=new_database(), warm=False, limits=False, beat=600)) as server, server.client() as client:
        ann, storage, asked = server.guest("Ann"), server.server.storage, []
        id = create(client, ann, [{"kind": "me"}, {"kind": "person", "name": "Bea"}])
        with socket(server, id, ann.bearer) as eyes, socket(server, id) as others:
            eyes.next()
            until(others, lambda shot: shot["watchers"] == 1)
            reading = storage.rows_from
            monkeypatch.setattr(storage, "rows_from", lambda *wanted: (asked.append(wanted), reading(*wanted))[1])
            play(client, id, ann, "d4,e5", 0)
            until(eyes, lambda shot: shot["ply"] == 1)
            until(others, lambda shot: shot["ply"] == 1)
        assert len(asked) == 1, "before it was written, and not by those who were told"


def test_people_at_one_device_are_all_here(server: Running, client: httpx.Client, ann: Guest) -> None:
    id = create(client, ann, [{"kind": "me"}, {"kind": "person", "name": "Bea"}])
    with socket(server, id, ann.bearer) as eyes:
        first = eyes.next()
        assert [seat["here"] for seat in first["seats"]] == [True, True]
        assert first["viewer"] == 0
        play(client, id, ann, "d4,e5", 0)
        second = until(eyes, lambda shot: shot["ply"] == 1)
        assert (second["viewer"], [event["text"] for event in second["events"]]) == (1, ["d4,e5"])
    with socket(server, id, ann.bearer, seat=0) as eyes:
        assert eyes.next()["viewer"] == 0


def test_nothing_is_said_twice_but_a_sign_of_life(server: Running, client: httpx.Client, ann: Guest) -> None:
    id = create(client, ann, [{"kind": "me"}, {"kind": "person", "name": "Bea"}], clock={"kind": "game"})
    with socket(server, id, ann.bearer) as eyes:
        shot = eyes.next()
        assert shot["seats"][0]["clock"]["running"]
        for _ in range(3):
            server.server.hub.wake(id)
            assert json.loads(eyes.connection.recv(PATIENCE)) == {"beat": True}


def test_what_is_not_there_has_a_code_of_its_own(server: Running) -> None:
    for id in ("2222222222", "%00", "x-y"):
        with socket(server, id) as eyes, pytest.raises(ConnectionClosed) as closed:
            eyes.connection.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_a_wrong_token_has_one_too(server: Running, client: httpx.Client, ann: Guest) -> None:
    wrong = {"Authorization": "Bearer nobody"}
    with socket(server, create(client, ann), wrong) as eyes, pytest.raises(ConnectionClosed) as closed:
        eyes.connection.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401


@pytest.mark.parametrize(
    ("message", "times", "code"), [("x" * MOST_HEARD, 3, None), ("x" * (MOST_HEARD + 1), 1, 1009), ("x", MOST_AT_ONCE * 20, 1008)]
)
def test_who_says_too_much_is_hung_up_on(
    server: Running, client: httpx.Client, ann: Guest, message: str, times: int, code: int | None
) -> None:
    with socket(server, create(client, ann), ann.bearer) as eyes:
        eyes.next()
        try:
            for _ in range(times):
                eyes.connection.send(message)
            while "beat" not in json.loads(eyes.connection.recv(PATIENCE)):
                pass
            closed = None
        except ConnectionClosedError as error:
            assert error.rcvd is not None
            closed = error.rcvd.code
    assert closed == code


@pytest.fixture(scope="module")
def watched(server: Running, client: httpx.Client) -> Iterator[tuple[str, Any, Guest]]:
    """A match that somebody looks at all the time, and what they see."""
    cy = server.guest("Cy")
    id = create(client, cy, [{"kind": "me"}, {"kind": "person", "name": "Dee"}])
    with socket(server, id) as eyes:
        eyes.next()
        yield id, eyes, cy


@examples(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(said=st.lists(frames, max_size=8))
def test_whatever_is_said_harms_nobody(
    server: Running, client: httpx.Client, watched: tuple[str, Any, Guest], said: list[str | bytes]
) -> None:
    id, eyes, cy = watched
    try:
        with socket(server, id) as noisy:
            for message in said:
                noisy.connection.send(message)
    except ConnectionClosedError:
        pass
    shot = client.get(f"/api/matches/{id}", params={"seat": 0}, headers=cy.bearer).json()
    ply = shot["ply"]
    kind = "undo" if shot["may"]["undo"] else "moves"
    body = {"ply": ply} if kind == "undo" else {"ply": ply, "move": "d4,e5"}
    client.post(f"/api/matches/{id}/{kind}", json={**body, "seat": 0}, headers=cy.bearer).raise_for_status()
    assert until(eyes, lambda shot: shot["ply"] == ply + 1)["status"] == "playing"


def test_a_reader_that_does_not_read_holds_nobody_up(server: Running, client: httpx.Client, ann: Guest) -> None:
    id = create(client, ann, [{"kind": "me"}, {"kind": "person", "name": "Bea"}])
    stuck, hung_up = threading.Event(), asyncio.Event()
    comings = iter([{"type": "websocket.connect"}])

    async def receive() -> Any:
        for message in comings:
            return message
        await hung_up.wait()
        return {"type": "websocket.disconnect", "code": 1006}

    async def send(message: Any) -> None:
        if message["type"] == "websocket.send":
            stuck.set()
            await asyncio.Event().wait()

    async def look_away() -> None:
        hung_up.set()

    scope = {"type": "websocket", "path": f"/api/matches/{id}/live", "query_string": b"", "headers": [], "scheme": "ws"}
    reading = server.spawn(server.app(scope, receive, send))
    assert stuck.wait(PATIENCE)
    with socket(server, id, ann.bearer) as eyes:
        play(client, id, ann, "d4,e5", 0)
        assert until(eyes, lambda shot: shot["ply"] == 1)["watchers"] == 1
        server.call(look_away())
        until(eyes, lambda shot: shot["watchers"] == 0)
    reading.result(PATIENCE)


def test_a_socket_that_breaks_is_closed_and_logged(
    server: Running, client: httpx.Client, ann: Guest, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    id = create(client, ann, [{"kind": "me"}, {"kind": "person", "name": "Bea"}])

    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("the secret is 42")

    with socket(server, id) as eyes, caplog.at_level(logging.ERROR):
        eyes.next()
        with monkeypatch.context() as patch:
            patch.setattr("ponticello.server.live.socket.snapshot", broken)
            play(client, id, ann, "d4,e5", 0)
            with pytest.raises(ConnectionClosed) as closed:
                until(eyes, lambda shot: False)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, "secret" in closed.value.rcvd.reason) == (1011, False)
    assert closed.value.rcvd.reason in caplog.text
    with socket(server, id) as eyes:
        assert eyes.next()["ply"] == 1
