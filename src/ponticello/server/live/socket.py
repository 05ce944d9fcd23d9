"""The live socket: whoever looks at a match is told when it changes, as far as they may know it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from dataclasses import dataclass
from typing import Annotated, Any, NoReturn

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from ponticello.engine.words import say
from ponticello.server.access.identity import known_guest, server_of, token_of
from ponticello.server.api.shapes import MOST_LINE, Ply, SeatNumber
from ponticello.server.errors import NobodyKnown, NoSuchMatch
from ponticello.server.live.hub import Wakes
from ponticello.server.matches.reading import Unreadable
from ponticello.server.matches.snapshot import snapshot
from ponticello.server.matches.table import Table
from ponticello.server.storage.guests import Guest, digest
from ponticello.table.match import ONLOOKER

UNKNOWN_TOKEN, REVOKED, UNKNOWN_MATCH, FLOOD, TOO_BIG = 4401, 4403, 4404, 1008, 1009  # why a socket is closed
STOPPING = 1012  # how the server itself closes sockets when it stops
MOST_HEARD = 1024  # bytes of a message; nobody needs to send any
MOST_AT_ONCE = 50  # messages in a second

router = APIRouter()


@router.websocket("/api/matches/{id}/live")
async def live(
    socket: WebSocket,
    id: str,
    ply: Annotated[Ply, Query()] = 0,
    seat: Annotated[SeatNumber | None, Query()] = None,
    talk: Annotated[int | None, Query(ge=0, le=MOST_LINE)] = None,
) -> None:
    """Sends a snapshot at once and after every change, and a sign of life now and then.

    Whoever names the last line they know of what is said at the table is told of the next ones, too, if they sit there.
    """
    await socket.accept()
    token, server = token_of(socket), server_of(socket)
    with contextlib.ExitStack() as stack:
        # Before anybody is asked whose it is: from here on no revocation is missed.
        pass_ = Pass(digest(token), stack.enter_context(server.hub.watch_token(digest(token)))) if token is not None else None
        try:
            guest = await known_guest(socket)
            await server.matches.open(id)
            await Viewer(socket, id, guest, ply, seat, pass_, talk).look()
        except NobodyKnown as error:
            await socket.close(UNKNOWN_TOKEN, str(error))
        except (NoSuchMatch, Unreadable):  # the latter also if a newer server writes meanwhile what this one does not understand
            await socket.close(UNKNOWN_MATCH)


@dataclass(frozen=True)
class Pass:
    """The token by which a program was let in."""

    hash: str
    doubts: Wakes  # wakes when it may have been revoked


class Viewer:
    """One open socket: for which guest and seat it looks at a match, and what it was last told."""

    def __init__(
        self,
        socket: WebSocket,
        id: str,
        guest: Guest | None,
        ply: int,
        seat: int | None,
        pass_: Pass | None = None,
        talk: int | None = None,
    ) -> None:
        self._socket, self._id, self._guest, self._seat, self._pass = socket, id, guest, seat, pass_
        self._server = server_of(socket)
        self._name = secrets.token_hex(12)
        self._ply = ply  # how much had been seen before
        self._told: dict[int, int] = {}  # by viewer: how much has been told here
        self._last: dict[str, Any] = {}
        self._line = talk  # the last line of what is said that is known here; None if nobody wants to know
        self._said = -1  # how often something had been said when this was looked at
        self._muted = False
        self._present: set[int] = set()

    async def look(self) -> None:
        """Talks and listens until one of the two comes to an end, or the right to."""
        tasks: list[asyncio.Task[int]] = [asyncio.create_task(self._talk()), asyncio.create_task(listen(self._socket))]
        if self._pass is not None:
            tasks.append(asyncio.create_task(self._outlive(self._pass)))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            if not any(isinstance(end, WebSocketDisconnect) and end.code == STOPPING for end in ends):
                await self._attend(set())  # a server that stops takes leave for all of its sockets at once
        failures = [end for end in ends if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect)]
        if failures:
            raise failures[0]
        for end in ends:
            if isinstance(end, int):
                await self._socket.close(end, revoked() if end == REVOKED else None)
                break

    async def _outlive(self, pass_: Pass) -> int:
        """Returns when the token that opened the socket is worth nothing any more."""
        while True:
            await pass_.doubts.next()
            if not await self._server.storage.is_token(pass_.hash):
                return REVOKED

    async def _talk(self) -> NoReturn:
        loop, beat = asyncio.get_running_loop(), self._server.settings.beat
        next_beat = loop.time() + beat
        async with self._server.matches.subscribe(self._id) as wakes:
            await self._tell()
            while True:
                try:
                    await asyncio.wait_for(wakes.next(), next_beat - loop.time())
                except TimeoutError:
                    next_beat = loop.time() + beat
                    await self._socket.send_text('{"beat": true}')
                else:
                    await self._tell()

    async def _tell(self) -> None:
        """Sends how the match stands, unless that has been said."""
        matches = self._server.matches
        table = await matches.follow(self._id)
        known = self._guest.id if self._guest else None
        own = table.seats_of(known)
        await self._attend(set(own) or {ONLOOKER})
        viewer = table.viewer_of(known, self._seat)
        since = self._told.get(viewer, self._ply)
        shot = snapshot(table, viewer, matches.now(), own=own, since=since, presence=await matches.presence(self._id))
        lasting = without_passing(shot)
        if lasting != self._last:
            self._last = lasting
            self._told[viewer] = table.ply(viewer)
            await self._send(shot)
        await self._tell_talk(table)

    async def _tell_talk(self, table: Table) -> None:
        """Sends what was said at the table since the last time, to who sits there and wants to know."""
        said = self._server.hub.talk(self._id)
        if self._line is None or self._guest is None or said == self._said or not table.seats_of(self._guest.id):
            return
        self._said = said
        shown = await self._server.talk.shown(table, self._guest, self._line)
        if shown["lines"] or shown["muted"] != self._muted:
            self._line, self._muted = shown["last"], shown["muted"]
            await self._send({"talk": shown})

    async def _send(self, message: dict[str, Any]) -> None:
        await self._socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    async def _attend(self, seats: set[int]) -> None:
        """Notes for everybody at the match on whose behalf this socket looks now; nobody's, once it is closed."""
        gone, come = self._present - seats, seats - self._present
        if not gone and not come:
            return
        storage, now = self._server.storage, self._server.matches.now()
        self._present |= come  # before it is written: if the socket closes meanwhile, it must be taken back
        for seat in come:
            await storage.socket_opened(f"{self._name}.{seat}", self._server.name, self._id, seat, now)
        for seat in gone:
            await storage.socket_closed(f"{self._name}.{seat}", self._id, seat, now)
            self._present.discard(seat)
        if gone - {ONLOOKER}:
            await self._server.upkeep.expect_back(self._id)
        self._server.hub.wake(self._id, presence=True)


async def listen(socket: WebSocket) -> int:
    """Hears whatever comes and does not mind it; returns why to hang up on somebody who says too much."""
    loop = asyncio.get_running_loop()
    heard, since = 0, loop.time()
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        if len(message.get("bytes") or (message.get("text") or "").encode(errors="replace")) > MOST_HEARD:
            return TOO_BIG
        if loop.time() - since >= 1:
            heard, since = 0, loop.time()
        heard += 1
        if heard > MOST_AT_ONCE:
            return FLOOD


def revoked() -> str:
    """Returns what is said to a program whose token was taken back."""
    return say("this token was revoked; make a new one on your profile page")


def without_passing(shot: dict[str, Any]) -> dict[str, Any]:
    """Returns a snapshot without what has been said already or changes by itself as time goes by."""
    seats = [{**seat, "clock": seat["clock"] and {**seat["clock"], "left": 0.0}} for seat in shot["seats"]]
    return {**shot, "events": [], "seats": seats}
