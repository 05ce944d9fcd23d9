"""What one connection may cost: how much it may send, how long it may take, and how many there may be.

The parser under uvicorn reads heads of any length, and waits for ever. These two protocols are uvicorn's own with limits added. A
request that is sent at once and whole pays next to nothing for them: when it is due is noted, and one look at all connections now
and then finds those that are late.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import math
import socket
import struct
import sys
from collections import Counter
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from ponticello.engine.words import say
from ponticello.server.access.address import home_of
from ponticello.server.file_limit import look_for_a_free_file, note_exhaustion
from ponticello.server.settings import ConnectionLimits

log = logging.getLogger("ponticello.server")

BETWEEN, HEAD, BODY = range(3)  # which part of a request is awaited
TOO_LATE, TOO_LARGE, TOO_MANY = 408, 431, 503
MOST_DROPPED = 1024 * 1024  # bytes that are read on and thrown away after a refusal, so that its answer still arrives
LINGER = 2.0  # seconds for the same
MOST_WAITING = 500  # requests on one connection, sent before the answer to the first is out
MOST_PIECES = 64  # of one message on a socket
FLOOD = 1008  # how a socket is closed on which too much is said

AT_ONCE = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)  # how long a closed connection may linger

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class HeadTooLarge(Exception):
    """A request's head is whole, and larger than it may be."""


