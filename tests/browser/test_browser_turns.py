"""Your turn finds you: in the header, at home, by the browser's own notification, from afar, and without a connection."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.browser_person import Person
from tests.browser.conftest import PLACES, Running, launched
from tests.browser.test_browser_people import found, join
from tests.browser.test_browser_ways import sideways, violations
from tests.server.push_service import PushService

pytestmark = pytest.mark.slow

Meet = Callable[..., Person]
WINDOWS = [{"width": 360, "height": 740}, {"width": 1280, "height": 800}]
PATIENCE = 60  # seconds; only a test that has gone wrong waits that long
LINK = [{"kind": "me"}, {"kind": "link"}]
# A page that can be put into the background, which a browser without a screen never does by itself.
HIDEABLE = """
  Object.defineProperty(document, "hidden", { get: () => Boolean(window.away) });
  const ask = Notification.requestPermission.bind(Notification);
  window.asked = 0;
  Notification.requestPermission = () => ((window.asked += 1), ask());
"""
# A browser with a push service: that of its maker cannot be reached from a test, so one on this machine takes its place.
SUBSCRIBED = """
  const device = %s;
  const made = {
    endpoint: device.endpoint,
    toJSON: () => ({ endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } }),
    unsubscribe: async () => (localStorage.removeItem("subscribed"), true),
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? made : null);
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (applicationServerKey.length !== 87 || !userVisibleOnly) throw new Error("no key");
    localStorage.setItem("subscribed", "yes");
    return made;
  };
"""
NOTICES = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map((notice) => [notice.tag, notice.title]);
}"""
KEPT = """async () => {
  const boards = await (await caches.open("boards")).keys();
  return boards.map((request) => new URL(request.url).pathname);
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium with all it has: only then can it notify."""
    with sync_playwright() as playwright, launched(playwright, *PLACES, channel="chromium") as found:
        yield found


@pytest.fixture
def service() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.stop()


def let_notify(person: Person, server: Running) -> None:
    """Says yes for somebody when the browser asks."""
    person.page.context.grant_permissions(["notifications"], origin=server.url)


def wait_for(person: Person, question: str, answer: object) -> None:
    """Waits until a page answers something so; fails with what it answers instead."""
    found, until = None, time.monotonic() + PATIENCE
    while found != answer and time.monotonic() < until:
        found = person.page.evaluate(question)
        person.page.wait_for_timeout(30)
    assert found == answer


