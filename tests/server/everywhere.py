"""Every address at which one can look, with its blanks filled in: for what nobody may find out, wherever they look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from starlette.routing import BaseRoute, Route

from tests.server.served import Running

NOT_ABOUT_ANYTHING = ("/static/", "/metrics")  # files, and numbers that change from one look to the next


def all_routes(server: Running) -> Iterator[BaseRoute]:
    """Yields every route of a server."""
    for part in server.app.routes:
        yield from getattr(part, "original_router", None).routes if hasattr(part, "original_router") else [part]


def addresses(server: Running, **blanks: Any) -> list[str]:
    """Returns all addresses at which one can look; an unknown blank is an error, so that nothing new is forgotten."""
    found = {
        route.path.format(**blanks)
        for route in all_routes(server)
        if isinstance(route, Route) and "GET" in (route.methods or ()) and not route.path.startswith(NOT_ABOUT_ANYTHING)
    }
    assert len(found) > 40
    return sorted(found)
