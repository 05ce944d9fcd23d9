"""A crowd at the tables of a real server: matches with two people each, who play games that were drawn up beforehand."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from sqlalchemy import insert
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import ponticello as pc
from ponticello.server.access.identity import Identity, new_guest
from ponticello.server.matches.clock import ClockRule
from ponticello.server.matches.facts import PERSON, PLAYING, Facts, Seat
from ponticello.server.settings import Settings
from ponticello.server.storage.database import Storage, Summary
from ponticello.server.storage.schema import guests
from tests.server.caller import Answer, Caller

GAME = "ponte"  # for two, in turns, and without chance: a game can be drawn up before it is played
JOINER = pc.game(GAME).rulebook.joiner
PATIENCE = 300  # seconds; only what has gone wrong waits that long
RETRY = 0.2
CLICK = (0.5, 1.5)  # seconds from one click to the next within a turn
SERVE = ("-m", "ponticello", "serve")
IMPATIENT = ("-m", "tests.server.impatient")
INTERPRETED = {"PONTICELLO_INTERPRET": "1"}
AWAY = (429, 502, 503, 504)  # statuses of a server that asks for patience
CALLERS = 100  # requests at a time, each on a connection of its own


def draw_up(seed: int, most: int = 1000) -> list[str]:
    """Returns the turns of a game between two who play at random: of a whole one, or not many more than are asked for."""
    dice, match = random.Random(seed), pc.game(GAME).match(seed=seed)
    while not match.over and (len(match.moves) < 2 * most or match.position.mid_turn(match.actors[0])):
        match.play(dice.choice(match.legal()))
    return [str(turn) for turn in match.turns()]


@dataclass
class Meeting:
    """A match of two people: who they are, what they will play, and what the server has promised them."""

    id: str
    cookies: tuple[str, str]
    turns: list[str]
    accepted: list[int] = field(default_factory=list)  # which of the turns, in the order in which it said so


async def seat(
    settings: Settings, games: Sequence[list[str]], count: int, clock: ClockRule | None = None, prefix: str = "crowd"
) -> list[Meeting]:
    """Makes matches in a database, with everybody at the table; every other one has the clock that is given."""
    storage = Storage(settings)
    await storage.open()
    identity = Identity(storage, await storage.key("secret", secrets.token_urlsafe(32)))
    people = [new_guest() for _ in range(2 * count)]
    now, meetings = time.time(), []
    async with storage.engine.begin() as connection:
        await connection.execute(insert(guests), [{"id": each.id, "name": each.name, "created": now} for each in people])
    for k in range(count):
        pair = people[2 * k : 2 * k + 2]
        seats = tuple(Seat(PERSON, each.id, f"Player {place}") for place, each in enumerate(pair))
        rule = clock if k % 2 else None
        facts = Facts(f"{prefix}{k:05}", GAME, pc.game(GAME).options, seats, rule, secrets.token_hex(16), now, pair[0].id)
        await storage.create(facts, Summary(PLAYING, False, now, None))
        meetings.append(Meeting(facts.id, (identity.cookie(pair[0]), identity.cookie(pair[1])), games[k % len(games)]))
    await storage.close()
    return meetings


class Process:
    """`ponticello serve` in a process of its own."""

    def __init__(
        self,
        database: str,
        *arguments: str,
        port: int = 0,
        program: Sequence[str] = SERVE,
        environment: Mapping[str, str] = INTERPRETED,
    ) -> None:
        command = [sys.executable, *program, "--port", str(port), "--database", database, *arguments]
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed with the process; a pipe would fill up and stop it
        self.popen = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env={**os.environ, **environment},
            start_new_session=True,
        )
        assert self.popen.stdout is not None
        self.greeting = self.popen.stdout.readline()  # comes when the server answers
        assert self.greeting.startswith("Ponticello is at "), self.said()
        self.url = self.greeting.split()[3]
        self.port = int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """Ends it, and whatever it has started, without a word of warning."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.communicate()

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        """Tells it to stop; returns the exit code and all it has said."""
        self.popen.send_signal(number)
        out, _ = self.popen.communicate(timeout=PATIENCE)
        return self.popen.returncode, self.greeting + out, self.said()

    def said(self) -> str:
        """Returns what it has logged so far."""
        self._log.seek(0)
        return self._log.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.popen.poll() is None:
            self.kill()
        assert self.popen.stdout is not None
        self.popen.stdout.close()
        self._log.close()


