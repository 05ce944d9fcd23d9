"""Nothing that anybody can ask for depends on what they may not know.

The same match is played on several servers. In the running round one seat plays something else on each; everybody else asks for
all there is, by HTTP and by socket, and must get the same answers, letter by letter.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from ponticello.server.matches import new_match
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.snapshot import NOBODY_HERE
from tests.server.served import Guest, Running, random_turn, running, settings, socket

pytestmark = pytest.mark.slow

SEATS = [{"kind": "me"}, {"kind": "link"}, {"kind": "link"}]
SEED = "0123456789abcdef" * 2
MOMENT = 1_000_000_000.0
ANN, BO, CY = range(3)

Story = Callable[["Round"], None]


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives all matches the same name and the same seed, at the same moment, and does not look who is there."""

    async def nobody(matches: Matches, id: str) -> Any:
        return NOBODY_HERE

    fixed = SimpleNamespace(choice=lambda letters: letters[0], token_hex=lambda length: SEED)
    monkeypatch.setattr(new_match, "secrets", fixed)
    monkeypatch.setattr(Matches, "now", lambda self: MOMENT)
    monkeypatch.setattr(Matches, "presence", nobody)


class Round:
    """A match of three in the middle of a round in which nobody has played yet, and all that is said at it from then on."""

    def __init__(self, server: Running, client: httpx.Client, game: str, timed: bool) -> None:
        self.server, self.client = server, client
        self.guests = [server.guest(name) for name in ("Ann", "Bo", "Cy")]
        wish = {"game": game, "seats": SEATS, "clock": {"kind": "game", "minutes": 5, "seconds": 0} if timed else None}
        self.id = client.post("/api/matches", json=wish, headers=self.guests[ANN].bearer).raise_for_status().json()["id"]
        for guest in self.guests[1:]:
            client.post(f"/api/matches/{self.id}/join", headers=guest.bearer).raise_for_status()
        self.dice = random.Random(7)
        for _ in range(2):
            for seat in (CY, ANN, BO):
                self.play(seat)

    def play(self, seat: int, dice: random.Random | None = None) -> str:
        guest = self.guests[seat]
        move = random_turn(self.client, self.id, guest.bearer, dice or self.dice)
        body = {"move": move, "ply": self.look(guest)["ply"]}
        return self.client.post(f"/api/matches/{self.id}/moves", json=body, headers=guest.bearer).raise_for_status().text

    def undo(self, seat: int) -> None:
        guest = self.guests[seat]
        body = {"ply": self.look(guest)["ply"]}
        self.client.post(f"/api/matches/{self.id}/undo", json=body, headers=guest.bearer).raise_for_status()

    def look(self, guest: Guest) -> Any:
        return self.client.get(f"/api/matches/{self.id}", headers=guest.bearer).raise_for_status().json()

    def answers(self, guest: Guest | None) -> dict[str, str]:
        """Returns everything that somebody can get to know, by cookie and by token."""
        told: dict[str, str] = {}
        here = f"/api/matches/{self.id}"
        token = guest.bearer if guest else {}
        cookie = guest.cookies if guest else {}
        for headers, path in [
            (token, here),
            (cookie, here),
            (token, f"{here}?since=5"),
            *((token, f"{here}{what}?seat={seat}") for seat in (ANN, BO) for what in ("", "/position", "/legal")),
            (token, f"{here}/why?move=a1"),
            (token, f"{here}/why?move=a1-a2&seat=1"),
            (token, "/api/matches?which=mine"),
            (token, "/api/matches"),
            (cookie, f"/m/{self.id}"),
            (cookie, f"/m/{self.id}/table"),
            (cookie, f"/m/{self.id}/table?seat=1&view=2"),
            (cookie, f"/m/{self.id}/replay"),
            (cookie, f"/m/{self.id}/game.pont"),
        ]:
            answer = self.client.get(path, headers=headers)
            assert answer.status_code == 200 or "/why" in path, path
            told[f"{path} {list(headers)}"] = f"{answer.status_code} {answer.text}"
        for act, body in (
            ("moves", {"move": "nonsense", "ply": 0}),
            ("moves", {"move": "nonsense", "ply": 0, "seat": BO}),
            ("answer", {"agree": True}),
        ):
            answer = self.client.post(f"{here}/{act}", json=body, headers=token)
            told[f"{act} {body}"] = f"{answer.status_code} {answer.text}"
        for act, body in (
            ("step", {"seat": ANN, "ply": 0, "turn": 0, "draft": "nonsense"}),
            ("step", {"seat": BO, "ply": 0, "turn": 0, "draft": "nonsense", "confirm": True, "wanted": BO, "view": "2"}),
            ("deed", {"seat": BO, "ply": 0, "do": "undo"}),
            ("deed", {"seat": CY, "ply": 0, "do": "agree"}),
        ):
            answer = self.client.post(f"/m/{self.id}/{act}", json=body, headers={**cookie, "Accept": "application/json"})
            told[f"{act} {body}"] = f"{answer.status_code} {answer.text}"
        for headers, query in ((token, {}), (cookie, {"seat": BO})):
            with socket(self.server, self.id, headers, **query) as eyes:
                told[f"socket {query}"] = str(eyes.connection.recv(10))
        port = re.compile(rf"(:|%3A){self.server.port}\b")  # and not just its digits, which may stand in a hash as well
        told = {key: port.sub(":PORT", text) for key, text in told.items()}
        return {key: re.sub(r'data-alias="\w+"', "", text) for key, text in told.items()}  # a hash of who looks, new each time

    def everybody_but(self, hidden: int) -> list[dict[str, str]]:
        return [self.answers(guest) for guest in [*self.guests[:hidden], *self.guests[hidden + 1 :], None]]


