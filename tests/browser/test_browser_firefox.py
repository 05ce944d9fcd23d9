"""Another engine than Chromium: a game by clicks in Firefox. It is looked for, and the test is left out where it is not there."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.browser.browser_person import Person
from tests.browser.conftest import Running
from tests.browser.firefox_page import firefox

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
pytestmark = [pytest.mark.slow, pytest.mark.skipif(FIREFOX is None, reason="there is no Firefox here")]

SIT_DOWN = """async (seats) => {
  const body = JSON.stringify({ game: "ponte", seats });
  const made = await fetch("/api/matches", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  return (await made.json()).id;
}"""


def test_a_whole_game_a_refusal_and_a_reload_in_firefox(server: Running, tmp_path: Path) -> None:
    (tmp_path / "profile").mkdir()
    with firefox(str(FIREFOX), tmp_path / "profile") as tab:
        page: Any = tab  # as much of a page as a person needs
        ann = Person(page)
        tab.set_viewport(1280, 800)
        tab.goto(f"{server.url}/")
        id = tab.evaluate(SIT_DOWN, [{"kind": "me"}, {"kind": "bot", "level": 1}])
        tab.goto(f"{server.url}/m/{id}")
        ann.play_on(random.Random(1), 2)
        ann.wait_to_act()
        place = next(filter(None, (ann.spot(name, "try") for name in ann.lit("try"))))
        tab.mouse.click(*place)
        tab.wait_for_function("() => document.getElementById('bubble').textContent.length > 10")
        assert ann.data("draft") == ""
        ann.click(next(move for move in ann.lit() if "-" not in move and ann.spot(move)))
        begun = ann.data("draft")
        tab.reload()
        tab.wait_for_function("(begun) => document.getElementById('table')?.dataset.draft === begun", arg=begun)
        assert begun
        ann.play_on(random.Random(2))
        assert ann.is_over
        assert ann.page.locator('[data-do="rematch"]').count() == 1
        assert tab.errors == []
