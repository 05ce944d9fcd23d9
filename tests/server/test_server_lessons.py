"""Lessons at the web table: what is tried is judged by the rules, what is done is kept for a guest, and no match is made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import httpx
import pytest
from sqlalchemy import func, select

from ponticello.games import names
from ponticello.languages import LANGUAGES
from ponticello.server.storage.schema import matches, rows
from ponticello.table.lessons import lesson_of
from tests.server.postgres import new_database
from tests.server.served import PATIENCE, Running, running, settings
from tests.server.test_server_identity import two_servers
from tests.server.test_server_table_page import facts

STEPS = [(name, number) for name in names() for number in range(1, lesson_of(name).length)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture
def browser(server: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as browser:
        yield browser


def attempt(browser: httpx.Client, address: str, draft: str, **more: object) -> httpx.Response:
    """Sends what a page's script would, when a turn is typed."""
    sent = {"seat": 0, "ply": 0, "turn": 0, "draft": draft, "typed": True, **more}
    return browser.post(f"{address}/step", json=sent, headers={"Accept": "text/html, application/json"})


def done(browser: httpx.Client, address: str, draft: str) -> str:
    """Does a step and returns what is said of it."""
    answer = attempt(browser, address, draft, confirm=True)
    assert answer.status_code == 200, answer.text
    found = re.search(r'<div id="praise".*?</div>', answer.text, re.DOTALL)
    assert found, "the step is not done"
    return unescape(re.sub(r"<[^>]*>|\s+", " ", found[0]))


def learned(browser: httpx.Client, game: str) -> list[str]:
    """Returns the steps of a game that its page marks as done."""
    shown = browser.get(f"/learn/{game}/1").text
    return re.findall(r'data-step="(\d+)" class="done"', shown)


@pytest.mark.parametrize("code", LANGUAGES)
def test_all_pages_are_there_in_every_language(browser: httpx.Client, code: str) -> None:
    headers = {"accept-language": code}
    shown = browser.get("/learn", headers=headers)
    assert shown.status_code == 200 and f'<html lang="{code}"' in shown.text
    for name in names():
        assert f'href="/learn/{name}"' in shown.text
        last = browser.get(f"/learn/{name}/{lesson_of(name).length}", headers=headers).text
        assert f'action="/now/{name}"' in last and 'name="hints"' in last
    assert browser.get("/learn/chess").status_code == 404
    for wrong in ("0", "99", "x", "1e3"):
        assert browser.get(f"/learn/ponte/{wrong}").status_code == 404
        assert attempt(browser, f"/learn/ponte/{wrong}", "a1").status_code == 404


@pytest.mark.parametrize(("game", "number"), STEPS, ids=lambda part: str(part))
def test_a_step_is_shown_and_done(browser: httpx.Client, game: str, number: int) -> None:
    address, step = f"/learn/{game}/{number}", lesson_of(game).steps[number - 1]
    shown = browser.get(address)
    assert shown.status_code == 200
    told = facts(shown.text)
    assert (told["page"], told["lesson"], told["step"], told["acting"]) == (address, game, str(number), "yes")
    assert "data-move=" in shown.text or "data-pick=" in shown.text
    assert 'data-do="hint"' not in shown.text and 'data-do="resign"' not in shown.text
    praise = done(browser, address, step.answer)
    assert "Well done" in praise
    assert learned(browser, game) == [str(number)]


def test_a_wrong_move_is_answered_by_the_referee_and_a_legal_one_by_the_lesson(browser: httpx.Client) -> None:
    refused = attempt(browser, "/learn/ponte/3", "g7")
    assert (refused.status_code, refused.json()["error"]) == (400, "g7 already has a dark tile")
    other = attempt(browser, "/learn/ponte/3", "a5,a6")
    assert other.status_code == 400 and "no island" in other.json()["error"]
    assert attempt(browser, "/learn/ponte/3", "nonsense").status_code == 400
    assert learned(browser, "ponte") == [] and browser.cookies.get("ponticello") is None, "who has done nothing stays nobody"


def test_a_turn_is_put_together_step_by_step_and_confirmed(browser: httpx.Client) -> None:
    address = "/learn/ponte/3"
    begun = attempt(browser, address, "g9", typed=False)
    assert begun.status_code == 200 and facts(begun.text)["draft"] == "g9" and 'id="praise"' not in begun.text
    drafted = attempt(browser, address, "g9,g10", typed=False)
    assert facts(drafted.text)["complete"] == "yes" and 'data-do="confirm"' in drafted.text
    again = browser.get(f"{address}/table", params={"draft": "g9,g10", "turn": 0})
    assert facts(again.text)["draft"] == "g9,g10"
    assert "1 lone island: 1 point" in done(browser, address, "g9,g10")


def test_a_move_that_is_to_be_refused_is_right_when_it_is(browser: httpx.Client) -> None:
    assert "islands keep clear of their own colour" in done(browser, "/learn/ponte/4", "c3")


def test_no_match_is_made_and_nothing_else_is_written(server: Running, browser: httpx.Client) -> None:
    async def count() -> tuple[int, int]:
        async with server.server.storage.engine.connect() as connection:
            found = [(await connection.execute(select(func.count()).select_from(table))).scalar() for table in (matches, rows)]
        return tuple(found)  # type: ignore[return-value]

    before = server.call(count())
    for number in (1, 2):
        done(browser, f"/learn/skybridge/{number}", lesson_of("skybridge").steps[number - 1].answer)
    assert server.call(count()) == before


def test_the_home_page_leads_to_what_is_not_finished(browser: httpx.Client) -> None:
    assert 'href="/learn"' in browser.get("/").text
    done(browser, "/learn/hashi/1", "3@d2")
    home = browser.get("/").text
    assert "Hashi: 1 of 12 done" in home and "Your lesson" in home
    assert browser.get("/learn/hashi").headers["location"] == "/learn/hashi/2"


def test_the_first_game_is_the_last_step_and_has_hints_on(browser: httpx.Client) -> None:
    begun = browser.post("/now/connections", data={"level": "1", "hints": "on"})
    assert begun.status_code == 303 and begun.headers["location"].endswith("#hints")
    assert learned(browser, "connections") == [str(lesson_of("connections").length)]
    id = begun.headers["location"].split("/")[2].split("#")[0]
    assert [seat["level"] for seat in browser.get(f"/api/matches/{id}").json()["seats"]] == [None, 1]


def test_what_is_learned_goes_with_the_recovery_link(server: Running, browser: httpx.Client) -> None:
    done(browser, "/learn/ponte/1", "d4,e6")
    page = browser.post("/me", data={"do": "recovery"}).text
    link = re.findall(r'value="http://[^/]+(/recover/[^"]+)"', page)[0]
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as elsewhere:
        assert learned(elsewhere, "ponte") == []
        elsewhere.post(link)
        assert learned(elsewhere, "ponte") == ["1"]


def test_a_step_that_is_done_twice_is_done(browser: httpx.Client) -> None:
    for _ in range(2):
        done(browser, "/learn/ponte/2", "dark")
    assert learned(browser, "ponte") == ["2"]


@pytest.mark.slow
def test_two_servers_know_of_the_same_steps() -> None:
    with two_servers(new_database()) as (here, there):
        ann = here.guest("Ann")
        with here.client(ann.cookies) as one, there.client(ann.cookies) as other:
            done(one, "/learn/ponte/1", "d4,e6")
            done(other, "/learn/ponte/1", "d4,e6")
            done(other, "/learn/ponte/2", "dark")
            assert learned(one, "ponte") == learned(other, "ponte") == ["1", "2"]
