"""What strangers send leaves nothing in memory: no cache without a limit is keyed by it."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ponticello.games import names, rulebook
from tests.server.served import TWO, Running, running, settings

STRANGE = 1000


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(settings(tmp_path)) as server:
        yield server


def unbounded() -> dict[str, int]:
    """Returns how much every cache of the package holds that has no limit, by its name."""
    modules = [module for name, module in sys.modules.items() if name.startswith("ponticello")]
    things = [thing for module in modules for thing in vars(module).values()]
    things += [part for thing in things if isinstance(thing, type) for part in vars(thing).values()]
    caches = [thing for thing in things if isinstance(thing, functools._lru_cache_wrapper)]
    return {f"{c.__module__}.{c.__qualname__}": c.cache_info().currsize for c in caches if c.cache_info().maxsize is None}


def spellings(name: str) -> list[str]:
    """Returns a thousand ways to write a name that mean the same."""
    capitals = [name, name.upper(), name.capitalize()]
    return [" " * (k // 90) + capitals[k % 3] + " " * (k // 3 % 30) for k in range(STRANGE)]


def test_a_thousand_spellings_of_a_game_are_one_game() -> None:
    first, before = rulebook("ponte"), unbounded()
    assert len(set(spellings("ponte"))) == STRANGE
    assert all(rulebook(spelling) is first for spelling in spellings("ponte"))
    assert unbounded() == before


def ask_strangely(client: httpx.Client, number: int) -> None:
    """Asks for a page and a match with whatever can be said in headers, addresses, cookies and bodies."""
    strange = f"strange{number}"
    headers = {
        "Accept-Language": f"{strange}, x{number};q=0.{number}",
        "Cookie": f"language={strange}; theme={strange}; ponticello={strange}",
    }
    for address in (f"/rules/{strange}", f"/new?game={strange}&seats={strange}", f"/m/{strange}", f"/static/{strange}/{strange}"):
        assert client.get(address, headers=headers).status_code == 404
    assert client.get(f"/lobby?theme={strange}", headers=headers).status_code == 200
    wish: dict[str, Any] = {"game": spellings("hashi")[number], "seats": TWO, "options": {"board": strange}}
    assert client.post("/api/matches", json=wish, headers=headers).status_code == 400
    wish = {"game": "ponte", "seats": [{"kind": "me"}, {"kind": "person", "name": strange}]}
    assert client.post("/api/matches", json=wish, headers=headers).status_code == 201


@pytest.mark.slow
def test_strange_names_leave_no_trace(server: Running) -> None:
    with server.client() as client:
        for name in names():
            for language in ("en", "fr"):
                for address in (f"/rules/{name}", f"/new?game={name}", "/", "/lobby"):
                    client.get(address, headers={"Accept-Language": language}).raise_for_status()
        for number in range(20):
            ask_strangely(client, number)
            client.cookies.clear()
        before = unbounded()
        assert len(before) > 5, "the caches are found"
        for number in range(20, 60):
            ask_strangely(client, number)
            client.cookies.clear()
        assert unbounded() == before
    hub = server.server.hub
    assert not hub._watches
    assert not hub._tokens
    assert not server.server.matches._locks


@pytest.mark.parametrize("path", ["../server", "/usr", "..", "\0", "../../../tests"])
def test_a_game_is_looked_for_among_the_games_only(server: Running, path: str) -> None:
    with server.client() as client:
        answer = client.post("/api/matches", json={"game": path, "seats": TWO})
    assert answer.status_code == 400
    assert "__init__" not in answer.json()["error"]
