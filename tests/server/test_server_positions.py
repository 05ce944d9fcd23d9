"""Playing on from a position of a match that is over: the past stays as it was, and the future is nobody's to know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from ponticello.engine.verbs import CHANCE
from ponticello.server.matches import permissions
from ponticello.server.matches.facts import BOT, PERSON, Seat
from ponticello.server.matches.outcomes import UNCOUNTED, outcomes
from ponticello.server.matches.rows import Act, Kind
from ponticello.server.matches.table import Table
from tests.server.finished import bring, played, record
from tests.server.served import TWO, Guest, Running, running, settings
from tests.server.tables import a_table, after_turns


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("positions"))) as server:
        yield server


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture(scope="module")
def ann(server: Running) -> Guest:
    return server.guest("Ann")


def go_on(client: httpx.Client, id: str, guest: Guest, **wish: Any) -> httpx.Response:
    return client.post(f"/api/matches/{id}/go-on", json=wish, headers=guest.bearer)


def moves(client: httpx.Client, id: str) -> list[str]:
    found = client.get(f"/api/matches/{id}/position").raise_for_status().json()["moves"]
    return found.split("; ") if found else []


def test_a_match_goes_on_from_a_turn_against_bots(client: httpx.Client, ann: Guest) -> None:
    old = bring(client, ann, record())["id"]
    whole, turns = moves(client, old), played().turns()
    number = next(k for k in range(6, len(turns)) if turns[k].seat != CHANCE)
    seat, until = turns[number].seat, turns[number - 1].until
    made = go_on(client, old, ann, turn=number, seat=seat, level=2)
    assert made.status_code == 201
    new = made.json()
    assert moves(client, new["id"])[:until] == whole[:until]
    assert new["status"] == "playing"
    assert new["your_turn"]
    assert [seat["kind"] for seat in new["seats"]].count("bot") == 1
    assert new["seats"][1 - seat]["level"] == 2
    legal = client.get(f"/api/matches/{new['id']}/legal", headers=ann.bearer).json()["moves"]
    assert str(turns[number].moves[0]) in legal
    replay = client.get(f"/m/{new['id']}/replay?move={number}").text
    assert f'data-move="{number}"' in replay


def test_what_chance_does_from_there_on_is_drawn_anew(client: httpx.Client, ann: Guest) -> None:
    match = played("hashi", 1)
    old = bring(client, ann, match.record())["id"]
    turns = match.turns()
    number = next(k for k, turn in enumerate(turns, start=1) if k > 4 and turn.seat != CHANCE and turns[k].seat == CHANCE)
    known = moves(client, old)[: turns[number - 1].until]
    drawn = set()
    for _ in range(12):
        id = go_on(client, old, ann, turn=number).json()["id"]
        now = moves(client, id)
        assert now[: len(known)] == known
        drawn.add(now[len(known)])
    assert len(drawn) > 1, "not what the old seed says, twelve times"


def test_it_is_read_again_as_it_was(tmp_path: Path) -> None:
    with running(settings(tmp_path)) as server, server.client() as client:
        ann = server.guest("Ann")
        id = go_on(client, bring(client, ann, record("connections", 2))["id"], ann, turn=9).json()["id"]
        known = played("connections", 2).turns()[8].until
        before, names = moves(client, id)[:known], [seat["name"] for seat in client.get(f"/api/matches/{id}").json()["seats"]]
        assert len(before) == known
    with running(settings(tmp_path)) as server, server.client() as client:
        assert moves(client, id)[:known] == before
        assert [seat["name"] for seat in client.get(f"/api/matches/{id}").json()["seats"]] == names


def test_not_from_a_match_that_runs_nor_from_its_end(client: httpx.Client, ann: Guest) -> None:
    running_one = client.post("/api/matches", json={"game": "ponte", "seats": [TWO[0], {"kind": "bot"}]}, headers=ann.bearer)
    for refused in (
        go_on(client, running_one.json()["id"], ann, turn=0),
        client.post(f"/m/{running_one.json()['id']}/go-on", data={"turn": "0"}, headers=ann.cookies),
    ):
        assert refused.status_code == 400
        assert "when it is over" in refused.text
    assert "/go-on" not in client.get(f"/m/{running_one.json()['id']}/replay").text
    old = bring(client, ann, record())["id"]
    total = len(played().turns())
    assert "earlier position" in go_on(client, old, ann, turn=total).json()["error"]
    assert f"only {total} turns" in go_on(client, old, ann, turn=total + 1).json()["error"]
    assert go_on(client, old, ann, turn=1, seat=5).status_code == 403
    assert go_on(client, old, ann, turn=1, level=99).status_code == 400


def a_table_from(table: Table, turn: int, people: int = 1) -> Table:
    """Returns a table that goes on from a turn of another, with people on the first seats."""
    seats = [
        Seat(PERSON, f"guest{k}", f"P{k}") if k < people else Seat(BOT, name="Bot", level=1) for k in range(len(table.seats))
    ]
    over = table.after(Act(Kind.CLOSE), 1.0)
    opening = permissions.go_on_from(over, turn)
    return Table(replace(table.facts, id="onward", seats=tuple(seats), opening=opening, seed="another"))


def test_nothing_before_it_can_be_taken_back_and_it_counts_for_nobody() -> None:
    before = after_turns(a_table("ponte", 2), (0, 1.0), (1, 2.0))
    table = a_table_from(before, 2)
    assert table.match is not None
    assert table.match.length == before.match.length  # type: ignore[union-attr]
    for seat in (0, 1):
        assert table.last_move(seat) is None
        assert not permissions.is_granted(permissions.undo, table, seat, table.ply(seat))
        assert not permissions.is_granted(permissions.ask, table, seat)
    ended = table.after(Act(Kind.RESIGN, 0), 5.0)
    assert [one.outcome for one in outcomes(ended)] == [UNCOUNTED]
    assert [one.outcome for one in outcomes(a_table("ponte", 2, bots=(1,)).after(Act(Kind.RESIGN, 0), 5.0))] == ["lost"]


def test_a_rematch_begins_from_the_same_position_on_the_same_seats(client: httpx.Client, ann: Guest) -> None:
    id = go_on(client, bring(client, ann, record())["id"], ann, turn=8, seat=1).json()["id"]
    client.post(f"/api/matches/{id}/resign", headers=ann.bearer).raise_for_status()
    again = client.post(f"/api/matches/{id}/rematch", headers=ann.bearer).raise_for_status().json()
    assert [seat["kind"] for seat in again["seats"]] == ["bot", "person"]
    known = played().turns()[7].until
    assert moves(client, again["id"])[:known] == moves(client, id)[:known]
