"""Whoever asks for it is told from afar that it is their turn: once, without secrets, and only where that can do no harm."""

from __future__ import annotations

import asyncio
import http.server
import random
import socket as sockets
import ssl
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from ponticello.engine.errors import BadOption
from ponticello.server.push.endpoints import NotPublic, check_endpoint, is_public, resolve
from ponticello.server.push.notices import message
from ponticello.server.push.sender import Outcome, Sender, new_key
from ponticello.server.storage.turns import MOST_DEVICES, Device
from tests.server.postgres import new_database
from tests.server.push_service import PATIENCE, PushService
from tests.server.served import TWO, Guest, Running, random_turn, running, settings, socket
from tests.server.tables import a_table

HERE = Path(__file__).parent
PAUSES = (0.0, 0.05, 0.05, 0.1, 0.1, 0.2, 0.5, 1.0, 5.0, 20.0)
DAYS = {"kind": "days", "days": 3}


@pytest.fixture
def service() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.stop()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(settings(tmp_path, push_local=True, push_pauses=PAUSES)) as server:
        yield server


def ask(server: Running, guest: Guest, do: str = "tell", **wanted: Any) -> httpx.Response:
    """Sends what a browser sends when somebody clicks."""
    with server.client({**guest.cookies, "Accept": "application/json", "Accept-Language": "fr"}) as browser:
        return browser.post("/push", json={"do": do, **wanted})


def begin(server: Running, ann: Guest, bob: Guest, game: str = "ponte") -> str:
    """Seats two people at a match; returns its name."""
    with server.client() as client:
        made = client.post("/api/matches", json={"game": game, "seats": TWO, "clock": DAYS}, headers=ann.bearer)
        id = str(made.raise_for_status().json()["id"])
        client.post(f"/api/matches/{id}/join", headers=bob.bearer).raise_for_status()
    return id


def play(server: Running, id: str, guest: Guest, dice: random.Random) -> None:
    """Plays a turn of somebody who is to act."""
    with server.client(guest.bearer) as client:
        ply = client.get(f"/api/matches/{id}").json()["ply"]
        move = random_turn(client, id, guest.bearer, dice)
        client.post(f"/api/matches/{id}/moves", json={"move": move, "ply": ply}).raise_for_status()


def is_at_rest(server: Running) -> bool:
    """Tells whether nobody is being told anything."""
    return not server.server.notices._tasks


def wait_until_told(server: Running) -> None:
    """Waits until whoever was to be told has been, or will not be."""

    async def rest() -> None:
        while not is_at_rest(server):
            await asyncio.sleep(0.01)

    server.call(rest())


def test_who_asks_is_told_once_a_turn_without_secrets(server: Running, service: PushService) -> None:
    ann, bob, dice = server.guest("Ann"), server.guest("Bob"), random.Random(1)
    id = begin(server, ann, bob)
    assert ask(server, bob, match=id, **service.device()).json()["matches"] == [id]
    play(server, id, ann, dice)
    told = service.next()
    assert told["content"] == {"title": "À vous de jouer : Ponte del Diavolo", "url": f"/m/{id}", "tag": id}
    assert told["headers"]["Content-Encoding"] == "aes128gcm"
    assert told["headers"]["Topic"] == id
    assert b"Ponte" not in told["body"]
    play(server, id, bob, dice)
    play(server, id, ann, dice)
    assert service.next()["content"]["tag"] == id
    wait_until_told(server)
    assert service.heard.empty()


def test_a_move_that_is_taken_back_and_played_again_tells_nobody_twice(server: Running, service: PushService) -> None:
    ann, bob, dice = server.guest("Ann"), server.guest("Bob"), random.Random(1)
    with server.client(ann.bearer) as client:
        id = str(client.post("/api/matches", json={"game": "ponte", "seats": TWO}).json()["id"])  # no clock: undo needs no leave
        client.post(f"/api/matches/{id}/join", headers=bob.bearer).raise_for_status()
        ask(server, bob, **service.device())
        for _ in range(3):
            play(server, id, ann, dice)
            ply = client.get(f"/api/matches/{id}").json()["ply"]
            client.post(f"/api/matches/{id}/undo", json={"ply": ply}).raise_for_status()
    play(server, id, ann, dice)
    service.next()
    wait_until_told(server)
    assert service.heard.empty()


def test_who_has_a_page_open_is_told_when_it_is_closed(server: Running, service: PushService) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = begin(server, ann, bob)
    ask(server, bob, **service.device())
    storage, looks = server.server.storage, []
    look = storage.looks
    storage.looks = lambda guest: looks.append(guest) or look(guest)  # type: ignore[method-assign, func-returns-value]
    with socket(server, id, bob.cookies) as page:
        page.next()
        play(server, id, ann, random.Random(1))
        while not page.next()["your_turn"]:
            pass
        while len(looks) < 2 and service.heard.empty():
            time.sleep(0.01)
        assert service.heard.empty()
    assert service.next()["content"]["url"] == f"/m/{id}"


