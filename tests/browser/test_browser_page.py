"""The page around the board: what matters is in view, nothing jumps, nothing is lost, and every click is answered at once."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.browser_person import Person
from tests.browser.page_watch import watch, watched
from tests.browser.test_browser_people import found, join
from tests.browser.test_browser_ways import GAMES, sideways, violations

pytestmark = pytest.mark.slow

Meet = Callable[..., Person]
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
SCREENS = [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk")]
PATIENCE = 20  # seconds; only a test that has gone wrong waits that long
BOT = [{"kind": "me"}, {"kind": "bot", "level": 1}]
# Whether all of a thing is in the window, with nothing lying over its middle.
IN_VIEW = """(part) => {
  const { left, top, right, bottom } = part.getBoundingClientRect();
  const whole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return whole && right > left && part.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


def assert_in_view(person: Person, *wanted: str | Locator) -> None:
    """Sees to it that things are there without scrolling, from the top of the page, once that has its styles."""
    for one in wanted:
        part = person.page.locator(one) if isinstance(one, str) else one
        part.first.wait_for()
        end = time.monotonic() + PATIENCE
        person.page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        while not part.first.evaluate(IN_VIEW):
            assert time.monotonic() < end, f"{one} is out of sight"
            person.page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")


@pytest.mark.parametrize("screen", SCREENS)
def test_what_asks_for_an_answer_is_in_view_and_so_is_the_end(meet: Meet, screen: dict[str, int]) -> None:
    ann, bo = meet(viewport=screen), meet(viewport=screen)
    link = found(ann, "skybridge", [{"kind": "me"}, {"kind": "link"}])
    assert_in_view(ann, '#bar [data-copy="#share"]', ann.page.get_by_text("Waiting for 1 player").filter(visible=True).last)
    join(bo, link, "Bo")
    dice = random.Random(11)
    ann.page.wait_for_selector("#table.playing")
    first, second = (ann, bo) if ann.is_acting else (bo, ann)
    first.play_turn(dice)
    second.wait_to_act()
    second.play_turn(dice)
    first.wait_to_act()
    first.page.click('[data-do="ask"]')
    assert_in_view(second, '[data-do="agree"]', '[data-do="decline"]', second.page.get_by_text("asks to take the last move back"))
    assert_in_view(first, first.page.get_by_text("You have asked to take your last move back"))
    first.click(first.lit("pick")[-1] if first.lit("pick") else first.lit()[0], "pick" if first.lit("pick") else "move")
    second.page.click('[data-do="agree"]')
    first.page.wait_for_function("() => !document.querySelector('.told:not(.as-headline)')")
    second.resign()
    for person in (first, second):
        assert_in_view(person, '[data-do="rematch"]', '#bar a[href$="/replay"]')
        result = person.page.locator(".whose, .told").filter(has_text="resigned")
        assert_in_view(person, result.filter(visible=True).last)
        assert sideways(person) == 0
    first.page.click('[data-do="rematch"]')
    assert_in_view(second, '#bar a.play[href^="/m/"]')
    assert screen == DESK or violations(second) == []
    second.page.click('#bar a[href$="/replay"]')
    second.page.wait_for_selector("#replay")
    assert_in_view(second, *(f"[data-go]:nth-child({k})" for k in (1, 2, 3, 4)), '[data-do="auto"]', "#slider")
    assert sideways(second) == 0
    assert screen == DESK or violations(second) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_everybody_has_one_name_on_the_page_and_wears_what_they_play_with(meet: Meet, screen: dict[str, int]) -> None:
    ann, bo = meet(viewport=screen), meet()
    for game in ("ponte", "skybridge"):  # in which everybody has a colour
        join(bo, found(ann, game, [{"kind": "me"}, {"kind": "link"}]), "Heron 40")
        dice = random.Random(1)
        for person in (ann, bo):
            person.page.wait_for_selector("#table.playing")
        for person in (ann, bo) if game == "ponte" else () if ann.is_acting else (bo,):  # colours are chosen in the second turn
            person.wait_to_act()
            person.play_turn(dice)
        ann.wait_to_act()
        seats, board = ann.page.locator("#seats .place"), str(ann.page.locator("#board").text_content())
        assert "Heron 40" in seats.nth(1).inner_text() and "you" in seats.nth(0).inner_text()
        assert "Heron 40" in board and "You" in board, f"the board of {game} calls people by their names"
        assert not re.search(r"[Pp]layer \d", ann.page.inner_text("#table") + board)
        signs = ann.page.locator("#seats .sign svg")
        assert signs.count() == 2 and signs.nth(0).inner_html() != signs.nth(1).inner_html()
        headline = ann.page.locator(".whose, .told").filter(visible=True).last
        assert_in_view(ann, headline)
        assert headline.inner_text() not in ("", "Your turn"), "it says what to do"


@pytest.mark.parametrize("screen", SCREENS)
def test_a_turn_that_is_begun_outlives_a_reload_other_pages_and_a_look_at_the_rules(meet: Meet, screen: dict[str, int]) -> None:
    ann = meet(viewport=screen)
    link = found(ann, "ponte", BOT)
    ann.wait_to_act()
    ann.click("d4")

    def assert_draft_is_there() -> None:
        ann.page.wait_for_selector('#table[data-draft="d4"]:not([aria-busy])')
        assert ann.page.locator('#board [data-move="d4"]').count() == 0

    ann.page.reload()
    assert_draft_is_there()
    ann.page.goto("/games")
    ann.page.go_back()
    assert_draft_is_there()
    ann.page.goto("/about")
    ann.page.goto(link)
    assert_draft_is_there()
    ann.page.click('header a[href="/rules"]')
    sheet = ann.page.locator("#rules")
    sheet.get_by_role("heading", name="The idea").wait_for()
    assert ann.page.url.endswith(link)
    assert sheet.get_by_role("heading").nth(1).inner_text() == "The idea"
    assert sheet.locator("svg").count() > 3
    assert violations(ann) == []
    ann.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    ann.page.click('#facts [data-do="rules"]')
    sheet.get_by_role("button", name="Close").click()
    assert_draft_is_there()
    ann.click("e5")
    ann.page.click('[data-do="confirm"]')
    ann.wait_for_turn(1)
    assert ann.page.evaluate("() => sessionStorage.length") == 0
    ann.page.reload()
    ann.wait_to_act()
    assert ann.data("draft") == ""


class Held:
    """Answers to clicks that are held back until the test lets them go."""

    def __init__(self, person: Person) -> None:
        self.asked: list[str] = []
        self._routes: list[Route] = []
        self._person = person
        person.page.route("**/m/*/*", self._hold)

    def _hold(self, route: Route) -> None:
        self.asked.append(route.request.url.split("/")[-1].split("?")[0])
        self._routes.append(route)

    def let_go(self, **answer: Any) -> None:
        """Answers the one request there is, as the server would or otherwise."""
        while not self._routes:
            self._person.page.wait_for_timeout(5)
        (route,) = self._routes
        self._routes.clear()
        if answer:
            route.fulfill(**answer)
        else:
            route.continue_()


DRAWINGS = """() => {
  window.drawings = 0;
  const count = (change) => [...change.addedNodes].filter((node) => node.id === "board").length;
  const watcher = new MutationObserver((changes) => changes.forEach((change) => (window.drawings += count(change))));
  watcher.observe(document.querySelector(".stage"), { childList: true });
}"""
# Whether a frame is drawn in which this is so. It is asked for while no answer has come.
SHOWN = "(wanted) => new Promise((done) => requestAnimationFrame(() => done(Boolean(document.querySelector(wanted)))))"


@pytest.mark.parametrize("screen", SCREENS)
def test_a_click_is_seen_to_be_heard_before_it_is_answered(meet: Meet, screen: dict[str, int]) -> None:
    ann, bo = meet(viewport=screen), meet()
    join(bo, found(ann, "ponte", [{"kind": "me"}, {"kind": "link"}]), "Bo")
    ann.wait_to_act()
    ann.page.wait_for_function("() => document.querySelectorAll('#seats .dot.here').length === 2")  # the last news but our own
    ann.page.evaluate(DRAWINGS)
    held = Held(ann)

    def click(where: str) -> None:
        spot = ann.spot(where)
        assert spot is not None
        ann.page.mouse.click(*spot)
        for wanted in (f'#board .asked[data-move="{where}"]', '#table[aria-busy="true"]'):
            assert ann.page.evaluate(SHOWN, wanted), f"{wanted} is not there although nothing has been answered"

    refusal = {"status": 409, "json": {"error": "The tide is too high."}}
    for where, draft in (("d4", "d4"), ("e5", "d4,e5")):
        click(where)
        held.let_go(**refusal)
        expect(ann.page.locator("#note")).to_have_text("The tide is too high.")
        assert_in_view(ann, "#note")
        assert ann.page.locator(".asked, [aria-busy]").count() == 0
        click(where)
        held.let_go()
        ann.page.wait_for_selector(f'#table[data-draft="{draft}"]:not([aria-busy])')
        assert ann.page.locator(".asked").count() == 0
    assert held.asked == ["step"] * 4
    assert ann.page.evaluate("drawings") == 2, "one for each click that was not refused"

    tiles = "() => document.querySelectorAll('#board [data-last]').length"
    laid = ann.page.evaluate(tiles)
    confirm = '[data-do="confirm"][aria-busy="true"]'
    ann.page.click('[data-do="confirm"]')
    assert ann.page.evaluate(SHOWN, confirm)
    assert ann.page.evaluate(tiles) == laid > 0, "the tiles lie there while the turn is on its way"
    held.let_go(**refusal)
    held.let_go()  # the table is looked at anew
    expect(ann.page.locator("#note")).to_have_text("The tide is too high.")
    ann.page.click('[data-do="confirm"]')
    assert ann.page.evaluate(SHOWN, confirm)
    held.let_go()
    ann.wait_for_turn(1)
    bo.wait_to_act()
    assert held.asked == ["step"] * 4 + ["step", "table", "step"]
    assert ann.page.locator(".asked, [aria-busy]").count() == 0


def test_two_quick_clicks_on_a_slow_line_are_both_marked_until_they_are_answered(meet: Meet) -> None:
    ann = meet(viewport=PHONE)
    found(ann, "ponte", BOT)
    ann.wait_to_act()
    held = Held(ann)
    for where in ("d4", "e5"):
        spot = ann.spot(where)
        assert spot is not None
        ann.page.mouse.click(*spot)
    held.let_go()
    ann.page.wait_for_selector('#table[data-draft="d4"]')
    assert ann.page.evaluate(SHOWN, '#table[aria-busy="true"] .asked[data-move="e5"]')
    held.let_go()
    ann.page.wait_for_selector('#table[data-draft="d4,e5"]:not([aria-busy])')


FOCUSED = "() => document.activeElement.closest('#board') && document.activeElement.matches('[data-move]')"


def test_the_focus_stays_on_the_board_when_the_others_move(meet: Meet) -> None:
    ann = meet()
    found(ann, "ponte", BOT)
    ann.wait_to_act()
    ann.page.keyboard.press("ArrowRight")
    for _ in range(2):
        ann.wait_to_act()
        turn = int(ann.data("turn"))
        ann.page.wait_for_function(FOCUSED)
        while int(ann.data("turn")) == turn:
            before = ann.state()
            ann.page.keyboard.press("Enter")  # the place that has the focus, or the button that confirms
            ann.wait_for_change(before)
            assert ann.page.evaluate("document.activeElement !== document.body")
    ann.wait_to_act()
    ann.page.wait_for_function(FOCUSED)


# The pictures of the table that lie under the bar, even in part.
COVERED = """() => {
  const bar = document.getElementById("bar").getBoundingClientRect();
  const apart = (box) => box.bottom <= bar.top || box.top >= bar.bottom || box.right <= bar.left || box.left >= bar.right;
  return [...document.querySelectorAll(".table svg")].map((svg) => svg.getBoundingClientRect()).filter((box) => !apart(box));
}"""


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_of_a_tall_board_or_of_the_end_of_the_page_lies_under_the_bar(meet: Meet, screen: dict[str, int]) -> None:
    ann = meet(viewport=screen)
    found(ann, "hashi", [{"kind": "me"}, *({"kind": "bot", "level": 1} for _ in range(3))])
    ann.wait_to_act()
    box = "(name) => (({ top, bottom }) => [top, bottom])(document.querySelector(name).getBoundingClientRect())"
    if screen == DESK:
        (top, bottom), (_, board_bottom) = ann.page.evaluate(box, "#bar"), ann.page.evaluate(box, "#board .frame")
        assert 0 <= top < bottom <= 800 and board_bottom <= 800, "all of the board is seen, and the bar"
        sides = "() => ['#bar', '#board .frame'].map((name) => document.querySelector(name).getBoundingClientRect())"
        bar, frame = ann.page.evaluate(sides)
        assert bar["left"] >= frame["right"], "the bar lies beside the board"
        assert ann.page.evaluate(COVERED) == []
    ann.page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
    (bar_top, _), (_, end) = ann.page.evaluate(box, "#bar"), ann.page.evaluate(box, "footer")
    assert end <= (bar_top if screen == PHONE else screen["height"]) + 1


@pytest.mark.parametrize("screen", SCREENS)
def test_without_scripts_the_page_says_so_above_the_board(meet: Meet, screen: dict[str, int]) -> None:
    ann, bo = meet(), meet(viewport=screen, java_script_enabled=False)
    link = found(ann, "ponte", BOT)
    bo.page.goto(link)
    said, board = bo.page.locator(".noscript").bounding_box(), bo.page.locator("#board").bounding_box()
    assert said is not None and board is not None
    assert said["y"] + said["height"] <= board["y"]


def test_on_a_phone_the_bar_is_as_high_as_its_line_until_there_is_something_to_press(meet: Meet) -> None:
    ann = meet(viewport=PHONE)
    found(ann, "ponte", [{"kind": "me"}, {"kind": "person", "name": "Bea"}])
    ann.wait_to_act()
    seen = "() => innerHeight - document.getElementById('bar').getBoundingClientRect().top"
    assert_in_view(ann, "#bar .told")
    assert ann.page.evaluate(seen) <= 56
    ann.click("d4")
    assert_in_view(ann, '#bar [data-do="back"]', "#bar .told")
    assert 84 <= ann.page.evaluate(seen) <= 110


@pytest.mark.parametrize("game", GAMES)
def test_nothing_jumps_on_a_phone(meet: Meet, game: str) -> None:
    ann = meet(viewport=PHONE)
    watch(ann.page)
    found(ann, game, BOT)
    ann.play_on(random.Random(5), 6)
    noted = watched(ann.page)
    assert noted["shift"] < 0.02, f"the page jumps: {noted['shifts']}"


def test_what_was_confirmed_too_late_is_not_played_and_the_page_says_why(meet: Meet) -> None:
    ann, bo = meet(viewport=DESK), meet(viewport=PHONE)
    join(bo, found(ann, "ponte", [{"kind": "me"}, {"kind": "link"}]), "Bo")
    ann.wait_to_act()
    ann.click("d4")
    ann.click("e5")
    ann.page.click('[data-do="confirm"]')
    bo.wait_for_turn(1)
    bo.page.route("**/m/*/table?*", lambda route: None)  # news take long to reach Bo
    ann.page.click('[data-do="undo"]')
    ann.wait_for_turn(0, back=True)
    bo.page.click('#bar [data-move="dark"]')
    note = bo.page.locator("#note")
    expect(note).to_contain_text("That came too late, and nothing was done: ")
    expect(note).to_contain_text("takes the move back")
    assert_in_view(bo, note)
    assert bo.data("turn") == "0" and violations(bo) == []
    bo.page.click("#seats")
    expect(note).to_be_hidden()


def test_the_view_that_was_chosen_outlives_a_reload_and_other_pages(meet: Meet) -> None:
    ann = meet()
    for game in ("skybridge", "hashi"):
        link = found(ann, game, [{"kind": "me"}, *({"kind": "bot", "level": 1} for _ in range(2))])
        ann.wait_to_act()
        first = ann.data("view")
        ann.page.locator('#views [data-do="view"]').last.click()
        ann.page.wait_for_function("(first) => document.getElementById('table').dataset.view !== first", arg=first)
        chosen = ann.data("view")
        for go in (ann.page.reload, lambda link=link: (ann.page.goto("/about"), ann.page.goto(link))):
            go()
            ann.page.wait_for_selector(f'#table[data-view="{chosen}"]:not([aria-busy])')
    found(ann, "skybridge", BOT)
    ann.wait_to_act()
    assert ann.data("view") == "south", "another match begins as it always does"
