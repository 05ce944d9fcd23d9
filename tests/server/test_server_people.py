"""The table speaks to people: by name, as "you", about what they are asked to do, and in their own language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape

import pytest
from httpx import Client as Browser

from ponticello.games import names
from tests.server.served import Running, running, settings
from tests.server.test_server_table_page import (
    LINK,
    ME,
    OpenBrowser,
    click,
    deed,
    new_match,
    page,
    part,
    part_markup,
    person,
    play,
    table,
    targets,
)

TO_MOVE = re.compile(r"to move|still to be|\bto lay\b|writing|drawing|choosing")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture
def open_browser(server: Running) -> Iterator[OpenBrowser]:
    """Opens browsers that nobody has used here before."""
    with ExitStack() as stack:
        yield lambda **headers: stack.enter_context(Browser(base_url=server.url, headers=headers))


def friends(open_browser: OpenBrowser, game: str, *called: str) -> tuple[str, list[Browser]]:
    """Returns a match of people with a browser each, under these names."""
    browsers = [open_browser() for _ in called]
    id = new_match(open_browser(), game, *[LINK] * len(called))
    for browser, name in zip(browsers, called, strict=True):
        assert browser.post(f"/m/{id}/join", data={"name": name}).status_code == 303
    return id, browsers


@pytest.mark.parametrize("game", names())
def test_everybody_reads_the_names_of_the_others_and_is_you(open_browser: OpenBrowser, game: str) -> None:
    id, browsers = friends(open_browser, game, "Annabel", "Bonifaz")
    if game == "ponte":  # before the colours are chosen only one of them is spoken of
        play(browsers[0], id)
        play(browsers[1], id)
    for browser, other, own in zip(browsers, ("Bonifaz", "Annabel"), ("Annabel", "Bonifaz"), strict=True):
        shown = table(browser, id)
        board = unescape(part_markup(shown, "board"))
        told = part(shown, "in-words")
        assert own not in board and own not in told
        assert (other in board or other in told) and not re.search(r"[Pp]layer \d", board + told)
        assert re.search(r"\b[Yy]ou\b", board + told)
    watched = unescape(part_markup(table(open_browser(), id), "board"))
    assert ("Annabel" in watched or "Bonifaz" in watched) and "You" not in watched


@pytest.mark.parametrize("game", names())
def test_a_stranger_writes_nothing_but_a_name(open_browser: OpenBrowser, game: str) -> None:
    id, browsers = friends(open_browser, game, "<script>x&amp;y</script>", "W" * 40)
    for browser in (*browsers, open_browser()):
        for shown in (page(browser, f"/m/{id}"), page(browser, f"/m/{id}/replay")):
            assert "<script>x" not in shown
            assert "W" * 21 not in part_markup(shown, "board"), "a long name is cut to what fits"


@pytest.mark.parametrize("game", names())
def test_after_a_resignation_the_board_waits_for_nobody(open_browser: OpenBrowser, game: str) -> None:
    id, (ann, bo) = friends(open_browser, game, "Annabel", "Bonifaz")
    shown = deed(bo, id, table(bo, id), "resign").text
    assert "Annabel wins: you have resigned" in part(shown, "headline")
    for reader, sentence in ((ann, "You win: Bonifaz has resigned"), (open_browser(), "Annabel wins: Bonifaz has resigned")):
        shown = table(reader, id)
        assert sentence in part(shown, "headline") and sentence in unescape(part_markup(shown, "board"))
        assert not TO_MOVE.search(unescape(part_markup(shown, "board")) + part(shown, "in-words"))
    assert not TO_MOVE.search(part(page(ann, f"/m/{id}/replay"), "in-words"))


def test_the_headline_is_what_is_asked_and_follows_the_turn(open_browser: OpenBrowser) -> None:
    id, (ann, bo) = friends(open_browser, "ponte", "Ann", "Bo")
    shown = table(ann, id)
    assert part(shown, "headline").startswith("Lay two light tiles")
    assert part(table(bo, id), "headline").startswith("Ann is thinking")
    assert part(click(ann, id, shown, "d4").text, "headline").startswith("One more light tile")
    assert part(click(ann, id, shown, "d4,e5").text, "headline").startswith("Confirm your turn")
    click(ann, id, shown, "d4,e5", confirm=True)
    assert part(table(bo, id), "headline").startswith("Choose your colour")
    tasks = [browser.get(f"/api/matches/{id}").json()["task"] for browser in (ann, bo, open_browser())]
    assert tasks == ["", "Choose your colour", ""]


def test_a_choice_that_is_no_place_is_a_button_under_the_board(open_browser: OpenBrowser) -> None:
    id, (ann, bo) = friends(open_browser, "ponte", "Ann", "Bo")
    play(ann, id)
    shown = table(bo, id)
    assert targets(part_markup(shown, "board")) == [] and targets(part_markup(shown, "bar")) == ["light", "dark"]
    assert "Take light Take dark" in part(shown, "bar")
    click(bo, id, shown, "dark")
    assert targets(part_markup(table(bo, id), "bar")) == []


def test_seats_carry_the_colour_they_play_with(open_browser: OpenBrowser) -> None:
    id, (ann, bo) = friends(open_browser, "ponte", "Ann", "Bo")
    assert "<svg" not in part_markup(table(ann, id), "seats"), "nobody has a colour yet"
    play(ann, id)
    click(bo, id, table(bo, id), "dark")
    seats = part_markup(table(ann, id), "seats")
    assert re.findall(r"<svg .*?<title>(\w+)</title>.*?<b>(\w+)</b>", seats, re.DOTALL) == [("Light", "Ann"), ("Dark", "Bo")]
    assert "<style" not in seats and 'style="' not in seats


def test_whoever_has_asked_for_a_take_back_reads_that_it_is_not_answered(open_browser: OpenBrowser) -> None:
    id, (ann, bo) = friends(open_browser, "ponte", "Ann", "Bo")
    play(ann, id)
    play(bo, id)
    asked = deed(ann, id, table(ann, id), "ask").text
    assert "You have asked to take your last move back" in part(asked, "bar") and "Ann" not in part(asked, "bar")
    assert "Ann asks to take the last move back." in part(table(bo, id), "bar")
    assert "Ann asks to take the last move back." in part(table(open_browser(), id), "bar")


def test_the_list_of_matches_calls_people_by_their_names(open_browser: OpenBrowser) -> None:
    id, (_, bo) = friends(open_browser, "ponte", "Annabel", "Bonifaz")
    assert "Annabel is thinking" in page(bo, "/games")
    deed(bo, id, table(bo, id), "resign")
    assert "Annabel wins: you have resigned" in page(bo, "/games")


def test_people_at_one_device_are_never_you(open_browser: OpenBrowser) -> None:
    browser = open_browser()
    id = new_match(browser, "skybridge", person("Ann"), person("Bo"))
    board = unescape(part_markup(table(browser, id), "board"))
    assert "Ann" in board and "Bo" in board and not re.search(r"\b[Yy]ou\b", re.sub(r"<[^>]*>", " ", board))


def test_a_french_guest_is_a_french_bird_and_leaves_things_out_in_french(open_browser: OpenBrowser) -> None:
    browser = open_browser(**{"accept-language": "fr"})
    id = new_match(browser, "hashi", ME)
    name = browser.get(f"/api/matches/{id}").json()["seats"][0]["name"]
    birds = "Héron|Courlis|Avocette|Échasse|Pluvier|Aigrette|Sterne|Bécasseau|Barge|Ibis|Grue|Martin-pêcheur"
    assert re.fullmatch(rf"({birds}) \d\d", name)
    click(browser, id, table(browser, id), targets(table(browser, id))[0], confirm=True)
    shown = table(browser, id)
    assert "Sans chiffre" in part(shown, "bar")
    drafted = click(browser, id, shown, "skip").text
    assert "skip" not in part(drafted, "bar") and not re.search(r'placeholder="(skip|done)"', drafted)


def test_the_end_says_what_the_numbers_are(open_browser: OpenBrowser) -> None:
    """Where the fewest win, nobody should wonder why nine beats twenty."""
    browser = open_browser()
    id = new_match(browser, "connections", person("Ann"), person("Bo"))
    shot = browser.get(f"/api/matches/{id}").json()
    while shot["status"] != "over":
        legal = browser.get(f"/api/matches/{id}/legal", params={"seat": shot["to_act"][0]}).json()
        sent = {"seat": legal["seat"], "ply": legal["ply"], "move": legal["moves"][-legal["seat"]]}
        shot = browser.post(f"/api/matches/{id}/moves", json=sent).raise_for_status().json()
    best, worst = sorted(shot["result"]["scores"])
    message = shot["message"]
    assert message.endswith(f", {best} - {worst} points lost") and message.startswith(("Ann wins", "Bo wins", "The victory"))
