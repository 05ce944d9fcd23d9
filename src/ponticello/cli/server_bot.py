"""A player of ours at somebody else's web table, over the API that docs/bot-api.md describes."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from ponticello.engine.cores import cores
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.words import listed, say
from ponticello.games import names, rulebook
from ponticello.players import Player, middle_level, player
from ponticello.players.player import choose_turn, write_turn
from ponticello.players.protocol import play_moves
from ponticello.table.game import game as find_game

if TYPE_CHECKING:
    import httpx

POLL = 3.0  # seconds between two looks at the lobby
MOST_MATCHES = 20  # at once
LEAST_WAIT, MOST_WAIT = 0.5, 30.0  # seconds before a lost connection is tried again
PATIENCE = 60.0  # seconds of silence after which a socket is taken for dead
GONE = (4401, 4403, 4404)  # how the server closes a socket that will never be of use
UNKNOWN, STALE, BUSY, BROKEN = 401, 409, 429, 500


class NoTable(PonticelloError):
    """There is no server to play at, or it refuses."""


@dataclass(frozen=True)
class BotRequest:
    """Where a bot goes, as whom, and what it does there."""

    server: str
    token: str
    level: str | None  # None for the level in the middle
    game: str | None = None
    match: str | None = None
    create: bool = False


def run(request: BotRequest) -> None:
    """Plays until the one match is over or, without one, until it is stopped."""
    if request.create and request.game is None:
        raise BadOption(say("say which game to create, for instance --game ponte"))
    for name in [request.game] if request.game else names():
        player_of(request, name).close()
    try:
        import httpx  # noqa: F401
        import websockets  # noqa: F401
    except ImportError:
        raise BadOption(say('a bot needs some more packages: pip install "ponticello[server]"')) from None
    try:
        asyncio.run(Bot(request).work())
    except KeyboardInterrupt:
        log(say("stopped"))
        raise


def player_of(request: BotRequest, game: str, seed: int = 0) -> Player:
    """Returns the player that plays a game."""
    level = f"level{middle_level(rulebook(game))}" if request.level is None else request.level
    return player(level, game=game, seed=seed)


def log(words: str) -> None:
    """Writes a line with the time."""
    print(f"{time.strftime('%H:%M:%S')}  {words}", flush=True)


class Bot:
    """One player at any number of tables of one server."""

    def __init__(self, request: BotRequest) -> None:
        import httpx

        self._request = request
        self._address = (request.server if "://" in request.server else f"http://{request.server}").rstrip("/")
        self._headers = {"Authorization": f"Bearer {request.token}"}
        try:
            self._client = httpx.AsyncClient(base_url=self._address, headers=self._headers, timeout=30)
        except (httpx.InvalidURL, UnicodeError):
            self._fail()
        self._threads = ThreadPoolExecutor(max(1, cores() - 1))
        self._stop = threading.Event()
        self._playing: dict[str, asyncio.Task[None]] = {}

    def _fail(self) -> NoReturn:
        server = self._request.server
        raise NoTable(
            say("there is no Ponticello server at {server}; give the address that you open in a browser", server=server)
        )

    async def work(self) -> None:
        """Does what is asked for."""
        try:
            async with self._client:
                await self._meet()
                id = await self._sit_down()
                await (self._serve() if id is None else self._play(id))
        finally:
            self._stop.set()
            for task in self._playing.values():
                task.cancel()
            await asyncio.gather(*self._playing.values(), return_exceptions=True)
            self._threads.shutdown()

    async def _meet(self) -> None:
        """Makes sure that there is a server, and that it knows us."""
        import httpx

        try:
            answer = await self._client.get("/api/matches?which=mine")
            if answer.status_code == UNKNOWN:
                raise NoTable(answer.json()["error"])
            answer.raise_for_status().json()["matches"]
        except (httpx.HTTPError, httpx.InvalidURL, json.JSONDecodeError, KeyError, TypeError):
            self._fail()

    async def _sit_down(self) -> str | None:
        """Takes a seat at the one match that is wanted, if there is one; returns its id."""
        request = self._request
        if request.match is not None:
            id = request.match.rstrip("/").rsplit("/", 1)[-1]
            await self._told("POST", f"/api/matches/{id}/join")
            return id
        if not request.create or request.game is None:
            return None
        players = next(number for number in rulebook(request.game).players if number > 1)
        seats = [{"kind": "me"}, *[{"kind": "lobby"}] * (players - 1)]
        made = await self._told("POST", "/api/matches", {"game": request.game, "seats": seats})
        log(say("waiting for somebody at {address}", address=f"{self._address}/m/{made['id']}"))
        return str(made["id"])

    async def _serve(self) -> None:
        """Plays all matches that it has, and sits down wherever somebody waits in the lobby."""
        log(say("looking for people to play with at {address}", address=self._address))
        while True:
            for id in await self._look("lobby"):
                if len(self._playing) < MOST_MATCHES and id not in self._playing:
                    await self._ask("POST", f"/api/matches/{id}/join")  # somebody may have been faster
            for id in await self._look("mine"):
                if id not in self._playing:
                    self._playing[id] = asyncio.create_task(self._play(id))
                    self._playing[id].add_done_callback(lambda task, id=id: self._done(id, task))  # type: ignore[misc]
            await asyncio.sleep(POLL)

    def _done(self, id: str, task: asyncio.Task[None]) -> None:
        self._playing.pop(id, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log(say("{where}: {what}", where=id, what=error))

    async def _look(self, which: str) -> list[str]:
        """Returns the matches of a list that are not over, of the wanted game."""
        matches = (await self._told("GET", f"/api/matches?which={which}"))["matches"]
        wanted = self._request.game
        return [match["id"] for match in matches if match["status"] != "over" and wanted in (None, match["game"])]

    async def _told(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Returns what the server answers; a refusal is the end of it all."""
        answer = await self._ask(method, path, body)
        if answer.is_error:
            raise NoTable(answer.json()["error"])
        return answer.json()

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """Asks the server until it answers: while it restarts, or when it says that we ask too often."""
        import httpx

        wait = LEAST_WAIT
        while True:
            try:
                answer = await self._client.request(method, path, json=body if method == "GET" else body or {})
                pause = answer.headers.get("retry-after") if answer.status_code == BUSY else None
                if pause is None and answer.status_code < BROKEN:
                    return answer
                wait = max(wait, float(pause or 0))
            except httpx.TransportError:
                log(say("the server does not answer; trying again"))
            await asyncio.sleep(wait)
            wait = min(2 * wait, MOST_WAIT)

    # One match

    async def _play(self, id: str) -> None:
        """Plays one match to its end."""
        changed = asyncio.Event()
        listening = asyncio.create_task(self._listen(id, changed))
        try:
            shot = await self._told("GET", f"/api/matches/{id}")
            others = [seat["name"] for seat in shot["seats"] if seat["name"] and not seat["you"]]
            people = listed(others) if others else say("nobody yet")
            log(say("{match}: {game} with {people}", match=id, game=shot["title"], people=people))
            while shot["status"] != "over":
                if not await self._act(id, shot):
                    if listening.done():
                        listening.result()
                    await changed.wait()
                    changed.clear()
                shot = await self._told("GET", f"/api/matches/{id}")
            log(say("{where}: {what}", where=id, what=shot["message"]))
        finally:
            listening.cancel()

    async def _act(self, id: str, shot: dict[str, Any]) -> bool:
        """Does what is to be done at a match now; tells whether there was anything."""
        here, seat = f"/api/matches/{id}", shot["viewer"]
        if shot["may"]["return"]:
            await self._ask("POST", f"{here}/return", {"seat": seat})
        elif shot["may"]["answer"]:
            await self._ask("POST", f"{here}/answer", {"seat": seat, "agree": True})
        elif shot["your_turn"]:
            told = await self._told("GET", f"{here}/position?seat={seat}")
            move = await asyncio.get_running_loop().run_in_executor(self._threads, self._think, told)
            answer = await self._ask("POST", f"{here}/moves", {"move": move, "ply": told["ply"], "seat": seat})
            if answer.is_error and answer.status_code != STALE:
                log(
                    say("{where}: {what}", where=id, what=answer.json()["error"])
                )  # perhaps somebody has resigned meanwhile: we shall be told
                return False
            log(say("{where}: {what}", where=id, what=move if answer.is_success else say("the table has moved on")))
        else:
            return False
        return True

    def _think(self, told: dict[str, Any]) -> str:
        """Returns the whole turn that the player chooses, from what its seat may know."""
        chosen, seat = find_game(told["game"], **told["options"]), told["seat"]
        position = play_moves(chosen.position(told["players"]), told["moves"])[0].view(seat)
        if seat not in position.actors:
            return ""  # the table has moved on meanwhile; the server says so
        sitting = player_of(self._request, chosen.name, seed=secrets.randbits(48))
        try:
            return write_turn(position, choose_turn(partial(sitting.choose, cancelled=self._stop.is_set), position, seat))
        finally:
            sitting.close()

    async def _listen(self, id: str, changed: asyncio.Event) -> None:
        """Notes whenever something has changed at a match; a lost connection is made again."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, WebSocketException

        address = f"ws{self._address.removeprefix('http')}/api/matches/{id}/live"
        wait = LEAST_WAIT
        while True:
            try:
                async with connect(address, additional_headers=self._headers) as socket:
                    while True:
                        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                        wait = LEAST_WAIT
                        if "beat" not in message:
                            changed.set()
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in GONE:
                    changed.set()
                    raise NoTable(say("the server has closed this match to us")) from None
            except (OSError, WebSocketException, TimeoutError):
                pass
            log(say("{match}: lost the connection; trying again", match=id))
            await asyncio.sleep(wait)
            wait = min(2 * wait, MOST_WAIT)
