"""People among people: answers that are seen, a rematch that says for whom it waits, a lobby that is live, signs and lines."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.browser_person import Person
from tests.browser.test_browser_people import found, join
from tests.browser.test_browser_ways import sideways, violations

pytestmark = pytest.mark.slow

Meet = Callable[..., Person]
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
PLACE = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [box.top + scrollY, box.bottom + scrollY];
}"""


def pair(ann: Person, bo: Person, game: str = "ponte") -> str:
    """Seats two people at a match by link; returns the link."""
    link = found(ann, game, [{"kind": "me"}, {"kind": "link"}])
    join(bo, link, "Heron 40")
    ann.page.wait_for_selector("#table.playing")
    return link


def in_window(person: Person, selector: str) -> bool:
    """Tells whether something can be seen without scrolling."""
    place = person.page.locator(selector).bounding_box()
    size = person.page.viewport_size
    assert size is not None
    return place is not None and place["y"] >= 0 and place["y"] + place["height"] <= size["height"]


def on_page(person: Person, selector: str) -> list[float]:
    """Returns where something begins and ends on the page, wherever that is scrolled to."""
    found: list[float] = person.page.evaluate(PLACE, selector)
    return found


def test_an_answer_is_seen_and_a_rematch_says_for_whom_it_waits(meet: Meet) -> None:
    ann, bo = meet(**DESK), meet(**PHONE)
    link, dice = pair(ann, bo), random.Random(2)
    ann.wait_to_act()
    ann.play_turn(dice)
    bo.wait_to_act()
    bo.play_turn(dice)
    asker, other = (bo, ann) if bo.page.locator('[data-do="ask"]:enabled').count() else (ann, bo)
    asker.page.click('[data-do="ask"]')
    other.page.click('[data-do="decline"]')
    asker.page.locator("#answers", has_text="would rather not take it back; your move stays.").wait_for()
    other.page.locator("#answers", has_text="You have declined").wait_for()
    for person in (asker, other):
        person.page.evaluate("document.querySelector('.side').scrollTo(0, 400)")
        person.page.evaluate("scrollTo(0, 0)")
        assert in_window(person, "#answers p")
        assert violations(person) == []
        assert sideways(person) == 0
    mover = ann if ann.is_acting else bo
    mover.page.click("#answers button")
    mover.page.wait_for_selector("#answers", state="hidden")
    mover.play_turn(dice)
    for person in (ann, bo):
        person.page.wait_for_selector("#answers", state="hidden")
    bo.page.request.post(f"/api/matches/{bo.match}/resign", data={})
    ann.page.click('[data-do="rematch"]')
    ann.page.get_by_text("Waiting for Heron 40").first.wait_for()
    assert ann.page.locator("#seats .unfilled").inner_text() == "waiting for Heron 40"
    bo.page.locator("#answers", has_text="would like to play again").wait_for()
    bo.page.evaluate("scrollTo(0, 0)")
    assert in_window(bo, '#answers [data-do="rematch"]')
    bo.page.click('#answers [data-do="rematch"]')
    ann.page.wait_for_selector("#table.playing")
    bo.page.wait_for_selector("#table.playing")
    assert link not in bo.page.url


def test_the_lobby_is_live_and_says_what_to_do_when_it_is_empty(meet: Meet) -> None:
    ann, bo, eve = meet(**DESK), meet(**DESK), meet(**PHONE, locale="fr-FR")
    eve.page.goto("/lobby")
    assert eve.page.locator(".empty a, .matches").count() > 0
    bo.page.goto("/new?game=skybridge&seats=lobby")
    ann.page.goto("/lobby")
    bo.page.get_by_role("button", name="Lay the table").click()
    waits = f"#waits-{bo.match}"
    for person in (ann, eve):
        person.page.wait_for_selector(waits)
    ann.page.focus(f"{waits} button")
    other = bo.page.request.post("/api/matches", data={"game": "ponte", "seats": [{"kind": "me"}, {"kind": "lobby"}]}).json()
    ann.page.wait_for_selector(f"#waits-{other['id']}")
    assert ann.page.evaluate("(item) => document.activeElement.closest(item) !== null", waits), "the focus stays where it was"
    ann.page.click(f"{waits} button")
    plays = f"#plays-{bo.match}"
    eve.page.wait_for_selector(plays)
    eve.page.wait_for_function("(item) => document.querySelector(`${item} img`).naturalWidth > 0", arg=plays)
    assert violations(eve) == []
    assert sideways(eve) == 0
    eve.page.click(f"{plays} .watch")
    bo.page.get_by_text("1 onlooker watching").wait_for()
    bo.page.goto("/lobby")
    bo.page.wait_for_function(
        "(id) => { const own = document.querySelector(`#plays-${id} a:not([hidden])`); return own && !own.matches('.watch'); }",
        arg=eve.match,
    )


def test_signs_and_lines_between_two_people(meet: Meet) -> None:
    ann, bo, eve = meet(**DESK), meet(**PHONE), meet(**DESK)
    link = pair(ann, bo)
    eve.page.goto(link)
    board = on_page(bo, "#board")
    for person in (ann, bo):
        person.page.click("#talk summary")
    bo.page.click('[data-emote="well_played"]')
    ann.page.wait_for_selector("#seats li:nth-child(2) .sign-said")
    ann.page.locator("#talk-lines", has_text="Well played").wait_for()
    ann.page.fill("#line", "Good <b>morning</b>")
    ann.page.press("#line", "Enter")
    bo.page.locator("#talk-lines", has_text="Good <b>morning</b>").wait_for()
    expect(ann.page.locator("#line")).to_have_value("")
    assert ann.page.evaluate("document.activeElement.id") == "line", "one can go on writing"
    assert on_page(bo, "#board") == board, "nothing is moved by it"
    assert on_page(bo, "#talk")[0] >= board[1], "nor covered"
    for person in (ann, bo):
        assert violations(person) == []
        assert sideways(person) == 0
    assert eve.page.locator("#talk").count() == 0
    bo.page.reload()
    assert "Good <b>morning</b>" in (bo.page.locator("#talk-lines").text_content() or "")
    ann.page.fill("#line", "Still there?")
    ann.page.press("#line", "Enter")
    bo.page.locator("#talk-news", has_text="Still there?").wait_for()
    bo.page.click("#talk summary")
    bo.page.click("#mute")
    bo.page.wait_for_selector('#mute[aria-pressed="true"]')
    ann.page.fill("#line", "Unheard")
    ann.page.press("#line", "Enter")
    ann.page.locator("#talk-lines", has_text="Unheard").wait_for()
    bo.page.fill("#line", "I hear nothing")
    bo.page.press("#line", "Enter")
    bo.page.locator("#talk-lines", has_text="I hear nothing").wait_for()
    bo.page.reload()
    lines = bo.page.locator("#talk-lines").text_content() or ""
    assert ("Unheard" in lines, "Still there?" in lines, "I hear nothing" in lines) == (False, False, True)
