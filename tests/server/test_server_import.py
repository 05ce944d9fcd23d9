"""Records from elsewhere: they become matches to look at, and what is wrong with one is said in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.finished import bring, played, record
from tests.server.served import Guest, Running, running, settings


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("import"))) as server:
        yield server


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture(scope="module")
def ann(server: Running) -> Guest:
    return server.guest("Ann")


@pytest.mark.parametrize("way", ["pasted", "uploaded"])
def test_a_record_is_replayed_as_it_was_played(client: httpx.Client, ann: Guest, way: str) -> None:
    text = record("connections", 2).replace(f"date: {played().date}", "date: 2019-05-04")
    if way == "pasted":
        answer = client.post("/import", data={"record": text.replace("\n", "\r\n")}, headers=ann.cookies)
    else:
        answer = client.post("/import", files={"file": ("game.pont", b"\xef\xbb\xbf" + text.encode())}, headers=ann.cookies)
    assert answer.status_code == 303
    place = answer.headers["location"]
    assert place.endswith("/replay")
    page = client.get(place).text
    turns = played("connections", 2).turns()
    assert f'data-total="{len(turns)}"' in page
    assert "/review" in page
    assert client.get(place.replace("/replay", "/game.pont")).text == text, "with its seed, which still has the same hash"


def test_nobody_plays_there_and_nobody_is_taken_for_anybody(client: httpx.Client, ann: Guest) -> None:
    shot = bring(client, ann, record())
    assert (shot["status"], shot["you"], shot["to_act"]) == ("over", [], [])
    assert not shot["may"]["rematch"]
    assert shot["may"]["review"]
    assert client.post(f"/api/matches/{shot['id']}/rematch", headers=ann.bearer).status_code == 403
    assert shot["id"] not in client.get("/games", headers=ann.cookies).text
    table = client.get(f"/m/{shot['id']}").text
    assert "Bo" in table


def test_an_unfinished_match_can_only_be_replayed(client: httpx.Client, ann: Guest) -> None:
    text = record("hashi", 1, until=12)
    shot = bring(client, ann, text)
    assert shot["result"]["reason"] == "closed"
    assert not shot["may"]["review"]
    page = client.get(f"/m/{shot['id']}/replay").text
    assert f"/m/{shot['id']}/review" not in page
    for refused in (
        client.get(f"/m/{shot['id']}/review"),
        client.post(f"/m/{shot['id']}/review", headers=ann.cookies),
        client.post(f"/api/matches/{shot['id']}/review", headers=ann.bearer),
    ):
        assert refused.status_code == 400
        assert "not played to its end" in refused.text
    hash = next(line for line in text.splitlines() if line.startswith("shuffle:"))
    assert hash in client.get(f"/m/{shot['id']}/game.pont").text, "nothing is claimed that the record does not say"
    onward = client.post(f"/api/matches/{shot['id']}/go-on", json={"turn": 3}, headers=ann.bearer)
    assert onward.status_code == 201


BROKEN = {
    "": "no game in this file",
    "nonsense": "line 1: 'nonsense' is neither a header",
    "game: ludo\nplayer 1: Ann\n": "there is no game 'ludo'",
    "player 1: Ann\n": "the header must say which game it is",
    "game: ponte\nplayer 1: Ann\nplayer 2: Bo\n\n1. P1 z9,z8\n": "line 5:",
    "game: ponte\nplayer 1: Ann\nplayer 2: Bo\n---\ngame: ponte\nplayer 1: Ann\nplayer 2: Bo\n": "one at a time",
    "x" * 60_001: "more than a record",
}


@pytest.mark.parametrize(("text", "why"), BROKEN.items(), ids=range(len(BROKEN)))
def test_a_broken_record_is_one_clear_sentence(client: httpx.Client, ann: Guest, text: str, why: str) -> None:
    page = client.post("/import", data={"record": text}, headers=ann.cookies)
    assert page.status_code == 422
    assert why.lower() in page.text.replace("&#39;", "'").lower()
    assert text[:50].strip().replace("\n", "") in page.text.replace("\n", ""), "what was typed is still there"
    if text:
        refused = client.post("/api/import", json={"record": text}, headers=ann.bearer)
        assert refused.status_code == 400
        assert why in refused.json()["error"]
        assert "\n" not in refused.json()["error"]


def test_a_file_that_is_no_text(client: httpx.Client, ann: Guest) -> None:
    page = client.post("/import", files={"file": ("game.pont", b"\xff\xfe\x00")}, headers=ann.cookies)
    assert page.status_code == 422
    assert "not a text in UTF-8" in page.text


def test_too_much_is_refused_at_the_door(client: httpx.Client, ann: Guest) -> None:
    assert client.post("/import", data={"record": "x" * 100_000}, headers=ann.cookies).status_code == 413


def test_a_record_opens_no_files(client: httpx.Client, ann: Guest, tmp_path: Path) -> None:
    own = tmp_path / "board.toml"
    own.write_text("secret = 'of this machine'\n")
    text = record("hashi", 1).replace("option board: A", f"option board: {own}")
    assert str(own) in text
    refused = client.post("/api/import", json={"record": text}, headers=ann.bearer)
    assert refused.status_code == 400
    assert "must be one of" in refused.json()["error"]
    assert "secret" not in refused.text


def test_who_brings_many_waits_until_tomorrow(tmp_path: Path) -> None:
    with running(settings(tmp_path, limits=True, imports_per_day=2)) as server, server.client() as client:
        ann, bo = server.guest("Ann"), server.guest("Bo")
        for _ in range(2):
            bring(client, ann, record())
        broken = client.post("/api/import", json={"record": "nonsense"}, headers=bo.bearer)
        assert broken.status_code == 400
        refused = client.post("/api/import", json={"record": record()}, headers=ann.bearer)
        assert refused.status_code == 429
        assert refused.json()["error"] == "you have brought 2 records within a day; the next one can be brought tomorrow"
        assert client.post("/import", data={"record": record()}, headers=ann.cookies).status_code == 429
        for _ in range(2):
            bring(client, bo, record())
