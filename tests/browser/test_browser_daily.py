"""The deal of the day in a browser: played, shared, and seen the next day with the clock moved. Names no game."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ponticello.games import names, rulebook
from ponticello.table.days import DAY, day_of, is_dealt
from tests.browser.browser_person import Person
from tests.browser.conftest import Running
from tests.browser.test_browser_ways import sideways, violations

pytestmark = pytest.mark.slow

Meet = Callable[..., Person]
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
DEALT = [name for name in names() if is_dealt(name)]
SHARING = "navigator.canShare = () => true; navigator.share = async ({ text }) => { window.shared = text; };"


def some_turn(person: Person, dice: random.Random) -> str:
    """Returns a whole turn, put together from what the server says is legal."""
    here, draft = f"/api/matches/{person.match}/legal", ""
    while not (told := person.page.request.get(here, params={"draft": draft}).json())["complete"]:
        draft = told["joiner"].join([*filter(None, [told["draft"]]), dice.choice(told["moves"])])
    return str(told["draft"])


def type_turns(person: Person, dice: random.Random) -> None:
    """Plays to the end by keyboard alone."""
    page = person.page
    while person.wait_to_act():
        before = person.state()
        page.focus("#move")
        page.keyboard.type(some_turn(person, dice))
        page.keyboard.press("Enter")
        person.wait_for_change(before)
        if page.locator('[data-do="confirm"]:enabled').count():
            before = person.state()
            page.focus('[data-do="confirm"]')
            page.keyboard.press("Enter")
            person.wait_for_change(before)


def secret_of(server: Running, day: str) -> str:
    with contextlib.closing(sqlite3.connect(server.folder / "table.db")) as file:
        return str(file.execute("SELECT secret FROM daily_days WHERE day = ?", (day,)).fetchone()[0])


@pytest.mark.parametrize(("name", "screen", "locale"), [(DEALT[-1], PHONE, "fr-FR"), (DEALT[0], DESK, "en-GB")])
def test_a_deal_is_played_shared_and_seen_the_next_day(
    meet: Meet, server: Running, monkeypatch: pytest.MonkeyPatch, name: str, screen: dict[str, int], locale: str
) -> None:
    monkeypatch.setattr("ponticello.server.daily.daily.can_look_back", lambda name: False)
    person, is_french = meet(viewport=screen, locale=locale), locale.startswith("fr")
    page, time = person.page, server.app.state.server.storage.time
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script(SHARING if screen is PHONE else "")
    page.goto("/")
    assert violations(person) == [] and sideways(person) == 0
    box = page.locator("ul.shelf .play").first.bounding_box()
    assert box is not None and box["y"] + box["height"] < screen["height"], "the first screen has a button to play"
    page.locator(".today a").first.click()
    page.wait_for_url("**/daily")
    assert violations(person) == [] and sideways(person) == 0
    page.focus(f'[data-game="{name}"] button.play')
    page.keyboard.press("Enter")
    page.wait_for_url("**/m/*")
    expect(page.locator("#deal")).to_contain_text("Pas de conseils" if is_french else "No hints")
    assert person.wait_to_act() and not page.locator('[data-do="hint"], [data-do="undo"], [data-do="ask"]').count()
    if screen is PHONE:
        type_turns(person, random.Random(1))
    else:
        person.play_on(random.Random(2), 1000)
    assert not page.locator(f'a[href="/m/{person.match}/replay"]:visible').count(), "others have the same cards before them"
    page.locator("#bar").get_by_role("link", name="donnes du jour" if is_french else "deals of the day").click()
    page.wait_for_url("**/daily/*")
    day = page.url.rsplit("/", 1)[1]
    result = page.locator(f'[data-game="{name}"] .result').inner_text()
    assert violations(person) == [] and sideways(person) == 0
    page.locator("details.tally").first.evaluate("(details) => { details.open = true; }")
    expect(page.locator("tr.you")).to_contain_text("1")
    text = page.locator("#share-text").inner_text()
    assert text.startswith(f"Ponticello · {day}") and result.split(": ", 1)[1] in text.replace("\u202f", " ")
    page.locator("[data-share]" if screen is PHONE else "#copy-share").click()
    told = page.evaluate("window.shared" if screen is PHONE else "navigator.clipboard.readText()")
    assert told.strip() == text.strip()
    page.goto("/")
    expect(page.locator(".today a").first).to_contain_text("1 sur 4" if is_french else "1 of 4")
    real = time.now
    monkeypatch.setattr(time, "now", lambda: real() + DAY)
    page.goto("/daily")
    assert page.locator(f'[data-game="{name}"][data-state="fresh"]').count() == 1, "there is a new one"
    page.locator(".days a").first.click()
    page.wait_for_url(f"**/daily/{day}")
    expect(page.locator(f'[data-game="{name}"] .result')).to_have_text(result)
    expect(page.locator("code")).to_have_text(secret_of(server, day))
    expect(page.locator(f'[data-game="{name}"]')).to_contain_text(rulebook(name).levels[-1].name, timeout=60_000)
    page.locator("details.tally").first.evaluate("(details) => { details.open = true; }")
    assert violations(person) == [] and sideways(person) == 0
    assert day_of(time.now()) > day
