"""Climbing: after a win the next level is offered, after two losses in a row the one below, and results are kept and counted."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, event

from ponticello.games import names, rulebook
from ponticello.server.access.identity import new_guest
from ponticello.server.app import Server
from ponticello.server.matches.facts import BOT, PERSON, PLAYED, RESIGNED, Result, Seat
from ponticello.server.matches.new_match import ME
from ponticello.server.matches.outcomes import ALONE, DRAWN, LOST, UNCOUNTED, WON, Outcome, outcomes
from ponticello.server.matches.table import Table
from ponticello.server.storage.schema import results
from ponticello.table.game import game
from tests.engine.variants import play_at_random
from tests.server.postgres import new_database
from tests.server.served import Guest, Running, running, settings
from tests.server.tables import a_table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture
def ann(server: Running) -> Guest:
    return server.guest("Ann")


@pytest.fixture
def client(server: Running, ann: Guest) -> Iterator[httpx.Client]:
    """Ann's browser."""
    with server.client(ann.cookies) as client:
        yield client


def ended(table: Table, *winners: int, reason: str = PLAYED) -> Table:
    """Returns the table as if the match had ended with some winners."""
    table.result = Result(reason, winners, None if reason == PLAYED else 0)
    return table


def kept(server: Running, guest: str, *last: tuple[str, int, str]) -> None:
    """Keeps results of a guest: games, levels and outcomes, the first the oldest."""

    async def write() -> None:
        maker = await server.server.storage.guest(guest)
        assert maker is not None
        for number, (name, level, outcome) in enumerate(last):
            made = await server.server.matches.create(
                maker,
                game=name,
                options={},
                seats=[{"kind": ME}, {"kind": BOT, "level": level or 1}],
            )
            line = Outcome(made.id, 0, guest, name, level, outcome, 10 + number, 10 + number, time.time() + number)
            await server.server.storage.add_results([line])

    server.call(write())


def level_played(client: httpx.Client, answer: httpx.Response) -> int:
    """Returns the level of the bot at the table that an answer leads to."""
    assert answer.status_code == 303, answer.text
    shot = client.get(answer.headers["location"].replace("/m/", "/api/matches/")).raise_for_status().json()
    return max(seat["level"] or 0 for seat in shot["seats"])


@pytest.mark.parametrize(
    ("winners", "reason", "outcome"),
    [((0,), PLAYED, WON), ((1,), PLAYED, LOST), ((0, 1), PLAYED, DRAWN), ((1,), RESIGNED, LOST), ((), "closed", UNCOUNTED)],
)
def test_how_a_match_against_a_bot_ends_for_who_played_it(winners: tuple[int, ...], reason: str, outcome: str) -> None:
    (line,) = outcomes(ended(a_table("ponte", 2, bots=(1,)), *winners, reason=reason))
    assert (line.guest, line.level, line.outcome) == ("guest0", 1, outcome)


def test_alone_among_people_and_at_one_device() -> None:
    (alone,) = outcomes(ended(a_table("hashi", 1), 0))
    assert (alone.outcome, alone.score) == (ALONE, 0)
    (given_up,) = outcomes(ended(a_table("hashi", 1), reason=RESIGNED))
    assert given_up.outcome == UNCOUNTED
    people = outcomes(ended(a_table("skybridge", 3, bots=(2,)), 1))
    assert [(line.level, line.outcome) for line in people] == [(0, LOST), (0, WON)]
    shared = a_table("ponte", 2)
    shared.seats = tuple(Seat(PERSON, "guest0", seat.name) for seat in shared.seats)
    assert [line.outcome for line in outcomes(ended(shared, 0))] == [UNCOUNTED, UNCOUNTED]


def test_a_lost_game_is_compared_as_the_game_does() -> None:
    table = a_table("connections", 1)
    table.match = play_at_random(game("connections").match(1, seed=3), 1)
    (line,) = outcomes(ended(table, 0))
    assert line.score == table.match.scores[0] > 0
    assert line.standing == -line.score, "fewer points lost are better"


def test_a_resigned_match_is_kept_when_it_ends_and_after_the_second_the_level_below_is_offered(
    server: Running, client: httpx.Client, ann: Guest
) -> None:
    def lose(level: int) -> str:
        seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
        id = client.post("/api/matches", json={"game": "ponte", "seats": seats, "options": {"size": 12}}).json()["id"]
        client.post(f"/api/matches/{id}/resign").raise_for_status()
        return str(id)

    first = client.get(f"/m/{lose(3)}").text
    assert 'action="/m/' not in first.partition('id="climb"')[2].partition("</div>")[0]
    id = lose(3)
    page = client.get(f"/m/{id}").text
    offered = page.partition('id="climb"')[2].partition("</form>")[0]
    levels = rulebook("ponte").levels
    assert levels[1].character in offered and 'value="2"' in offered and levels[2].name in offered
    assert offered in client.get(f"/m/{id}/table").text, "who looks when it ends is offered the same"
    with server.client() as nobody:
        assert levels[1].character not in nobody.get(f"/m/{id}").text.partition('id="climb"')[2].partition("</div>")[0]
    answer = client.post(f"/m/{id}/level", data={"level": "2"})
    assert level_played(client, answer) == 2
    shot = client.get(answer.headers["location"].replace("/m/", "/api/matches/")).json()
    assert shot["options"]["size"] == 12 and shot["you"] == [1], "the same game, everybody one seat further on"
    assert level_played(client, client.post("/now/ponte")) == 2, "this is where Ann stands now"