def one_thing(round: Round) -> None:
    round.play(BO, random.Random(1))


def another(round: Round) -> None:
    round.play(BO, random.Random(2))


def another_after_taking_back_the_first(round: Round) -> None:
    one_thing(round)
    round.undo(BO)
    another(round)


def all_answers(folder: Path, game: str, story: Story, timed: bool) -> dict[str, Any]:
    """Returns all that is said at a match where one seat does something hidden."""
    folder.mkdir(parents=True)
    with running(settings(folder)) as server, server.client() as client:
        round = Round(server, client, game, timed)
        with socket(server, round.id, round.guests[CY].bearer) as eyes:
            eyes.next()
            story(round)
            told: dict[str, Any] = {}
            told["known to its player"] = round.client.get(f"/api/matches/{round.id}", headers=round.guests[BO].bearer).text
            told["to a move"] = round.play(ANN)
            told["after it"] = round.everybody_but(BO)
            told["to the end of the round"] = round.play(CY)
            while (shot := eyes.next())["ply"] != round.look(round.guests[CY])["ply"]:
                assert SEED not in str(shot)
            told["on an old socket"] = shot["events"]
            told["after the round"] = round.everybody_but(BO)
        everything = str(told)
        assert SEED not in everything
        for guest in round.guests:
            for secret in (guest.id, guest.token, guest.cookie):
                assert secret not in everything
        return told


@pytest.mark.parametrize("game", ["hashi", "connections"])
def test_what_is_hidden_changes_no_answer(tmp_path: Path, game: str) -> None:
    first, second = (all_answers(tmp_path / story.__name__, game, story, True) for story in (one_thing, another))
    assert first["known to its player"] != second["known to its player"]
    assert first["after the round"] != second["after the round"]
    for moment in ("to a move", "after it"):
        assert_same(first[moment], second[moment])


@pytest.mark.parametrize("game", ["hashi", "connections"])
def test_what_is_taken_back_unseen_changes_no_answer(tmp_path: Path, game: str) -> None:
    stories = (another, another_after_taking_back_the_first)
    first, second = (all_answers(tmp_path / story.__name__, game, story, False) for story in stories)
    assert first["known to its player"] != second["known to its player"]
    for moment in ("to a move", "after it", "to the end of the round", "on an old socket", "after the round"):
        assert_same(first[moment], second[moment])


def assert_same(one: Any, other: Any) -> None:
    """Compares answer by answer, so that a difference has a name."""
    if isinstance(one, list):
        for told, told_there in zip(one, other, strict=True):
            for question in told:
                assert told[question] == told_there[question], question
    assert one == other
