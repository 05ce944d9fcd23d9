"""Takes the pictures of the web table for the README: python docs/pictures/screens.py

Starts a table of its own, plays matches against bots to their middle, and looks at them with Chromium.
"""

from __future__ import annotations

import io
import os
import random
import shutil
import socket
import tempfile
import threading
import time
from pathlib import Path

import uvicorn
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from ponticello.server import Settings, create_app

FOLDER = Path(__file__).parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--hide-scrollbars"]
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 800}
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


def take_turn(page: Page, address: str, dice: random.Random) -> None:
    """Plays a turn that is legal."""
    told = page.request.get(f"{address}/legal").json()
    while not told["complete"]:
        draft = told["joiner"].join([*filter(None, [told["draft"]]), dice.choice(told["moves"])])
        told = page.request.get(f"{address}/legal", params={"draft": draft}).json()
    page.request.post(f"{address}/moves", data={"move": told["draft"], "ply": told["ply"]})


def play(page: Page, game: str, turns: int) -> None:
    """Opens a match against a bot that is played to some turn, with the reader to act."""
    page.goto("/me")
    page.fill("[name=name]", "Ada")
    page.click("form button:has-text('Save'), form button:has-text('Enregistrer')")
    made = page.request.post("/api/matches", data={"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": 4}]}).json()
    address = f"/api/matches/{made['id']}"
    dice = random.Random(1)
    while True:
        seen = page.request.get(address).json()
        if seen["your_turn"] and len(seen["events"]) >= turns:
            break
        if seen["your_turn"]:
            take_turn(page, address, dice)
        else:
            time.sleep(0.05)
    page.goto(f"/m/{made['id']}")
    page.wait_for_selector('#table[data-acting="yes"]')


def save(name: str, png: bytes) -> None:
    """Writes a picture with as few colours as do it no harm: it is a third as large then, and everybody who clones has it."""
    few = Image.open(io.BytesIO(png)).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{name}.png", optimize=True)


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
            save(name, page.screenshot())
            print(f"{name}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
