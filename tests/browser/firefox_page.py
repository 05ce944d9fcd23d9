"""Firefox as the system has it, spoken to in WebDriver BiDi: as much of a page as somebody who plays by clicks needs."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# What is evaluated gets and gives JSON, so that nothing need be known of how BiDi writes values down.
CALL = "async (text) => JSON.stringify((await ({function})(JSON.parse(text))) ?? null)"


class FirefoxPage:
    """One tab, with those methods of Playwright's page that `Person` uses."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._numbers = socket, itertools.count()
        self.errors: list[str] = []
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]
        self.mouse = SimpleNamespace(click=self._click_at)
        self.keyboard = SimpleNamespace(press=self._press)

    def _send(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.recv(PATIENCE))
            if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self.errors.append(str(said["params"]["text"]))
            if said.get("id") == number:
                if said["type"] == "error":
                    raise RuntimeError(f"{method}: {said['message']}")
                result: dict[str, Any] = said["result"]
                return result

    def on(self, event: str, listener: object) -> None:
        """Takes no listeners: errors are collected in `errors`."""

    def goto(self, address: str) -> None:
        """Opens a page."""
        self._send("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def reload(self) -> None:
        """Opens the page anew."""
        self._send("browsingContext.reload", context=self._context, wait="complete")

    def set_viewport(self, width: int, height: int) -> None:
        """Makes the window so large."""
        self._send("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})

    def evaluate(self, expression: str, arg: object = None) -> Any:
        """Returns what a function of the page answers, or what an expression is worth."""
        function = expression if "=>" in expression else f"() => ({expression})"
        answer = self._send(
            "script.callFunction",
            functionDeclaration=CALL.replace("{function}", function),
            arguments=[{"type": "string", "value": json.dumps(arg)}],
            target={"context": self._context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait_for_function(self, expression: str, *, arg: object = None, timeout: float = 1000 * PATIENCE) -> None:
        """Waits until a function of the page says yes."""
        end = time.monotonic() + timeout / 1000
        while not self.evaluate(expression, arg):
            assert time.monotonic() < end, f"still not so: {expression}"
            time.sleep(0.02)

    def wait_for_selector(self, wanted: str, state: str = "attached") -> None:
        """Waits until something is there, which is the one state that is known here."""
        assert state == "attached"
        self.wait_for_function("(wanted) => Boolean(document.querySelector(wanted))", arg=wanted)

    def wait_for_timeout(self, milliseconds: float) -> None:
        """Lets some time pass."""
        time.sleep(milliseconds / 1000)

    def locator(self, wanted: str) -> SimpleNamespace:
        """Returns what can be said of all that a selector finds."""
        count = "(wanted) => document.querySelectorAll(wanted).length"
        return SimpleNamespace(count=lambda: self.evaluate(count, wanted), click=lambda: self.click(wanted))

    def click(self, wanted: str, timeout: float = 1000 * PATIENCE) -> None:
        """Clicks into the middle of something."""
        self.wait_for_selector(wanted)
        middle = """(wanted) => {
          const part = document.querySelector(wanted);
          part.scrollIntoView({ block: "center", behavior: "instant" });
          const { left, top, width, height } = part.getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        }"""
        self._click_at(*self.evaluate(middle, wanted))

    def _click_at(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        clicked = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._act({"type": "pointer", "id": "mouse", "actions": clicked})

    def _press(self, key: str) -> None:
        self._act({"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]})

    def _act(self, source: dict[str, Any]) -> None:
        self._send("input.performActions", context=self._context, actions=[source])


@contextlib.contextmanager
def firefox(program: str, folder: Path) -> Iterator[FirefoxPage]:
    """Starts Firefox with a fresh profile and gives its one tab."""
    command = [program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0", "about:blank"]
    log = folder.parent / "firefox.log"
    with log.open("w") as output, subprocess.Popen(command, stdout=output, stderr=output) as process:
        try:
            end = time.monotonic() + PATIENCE
            while not (found := LISTENS.search(log.read_text())):
                assert process.poll() is None and time.monotonic() < end, log.read_text()
                time.sleep(0.05)
            with connect(f"{found[1]}/session", max_size=None, open_timeout=PATIENCE) as socket:
                yield FirefoxPage(socket)
        finally:
            process.kill()