class Crowd:
    """Everybody at some tables, each with a socket, moving at their own pace until they are told to stop."""

    def __init__(
        self,
        meetings: Sequence[Meeting],
        addresses: Sequence[str],
        pause: Callable[[], float],
        begin: asyncio.Event | None = None,
    ) -> None:
        self.meetings = meetings
        self.begin = begin  # what everybody waits for before the first move
        self.addresses = list(addresses)
        self.pause = pause
        self.connected = 0
        self.errors: list[str] = []
        self.answers: list[float] = []  # seconds from sending a move to the answer
        self.arrivals: list[float] = []  # seconds from sending a move to its arrival at the other player's socket
        self.patient = False  # whether an answer that asks for patience is an interruption like any other, and no error
        self.pages = False  # whether everybody has a page, which draws the table and is clicked on, or only a program
        self.fragments: list[float] = []  # seconds to fetch the table, with pages
        self.steps: list[float] = []  # seconds from a click that does not end a turn to its answer, with pages
        self._sent: dict[tuple[str, int], float] = {}
        self._callers: asyncio.Queue[Caller] = asyncio.Queue()

    async def play(self, until: Callable[[], Awaitable[None]]) -> None:
        """Lets everybody play until something awaited is there."""
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(min(CALLERS, 2 * len(self.meetings))):
                caller = Caller()
                stack.push_async_callback(caller.close)
                self._callers.put_nowait(caller)
            players = [asyncio.create_task(self._sit(meeting, place)) for meeting in self.meetings for place in (0, 1)]
            try:
                await until()
            finally:
                for player in players:
                    player.cancel()
                ends = await asyncio.gather(*players, return_exceptions=True)
        self.errors += [repr(end) for end in ends if isinstance(end, Exception)]

    async def _sit(self, meeting: Meeting, place: int) -> None:
        """Looks at the table, and again after every interruption; with two servers each player begins at another."""
        tries, known = place, 0
        home = f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(1, 255)}"  # else all are one address
        headers = {"Cookie": f"ponticello={meeting.cookies[place]}", "X-Forwarded-For": home}
        while True:
            address = self.addresses[tries % len(self.addresses)]
            url = f"{address.replace('http', 'ws', 1)}/api/matches/{meeting.id}/live?ply={known}&seat={place}"
            try:
                async with connect(url, additional_headers=headers, compression=None, open_timeout=PATIENCE) as socket:
                    first = json.loads(await socket.recv())
                    self.connected += 1
                    try:
                        if first["ply"] < known:
                            self.errors.append(f"{known} rows of {meeting.id} were known, and only {first['ply']} are left")
                        known = await self._see(meeting, place, first, address, headers)
                        async for message in socket:
                            shot = json.loads(message)
                            if shot.get("ply", -1) >= known:  # what waited while a move was made may be of the past
                                known = await self._see(meeting, place, shot, address, headers)
                    finally:
                        self.connected -= 1
            except (OSError, WebSocketException):
                pass
            tries += 1
            await asyncio.sleep(RETRY)

    async def _see(self, meeting: Meeting, place: int, shot: dict[str, Any], address: str, headers: dict[str, str]) -> int:
        """Answers to how the table stands; returns how much has been seen."""
        ply = int(shot["ply"])
        news = any(event["seat"] != place for event in shot["events"])
        sent = self._sent.pop((meeting.id, ply - 1), None) if news else None
        if sent is not None:
            self.arrivals.append(time.perf_counter() - sent)
        if self.pages and (news or ply == 0):
            began = time.perf_counter()
            answer = await self._call("GET", f"{address}/m/{meeting.id}/table?seat={place}", headers)
            self.fragments.append(time.perf_counter() - began)
            if answer.status_code != 200:
                self.errors.append(f"{answer.status_code} for a board")
        if not shot["your_turn"] or ply == len(meeting.turns):
            return ply
        if self.begin is not None:
            await self.begin.wait()
        await asyncio.sleep(self.pause())
        if self.pages:
            return await self._click(meeting, place, ply, f"{address}/m/{meeting.id}/step", headers)
        turn = {"move": meeting.turns[ply], "ply": ply, "seat": place}
        return await self._send(meeting, ply, f"{address}/api/matches/{meeting.id}/moves", headers, turn)

    async def _click(self, meeting: Meeting, place: int, ply: int, address: str, headers: dict[str, str]) -> int:
        """Puts a turn together step by step and confirms it, as a page does; one step alone needs no confirmation."""
        steps = meeting.turns[ply].split(JOINER)
        for number in range(1, len(steps) + 1) if len(steps) > 1 else ():
            began = time.perf_counter()
            draft = {"draft": JOINER.join(steps[:number]), "turn": ply, "ply": ply, "seat": place}
            answer = await self._call("POST", address, headers, draft)
            self.steps.append(time.perf_counter() - began)
            if answer.status_code != 200:
                self.errors.append(f"{answer.status_code}: {answer.text[:200]}")
            await asyncio.sleep(random.uniform(*CLICK))
        turn = {"draft": meeting.turns[ply], "turn": ply, "ply": ply, "seat": place, "confirm": len(steps) > 1}
        return await self._send(meeting, ply, address, headers, turn)

    async def _send(self, meeting: Meeting, ply: int, address: str, headers: dict[str, str], turn: dict[str, Any]) -> int:
        """Plays a turn; returns how much has been seen then."""
        began = self._sent[meeting.id, ply] = time.perf_counter()
        answer = await self._call("POST", address, headers, turn)
        if answer.status_code != 200:
            self.errors.append(f"{answer.status_code}: {answer.text[:200]}")
            return ply
        self.answers.append(time.perf_counter() - began)
        meeting.accepted.append(ply)
        return ply + 1

    async def _call(self, method: str, url: str, headers: dict[str, str], body: object = None) -> Answer:
        """Sends a request as soon as somebody is free to."""
        caller = await self._callers.get()
        try:
            async with asyncio.timeout(PATIENCE):  # `wait_for` may swallow that a player is told to stop
                answer = await caller.request(method, url, headers, body)
        finally:
            self._callers.put_nowait(caller)
        if self.patient and answer.status_code in AWAY:
            raise ConnectionError(f"{answer.status_code}: {answer.text[:200]}")
        return answer
