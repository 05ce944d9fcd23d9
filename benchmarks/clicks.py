"""What a click costs a browser, and what a whole game feels like.

Starts `ponticello serve` and Chromium, and plays by clicks, as the tests of the browser do: a turn of two steps with its
confirmation, a turn of one step, and a whole game of each kind against the friendliest bot, on a phone and at a desk. Counted are
requests and bytes (without what a page loads when it is opened), how long after a click the page showed that it was heard and
what it did (the middle one of all clicks; as long as the machine is busy, so are these), how far the layout moved by itself, and
the smallest place to click on.

    python -m benchmarks.clicks [--game ponte] [--latency 400]

An older state is driven by the same hands, which only need the table's `data-` marks: with a checkout of it beside this one,

    PYTHONPATH=../older/src python -m benchmarks.clicks
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, Page, Request, WebSocket, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.browser.browser_person import Person
from tests.browser.page_watch import smallest_target, watch, watched

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-sync"]
SETTLE = 700  # milliseconds, for what still comes after a click
GAMES = ("ponte", "skybridge", "hashi", "connections")
SCREENS = {"phone": {"width": 360, "height": 740}, "desk": {"width": 1280, "height": 800}}


class Counted:
    """What one page has asked for since it was last asked."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.requests: list[str] = []
        self.bytes = self.messages = self.message_bytes = 0
        page.on("requestfinished", self._request)
        page.on("websocket", self._socket)

    def _request(self, request: Request) -> None:
        if "/static/" in request.url:
            return  # a browser keeps these
        sizes = request.sizes()
        self.requests.append(f"{request.method} {request.url.split('/', 3)[3].split('?')[0]}")
        self.bytes += sizes["responseBodySize"] + sizes["responseHeadersSize"]

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._message)

    def _message(self, message: str | bytes) -> None:
        self.messages += 1
        self.message_bytes += len(message)

    def settled(self) -> tuple[str, ...]:
        """Waits for what still comes; returns a row of the table and begins anew."""
        self._page.wait_for_timeout(SETTLE)
        kinds = {what: self.requests.count(what) for what in self.requests}
        told = ", ".join(f"{number} {what.replace(self._page.url.rsplit('/', 1)[1], '...')}" for what, number in kinds.items())
        row = str(len(self.requests)), f"{self.bytes / 1000:.1f}", str(self.messages), f"{self.message_bytes / 1000:.1f}", told
        self.requests, self.bytes, self.messages, self.message_bytes = [], 0, 0, 0
        return row


@contextlib.contextmanager
def served() -> Iterator[str]:
    """Gives the address of a server with a new database."""
    with tempfile.TemporaryDirectory(prefix="ponticello-clicks-") as folder:
        command = [sys.executable, "-m", "ponticello", "serve", "--port", "0", "--log-level", "warning"]
        command += ["--database", f"sqlite:///{folder}/table.db"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PONTICELLO_INTERPRET": "1"})
        assert server.stdout is not None
        try:
            said = next(line for line in server.stdout if "http://" in line)
            yield next(word for word in said.split() if word.startswith("http://"))
        finally:
            server.terminate()
            server.communicate()


def sit_down(person: Person, game: str, *others: dict[str, object]) -> None:
    """Opens a new match."""
    made = person.page.request.post("/api/matches", data={"game": game, "seats": [{"kind": "me"}, *others]})
    person.page.goto(f"/m/{made.json()['id']}")


def middle(clicks: list[dict[str, Any]], what: str) -> str:
    """Returns how many milliseconds after a click something was shown, in the middle of all clicks."""
    times = [click[what] for click in clicks if click[what] is not None]
    return f"{statistics.median(times):.0f}" if times else "-"


def turns_of_a_pair(browser: Browser, address: str) -> Table:
    """Counts what one turn costs each of two people who play over the net."""
    table = Table(title="What a page at the table asks for and is told, kB as they come over the wire")
    for column in ("", "requests", "kB", "socket messages", "kB", "which"):
        table.add_column(column, justify="left" if column in ("", "which") else "right")
    person = Person(browser.new_page(base_url=address))
    counted = Counted(person.page)
    person.page.goto("/")
    sit_down(person, "ponte", {"kind": "link"})
    other = Person(browser.new_context(base_url=address).new_page())
    other.page.goto(f"/m/{person.match}")
    other.page.click(".join button")
    person.page.wait_for_selector('#table[data-acting="yes"]')
    counted.settled()
    person.click("d4")
    person.click("e5")
    person.page.click('[data-do="confirm"]')
    person.wait_for_turn(1)
    table.add_row("a turn of two steps, confirmed", *counted.settled())
    other.wait_to_act()
    here = Counted(other.page)
    other.click(other.lit()[0])  # the answer to the first turn is one step
    other.wait_for_turn(2)
    table.add_row("a turn of one step", *here.settled())
    table.add_row("... and what the other page asks for", *counted.settled())
    return table


def whole_game(browser: Browser, address: str, game: str, screen: str, latency: float) -> tuple[str, ...]:
    """Plays a game against a bot; returns a row of the table."""
    context = browser.new_context(base_url=address, viewport=SCREENS[screen])  # type: ignore[arg-type]
    person = Person(context.new_page())
    if latency:
        line = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        context.new_cdp_session(person.page).send("Network.emulateNetworkConditions", line)
    watch(person.page)
    counted = Counted(person.page)
    person.page.goto("/")
    sit_down(person, game, {"kind": "bot", "level": 1})
    person.wait_to_act()
    counted.settled()
    dice, smallest, turns = random.Random(1), float("inf"), 0
    while person.wait_to_act():
        smallest = min(smallest, smallest_target(person.page))
        person.play_turn(dice)
        turns += 1
    requests, size, messages, message_size, _ = counted.settled()
    noted = watched(person.page)
    heard, drawn = middle(noted["clicks"], "heard"), middle(noted["clicks"], "drawn")
    context.close()
    clicks = str(len(noted["clicks"]))
    shift = f"{noted['shift']:.3f}"
    return f"{game}, {screen}", str(turns), clicks, requests, size, messages, message_size, heard, drawn, shift, f"{smallest:.0f}"


def main() -> None:
    """Counts and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, help="of the whole games that are played (default: each)")
    parser.add_argument("--latency", type=float, default=0, metavar="MS", help="milliseconds that every answer takes longer")
    wanted = parser.parse_args()
    table = Table(title="A whole game against a bot; times in milliseconds, targets in pixels")
    columns = (
        "turns",
        "clicks",
        "requests",
        "kB",
        "messages",
        "kB",
        "to a sign",
        "to the drawing",
        "layout shift",
        "smallest target",
    )
    table.add_column("")
    for column in columns:
        table.add_column(column, justify="right")
    console = Console(width=150)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        console.print(turns_of_a_pair(browser, address))
        for game in [wanted.game] if wanted.game else GAMES:
            for screen in SCREENS:
                table.add_row(*whole_game(browser, address, game, screen, wanted.latency))
        browser.close()
    console.print(table)


if __name__ == "__main__":
    main()
