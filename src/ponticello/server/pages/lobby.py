"""The lobby: tables that wait for players and games that one may watch, as they are now. One drawing serves all who look."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Annotated, Any, NoReturn

from fastapi import APIRouter, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse

from ponticello.engine.drawing import THEMES
from ponticello.engine.people import called
from ponticello.engine.words import say
from ponticello.server.access.identity import known_guest, server_of
from ponticello.server.errors import NobodyKnown, NotNow
from ponticello.server.live.hub import LOBBY_NEWS
from ponticello.server.live.socket import listen
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.snapshot import people_at
from ponticello.server.matches.table import Table
from ponticello.server.pages.drawings import MEGABYTE, sight
from ponticello.server.pages.kept import Kept
from ponticello.server.pages.match_list import listed_match
from ponticello.server.pages.reader import Reader, language_of, read_reader, reader_of
from ponticello.server.pages.render import all_games, board_alone, render, templates
from ponticello.server.pages.viewer import view_of
from ponticello.table.match import ONLOOKER

PAUSE = 0.4  # seconds at least from one drawing to the next, however much happens
REDRAW = 10.0  # seconds after which the games that are played are drawn as they stand then

router = APIRouter(include_in_schema=False)
ThemeQuery = Annotated[str, Query(pattern="^(" + "|".join(THEMES) + ")$")]
_pictures: Kept[str] = Kept(4 * MEGABYTE)


class Lobby:
    """What the lobby shows: looked up when it has changed and somebody looks, and drawn once for each language and theme."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._lock = asyncio.Lock()
        self._seen: tuple[int, int] | None = None  # how often the lobby had changed, and the time in steps of REDRAW
        self._waiting: list[Table] = []
        self._played: list[Table] = []
        self._drawings: dict[tuple[str, str], str] = {}

    async def context(self, guest: str | None) -> dict[str, Any]:
        """Returns what the lobby shows, with the tables at which a guest sits."""
        async with self._lock:
            await self._look()
            return {**self._listed(), "mine": self._mine(guest)}

    async def drawn(self, reader: Reader) -> dict[str, Any]:
        """Returns the lobby as it is drawn for everybody, and which of its tables are the reader's."""
        async with self._lock:
            await self._look()
            key = reader.language, reader.theme
            if key not in self._drawings:
                template = templates(reader.language).get_template("_lobby.html")
                self._drawings[key] = template.render(**self._listed(), mine=None, reader=reader, games=all_games())
            return {"html": self._drawings[key], "mine": self._mine(reader.guest.id if reader.guest else None)}

    async def _look(self) -> None:
        now = self._matches.hub.lobby_changes, int(asyncio.get_running_loop().time() / REDRAW)
        if now != self._seen:
            self._waiting, self._played = await self._matches.lobby(), await self._matches.watchable()
            self._seen = now
            self._drawings.clear()

    def _listed(self) -> dict[str, Any]:
        return {
            "waiting": [listed_match(table, None) for table in self._waiting],
            "played": [(listed_match(table, None), table.ply(ONLOOKER)) for table in self._played],
        }

    def _mine(self, guest: str | None) -> list[str]:
        return [table.id for table in (*self._waiting, *self._played) if table.seats_of(guest)]


@router.get("/lobby")
async def lobby(request: Request) -> HTMLResponse:
    """Shows the matches that wait for anybody, and those that anybody may watch."""
    reader = await read_reader(request)
    context = await server_of(request).lobby.context(reader.guest.id if reader.guest else None)
    return await render(request, "lobby.html", reader=reader, **context)


@router.websocket("/lobby/live")
async def live(socket: WebSocket) -> None:
    """Sends the lobby at once and whenever it has changed, and a sign of life now and then."""
    await socket.accept()
    try:
        reader = reader_of(socket, await known_guest(socket))
    except NobodyKnown:  # what is here anybody may see
        reader = reader_of(socket, None)
    tasks: list[asyncio.Task[int]] = [asyncio.create_task(_tell(socket, reader)), asyncio.create_task(listen(socket))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        if isinstance(end, int):
            await socket.close(end)
        elif isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
            raise end


async def _tell(socket: WebSocket, reader: Reader) -> NoReturn:
    server = server_of(socket)
    told: dict[str, Any] = {}
    async with server.hub.subscribe(LOBBY_NEWS) as wakes:
        while True:
            drawn = await server.lobby.drawn(reader)
            await socket.send_text(json.dumps(drawn if drawn != told else {"beat": True}, ensure_ascii=False))
            told = drawn
            await asyncio.sleep(PAUSE)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(wakes.next(), REDRAW)


@router.get("/m/{id}/small.svg")
async def small_picture(request: Request, id: str, theme: ThemeQuery = "auto") -> Response:
    """Draws the board of a match as anybody sees it who looks on, whoever asks."""
    table = await server_of(request).matches.open(id)
    if table.match is None:
        raise NotNow(say("this match has not begun"))
    view = view_of(table, ONLOOKER, None)
    seen = sight(table.match.view(ONLOOKER), language_of(request), people_at(table, ONLOOKER, []))

    def draw() -> str:
        with called(seen.people):
            return board_alone(seen.position.svg(theme=theme, view=view))

    drawn = _pictures.get((seen.name, theme, view), draw)
    headers = {"Cache-Control": "public, max-age=60", "Vary": "Cookie, Accept-Language"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)
