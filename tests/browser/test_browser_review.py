"""A game, what it could have been, and another try: by mouse, finger and keyboard, on a phone and at a desk, in two languages."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from ponticello.server.reviews.content import VERSION, Content
from ponticello.server.storage.reviews import DONE
from ponticello.table.pont import split_records
from tests.browser.browser_person import Person
from tests.browser.conftest import Running
from tests.browser.test_browser_ways import sideways, violations
from tests.server.finished import record, with_a_mistake

pytestmark = pytest.mark.slow

Meet = Callable[..., Person]
PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 800}


@pytest.fixture(autouse=True)
def _without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")


def finish(server: Running, id: str, text: str) -> int:
    """Keeps the finished review of a match, with a mistake in it; returns in which turn."""
    review, number = with_a_mistake(text)
    with closing(sqlite3.connect(server.folder / "table.db", timeout=60, isolation_level=None)) as database:
        values = {"match": id, "version": VERSION, "state": DONE, "content": Content(review).to_json()}
        database.execute(
            "INSERT INTO reviews (match, version, state, content, guest, asked)"
            " VALUES (:match, :version, :state, :content, 'somebody', 0)"
            " ON CONFLICT (match) DO UPDATE SET state = :state, content = :content",
            values,
        )
    return number


def check(person: Person) -> None:
    """Sees to it that everybody can use the page, and that it need not be scrolled sideways."""
    assert sideways(person) == 0
    assert violations(person) == []


def play_and_review(person: Person, server: Running) -> tuple[str, int, int]:
    """Plays a whole game against a bot and asks for its review; returns the match, how many turns it has, and the mistake."""
    person.page.goto("/")
    person.page.click('form[action="/now/skybridge"] button.play')
    person.page.wait_for_selector("#table.playing")
    assert person.play_on(random.Random(5)) > 15
    id = person.match
    check(person)
    person.page.click("#bar .ask-review button")
    person.page.wait_for_selector("#replay.review")
    person.page.wait_for_selector(".curves svg")  # comes by itself, coarse and while it is being worked out
    assert person.page.locator("#findings progress").count() == 1
    text = person.page.context.request.get(f"/m/{id}/game.pont").text()
    number = finish(server, id, text)
    person.page.wait_for_selector("#replay:not([data-again]) .named")  # so does the rest
    check(person)
    return id, len(split_records(text)[0].turns), number


def test_a_whole_game_its_review_the_ghost_and_on_from_there(meet: Meet, server: Running) -> None:
    ann = meet(viewport=DESK)
    id, _, number = play_and_review(ann, server)
    ann.page.click(".named a >> nth=0")
    ann.page.wait_for_selector(f'#replay[data-move="{number}"]')
    assert ann.page.url.endswith(f"/review?turn={number}")
    assert "turning point" in ann.page.locator("#verdict").inner_text().lower()
    assert ann.page.locator("#board svg.ghosted").count() == 0
    ann.page.keyboard.press("b")
    ann.page.wait_for_selector("#board svg.ghosted")
    assert ann.page.locator("#board svg.ghosted [data-last]").count() > 0
    assert ann.page.locator("#caption").inner_text() == "This would have been better"
    expect(ann.page.locator("#better")).to_have_attribute("aria-pressed", "true")
    check(ann)
    ann.page.keyboard.press("ArrowLeft")
    ann.page.wait_for_selector(f'#replay[data-move="{number - 1}"]')
    assert ann.page.locator("#board svg.ghosted").count() == 0
    ann.page.keyboard.press("ArrowRight")
    ann.page.wait_for_selector(f'#replay[data-move="{number}"]')
    ann.page.click("#try-better")
    ann.page.wait_for_selector("#table.playing")
    assert ann.match != id
    ann.wait_to_act()
    assert ann.data("turn") == str(number - 1)
    ann.play_turn(random.Random(1))
    ann.wait_for_turn(number)


def test_the_same_on_a_phone_in_french_by_finger(meet: Meet, server: Running) -> None:
    zoe = meet(viewport=PHONE, has_touch=True, is_mobile=True, locale="fr-FR")
    zoe.hit = zoe.page.touchscreen.tap
    _, total, _ = play_and_review(zoe, server)
    assert zoe.page.locator("#findings h2").inner_text() == "Analyse"
    assert "tournant" in zoe.page.locator(".named").inner_text()
    zoe.page.tap(".named a >> nth=0")
    zoe.page.wait_for_selector("#better")
    zoe.page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    said = zoe.page.locator("#verdict b").bounding_box()
    assert said is not None
    assert said["y"] < PHONE["height"], "what is said of the turn is in view with the board"
    for part in ("#slider", "#step-1", "#step-4"):
        box = zoe.page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"], "in view while one steps through"
    zoe.page.tap("#better")
    zoe.page.wait_for_selector("#board svg.ghosted")
    check(zoe)
    strips = zoe.page.locator(".curves [data-step]")
    assert strips.count() == total + 1
    strips.nth(4).scroll_into_view_if_needed()
    box = strips.nth(4).bounding_box()
    assert box is not None
    zoe.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 20)
    zoe.page.wait_for_selector('#replay[data-move="4"]')
    zoe.page.reload()
    zoe.page.wait_for_selector('#replay[data-move="4"]')  # its address leads to this position
    zoe.page.select_option('[name="level"]', "2")
    zoe.page.tap("#go-on-here")
    zoe.page.wait_for_selector("#table.playing")
    assert int(zoe.data("turn")) >= 4
    check(zoe)


def test_what_is_wrong_with_a_record_is_said_above_what_was_pasted(meet: Meet, tmp_path: Path) -> None:
    ann = meet(viewport=PHONE)
    ann.page.goto("/games")
    ann.page.click('a[href="/import"]')
    ann.page.fill('[name="record"]', "game: ponte\nplayer 1: Ann\nplayer 2: Bo\n\n1. P1 z9,z8\n")
    ann.page.click("form.import button")
    ann.page.wait_for_selector("#error")
    assert "Line 5" in ann.page.locator("#error").inner_text()
    assert "z9,z8" in ann.page.locator("textarea").input_value()
    check(ann)
    file = tmp_path / "game.pont"
    file.write_text(record("hashi", 1, until=12))
    ann.page.set_input_files('[name="file"]', file)
    ann.page.click("form.import button")
    ann.page.wait_for_selector("#replay")
    assert ann.page.locator(".ask-review").count() == 0
    check(ann)
