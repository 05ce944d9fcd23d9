"""Lessons and hints in a browser: whole lessons by clicks, by keyboard, by touch and in French, and a hint that is played."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from ponticello.table.lessons import Step, lesson_of
from tests.browser.browser_person import Person
from tests.browser.test_browser_people import found
from tests.browser.test_browser_sizes import PHONE, WITH_A_BOT, too_small
from tests.browser.test_browser_ways import sideways, violations

pytestmark = pytest.mark.slow

Meet = Callable[..., Person]


def steps_of(step: Step) -> list[str]:
    """Returns the moves of a step's answer, one by one."""
    return [str(move) for move in step.position.moves_of(step.answer, step.seat)]


def is_done(person: Person) -> bool:
    return person.page.locator("#praise").count() > 0


def lay(person: Person, move: str) -> None:
    """Chooses a move as a person does: takes in hand what it needs, then clicks on its place."""
    for pick in ["", *person.lit("pick")]:
        if move in person.lit() and person.spot(move) is not None:
            break
        if pick and pick != person.data("pick") and pick in person.lit("pick"):
            person.click(pick, "pick")
    spot = person.spot(move)
    assert spot is not None, f"{move} cannot be clicked"
    before = person.state()
    person.page.mouse.click(*spot)
    person.page.wait_for_function(
        """([marks, before]) => document.getElementById("praise")
          || marks.some((name, k) => (document.getElementById("table").dataset[name] ?? "") !== before[k])""",
        arg=[["draft", "turn", "pick"], [before[0], before[1], before[3]]],
    )


def do_step(person: Person, game: str, number: int) -> None:
    """Does a step by clicks: what is refused on purpose has a button, everything else is done on the board."""
    step = lesson_of(game).steps[number - 1]
    person.page.wait_for_selector(f'#table[data-step="{number}"][data-acting="yes"]')
    person.page.wait_for_load_state()  # until then nobody hears a click
    if step.refused:
        person.page.click(f'.tries [data-move="{step.answer}"]')
    else:
        for move in steps_of(step):
            lay(person, move)
        if not is_done(person):
            person.page.click('[data-do="confirm"]:enabled')
    person.page.wait_for_selector("#praise")


def learn(person: Person, game: str) -> None:
    """Goes through a whole lesson, up to its first game."""
    person.page.goto(f"/learn/{game}")
    for number in range(1, lesson_of(game).length):
        do_step(person, game, number)
        person.page.click(".bar #next")
    person.page.wait_for_selector(f'form[action="/now/{game}"]')
    assert person.page.locator(".lesson-steps .done").count() == lesson_of(game).length - 1


def test_a_whole_lesson_by_clicks(meet: Meet) -> None:
    learn(meet(viewport={"width": 1280, "height": 800}), "skybridge")


def test_a_whole_lesson_on_a_phone_and_nothing_to_tap_is_too_small(meet: Meet) -> None:
    ann = meet(**PHONE)
    ann.page.goto("/learn/connections/1")
    assert too_small(ann) == [] and sideways(ann) == 0
    learn(ann, "connections")


def test_a_whole_lesson_in_french_then_the_first_game_with_hints(meet: Meet) -> None:
    ann = meet(locale="fr-FR")
    ann.page.goto("/learn")
    ann.page.click('a[href="/learn/hashi"]')
    learn(ann, "hashi")
    ann.page.click(".actions .play")
    ann.page.wait_for_selector(".advice")
    assert ann.page.locator("#board svg.ghosted").count() >= 1
    assert "écrit un" in ann.page.locator(".advice").inner_text()


