"""What a click costs a browser: how many requests it makes, and how many bytes come back for them.

Starts `ponticello serve` and Chromium, and plays by clicks, as the tests of the browser do: a turn of two steps with its
confirmation, a turn of one step, and a whole game against the friendliest bot. What a page loads when it is opened is left out.

    python -m benchmarks.clicks [--game ponte]
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from playwright.sync_api import Page, Request, WebSocket, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.browser.browser_person import Person

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-sync"]
SETTLE = 700  # milliseconds, for what still comes after a click


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
            yield server.stdout.readline().split()[3]
        finally:
            server.terminate()
            server.communicate()


def sit_down(person: Person, game: str, *others: dict[str, object]) -> None:
    """Opens a new match."""
    made = person.page.request.post("/api/matches", data={"game": game, "seats": [{"kind": "me"}, *others]})
    person.page.goto(f"/m/{made.json()['id']}")


def main() -> None:
    """Counts and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ponte", help="of the whole game that is played")
    wanted = parser.parse_args()
    table = Table(title="What a page at the table asks for and is told, kB as they come over the wire")
    for column in ("", "requests", "kB", "socket messages", "kB", "which"):
        table.add_column(column, justify="left" if column in ("", "which") else "right")
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
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
        sit_down(person, wanted.game, {"kind": "bot", "level": 1})
        person.wait_to_act()
        counted.settled()
        turns = person.play_on(random.Random(1))
        table.add_row(f"a game of {wanted.game}, {turns} turns of one's own", *counted.settled())
        browser.close()
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
