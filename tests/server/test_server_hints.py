"""Hints: for who plays alone or against bots, for nobody else, thought of where the bots think, and noted in the match."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import speaking
from ponticello.games import names
from ponticello.languages import language
from ponticello.players import best
from ponticello.players.advice import advise
from ponticello.players.worker import advice_question, think
from ponticello.server.matches import permissions
from ponticello.server.matches.advice import write_hint
from ponticello.server.matches.facts import PERSON, Facts, Seat
from ponticello.server.matches.outcomes import outcomes
from ponticello.server.matches.rows import Act, Kind
from ponticello.server.matches.table import Table
from ponticello.server.pages.hint_view import shown_hint
from ponticello.table.game import game
from tests.server.served import PATIENCE, TWO, Guest, Running, random_turn, running, settings
from tests.server.tables import a_table, after_turns

ME, WITH_A_BOT = {"kind": "me"}, [{"kind": "me"}, {"kind": "bot", "level": 1}]


@pytest.fixture(autouse=True)
def _without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"))) as server:
        yield server


def laid(server: Running, guest: Guest, name: str, seats: list[dict[str, Any]]) -> str:
    with server.client(guest.bearer) as client:
        return str(client.post("/api/matches", json={"game": name, "seats": seats}).raise_for_status().json()["id"])


def hinted(table: Table, seat: int, text: str, expected: tuple[float, ...] = (0.6, 0.4)) -> Table:
    """Returns the table after a seat has been advised to play something."""
    act = permissions.hint(table, seat, write_hint(text, expected))
    assert act is not None
    return table.after(act, table.touched)


# Who may


def test_a_hint_is_for_who_plays_alone_or_against_bots() -> None:
    assert permissions.may(a_table("ponte", 2, bots=(1,)), 0)["hint"]
    assert permissions.may(a_table("hashi", 1), 0)["hint"]
    assert not permissions.may(a_table("ponte", 2), 0)["hint"], "between people nobody has one"
    assert not permissions.may(a_table("skybridge", 3, bots=(1,)), 0)["hint"], "nor where one of the others is a person"
    seats = (Seat(PERSON, "ann", "Ann"), Seat(PERSON, "ann", "Bo"))
    shared = Table(Facts("table", "ponte", game("ponte").options, seats, None, "seed", 0.0, "ann"))
    assert not permissions.may(shared, 0)["hint"], "nor do two people at one device"


def test_a_person_who_has_left_their_seat_to_a_bot_is_a_person() -> None:
    table = a_table("ponte", 2).after(Act(Kind.LEAVE, 1), 1.0)
    assert table.seats[1].is_played_by_bot
    with pytest.raises(PonticelloError, match="other people play"):
        permissions.hint(table, 0)


def test_a_hint_is_for_ones_own_turn() -> None:
    table = after_turns(a_table("ponte", 2, bots=(1,)), (0, 1.0))
    assert table.actors == (1,)
    with pytest.raises(PonticelloError, match="not your turn"):
        permissions.hint(table, 0)
    assert not permissions.may(table, 0)["hint"] and not permissions.may(table, 1)["hint"]


# What a row of it does


def test_there_is_one_hint_for_each_turn_and_it_is_gone_with_it() -> None:
    table = hinted(a_table("ponte", 2, bots=(1,)), 0, "d4,e6")
    assert permissions.hint(table, 0) is None, "who asks twice is told the same"
    given = table.hint_for(0)
    assert given is not None and (given.text, given.expected) == ("d4,e6", (0.6, 0.4))
    assert table.hint_for(1) is None
    moved = table.after(Act(Kind.MOVE, 0, "a1,b2"), 2.0)
    assert moved.hint_for(0) is None
    back = moved.after(Act(Kind.UNDO, 0), 3.0)
    assert back.hint_for(0) == given, "the same turn has the same hint"
    assert table.hinted == {0} and a_table("ponte", 2).hinted == frozenset()


def test_what_a_bot_lays_meanwhile_leaves_the_hint_where_all_act_at_once() -> None:
    table = hinted(a_table("hashi", 2, bots=(1,)), 0, "3@d2")
    table = after_turns(table, (1, 1.0))
    assert table.hint_for(0) is not None
    table = after_turns(table, (0, 2.0))
    assert table.hint_for(0) is None, "the next card has none yet"


def test_a_match_with_a_hint_is_kept_as_one() -> None:
    table = a_table("hashi", 1)
    dice, asked = random.Random(3), False
    while table.result is None:
        if table.actors == (0,) and not asked:
            table, asked = hinted(table, 0, "3@d2", (40.0,)), True
        table = after_turns(table, (0, table.touched + dice.random()))
    assert [outcome.hinted for outcome in outcomes(table)] == [True]


@pytest.mark.parametrize(("code", "words"), [("en", "lays tiles on d4 and e6"), ("fr", "place des tuiles en d4 et e6")])
def test_a_hint_says_who_would_do_what_and_what_they_expect(code: str, words: str) -> None:
    table = hinted(a_table("ponte", 2, bots=(1,)), 0, "d4,e6")
    with speaking(language(code)):
        hint = shown_hint(table, 0)
    assert hint is not None and words in hint.words and "60" in hint.words
    assert table.game.rulebook.levels[-1].name in hint.words
    assert [str(move) for move in hint.moves] == ["d4", "e6"]


def test_a_hint_of_nobody_who_thought_says_so() -> None:
    hint = shown_hint(hinted(a_table("ponte", 2, bots=(1,)), 0, "d4,e6", ()), 0)
    assert hint is not None and "glance" in hint.words and "%" not in hint.words


# Who thinks


def test_the_strongest_player_is_asked_about_what_the_seat_may_see() -> None:
    table = a_table("skybridge", 2, bots=(1,))
    assert table.match is not None
    seat = table.match.actors[0]
    asked = advice_question(table.match.view(seat), seat, seed=1)
    assert asked["level"] == len(table.game.rulebook.levels)
    assert table.match.position.is_legal_turn(json.loads(think(asked))[0], seat)


def test_advice_is_a_whole_turn_and_what_is_expected_of_it() -> None:
    position = game("ponte").position()
    asked: list[float] = []

    class Quick:
        def choose(self, position: Any, seat: int, *, seconds: float) -> Any:
            asked.append(seconds)
            return best_of.choose(position, seat, simulations=2)

    best_of = best("ponte", threads=1)
    turn, expected = advise(Quick(), position, 0)  # type: ignore[arg-type]
    assert len(turn) == 2 and position.is_legal_turn(turn) and len(expected) == 2
    assert sum(asked) < 1.1, "together about a second"


def test_who_asks_twice_at_once_is_given_one_thought(server: Running) -> None:
    ann = server.guest("Ann")
    id = laid(server, ann, "ponte", WITH_A_BOT)
    thoughts: list[str] = []
    hints, bots = server.server.hints, server.server.bots
    real = bots.advise

    async def counted(table: Table, seat: int) -> tuple[str, list[float]]:
        thoughts.append(table.id)
        await asyncio.sleep(0)
        return await real(table, seat)

    async def twice() -> list[Table]:
        guest = await server.server.storage.guest(ann.id)
        assert guest is not None
        return list(await asyncio.gather(hints.give(id, guest), hints.give(id, guest)))

    bots.advise = counted  # type: ignore[method-assign]
    try:
        tables = server.call(twice())
    finally:
        bots.advise = real  # type: ignore[method-assign]
    assert thoughts == [id] and len(tables) == 2
    assert [row.kind for row in tables[0].rows].count(Kind.HINT) == 1


# At the page and in the API


def test_the_api_and_the_page_give_the_same_hint(server: Running) -> None:
    ann = server.guest("Ann")
    id = laid(server, ann, "ponte", WITH_A_BOT)
    with server.client(ann.cookies) as client:
        before = client.get(f"/m/{id}").text
        assert 'data-do="hint"' in before and "ghosted" not in before
        sent = {"do": "hint", "seat": 0, "ply": 0}
        shown = client.post(f"/m/{id}/deed", json=sent).raise_for_status().text
        assert "ghosted" in shown and 'data-do="play_hint"' in shown and 'data-do="hint"' not in shown
        told = client.post(f"/api/matches/{id}/hint", json={}).raise_for_status().json()
        assert f'value="{told["move"]}"' in unescape(shown) and told["words"] in unescape(shown)
        assert client.get(f"/api/matches/{id}").json()["events"][-1]["text"] == told["move"]
        hidden = client.get(f"/m/{id}/table", params={"pick": ""}).text
        assert "ghosted" not in hidden and 'data-do="hint"' in hidden
        step = {"seat": 0, "ply": told["ply"], "turn": 0, "draft": told["move"], "confirm": True}
        after = client.post(f"/m/{id}/step", json=step).raise_for_status().text
        assert re.search(r'data-turn="[1-9]', after) and "ghosted" not in after


@pytest.mark.parametrize("name", names())
def test_the_ghost_lies_on_the_board_in_front_whoever_it_belongs_to(server: Running, name: str) -> None:
    """A first number may be for a neighbour's board; it must not be seen only in a corner."""
    ann = server.guest("Ann")
    id = laid(server, ann, name, WITH_A_BOT)
    with server.client(ann.cookies) as client:
        while not (shot := client.get(f"/api/matches/{id}").json())["may"]["hint"]:
            pass  # the bot moves first
        shown = client.post(f"/m/{id}/deed", json={"do": "hint", "seat": 0, "ply": shot["ply"]}).raise_for_status().text
    front = re.search(r'<div class="frame".*?</svg></div>', shown, re.DOTALL)
    assert front is not None and ' data-last="' in front[0]


