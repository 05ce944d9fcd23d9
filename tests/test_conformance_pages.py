"""What every game must do at the web table: its pages are there in all languages, and one click begins a match with a bot.

Nothing here names a game.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from ponticello.games import names, rulebook
from ponticello.languages import LANGUAGES
from ponticello.table.lessons import lesson_of
from ponticello.table.pont import read_records
from tests.server.served import PATIENCE, Running, random_turn, running, settings

every_game = pytest.mark.parametrize("name", names())
every_language = pytest.mark.parametrize("code", LANGUAGES)
NUMBERS = {  # from three on
    "en": ("three", "four", "five", "six", "seven", "eight", "nine"),
    "fr": ("trois", "quatre", "cinq", "six", "sept", "huit", "neuf"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture
def browser(server: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as browser:
        yield browser


def page(browser: httpx.Client, address: str, code: str) -> str:
    """Returns a page that is there, in a language."""
    answer = browser.get(address, headers={"accept-language": code})
    assert answer.status_code == 200, f"{address}: {answer.status_code}"
    assert f'<html lang="{code}"' in answer.text
    return unescape(answer.text)


@every_language
def test_home_shows_every_game_and_says_no_other_number_of_them(browser: httpx.Client, code: str) -> None:
    home = page(browser, "/", code)
    assert [name for name in names() if f'action="/now/{name}"' not in home] == []
    around = re.sub(r'<ul class="shelf">.*?</ul>', "", home, flags=re.DOTALL)  # what is said of the site, not of a game
    words = {word.lower() for word in re.findall(r"[^\W\d_]+", re.sub(r"<(?!meta)[^>]*>", " ", around))}
    others = {word for number, word in enumerate(NUMBERS[code], start=3) if number != len(names())}
    assert words & others == set()


@every_language
@every_game
def test_pages_of_a_game_are_there(browser: httpx.Client, name: str, code: str) -> None:
    book = rulebook(name)
    assert book.title in page(browser, f"/rules/{name}", code)
    form = page(browser, f"/new?game={name}", code)
    assert all(level.name in form for level in book.levels)
    assert all(f'name="option-{option.name}"' in form for option in book.options if len(option.choices) > 1)
    assert f"/rules/{name}" in page(browser, "/rules", code)


@every_language
@every_game
def test_a_game_can_be_learned(browser: httpx.Client, name: str, code: str) -> None:
    assert f"/learn/{name}" in page(browser, "/learn", code) and f"/learn/{name}" in page(browser, "/", code)
    assert browser.get(f"/learn/{name}").headers["location"] == f"/learn/{name}/1"
    last = lesson_of(name).length
    for number in range(1, last):
        shown = page(browser, f"/learn/{name}/{number}", code)
        assert "<svg" in shown and any(f"data-{what}=" in shown for what in ("move", "pick"))
    assert f'action="/now/{name}"' in page(browser, f"/learn/{name}/{last}", code)


@every_game
def test_one_click_begins_a_match_with_a_bot_of_the_first_level(browser: httpx.Client, name: str) -> None:
    answer = browser.post(f"/now/{name}")
    assert answer.status_code == 303
    table = answer.headers["location"]
    seats = browser.get(f"/api/matches/{table.removeprefix('/m/')}").json()["seats"]
    assert [(seat["kind"], seat["level"]) for seat in seats[1:]] == [("bot", 1)] * (len(seats) - 1) != []
    assert seats[1]["name"].startswith(rulebook(name).levels[0].name)
    for code in LANGUAGES:
        assert "<svg" in page(browser, table, code)
        assert "<svg" in page(browser, f"{table}/replay", code)


@every_game
def test_a_bot_answers_turn_by_turn(browser: httpx.Client, name: str) -> None:
    table = browser.post(f"/now/{name}").headers["location"]
    address, dice = f"/api/matches/{table.removeprefix('/m/')}", random.Random(3)
    for _ in range(2):
        seen = mine_to_move(browser, address)
        turn = random_turn(browser, table.removeprefix("/m/"), {}, dice)
        played = browser.post(f"{address}/moves", json={"move": turn, "ply": seen["ply"]})
        assert played.status_code == 200, played.text
    mine_to_move(browser, address)
    (record,) = read_records(browser.get(f"{table}/game.pont").raise_for_status().text)
    assert {turn.seat for turn in record.replay().turns()} >= {0, 1}
    for code in LANGUAGES:
        assert any(f"data-{what}=" in page(browser, table, code) for what in ("move", "pick")), (
            "a place, or a piece to take first"
        )
        assert "<svg" in page(browser, f"{table}/replay?move=2", code)


def mine_to_move(browser: httpx.Client, address: str) -> dict[str, object]:
    """Waits until the bots have moved; returns how the match stands."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        seen: dict[str, object] = browser.get(address).json()
        if seen["seats"][0]["to_act"]:  # type: ignore[index]
            return seen
        time.sleep(0.02)
    raise AssertionError(f"no bot has moved: {seen}")
