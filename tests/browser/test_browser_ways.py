"""Every way to play and to look: keyboard only, a phone, French, light and dark, and for everybody."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.resources import files

import pytest

from tests.browser.browser_person import Person
from tests.browser.test_browser_people import found

pytestmark = pytest.mark.slow

Meet = Callable[..., Person]
PAGES = [
    "/",
    "/puzzles",
    "/new?game=hashi",
    "/lobby",
    "/games",
    "/me",
    "/me/results",
    "/about",
    "/rules/ponte",
    "/rules/connections",
    "/docs",
    "/import",
    "/offline",
]
GAMES = ["ponte", "skybridge", "hashi", "connections"]
AXE = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")

# Words that cannot be told from the page, but only in the dark.
FADED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("@media (prefers-color-scheme: dark) { main h1 { color: #333; background: #444; } }");
  document.adoptedStyleSheets = [sheet];
}"""


def violations(person: Person) -> list[str]:
    """Returns what axe finds wrong with the page, by day and by night."""
    person.page.evaluate(AXE)
    found = []
    for scheme in ("light", "dark"):
        person.page.emulate_media(color_scheme=scheme)
        result = person.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        for one in result["violations"]:
            found.append(f"{scheme}, {one['id']}: {one['help']} {[node['html'][:120] for node in one['nodes'][:3]]}")
    return found


def sideways(person: Person) -> int:
    """Returns by how many pixels a page is wider than the window."""
    width: int = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width


def test_axe_and_the_measure_find_what_is_wrong(meet: Meet) -> None:
    ann = meet(viewport={"width": 360, "height": 740})
    ann.page.goto("/about")
    ann.page.evaluate("document.documentElement.removeAttribute('lang')")
    ann.page.evaluate("document.querySelector('main').style.width = '800px'")
    ann.page.evaluate(FADED)
    names = [one.split(":")[0] for one in violations(ann)]
    assert names == ["light, html-has-lang", "dark, color-contrast", "dark, html-has-lang"]
    assert sideways(ann) > 0


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_and_a_phone_need_not_scroll_sideways(meet: Meet, path: str) -> None:
    ann = meet(viewport={"width": 360, "height": 740})
    ann.page.goto(path)
    assert violations(ann) == []
    assert sideways(ann) == 0


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_a_table(meet: Meet, game: str) -> None:
    ann = meet()
    found(ann, game, [{"kind": "me"}, {"kind": "bot", "level": 1}])
    ann.wait_to_act()
    ann.play_on(random.Random(1), 2)
    ann.wait_to_act()
    assert violations(ann) == []
    ann.page.goto(f"/m/{ann.match}/replay?move=1")
    assert violations(ann) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_on_a_phone_by_touch(meet: Meet, game: str) -> None:
    ann = meet(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    found(ann, game, [{"kind": "me"}, {"kind": "bot", "level": 1}])
    assert ann.play_on(random.Random(1), 2) == 2
    assert sideways(ann) == 0


def test_a_game_by_keyboard_only(meet: Meet) -> None:
    ann = meet()
    found(ann, "ponte", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    ann.wait_to_act()
    for _ in range(3):
        ann.wait_to_act()
        turn = ann.data("turn")
        steps = 0
        while ann.data("turn") == turn and steps < 12:
            before = ann.state()
            if ann.data("complete"):
                ann.page.evaluate("document.activeElement.blur()")
                ann.page.keyboard.press("Enter")
            else:
                ann.page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"][steps % 4])
                ann.page.keyboard.press("Enter")
            ann.wait_for_change(before)
            steps += 1
        assert ann.data("turn") != turn
    ann.page.keyboard.press("?")
    assert ann.page.locator("#help").is_visible()


def test_a_refused_click_says_why_beside_the_cell(meet: Meet) -> None:
    ann = meet()
    found(ann, "ponte", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    ann.play_on(random.Random(1), 2)
    ann.wait_to_act()
    x, y = next(filter(None, (ann.spot(name, "try") for name in ann.lit("try"))))
    ann.page.mouse.click(x, y)
    bubble = ann.page.locator("#bubble")
    bubble.wait_for(state="visible")
    place = bubble.bounding_box()
    assert place is not None
    assert len(bubble.inner_text()) > 10
    assert abs(place["y"] - y) < 160
    assert abs(place["x"] + place["width"] / 2 - x) < 200
    assert ann.data("draft") == ""


def test_a_typed_move_is_played_and_a_wrong_one_explained(meet: Meet) -> None:
    ann = meet()
    found(ann, "skybridge", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    ann.wait_to_act()
    ann.page.fill("#move", "nonsense")
    ann.page.press("#move", "Enter")
    ann.page.wait_for_function("() => document.getElementById('wrong').textContent.length > 10")
    turn = ann.data("turn")
    move = ann.page.get_attribute("#move", "placeholder")
    assert move
    ann.page.fill("#move", move)
    ann.page.press("#move", "Enter")
    ann.page.wait_for_function("(turn) => document.getElementById('table').dataset.turn !== turn", arg=turn)


def test_french_from_the_browser_and_by_the_switch(meet: Meet) -> None:
    ann = meet(locale="fr-FR")
    ann.page.goto("/")
    assert ann.page.get_attribute("html", "lang") == "fr"
    found(ann, "hashi", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    ann.wait_to_act()
    words = ann.page.inner_text("body")
    assert "Écrivez un 3 ou un 4 pour" in words
    for english in ("Your turn", "Resign", "Undo", "Round", "is thinking", "points from"):
        assert english not in words
    assert violations(ann) == []


def test_sound_is_off_by_the_switch_and_stays_off(meet: Meet) -> None:
    ann = meet()
    found(ann, "ponte", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    ann.wait_to_act()
    ann.page.keyboard.press("m")
    ann.page.reload()
    cookies = {cookie["name"]: cookie["value"] for cookie in ann.page.context.cookies()}
    assert cookies.get("sound") == "off"
