"""Boards that are large and easy to touch: how large they are on a screen, and what a finger hits on a phone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from ponticello.games import rulebook
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


# What of the panel beside the board has to be scrolled to: all that can be pressed or opened, and who plays.
OUT_OF_SIGHT = """() => {
  const side = document.querySelector("aside.side"), { bottom } = side.getBoundingClientRect();
  const all = [...document.querySelectorAll("#table :is(button, a.button, summary, input, .place, .log)")];
  const seen = all.filter((part) => part.checkVisibility());
  const out = seen.filter((part) => part.getBoundingClientRect().bottom > (side.contains(part) ? bottom : innerHeight) + 1);
  return [scrollY, seen.length, side.scrollHeight - side.clientHeight, out.map((part) => part.outerHTML.slice(0, 100))];
}"""


def assert_panel_fits(person: Person, what: str) -> None:
    """Sees to it that nothing beside the board has to be scrolled to."""
    scrolled, number, hidden, out = person.page.evaluate(OUT_OF_SIGHT)
    assert scrolled == 0 and number > 8, what
    assert out == [] and hidden <= 0, f"{what}: {hidden} pixels and {out} are out of sight"


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("game", GAMES)
def test_beside_the_board_nothing_has_to_be_scrolled_to(meet: Meet, game: str, locale: str) -> None:
    people = [meet(viewport={"width": 1280, "height": 800}, locale=locale) for _ in range(4)]
    ann = people[0]
    for players in {2, rulebook(game).players[-1]}:
        seats: list[dict[str, object]] = [{"kind": "me"}, *({"kind": "link"} for _ in range(players - 1))]
        link = found(ann, game, seats, clock={"kind": "game", "minutes": 10, "seconds": 5})
        what = f"{game} for {players} in {locale}"
        assert_panel_fits(ann, f"{what}, waiting")
        for k, other in enumerate(people[1:players]):
            assert other.page.request.post(f"{link}/join", form={"name": f"Bartholomew {k}"}).ok
        ann.page.wait_for_selector("#table.playing")
        assert_panel_fits(ann, f"{what}, running")
        for other in people[1:players]:
            assert other.page.request.post(f"/api{link.replace('/m/', '/matches/')}/resign", data={}).ok
        ann.page.wait_for_selector("#table.over")
        assert_panel_fits(ann, f"{what}, over")
