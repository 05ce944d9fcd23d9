"""The web table as one application: what it is made of, and how it starts and stops."""

from __future__ import annotations

import contextlib
import gc
import secrets
from collections.abc import AsyncIterator

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from ponticello import __version__
from ponticello.server import api, docs, failures, live, metrics, pages, profile, tablepage, web
from ponticello.server.guard import Guard
from ponticello.server.hall import Hall
from ponticello.server.house import House
from ponticello.server.hub import Hub
from ponticello.server.identity import GuestCookie, Identity
from ponticello.server.keeper import Keeper
from ponticello.server.metrics import Measured
from ponticello.server.reader import Speaks
from ponticello.server.settings import Settings
from ponticello.server.storage import Storage


class Server:
    """Everything that lives as long as the process does."""

    def __init__(self, settings: Settings) -> None:
        self.name = secrets.token_hex(8)
        self.settings = settings
        self.storage = Storage(settings)
        self.hub = Hub(self.storage)
        self.hall = Hall(settings, self.storage, self.hub)
        self.house = House(self.hall)
        self.keeper = Keeper(self.hall, self.house, self.name)
        self.identity = Identity(self.storage, "")
        self.hall.changed = self.house.look

    async def start(self) -> None:
        """Opens the database and sends everybody to work."""
        await self.storage.open()
        self.identity = Identity(self.storage, await self.storage.key("secret", secrets.token_urlsafe(32)))
        await self.hub.start()
        self.keeper.start()
        # A table is many small things that live for long and hold no rings: looking for rings in them again and again would
        # stop the server for a second at a time. What is new is looked at a little at a time (docs/decisions/0009).
        gc.freeze()
        gc.set_threshold(10_000, 2, 1000)
        gc.enable()

    async def stop(self) -> None:
        """Lets everybody finish and closes the database."""
        await self.keeper.stop()
        await self.house.stop()
        await self.hub.stop()
        await self.storage.server_stopped(self.name, self.hall.now())
        await self.storage.close()


def create_app(settings: Settings | None = None) -> FastAPI:
    """Returns the application; it opens its database when it is started."""
    server = Server(settings or Settings())

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.stop()

    app = FastAPI(title="Ponticello", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.server = server
    # The pages first: FastAPI makes the routes of a part ready when they are first looked through, and the API has the most.
    for part in (pages, web, live, tablepage, profile, metrics, docs, api):
        app.include_router(part.router)
    app.add_middleware(GuestCookie)
    failures.install(app)
    app.add_middleware(Guard)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Speaks)
    app.add_middleware(Measured)  # the last that is added is the first that is asked
    return app
