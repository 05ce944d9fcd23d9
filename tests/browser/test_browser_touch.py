"""How the table feels under the hand: pieces fly to their place once, and a tile is turned where it lies."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.browser.browser_person import Person
from tests.browser.test_browser_page import SCREENS
from tests.browser.test_browser_people import found, join

pytestmark = pytest.mark.slow

Meet = Callable[..., Person]
ALONE = [{"kind": "me"}]
WATCH = """() => {
  const animate = Element.prototype.animate;
  window.flown = [];
  Element.prototype.animate = function (...how) {
    window.flown.push(this.dataset.last);
    return animate.apply(this, how);
  };
}"""


# Notes how much of the match the socket has told of. What the page does about it, it has done when this is seen.
HEAR = """() => {
  const Socket = window.WebSocket;
  window.heard = 0;
  window.WebSocket = class extends Socket {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", ({ data }) => (window.heard = JSON.parse(data).ply ?? window.heard));
    }
  };
  for (const name of ["CONNECTING", "OPEN", "CLOSING", "CLOSED"]) window.WebSocket[name] = Socket[name];
}"""


# Who comes by a link looks on for a moment before sitting down: that is news, too.
BO_IS_HERE = """() => {
  const { seats, watchers } = JSON.parse(document.getElementById("news").dataset.snapshot);
  return watchers === 0 && seats.every(({ here, you }) => here || you);
}"""


def wait_for_news(person: Person) -> None:
    """Waits until the page has heard of all that it shows, and rests."""
    person.page.wait_for_function(
        "() => window.heard >= Number(document.querySelector('#table:not([aria-busy])')?.dataset.ply ?? Infinity)"
    )


def flown(person: Person) -> list[str]:
    """Returns what has flown since this was asked before."""
    kinds: list[str] = person.page.evaluate("() => window.flown.splice(0)")
    return sorted(kinds)


@pytest.mark.parametrize(("motion", "tile"), [("no-preference", ["cover", "flight", "mark"]), ("reduce", [])])
def test_each_tile_flies_in_once_unless_one_wants_it_calm(meet: Meet, motion: str, tile: list[str]) -> None:
    ann = meet(reduced_motion=motion)
    found(ann, "ponte", [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bo"}])
    ann.wait_to_act()
    ann.page.evaluate(WATCH)
    ann.click("d4")
    assert flown(ann) == tile
    ann.click("e5")
    assert flown(ann) == tile, "the first tile lies there already"
    before = ann.state()
    ann.page.click('[data-do="back"]')
    ann.wait_for_change(before)
    assert flown(ann) == []
    ann.click("g7")
    assert flown(ann) == tile
    before = ann.state()
    ann.page.click('[data-do="confirm"]')
    ann.wait_for_change(before)
    ann.wait_for_turn(1)
    assert flown(ann) == [], "a turn that is confirmed lies there already"


def test_a_turn_confirmed_by_a_double_click_is_played_once_and_nothing_is_refused(meet: Meet) -> None:
    ann = meet()
    found(ann, "ponte", [{"kind": "me"}, {"kind": "link"}])
    join(meet(), f"/m/{ann.match}", "Bo")
    ann.wait_to_act()
    ann.click("d4")
    ann.click("g7")
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    ann.page.dblclick('[data-do="confirm"]')
    ann.wait_for_turn(1)
    ann.page.wait_for_load_state("networkidle")
    assert len(asked) == 1
    assert not ann.page.locator("#note").is_visible()


def test_a_click_is_one_request_and_its_own_news_cause_no_other(meet: Meet) -> None:
    ann, bo = meet(), meet()
    for person in (ann, bo):
        person.page.add_init_script(f"({HEAR})()")
    found(ann, "ponte", [{"kind": "me"}, {"kind": "link"}])
    join(bo, f"/m/{ann.match}", "Bo")
    ann.wait_to_act()
    ann.page.wait_for_function(BO_IS_HERE)
    for person in (ann, bo):
        wait_for_news(person)
    asked: list[str] = []
    for name, person in (("Ann", ann), ("Bo", bo)):
        person.page.on("request", lambda asks, name=name: asked.append(f"{name} {asks.method} {asks.url.split('/')[-1]}"))

    def all_asked() -> list[str]:
        for person in (ann, bo):
            wait_for_news(person)
        seen = [line.split("?")[0] for line in asked if "." not in line]
        asked.clear()
        return seen

    ann.click("d4")
    ann.click("g7")
    assert all_asked() == ["Ann POST step"] * 2
    ann.page.click('[data-do="confirm"]')
    bo.wait_for_turn(1)
    assert sorted(all_asked()) == ["Ann POST step", "Bo GET table"]
    bo.click(bo.lit()[0])
    ann.wait_for_turn(2)
    assert sorted(all_asked()) == ["Ann GET table", "Bo POST step"]
    bo.page.click('[data-do="undo"]')
    ann.wait_for_turn(1, back=True)
    assert sorted(all_asked()) == ["Ann GET table", "Bo POST deed"]


def test_a_double_click_on_a_place_is_no_move_of_whoever_is_next(meet: Meet) -> None:
    ann = meet()
    found(ann, "skybridge", [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bo"}])
    ann.wait_to_act()
    begun = int(ann.data("turn"))
    while not ann.lit():
        ann.click(ann.lit("pick")[0], "pick")
    spot = ann.spot(next(name for name in ann.lit() if ann.spot(name)))
    assert spot is not None
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    ann.page.mouse.dblclick(*spot)
    ann.wait_for_turn(begun + 1)
    ann.page.wait_for_selector("#table:not([aria-busy])")
    assert len(asked) == 1 and int(ann.data("turn")) == begun + 1
    assert not ann.page.locator("#note").is_visible()


def test_a_tap_turns_the_tile_in_the_hand_and_where_it_lies(meet: Meet) -> None:
    ann = meet(has_touch=True, viewport={"width": 390, "height": 844})
    found(ann, "connections", ALONE)
    ann.wait_to_act()
    dice = random.Random(1)
    for _ in range(20):
        large = '#board [transform$="scale(1.3)"][data-pick]'
        if ann.page.locator(large).count():
            before = ann.state()
            ann.page.tap(large)
            ann.wait_for_change(before)
            assert ann.data("pick") not in ("", before[3])
            ann.click(dice.choice(ann.lit()))
            other = ann.lit("turn")
            if other and ann.page.locator("#board [data-instead]").count():
                break
            ann.page.click('[data-do="back"]')
            ann.page.wait_for_selector('#table[data-draft=""]')
        ann.play_turn(dice)
        ann.wait_to_act()
    else:
        raise AssertionError("no tile could be turned and laid elsewhere too")
    cell, laid = ann.data("draft").split("/")
    assert other == [f"{cell}/{other[0][-1]}"] and other[0][-1] != laid
    ann.page.tap("#board [data-turn]")
    ann.page.wait_for_selector(f'#table[data-draft="{other[0]}"][data-complete="yes"]')
    (again,) = ann.lit("turn")
    ann.page.keyboard.press("r")
    ann.page.wait_for_selector(f'#table[data-draft="{again}"]')
    elsewhere = ann.page.locator("#board [data-instead]").first.get_attribute("data-instead")
    ann.page.locator("#board [data-instead]").first.tap()
    ann.page.wait_for_selector(f'#table[data-draft="{elsewhere}"][data-complete="yes"]')


def test_a_bridge_tapped_before_the_number_leaves_the_number_out(meet: Meet) -> None:
    ann = meet()
    found(ann, "hashi", ALONE)
    ann.play_on(random.Random(1), 1)
    ann.wait_to_act()
    bridge = next(move for move in ann.lit() if move.startswith("skip "))
    ann.click(bridge)
    ann.page.wait_for_function("(bridge) => document.getElementById('table').dataset.draft === bridge", arg=bridge)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_choice_that_is_no_place_is_large_enough_for_a_thumb(meet: Meet, screen: dict[str, int]) -> None:
    ann = meet(viewport=screen, has_touch=True)
    found(ann, "ponte", [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bo"}])
    ann.wait_to_act()
    ann.click("d4")
    ann.click("e5")
    before = ann.state()
    ann.page.tap('[data-do="confirm"]')
    ann.wait_for_change(before)
    assert "Bo: Choose your colour" in ann.page.locator("#headline").inner_text()
    choices = ann.page.locator("#bar [data-move]")
    assert choices.all_inner_texts() == ["Take light", "Take dark"]
    for box in (choice.bounding_box() for choice in choices.all()):
        assert box is not None and box["height"] >= 44 and box["width"] >= 44
        assert box["x"] >= 0 and box["x"] + box["width"] <= screen["width"] and box["y"] + box["height"] <= screen["height"]
    before = ann.state()
    choices.nth(1).tap()
    ann.wait_for_change(before)
    assert "Bo: Lay two tiles" in ann.page.locator("#headline").inner_text()
