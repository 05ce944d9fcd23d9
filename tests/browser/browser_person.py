"""Somebody at a browser, who sees what is lit up and clicks on it. Knows no game."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

from playwright.sync_api import ConsoleMessage, Page, TimeoutError

# What can really be hit by a click in its middle, with nothing lying over it.
HITTABLE = """(what) => [...document.querySelectorAll(`#board [data-${what}]`)].flatMap((part) => {
  part.scrollIntoView({block: "nearest"});
  const box = part.getBoundingClientRect();
  for (const [fx, fy] of [[.5, .5], [.3, .5], [.7, .5], [.5, .3], [.5, .7]]) {
    const x = box.left + box.width * fx, y = box.top + box.height * fy;
    if (part.contains(document.elementFromPoint(x, y))) return [part.dataset[what]];
  }
  return [];
})"""
SPOT = """([what, name]) => {
  const part = [...document.querySelectorAll(`#board [data-${what}]`)].find((part) => part.dataset[what] === name);
  part.scrollIntoView({block: "center"});
  const box = part.getBoundingClientRect();
  for (const [fx, fy] of [[.5, .5], [.3, .5], [.7, .5], [.5, .3], [.5, .7]]) {
    const x = box.left + box.width * fx, y = box.top + box.height * fy;
    if (part.contains(document.elementFromPoint(x, y))) return [x, y];
  }
  return null;
}"""


class Person:
    """A page, and hands that click on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.troubles: list[str] = []
        self.may_lose_connection = False
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if (
            message.type == "error"
            and not self.may_lose_connection
            and "the server responded with a status of 4" not in message.text
        ):
            self.troubles.append(message.text)

    def data(self, name: str) -> str:
        """Returns what the table says of itself."""
        return self.page.locator("#table").get_attribute(f"data-{name}") or ""

    @property
    def match(self) -> str:
        """The name of the match on the page."""
        return self.data("id")

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.page.locator("#table.over").count() > 0

    @property
    def is_acting(self) -> bool:
        """Whether something can be done on the board."""
        return self.data("acting") == "yes"

    def wait_to_act(self) -> bool:
        """Waits for the turn; tells whether there is one, or the match is over."""
        self.page.wait_for_selector('#table[data-acting="yes"], #table.over, .pass button')
        if (ready := self.page.locator(".pass button")).count():
            ready.click()
            self.page.wait_for_selector('#table[data-acting="yes"]')
        return not self.is_over

    def lit(self, what: str = "move") -> list[str]:
        """Returns what is lit up and can be hit."""
        found: list[str] = self.page.evaluate(HITTABLE, what)
        return found

    def click(self, name: str, what: str = "move") -> None:
        """Clicks on a lit place, and waits until the table has answered."""
        before = self.state()
        spot: Any = self.page.evaluate(SPOT, [what, name])
        assert spot is not None, f"{name} cannot be hit"
        self.page.mouse.click(*spot)
        self.wait_for_change(before)

    def state(self) -> list[str]:
        """Returns what changes with everything that is done."""
        return [self.data(name) for name in ("draft", "turn", "ply", "pick", "acting", "seat")]

    def wait_for_change(self, before: list[str]) -> None:
        """Waits until something has happened."""
        self.page.wait_for_function(
            """(before) => {
              const data = document.getElementById("table").dataset;
              return ["draft", "turn", "ply", "pick", "acting", "seat"].some((name, k) => (data[name] ?? "") !== before[k])
                || document.querySelector("#table.over");
            }""",
            arg=before,
            timeout=5000,
        )

    def wait_for_turn(self, number: int, *, back: bool = False) -> None:
        """Waits until so many turns have been played or, going back, no more than so many are left."""
        comparison = "<=" if back else ">="
        self.page.wait_for_function(
            f"(number) => Number(document.getElementById('table').dataset.turn) {comparison} number", arg=number
        )

    def play_turn(self, dice: random.Random) -> None:
        """Plays a turn by clicks only: picks a piece where none is in hand, chooses places, confirms."""
        began = self.data("turn"), self.data("seat")
        for _ in range(60):
            if (self.data("turn"), self.data("seat")) != began or not self.is_acting or self.is_over:
                return
            # The table may be drawn anew between a look and a click, because somebody else has moved: look again then.
            with suppress(TimeoutError):
                if (confirm := self.page.locator('[data-do="confirm"]:enabled')).count():
                    before = self.state()
                    confirm.click(timeout=2000)
                    self.wait_for_change(before)
                elif moves := self.lit():
                    self.click(dice.choice(moves))
                elif picks := [pick for pick in self.lit("pick") if pick != self.data("pick")]:
                    self.click(dice.choice(picks), "pick")
                else:
                    self.page.wait_for_timeout(50)
        raise AssertionError(f"the turn does not end: {self.state()}")

    def play_on(self, dice: random.Random, turns: int = 1000) -> int:
        """Plays until the match is over, or for some turns; returns how many turns it was."""
        played = 0
        while played < turns and self.wait_to_act():
            self.play_turn(dice)
            played += 1
        return played
