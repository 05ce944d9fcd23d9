"""Reviews at the table: asked for with one click, worked on after everybody who plays, kept, and the same for all."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ponticello.server.bots.fair_line import FairLine
from ponticello.server.matches.rows import Act, Kind
from ponticello.server.matches.table import Table
from ponticello.server.reviews import reviews as working
from ponticello.server.reviews.content import Content
from tests.server.crowd import Process
from tests.server.finished import begin_review, bring, nearly_reviewed, played, record, studies_of, wait_for_review
from tests.server.postgres import new_database
from tests.server.served import PATIENCE, TWO, Guest, Running, running, settings, socket
from tests.server.test_server_identity import kept, two_servers

REVIEWS = ("-m", "tests.server.reviewing_server")
BOT = [{"kind": "me"}, {"kind": "bot", "level": 1}]
ALONE = [{"kind": "me"}]


@pytest.fixture(autouse=True)
def _without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(settings(tmp_path, review_simulations=1, beat=0.2)) as server:
        yield server


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def test_one_click_and_the_curve_is_there_at_once_then_all_of_it_for_everybody(server: Running, client: httpx.Client) -> None:
    ann, bo = server.guest("Ann"), server.guest("Bo")
    id = bring(client, ann, record())["id"]
    before = client.get(f"/m/{id}/review").text
    assert f'action="/m/{id}/review"' in before
    assert "<progress" not in before
    assert client.post(f"/m/{id}/review", headers=ann.cookies).headers["location"] == f"/m/{id}/review"
    wait_for_review(client, id, state="open", studied=0)
    page = client.get(f"/m/{id}/review?turn=7").text
    assert "data-again" in page
    assert 'class="curve curve-' in page or "curve-auto" in page
    server.call(finish(server, id))
    done = client.get(f"/api/matches/{id}/review", headers=bo.bearer)
    assert done.json()["state"] == "done"
    assert "immutable" in done.headers["cache-control"]
    assert done.content == client.get(f"/api/matches/{id}/review").content, "the same for everybody"
    page = client.get(f"/m/{id}/review?turn=7", headers=bo.cookies).text
    assert "data-again" not in page
    assert f'action="/m/{id}/review"' not in page
    assert "in the end." in page, "how the result came about, in a sentence"


async def finish(server: Running, id: str) -> None:
    """Replaces what is worked out by what it comes to, so that nobody waits for an interpreter."""
    reviews = server.server.reviews
    await reviews._storage.keep_review(
        id, server.server.name, "done", Content(nearly_reviewed(record(), 0)).to_json(), time.time()
    )


def test_a_review_goes_on_where_it_was_left_and_is_done_in_the_end(server: Running, client: httpx.Client) -> None:
    id = bring(client, server.guest("Ann"), record())["id"]
    begin_review(server, id, nearly_reviewed(record(), 2))
    done = wait_for_review(client, id)
    assert done["review"]["finished"]
    assert studies_of(done) == len(played().turns())
    assert done["progress"] == 1
    result = [step["after"] for step in done["review"]["steps"]][-1]
    winner = played().winners[0]
    assert result[winner] == max(result)


def test_of_a_running_match_there_is_no_review_for_anybody(server: Running, client: httpx.Client) -> None:
    ann = server.guest("Ann")
    for game, seats in (("ponte", BOT), ("hashi", ALONE), ("connections", ALONE)):
        id = client.post("/api/matches", json={"game": game, "seats": seats}, headers=ann.bearer).json()["id"]
        for headers in (ann.bearer, {}):
            for answer in (
                client.get(f"/m/{id}/review", headers=headers),
                client.post(f"/m/{id}/review", headers=headers),
                client.get(f"/api/matches/{id}/review", headers=headers),
                client.post(f"/api/matches/{id}/review", headers=headers),
            ):
                assert answer.status_code == 400
                assert "when it is over" in answer.text
            for page in (f"/m/{id}", f"/m/{id}/replay", f"/m/{id}/table"):
                assert "/review" not in re.sub(r'href="/static[^"]*"', "", client.get(page, headers=headers).text)
        with socket(server, id, ann.bearer) as live:
            assert live.next()["may"]["review"] is False
        begin_review(server, id, nearly_reviewed(record(), 0))  # and should there be one, nobody sees it
        assert client.get(f"/api/matches/{id}/review", headers=ann.bearer).status_code == 400
        assert "curve-" not in client.get(f"/m/{id}", headers=ann.cookies).text
    assert not server.server.reviews._looking_back.is_started


def test_a_match_that_was_resigned_is_reviewed_to_the_resignation(server: Running, client: httpx.Client) -> None:
    ann, bo = server.guest("Ann"), server.guest("Bo")
    id = begun_by_two(client, ann, bo)
    client.post(f"/api/matches/{id}/resign", headers=bo.bearer).raise_for_status()
    check_ending(client, id, ann, "resigns")
    page = client.get(f"/m/{id}/review?turn=9", headers={**ann.cookies, "Accept-Language": "fr"}).text
    assert "<b>Bo</b> abandonne" in page
    assert re.search(r'name="turn" value="1">.*?id="go-on-here">', page, re.DOTALL), "one can play on from the last position"


@pytest.mark.parametrize(("act", "how"), [(Act(Kind.FLAG, 1), "runs out of time"), (Act(Kind.CLOSE), "does not go on")])
def test_a_match_that_ended_by_the_clock_or_was_left_is_reviewed_to_that(
    server: Running, client: httpx.Client, act: Act, how: str
) -> None:
    ann, bo = server.guest("Ann"), server.guest("Bo")
    id = begun_by_two(client, ann, bo)
    server.call(server.server.matches.change(id, lambda table: [act]))
    check_ending(client, id, ann, how)


def begun_by_two(client: httpx.Client, ann: Guest, bo: Guest) -> str:
    """Returns a match of two people in which the first has moved."""
    id: str = client.post("/api/matches", json={"game": "ponte", "seats": TWO}, headers=ann.bearer).json()["id"]
    client.post(f"/api/matches/{id}/join", headers=bo.bearer).raise_for_status()
    client.post(f"/api/matches/{id}/moves", json={"move": "d4,e5", "ply": 1}, headers=ann.bearer).raise_for_status()
    return id


def check_ending(client: httpx.Client, id: str, guest: Guest, how: str) -> None:
    """Checks that the last step of a review says how the match ended, and that no other turn is made of it."""
    client.post(f"/api/matches/{id}/review", headers=guest.bearer).raise_for_status()
    steps = wait_for_review(client, id, state=None, studied=0)["review"]["steps"]
    assert steps[-1]["turn"] == how
    assert [step["turn"] for step in steps].count(how) == 1
    page = client.get(f"/m/{id}/review", headers=guest.cookies).text
    assert re.search(rf'id="caption".*?</b> {how}</p>', page, re.DOTALL)
    assert f"{len(steps)} / {len(steps)}" in page


def test_who_only_looks_writes_nothing(server: Running, client: httpx.Client) -> None:
    id = bring(client, server.guest("Ann"), record())["id"]
    before = kept(server)
    for path in (
        f"/m/{id}/review",
        f"/m/{id}/review?turn=5&better=true",
        f"/api/matches/{id}/review",
        "/import",
        f"/m/{id}/replay",
    ):
        assert client.get(path).status_code == 200
    assert kept(server) == before


def test_who_asks_for_many_waits_until_tomorrow(tmp_path: Path) -> None:
    with running(settings(tmp_path, limits=True, reviews_per_day=2, review_simulations=1)) as server, server.client() as client:
        ann, bo = server.guest("Ann"), server.guest("Bo")
        ids = [bring(client, ann, record())["id"] for _ in range(3)]
        for id in [*ids[:2], *ids[:2]]:  # once more is not one more
            assert client.post(f"/api/matches/{id}/review", headers=ann.bearer).status_code == 202
        refused = client.post(f"/api/matches/{ids[2]}/review", headers=ann.bearer)
        assert refused.status_code == 429
        assert refused.json()["error"] == "you have asked for 2 reviews within a day; the next one can be asked for tomorrow"
        assert client.post(f"/api/matches/{ids[2]}/review", headers=bo.bearer).status_code == 202


def test_what_fails_again_and_again_is_given_up_and_can_be_asked_for_anew(
    server: Running, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = server.guest("Ann")
    id = bring(client, ann, record())["id"]
    monkeypatch.setattr(working, "review_question", lambda *wishes: {"review": None, "so far": None})
    client.post(f"/m/{id}/review", headers=ann.cookies)
    wait_for_review(client, id, state="failed")
    page = client.get(f"/m/{id}/review").text
    assert "That did not work" in page
    monkeypatch.undo()
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")
    assert client.post(f"/api/matches/{id}/review", headers=ann.bearer).json()["state"] == "open"


def test_bots_go_first_and_a_slice_of_a_review_is_at_the_end_of_the_line() -> None:
    order: list[str] = []

    async def ask(line: FairLine, guest: str, seconds: float, *, can_wait: bool = False) -> None:
        async with line.place(guest, seconds, can_wait=can_wait):
            order.append(guest)
            await asyncio.sleep(0)

    async def everybody() -> None:
        line = FairLine(1)
        async with line.place("first", 1.0):
            asked = [asyncio.create_task(ask(line, f"review {k}", 1.0, can_wait=True)) for k in range(3)]
            await asyncio.sleep(0)
            asked += [asyncio.create_task(ask(line, "bot of one who has had much", 9.0))]
            asked += [asyncio.create_task(ask(line, "bot", 1.0))]
            await asyncio.sleep(0)
        await asyncio.gather(*asked)

    asyncio.run(everybody())
    assert order[:2] == ["bot", "bot of one who has had much"]
    assert order[2:] == ["review 0", "review 1", "review 2"]


@pytest.mark.slow
def test_in_hashi_it_says_what_was_still_possible(server: Running, client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "LOOKING_BACK", 2.0)
    text, match = record("hashi", 1), played("hashi", 1)
    id = bring(client, server.guest("Ann"), text)["id"]
    begin_review(server, id, nearly_reviewed(text, 0))
    [looked_back] = wait_for_review(client, id)["hindsight"]
    own = sum(turn.seat == 0 for turn in match.turns())
    assert len(looked_back["possible"]) == own + 1
    assert looked_back["possible"][-1]["best"] == looked_back["score"] == match.scores[0]
    assert [one["best"] for one in looked_back["possible"]] == sorted(
        (one["best"] for one in looked_back["possible"]), reverse=True
    )
    page = client.get(f"/m/{id}/review?turn={len(match.turns())}").text
    assert f"Ann could still reach {match.scores[0]} points." in page
    assert "With all cards known" in page
    assert page.count("<figure>") == 2, "the curve of the game, and that of what was possible"


def test_without_or_tools_it_is_done_without_hindsight_and_says_so(
    server: Running, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ponticello.server.reviews.content.find_spec", lambda name: None)
    text = record("hashi", 1)
    id = bring(client, server.guest("Ann"), text)["id"]
    assert "has no OR-Tools" in client.get(f"/m/{id}/review").text
    begin_review(server, id, nearly_reviewed(text, 1))
    done = wait_for_review(client, id)
    assert done["hindsight"] == []
    assert "has no OR-Tools" in client.get(f"/m/{id}/review").text
    other = bring(client, server.guest("Bo"), record())["id"]
    assert "OR-Tools" not in client.get(f"/m/{other}/review").text, "of a game that could not tell anyway nothing is said"


@pytest.mark.slow
def test_a_server_that_is_killed_takes_its_review_up_again(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/table.db"
    slowly = ("--simulations", "1000000")  # so that it is never done before it is killed
    with Process(database, *slowly, program=REVIEWS) as process, httpx.Client(base_url=process.url, timeout=PATIENCE) as client:
        id = client.post("/api/import", json={"record": record()}).json()["id"]
        client.post(f"/api/matches/{id}/review").raise_for_status()
        before = studies_of(wait_for_review(client, id, state=None, studied=1))
        process.kill()
    with Process(database, program=REVIEWS) as process, httpx.Client(base_url=process.url, timeout=PATIENCE) as client:
        kept = client.get(f"/api/matches/{id}/review").json()
        assert kept["review"] is not None, "what was found is not lost"
        assert studies_of(kept) >= before
        wait_for_review(client, id)


@pytest.mark.slow
def test_of_two_servers_one_works_on_a_review_and_the_other_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    with two_servers(new_database(), review_simulations=1, beat=0.2) as (here, there), here.client() as client:
        monkeypatch.setattr(here.server.reviews, "_slice", think_for_long)
        ann = here.guest("Ann")
        id = bring(client, ann, record())["id"]
        asked = [client.post(f"/api/matches/{id}/review", headers=ann.bearer)]
        with there.client() as other:
            asked.append(other.post(f"/api/matches/{id}/review", headers=ann.bearer))
            assert [answer.json()["state"] for answer in asked] == ["open", "open"]
            taken_for_lost = time.monotonic() + 1.2  # who is silent is after half a second
            while time.monotonic() < taken_for_lost:
                assert list(there.server.reviews._under_way) == []
                time.sleep(0.1)
            assert list(here.server.reviews._under_way) == [id]
            here.call(lose(here))
            wait_for_review(other, id, state=None, studied=1)
            assert there.call(there.server.storage.review(id)).server == there.server.name


async def think_for_long(table: Table) -> bool:
    """Works on a slice for ever."""
    return await asyncio.Event().wait()


async def lose(server: Running) -> None:
    """Lets a server's reviews fall silent, as if it had been killed: nothing is let go of."""
    reviews = server.server.reviews
    for task in [*reviews._under_way.values(), reviews._rounds]:
        if task is not None:
            task.cancel()


def test_content_is_one_json_object_and_comes_back() -> None:
    content = Content(nearly_reviewed(record(), 0), ('{"seat": 0}',))
    assert Content.from_json(content.to_json()).hindsight == content.hindsight
    assert json.loads(content.to_json())["review"] == json.loads(content.review or "")
    assert Content.from_json(None) == Content()
