"""Several people at several browsers: by link, at once, interrupted, polite."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from ponticello.engine.words import listed
from tests.browser.browser_person import Person
from tests.browser.conftest import Running

pytestmark = pytest.mark.slow

Meet = Callable[..., Person]


def found(host: Person, game: str, seats: list[dict[str, object]], **more: object) -> str:
    """Makes a match through the page's own door and returns its link."""
    host.page.goto("/")
    made = host.page.request.post("/api/matches", data={"game": game, "seats": seats, **more})
    assert made.ok, made.text()
    link = f"/m/{made.json()['id']}"
    host.page.goto(link)
    return link


def join(guest: Person, link: str, name: str) -> None:
    """Sits down by the link."""
    guest.page.goto(link)
    guest.page.fill("#name", name)
    guest.page.click(".join button")
    guest.page.wait_for_selector("#table.playing, #table.waiting")


def test_two_people_by_link(meet: Meet) -> None:
    ann, bo = meet(), meet()
    link = found(ann, "skybridge", [{"kind": "me"}, {"kind": "link"}])
    assert (
        ann.page.locator("#permissions").get_by_text(link.removeprefix("/m/")).count()
        + ann.page.locator("input[readonly]").count()
    )
    join(bo, link, "Bo <b>bold</b>")
    ann.page.wait_for_selector("#table.playing")
    assert ann.page.locator("#seats .place b").nth(1).inner_text() == "Bo <b>bold</b>"
    dice = random.Random(3)
    person, other = (ann, bo) if ann.is_acting else (bo, ann)
    for _ in range(14):
        assert person.wait_to_act()
        person.play_turn(dice)
        person, other = other, person
    person.wait_to_act()
    person.resign()
    for one in (ann, bo):
        one.page.wait_for_selector("#table.over")
    scores = ann.page.locator("#seats .score").all_inner_texts()
    assert scores == bo.page.locator("#seats .score").all_inner_texts() and any(score[0] != "0" for score in scores)


@pytest.mark.parametrize("game", ["hashi", "connections"])
def test_four_people_act_at_once_and_see_the_others_when_the_round_ends(meet: Meet, game: str) -> None:
    people = [meet() for _ in range(4)]
    link = found(people[0], game, [{"kind": "me"}, {"kind": "link"}, {"kind": "link"}, {"kind": "link"}])
    for k, person in enumerate(people[1:], start=2):
        join(person, link, f"Player {k}")
    dice = random.Random(5)
    for _ in range(2):
        for person in people:
            person.wait_to_act()
        before = [int(person.data("turn")) for person in people]
        for k, person in enumerate(people[:3]):
            person.play_turn(dice)
            waiting = [f"Player {number}" for number in range(k + 2, 5)]
            person.page.get_by_text(f"Waiting for {listed(waiting)}").first.wait_for()
        # Who has not acted yet knows nothing of what the others did.
        assert int(people[3].data("turn")) == before[3]
        assert people[3].is_acting
        people[3].play_turn(dice)
        for person, turns in zip(people, before, strict=True):
            person.page.wait_for_function(
                "(turns) => Number(document.getElementById('table').dataset.turn) >= turns + 4", arg=turns
            )
    logs = {person.page.locator("#moves").inner_text() for person in people}
    assert len(logs) == 1


def test_a_lost_connection_in_the_middle_of_a_round_loses_nothing(meet: Meet) -> None:
    ann, bo = meet(), meet()
    link = found(ann, "connections", [{"kind": "me"}, {"kind": "link"}])
    join(bo, link, "Bo")
    dice = random.Random(2)
    ann.wait_to_act()
    bo.may_lose_connection = True
    bo.page.context.set_offline(True)
    ann.play_turn(dice)
    ann.page.get_by_text("Waiting for Bo").first.wait_for()
    bo.page.wait_for_selector("#lost:not([hidden])")
    bo.page.context.set_offline(False)
    bo.page.wait_for_selector("#lost[hidden]", state="attached")
    bo.wait_to_act()
    bo.play_turn(dice)
    for person in (ann, bo):
        person.wait_to_act()
        assert int(person.data("turn")) >= 3


def test_after_a_restart_of_the_server_everybody_plays_on(meet: Meet, server: Running) -> None:
    ann = meet()
    found(ann, "ponte", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    ann.play_on(random.Random(3), turns=1)
    turn = int(ann.data("turn"))
    ann.may_lose_connection = True
    server.stop()
    ann.page.wait_for_selector("#lost:not([hidden])")
    server.start()
    ann.page.wait_for_selector("#lost[hidden]", state="attached")
    ann.play_on(random.Random(3), turns=1)
    ann.wait_for_turn(turn + 1)


def test_undo_and_take_back(meet: Meet) -> None:
    ann, bo = meet(), meet()
    link = found(ann, "skybridge", [{"kind": "me"}, {"kind": "link"}])
    join(bo, link, "Bo")
    ann.page.wait_for_selector("#table.playing")
    dice = random.Random(11)
    first, second = (ann, bo) if ann.is_acting else (bo, ann)
    first.wait_to_act()
    start = int(first.data("turn"))
    first.play_turn(dice)
    first.page.click('[data-do="undo"]')
    first.wait_for_turn(start, back=True)
    first.wait_to_act()
    first.play_turn(dice)
    second.wait_to_act()
    second.play_turn(dice)
    first.wait_for_turn(start + 2)
    first.page.click('[data-do="ask"]')
    second.page.click('[data-do="agree"]')
    for person in (first, second):
        person.wait_for_turn(start, back=True)


def test_a_step_of_a_turn_is_undone_before_it_is_confirmed(meet: Meet) -> None:
    ann = meet()
    found(ann, "ponte", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    ann.wait_to_act()
    ann.click(ann.lit()[0])
    assert ann.data("draft")
    ann.page.click('[data-do="back"]')
    ann.page.wait_for_function("() => document.getElementById('table').dataset.draft === ''")
    ann.click(ann.lit()[5])
    ann.click(ann.lit()[0])
    assert ann.data("complete") == "yes"
    ann.page.keyboard.press("u")
    ann.page.wait_for_function("() => document.getElementById('table').dataset.complete === ''")


def test_several_people_on_one_device(meet: Meet) -> None:
    ann = meet()
    found(ann, "hashi", [{"kind": "me"}, {"kind": "person", "name": "Bo"}])
    dice = random.Random(4)
    seats = set()
    for _ in range(4):
        ann.wait_to_act()
        seats.add(ann.data("seat"))
        ann.play_turn(dice)
        ann.page.wait_for_timeout(50)
    assert seats == {"0", "1"}


def test_somebody_without_a_seat_watches(meet: Meet) -> None:
    ann, eve = meet(), meet()
    link = found(ann, "ponte", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    eve.page.goto(link)
    ann.page.get_by_text("1 onlooker watching").wait_for()
    ann.wait_to_act()
    turn = int(eve.data("turn"))
    ann.play_turn(random.Random(1))
    eve.wait_for_turn(turn + 1)
    assert not eve.is_acting
    assert eve.page.locator("#board [data-move]").count() == 0


def test_two_tabs_of_one_player_agree(meet: Meet) -> None:
    ann = meet()
    link = found(ann, "ponte", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    other = Person(ann.page.context.new_page())
    other.page.goto(link)
    ann.wait_to_act()
    turn = int(other.data("turn"))
    ann.play_turn(random.Random(1))
    other.wait_for_turn(turn + 1)
    assert other.troubles == []