def test_between_people_neither_page_nor_api_gives_one(server: Running) -> None:
    ann, bo = server.guest("Ann"), server.guest("Bo")
    id = laid(server, ann, "ponte", TWO)
    with server.client(bo.bearer) as client:
        client.post(f"/api/matches/{id}/join", json={}).raise_for_status()
    with server.client({**ann.cookies, "Accept": "application/json"}) as client:
        assert client.get(f"/api/matches/{id}").json()["may"]["hint"] is False
        assert 'data-do="hint' not in client.get(f"/m/{id}").text
        for refused in (
            client.post(f"/api/matches/{id}/hint", json={}),
            client.post(f"/m/{id}/deed", json={"do": "hint", "seat": 0, "ply": 1}),
        ):
            assert refused.status_code == 400 and "other people play" in refused.json()["error"]


def test_the_results_say_that_there_were_hints(server: Running) -> None:
    ann = server.guest("Ann")
    id, dice = laid(server, ann, "connections", [ME]), random.Random(5)
    with server.client(ann.bearer) as client:
        client.post(f"/api/matches/{id}/hint", json={}).raise_for_status()
        while not (shot := client.get(f"/api/matches/{id}").json())["result"]:
            turn = random_turn(client, id, ann.bearer, dice)
            client.post(f"/api/matches/{id}/moves", json={"move": turn, "ply": shot["ply"]}).raise_for_status()
    with httpx.Client(base_url=server.url, headers=ann.cookies, timeout=PATIENCE) as browser:
        assert "with hints" in browser.get("/me/results").text


def test_a_hint_survives_the_server(tmp_path: Path) -> None:
    with running(settings(tmp_path)) as server:
        ann = server.guest("Ann")
        id = laid(server, ann, "ponte", WITH_A_BOT)
        with server.client(ann.bearer) as client:
            told = client.post(f"/api/matches/{id}/hint", json={}).raise_for_status().json()
    with running(settings(tmp_path)) as server, server.client(ann.bearer) as client:
        assert client.post(f"/api/matches/{id}/hint", json={}).raise_for_status().json() == told
