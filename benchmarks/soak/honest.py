"""Honest people: what they do, and how long they wait."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

import httpx

from benchmarks.load import allow_sockets
from tests.server.crowd import Crowd, Meeting

MINUTE = 60.0
GUESTS = 6  # honest people who play against the friendliest bot, one match after the other
RECOVERY = 90.0  # seconds after the siege until all can play again

Result = TypeVar("Result")


@dataclass
class Seen:
    """What honest people have seen in one part of the soak."""

    answers: list[float] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)  # seconds until the friendliest bot had answered
    accepted: dict[str, list[int]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    everybody_went_on: bool = False


async def friend_of_bots(addresses: list[str], waits: list[float], until: float) -> None:
    """Plays against the friendliest bot and notes how long each of its turns took."""
    async with httpx.AsyncClient(timeout=MINUTE) as client:
        while time.monotonic() < until:
            try:
                seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
                made = await client.post(f"{addresses[0]}/api/matches", json={"game": "ponte", "seats": seats})
                if made.status_code == 201:
                    await one_match(client, addresses, made.json()["id"], waits, until)
            except (httpx.HTTPError, KeyError, ValueError):
                pass
            await asyncio.sleep(1.0)


async def one_match(client: httpx.AsyncClient, addresses: list[str], match: str, waits: list[float], until: float) -> None:
    """Plays one match at random."""
    asked: float | None = None
    while time.monotonic() < until:
        url = f"{addresses[0]}/api/matches/{match}"
        told = (await client.get(f"{url}/legal")).raise_for_status().json()
        if told["moves"]:
            if asked is not None:
                waits.append(time.monotonic() - asked)
                asked = None
            await asyncio.sleep(random.uniform(1.0, 3.0))
            draft = {"move": random.choice(told["moves"]), "ply": told["ply"]}
            answer = await client.post(f"{url}/moves", json=draft)
            if answer.status_code == 200 and not answer.json()["your_turn"]:
                asked = time.monotonic()
            continue
        if (await client.get(url)).raise_for_status().json()["status"] == "over":
            return
        await asyncio.sleep(0.25)


async def play(meetings: list[Meeting], addresses: list[str], think: float, seconds: float) -> Seen:
    """Lets honest people play for a while, and then waits until everybody has made one more move."""
    crowd = Crowd(meetings, addresses, lambda: random.uniform(0.5 * think, 1.5 * think))
    crowd.patient = True
    seen = Seen()

    async def while_it_lasts() -> None:
        until = time.monotonic() + seconds
        friends = [asyncio.create_task(friend_of_bots(addresses, seen.bots, until)) for _ in range(GUESTS)]
        await asyncio.sleep(seconds)
        await asyncio.gather(*friends)
        seen.answers, seen.arrivals = list(crowd.answers), list(crowd.arrivals)
        crowd.pause = lambda: random.uniform(0.0, 2.0)
        before = [len(meeting.accepted) for meeting in meetings]
        until = time.monotonic() + RECOVERY
        while time.monotonic() < until and not seen.everybody_went_on:
            await asyncio.sleep(1.0)
            seen.everybody_went_on = all(
                len(meeting.accepted) > had or len(meeting.turns) - 1 in meeting.accepted
                for meeting, had in zip(meetings, before, strict=True)
            )

    await crowd.play(while_it_lasts)
    seen.errors = crowd.errors
    seen.accepted = {meeting.id: meeting.accepted for meeting in meetings}
    return seen


def in_process(work: Callable[..., Awaitable[Result]], *arguments: object) -> Result:
    """Runs something asynchronous in this process, with as many sockets as it may have."""
    allow_sockets()

    async def run() -> Result:
        return await work(*arguments)

    return asyncio.run(run())
