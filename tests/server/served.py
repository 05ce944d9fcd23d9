"""Tools of the server's tests: a server in this process, a real one on a port, guests with tokens, and games to play."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import threading
import time
from collections.abc import Coroutine, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import uvicorn
from fastapi import FastAPI
from websockets.sync.client import ClientConnection, connect

from ponticello.server import Settings, create_app
from ponticello.server.access.identity import new_guest
from ponticello.server.app import Server

PATIENCE = 120  # seconds; only a test that has gone wrong waits that long
TWO = [{"kind": "me"}, {"kind": "link"}]


def settings(folder: Path, **changes: Any) -> Settings:
    """Returns how a server is run in a test: on a file of its own, at once, without compiling anything."""
    return Settings(**{"database": f"sqlite:///{folder}/table.db", "bot_pause": 0, "warm": False, "limits": False, **changes})


class Running:
    """A real server on a port of this machine, in a thread."""

    def __init__(self, app: FastAPI, port: int = 0) -> None:
        self.app = app
        self.server: Server = app.state.server
        self._uvicorn = uvicorn.Server(
            uvicorn.Config(app, port=port, log_level="warning", ws_ping_interval=None, timeout_graceful_shutdown=3)
        )
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        self._loop.run_until_complete(self._uvicorn.serve())
        self._loop.close()

    def start(self) -> None:
        """Starts the server; it answers when this returns."""
        self._thread.start()
        while not self._uvicorn.started:
            assert self._thread.is_alive(), "the server has not started"
            time.sleep(0.01)
        self.port = self._uvicorn.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.socket_url = f"ws://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Stops the server."""
        self._uvicorn.should_exit = True
        self._thread.join()

    def call(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Runs a coroutine where the server runs."""
        return self.spawn(coroutine).result(PATIENCE)

    def spawn(self, coroutine: Coroutine[Any, Any, Any]) -> Future[Any]:
        """Starts a coroutine where the server runs."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def client(self, headers: Mapping[str, str] | None = None) -> httpx.Client:
        """Returns somebody who asks this server, and has time to wait for the answer."""
        return httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE)

    def guest(self, name: str) -> Guest:
        """Returns somebody with a token."""
        return self.call(invite(self.server, name))


class Guest:
    """A guest and the means to be known again."""

    def __init__(self, id: str, name: str, token: str, cookie: str) -> None:
        self.id, self.name, self.token, self.cookie = id, name, token, cookie
        self.bearer = {"Authorization": f"Bearer {token}"}
        self.cookies = {"Cookie": f"ponticello={cookie}"}


async def invite(server: Server, name: str) -> Guest:
    """Welcomes a guest with a name and a token."""
    guest = new_guest()
    token = secrets.token_urlsafe(24)
    await server.storage.add_guest(guest, time.time())
    await server.storage.rename(guest.id, name)
    await server.storage.add_token(guest.id, token, "test", time.time())
    return Guest(guest.id, name, token, server.identity.cookie(guest))


@contextmanager
def running(wanted: Settings, port: int = 0) -> Iterator[Running]:
    """Gives a real server for as long as it is needed."""
    server = Running(create_app(wanted), port)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Eyes:
    """The other end of a live socket."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def next(self) -> Any:
        """Returns the next snapshot."""
        while "beat" in (message := json.loads(self.connection.recv(PATIENCE))):
            pass
        return message


@contextmanager
def socket(server: Running, id: str, headers: Mapping[str, str] | None = None, **query: Any) -> Iterator[Eyes]:
    """Gives a live socket on a match."""
    address = f"{server.socket_url}/api/matches/{id}/live?{urlencode(query)}"
    with connect(address, additional_headers=headers) as connection:
        yield Eyes(connection)


def random_turn(client: httpx.Client, id: str, headers: Mapping[str, str], dice: random.Random, seat: int | None = None) -> str:
    """Returns a whole turn of a guest's seat, put together from what the server says is legal."""
    query = {} if seat is None else {"seat": seat}
    told = client.get(f"/api/matches/{id}/legal", params=query, headers=headers).raise_for_status().json()
    while not told["complete"]:
        draft = told["joiner"].join([*filter(None, [told["draft"]]), dice.choice(told["moves"])])
        told = client.get(f"/api/matches/{id}/legal", params={**query, "draft": draft}, headers=headers).raise_for_status().json()
    return str(told["draft"])
