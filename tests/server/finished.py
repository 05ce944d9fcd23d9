"""Matches that are over, for tests of what can be done then: played at random, brought as records, and nearly reviewed."""

from __future__ import annotations

import functools
import json
import random
import time
from dataclasses import replace
from typing import Any

import httpx

import ponticello as pc
from ponticello.analysis.compose import compose
from ponticello.analysis.model import Review
from ponticello.analysis.reviewing import reviewing
from ponticello.server.reviews.content import VERSION, Content
from ponticello.server.storage.reviews import OPEN
from ponticello.server.storage.schema import reviews
from ponticello.table.pont import split_records
from tests.server.served import PATIENCE, Guest, Running


@functools.cache
def record(game: str = "skybridge", players: int = 2, seed: int = 3, *, until: int | None = None) -> str:
    """Returns the record of a match between two who play at random; of an unfinished one, if only so many moves are wanted."""
    return played(game, players, seed, until=until).record()


def played(game: str = "skybridge", players: int = 2, seed: int = 3, *, until: int | None = None) -> pc.Match:
    """Returns such a match."""
    dice, match = (
        random.Random(seed),
        pc.game(game).match(players, seed=f"finished {seed}", names=["Ann", "Bo", "Cy", "Di"][:players]),
    )
    while not match.over and (until is None or match.length < until or match.position.mid_turn(match.actors[0])):
        match.play(dice.choice(match.legal_moves(match.actors[0])))
    return match


def bring(client: httpx.Client, guest: Guest, text: str) -> dict[str, Any]:
    """Brings a record to a server; returns the match that it becomes."""
    answer = client.post("/api/import", json={"record": text}, headers=guest.bearer)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


@functools.cache
def nearly_reviewed(text: str, left: int) -> str:
    """Returns the review of a record at which so many steps are still to be looked at with one simulation."""
    [one] = split_records(text)
    first = next(iter(reviewing(one.replay(), simulations=1, threads=1)))
    studies = [replace(study, simulations=1) if k >= left else study for k, study in enumerate(first.studies)]
    return replace(first, studies=tuple(studies), target=1, finished=left == 0).to_json()


def with_a_mistake(text: str) -> tuple[str, int]:
    """Returns a finished review of a record in which one turn in the middle is a turning point, and its number."""
    [one] = split_records(text)
    match = one.replay()
    first = next(iter(reviewing(match, simulations=1, threads=1)))
    turns = match.turns()
    number = next(k for k, turn in enumerate(turns, start=1) if k > len(turns) // 3 and turn.seat != pc.CHANCE)
    turn = turns[number - 1]
    before = match.position_after(turn.at)
    better = next(moves for moves in before.legal_turns(turn.seat) if [m.action for m in moves] != [m.action for m in turn.moves])
    given_up = tuple(-(seat == turn.seat) * 3 * first.unit // 10 for seat in range(match.players))
    actions = tuple(move.action for move in better)
    studies = [replace(study, simulations=64) for study in first.studies]
    studies[number - 1] = replace(studies[number - 1], given_up=given_up, best=actions, sure=True, exact=False)
    review = compose(match, studies, seed=0, target=64, finished=True)
    return review.to_json(), number


def begin_review(server: Running, id: str, content: str | None, guest: str = "somebody") -> None:
    """Keeps a review as a server has left it that is gone."""

    async def keep() -> None:
        async with server.server.storage._transaction() as connection:
            text = None if content is None else Content(content).to_json()
            values = {"match": id, "version": VERSION, "state": OPEN, "content": text, "guest": guest}
            await connection.execute(reviews.insert().values(**values, asked=time.time(), server="gone", beat=0.0))

    server.call(keep())


def wait_for_review(client: httpx.Client, id: str, *, state: str | None = "done", studied: int = -1) -> dict[str, Any]:
    """Waits until a review is in a state, or any, and so many of its steps have been looked at with a simulation; returns it."""
    end = time.monotonic() + PATIENCE
    while True:
        shown: dict[str, Any] = client.get(f"/api/matches/{id}/review").raise_for_status().json()
        if state in (shown["state"], None) and studies_of(shown) >= studied:
            return shown
        assert time.monotonic() < end, json.dumps(shown)[:500]
        time.sleep(0.05)


def studies_of(shown: dict[str, Any]) -> int:
    """Returns how many steps of a review have been looked at with a simulation."""
    if shown["review"] is None:
        return -1
    return sum(study.simulations > 0 for study in Review.from_json(json.dumps(shown["review"])).studies)