def test_one_click_ends_it_and_a_device_belongs_to_whom_it_was_last(server: Running, service: PushService) -> None:
    ann, bob, dice = server.guest("Ann"), server.guest("Bob"), random.Random(1)
    id, phone = begin(server, ann, bob), service.device()
    assert ask(server, bob, **phone).json()["all"] is True
    assert ask(server, ann, "look", endpoint=phone["endpoint"]).json()["all"] is False, "it is not Ann's"
    ask(server, ann, "stop", endpoint=phone["endpoint"])
    assert ask(server, bob, "look", endpoint=phone["endpoint"]).json()["all"] is True, "nor can she stop it"
    assert ask(server, bob, "stop", endpoint=phone["endpoint"]).json()["all"] is False
    play(server, id, ann, dice)
    wait_until_told(server)
    assert service.heard.empty()
    ask(server, bob, **phone)
    ask(server, ann, **phone)
    assert ask(server, bob, "look", endpoint=phone["endpoint"]).json()["all"] is False
    play(server, id, bob, dice)
    service.next()
    play(server, id, ann, dice)
    wait_until_told(server)
    assert service.heard.empty()


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(server: Running, service: PushService, status: int) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = begin(server, ann, bob)
    ask(server, bob, **service.device())
    service.status = status
    play(server, id, ann, random.Random(1))
    service.next()
    wait_until_told(server)
    assert ask(server, bob, "look", endpoint=service.device()["endpoint"]).json()["all"] is False
    assert server.call(server.server.storage.has_devices(bob.id)) is False


def test_a_guest_has_few_devices_and_is_told_on_each(server: Running, service: PushService) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = begin(server, ann, bob)
    for number in range(MOST_DEVICES + 2):
        ask(server, bob, **service.device(f"phone{number}"))
    play(server, id, ann, random.Random(1))
    told = {service.next()["path"] for _ in range(MOST_DEVICES)}
    assert told == {f"/phone{number}" for number in range(2, MOST_DEVICES + 2)}


def test_who_has_not_asked_costs_one_look_and_nothing_after_it(server: Running) -> None:
    ann, bob, dice = server.guest("Ann"), server.guest("Bob"), random.Random(1)
    id, notices = begin(server, ann, bob), server.server.notices
    for guest in (ann, bob):
        play(server, id, guest, dice)
    wait_until_told(server)
    begun: list[object] = []
    tell, notices._tell = notices._tell, lambda *args: begun.append(args) or tell(*args)  # type: ignore[method-assign, func-returns-value]
    for guest in (ann, bob, ann, bob):
        play(server, id, guest, dice)
    assert begun == []


def test_nobody_is_called_back_to_a_game_against_bots_alone(server: Running, service: PushService) -> None:
    ann = server.guest("Ann")
    ask(server, ann, **service.device())
    with server.client(ann.bearer) as client:
        seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
        id = client.post("/api/matches", json={"game": "hashi", "seats": seats}).json()["id"]
        for _ in range(2):
            while not client.get(f"/api/matches/{id}").json()["your_turn"]:
                pass
            play(server, id, ann, random.Random(1))
    wait_until_told(server)
    assert service.heard.empty()


def test_only_a_person_who_sits_there_may_ask(server: Running, service: PushService) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = begin(server, ann, ann)
    phone = service.device()
    with server.client({"Accept": "application/json"}) as browser:
        assert browser.post("/push", json={"do": "tell", **phone}).status_code == 401
        assert browser.post("/push", json={"do": "tell", **phone}, headers=bob.bearer).status_code == 403
    assert ask(server, bob, match=id, **phone).status_code == 403
    assert ask(server, bob, match="nowhere", **phone).status_code == 404
    assert ask(server, bob, **{**phone, "p256dh": "AAAA"}).status_code == 400
    assert ask(server, bob, **{**phone, "endpoint": "http://[::1"}).status_code == 400
    assert ask(server, bob, "look", endpoint=phone["endpoint"]).json()["all"] is False


def test_a_setting_turns_it_off(tmp_path: Path, service: PushService) -> None:
    with running(settings(tmp_path, push=False)) as server:
        ann, bob = server.guest("Ann"), server.guest("Bob")
        id = begin(server, ann, bob)
        answer = ask(server, bob, **service.device())
        assert answer.status_code == 400
        assert "à distance" in answer.json()["error"]
        with server.client(bob.cookies) as browser:
            assert 'data-push=""' in browser.get(f"/m/{id}").text


HOSTILE = [
    "http://push.example.org/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://2130706433/x",
    "https://0x7f.1/x",
    "https://localhost/x",
    "https://push.example.org:8443/x",
    "https://user@push.example.org/x",
    "https:///x",
    "file:///etc/passwd",
    "https://push.example.org/" + "x" * 1000,
    "https://push.example.org/\r\nX: y",
]


