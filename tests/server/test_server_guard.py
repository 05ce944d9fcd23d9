"""The door: headers, other sites, large bodies, haste, and what happens when something breaks."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus

from ponticello.server import create_app
from ponticello.server.access import guard
from ponticello.server.access.address import address_of
from ponticello.server.access.failures import CatchAll
from ponticello.server.access.guard import HEADERS, MOST_BYTES, is_own
from ponticello.server.access.pace import ACTS, LOOKS, MATCHES, SOCKETS, STRANGERS, WRONG_TOKENS, Buckets, Pace
from ponticello.server.pages.render import asset
from ponticello.server.storage.guests import Guest
from tests.server.served import TWO, Running, running, settings, socket

WISH = {"game": "ponte", "seats": TWO}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server with limits, where everything happens in the same moment."""
    monkeypatch.setattr(guard, "monotonic", lambda: 1000.0)
    with running(settings(tmp_path, limits=True)) as server:
        yield server


@pytest.mark.parametrize("path", ["/api/matches", "/api/matches/nothing", "/nothing", "/openapi.json"])
def test_every_answer_carries_the_headers(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_refusals_at_the_door_carry_them_too(client: httpx.Client) -> None:
    for answer in (
        client.post("/api/matches", json=WISH, headers={"Origin": "https://elsewhere.example"}),
        client.post("/api/matches", content=b"x" * (MOST_BYTES + 1)),
        client.put("/api/matches"),
    ):
        assert answer.status_code in (403, 405, 413)
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_another_site_cannot_send_for_a_guest(server: Running, client: httpx.Client) -> None:
    ann = server.guest("Ann")
    for origin in ("https://elsewhere.example", "null", f"{server.url}0", "http://127.0.0.1"):
        for headers in ({**ann.cookies, "Origin": origin}, {"Origin": origin}):
            answer = client.post("/api/matches", json=WISH, headers=headers)
            assert answer.status_code == 403, origin
            assert "set-cookie" not in answer.headers
    assert client.post("/api/matches", json=WISH, headers={**ann.cookies, "Origin": server.url}).status_code == 201
    assert (
        client.post("/api/matches", json=WISH, headers={**ann.bearer, "Origin": "https://elsewhere.example"}).status_code == 201
    )
    assert client.get("/api/matches", headers={**ann.cookies, "Origin": "https://elsewhere.example"}).status_code == 200


def test_another_site_cannot_open_a_socket(server: Running, client: httpx.Client) -> None:
    ann = server.guest("Ann")
    id = client.post("/api/matches", json=WISH, headers=ann.bearer).json()["id"]
    with pytest.raises(InvalidStatus) as refused, socket(server, id, {**ann.cookies, "Origin": "https://elsewhere.example"}):
        pass
    assert refused.value.response.status_code == 403
    with socket(server, id, {**ann.cookies, "Origin": server.url}) as eyes:
        assert eyes.next()["you"] == [0]


@pytest.mark.parametrize(
    ("headers", "own"),
    [
        ({}, True),
        ({"host": "play.example", "origin": "https://play.example"}, True),
        ({"host": "play.example:443", "origin": "https://play.example"}, True),
        ({"host": "inside:8000", "x-forwarded-host": "play.example", "origin": "https://play.example"}, True),
        ({"host": "play.example", "origin": "https://play.example:8443"}, False),
        ({"host": "play.example", "origin": "https://play.example.evil"}, False),
        ({"host": "play.example", "origin": ""}, False),
        ({"origin": "https://play.example"}, False),
    ],
)
def test_hosts_are_compared_as_browsers_write_them(headers: dict[str, str], own: bool) -> None:
    assert is_own(Headers(headers)) is own


def test_too_much_is_refused_whether_announced_or_not(server: Running, client: httpx.Client) -> None:
    ann = server.guest("Ann")
    much = b'{"game": "' + b"x" * MOST_BYTES + b'"}'

    def in_pieces() -> Iterator[bytes]:
        for at in range(0, len(much), 4096):
            yield much[at : at + 4096]

    for content in (much, in_pieces()):
        answer = client.post("/api/matches", content=content, headers={**ann.bearer, "Content-Type": "application/json"})
        assert answer.status_code == 413
        assert list(answer.json()) == ["error"]


def test_buckets_fill_again() -> None:
    buckets, pace = Buckets(), Pace("acts", 2, 3)
    assert [buckets.take(pace, "ann", 10.0) for _ in range(5)] == [0, 0, 0, 0.5, 0.5]
    assert buckets.take(pace, "bo", 10.0) == 0
    assert buckets.take(pace, "ann", 10.5) == 0
    assert buckets.take(pace, "ann", 10.5) == 0.5
    assert [buckets.take(pace, "ann", 99.0) for _ in range(4)] == [0, 0, 0, 0.5]


def test_who_makes_too_many_matches_must_wait(hasty: Running) -> None:
    ann, bo = hasty.guest("Ann"), hasty.guest("Bo")
    with hasty.client() as client:
        client.get("/api/matches", headers=ann.bearer)  # now the door knows whose token it is
        answers = [client.post("/api/matches", json=WISH, headers=ann.bearer) for _ in range(MATCHES.burst + 1)]
        assert [answer.status_code for answer in answers] == [201] * MATCHES.burst + [429]
        assert answers[-1].headers["retry-after"] == "1"
        assert client.post("/api/matches", json=WISH, headers=bo.bearer).status_code == 201
        assert client.get("/api/matches", headers=ann.bearer).status_code == 200


def test_an_address_brings_only_so_many_strangers(hasty: Running) -> None:
    with hasty.client() as client:
        known = client.post("/api/matches", json=WISH)
        cookie = {"Cookie": known.headers["set-cookie"].split(";")[0]}
        statuses = []
        for number in range(STRANGERS.burst):
            client.cookies.clear()
            forged = {"Cookie": f"ponticello=forged.{number}"}
            statuses.append(client.post(f"/api/matches/{known.json()['id']}/join", headers=forged).status_code)
        client.cookies.clear()
        assert statuses == [200] + [400] * (STRANGERS.burst - 2) + [429]  # one seat was open
        assert client.post("/api/matches", json=WISH, headers=cookie).status_code == 201
        assert client.post("/api/matches", json=WISH, headers=hasty.guest("Ann").bearer).status_code == 201


def test_strangers_who_come_at_once_are_counted_before_they_are_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "STRANGERS", Pace("strangers", 1e-6, 3))
    with running(settings(tmp_path, limits=True)) as server:
        add, gate = server.server.storage.add_guest, asyncio.Event()

        async def add_later(guest: Guest, now: float) -> None:
            await gate.wait()
            await add(guest, now)

        monkeypatch.setattr(server.server.storage, "add_guest", add_later)

        async def open_gate() -> None:
            gate.set()

        def ask(_: int) -> int:
            with server.client() as client:
                return client.post("/api/matches", json=WISH).status_code

        with ThreadPoolExecutor(5) as crowd:
            asking = [crowd.submit(ask, number) for number in range(5)]
            refused = [each.result() for each in itertools.islice(as_completed(asking), 2)]
            server.call(open_gate())
            assert refused == [429, 429]
            assert sorted(each.result() for each in asking) == [201] * 3 + [429] * 2
        with server.client() as client:
            assert client.post("/preferences").status_code == 429


