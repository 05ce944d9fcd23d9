"""Somebody at a browser, who sees what is lit up and clicks on it. Knows no game."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import ConsoleMessage, Page, TimeoutError

MARKS = ("draft", "turn", "ply", "pick", "acting", "seat")  # what changes with everything that is done
LOOK = """() => {
  const table = document.getElementById("table");
  const parts = (what) => [...table.querySelectorAll(`:is(#board, #bar) [data-${what}]`)];
  const names = (what) => [...new Set(parts(what).map((part) => part.dataset[what]))];
  return {
    data: {...table.dataset},
    over: table.classList.contains("over"),
    complete: Boolean(table.dataset.draft && document.querySelector('[data-do="confirm"]:enabled')),
    move: names("move"), pick: names("pick"), turn: names("turn"), try: names("try"),
  };
}"""
# Where a place can really be hit by a click, with nothing lying over it.
SPOT = """([what, name]) => {
  for (const part of document.querySelectorAll(`:is(#board, #bar) [data-${what}]`)) {
    if (part.dataset[what] !== name) continue;
    part.scrollIntoView({block: "center", behavior: "instant"}); // gliding, it would no longer be there when the button goes up
    const box = part.getBoundingClientRect();
    for (const [fx, fy] of [[.5, .5], [.3, .5], [.7, .5], [.5, .3], [.5, .7]]) {
      const x = box.left + box.width * fx, y = box.top + box.height * fy;
      if (part.contains(document.elementFromPoint(x, y))) return [x, y];
    }
  }
  return null;
}"""
CHANGED = """([marks, before]) => {
  const table = document.getElementById("table");
  return marks.some((name, k) => (table.dataset[name] ?? "") !== before[k]) || table.classList.contains("over");
}"""


class Person:
    """A page, and hands that click on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.troubles: list[str] = []
        self.may_lose_connection = False
        self.hit: Callable[[float, float], None] = page.mouse.click  # or a finger
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        refused = "the server responded with a status of 4" in message.text  # which the page itself explains to the person
        if message.type == "error" and not self.may_lose_connection and not refused:
            self.troubles.append(message.text)

    def look(self) -> dict[str, Any]:
        """Returns what the table shows: how it stands, and what is lit up. Waits for it, if its page is still to come."""
        self.page.wait_for_selector("#table")
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return seen

    def data(self, name: str) -> str:
        """Returns what the table says of itself."""
        return str(self.look()["data"].get(name, ""))

    @property
    def match(self) -> str:
        """The name of the match on the page."""
        return self.data("id")

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return bool(self.look()["over"])

    @property
    def is_acting(self) -> bool:
        """Whether something can be done on the board."""
        return self.data("acting") == "yes"

    def lit(self, what: str = "move") -> list[str]:
        """Returns what is lit up."""
        return list(self.look()[what])

    def wait_to_act(self) -> bool:
        """Waits for the turn; tells whether there is one, or the match is over."""
        self.page.wait_for_selector('#table[data-acting="yes"], #table.over, .pass button')
        if (ready := self.page.locator(".pass button")).count():
            ready.click()
            self.page.wait_for_selector('#table[data-acting="yes"]')
        return not self.is_over

    def resign(self) -> None:
        """Gives up, by the buttons of the page."""
        self.page.wait_for_selector("#table.playing")
        while not self.page.locator("#giving-up").is_visible():  # a click before the page's script runs is lost
            self.page.click('[data-do="open"][value="giving-up"]')
            self.page.wait_for_timeout(50)
        self.page.click('#giving-up [data-do="resign"]')
        self.page.wait_for_selector("#table.over")

    def spot(self, name: str, what: str = "move") -> tuple[float, float] | None:
        """Returns where a place can be hit, if it can."""
        found: tuple[float, float] | None = self.page.evaluate(SPOT, [what, name])
        return found

    def click(self, name: str, what: str = "move") -> None:
        """Clicks on a lit place, and waits until the table has answered."""
        before = self.state()
        spot = self.spot(name, what)
        assert spot is not None, f"{name} cannot be hit"
        self.hit(*spot)
        self.wait_for_change(before)

    def state(self) -> list[str]:
        """Returns what changes with everything that is done."""
        data = self.look()["data"]
        return [data.get(name, "") for name in MARKS]

    def wait_for_change(self, before: list[str], patience: float = 60_000) -> None:
        """Waits until something has happened, so many milliseconds at most."""
        self.page.wait_for_function(CHANGED, arg=[MARKS, before], timeout=patience)

    def wait_for_turn(self, number: int, *, back: bool = False) -> None:
        """Waits until so many turns have been played or, going back, no more than so many are left."""
        comparison = "<=" if back else ">="
        self.page.wait_for_function(
            f"(number) => Number(document.getElementById('table').dataset.turn) {comparison} number", arg=number
        )

    def play_turn(self, dice: random.Random) -> None:
        """Plays a turn by clicks only: picks a piece where none is in hand, chooses places, confirms."""
        began = [self.data("turn"), self.data("seat")]
        for _ in range(60):
            seen = self.look()
            if [seen["data"]["turn"], seen["data"]["seat"]] != began or not seen["data"]["acting"] or seen["over"]:
                return
            # The table may be drawn anew between a look and a click, because somebody else has moved: look again then.
            with suppress(TimeoutError):
                if seen["complete"]:
                    self.page.click('[data-do="confirm"]:enabled', timeout=2000)
                elif not self._hit(seen, "move", dice) and not self._hit(seen, "pick", dice):
                    self.page.wait_for_timeout(50)
                    continue
                self.wait_for_change([seen["data"].get(name, "") for name in MARKS], patience=5000)
        raise AssertionError(f"the turn does not end: {self.look()}")

    def _hit(self, seen: dict[str, Any], what: str, dice: random.Random) -> bool:
        """Clicks on one of the lit places, whichever can be hit."""
        names = [name for name in seen[what] if what == "move" or name != seen["data"].get("pick")]
        for name in dice.sample(names, len(names)):
            if (spot := self.spot(name, what)) is not None:
                self.hit(*spot)
                return True
        return False

    def play_on(self, dice: random.Random, turns: int = 1000) -> int:
        """Plays until the match is over, or for some turns; returns how many turns it was."""
        played = 0
        while played < turns and self.wait_to_act():
            self.play_turn(dice)
            played += 1
        return played
