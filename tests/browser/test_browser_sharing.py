"""Climbing and sharing as people see them: the next level is a click away, and a game goes out into other pages."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize

from ponticello.games import rulebook
from tests.browser.browser_person import Person
from tests.browser.conftest import Running
from tests.browser.test_browser_people import found
from tests.browser.test_browser_sizes import assert_panel_fits
from tests.browser.test_browser_ways import sideways, violations

pytestmark = pytest.mark.slow

Meet = Callable[..., Person]
PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 800}


def check(person: Person) -> None:
    """Sees to it that everybody can use the page, and that it need not be scrolled sideways."""
    assert sideways(person) == 0
    assert violations(person) == []


@contextmanager
def another_site(content: str) -> Iterator[str]:
    """Gives the address of a site of somebody else's that has one page."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(content.encode())

        def log_message(self, *words: object) -> None:
            pass

    site = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=site.serve_forever)
    thread.start()
    try:
        yield f"http://localhost:{site.server_port}/"
    finally:
        site.shutdown()
        site.server_close()
        thread.join()


def test_after_two_losses_the_level_below_is_a_click_away_and_home_remembers_it(meet: Meet) -> None:
    ann, levels = meet(viewport=PHONE), rulebook("hashi").levels
    for number in (1, 2):
        ann.page.goto("/")
        form = ann.page.locator('form[action="/now/hashi"]')
        form.locator(".levels summary").click()
        assert levels[2].character in form.inner_text()
        form.locator('[name="level"][value="3"]').click()
        ann.resign()
        ann.page.wait_for_selector("#climb button" if number == 2 else "#climb[hidden]", state="attached")
    assert levels[1].character in ann.page.locator("#climb").inner_text()
    check(ann)
    ann.page.set_viewport_size(DESK)
    ann.page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    assert_panel_fits(ann, "with another level on offer")
    why, tools = (ann.page.locator(part).first.bounding_box() for part in ("#why li", ".tools"))
    assert why is not None and tools is not None
    assert why["y"] + why["height"] <= tools["y"] + tools["height"] <= DESK["height"], "where points come from is seen"
    ann.page.click("#climb button")
    ann.page.wait_for_selector("#table.playing")
    assert levels[1].name in ann.page.locator("#seats").inner_text()
    ann.page.goto("/")
    assert f"against {levels[1].name} · level 2" in ann.page.locator('form[action="/now/hashi"]').inner_text()
    ann.page.goto("/me")
    ann.page.click('a[href="/me/results"]')
    assert ann.page.locator(".results tbody tr").all_inner_texts() == [f"{levels[2].name}, level 3\t0\t2\t0"]
    check(ann)
    ann.page.set_viewport_size(PHONE)
    assert sideways(ann) == 0
    ann.page.click('[name="language"][value="fr"]')
    ann.page.get_by_role("columnheader", name="Gagnées").wait_for()
    assert sideways(ann) == 0


def test_a_game_is_downloaded_as_pictures_and_shown_in_another_page(meet: Meet, server: Running, tmp_path: Path) -> None:
    ann = meet(viewport=DESK, permissions=["clipboard-read", "clipboard-write"])
    link = found(ann, "ponte", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    ann.play_on(random.Random(2), 1)
    ann.wait_for_turn(2)
    ann.page.goto(f"{link}/replay")
    ann.page.click("#pictures summary")
    assert sideways(ann) == 0
    ann.page.set_viewport_size(PHONE)
    check(ann)
    for name, beginning in (("board.png", b"\x89PNG"), ("game.gif", b"GIF89a")):
        with ann.page.expect_download() as download:
            ann.page.click(f'#pictures a[href*="{name}"]')
        download.value.save_as(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(beginning)
    ann.page.click("#step-1")
    ann.page.wait_for_selector('#replay[data-move="0"]')
    assert ann.page.locator("#pictures").get_attribute("open") is not None, "a step closes nothing"
    assert "move=0" in str(ann.page.locator('#pictures a[href*="board.png"]').get_attribute("href"))
    ann.page.click("#copy-embedding")
    frame = ann.page.evaluate("navigator.clipboard.readText()")
    assert frame == ann.page.locator("#embedding").input_value()

    page = ann.page.context.new_page()
    refused = f'<iframe id="refused" src="{server.url}{link}"></iframe>'
    with another_site(f"<!doctype html><title>A diary</title>{frame}{refused}") as diary:
        page.goto(diary)
        board = page.frame_locator('iframe[src*="/embed/"]')
        board.locator("#board svg").wait_for()
        board.locator("#step-3").click()
        board.locator('#replay[data-move="1"]').wait_for()
        with page.context.expect_page() as opened:
            board.locator("h1 a").click()
        assert opened.value.url == f"{server.url}{link}/replay"
        assert page.frame_locator("#refused").locator("#board").count() == 0


def test_an_embedded_match_fits_into_its_frame_and_axe_finds_nothing(meet: Meet) -> None:
    ann = meet(viewport={"width": 480, "height": 640}, locale="fr-FR")
    link = found(ann, "connections", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    ann.page.goto(link.replace("/m/", "/embed/"))
    check(ann)
    assert "contre" in ann.page.locator("h1").inner_text()
    assert ann.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    ann.page.set_viewport_size({"width": 320, "height": 480})
    assert sideways(ann) == 0