def test_a_whole_lesson_by_keyboard_alone(meet: Meet) -> None:
    """The steps of Ponte, each with the keys that a person would press."""
    ann = meet()
    page = ann.page
    page.goto("/learn/ponte/1")
    for number in range(1, lesson_of("ponte").length):
        step = lesson_of("ponte").steps[number - 1]
        page.wait_for_selector(f'#table[data-step="{number}"]')
        page.wait_for_load_state()  # until then nobody hears a key
        if step.refused:
            page.focus(f'.tries [data-move="{step.answer}"]')
            page.keyboard.press("Enter")
        else:
            page.focus("#move")
            page.keyboard.type(step.answer)
            page.keyboard.press("Enter")
        page.wait_for_selector("#praise")
        page.wait_for_function("document.activeElement?.id === 'next'")
        assert page.locator("#said").inner_text().strip(), "it is said aloud"
        page.keyboard.press("Enter")
    page.wait_for_selector('form[action="/now/ponte"]')


def test_a_wrong_move_explains_itself_where_it_was_tried(meet: Meet) -> None:
    ann = meet()
    ann.page.goto("/learn/ponte/3")
    spot = ann.spot("g7", "try")
    assert spot is not None
    ann.page.mouse.click(*spot)
    ann.page.wait_for_selector("#bubble:not([hidden])")
    assert ann.page.locator("#bubble").inner_text() == "g7 already has a dark tile"
    for move in ("a5", "a6"):
        lay(ann, move)
    ann.page.click('[data-do="confirm"]:enabled')
    ann.page.wait_for_selector("#note:not([hidden])")
    assert "no island" in ann.page.locator("#note").inner_text() and not is_done(ann)


def test_who_keeps_no_cookie_keeps_what_is_done_in_the_tab(meet: Meet) -> None:
    ann = meet()
    ann.page.goto("/learn/ponte/2")
    do_step(ann, "ponte", 2)
    ann.page.context.clear_cookies()
    ann.page.goto("/learn")
    assert ann.page.locator('[data-lessons="ponte"] .done').count() == 1
    other = meet()
    other.page.goto("/learn")
    assert other.page.locator(".dots .done").count() == 0


def test_a_hint_is_a_ghost_on_the_board_and_can_be_played_or_hidden(meet: Meet) -> None:
    ann = meet()
    found(ann, "ponte", WITH_A_BOT)
    ann.wait_to_act()
    ann.page.keyboard.press("h")
    ann.page.wait_for_selector(".advice")
    assert ann.page.locator("#board svg.ghosted").count() >= 1 and ann.lit() == []
    assert violations(ann) == []
    ann.page.click('[data-do="let_go"]')
    ann.page.wait_for_selector('[data-do="hint"]')
    assert ann.lit() and ann.page.locator("#board svg.ghosted").count() == 0
    ann.page.click('[data-do="hint"]')
    turn = int(ann.data("turn"))
    ann.page.click('[data-do="play_hint"]')
    ann.wait_for_turn(turn + 1)
    ann.wait_to_act()
    ann.page.click('[data-do="hints"]')
    ann.page.wait_for_selector(".advice")
    ann.page.click('[data-do="play_hint"]')
    ann.wait_for_turn(turn + 3)
    ann.page.wait_for_selector(".advice")


def test_between_people_there_is_no_hint_to_ask_for(meet: Meet) -> None:
    ann = meet()
    found(ann, "ponte", [{"kind": "me"}, {"kind": "person", "name": "Bo"}])
    ann.play_on(random.Random(1), 1)
    assert ann.page.locator('[data-do^="hint"]').count() == 0


def test_axe_finds_nothing_in_a_lesson(meet: Meet) -> None:
    for size in ({"width": 1280, "height": 800}, {"width": 360, "height": 740}):
        ann = meet(viewport=size)
        for path in ("/learn", "/learn/ponte/12", "/learn/ponte/3"):
            ann.page.goto(path)
            assert violations(ann) == [] and sideways(ann) == 0
        for move in ("g9", "g10"):
            lay(ann, move)
        ann.page.click('[data-do="confirm"]:enabled')
        ann.page.wait_for_selector("#praise")
        assert violations(ann) == []
