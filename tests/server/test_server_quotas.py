"""Open matches have a number: for a guest and for an address, counted by all servers together, and no address is kept."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from ponticello.server.access import guard
from ponticello.server.access.pace import Buckets, Pace
from tests.server.postgres import new_database
from tests.server.served import TWO, Guest, Running, running, settings
from tests.server.test_server_identity import kept, two_servers

WISH = {"game": "ponte", "seats": TWO}
MINE, NEAR = 3, 5


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(settings(tmp_path, limits=True, open_per_guest=MINE, open_per_address=NEAR)) as server:
        yield server


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def make(client: httpx.Client, guest: Guest, **headers: str) -> httpx.Response:
    return client.post("/api/matches", json=WISH, headers={**guest.cookies, **headers})


def test_who_has_many_open_matches_closes_one_first(server: Running, client: httpx.Client) -> None:
    ann = server.guest("Ann")
    ids = [make(client, ann).json()["id"] for _ in range(MINE)]
    refused = make(client, ann)
    assert refused.status_code == 429
    assert refused.json()["error"] == "you have made 3 matches that are not over; finish or close one, then make another"
    form = client.post("/new?game=ponte", data={"kind-1": "me", "kind-2": "link"}, headers=ann.cookies)
    assert form.status_code == 422
    assert "finish or close one" in form.text
    assert client.post("/now/ponte", headers=ann.cookies).status_code == 429
    assert len(kept(server)["matches"]) == MINE
    client.post(f"/api/matches/{ids[0]}/resign", headers=ann.cookies).raise_for_status()
    assert make(client, ann).status_code == 201
    assert make(client, server.guest("Bo")).status_code == 201


def test_a_rematch_counts_too_and_can_be_asked_for_later(server: Running, client: httpx.Client) -> None:
    ann = server.guest("Ann")
    ids = [make(client, ann).json()["id"] for _ in range(MINE)]
    for id in ids[:2]:
        client.post(f"/api/matches/{id}/resign", headers=ann.cookies).raise_for_status()
    more = [make(client, ann).json()["id"] for _ in range(2)]
    assert client.post(f"/api/matches/{ids[0]}/rematch", headers=ann.cookies).status_code == 429
    client.post(f"/api/matches/{more[0]}/resign", headers=ann.cookies).raise_for_status()
    again = client.post(f"/api/matches/{ids[0]}/rematch", headers=ann.cookies)
    assert again.status_code == 200
    assert make(client, ann).status_code == 429


def test_an_address_has_a_number_too(server: Running, client: httpx.Client) -> None:
    for number in range(NEAR):
        assert make(client, server.guest(f"Guest {number}")).status_code == 201
    late = server.guest("Late")
    refused = make(client, late)
    assert refused.status_code == 429
    assert "5 matches made at your address today are not over" in refused.json()["error"]
    assert make(client, late, **{"X-Forwarded-For": "192.0.2.1"}).status_code == 201
    for number in range(NEAR):
        client.cookies.clear()
        elsewhere = {"X-Forwarded-For": f"2001:db8::{number}"}
        assert make(client, server.guest(f"Other {number}"), **elsewhere).status_code == 201
    assert make(client, server.guest("Last"), **{"X-Forwarded-For": "2001:db8::ffff"}).status_code == 429


def test_addresses_are_not_kept_and_their_hashes_only_today(
    server: Running, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, here = server.guest("Ann"), {"X-Forwarded-For": "192.0.2.77"}
    assert make(client, ann, **here).status_code == 201
    everything = kept(server)
    assert len(everything["origins"]) == 1
    assert "192.0.2" not in str(everything)
    storage = server.server.storage
    tomorrow = storage.time.now() + 86_400
    monkeypatch.setattr(storage.time, "now", lambda: tomorrow)
    assert make(client, ann, **here).status_code == 201
    origins = kept(server)["origins"]
    assert len({origin.split("'")[3] for origin in origins}) == 2, "the same address has another hash tomorrow"
    server.call(server.server.shared_pace.forget())
    (left,) = kept(server)["origins"]
    assert left in origins
    assert float(left.rstrip(")").split(", ")[2]) == tomorrow


@pytest.mark.slow
def test_servers_of_one_database_agree_on_how_many_are_open() -> None:
    with two_servers(new_database(), limits=True, open_per_address=NEAR) as servers:
        guests = [servers[0].guest(f"Guest {number}") for number in range(3 * NEAR)]

        def ask(number: int) -> int:
            with servers[number % 2].client() as client:
                return make(client, guests[number]).status_code

        with ThreadPoolExecutor(len(guests)) as crowd:
            statuses = sorted(crowd.map(ask, range(len(guests))))
    assert statuses == [201] * NEAR + [429] * 2 * NEAR


def test_what_was_taken_is_told_and_what_is_left_is_heard() -> None:
    buckets, acts = Buckets(), Pace("acts", 1, 16)
    buckets.take(acts, "ann", 10.0)
    assert buckets.tell() == {}, "not worth it yet"
    buckets.take(acts, "ann", 10.0)
    assert buckets.tell() == {(acts, "ann"): 2}
    assert buckets.tell() == {}
    buckets.take(acts, "ann", 10.0)  # while the others are asked
    buckets.hear((acts, "ann"), 3.0, 10.0)
    assert [buckets.take(acts, "ann", 10.0) for _ in range(3)] == [0, 0, 1]
    assert buckets.tell() == {(acts, "ann"): 3}
    buckets.hear((acts, "ann"), -8.0, 10.0)
    assert buckets.wait(acts, "ann", 10.0) == 9
    for now in (10.0, 99.0):
        buckets.take(acts, "bo", now)
    assert buckets.tell() == {(acts, "bo"): 2}, "who takes a little at each of many processes is told of, too"
    buckets.take_back({(acts, "bo"): 2})
    assert buckets.tell() == {(acts, "bo"): 2}, "if nobody could hear it, again"


def until(wanted: Any) -> None:
    """Waits for something."""
    while not wanted():
        time.sleep(0.01)


@pytest.mark.slow
def test_servers_of_one_database_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    slowly = Pace("acts", 1e-6, 16)
    monkeypatch.setattr(guard, "ACTS", slowly)
    with two_servers(new_database(), limits=True) as (here, there), here.client() as client, there.client() as other:
        ann = here.guest("Ann")
        id = make(client, ann).json()["id"]

        def act(asked: httpx.Client) -> int:
            return asked.post(f"/api/matches/{id}/ask", headers=ann.cookies).status_code

        assert [act(client) for _ in range(17)] == [400] * 16 + [429]
        until(lambda: kept(here)["paces"])
        assert ann.id not in str(kept(here)["paces"])
        assert [act(other) for _ in range(2)] == [400, 400], "it has not heard of it yet"
        until(lambda: there.server.buckets.wait(slowly, ann.id, time.monotonic()))
        assert act(other) == 429
        assert make(other, ann).status_code == 201, "something else has its own pace"