def test_acts_and_sockets_have_a_pace_of_their_own(hasty: Running) -> None:
    ann, bo = hasty.guest("Ann"), hasty.guest("Bo")
    with hasty.client() as client:
        id = client.post("/api/matches", json=WISH, headers=ann.bearer).json()["id"]
        statuses = [client.post(f"/api/matches/{id}/ask", headers=ann.bearer).status_code for _ in range(ACTS.burst + 1)]
        assert statuses == [400] * ACTS.burst + [429]
        assert client.post(f"/api/matches/{id}/ask", headers=bo.bearer).status_code == 403
    for _ in range(SOCKETS.burst):
        with socket(hasty, id, bo.bearer):
            pass
    with pytest.raises(InvalidStatus) as refused, socket(hasty, id, bo.bearer):
        pass
    assert refused.value.response.status_code == 429
    with socket(hasty, id, ann.bearer) as eyes:
        assert eyes.next()["you"] == [0]


def test_what_breaks_is_logged_and_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(settings(tmp_path))

    async def broken() -> None:
        raise RuntimeError("the secret is 42")

    monkeypatch.setattr(app.state.server.matches, "lobby", broken)
    server = Running(app)
    server.start()
    try:
        with caplog.at_level(logging.ERROR), server.client() as client:
            answer = client.get("/api/matches")
    finally:
        server.stop()
    assert answer.status_code == 500
    assert answer.headers["x-content-type-options"] == "nosniff"
    (record,) = (record for record in caplog.records if record.exc_info)
    assert "secret" not in answer.text
    reference = record.getMessage().split()[-1]
    assert answer.json()["error"].endswith(reference)


