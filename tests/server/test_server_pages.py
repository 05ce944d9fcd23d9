"""The pages around the tables, as a browser without a script sees them."""

from __future__ import annotations

import contextlib
import gzip
import re
from collections.abc import Callable, Iterator
from html import unescape
from html.parser import HTMLParser

import pytest
from httpx import Client as Browser

from ponticello.games import names
from ponticello.server.pages import render
from tests.server.served import Running, running, settings

PAGES = [
    "/",
    "/lobby",
    "/games",
    "/me",
    "/me/results",
    "/about",
    "/rules",
    *(f"/{kind}{name}" for name in names() for kind in ("new?game=", "rules/")),
]
LARGEST = 100_000  # bytes of a page, compressed


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture
def open_browser(server: Running) -> Iterator[Callable[..., Browser]]:
    """Opens browsers that nobody has used here before."""
    with contextlib.ExitStack() as stack:
        yield lambda **headers: stack.enter_context(Browser(base_url=server.url, headers=headers))


@pytest.fixture
def browser(open_browser: Callable[..., Browser]) -> Browser:
    return open_browser()


class Outline(HTMLParser):
    """What matters of a page: its elements, whether they nest, and which fields have a label."""

    VOID = frozenset(("area", "br", "hr", "img", "input", "link", "meta", "source", "wbr"))

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.unlabelled: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.tags.append((tag, known))
        if tag in ("input", "select") and known.get("type") != "hidden" and "label" not in self.open:
            self.unlabelled.append(str(known.get("name")))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, tag


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("address", PAGES)
def test_page_is_sound(browser: Browser, address: str, language: str) -> None:
    answer = browser.get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    assert len(gzip.compress(answer.content)) < LARGEST
    outline = Outline(answer.text)
    tags = [tag for tag, _ in outline.tags]
    assert outline.tags[0] == ("html", {"lang": language, "data-theme": "auto"})
    assert tags.count("h1") == tags.count("main") == 1
    assert not outline.unlabelled
    assert "style" not in tags
    assert all("src" in known for tag, known in outline.tags if tag == "script")
    assert not [name for _, known in outline.tags for name in known if name.startswith("on")]
    ids = [known["id"] for _, known in outline.tags if "id" in known]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("address", PAGES)
def test_every_file_of_a_page_is_there_and_may_be_kept(browser: Browser, address: str) -> None:
    files = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', browser.get(address).text))
    assert len(files) >= 4
    for file in files:
        answer = browser.get(file)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]


def test_file_of_an_older_edition_is_served_but_not_kept(browser: Browser) -> None:
    answer = browser.get("/static/0123456789/style.css")
    assert answer.status_code == 200
    assert "immutable" not in answer.headers["cache-control"]
    assert browser.get("/static/0123456789/%2E%2E/pages.py").status_code == 404


def test_style_of_pages_leaves_boards_alone() -> None:
    """A class that stands alone in the style sheet would also match inside a board that has a class of that name."""
    boards = set(re.findall(r"\.([a-z][\w-]*)", render.boards_css()))
    style = (render.STATIC / "style.css").read_text(encoding="utf-8")
    alone = set(re.findall(r"(?<![\w)\]>] )(?<![\w)\]*:])\.([a-z][\w-]*)", style))
    assert len(alone) > 20
    assert alone & boards == set()


def test_manifest_names_icons_that_exist(browser: Browser) -> None:
    icons = browser.get("/manifest.webmanifest").json()["icons"]
    assert {icon["sizes"] for icon in icons} >= {"any", "192x192", "512x512"}
    for icon in icons:
        assert browser.get(icon["src"]).headers["content-type"].startswith(icon["type"])


@pytest.mark.parametrize("game", names())
def test_home_starts_a_game_with_one_click(browser: Browser, game: str) -> None:
    assert f'action="/now/{game}"' in browser.get("/").text
    answer = browser.post(f"/now/{game}")
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/m/")
    own = browser.get("/games").text
    assert answer.headers["location"] in own


def test_home_shows_a_board_of_every_game_in_the_reader_s_theme(browser: Browser) -> None:
    browser.cookies.set("theme", "dark")
    page = browser.get("/").text
    assert 'data-theme="dark"' in page
    for game in names():
        assert f'class="{game} {game}-dark"' in page


def test_small_boards_are_drawn_without_what_lies_beside_them(browser: Browser) -> None:
    for game in names():
        match = browser.post(f"/now/{game}").headers["location"]
        parts = re.findall(r'class="part (\w+)"', browser.get(f"{match}/small.svg").text)
        assert parts == [], "neither a hand nor anything aside, and the board is no part of something"
    page = browser.get("/").text
    assert page.count('<span class="small-board"') == len(names()) and 'class="part ' not in page


def test_new_match_is_made_as_the_form_says(browser: Browser) -> None:
    fields = {"players": "2", "kind-1": "me", "kind-2": "lobby", "option-size": "12", "clock": "days", "days": "4"}
    answer = browser.post("/new?game=ponte", data={**fields, "kind-3": "nonsense", "minutes": "nonsense"})
    assert answer.status_code == 303
    listed = browser.get("/lobby").text
    assert answer.headers["location"] in listed
    assert "size: 12" in listed
    assert "4 days for each turn" in listed


