"""A browser without a script, and a server for it to look at, in one process and on one event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from fastapi import FastAPI

ADDRESS = "http://testserver"


class House:
    """A running application; browsers are opened in it."""

    def __init__(self, app: FastAPI, runner: asyncio.Runner) -> None:
        self.app = app
        self.runner = runner

    def browser(self, **headers: str) -> Browser:
        """Returns a browser that nobody has used here before."""
        return Browser(self, headers)


@contextmanager
def running(app: FastAPI) -> Iterator[House]:
    """Starts an application and stops it in the end."""
    with asyncio.Runner() as runner:
        lifespan = app.router.lifespan_context(app)
        runner.run(lifespan.__aenter__())
        try:
            yield House(app, runner)
        finally:
            runner.run(lifespan.__aexit__(None, None, None))


class Browser:
    """Keeps cookies and asks for pages; it does not follow where it is sent."""

    def __init__(self, house: House, headers: dict[str, str]) -> None:
        self._house = house
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(house.app), base_url=ADDRESS, headers=headers)
        self.cookies = self._client.cookies

    def get(self, address: str, **more: Any) -> httpx.Response:
        """Asks for a page."""
        return self._house.runner.run(self._client.get(address, **more))

    def post(self, address: str, **more: Any) -> httpx.Response:
        """Sends a form."""
        return self._house.runner.run(self._client.post(address, **more))
