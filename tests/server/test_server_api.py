"""The API as a program meets it: what it answers, and how it refuses."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import ponticello as pc
from ponticello.players.protocol import play_moves
from tests.server.served import TWO, Guest, Running, random_turn, running, settings, socket


class Table:
    """A client, some guests, and matches between the first two."""

    def __init__(self, server: Running, client: httpx.Client) -> None:
        self.server, self.client = server, client
        self.ann, self.bo, self.cy = (server.guest(name) for name in ("Ann", "Bo", "Cy"))

    def create(self, game: str = "ponte", seats: Any = TWO, **more: Any) -> str:
        answer = self.client.post("/api/matches", json={"game": game, "seats": seats, **more}, headers=self.ann.bearer)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def begin(self, game: str = "ponte") -> str:
        id = self.create(game)
        assert self.post(id, "join", self.bo)["status"] == "playing"
        return id

    def post(self, id: str, what: str, guest: Guest, **body: Any) -> Any:
        answer = self.try_(id, what, guest, **body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def try_(self, id: str, what: str, guest: Guest, **body: Any) -> Any:
        return self.client.post(f"/api/matches/{id}/{what}", json=body, headers=guest.bearer)

    def look(self, id: str, guest: Guest | None = None, what: str = "", **query: Any) -> Any:
        answer = self.client.get(f"/api/matches/{id}{what}", params=query, headers=guest.bearer if guest else {})
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture
def table(server: Running) -> Iterator[Table]:
    with server.client() as client:
        yield Table(server, client)


def error(answer: Any) -> tuple[int, str]:
    """Returns a refusal, made sure that it is one sentence and nothing else."""
    body = answer.json()
    assert list(body) == ["error"]
    assert body["error"]
    assert "\n" not in body["error"]
    return answer.status_code, body["error"]


@pytest.mark.slow
def test_a_whole_match_is_played_by_two_programs(table: Table) -> None:
    id = table.begin()
    dice = random.Random(1)
    shot = table.look(id, table.ann)
    while shot["status"] == "playing":
        guest = (table.ann, table.bo)[shot["to_act"][0]]
        mine = table.look(id, guest)
        assert mine["your_turn"]
        turn = random_turn(table.client, id, guest.bearer, dice)
        shot = table.post(id, "moves", guest, move=turn, ply=mine["ply"])
        assert [event["text"] for event in shot["events"]] == [turn]
    assert shot["result"]["reason"] == "played"
    assert shot["seed"]
    assert shot["may"]["rematch"]


def test_a_stranger_may_look_but_not_act(table: Table) -> None:
    id = table.begin()
    shot = table.look(id)
    assert (shot["viewer"], shot["you"], shot["seed"]) == (-1, [], None)
    assert table.look(id, what="/legal") == {
        "ply": shot["ply"],
        "seat": -1,
        "joiner": ",",
        "draft": "",
        "complete": False,
        "moves": [],
    }
    status, _ = error(table.client.post(f"/api/matches/{id}/moves", json={"move": "d4,e5", "ply": 1}))
    assert status == 401


def test_a_browser_becomes_a_guest_by_sitting_down(table: Table) -> None:
    id = table.create()
    answer = table.client.post(f"/api/matches/{id}/join", json={"name": "Dee"})
    assert "ponticello=" in answer.headers["set-cookie"]
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert answer.json()["seats"][1]["name"] == "Dee"
    assert table.client.get(f"/api/matches/{id}").json()["you"] == [1]


def test_the_same_move_again_is_harmless(table: Table) -> None:
    id = table.begin()
    ply = table.look(id, table.ann)["ply"]
    first = table.post(id, "moves", table.ann, move="d4,e5", ply=ply)
    again = table.post(id, "moves", table.ann, move="d4,e5", ply=ply)
    assert again["ply"] == first["ply"] == ply + 1
    assert again["events"] == first["events"]


def test_sitting_down_again_is_harmless(table: Table) -> None:
    id = table.begin()
    assert table.post(id, "join", table.bo)["ply"] == 1
    assert table.post(id, "join", table.ann)["you"] == [0]


def test_an_answer_to_an_older_table_is_stale(table: Table) -> None:
    id = table.begin()
    table.post(id, "moves", table.ann, move="d4,e5", ply=1)
    assert error(table.try_(id, "moves", table.bo, move="light", ply=1))[0] == 409
    assert error(table.try_(id, "undo", table.ann, ply=1))[0] == 409


def test_refusals_say_why(table: Table) -> None:
    id = table.begin()
    assert error(table.try_(id, "moves", table.bo, move="d4,e5", ply=1))[0] == 400
    status, why = error(table.try_(id, "moves", table.ann, move="d4,z99", ply=1))
    assert (status, "z99" in why) == (400, True)
    assert error(table.try_(id, "moves", table.ann, move="d4,e5", ply=1, seat=1)) == (403, "seat 2 is not yours")
    assert error(table.try_(id, "moves", table.cy, move="d4,e5", ply=1))[0] == 403
    assert error(table.try_("2222222222", "moves", table.cy, move="d4,e5", ply=1))[0] == 404
    assert error(table.try_(id, "ask", table.ann))[0] == 400
    assert error(table.try_(id, "rematch", table.ann))[0] == 400
    assert error(table.client.get("/api/matches/%00%F0%9F%98%80"))[0] == 404
    assert error(table.client.get("/api/nothing"))[0] == 404
    assert error(table.client.delete(f"/api/matches/{id}"))[0] == 405


def test_refusals_speak_the_readers_language(table: Table) -> None:
    id, headers = table.begin(), {**table.cy.bearer, "Accept-Language": "fr"}
    answer = table.client.post(f"/api/matches/{id}/moves", json={"move": "d4,e5", "ply": 1}, headers=headers)
    status, sentence = error(answer)
    assert (status, sentence.split()[0]) == (403, "vous")


def test_an_unknown_token_is_told_so_everywhere(table: Table) -> None:
    id = table.begin()
    wrong = {"Authorization": "Bearer nobody"}
    for path in ("/api/matches", f"/api/matches/{id}", f"/api/matches/{id}/legal", f"/api/matches/{id}/position"):
        assert error(table.client.get(path, headers=wrong))[0] == 401
    for path in ("/api/matches", f"/api/matches/{id}/join", f"/api/matches/{id}/resign"):
        assert error(table.client.post(path, json={"game": "ponte", "seats": TWO}, headers=wrong))[0] in (401, 422)
    assert error(table.client.post("/api/matches", json={"game": "ponte", "seats": TWO}, headers=wrong))[0] == 401


@pytest.mark.parametrize(
    "body",
    [
        "{",
        "[]",
        '"text"',
        "{}",
        '{"move": 5, "ply": 1}',
        '{"move": "d4", "ply": "1"}',
        '{"move": "d4", "ply": -1}',
        '{"move": "d4", "ply": true}',
        '{"move": "\\ud800", "ply": 1}',
        '{"move": "d4", "ply": 1, "seat": 99}',
        '{"move": "d4", "ply": 1, "more": 1}',
        '{"move": "' + "d" * 1001 + '", "ply": 1}',
        '{"move": "d4", "ply": NaN}',
    ],
)
def test_what_is_malformed_is_named(table: Table, body: str) -> None:
    id = table.begin()
    headers = {**table.ann.bearer, "Content-Type": "application/json"}
    status, sentence = error(table.client.post(f"/api/matches/{id}/moves", content=body, headers=headers))
    assert status == 422
    assert len(sentence) < 300


@pytest.mark.parametrize("body", ["[" * 60_000, '{"ply": ' + "9" * 5000 + "}", b"\xff\xfe"])
def test_what_cannot_be_read_is_refused_too(table: Table, body: str | bytes) -> None:
    headers = {**table.ann.bearer, "Content-Type": "application/json"}
    assert error(table.client.post(f"/api/matches/{table.begin()}/moves", content=body, headers=headers))[0] in (400, 422)


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess", "seats": TWO},
        {"game": "ponte", "seats": [{"kind": "me"}]},
        {"game": "ponte", "seats": [{"kind": "bot"}, {"kind": "bot"}]},
        {"game": "ponte", "seats": TWO, "options": {"size": 11}},
        {"game": "ponte", "seats": TWO, "options": {"colour": "red"}},
        {"game": "hashi", "seats": TWO, "options": {"board": "/etc/passwd"}},
        {"game": "ponte", "seats": [{"kind": "me"}, {"kind": "person", "name": "a\u0000b"}]},
    ],
)
def test_a_match_that_cannot_be_played_is_not_made(table: Table, wish: Any) -> None:
    assert error(table.client.post("/api/matches", json=wish, headers=table.ann.bearer))[0] == 400


def test_lists_show_what_waits_and_what_is_mine(table: Table) -> None:
    open_one = table.create(seats=[{"kind": "me"}, {"kind": "lobby"}], clock={"kind": "days", "days": 2})
    private = table.create()
    lobby = table.client.get("/api/matches").json()["matches"]
    assert [match["id"] for match in lobby] == [open_one]
    assert lobby[0]["clock"] == {"kind": "days", "days": 2}
    mine = table.client.get("/api/matches", params={"which": "mine"}, headers=table.ann.bearer).json()["matches"]
    assert {match["id"] for match in mine} == {open_one, private}
    assert table.client.get("/api/matches", params={"which": "mine"}).json() == {"matches": []}


def test_a_rule_explains_why_a_move_is_refused(table: Table) -> None:
    id = table.begin()
    assert table.look(id, table.ann, "/why", move="d4") == {"legal": True, "why": ""}
    refused = table.look(id, table.ann, "/why", move="d4", draft="d4")
    assert not refused["legal"]
    assert "d4" in refused["why"]
    assert not table.look(id, table.ann, "/why", move="e5", draft="d4,e6")["legal"]
    assert not table.look(id, table.bo, "/why", move="d4")["legal"]
    assert table.look(id)["ply"] == 1


def test_a_turn_is_put_together_step_by_step(table: Table) -> None:
    id = table.begin()
    first = table.look(id, table.ann, "/legal")
    assert (first["complete"], len(first["moves"])) == (False, 100)
    second = table.look(id, table.ann, "/legal", draft="D4")
    assert (second["draft"], second["complete"], "d4" in second["moves"]) == ("d4", False, False)
    whole = table.look(id, table.ann, "/legal", draft="d4,e6")
    assert (whole["draft"], whole["complete"], whole["moves"]) == ("d4,e6", True, [])
    assert table.client.get(f"/api/matches/{id}/legal", params={"draft": "d4,d4"}, headers=table.ann.bearer).status_code == 400
    assert table.look(id, table.bo, "/legal")["moves"] == []


@pytest.mark.parametrize("game", ["ponte", "skybridge", "hashi", "connections"])
def test_a_program_can_set_up_the_position_it_is_to_think_about(table: Table, game: str) -> None:
    id = table.begin(game)
    dice = random.Random(2)
    for _ in range(6):
        shot = table.look(id)
        guest = (table.ann, table.bo)[shot["to_act"][0]]
        mine = table.look(id, guest)
        table.post(id, "moves", guest, move=random_turn(table.client, id, guest.bearer, dice), ply=mine["ply"])
    for seat, guest in enumerate((table.ann, table.bo)):
        told = table.look(id, guest, "/position")
        position, _ = play_moves(pc.game(told["game"], **told["options"]).position(told["players"]), told["moves"])
        if seat in table.look(id)["to_act"]:
            moves = table.look(id, guest, "/legal")["moves"]
            assert [str(move) for move in position.view(seat).legal_moves(seat)] == moves


def test_manners(table: Table) -> None:
    id = table.begin()
    table.post(id, "moves", table.ann, move="d4,e5", ply=1)
    assert table.look(id, table.ann)["may"]["undo"]
    assert table.post(id, "undo", table.ann, ply=2)["your_turn"]
    table.post(id, "moves", table.ann, move="d4,e5", ply=3)
    table.post(id, "moves", table.bo, move="light", ply=4)
    assert table.post(id, "ask", table.ann)["asked"] == 0
    assert table.look(id, table.bo)["may"]["answer"]
    assert table.post(id, "answer", table.bo, agree=True)["to_act"] == [0]
    table.post(id, "moves", table.ann, move="d4,e5", ply=8)
    table.post(id, "moves", table.bo, move="light", ply=9)
    table.post(id, "ask", table.ann)
    assert table.post(id, "answer", table.bo, agree=False)["asked"] is None
    assert error(table.try_(id, "ask", table.ann))[0] == 400, "nobody is asked twice about the same move"
    assert table.post(id, "leave", table.bo)["seats"][1]["standin"]
    assert table.post(id, "return", table.bo)["seats"][1]["standin"] is False
    assert table.post(id, "resign", table.ann)["result"] == {"reason": "resigned", "winners": [1], "seat": 0, "scores": None}
    again = table.post(id, "rematch", table.ann)
    assert (again["status"], again["you"]) == ("waiting", [1])
    assert table.look(id, table.bo)["rematch"] == again["id"]
    assert table.post(id, "rematch", table.bo)["status"] == "playing"


def test_nobody_wins_on_time_by_taking_turns_back(table: Table) -> None:
    id = table.create(clock={"kind": "game", "minutes": 1, "seconds": 0})
    table.post(id, "join", table.bo)
    shot = table.post(id, "moves", table.ann, move="d4,e5", ply=1)
    assert (shot["may"]["undo"], shot["may"]["ask"]) == (False, True)
    status, why = error(table.try_(id, "undo", table.ann, ply=2))
    assert (status, "ask the others" in why) == (400, True)
    page = table.client.get(f"/m/{id}/table", headers=table.ann.cookies).text
    assert 'data-do="undo"' not in page and 'data-do="ask"' in page
    assert table.post(id, "moves", table.bo, move="light", ply=2)["ply"] == 3


def test_a_bot_of_the_house_answers(table: Table) -> None:
    id = table.create(seats=[{"kind": "me"}, {"kind": "bot", "level": 1}])
    with socket(table.server, id, table.ann.bearer) as eyes:
        shot = eyes.next()
        table.post(id, "moves", table.ann, move="d4,e5", ply=shot["ply"])
        while not (shot["your_turn"] and shot["ply"] >= 2):
            shot = eyes.next()
    assert shot["events"][-1]["seat"] == 1