def test_form_comes_back_with_what_was_typed(browser: Browser) -> None:
    typed = '<b>"Ann" & #</b>'
    fields = {"players": "3", "kind-2": "person", "name-2": typed, "clock": "game", "minutes": "7", "option-rotation": "yes"}
    answer = browser.post("/new?game=skybridge", data=fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "<b>" not in answer.text
    given_back = Outline(answer.text).tags
    values = {known.get("name"): known.get("value") for tag, known in given_back if tag == "input" and "checked" not in known}
    chosen = {known["name"]: known["value"] for tag, known in given_back if tag == "input" and "checked" in known}
    assert (values["name-2"], values["minutes"]) == (typed, "7")
    assert (chosen["players"], chosen["clock"], chosen["option-rotation"]) == ("3", "game", "yes")
    assert answer.text.count('<option value="person" selected') == 1


@pytest.mark.parametrize("fields", [{"kind-1": "bot", "kind-2": "bot"}, {"clock": "days", "days": "-1"}, {"option-size": "11"}])
def test_impossible_match_is_refused_in_the_reader_s_language(browser: Browser, fields: dict[str, str]) -> None:
    said = []
    for language in ("en", "fr"):
        answer = browser.post("/new?game=ponte", data=fields, headers={"accept-language": language})
        assert answer.status_code == 422
        said.append(unescape(re.findall(r'role="alert"[^>]*>([^<]+)<', answer.text)[0]))
    assert said[0] != said[1]


def test_lobby_offers_others_a_seat_and_the_owner_the_table(open_browser: Callable[..., Browser], browser: Browser) -> None:
    made = browser.post("/new?game=hashi", data={"players": "2", "kind-2": "lobby"}).headers["location"]
    assert f'action="{made}/join"' in open_browser().get("/lobby").text
    assert f'action="{made}/join"' not in browser.get("/lobby").text
    assert f'href="{made}"' in browser.get("/lobby").text


def test_own_games_show_whose_turn_it_is(browser: Browser) -> None:
    assert "not played here yet" in browser.get("/games").text
    mine = browser.post("/new?game=ponte", data={"players": "2", "kind-1": "me", "kind-2": "person"}).headers["location"]
    waiting = browser.post("/new?game=ponte", data={"players": "2", "kind-1": "me", "kind-2": "link"}).headers["location"]
    page = browser.get("/games").text
    assert page.index("<h2>Your turn") < page.index(mine) < page.index("<h2>Waiting for others") < page.index(waiting)


def test_preferences_are_kept_and_lead_back(browser: Browser) -> None:
    answer = browser.post("/preferences", data={"language": "fr", "back": "/rules/ponte?x=1"})
    assert answer.headers["location"] == "/rules/ponte?x=1"
    assert '<html lang="fr"' in browser.get("/about", headers={"accept-language": "en"}).text
    browser.post("/preferences", data={"theme": "purple", "language": "xx"})
    assert '<html lang="fr" data-theme="auto"' in browser.get("/about").text


@pytest.mark.parametrize("back", ["//elsewhere.example", "/\\elsewhere.example", "https://elsewhere.example", ""])
def test_preferences_never_lead_elsewhere(browser: Browser, back: str) -> None:
    assert browser.post("/preferences", data={"theme": "dark", "back": back}).headers["location"] == "/"


def test_name_is_kept_and_escaped(browser: Browser) -> None:
    answer = browser.post("/me", data={"do": "save", "name": "<i>Ann</i>", "sound": "off", "confirm": "on"})
    assert answer.status_code == 303
    page = browser.get(answer.headers["location"]).text
    assert "&lt;i&gt;Ann&lt;/i&gt;" in page
    assert "<i>" not in page
    assert 'role="status"' in page
    assert re.search(r'name="sound" value="off" checked', page)
    assert re.search(r'name="confirm" value="on" checked', page)


def test_bad_name_is_refused_and_given_back(browser: Browser) -> None:
    answer = browser.post("/me", data={"do": "save", "name": "#1"})
    assert answer.status_code == 422
    assert 'value="#1"' in answer.text
    assert 'role="alert"' in answer.text


def test_recovery_link_brings_a_guest_to_another_browser(open_browser: Callable[..., Browser], browser: Browser) -> None:
    browser.post("/me", data={"do": "save", "name": "Ann"})
    old, new = (
        re.findall(r'value="http://[^/]+(/recover/[^"]+)"', browser.post("/me", data={"do": "recovery"}).text)[0] for _ in "12"
    )
    other = open_browser()
    assert other.get(old).status_code == 404
    assert "Ann" in other.get(new).text
    assert "Ann" not in other.get("/about").text, "looking at the link changes nothing"
    assert other.post(new).status_code == 303
    assert "Ann" in other.get("/about").text


def test_tokens_are_shown_once_and_can_be_revoked(open_browser: Callable[..., Browser], browser: Browser) -> None:
    made = browser.post("/me", data={"do": "token", "label": "my bot"}).text
    token = re.findall(r'id="new-token" readonly value="([^"]+)"', made)[0]
    bot = open_browser(authorization=f"Bearer {token}")
    name = re.findall(r'name="name" value="([^"]+)"', made)[0]
    assert name in bot.get("/about").text
    page = browser.get("/me").text
    assert "my bot" in page
    assert token not in page
    browser.post("/me", data={"do": "revoke", "token": ""})
    assert "my bot" in browser.get("/me").text
    browser.post("/me", data={"do": "revoke", "token": re.findall(r'name="token" value="([^"]+)"', page)[0]})
    assert "my bot" not in browser.get("/me").text
    assert name not in bot.get("/about").text


@pytest.mark.parametrize("address", ["/nothing", "/rules/chess", "/new?game=chess", "/recover/wrong", "/static/x/nothing.css"])
def test_what_is_not_there_says_so_in_our_words(browser: Browser, address: str) -> None:
    answer = browser.get(address, headers={"accept-language": "fr"})
    assert answer.status_code == 404
    assert "Il n&#39;y a rien ici" in answer.text
    Outline(answer.text)
