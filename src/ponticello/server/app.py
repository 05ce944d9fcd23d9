"""The web table as one application: what it is made of, and how it starts and stops."""

from __future__ import annotations

import contextlib
import gc
import secrets
from collections.abc import AsyncIterator

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from ponticello import __version__
from ponticello.server import metrics
from ponticello.server.access import failures
from ponticello.server.access.guard import Guard
from ponticello.server.access.identity import GuestCookie, Identity
from ponticello.server.access.pace import Buckets, SharedPace
from ponticello.server.api import daily_routes, review_routes, routes
from ponticello.server.bots.bots import Bots
from ponticello.server.bots.hints import Hints
from ponticello.server.daily.daily import Daily
from ponticello.server.daily.gate import DealGate
from ponticello.server.live import socket
from ponticello.server.live.hub import Hub
from ponticello.server.matches.climbing import Climbing
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.upkeep import Upkeep
from ponticello.server.metrics import Measured
from ponticello.server.pages import (
    api_docs,
    daily,
    embed,
    import_page,
    lessons,
    lobby,
    own_matches,
    pictures,
    profile,
    puzzles,
    render,
    replay,
    results,
    review_page,
    site,
    table_clicks,
    table_page,
    trying,
)
from ponticello.server.pages.picture_maker import PictureMaker
from ponticello.server.pages.reader import SpokenLanguage
from ponticello.server.push import routes as push_routes
from ponticello.server.push.notices import Notices
from ponticello.server.reviews.reviews import Reviews
from ponticello.server.settings import Settings
from ponticello.server.storage.database import Storage
from ponticello.server.talk import routes as talk_routes
from ponticello.server.talk.talk import Talk
from ponticello.server.watchdog import watch_garbage

GZIP = 3  # of 9: a board becomes a tenth larger than it could, in a quarter of the time


class Server:
    """Everything that lives as long as the process does."""

    def __init__(self, settings: Settings) -> None:
        self.name = secrets.token_hex(8)
        self.settings = settings
        self.storage = Storage(settings)
        self.hub = Hub(self.storage)
        self.matches = Matches(settings, self.storage, self.hub)
        self.climbing = Climbing(self.matches)
        self.bots = Bots(self.matches)
        self.hints = Hints(self.matches, self.bots)
        self.upkeep = Upkeep(self.matches, self.bots, self.name)
        self.reviews = Reviews(self.matches, self.bots, self.name)
        self.daily = Daily(self.matches, self.bots, self.reviews)
        self.pictures = PictureMaker()
        self.secret = ""  # which all servers of a database share
        self.identity = Identity(self.storage, self.secret)
        self.buckets = Buckets()
        self.shared_pace = SharedPace(self.buckets, self.storage)
        self.talk = Talk(self.matches, self.buckets)
        self.lobby = lobby.Lobby(self.matches)
        self.notices = Notices(self.matches, self.buckets)
        self.matches.changed = self.bots.look

    async def start(self) -> None:
        """Opens the database and sends everybody to work."""
        await self.storage.open(alone=True)
        self.secret = await self.storage.key("secret", secrets.token_urlsafe(32))
        self.identity = Identity(self.storage, self.secret)
        self.hub.guest_changed = self._guest_changed
        await self.notices.start()
        await self.hub.start()
        await self.pictures.start()
        self.upkeep.start()
        self.reviews.start()
        self.shared_pace.start(self.secret)
        # A table is many small things that live for long and hold no rings: looking for rings in them again and again would
        # stop the server for a second at a time. What is new is looked at a little at a time (docs/decisions/0009).
        gc.freeze()
        gc.set_threshold(3_000, 3, 3000)
        gc.enable()
        watch_garbage(True)

    async def stop(self) -> None:
        """Lets everybody finish and closes the database."""
        watch_garbage(False)
        await self.shared_pace.stop()
        await self.upkeep.stop()
        await self.notices.stop()
        await self.daily.stop()
        await self.reviews.stop()
        await self.hints.stop()
        await self.bots.stop()
        await self.pictures.stop()
        await self.hub.stop()
        await self.storage.server_stopped(self.name, self.matches.now())
        await self.storage.close()

    def _guest_changed(self, guest: str | None) -> None:
        self.identity.forget(guest)
        self.notices.forget(guest)


def create_app(settings: Settings | None = None) -> FastAPI:
    """Returns the application; it opens its database when it is started."""
    server = Server(settings or Settings())

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.stop()

    app = FastAPI(
        title="Ponticello",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        routes=[*table_clicks.ROUTES, *own_matches.ROUTES, *lessons.ROUTES, *puzzles.ROUTES],
    )
    app.state.server = server
    # After the routes of clicks the pages: FastAPI makes the routes of a part ready when they are first looked through, and the
    # API has the most.
    pages = (site, lobby, render, socket, table_page, replay, pictures, embed, profile, results, metrics, api_docs)
    more_pages = (lessons, review_page, trying, import_page, puzzles, daily)
    for part in (*pages, *more_pages, push_routes, routes, review_routes, daily_routes, talk_routes):
        app.include_router(part.router)
    app.add_middleware(DealGate)
    app.add_middleware(GuestCookie)
    failures.install(app)
    app.add_middleware(Guard)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=GZIP)
    app.add_middleware(SpokenLanguage)
    app.add_middleware(Measured)  # the last that is added is the first that is asked
    return app