def test_another_level_is_for_matches_against_bots_that_are_over(server: Running, client: httpx.Client) -> None:
    running_one = client.post("/now/ponte").headers["location"]
    assert client.post(f"{running_one}/level", data={"level": "2"}).status_code == 400
    with server.client() as nobody:
        assert nobody.post(f"{running_one}/level", data={"level": "2"}).status_code == 401
        assert (
            nobody.post(f"{running_one}/level", data={"level": "2"}, headers={"Origin": "https://elsewhere.example"}).status_code
            == 403
        )


def test_after_a_win_the_next_level_is_offered(server: Running, ann: Guest) -> None:
    async def offer(table: Table) -> Any:
        return await server.server.climbing.offer(table, await server.server.storage.guest(ann.id))

    table = a_table("hashi", 2, bots=(1,))
    table.reseat(0, guest=ann.id)
    assert server.call(offer(table)) is None, "it is not over"
    table.reseat(1, level=2)
    up = server.call(offer(ended(table, 0)))
    assert (up.number, up.is_up, up.before) == (3, True, "Bot 1")
    assert server.call(offer(ended(table, 0, 1))) is None, "a draw is neither"
    table.reseat(1, level=len(rulebook("hashi").levels))
    assert server.call(offer(ended(table, 0))) is None, "there is nobody above the last one"


@pytest.mark.parametrize("name", names())
def test_play_now_is_where_one_stands_and_any_level_can_be_chosen(
    server: Running, ann: Guest, client: httpx.Client, name: str
) -> None:
    kept(server, ann.id, (name, 1, WON), (name, 2, WON), (name, 3, LOST))
    level = rulebook(name).levels[2]
    for page in ("/", f"/rules/{name}", "/me/results"):
        text = client.get(page).text
        assert f"against {level.name} · level 3" in text, page
    assert level_played(client, client.post(f"/now/{name}")) == 3
    assert level_played(client, client.post(f"/now/{name}", data={"level": "1"})) == 1
    assert client.post(f"/now/{name}", data={"level": "99"}).status_code == 400
    form = client.get(f"/new?game={name}").text
    assert re.search(rf'<option value="3" selected>3 · {level.name}', form)


def test_results_are_counted_by_game_and_level(server: Running, ann: Guest, client: httpx.Client) -> None:
    assert "once a match of yours is over" in client.get("/me/results").text
    kept(server, ann.id, ("ponte", 1, WON), ("ponte", 1, WON), ("ponte", 1, LOST), ("ponte", 0, DRAWN), ("hashi", 0, ALONE))
    page = client.get("/me/results").raise_for_status().text
    rows = re.findall(r'<th scope="row">(.*?)</th><td>(\d+)</td><td>(\d+)</td><td>(\d+)</td>', page)
    first = rulebook("ponte").levels[0].name
    assert rows == [(f"{first}, level 1", "2", "1", "0"), ("other people", "0", "0", "1")]
    assert "Alone, 1 game. The best: 14 points: " in page
    assert page.count('/replay"') == 5
    french = client.get("/me/results", headers={"Accept-Language": "fr"}).text
    assert "Vos résultats" in french and f"{first}, niveau 1" in french
    with server.client() as nobody:
        assert "once a match of yours is over" in nobody.get("/me/results").raise_for_status().text


def test_matches_that_were_over_before_are_read_once_when_their_guest_asks(tmp_path: Path) -> None:
    async def play() -> None:
        server, ann = Server(settings(tmp_path)), new_guest()
        await server.storage.open()
        await server.storage.add_guest(ann, 0.0)
        for _ in range(3):
            seats = [{"kind": ME}, {"kind": BOT, "level": 2}]
            table = await server.matches.create(ann, game="ponte", options={}, seats=seats)
            await server.matches.resign(table.id, ann)
        async with server.storage.engine.begin() as connection:
            await connection.execute(delete(results))
        assert await server.climbing.levels(ann) == {"ponte": 1}
        (tally,) = await server.storage.tallies(ann.id)
        assert (tally.level, tally.outcome, tally.number) == (2, LOST, 3)
        asked: list[str] = []
        event.listen(server.storage.engine.sync_engine, "before_cursor_execute", lambda *call: asked.append(call[2]))
        await server.climbing.levels(ann)
        assert len(asked) == 1, "whoever has been read is one question to the database"
        await server.storage.close()

    asyncio.run(play())


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_database_counts_results_and_finds_the_best(kind: str, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/table.db" if kind == "sqlite" else new_database()

    async def play() -> None:
        server, ann = Server(settings(tmp_path, database=database)), new_guest()
        await server.storage.open()
        await server.storage.add_guest(ann, 0.0)
        for number in range(25):
            table = await server.matches.create(ann, game="connections", options={}, seats=[{"kind": ME}])
            await server.storage.add_results([Outcome(table.id, 0, ann.id, "connections", 0, ALONE, number, -number, number)])
            await server.storage.add_results([Outcome(table.id, 0, ann.id, "connections", 0, ALONE, 99, 99, number)])  # too late
        tallies = await server.storage.tallies(ann.id)
        assert [(tally.outcome, tally.number, tally.best) for tally in tallies] == [(ALONE, 25, 0)]
        assert [line.score for line in await server.storage.latest_results(ann.id, 20)] == list(range(24, 4, -1))
        await server.storage.close()

    asyncio.run(play())
