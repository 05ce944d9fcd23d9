"""Boards that are large and easy to touch: how large they are on a screen, and what a finger hits on a phone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.browser_person import Person
from tests.browser.test_browser_people import found
from tests.browser.test_browser_ways import GAMES, sideways, violations

pytestmark = pytest.mark.slow

Meet = Callable[..., Person]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
WITH_A_BOT = [{"kind": "me"}, {"kind": "bot", "level": 1}]
FINGER = 40  # pixels

# Everything that answers a tap and is smaller than a finger, with its size.
TOO_SMALL = """(finger) => {
  const places = ["move", "pick", "turn", "instead", "try"].map((what) => `#board [data-${what}]`);
  const all = [...document.querySelectorAll([...places, "#table button", "#table a.button", "#table summary"].join())];
  const sizes = all.filter((part) => part.checkVisibility()).map((part) => [part, part.getBoundingClientRect()]);
  const small = sizes.filter(([, box]) => Math.min(box.width, box.height) < finger);
  return [sizes.length, small.map(([part, box]) => `${box.width} x ${box.height}: ${part.outerHTML.slice(0, 100)}`)];
}"""
# How large the board is drawn, without what is left free around it, and how far down what one plays with reaches.
LAYOUT = """() => {
  const svg = document.querySelector("#board .frame > svg");
  const { width, height } = svg.viewBox.baseVal;
  const box = svg.getBoundingClientRect();
  const scale = Math.min(box.width / width, box.height / height);
  const beside = [...document.querySelectorAll("#board .beside, #bar, #views, #seats .place")];
  const below = beside.filter((part) => part.checkVisibility());
  return {
    wide: scale * width,
    high: scale * height,
    ends: Math.max(box.bottom, ...below.map((part) => part.getBoundingClientRect().bottom)),
    apart: below.every((part) => part.getBoundingClientRect().left >= box.right),
  };
}"""


def too_small(person: Person) -> list[str]:
    """Returns what can be tapped but is smaller than a finger; there must be something to tap."""
    number, small = person.page.evaluate(TOO_SMALL, FINGER)
    assert number > 10
    return list(small)


def let_go(person: Person) -> None:
    """Empties the hand."""
    if person.data("pick"):
        before = person.state()
        person.page.click('[data-do="let_go"]')
        person.wait_for_change(before)


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_nothing_to_tap_is_smaller_than_a_finger(meet: Meet, game: str) -> None:
    ann = meet(**PHONE)
    found(ann, game, WITH_A_BOT)
    dice = random.Random(4)
    for turns in (0, 4):
        ann.play_on(dice, turns)
        ann.wait_to_act()
        assert too_small(ann) == []
        let_go(ann)
        assert too_small(ann) == []
        picks = [name for name in ann.lit("pick") if ann.spot(name, "pick")]
        for pick in dice.sample(picks, min(2, len(picks))):
            ann.click(pick, "pick")
            assert too_small(ann) == []
            let_go(ann)
        assert sideways(ann) == 0


def test_the_board_is_as_large_as_the_window_allows_and_its_panel_fits_beside_it(meet: Meet) -> None:
    ann = meet()
    for game in GAMES:
        found(ann, game, WITH_A_BOT)
        ann.wait_to_act()
        for wide, high in ((1280, 800), (1920, 1080), (1024, 768)):
            ann.page.set_viewport_size({"width": wide, "height": high})
            layout: dict[str, Any] = ann.page.evaluate(LAYOUT)
            assert layout["high"] > 0.85 * high or layout["wide"] > 0.62 * wide, f"{game} at {wide} x {high}"
            assert layout["apart"] and layout["ends"] <= high, f"{game} at {wide} x {high}"
            assert sideways(ann) == 0


def test_a_piece_of_the_city_is_taken_first_or_a_tower_with_the_mouse_and_the_keyboard(meet: Meet) -> None:
    ann = meet()
    found(ann, "skybridge", WITH_A_BOT)
    ann.wait_to_act()
    pieces = [name for name in ann.lit("pick") if name[0].isupper()]
    assert ann.lit() == [] and pieces and ann.page.locator("#board .frame [data-pick]").count() == 9, "one mark a tower"
    for key, held in (("r", pieces[0]), ("r", pieces[1]), ("Shift+R", pieces[0]), ("Escape", "")):
        before = ann.state()
        ann.page.keyboard.press(key)
        ann.wait_for_change(before)
        assert ann.data("pick") == held
    ann.page.keyboard.press("ArrowDown")
    assert ann.page.evaluate("document.activeElement.dataset.pick"), "the arrows go from place to place"
    turn = int(ann.data("turn"))
    ann.click(pieces[0], "pick")
    towers = ann.lit()
    assert towers and len({move.split("@")[1] for move in towers}) == len(towers)
    ann.click(next(move for move in towers if ann.spot(move)))
    ann.wait_for_turn(turn + 1)
    ann.wait_to_act()
    tower = next(name for name in ("a1", "c1", "c3", "b3") if ann.spot(name, "pick"))
    ann.click(tower, "pick")
    assert ann.lit() and all(tower in move for move in ann.lit())
    x, y = next(filter(None, (ann.spot(name, "try") for name in ann.lit("try"))))
    ann.page.mouse.click(x, y)
    ann.page.locator("#bubble").wait_for(state="visible")
    turn = int(ann.data("turn"))
    ann.click(ann.lit()[0])
    ann.wait_for_turn(turn + 1)


def test_a_board_wider_than_a_phone_scrolls_in_its_frame_and_can_be_seen_as_a_whole(meet: Meet) -> None:
    ann = meet(**PHONE)
    found(ann, "ponte", WITH_A_BOT)
    ann.play_on(random.Random(1), 2)
    ann.wait_to_act()
    assert violations(ann) == []

    def frame() -> list[float]:
        seen: list[float] = ann.page.evaluate(
            """() => {
              const frame = document.querySelector("#board .frame");
              return [frame.clientWidth, frame.scrollWidth, frame.scrollLeft];
            }"""
        )
        return seen

    seen, wide, _ = frame()
    assert wide > seen and sideways(ann) == 0
    sights = (
        "() => [...document.querySelectorAll('#board [data-last=mark]')].map((part) => part.getBoundingClientRect().toJSON())"
    )
    for box in ann.page.evaluate(sights):
        assert box["left"] >= 0 and box["right"] <= 360, "what the other has laid is in sight"
    ann.page.tap("#whole")
    seen, wide, _ = frame()
    assert wide == seen, "all of it is seen"
    box = ann.page.locator("#board .frame > svg").bounding_box()
    assert box is not None
    draft = ann.state()
    ann.page.touchscreen.tap(box["x"] + box["width"] * 0.85, box["y"] + box["height"] / 2)
    seen, wide, left = frame()
    assert wide > seen and left > 0.5 * (wide - seen), "a tap comes nearer, where it was"
    assert ann.state() == draft, "and lays nothing"
    before = left
    ann.click(next(move for move in ann.lit() if move[0] == "j"))
    assert frame()[2] >= before - 1, "the board stays where it is while one plays"