@pytest.mark.parametrize("window", WINDOWS)
def test_the_first_screen_has_a_button_to_play_and_then_your_games(meet: Meet, window: dict[str, int]) -> None:
    ann = meet(viewport=window)
    ann.page.goto("/")
    box = ann.page.locator("button.play").first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < window["height"]
    link = found(ann, "ponte", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    found(ann, "skybridge", LINK)
    ann.page.goto("/")
    first = ann.page.locator(".tables a").first
    assert first.get_attribute("href") == link
    box = first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < window["height"]
    assert ann.page.locator("#waiting").inner_text().split("\n")[0] == "1"
    assert violations(ann) == []
    assert sideways(ann) == 0


def test_the_mark_and_the_list_follow_while_a_page_is_open(meet: Meet) -> None:
    ann, bo = meet(), meet()
    link = found(ann, "hashi", LINK)
    join(bo, link, "Bo")
    ann.wait_to_act()
    assert ann.page.locator("#waiting").is_visible()
    ann.play_turn(random.Random(1))
    ann.page.wait_for_selector("#waiting", state="hidden")  # the table's own page knows without asking
    ann.page.clock.install()
    ann.page.goto("/")
    assert ann.page.locator("#waiting").is_hidden()
    bo.play_turn(random.Random(1))
    bo.wait_to_act()
    with ann.page.expect_response("**/waiting"):
        ann.page.clock.run_for(31_000)
    ann.page.wait_for_selector("#waiting", state="visible")
    ann.page.wait_for_selector(".tables .yours")
    assert ann.page.locator("#waiting").get_attribute("title") == "1 game waiting for you"


@pytest.mark.parametrize("window", WINDOWS)
def test_a_page_in_the_background_notifies_those_who_asked_by_a_click(
    meet: Meet, server: Running, window: dict[str, int]
) -> None:
    ann, bo = meet(viewport=window), meet()
    let_notify(ann, server)
    ann.page.add_init_script(HIDEABLE)
    ann.page.add_init_script("delete window.PushManager;")
    link = found(ann, "hashi", LINK)
    join(bo, link, "Bo")
    ann.wait_to_act()
    ann.play_turn(random.Random(1))
    ann.page.locator('[data-ask="tell"]').wait_for()
    assert ann.page.evaluate("window.asked") == 0
    ann.page.click('[data-ask="tell"]')
    ann.page.locator('[data-when="tab"]').wait_for()
    assert ann.page.evaluate("window.asked") == 1
    assert violations(ann) == []
    ann.page.evaluate("window.away = true")
    bo.play_turn(random.Random(1))
    wait_for(ann, NOTICES, [[link.removeprefix("/m/"), "Your turn \u00b7 Hashi"]])
    ann.page.click('[data-ask="stop"]')
    ann.page.locator('[data-ask="tell"]').wait_for()
    assert ann.page.evaluate("localStorage.getItem('notify')") is None


@pytest.mark.parametrize("window", WINDOWS)
def test_who_has_closed_the_page_is_told_from_afar_and_the_worker_shows_it(
    meet: Meet, server: Running, service: PushService, window: dict[str, int]
) -> None:
    ann, bo = meet(viewport=window), meet()
    let_notify(ann, server)
    ann.page.add_init_script(SUBSCRIBED % json.dumps(service.device()))
    link = found(ann, "hashi", LINK)
    join(bo, link, "Bo")
    ann.wait_to_act()
    ann.play_turn(random.Random(1))
    ann.page.goto("/games")
    ann.page.click('[data-ask="tell"]')
    ann.page.locator('p[data-when="all"]').wait_for()
    ann.page.goto("/about")
    bo.play_turn(random.Random(1))
    told = service.next()["content"]
    assert told == {"title": "Your turn at Hashi", "url": link, "tag": link.removeprefix("/m/")}
    deliver(ann, server, told)
    wait_for(ann, NOTICES, [[told["tag"], told["title"]]])
    ann.page.goto(link)
    ann.page.locator('p[data-when="all"]').wait_for()
    ann.page.click('[data-ask="stop"]')
    ann.page.locator('[data-ask="tell"]').wait_for()
    assert ann.page.evaluate("localStorage.getItem('subscribed')") is None


def deliver(person: Person, server: Running, content: dict[str, Any]) -> None:
    """Hands a message to the worker, as a browser does when its push service has got one."""
    session = person.page.context.new_cdp_session(person.page)
    known: list[str] = []

    def learn(news: dict[str, Any]) -> None:
        known.extend(one["registrationId"] for one in news["registrations"] if one["scopeURL"].startswith(server.url))

    session.on("ServiceWorker.workerRegistrationUpdated", learn)
    session.send("ServiceWorker.enable")
    while not known:
        person.page.wait_for_timeout(20)
    message = {"origin": f"{server.url}/", "registrationId": known[-1], "data": json.dumps(content)}
    session.send("ServiceWorker.deliverPushMessage", message)


@pytest.mark.parametrize("window", WINDOWS)
def test_without_a_connection_a_page_says_so_and_shows_your_last_boards(meet: Meet, window: dict[str, int]) -> None:
    ann = meet(viewport=window, locale="fr-FR")
    ann.may_lose_connection = True
    link = found(ann, "ponte", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    ann.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    wait_for(ann, KEPT, [link])
    wait_for(ann, "async () => Boolean(await caches.match('/kept/edition'))", True)
    ann.page.context.set_offline(True)
    ann.page.goto("/games")
    assert ann.page.locator("h1").inner_text() == "Pas de connexion"
    assert ann.page.locator("#last a").get_attribute("href") == link
    assert ann.page.locator("#last svg").count() == 1
    assert violations(ann) == []
    assert sideways(ann) == 0
    ann.page.context.set_offline(False)
    ann.page.wait_for_selector("#mine")  # it comes back by itself


def test_nothing_is_kept_for_the_next_who_uses_the_browser(meet: Meet) -> None:
    ann, bo = meet(), meet()
    bo.page.goto("/me")
    bo.page.fill('[name="name"]', "Bo")
    bo.page.click("form.panel .play")
    bo.page.click("#recovery button")
    recovery = bo.page.input_value("#recovery-link")
    link = found(ann, "ponte", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    wait_for(ann, KEPT, [link])
    ann.page.evaluate("localStorage.setItem('notify', '{\"all\": true}')")
    ann.page.goto(recovery)
    ann.page.click("main form button")
    wait_for(ann, KEPT, [])
    assert ann.page.evaluate("localStorage.getItem('notify')") is None
