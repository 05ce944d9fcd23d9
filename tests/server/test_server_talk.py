"""What is said at a table is heard by those who sit there and have not muted the others, by nobody else, and soon it is gone."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from ponticello.engine.errors import BadOption
from ponticello.server import Settings
from ponticello.server.storage import talk as storage
from ponticello.server.talk.lines import EMOTES, MOST_LETTERS, check_line
from ponticello.server.talk.talk import PACES
from tests.server.postgres import new_database
from tests.server.served import PATIENCE, TWO, Guest, LiveSocket, Running, running, settings, socket

SECRET = "the heron flies at midnight"
LOBBY = [{"kind": "me"}, {"kind": "lobby"}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"), beat=0.3)) as server:
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


def meet(client: httpx.Client, ann: Guest, bo: Guest, seats: Any = TWO) -> str:
    """Returns where a match is at which two people sit."""
    made = client.post("/api/matches", json={"game": "ponte", "seats": seats}, headers=ann.bearer).raise_for_status()
    here = f"/api/matches/{made.json()['id']}"
    client.post(f"{here}/join", headers=bo.bearer).raise_for_status()
    return here


def say(client: httpx.Client, here: str, guest: Guest, text: str) -> httpx.Response:
    return client.post(f"{here}/chat", json={"text": text}, headers=guest.bearer)


def sign(client: httpx.Client, here: str, guest: Guest, emote: str) -> httpx.Response:
    return client.post(f"{here}/emote", json={"emote": emote}, headers=guest.bearer)


def heard(client: httpx.Client, here: str, guest: Guest) -> list[str]:
    """Returns what a guest hears at a match."""
    told = client.get(f"{here}/talk", headers=guest.bearer).raise_for_status().json()
    return [f"{line['name']}: {line['words']}" for line in told["lines"]]


def next_talk(eyes: LiveSocket) -> Any:
    """Returns the next that is said, as a socket tells it."""
    while "talk" not in (message := json.loads(eyes.connection.recv(PATIENCE))):
        pass
    return message["talk"]


def test_those_who_sit_there_hear_each_other_and_still_do_after_a_reload(
    server: Running, client: httpx.Client, ann: Guest, bo: Guest
) -> None:
    here = meet(client, ann, bo)
    id = here.split("/")[-1]
    with socket(server, id, ann.bearer, talk=0) as eyes:
        say(client, here, bo, "Good\tmorning ").raise_for_status()
        first = next_talk(eyes)
        assert [(line["name"], line["text"], line["you"]) for line in first["lines"]] == [("Bo", "Good morning", False)]
        sign(client, here, ann, "thanks").raise_for_status()
        assert [line["words"] for line in next_talk(eyes)["lines"]] == ["Thank you"]
    for guest in (ann, bo):
        assert heard(client, here, guest) == ["Bo: Good morning", "Ann: Thank you"]
        page = client.get(f"/m/{id}", headers=guest.cookies).text
        assert "Good morning" in page
        assert page.count("#emote-thanks") == 2, "the button and the line"
    with socket(server, id, ann.bearer, talk=first["last"]) as eyes:
        assert [line["words"] for line in next_talk(eyes)["lines"]] == ["Thank you"], "only what is new"


def test_nobody_else_reads_or_writes_it_anywhere(server: Running, client: httpx.Client, ann: Guest, bo: Guest) -> None:
    here, cy = meet(client, ann, bo), server.guest("Cy")
    id = here.split("/")[-1]
    say(client, here, ann, SECRET).raise_for_status()
    sign(client, here, bo, "oops").raise_for_status()
    client.post(f"{here}/resign", headers=bo.bearer).raise_for_status()
    pages = [f"/m/{id}", f"/m/{id}/table", f"/m/{id}/replay", f"/m/{id}/game.pont", f"/m/{id}/small.svg", "/lobby", "/games"]
    for headers in (cy.bearer, cy.cookies, {}):
        for path in (here, f"{here}?seat=0", f"{here}/position", "/api/matches?which=watch", "/api/matches", *pages):
            answer = client.get(path, headers=headers).raise_for_status()
            assert SECRET not in answer.text, path
            assert 'id="talk"' not in answer.text, path
        with socket(server, id, headers, talk=0) as eyes:
            eyes.next()
            say(client, here, ann, SECRET).raise_for_status()
            while "beat" not in (message := json.loads(eyes.connection.recv(PATIENCE))):
                assert "talk" not in message
                assert SECRET not in str(message)
    for guest in (ann, bo):
        for path in (here, f"/m/{id}/replay", f"/m/{id}/game.pont"):
            assert SECRET not in client.get(path, headers=guest.bearer).text, "nor is it part of what the record publishes"
    for path, wish in (("chat", {"text": "hi"}), ("emote", {"emote": "hello"}), ("mute", {"muted": True})):
        assert client.post(f"{here}/{path}", json=wish, headers=cy.bearer).status_code == 403
    assert client.get(f"{here}/talk", headers=cy.bearer).status_code == 403
    assert client.get(f"{here}/talk").status_code == 401


def test_who_is_muted_is_not_heard_and_does_not_learn_of_it(server: Running, client: httpx.Client, ann: Guest, bo: Guest) -> None:
    here = meet(client, ann, bo)
    say(client, here, bo, "before").raise_for_status()
    client.post(f"{here}/mute", json={"muted": True}, headers=ann.bearer).raise_for_status()
    with socket(server, here.split("/")[-1], ann.bearer, talk=0) as eyes:
        assert next_talk(eyes) == {"may": "chat", "muted": True, "last": 0, "lines": []}
        told = say(client, here, bo, SECRET).raise_for_status().json()
        assert (told["muted"], told["lines"][0]["words"]) == (False, SECRET)
        sign(client, here, bo, "hello").raise_for_status()
        say(client, here, ann, "I still talk").raise_for_status()
        assert [line["words"] for line in next_talk(eyes)["lines"]] == ["I still talk"]
    assert heard(client, here, ann) == ["Ann: I still talk"]
    assert SECRET not in client.get(here.replace("/api/matches", "/m"), headers=ann.cookies).text
    client.post(f"{here}/mute", json={"muted": False}, headers=ann.bearer).raise_for_status()
    assert heard(client, here, ann) == ["Bo: before", "Ann: I still talk"], "what was said meanwhile is never heard"
    assert heard(client, here, bo) == ["Bo: before", f"Bo: {SECRET}", "Bo: Hello", "Ann: I still talk"]


def test_strangers_from_the_lobby_have_signs_only_also_at_their_rematch(client: httpx.Client, ann: Guest, bo: Guest) -> None:
    here = meet(client, ann, bo, LOBBY)
    for _ in range(2):
        assert say(client, here, ann, "hi").status_code == 400
        sign(client, here, ann, "hello").raise_for_status()
        assert client.get(f"{here}/talk", headers=bo.bearer).json()["may"] == "emote"
        page = client.get(here.replace("/api/matches", "/m"), headers=bo.cookies).text
        assert 'data-emote="hello"' in page
        assert 'id="chat"' not in page
        client.post(f"{here}/resign", headers=bo.bearer).raise_for_status()
        next_ = client.post(f"{here}/rematch", headers=ann.bearer).raise_for_status().json()["id"]
        client.post(f"{here}/rematch", headers=bo.bearer).raise_for_status()
        here = f"/api/matches/{next_}"


def test_bots_of_the_house_take_no_part(client: httpx.Client, ann: Guest) -> None:
    made = client.post("/api/matches", json={"game": "ponte", "seats": [{"kind": "me"}, {"kind": "bot"}]}, headers=ann.bearer)
    here = f"/api/matches/{made.json()['id']}"
    assert say(client, here, ann, "hi").status_code == sign(client, here, ann, "hello").status_code == 400
    assert 'id="talk"' not in client.get(here.replace("/api/matches", "/m"), headers=ann.cookies).text


@pytest.mark.parametrize("text", ["", "\u200b\u202e\x00", "x" * (MOST_LETTERS + 1), "\ud800"])
def test_what_nobody_could_read_is_refused(client: httpx.Client, ann: Guest, bo: Guest, text: str) -> None:
    here = meet(client, ann, bo)
    body = json.dumps({"text": text}).encode()
    answer = client.post(f"{here}/chat", content=body, headers={**ann.bearer, "content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]
    assert heard(client, here, bo) == []
    with pytest.raises(BadOption):
        check_line(text)


def test_a_line_is_one_line_and_stays_on_it() -> None:
    assert check_line("one\ntwo\u2028three\u0007 \u202eevil") == "one two three evil"
    assert check_line("e" + "\u0301" * 40) == "é" + "\u0301" * 3
    assert check_line("<b>&amp;") == "<b>&amp;", "a page writes it as it is"


def test_a_long_talk_loses_its_oldest_lines(client: httpx.Client, ann: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "MOST_LINES", 3)
    here, other = meet(client, ann, bo), meet(client, ann, bo)
    say(client, other, ann, "elsewhere").raise_for_status()
    for k in range(5):
        say(client, here, ann, f"line {k}").raise_for_status()
    assert heard(client, here, bo) == ["Ann: line 2", "Ann: line 3", "Ann: line 4"]
    assert heard(client, other, bo) == ["Ann: elsewhere"]


def test_who_says_too_much_has_to_wait(tmp_path: Path) -> None:
    with running(settings(tmp_path, limits=True)) as server, server.client() as client:
        ann, bo = server.guest("Ann"), server.guest("Bo")
        here = meet(client, ann, bo)
        signs = [sign(client, here, ann, name) for name in [*EMOTES, *EMOTES]]
        lines = [say(client, here, ann, f"line {k}") for k in range(12)]
        for answers, kind in ((signs, "emote"), (lines, "chat")):
            assert all(answer.status_code == 200 for answer in answers[: PACES[kind].burst])
            last = answers[-1]
            assert (last.status_code, int(last.headers["retry-after"]) > 0) == (429, True)
        assert say(client, here, bo, "but I may").status_code == 200


def test_it_is_deleted_a_while_after_the_end(tmp_path: Path) -> None:
    with running(settings(tmp_path, talk_kept=0.0, beat=0.1, upkeep=0.02)) as server, server.client() as client:
        ann, bo = server.guest("Ann"), server.guest("Bo")
        here, other = meet(client, ann, bo), meet(client, ann, bo)
        for place in (here, other):
            say(client, place, ann, SECRET).raise_for_status()
            client.post(f"{place}/mute", json={"muted": True}, headers=bo.bearer).raise_for_status()
        client.post(f"{here}/resign", headers=bo.bearer).raise_for_status()
        assert heard(client, here, ann) == [], "it is not shown any more either"
        assert say(client, here, ann, "too late").status_code == 400
        assert 'id="talk"' not in client.get(here.replace("/api/matches", "/m"), headers=ann.cookies).text
        file = sqlite3.connect(tmp_path / "table.db")
        kept = "SELECT (SELECT COUNT(*) FROM talk), (SELECT COUNT(*) FROM mutes)"
        while file.execute(kept).fetchone() != (1, 1):
            time.sleep(0.02)
        assert heard(client, other, ann) == [f"Ann: {SECRET}"], "as long as a match is played, it stays"
        file.close()


@pytest.mark.slow
def test_two_servers_pass_it_on() -> None:
    address = new_database()
    wanted = Settings(database=address, warm=False, limits=False, beat=600)
    with running(wanted) as here, running(wanted) as there, here.client() as client:
        ann, bo = here.guest("Ann"), here.guest("Bo")
        match = meet(client, ann, bo)
        with socket(there, match.split("/")[-1], bo.bearer, talk=0) as eyes:
            eyes.next()
            say(client, match, ann, "over the bridge").raise_for_status()
            assert [line["text"] for line in next_talk(eyes)["lines"]] == ["over the bridge"]


def test_a_socket_that_does_not_ask_is_told_what_it_always_was(
    server: Running, client: httpx.Client, ann: Guest, bo: Guest
) -> None:
    here = meet(client, ann, bo)
    id = here.split("/")[-1]
    with socket(server, id, ann.bearer) as eyes:
        eyes.next()
        say(client, here, bo, "hello").raise_for_status()
        client.post(f"{here}/resign", headers=bo.bearer).raise_for_status()
        assert eyes.next()["status"] == "over"
    with pytest.raises(InvalidStatus), socket(server, id, ann.bearer, talk=-1):
        pass
