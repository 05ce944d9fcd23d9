"""Whole games by clicks, against a bot."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.browser.browser_person import Person
from tests.browser.page_watch import watch, watched

pytestmark = pytest.mark.slow

GAMES = {"ponte": 2, "skybridge": 2, "hashi": 1, "connections": 1}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_bot_by_clicks(meet: Callable[..., Person], game: str) -> None:
    ann = meet(viewport={"width": 1280, "height": 800})
    watch(ann.page)
    ann.page.goto("/")
    ann.page.click(f'form[action="/now/{game}"] button')
    ann.page.wait_for_selector("#table")
    assert ann.page.locator("#seats .place").count() == 2
    assert ann.play_on(random.Random(7)) >= 8
    assert ann.is_over
    assert ann.page.locator("#headline .yours").count() == 0
    assert ann.page.locator('[data-do="rematch"]').is_visible()
    noted = watched(ann.page)
    assert noted["shift"] < 0.02, f"the page jumps: {noted['shifts']}"
    ann.page.click("#bar a[href$='/replay']")
    ann.page.wait_for_selector("svg")
    assert "replay" in ann.page.url


def test_play_again_starts_the_next_match_with_the_other_side_to_begin(meet: Callable[..., Person]) -> None:
    ann = meet()
    ann.page.goto("/")
    ann.page.click('form[action="/now/skybridge"] button')
    ann.wait_to_act()
    first = ann.match
    ann.resign()
    ann.page.click('[data-do="rematch"]')
    ann.page.wait_for_url(lambda url: "/m/" in url and first not in url)
    assert ann.page.locator("#seats .place").nth(1).get_by_text("you").count() == 1
