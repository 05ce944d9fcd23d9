"""A real server and a real browser. Each test gets fresh people: a context with cookies of its own."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Playwright, sync_playwright

from ponticello.server import Settings, create_app
from tests.browser.browser_person import Person

PLACES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WITHOUT_WINDOWS = "chromium-headless-shell"  # a third quicker, but it can notify nobody
# No sandbox as root, no shared memory in containers, and no calls to anybody's servers.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="module")  # no longer than that: Playwright keeps an event loop running, which other tests cannot have
def browser() -> Iterator[Browser]:
    """Chromium, rather the one that has no windows."""
    with sync_playwright() as playwright, launched(playwright, WITHOUT_WINDOWS, *PLACES) as found:
        yield found


@contextmanager
def launched(playwright: Playwright, *names: str, channel: str | None = None) -> Iterator[Browser]:
    """Starts the first of some programs that the system has, or else what Playwright has installed."""
    wanted = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    found = playwright.chromium.launch(executable_path=wanted, channel=None if wanted else channel, args=FLAGS)
    yield found
    found.close()


class Running:
    """A server in a thread of its own, with a real port."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.folder = folder
        self.start()

    def start(self) -> None:
        """Starts it, anew after it was stopped."""
        file = f"sqlite:///{self.folder}/table.db"
        pauses = (0.0, 0.1, 0.2, 0.5, 1.0, 5.0, 20.0, 60.0)
        wanted = Settings(
            database=file, bot_pause=0.05, warm=False, limits=False, upkeep=0.2, push_local=True, push_pauses=pauses
        )
        self.app = create_app(wanted)
        self._server = uvicorn.Server(
            uvicorn.Config(self.app, port=self.port, log_level="warning", ws_ping_interval=5, timeout_graceful_shutdown=3)
        )
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.02)

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Stops it as Ctrl-C does."""
        self._server.should_exit = True
        self._thread.join(20)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests."""
    running = Running(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture
def meet(browser: Browser, server: Running) -> Iterator[Callable[..., Person]]:
    """Returns a person at a browser of their own; nothing may have gone wrong in it when the test ends."""
    people: list[Person] = []

    def arrive(**habits: object) -> Person:
        context = browser.new_context(base_url=server.url, **{"locale": "en-GB", "reduced_motion": "reduce", **habits})  # type: ignore[arg-type]
        context.set_default_timeout(60_000)
        people.append(Person(context.new_page()))
        return people[-1]

    yield arrive
    for person in people:
        person.page.context.close()
    troubles = [trouble for person in people for trouble in person.troubles]
    assert troubles == []