def test_the_page_for_bots_has_everything_and_needs_nobody(client: httpx.Client) -> None:
    page = client.get("/docs").text
    for path in client.get("/openapi.json").json()["paths"]:
        assert path in page
    for name in ("Snapshot", "SeatWish", "GameClock", "429"):
        assert name in page
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "https://" not in page


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:ffff:ffff:ffff", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no:address", "no:address"),
    ],
)
def test_half_of_an_address_is_enough_where_everybody_has_many(address: str, counted: str) -> None:
    assert address_of({"client": (address, 1)}) == counted


def test_looking_has_a_limit_but_files_and_health_have_none(hasty: Running) -> None:
    ann = hasty.guest("Ann")
    with hasty.client() as client:
        statuses = [client.get("/about", headers=ann.cookies).status_code for _ in range(LOOKS.burst + 1)]
        assert statuses == [200] * LOOKS.burst + [429]
        for address in ("/healthz", "/boards.css", "/metrics", asset("style.css"), "/manifest.webmanifest"):
            assert client.get(address, headers=ann.cookies).status_code == 200
        assert client.get("/about").status_code == 200, "somebody else at the same address"
        refused = client.get("/api/matches", headers=ann.bearer)
        assert refused.status_code == 200, "a token is known when it has been looked up"
        assert client.get("/api/matches", headers=ann.bearer).status_code == 429, "and then counts for its owner"


def test_all_at_one_address_together_have_a_limit_too(hasty: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "VISITS", Pace("visits", 1, 5))
    with hasty.client() as client:
        statuses = [client.get("/about", headers=hasty.guest(f"Guest {k}").cookies).status_code for k in range(6)]
    assert statuses == [200] * 5 + [429]


def test_wrong_tokens_are_refused_without_asking_the_database(hasty: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    storage, asked = hasty.server.storage, 0
    find = storage.guest_by_token

    async def count(token: str) -> Guest | None:
        nonlocal asked
        asked += 1
        return await find(token)

    monkeypatch.setattr(storage, "guest_by_token", count)
    ann, bo = hasty.guest("Ann"), hasty.guest("Bo")
    with hasty.client() as client:
        for _ in range(2 * WRONG_TOKENS.burst):  # who shows a right one may do so again and again
            hasty.server.identity.forget(ann.id)
            assert client.get("/api/matches", headers=ann.bearer).status_code == 200
        asked = 0
        statuses = []
        for number in range(WRONG_TOKENS.burst + 10):
            wrong = {"Authorization": f"Bearer wrong {number}"}
            statuses.append(client.post("/api/matches", json=WISH, headers=wrong).status_code)
        assert statuses == [401] * WRONG_TOKENS.burst + [429] * 10
        assert asked == WRONG_TOKENS.burst
        assert client.get("/api/matches", headers=ann.bearer).status_code == 200, "who was met before is not touched by it"
        assert client.get("/about", headers=bo.cookies).status_code == 200


def test_who_is_answered_when_the_server_stops_is_asked_to_come_back() -> None:
    sent: list[Any] = []

    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    async def stop() -> None:
        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": "/api/matches", "headers": [], "query_string": b""}
        task = asyncio.create_task(CatchAll(never)(scope, never, send))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        task.cancel()
        await task

    asyncio.run(stop())
    assert sent[0]["status"] == 503
    assert "restarted" in json.loads(sent[1]["body"])["error"]