@pytest.mark.parametrize("endpoint", HOSTILE)
def test_no_other_address_than_a_public_one_is_taken(endpoint: str) -> None:
    with pytest.raises(BadOption):
        check_endpoint(endpoint)
    assert check_endpoint("https://push.example.org/x?y=1").hostname == "push.example.org"


PRIVATE = ["10.1.2.3", "127.0.0.1", "169.254.169.254", "192.168.1.1", "0.0.0.0", "224.0.0.1", "100.64.0.1"]
DRESSED = [
    "::1",
    "fe80::1%eth0",
    "fd00::1",
    "::ffff:10.0.0.1",
    "2002:0a00:0001::1",
    "64:ff9b::10.0.0.1",
    "ff02::1",
    "2001:db8::1",
]


def test_what_is_not_public_is_known_in_any_clothes() -> None:
    assert [address for address in [*PRIVATE, *DRESSED] if is_public(address)] == []
    assert all(map(is_public, ["8.8.8.8", "2606:4700::1111", "64:ff9b::8.8.8.8"]))


def test_a_name_that_leads_inside_is_not_called(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    device = Device("guest", "https://push.example.org/x", **keys(service), language="en", site="", made=0.0)
    inside = [(sockets.AF_INET, sockets.SOCK_STREAM, 6, "", (address, 443)) for address in ("93.184.216.34", "10.0.0.1")]
    monkeypatch.setattr(sockets, "getaddrinfo", lambda *_, **__: inside)

    async def call() -> Outcome:
        sender = Sender(new_key())
        try:
            with ThreadPoolExecutor(1) as names, pytest.raises(NotPublic):
                await resolve("push.example.org", 443, names)
            return await sender.send(device, b"{}", "topic")
        finally:
            await sender.close()

    assert asyncio.run(call()) is Outcome.FAILED


def keys(service: PushService) -> dict[str, str]:
    return {name: value for name, value in service.device().items() if name != "endpoint"}


def test_the_certificate_must_be_that_of_the_name(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    """The address is looked up first and called by number; the name counts nevertheless."""
    heard: list[str] = []

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(self.headers["Host"])
            self.send_response(201)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(HERE / "localhost.pem")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as https:
        https.socket = context.wrap_socket(https.socket, server_side=True)
        threading.Thread(target=https.serve_forever, daemon=True).start()
        trust = ssl.create_default_context(cafile=str(HERE / "localhost.pem"))
        here = Device("guest", f"https://localhost:{https.server_port}/x", **keys(service), language="en", site="", made=0.0)
        other = replace(here, endpoint=f"https://push.example.org:{https.server_port}/x")
        monkeypatch.setattr("ponticello.server.push.endpoints._lookup", lambda *_: ["127.0.0.1"])

        async def call() -> list[Outcome]:
            trusting, wary = Sender(new_key(), local=True, trust=trust), Sender(new_key(), local=True)
            try:
                return [
                    await trusting.send(here, b"{}", "t"),
                    await wary.send(here, b"{}", "t"),
                    await trusting.send(other, b"{}", "t"),
                ]
            finally:
                await trusting.close()
                await wary.close()

        assert asyncio.run(call()) == [Outcome.SENT, Outcome.FAILED, Outcome.FAILED]
        https.shutdown()
    assert heard == [f"localhost:{https.server_port}"]


def test_a_service_that_never_answers_is_given_up_and_a_redirect_not_followed(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ponticello.server.push.sender.PATIENCE", 0.3)
    service.status = 307
    with sockets.create_server(("127.0.0.1", 0)) as mute:
        moved = Device("guest", f"{service.url}/x", **keys(service), language="en", site="", made=0.0)
        slow = replace(moved, endpoint=f"http://127.0.0.1:{mute.getsockname()[1]}/x")

        async def call() -> list[Outcome]:
            sender = Sender(new_key(), local=True)
            try:
                return [await asyncio.wait_for(sender.send(device, b"{}", "t"), PATIENCE) for device in (slow, moved)]
            finally:
                await sender.close()

        assert asyncio.run(call()) == [Outcome.FAILED, Outcome.FAILED]


def test_a_message_says_nothing_of_what_has_happened() -> None:
    table = a_table("hashi", 2)
    assert message(table, "en") == b'{"title": "Your turn at Hashi", "url": "/m/table", "tag": "table"}'


@pytest.mark.slow
def test_the_key_is_made_once_and_two_servers_tell_together_only_once(service: PushService) -> None:
    wanted = {"database": new_database(), "push_local": True}
    with running(settings(Path(), **wanted)) as here, running(settings(Path(), **wanted)) as there:
        ann, bob = here.guest("Ann"), here.guest("Bob")
        id = begin(here, ann, bob)
        asked = ask(there, bob, **service.device()).json()
        assert asked["key"] == here.call(here.server.notices.sender()).public_key
        play(here, id, ann, random.Random(1))
        assert service.next()["content"]["tag"] == id
        told = [server.call(server.server.storage.claim_turn(id, 1, 0)) for server in (here, there)]
        assert told == [False, False]
