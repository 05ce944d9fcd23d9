"""Takes the pictures of the web table for the README: python docs/pictures/screens.py

Starts a table of its own, lets bots play matches to their middle, and looks at them with Chromium.
"""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
import threading
import time
from pathlib import Path

import uvicorn
from playwright.sync_api import Page, sync_playwright

from ponticello.server import Settings, create_app

FOLDER = Path(__file__).parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--hide-scrollbars"]
DESK, PHONE = {"width": 1240, "height": 800}, {"width": 390, "height": 800}
SCREENS = (  # name, game, turns played, light or dark, window, language
    ("table-home", "", 0, "light", DESK, "en-GB"),
    ("table-ponte", "ponte", 30, "dark", DESK, "en-GB"),
    ("table-skybridge", "skybridge", 20, "light", DESK, "fr-FR"),
    ("table-hashi", "hashi", 30, "light", PHONE, "en-GB"),
)


def serve() -> str:
    """Starts a table in a thread; returns its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    app = create_app(Settings(database=f"sqlite:///{tempfile.mkdtemp()}/table.db", bot_pause=0, limits=False))
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning"))
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    return f"http://127.0.0.1:{port}"


def play(page: Page, game: str, turns: int) -> None:
    """Opens a match that bots have played to some turn, with the reader to act."""
    page.goto("/me")
    page.fill("[name=name]", "Ada")
    page.click("form button:has-text('Save'), form button:has-text('Enregistrer')")
    made = page.request.post("/api/matches", data={"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": 4}]}).json()
    address = f"/api/matches/{made['id']}"
    page.request.post(f"{address}/leave", data={})
    while len(page.request.get(address).json()["events"]) < turns:
        time.sleep(0.05)
    page.request.post(f"{address}/return", data={})
    page.goto(f"/m/{made['id']}")
    page.wait_for_selector('#table[data-acting="yes"]')


def main() -> None:
    """Takes all pictures."""
    address = serve()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"), args=FLAGS)
        for name, game, turns, scheme, window, locale in SCREENS:
            context = browser.new_context(
                base_url=address,
                color_scheme=scheme,
                viewport=window,
                locale=locale,
                reduced_motion="reduce",
                device_scale_factor=1.5,
            )
            page = context.new_page()
            if game:
                play(page, game, turns)
            else:
                page.goto("/")
            page.wait_for_timeout(500)
            page.screenshot(path=FOLDER / f"{name}.png")
            print(f"{name}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
