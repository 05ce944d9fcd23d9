"""How many matches wait for somebody stands in the header of every page, and what is going on comes first at home."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.server.served import TWO, Guest, Running, random_turn, running, settings

MARK = re.compile(r'<span id="waiting" class="tally"( hidden)? title="([^"]*)".*?data-waiting="([^"]*)"')


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(settings(tmp_path)) as server:
        yield server


def begin(server: Running, ann: Guest, bob: Guest, game: str = "ponte") -> str:
    """Seats two people at a match; returns its name."""
    with server.client() as client:
        id = str(client.post("/api/matches", json={"game": game, "seats": TWO}, headers=ann.bearer).json()["id"])
        client.post(f"/api/matches/{id}/join", headers=bob.bearer).raise_for_status()
    return id


def play(server: Running, id: str, guest: Guest) -> None:
    """Plays a turn of somebody who is to act."""
    with server.client(guest.bearer) as client:
        ply = client.get(f"/api/matches/{id}").json()["ply"]
        move = random_turn(client, id, guest.bearer, random.Random(1))
        client.post(f"/api/matches/{id}/moves", json={"move": move, "ply": ply}).raise_for_status()


def waiting(server: Running, guest: Guest) -> list[str]:
    """Returns the matches that wait for somebody, as open pages hear of them."""
    with server.client(guest.cookies) as browser:
        return [match["id"] for match in browser.get("/waiting").raise_for_status().json()["waiting"]]


def test_every_page_says_how_many_games_wait(server: Running) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    ids = [begin(server, ann, bob, game) for game in ("ponte", "skybridge", "hashi")]
    with server.client({**bob.cookies, "Accept-Language": "fr"}) as browser:
        mine = [id for id in ids if id in waiting(server, bob)]
        assert ids[2] in mine, "where all act at once, everybody is waited for"
        for page in (
            "/",
            "/lobby",
            "/games",
            "/rules",
            "/me",
            "/about",
            f"/m/{ids[0]}",
            f"/m/{ids[0]}/replay",
            "/new?game=hashi",
        ):
            hidden, title, listed = MARK.search(browser.get(page).text).groups()  # type: ignore[union-attr]
            assert not hidden
            assert title == f"{len(mine)} partie{'s' if len(mine) > 1 else ''} à jouer"
            assert set(listed.split()) == set(mine)
    with server.client() as stranger:
        assert MARK.search(stranger.get("/").text).group(1)  # type: ignore[union-attr]
        assert stranger.get("/waiting").json() == {"running": 0, "waiting": [], "touched": 0.0}


def test_it_follows_the_game_and_tells_nothing_of_the_others(server: Running) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = begin(server, ann, bob, "hashi")
    with server.client(bob.cookies) as browser:
        before = browser.get("/waiting").content
        assert waiting(server, ann) == waiting(server, bob) == [id]
        play(server, id, ann)
        assert waiting(server, ann) == []
        assert browser.get("/waiting").content == before, "that Ann has acted in this round is hers to know"
        play(server, id, bob)
        assert waiting(server, ann) == waiting(server, bob) == [id]
        browser.post(f"/api/matches/{id}/resign").raise_for_status()
        assert browser.get("/waiting").json()["running"] == 0


def test_home_shows_what_is_going_on_first_with_a_picture(server: Running) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    first, second = begin(server, ann, bob), begin(server, ann, bob)
    play(server, first, ann)
    with server.client(bob.cookies) as browser:
        page = browser.get("/").text
    own = page[page.index('<ul class="tables">') : page.index('<ul class="shelf">')]
    assert re.findall(r'<li( class="yours")?>\s*<a href="/m/(\w+)">', own) == [(' class="yours"', first), ("", second)]
    assert own.count("<svg") == 2
    assert "data-move" not in own
    with server.client() as stranger:
        assert 'class="tables"' not in stranger.get("/").text


def test_a_device_that_is_passed_on_shows_no_board_at_home(server: Running) -> None:
    ann = server.guest("Ann")
    with server.client(ann.cookies) as browser:
        seats = [{"kind": "me"}, {"kind": "person", "name": "Bob"}]
        browser.post("/api/matches", json={"game": "hashi", "seats": seats}).raise_for_status()
        page = browser.get("/").text
    assert "<svg" not in page[page.index('<ul class="tables">') : page.index('<section class="welcome">')]


def test_a_match_from_before_this_was_noted_is_looked_at(server: Running) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = begin(server, ann, bob)

    async def forget() -> None:
        async with server.server.storage.engine.begin() as connection:
            await connection.execute(text("UPDATE matches SET awaited = NULL"))

    server.call(forget())
    assert (waiting(server, ann), waiting(server, bob)) == ([id], [])


def test_the_worker_may_serve_all_pages_and_the_page_for_no_connection_names_nobody(server: Running) -> None:
    ann = server.guest("Ann")
    with server.client(ann.cookies) as browser:
        worker = browser.get("/worker.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache"
        page = browser.get("/offline").text
    assert "Ann" not in page
    assert 'id="waiting"' not in page, "a browser must not take it for a page that somebody else looks at"
