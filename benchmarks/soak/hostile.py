"""Hostile clients, one function a kind. Each comes from an address of its own and goes on until it is cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

AT_ONCE = 8  # requests of one client under way
PIPES = 100  # connections that one client holds open
DRIP = 1.0  # seconds from byte to byte
BREATH = 0.5  # seconds after a refusal


@dataclass
class Attacker:
    """Somebody at one address, what they attack, and what came of it."""

    address: str  # from where they come
    targets: list[str]
    seen: Counter[str] = field(default_factory=Counter)

    def target(self) -> str:
        """Returns one of the servers."""
        return random.choice(self.targets)

    def client(self) -> httpx.AsyncClient:
        """Returns somebody new, without a cookie."""
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        return httpx.AsyncClient(transport=transport, timeout=60)

    async def ask(self, client: httpx.AsyncClient, method: str, path: str, **more: Any) -> httpx.Response | None:
        """Sends a request and counts what it came to."""
        try:
            answer = await client.request(method, self.target() + path, **more)
        except (httpx.HTTPError, OSError) as error:
            self.seen[type(error).__name__] += 1
            await asyncio.sleep(BREATH)
            return None
        self.seen[str(answer.status_code)] += 1
        if answer.status_code in (429, 503):
            await asyncio.sleep(BREATH)
        return answer

    async def pipe(self, first: bytes, drops: Callable[[], bytes], pause: float) -> None:
        """Opens a connection, sends something, and then more and more, until the server closes it."""
        place = urlsplit(self.target())
        try:
            reader, writer = await asyncio.open_connection(place.hostname, place.port, local_addr=(self.address, 0))
        except OSError as error:
            self.seen[type(error).__name__] += 1
            await asyncio.sleep(BREATH)
            return
        closed = asyncio.create_task(reader.read())
        with contextlib.suppress(OSError):
            writer.write(first)
            while not closed.done():
                writer.write(drops())
                await writer.drain()
                await asyncio.wait({closed}, timeout=pause)
        self.seen["closed by the server"] += 1
        closed.cancel()
        await asyncio.gather(closed, return_exceptions=True)
        writer.close()


Attack = Callable[[Attacker], Awaitable[None]]


async def many(number: int, act: Callable[[], Awaitable[None]]) -> None:
    """Does something for ever, several times at once."""

    async def again() -> None:
        while True:
            await act()

    await asyncio.gather(*(again() for _ in range(number)))


async def endless_header(attacker: Attacker) -> None:
    """Sends a header that never ends, as fast as it is taken."""
    await many(2, lambda: attacker.pipe(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ", lambda: b"a" * 65_536, 0.001))


async def half_sent(attacker: Attacker) -> None:
    """Holds connections with requests that are never finished."""
    await many(PIPES, lambda: attacker.pipe(b"GET / HTTP/1.1\r\nHost: x\r\n", lambda: b"X-Slow: 1\r\n", DRIP))


async def slow_body(attacker: Attacker) -> None:
    """Holds connections with bodies that come byte by byte."""
    head = b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n"
    await many(PIPES, lambda: attacker.pipe(head, lambda: b" ", DRIP))


async def silent(attacker: Attacker) -> None:
    """Holds connections and says nothing."""
    await many(PIPES, lambda: attacker.pipe(b"", lambda: b"", DRIP))


async def new_faces(attacker: Attacker) -> None:
    """Asks for a profile as somebody new every time."""

    async def act() -> None:
        async with attacker.client() as client:
            await attacker.ask(client, "GET", "/me")

    await many(AT_ONCE, act)


async def match_maker(attacker: Attacker) -> None:
    """Makes one match after another, as somebody new every time."""

    async def act() -> None:
        async with attacker.client() as client:
            seats = [{"kind": "me"}, {"kind": "lobby"}]
            await attacker.ask(client, "POST", "/api/matches", json={"game": "ponte", "seats": seats})

    await many(AT_ONCE, act)


async def token_guesser(attacker: Attacker) -> None:
    """Tries tokens."""
    async with attacker.client() as client:

        async def act() -> None:
            bearer = {"Authorization": f"Bearer {secrets.token_urlsafe(32)}"}
            await attacker.ask(client, "GET", "/api/matches?which=mine", headers=bearer)

        await many(AT_ONCE, act)


async def page_hammer(attacker: Attacker) -> None:
    """Draws pages as fast as they come."""
    paths = itertools.cycle(["/", "/lobby", "/games", "/rules/ponte", "/rules/skybridge?theme=dark"])
    async with attacker.client() as client:
        await many(AT_ONCE, lambda: forget(attacker.ask(client, "GET", next(paths))))


async def forget(asked: Awaitable[httpx.Response | None]) -> None:
    """Waits for an answer that nobody reads."""
    await asked


async def bot_hog(attacker: Attacker) -> None:
    """Plays as many matches against the strongest bots as it gets, as fast as it may."""
    async with attacker.client() as client:

        async def act() -> None:
            seats = [{"kind": "me"}, {"kind": "bot", "level": 5}]
            made = await attacker.ask(client, "POST", "/api/matches", json={"game": "skybridge", "seats": seats})
            if made is not None and made.status_code == 201:
                await play_at_random(attacker, client, made.json()["id"])

        await many(40, act)


async def play_at_random(attacker: Attacker, client: httpx.AsyncClient, match: str) -> None:
    """Plays a match to its end."""
    while True:
        told = await attacker.ask(client, "GET", f"/api/matches/{match}/legal")
        if told is None or told.status_code != 200:
            return
        if told.json()["moves"]:
            turn = {"move": random.choice(told.json()["moves"]), "ply": told.json()["ply"]}
            await attacker.ask(client, "POST", f"/api/matches/{match}/moves", json=turn)
            continue
        shot = await attacker.ask(client, "GET", f"/api/matches/{match}")
        if shot is None or shot.status_code != 200 or shot.json()["status"] == "over":
            return
        await asyncio.sleep(DRIP)


async def restless(attacker: Attacker) -> None:
    """Fills a match with rows: leaves, returns, asks, moves and takes back, as fast as it may."""
    async with attacker.client() as client, attacker.client() as other:
        while True:
            seats = [{"kind": "me"}, {"kind": "link"}]
            made = await attacker.ask(client, "POST", "/api/matches", json={"game": "ponte", "seats": seats})
            if made is None or made.status_code != 201:
                await asyncio.sleep(BREATH)
                continue
            match = f"/api/matches/{made.json()['id']}"
            await attacker.ask(other, "POST", f"{match}/join")
            for deed in itertools.islice(itertools.cycle(["moves", "undo", "leave", "return", "ask"]), 2000):
                told = await attacker.ask(client, "GET", f"{match}/legal")
                ply = told.json().get("ply", 0) if told is not None and told.status_code == 200 else 0
                body: dict[str, Any] = {"ply": ply} if deed in ("moves", "undo") else {}
                if deed == "moves":
                    body["move"] = "a1"
                await attacker.ask(client, "POST", f"{match}/{deed}", json=body)


async def deaf_sockets(attacker: Attacker) -> None:
    """Opens sockets of a match and never reads them."""
    async with attacker.client() as client:
        made = None
        while made is None or made.status_code != 201:
            seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
            made = await attacker.ask(client, "POST", "/api/matches", json={"game": "hashi", "seats": seats})
        match = made.json()["id"]

        async def act() -> None:
            url = f"{attacker.target().replace('http', 'ws', 1)}/api/matches/{match}/live"
            try:
                async with connect(url, compression=None, max_queue=1, local_addr=(attacker.address, 0)) as socket:
                    socket.transport.pause_reading()
                    await socket.wait_closed()
                attacker.seen["closed by the server"] += 1
            except (OSError, WebSocketException) as error:
                attacker.seen[type(error).__name__] += 1
            await asyncio.sleep(BREATH)

        await many(PIPES, act)


async def babbler(attacker: Attacker) -> None:
    """Sends nonsense to everything."""
    paths = [
        "/",
        "/new",
        "/me",
        "/m/x/step",
        "/m/crowd00001/deed",
        "/api/matches",
        "/api/matches/crowd00001/moves",
        "/%00",
        "/../..",
    ]
    methods = ["GET", "POST", "PUT", "DELETE", "PATCH"]
    async with attacker.client() as client:

        async def act() -> None:
            await attacker.ask(
                client, random.choice(methods), random.choice(paths), content=secrets.token_bytes(random.randrange(300))
            )

        await many(AT_ONCE, act)


ATTACKS: tuple[Attack, ...] = (
    endless_header,
    half_sent,
    slow_body,
    silent,
    new_faces,
    match_maker,
    token_guesser,
    page_hammer,
    bot_hog,
    restless,
    deaf_sockets,
    babbler,
)


async def besiege(targets: list[str], seconds: float) -> dict[str, dict[str, int]]:
    """Lets all of them loose for a while; returns what each has seen."""
    attackers = [Attacker(f"127.0.66.{k + 1}", targets) for k in range(len(ATTACKS))]
    tasks = [asyncio.create_task(attack(attacker)) for attack, attacker in zip(ATTACKS, attackers, strict=True)]  # type: ignore[arg-type]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    for attacker, end in zip(attackers, ends, strict=True):
        if isinstance(end, Exception):
            attacker.seen[f"gave up: {end!r}"[:80]] += 1
    return {attack.__name__.replace("_", " "): dict(each.seen) for attack, each in zip(ATTACKS, attackers, strict=True)}