class Door:
    """All connections of a process: makes the protocols that speak on them, counts them, and sends away who is late."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._from: Counter[str] = Counter()  # how many are open, by address
        self._proxies: Proxies | None = None
        self._looking = False

    def http(self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None) -> LimitedHttp:
        """Makes the protocol of a new connection."""
        return LimitedHttp(self, config, server_state, app_state, _loop)

    def live(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> LimitedSocket:
        """Makes the protocol of a connection that becomes a WebSocket."""
        return LimitedSocket(self, config, server_state, app_state)

    def enter(self, connection: LimitedHttp) -> bool:
        """Counts a new connection; tells whether there is room for it."""
        if not self._looking:
            self._looking = True
            note_exhaustion(connection.loop)
            self._look(connection.loop, connection.server_state)
        address = self._counted(connection)
        self._from[address] += 1
        open_ = len(connection.connections)
        if open_ > self.limits.most:
            log.warning("a connection was refused: %d are open, which is as many as --connections allows", open_ - 1)
            return False
        if address and self._from[address] > self.limits.most_of_address:
            log.warning("a connection was refused: one address has %d, see --connections-per-address", self._from[address] - 1)
            return False
        return True

    def leave(self, connection: LimitedHttp | LimitedSocket) -> None:
        """Counts a connection that is closed."""
        address = self._counted(connection)
        self._from[address] -= 1
        if not self._from[address]:
            del self._from[address]

    def _counted(self, connection: LimitedHttp | LimitedSocket) -> str:
        """Returns as whose a connection counts: nobody's, if it is a proxy that comes with many people's requests.

        Of IPv6 one gets a whole network at a time, so all of that is one address here.
        """
        if self._proxies is None:
            self._proxies = Proxies(connection.config.forwarded_allow_ips)
        return "" if connection.client is None or connection.client[0] in self._proxies else home_of(connection.client[0])

    def _look(self, loop: asyncio.AbstractEventLoop, state: ServerState) -> None:
        """Sends away who is late, and comes back soon."""
        look_for_a_free_file()
        now = loop.time()
        for connection in list(state.connections):
            assert isinstance(connection, LimitedHttp | LimitedSocket)
            if connection.read_due <= now:
                connection.give_up()
            elif connection.drain_due <= now:
                forget(connection.transport)
            elif connection.drain_due == math.inf and connection.transport.is_closing():
                connection.drain_due = now + self.limits.unread  # what is still to be sent may never be read
        loop.call_later(self.limits.look, self._look, loop, state)


def forget(transport: asyncio.Transport) -> None:
    """Ends a connection together with what the system still keeps for somebody who does not read it."""
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    transport.abort()


class Proxies:
    """The addresses that are believed when they say for whom they ask, as `FORWARDED_ALLOW_IPS` names them."""

    def __init__(self, names: list[str] | str) -> None:
        words = [word.strip() for word in (names.split(",") if isinstance(names, str) else names)]
        self._all = "*" in words
        self._networks = [network for word in words if (network := network_of(word)) is not None]

    def __contains__(self, address: str) -> bool:
        if self._all:
            return True
        found = network_of(address)
        return found is not None and any(
            found.version == network.version and found.subnet_of(network)  # type: ignore[arg-type]
            for network in self._networks
        )


def network_of(word: str) -> Network | None:
    """Returns the network that a word names; a single address is a small one."""
    try:
        return ipaddress.ip_network(word, strict=False)
    except ValueError:
        return None


class Drained:
    """Gives a client that does not read what it asked for some time to do so."""

    loop: asyncio.AbstractEventLoop
    _limits: ConnectionLimits
    drain_due = math.inf

    def pause_writing(self) -> None:
        """Begins to wait for somebody who does not read."""
        super().pause_writing()  # type: ignore[misc]
        self.drain_due = self.loop.time() + self._limits.unread

    def resume_writing(self) -> None:
        """Goes on with somebody who reads again."""
        super().resume_writing()  # type: ignore[misc]
        self.drain_due = math.inf


class LimitedHttp(Drained, HttpToolsProtocol):
    """A connection that asks: each request's head and body must come in time, and its head must be small."""

    def __init__(self, door: Door, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._door = door
        self._limits = door.limits
        self._stage = BETWEEN
        self._piece = 0  # bytes that are being read
        self._begins = False  # whether they begin a request
        self._fruitless = 0  # bytes since the request, or the last part of its body, began
        self._is_head_too_large = False
        self._is_refused = False
        self._dropped = 0  # bytes that came after the answer was out
        self.read_due = math.inf

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Greets a new connection, if there is room for it."""
        super().connection_made(transport)
        self.read_due = self.loop.time() + self._limits.head
        if not self._door.enter(self):
            self._answer(TOO_MANY, say("too many connections are open; please try again in a moment"))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets a connection."""
        super().connection_lost(exc)
        self._door.leave(self)

    def data_received(self, data: bytes) -> None:
        """Reads on, and no more than the limits allow."""
        if self._is_refused:
            self._drop(len(data))
            return
        self._piece, self._begins = len(data), self._stage == BETWEEN
        super().data_received(data)
        if len(self.pipeline) > MOST_WAITING:
            self.transport.abort()
        elif self._stage != BETWEEN:
            self._fruitless += self._piece
            if self._fruitless > self._limits.head_bytes:
                self._refuse_head()
            elif self._stage == BODY and self.cycle.response_complete:
                self._drop(self._piece)
        elif self.read_due == math.inf and (self.cycle is None or self.cycle.response_complete):
            self.read_due = self.loop.time() + self._limits.head  # empty lines, which are no request yet

    def on_message_begin(self) -> None:
        """Begins a request. One that begins in the middle of what is read is counted from the next piece on."""
        super().on_message_begin()
        self._stage = HEAD
        self._fruitless = 0 if self._begins else -self._piece
        self._begins = False
        self.read_due = self.loop.time() + self._limits.head

    def on_headers_complete(self) -> None:
        """Lets a request be answered, if its head is not too large."""
        if max(self._fruitless, 0) + self._piece > self._limits.head_bytes:  # perhaps: other things may have come with it
            size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
            if size > self._limits.head_bytes:
                self._is_head_too_large = True
                raise HeadTooLarge
        self._stage = BODY
        self._fruitless = -self._piece
        self.read_due = self.loop.time() + self._limits.body
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Takes a part of the body."""
        self._fruitless = -self._piece
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Ends a request."""
        self._stage = BETWEEN
        self.read_due = math.inf
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Answers to what cannot be read."""
        if self._is_head_too_large:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def give_up(self) -> None:
        """Closes a connection on which nothing more comes in time."""
        self.read_due = math.inf
        if self._is_refused:
            self.transport.abort()
        elif self._stage == BETWEEN:
            self.transport.close()
        else:
            self._refuse(TOO_LATE, say("the request did not arrive in time; please send it again"))

    def _refuse_head(self) -> None:
        words = say("the head of this request is too large; {most} bytes are enough here", most=self._limits.head_bytes)
        self._refuse(TOO_LARGE, words)

    def _refuse(self, status: int, sentence: str) -> None:
        """Answers and hangs up, after a moment in which whatever still comes is read and dropped: it would cost the answer."""
        answering = self.cycle is not None and not self.cycle.response_complete
        if answering:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            if self._stage == HEAD or self.cycle.response_started:
                self.transport.abort()  # nothing can be said in the middle of another answer
                return
        self._answer(status, sentence)
        self._is_refused = True
        self.read_due = self.loop.time() + LINGER
        self._unset_keepalive_if_required()
        if self.transport.can_write_eof():
            self.transport.write_eof()

    def _answer(self, status: int, sentence: str) -> None:
        body = sentence.encode()
        head = b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(body)
        self.transport.write(b"".join([STATUS_LINE[status], head, body]))

    def _drop(self, count: int) -> None:
        """Counts what nobody will read any more."""
        self._dropped += count
        if self._dropped > MOST_DROPPED:
            self.transport.abort()


class LimitedSocket(Drained, WebSocketsSansIOProtocol):
    """A WebSocket: who says much, does not read, or does not end what was begun is hung up on.

    Pages say nothing there, and programs need not. All that comes in a moment is taken apart before anybody else has a turn, and
    a ping is answered without asking whether the last answer was read: both are why it is counted here, and not where it is read.
    """

    def __init__(self, door: Door, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        super().__init__(config, server_state, app_state)
        self._door = door
        self._limits = door.limits
        self._heard, self._since = 0, self.loop.time()
        self.read_due = math.inf

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets a connection."""
        super().connection_lost(exc)
        self._door.leave(self)

    def data_received(self, data: bytes) -> None:
        """Listens, as long as it is not too much."""
        now = self.loop.time()
        if self.handshake_initiated:  # the request itself has been counted before
            if now - self._since >= 1:
                self._heard, self._since = 0, now
            self._heard += len(data)
            if self._heard > self._limits.heard_bytes:
                self._hang_up()
                return
        super().data_received(data)
        if len(self.frames) > MOST_PIECES:
            self._hang_up()

    def give_up(self) -> None:
        """Does nothing: a socket may be silent, and whether the other end still lives is asked by pings."""

    def _hang_up(self) -> None:
        if self.close_sent or self.transport.is_closing():
            self.transport.abort()
            return
        self.stop_keepalive()
        if self.handshake_complete:
            self.conn.fail(FLOOD)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": FLOOD})
        self.transport.close()
