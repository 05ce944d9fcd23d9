"""Clients that mean no good, or are broken: whatever they send, or do not, they are sent away and everybody else is served."""

from __future__ import annotations

import asyncio
import contextlib
import json
import select
import socket
import struct
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from websockets.sync.client import connect

from ponticello.server import Settings
from tests.server.crowd import IMPATIENT, Meeting, Process, draw_up, seat

pytestmark = pytest.mark.slow

PATIENCE = 60  # seconds, of which the server has a few
MUCH = 20_000_000  # bytes; a few MB fit between two ends of a connection, but no more
POST = b"POST /api/matches HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
NEXT_DOOR = "127.0.0.2"  # an address of this machine that is not a trusted proxy's


@pytest.fixture(scope="module")
def meeting(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Meeting]:
    """A match, and the database that it is in."""
    database = f"sqlite:///{tmp_path_factory.mktemp('hostile')}/table.db"
    return database, asyncio.run(seat(Settings(database=database), [draw_up(1, 4)], 1))[0]


@pytest.fixture(scope="module")
def server(meeting: tuple[str, Meeting]) -> Iterator[Process]:
    with Process(meeting[0], program=IMPATIENT) as process:
        yield process


@contextlib.contextmanager
def caller(server: Process, address: str = "127.0.0.1") -> Iterator[socket.socket]:
    """Gives a plain connection to a server."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE, source_address=(address, 0)) as connection:
        yield connection


def heard(connection: socket.socket) -> bytes:
    """Returns all that is said until the other end hangs up."""
    parts = []
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def send_for_ever(connection: socket.socket, part: bytes) -> int:
    """Sends the same again and again until the other end does not want any more of it; returns how much went out."""
    sent = 0
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        while sent < MUCH:
            sent += connection.send(part)
    return sent


def is_served(server: Process) -> bool:
    """Tells whether an honest client is."""
    return httpx.get(f"{server.url}/healthz", timeout=PATIENCE).status_code == 200


# Too much


@pytest.mark.parametrize(
    "begin",
    [
        b"GET / HTTP/1.1\r\nHost: here\r\nX-Endless: ",
        b"GET /",
        POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: ",
        POST + b"Transfer-Encoding: chunked\r\n\r\n1;extension=",
    ],
    ids=["header", "address", "trailer", "chunk"],
)
def test_an_endless_head_is_refused_at_once(server: Process, begin: bytes) -> None:
    with caller(server) as connection:
        connection.sendall(begin)
        said: list[bytes] = []
        listening = threading.Thread(target=lambda: said.append(heard(connection)))
        listening.start()
        sent = send_for_ever(connection, b"a" * 4096)
        listening.join()
    assert sent < MUCH
    assert said[0].startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 400 "))
    assert is_served(server)


def test_a_large_head_that_comes_at_once_is_refused_with_a_sentence(server: Process) -> None:
    for size, status in ((8_000, 200), (17_000, 431), (200_000, 431)):
        with caller(server) as connection:
            connection.sendall(
                b"GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\nX-Long: " + b"a" * size + b"\r\n\r\n"
            )
            answer = heard(connection).decode()
        assert answer.startswith(f"HTTP/1.1 {status} "), size
    assert "the head of this request is too large; 16384 bytes are enough here" in answer


def test_who_sends_on_after_the_answer_is_hung_up_on(server: Process) -> None:
    with caller(server) as connection:
        connection.sendall(POST + b"Content-Length: 1000000000000\r\n\r\n")
        assert connection.recv(15).startswith(b"HTTP/1.1 413")
        assert send_for_ever(connection, b"a" * 65536) < MUCH
    assert is_served(server)


# Too slow


SLOW = {  # how somebody begins, goes on a little at a time, and is answered in the end
    "silence": (b"", b"", b""),
    "empty lines": (b"\r\n", b"\r\n", b""),
    "head": (b"GET / HTTP/1.1\r\nHo", b"o", b"HTTP/1.1 408 "),
    "body": (POST + b"Content-Length: 100\r\n\r\n{", b" ", b"HTTP/1.1 408 "),
    "chunks": (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n", b"HTTP/1.1 408 "),
    "after an answer": (b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n", b"", b"HTTP/1.1 200 "),
}


def test_who_keeps_a_connection_for_nothing_is_hung_up_on(server: Process) -> None:
    with ThreadPoolExecutor(len(SLOW)) as pool:  # all at once: each takes its time
        answers = dict(zip(SLOW, pool.map(lambda way: trickle(server, *way[:2]), SLOW.values()), strict=True))
    assert {name: answer[:13] for name, answer in answers.items()} == {name: status for name, (_, _, status) in SLOW.items()}
    assert is_served(server)


def trickle(server: Process, begin: bytes, part: bytes) -> bytes:
    """Sends a little now and then, so that it is never quite silent; returns all that is answered until the server hangs up."""
    with caller(server) as connection:
        connection.sendall(begin)
        connection.settimeout(0.2)
        answer, end = b"", time.monotonic() + PATIENCE
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):
            while time.monotonic() < end:
                try:
                    heard = connection.recv(65536)
                except TimeoutError:
                    connection.sendall(part)
                else:
                    answer += heard
                    if not heard:
                        break
            else:
                raise AssertionError("nobody has hung up")
    return answer


def test_who_does_not_read_is_not_waited_for_without_end(server: Process) -> None:
    with caller(server) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(b"GET /rules/ponte HTTP/1.1\r\nHost: here\r\n\r\n" * 450)  # many times what a system keeps for us
        ends = select.poll()
        ends.register(connection, select.POLLERR | select.POLLHUP)
        assert ends.poll(1000 * PATIENCE), "nobody has hung up"
    assert is_served(server)


def test_requests_that_wait_for_an_answer_are_counted(server: Process) -> None:
    with caller(server) as connection:
        assert send_for_ever(connection, b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n" * 1000) < MUCH
    assert is_served(server)


# Too many


def test_connections_of_one_address_are_counted(server: Process) -> None:
    with contextlib.ExitStack() as stack:
        held = [stack.enter_context(caller(server, NEXT_DOOR)) for _ in range(5)]
        for connection in held:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
            assert connection.recv(15).startswith(b"HTTP/1.1 200")
        one_more = stack.enter_context(caller(server, NEXT_DOOR))
        assert heard(one_more).startswith(b"HTTP/1.1 503 ")
        assert is_served(server), "another address is not concerned"
        held[0].close()
        while True:  # as soon as the server has noticed
            with caller(server, NEXT_DOOR) as another, contextlib.suppress(ConnectionResetError, BrokenPipeError):
                another.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
                if heard(another).startswith(b"HTTP/1.1 200"):
                    break


def test_all_connections_are_counted_and_the_late_ones_make_room(server: Process) -> None:
    with contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(caller(server)) for _ in range(70)]
        for connection in crowd:
            with contextlib.suppress(ConnectionResetError, BrokenPipeError):
                connection.sendall(b"GET / HTTP/1.1\r\nHo")
        answers = [heard(connection)[:12] for connection in crowd]
    assert set(answers) <= {b"HTTP/1.1 503", b"HTTP/1.1 408", b""}
    assert answers.count(b"HTTP/1.1 503") + answers.count(b"") >= 10
    assert is_served(server)


# WebSockets


def frame(opcode: int, words: bytes, last: bool = True) -> bytes:
    """Returns a frame as clients send it, with a mask of zeros."""
    return struct.pack("!BB", opcode | (0x80 if last else 0), 0x80 | len(words)) + bytes(4) + words


@contextlib.contextmanager
def live(server: Process, meeting: tuple[str, Meeting]) -> Iterator[socket.socket]:
    """Gives a plain connection on which a handshake has just been made."""
    path, cookie = f"/api/matches/{meeting[1].id}/live", meeting[1].cookies[0]
    with caller(server) as connection:
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: here\r\nCookie: ponticello={cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert connection.recv(12) == b"HTTP/1.1 101"
        yield connection


@pytest.mark.parametrize(
    "part",
    [frame(9, b"are you there?") * 100, frame(1, b"") * 100, frame(0, b"", last=False) * 100],
    ids=["pings", "messages", "pieces"],
)
def test_who_says_too_much_on_a_socket_is_hung_up_on(server: Process, meeting: tuple[str, Meeting], part: bytes) -> None:
    with live(server, meeting) as connection:
        connection.sendall(frame(1, b"", last=False))
        assert send_for_ever(connection, part) < MUCH
    assert is_served(server)


# And everybody else


def test_honest_clients_do_not_notice(server: Process, meeting: tuple[str, Meeting]) -> None:
    """Requests one after the other and several at once, bodies in pieces and long ones, and a socket."""
    _, match = meeting
    headers = {"Cookie": f"ponticello={match.cookies[0]}"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=PATIENCE) as client:
        for _ in range(3):
            assert client.get("/healthz").status_code == 200
        move = json.dumps({"move": "never", "ply": 0}).encode()
        chunks = (move[at : at + 1] for at in range(len(move)))
        json_ = {"Content-Type": "application/json"}
        assert client.post(f"/api/matches/{match.id}/moves", content=chunks, headers=json_).status_code == 400
        padded = move.ljust(60_000)
        assert client.post(f"/api/matches/{match.id}/moves", content=padded, headers=json_).status_code == 400
    with caller(server) as connection:
        one = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"
        connection.sendall(one * 400 + one.replace(b"Host", b"Connection: close\r\nHost"))  # more bytes than a head may have
        assert heard(connection).count(b"HTTP/1.1 200 ") == 401
    address = f"ws://127.0.0.1:{server.port}/api/matches/{match.id}/live"
    with connect(address, additional_headers=headers) as live:
        assert json.loads(live.recv(PATIENCE))["ply"] == 0
        assert live.ping().wait(PATIENCE)
