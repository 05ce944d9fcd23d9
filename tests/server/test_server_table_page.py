"""The table and the replay, as a browser gets them before any script has run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from html import unescape
from typing import Any

import pytest
from httpx import Client as Browser
from httpx import Response

from ponticello.games import names, rulebook
from ponticello.server.pages.render import STATIC, templates
from tests.server.served import Running, running, settings

ME, LINK = {"kind": "me"}, {"kind": "link"}
TOGETHER = [name for name in names() if rulebook(name).simultaneous]


OpenBrowser = Callable[..., Browser]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture
def open_browser(server: Running) -> Iterator[OpenBrowser]:
    """Opens browsers that nobody has used here before."""
    with ExitStack() as stack:
        yield lambda **headers: stack.enter_context(Browser(base_url=server.url, headers=headers))


@pytest.fixture
def browser(open_browser: OpenBrowser) -> Browser:
    return open_browser()


@pytest.fixture
def pair(open_browser: OpenBrowser) -> tuple[Browser, Browser]:
    return open_browser(), open_browser()


def person(name: str) -> dict[str, str]:
    return {"kind": "person", "name": name}


def new_match(browser: Browser, game: str, *seats: dict[str, str]) -> str:
    answer = browser.post("/api/matches", json={"game": game, "seats": list(seats)})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def page(browser: Browser, address: str, **query: object) -> str:
    answer = browser.get(address, params=query)
    assert answer.status_code == 200, answer.text
    return answer.text


def table(browser: Browser, id: str, **query: object) -> str:
    return page(browser, f"/m/{id}/table", **query)


def facts(html: str) -> dict[str, str]:
    """Returns what the page tells its script."""
    found = re.search(r'<div id="table"[^>]*>', html)
    assert found
    return {name: unescape(value) for name, value in re.findall(r'data-(\w+)="([^"]*)"', found[0])}


def targets(html: str) -> list[str]:
    return [unescape(move) for move in re.findall(r'data-move="([^"]*)"', html)]


def picks(html: str) -> list[str]:
    """Returns the pieces that can be taken: they come after the places."""
    return re.findall(r'data-pick="([^"]*)"', html.partition('class="beside"')[2])


def part(html: str, id: str) -> str:
    """Returns a part of the page in plain words, up to where the next begins."""
    begun = html.index(f'id="{id}"')
    following = re.search(r"data-part", html[html.index(">", begun) :])
    end = html.index(">", begun) + following.start() if following else len(html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html[html.index(">", begun) + 1 : end])).split())


def part_markup(html: str, id: str) -> str:
    return html[html.index(f'id="{id}"') :].split("data-part", 2)[1]


def parts(html: str) -> list[str]:
    """Returns the names of the parts that a page puts in."""
    return re.findall(r'id="([\w-]+)"[^>]*data-part', html)


def click(browser: Browser, id: str, shown: str, draft: str, **more: Any) -> Response:
    """Sends a turn as far as it goes, as the page would that shows something."""
    now = facts(shown)
    sent = {"seat": int(now["seat"] or 0), "ply": int(now["ply"]), "turn": int(now["turn"]), "draft": draft, **more}
    return browser.post(f"/m/{id}/step", json=sent, headers={"Accept": "text/html, application/json"})


def deed(browser: Browser, id: str, shown: str, do: str, **more: Any) -> Response:
    """Does something beside the moves, as the page would that shows something."""
    now = facts(shown)
    sent = {"seat": int(now["seat"] or 0), "ply": int(now["ply"]), "do": do, **more}
    return browser.post(f"/m/{id}/deed", json=sent, headers={"Accept": "text/html, application/json"})


def play(browser: Browser, id: str, seat: int | None = None, choice: int = 0) -> str:
    """Puts a turn together from the targets of the page, always the first or the last, and plays it; returns its text."""
    query: dict[str, Any] = {"pick": ""} if seat is None else {"pick": "", "seat": seat}
    wanted = {} if seat is None else {"wanted": seat}
    drawn = table(browser, id, **query)
    draft = ""
    while not facts(drawn)["complete"]:
        now = facts(drawn)
        if not targets(drawn):  # after a step nothing is in hand
            drawn = table(browser, id, draft=draft, **query)
        if not targets(drawn):  # a piece has to be taken in hand first
            drawn = table(browser, id, draft=draft, **{**query, "pick": picks(drawn)[choice]})
        draft = f"{now['draft']}{now['joiner']}{targets(drawn)[choice]}" if now["draft"] else targets(drawn)[choice]
        drawn = click(browser, id, drawn, draft, **wanted).raise_for_status().text
        if not facts(drawn)["draft"]:
            return draft  # one step that was played at once
    drawn = click(browser, id, drawn, draft, confirm=True, **wanted).raise_for_status().text
    assert facts(drawn)["draft"] == ""
    return draft


def seated(pair: tuple[Browser, Browser], game: str) -> str:
    id = new_match(pair[0], game, ME, LINK)
    assert pair[1].post(f"/m/{id}/join", data={"name": "Zoé"}).status_code == 303
    return id


@pytest.mark.parametrize("game", names())
def test_a_game_is_played_from_what_the_page_offers(browser: Browser, game: str) -> None:
    id = new_match(browser, game, ME, person("Bo"))
    played = []
    for _ in range(6):
        passed = re.search(r'data-do="pass" value="(\d)"', table(browser, id))
        played.append(play(browser, id, int(passed[1]) if passed else None))
    record = page(browser, f"/m/{id}/game.pont")
    assert re.findall(r"P\d (.*)", record)[-6:] == played


@pytest.mark.parametrize("game", names())
def test_pages_take_no_style_or_script_from_their_markup(browser: Browser, game: str) -> None:
    id = new_match(browser, game, ME, person("Bo"))
    for html in (page(browser, f"/m/{id}", seat=0), page(browser, f"/m/{id}/replay")):
        assert "<style" not in html and " style=" not in html
        assert not re.search(r"<script(?![^>]*src=)", html) and not re.search(r"\son\w+=", html)
        assert html.count("<h1") == 1


def test_whoever_has_the_link_sees_who_is_there_and_sits_down(pair: tuple[Browser, Browser]) -> None:
    host, other = pair
    id = new_match(host, "ponte", ME, LINK)
    waiting = page(host, f"/m/{id}")
    assert str(host.base_url.join(f"/m/{id}")) in waiting and "Sit down" not in waiting
    invited = page(other, f"/m/{id}")
    assert "Sit down" in invited and "waiting for a player" in invited
    answer = other.post(f"/m/{id}/join", data={"name": "  Zoé   B. "})
    assert answer.status_code == 303 and answer.headers["location"] == f"/m/{id}"
    joined = page(other, f"/m/{id}")
    assert "Zoé B." in part(joined, "seats") and "Sit down" not in joined
    assert "Zoé B." in page(other, "/me")


def test_a_name_that_cannot_be_is_asked_for_again(pair: tuple[Browser, Browser]) -> None:
    id = new_match(pair[0], "ponte", ME, LINK)
    answer = pair[1].post(f"/m/{id}/join", data={"name": "Zoé #1"})
    assert answer.status_code == 200
    assert 'value="Zoé #1"' in answer.text and "cannot be a player" in answer.text


def test_who_comes_too_late_watches(open_browser: OpenBrowser, pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    late = open_browser()
    assert late.post(f"/m/{id}/join", data={"name": "Late"}).status_code == 303
    watched = page(late, f"/m/{id}")
    assert facts(watched)["seat"] == "" and targets(watched) == []
    assert "Late" not in part(watched, "seats")


def test_only_who_is_to_act_is_offered_moves(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    mine, theirs = (table(browser, id) for browser in pair)
    assert len(targets(mine)) == 100 and facts(mine)["acting"]
    assert targets(theirs) == [] and not facts(theirs)["acting"]
    assert facts(mine)["title"].startswith("● Your turn") and not facts(theirs)["title"].startswith("●")


def test_a_draft_is_drawn_and_nobody_else_sees_it(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    before = table(pair[1], id)
    half = table(pair[0], id, draft="d4")
    assert facts(half)["draft"] == "d4" and not facts(half)["complete"]
    assert "d4" not in targets(half) and len(targets(half)) > 50
    whole = table(pair[0], id, draft="d4,e5")
    assert facts(whole)["complete"] and facts(whole)["shorter"] == "d4" and targets(whole) == []
    assert table(pair[1], id) == before


def test_a_refused_draft_leaves_the_board_as_it_was(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    refused = table(pair[0], id, draft="d4,d4")
    assert facts(refused)["draft"] == "" and len(targets(refused)) == 100


def test_a_refused_step_says_why_and_changes_nothing(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    before = table(pair[0], id)
    for draft, typed in (("d4,d4", False), ("nonsense", True)):
        answer = click(pair[0], id, before, draft, typed=typed)
        assert answer.status_code == 400 and draft.split(",")[0] in answer.json()["error"]
    assert table(pair[0], id) == before


def test_a_draft_of_an_older_turn_is_dropped(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    shown = table(pair[0], id)
    assert facts(table(pair[0], id, draft="d4", turn=0))["draft"] == "d4"
    assert facts(table(pair[0], id, draft="d4", turn=5))["draft"] == ""
    assert facts(click(pair[0], id, shown, "d4").text)["draft"] == "d4"
    assert facts(click(pair[0], id, shown, "d4", turn=5).text)["draft"] == ""


def test_one_step_is_played_at_once_unless_the_reader_is_careful(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    play(pair[0], id)
    shown = table(pair[1], id)
    pair[1].cookies.set("confirm", "on")
    drawn = click(pair[1], id, shown, "dark").text
    assert facts(drawn)["draft"] == "dark" and facts(drawn)["complete"] and facts(drawn)["turn"] == "1"
    pair[1].cookies.delete("confirm")
    played = click(pair[1], id, shown, "dark").text
    assert facts(played)["turn"] == "2" and facts(played)["draft"] == ""
    assert played == table(pair[1], id), "the answer is the table to show"


def test_a_whole_turn_that_is_typed_is_played_at_once_and_one_that_is_clicked_waits_for_a_word(
    pair: tuple[Browser, Browser],
) -> None:
    id = seated(pair, "ponte")
    shown = table(pair[0], id)
    waits = click(pair[0], id, shown, "d4,e5").text
    assert facts(waits)["complete"] and facts(waits)["turn"] == "0"
    pair[0].cookies.set("confirm", "on")
    assert facts(click(pair[0], id, shown, "d4,e5", typed=True).text)["turn"] == "0", "a careful reader is asked"
    pair[0].cookies.delete("confirm")
    assert facts(click(pair[0], id, shown, "d4,e5", typed=True).text)["turn"] == "1"


def test_while_a_turn_is_put_together_only_what_belongs_to_it_is_drawn(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    shown = table(pair[0], id)
    ply = int(facts(shown)["ply"])
    for drawn in (click(pair[0], id, shown, "d4").text, table(pair[0], id, draft="d4", ply=ply)):
        assert parts(drawn) == ["headline", "board", "bar", "views", "typed"]
        assert part_markup(drawn, "board") == part_markup(table(pair[0], id, draft="d4"), "board")
    assert parts(click(pair[0], id, shown, "d4", ply=ply - 1).text) == parts(shown), "the page had missed something"


def test_what_a_page_sends_is_refused_in_words_if_it_cannot_be_read(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    wanted = {"Accept": "text/html, application/json"}
    whole = {"seat": 0, "ply": 0, "turn": 0, "draft": "d4"}
    for sent in ("{", "[]", "\udc00".encode(errors="surrogatepass")):
        answer = pair[0].post(f"/m/{id}/step", content=sent, headers=wanted)
        assert answer.status_code == 422 and answer.json()["error"].startswith("body is not as it should be: ")
    for place, value in (("seat", -1), ("ply", "0"), ("draft", "d" * 2000), ("turn", None), ("confirm", 1)):
        answer = pair[0].post(f"/m/{id}/step", json={**whole, place: value}, headers=wanted)
        assert answer.status_code == 422 and answer.json()["error"].startswith(f"{place} is not as it should be: ")
    for place, asked in (
        ("seat", "x"),
        ("seat", "99"),
        ("turn", "-1"),
        ("ply", "1.5"),
        ("draft", "d" * 2000),
        ("view", "v" * 50),
    ):
        answer = pair[0].get(f"/m/{id}/table", params={place: asked}, headers=wanted)
        assert answer.status_code == 422 and answer.json()["error"].startswith(f"{place} is not as it should be: ")
    assert pair[0].get(f"/m/{id}/step", headers=wanted).status_code == 405
    assert facts(table(pair[0], id, seat=0, utm_source="elsewhere"))["draft"] == "", "what nobody reads is nobody's mistake"


def test_a_turn_that_is_confirmed_twice_is_played_once(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    shown = table(pair[0], id)
    once, twice = (click(pair[0], id, shown, "d4,e5", confirm=True) for _ in range(2))
    assert once.text == twice.text and facts(once.text)["turn"] == "1"


def test_a_page_that_is_a_little_behind_need_not_ask_twice(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    play(pair[0], id)
    play(pair[1], id)
    shown = [table(browser, id) for browser in pair]
    acting = next(k for k in (0, 1) if facts(shown[k])["acting"])
    for do in ("leave", "return"):
        assert deed(pair[1 - acting], id, shown[1 - acting], do).status_code == 200
    draft = f"{targets(shown[acting])[0]},{targets(shown[acting])[-1]}"
    played = click(pair[acting], id, shown[acting], draft, confirm=True)
    assert played.status_code == 200 and facts(played.text)["turn"] == "3"


def test_a_turn_that_is_no_longer_the_same_is_not_played(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    play(pair[0], id)
    shown = table(pair[1], id)
    assert deed(pair[0], id, table(pair[0], id), "undo").status_code == 200
    for confirm in (True, False):
        answer = click(pair[1], id, shown, "dark", confirm=confirm)
        assert answer.status_code == 200 and facts(answer.text)["turn"] == "0"
        assert part(answer.text, "bar").startswith("That came too late, and nothing was done: ")
        assert "takes the move back. " in part(answer.text, "bar")
    assert "too late" not in table(pair[1], id), "it is said once"


def test_a_turn_is_not_played_on_another_board_than_was_seen(pair: tuple[Browser, Browser]) -> None:
    """As many turns as before have been played, but others."""
    id = seated(pair, "ponte")
    first = table(pair[0], id)
    assert click(pair[0], id, first, "a1,b1", confirm=True).status_code == 200
    shown = table(pair[1], id)
    assert deed(pair[0], id, table(pair[0], id), "undo").status_code == 200
    assert click(pair[0], id, table(pair[0], id), "d4,e5", confirm=True).status_code == 200
    answer = click(pair[1], id, shown, "dark", confirm=True)
    assert facts(answer.text)["turn"] == "1" and "Choose your colour" in part(answer.text, "headline")
    assert "That came too late" in part(answer.text, "bar") and "d4" in part(answer.text, "bar")


def test_what_is_done_too_late_says_what_came_first(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    play(pair[0], id)
    shown = table(pair[0], id)
    play(pair[1], id)
    late = deed(pair[0], id, shown, "undo")
    assert late.status_code == 200 and facts(late.text)["turn"] == "2"
    assert "That came too late, and nothing was done: Zoé takes" in part(late.text, "bar")


def test_a_click_is_refused_from_another_site_from_nobody_and_on_somebody_elses_seat(
    open_browser: OpenBrowser, pair: tuple[Browser, Browser]
) -> None:
    id = seated(pair, "ponte")
    shown = table(pair[0], id)
    sent = {"seat": 0, "ply": int(facts(shown)["ply"]), "turn": 0, "draft": "d4,e5", "confirm": True}
    for act, body in (("step", sent), ("deed", {"seat": 0, "ply": sent["ply"], "do": "resign"})):
        elsewhere = pair[0].post(f"/m/{id}/{act}", json=body, headers={"Origin": "https://elsewhere.example"})
        assert elsewhere.status_code == 403
        assert open_browser().post(f"/m/{id}/{act}", json=body).status_code == 401
        answer = pair[1].post(f"/m/{id}/{act}", json=body, headers={"Accept": "text/html, application/json"})
        assert answer.status_code == 403 and answer.json() == {"error": "seat 1 is not yours"}
        assert pair[0].post(f"/m/{id}/{act}", json={**body, "more": 1}).status_code == 422
    assert table(pair[0], id) == shown


def test_whatever_is_done_beside_the_moves_is_answered_with_the_table(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    play(pair[0], id)
    shown = table(pair[0], id)
    back = deed(pair[0], id, shown, "undo").text
    assert facts(back)["turn"] == "0" and back == table(pair[0], id)
    late = deed(pair[0], id, shown, "undo")
    assert late.status_code == 200 and late.text == back, "what comes too late is not done again"
    refused = deed(pair[0], id, back, "agree")
    assert refused.status_code == 400 and refused.json() == {"error": "nobody asks you for a take-back"}
    away = deed(pair[0], id, back, "leave").text
    assert "A bot plays for you" in part(away, "headline") and "Take your seat back" in part(away, "bar")
    assert "A bot plays for you" not in part(deed(pair[0], id, away, "return").text, "headline")
    over = deed(pair[1], id, table(pair[1], id), "resign").text
    assert "wins: you have resigned" in part(over, "headline")


@pytest.mark.parametrize("game", TOGETHER)
def test_nobody_sees_a_running_round_of_others(open_browser: OpenBrowser, game: str) -> None:
    """Whatever somebody has done in the running round, the pages of everybody else are one and the same."""
    secretive, quick, slow, watcher = (open_browser() for _ in range(4))
    id = new_match(secretive, game, ME, LINK, LINK)
    for browser in (quick, slow):
        browser.post(f"/m/{id}/join")
    eyes = [(browser, f"/m/{id}/{what}") for browser in (quick, slow, watcher) for what in ("table", "replay", "game.pont")]

    def both_play(choice: int) -> tuple[str, list[str]]:
        secret = play(secretive, id, choice=choice)
        play(quick, id)
        return secret, [re.sub(r'data-ply="\d+"|"ply":\d+', "", page(*look)) for look in eyes]

    first, seen = both_play(0)
    for seat, browser in ((1, quick), (0, secretive)):
        undone = {"ply": int(facts(table(browser, id))["ply"]), "seat": seat}
        assert browser.post(f"/api/matches/{id}/undo", json=undone).status_code == 200
    second, seen_now = both_play(-1)
    assert first != second and second in page(secretive, f"/m/{id}/game.pont")
    assert seen_now == seen


@pytest.mark.parametrize("game", TOGETHER)
def test_people_at_one_device_pass_it_on_before_anything_is_shown(browser: Browser, game: str) -> None:
    id = new_match(browser, game, person("Ann"), person("Bo"))
    asked = table(browser, id)
    assert "Pass the device to Ann" in asked and "<svg" not in part_markup(asked, "board")
    shown = table(browser, id, seat=0)
    assert "<svg" in part_markup(shown, "board") and targets(shown)
    play(browser, id, 0)
    asked = table(browser, id, seat=0)
    assert "Pass the device to Bo" in asked and "<svg" not in part_markup(asked, "board")
    assert targets(table(browser, id, seat=1, pick=""))


@pytest.mark.parametrize("game", TOGETHER)
def test_people_at_one_device_who_wait_for_others_see_what_everybody_may(open_browser: OpenBrowser, game: str) -> None:
    """After a reload nobody knows which of them looks."""
    device, other, watcher = (open_browser() for _ in range(3))
    id = new_match(device, game, person("Ann"), person("Bo"), LINK)
    other.post(f"/m/{id}/join")
    for seat in (0, 1):
        play(device, id, seat)
    assert facts(table(device, id, seat=1))["seat"] == "1", "Bo has the device"
    assert facts(table(device, id))["seat"] == ""
    assert part_markup(table(device, id), "board") == part_markup(table(watcher, id), "board")
    assert page(device, f"/m/{id}/game.pont") == page(watcher, f"/m/{id}/game.pont")


def test_people_at_one_device_see_the_seat_that_acts(browser: Browser) -> None:
    id = new_match(browser, "ponte", person("Ann"), person("Bo"))
    assert "Ann: Lay two light tiles" in table(browser, id)
    play(browser, id)
    assert all("Bo: Choose your colour" in part(table(browser, id, **more), "headline") for more in ({}, {"seat": 0}))


def test_an_unknown_view_or_pick_is_no_error(browser: Browser) -> None:
    for game in names():
        id = new_match(browser, game, ME, person("Bo"))
        assert table(browser, id, seat=0, view="nowhere", pick="nothing")


def test_the_log_tells_turns_newest_first_with_links_to_the_replay(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    play(pair[0], id)
    play(pair[1], id)
    html = table(pair[0], id)
    assert re.findall(rf"/m/{id}/replay\?move=(\d+)", html) == ["2", "1"]
    assert "Zoé takes light" in part(html, "moves")


def test_manners_are_offered_when_they_are_due(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    play(pair[0], id)
    assert 'data-do="undo"' in table(pair[0], id) and 'data-do="undo"' not in table(pair[1], id)
    play(pair[1], id)
    assert 'data-do="ask"' in table(pair[0], id)
    assert pair[0].post(f"/api/matches/{id}/ask", json={"seat": 0}).status_code == 200
    assert 'data-do="agree"' in table(pair[1], id) and 'data-do="agree"' not in table(pair[0], id)
    assert pair[1].post(f"/api/matches/{id}/resign", json={"seat": 1}).status_code == 200
    over = table(pair[0], id)
    assert "has resigned" in part(over, "headline") and 'data-do="rematch"' in over and targets(over) == []


def test_the_replay_goes_to_any_move_by_its_link(pair: tuple[Browser, Browser]) -> None:
    id = seated(pair, "ponte")
    first = play(pair[0], id)
    play(pair[1], id)
    start = page(pair[0], f"/m/{id}/replay", move=0)
    assert "The beginning" in start and "?move=1" in start
    one = page(pair[0], f"/m/{id}/replay", move=1)
    assert all(cell in part(one, "headline") for cell in first.split(","))
    assert 'aria-current="true"' in one and "replay?move=1" in one
    assert part(page(pair[0], f"/m/{id}/replay", move=999), "headline") == part(page(pair[0], f"/m/{id}/replay"), "headline")


def test_pages_are_in_the_readers_language(open_browser: OpenBrowser) -> None:
    browser = open_browser(**{"Accept-Language": "fr"})
    id = new_match(browser, "ponte", ME, person("Bo"))
    html = page(browser, f"/m/{id}")
    assert 'lang="fr"' in html and "Saisir un coup" in html and "Type a move" not in html


def test_a_wrong_link_is_not_found(open_browser: OpenBrowser) -> None:
    for address in ("/m/nothing", "/m/nothing/table", "/m/nothing/replay", "/m/nothing/game.pont"):
        assert open_browser().get(address).status_code == 404


PARTS = ("_board", "_bar", "_turn", "_typed", "_attributes", "_seats", "_permissions", "_facts", "_log", "replay")  # of a table


def test_no_game_is_known_to_scripts_or_templates() -> None:
    for path in [*STATIC.glob("*.js"), STATIC / "table.css"]:
        assert not any(name in path.read_text(encoding="utf-8").lower() for name in names()), path.name
    english = templates("en")
    loader = english.loader
    assert loader is not None
    for name in loader.list_templates():
        if "table" in name or name.removesuffix(".html") in PARTS:
            source = loader.get_source(english, name)[0].lower()
            assert not any(re.search(rf"\b{game}\b", source) for game in names()), name
