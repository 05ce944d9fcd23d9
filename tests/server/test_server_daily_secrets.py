"""Wherever anybody looks, nothing depends on the cards that are still to come today, nor on the answer of a puzzle.

The cards to come, or the answer, are exchanged for others behind everybody's back; every address there is, and every socket, must
say the same as before, letter by letter.
"""

from __future__ import annotations

import re
import time
from dataclasses import replace
from typing import Any

import httpx
import pytest
from sqlalchemy import update
from websockets.sync.client import connect

from ponticello.analysis.puzzles.book import shelf
from ponticello.server.matches.registry import Matches
from ponticello.server.storage.schema import daily_days
from ponticello.table.days import seed_of
from ponticello.table.shuffle import Shuffle
from tests.server.everywhere import addresses
from tests.server.served import Guest, Running, socket
from tests.server.test_server_daily import (
    DEALT,
    PUZZLED,
    client,
    day_of,
    play_on,
    puzzle_of_day,
    secret_of,
    server,
    sit,
)
from tests.server.test_server_puzzles import other_answer

pytestmark = pytest.mark.slow

__all__ = ["client", "server"]  # the fixtures

MOMENT = 1_000_000_000.0
OTHER = "f" * 64


@pytest.fixture(autouse=True)
def same_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Matches, "now", lambda self: MOMENT)


class Looker:
    """Looks everywhere, as several people."""

    def __init__(self, server: Running, client: httpx.Client, **blanks: Any) -> None:
        self.server, self.client = server, client
        self.addresses = addresses(server, code="nonsense", found="0", **blanks)

    def look(self, *guests: Guest | None) -> dict[str, str]:
        """Returns all that these people are told, by address."""
        told = {}
        for guest in guests:
            who = "nobody" if guest is None else guest.name
            for headers in (guest.bearer, guest.cookies) if guest else ({},):
                for address in self.addresses:
                    answer = self.client.get(address, headers=headers)
                    assert answer.status_code < 500, address
                    text = f"{answer.status_code} {answer.headers.get('location')} {answer.text}"
                    told[f"{who} {address} {list(headers)}"] = text
            with connect(f"{self.server.socket_url}/lobby/live", additional_headers=guest.cookies if guest else {}) as eyes:
                told[f"{who} lobby"] = str(eyes.recv(10))
        return {key: re.sub(r'data-alias="\w+"', "", text) for key, text in told.items()}  # a hash of who looks, new each time


def wait_until_gone(client: httpx.Client, id: str, guest: Guest) -> None:
    """Waits until the server has noticed that the player of a match no longer looks, which the match says too."""
    while client.get(f"/api/matches/{id}", headers=guest.bearer).json()["seats"][0]["here"]:
        time.sleep(0.01)


def other_cards(server: Running, id: str, day: str, game: str) -> None:
    """Exchanges the secret of a day, and with it all cards that a match has still to come."""

    async def exchange() -> None:
        table = await server.server.matches.open(id)
        assert table.match is not None
        table.match.shuffle = Shuffle(seed_of(OTHER, day, game))
        table.facts = replace(table.facts, seed=table.match.shuffle.seed)
        async with server.server.storage._transaction() as connection:
            await connection.execute(update(daily_days).values(secret=OTHER))

    server.call(exchange())


@pytest.mark.parametrize("game", DEALT)
def test_nothing_depends_on_the_cards_that_are_still_to_come(server: Running, client: httpx.Client, game: str) -> None:
    ann, eve = server.guest("Ann"), server.guest("Eve")
    shot = play_on(client, sit(client, game, ann), ann, luck=4, turns=2)
    day, id = secret_of(server), shot["id"]
    looker = Looker(server, client, id=id, game=game, day=day.day, number=1)
    told = looker.look(ann, eve, None)
    own = [text for key, text in told.items() if key.startswith("Ann") and id in key and text.startswith("200")]
    assert len(own) > 6, "who plays sees the match"
    assert all(text.startswith(("403", "405")) for key, text in told.items() if not key.startswith("Ann") and id in key)
    with socket(server, id, ann.bearer) as eyes:
        told["socket"] = str(eyes.next())
    wait_until_gone(client, id, ann)
    other_cards(server, id, day.day, game)
    again = looker.look(ann, eve, None)
    with socket(server, id, ann.bearer) as eyes:
        again["socket"] = str(eyes.next())
    hashes = {Shuffle(seed_of(secret, day.day, game)).hash for secret in (day.secret, OTHER)}
    for key, text in told.items():
        assert without(text, hashes) == without(again[key], hashes), key
    assert any(text != again[key] for key, text in told.items()), "the cards are other ones indeed: their hash is shown"


def without(text: str, hashes: set[str]) -> str:
    for each in hashes:
        text = text.replace(each, "")
    return text


@pytest.mark.parametrize("game", PUZZLED)
def test_nothing_depends_on_the_answer_of_the_puzzle_of_the_day(
    server: Running, client: httpx.Client, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve, day = server.guest("Eve"), day_of(client)["day"]
    puzzle, book = puzzle_of_day(server, game), shelf(game)
    looker = Looker(server, client, id="nonsense", game=game, day=day, number=puzzle.number)
    told = looker.look(eve, None)
    assert sum(text.startswith("200") for text in told.values()) > 60
    exchanged = tuple(other_answer(each) if each is puzzle else each for each in book)
    for module in ("pages.puzzles", "daily.daily"):
        monkeypatch.setattr(f"ponticello.server.{module}.shelf", lambda name: exchanged if name == game else shelf(name))
    assert looker.look(eve, None) == told
